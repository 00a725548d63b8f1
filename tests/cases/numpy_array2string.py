# What array2string does with prefix, suffix and separators.
import numpy as np
a = np.arange(12.).reshape(3, 4) / 7
print('x = ' + np.array2string(a, prefix='x = '))
print('x = ' + np.array2string(a, separator=', ', prefix='x = ', suffix=')'))
print(np.array2string(a, separator='; ', precision=2))
print(np.array2string(a, separator=',', precision=2))
print(np.array2string(a, separator=' , ', precision=2))
print(np.array2string(np.arange(40), prefix='abcdefghij', suffix='xxxxxxxx'))
print(np.array2string(np.arange(40), prefix='abcdefghij', max_line_width=40))
print(np.array2string(np.arange(24).reshape(2,3,4), separator='|', prefix='  '))
print(np.array2string(a, sign='+', floatmode='fixed', precision=1), np.array2string(np.arange(2000), threshold=5, edgeitems=1, separator=', ', prefix='---'))
print(np.array2string(np.float64(2.5)), np.array2string(np.array([]), prefix='x'))
