import numpy as np
x = np.arange(6.).reshape(2, 3)
y = x + 1
np.exp(x, out=x)
np.add(x, y, out=y)
z = x * 2
np.clip(z, 0, 3, out=z)
print(x, y, z)
