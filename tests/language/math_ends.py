# the ends of math's functions, beyond where PyTorch's end
import math

for x in (709.0, 710.0, 710.4, -710.4, 711.0, 1e3):
    for f in (math.sinh, math.cosh):
        try:
            print(f.__name__, x, f"{f(x):.12g}")
        except OverflowError as e:
            print(f.__name__, x, e)
for x in (1e150, 1e160, 1e300, 1.7e308):
    print(x, f"{math.asinh(x):.14g} {math.asinh(-x):.14g} {math.acosh(x):.14g} {math.log1p(x):.14g}")
print(math.asinh(math.inf), math.acosh(math.inf), math.log1p(math.inf), math.cosh(-math.inf), math.sinh(-math.inf), math.asinh(math.nan))
