# The natural logarithm of float64, and the normal draws that take it: every bit.
import math

import numpy as np


def bits(x):
    return int(x.view(np.int64).sum())


for seed in range(6):
    print(seed, bits(np.random.RandomState(seed).randn(100000)))
np.random.seed(7)
print(bits(np.random.randn(50000)), bits(np.random.exponential(size=50000)))

drawn = np.random.RandomState(1).rand(100000)
for low, high in ((0, 1), (0.93, 1.07), (0.999, 1.001), (0, 1e300), (1e-300, 1e-290), (0, 1e-308)):
    x = low + (high - low) * drawn
    print(low, high, bits(np.log(x)), bits(np.array([math.log(y) for y in x])))

for x in (1.0, 1 - 2**-53, 1 + 2**-52, 1 - 2**-4, 1 + 265 * 2**-12, 5e-324, 2.0**-1022, 1.7976931348623157e308):
    print(math.log(x).hex(), float(np.log(np.array([x]))[0]).hex(), float(np.log(np.full(40, x))[39]).hex())
