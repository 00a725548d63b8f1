# out=, where=, casting=, order= and subok= of every function cell by cell
import numpy as np

ONE = """abs absolute fabs negative positive sign square sqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan
arcsin arccos arctan sinh cosh tanh floor ceil trunc rint isnan isinf isfinite logical_not deg2rad radians rad2deg
degrees arcsinh cbrt signbit conj conjugate""".split()
TWO = """add subtract multiply divide true_divide floor_divide remainder mod fmod power float_power arctan2 maximum
minimum equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor copysign heaviside fmax fmin hypot
logaddexp""".split()
BITS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm".split()

x, y, whole = np.array([[0.25, 0.5], [0.75, 1.0]]), np.array([2.0, 0.5]), np.array([[5, 2], [1, 7]])
mask = np.array([[True], [False]])
calls = [(name, (x,)) for name in ONE] + [(name, (x, y)) for name in TWO]
calls += [(name, (whole, np.array([1, 2]))) for name in BITS] + [("invert", (whole,)), ("bitwise_not", (whole,))]
for name, inputs in calls:
    function = getattr(np, name)
    plain = function(*inputs)
    out = np.full((2, 2), 7, dtype=plain.dtype)
    found = function(*inputs, out=(out,), where=mask, casting="same_kind", order="K", subok=True)
    print(name, found is out, str(found).replace("\n", ""), np.array_equal(found, np.where(mask, plain, np.full(2, 7, plain.dtype))))
    wide = function(*inputs, np.zeros((3, 2, 2)), where=[[True, False], [True, True]])
    print(wide.dtype, np.array_equal(wide[2] != 0, (plain != 0) & [[True, False], [True, True]]))
    alone = function(*inputs, where=np.ones((2, 1, 1), bool))
    print(alone.shape, alone.dtype, function(*inputs, where=mask)[0].tolist() == plain[0].tolist())

a, b = np.array([1.0, 2.0, 3.0]), np.array([0.0, 4.0, 0.0])
print(np.divide(a, b, out=np.zeros_like(a), where=b != 0), np.log(b, out=np.full(3, -1.0), where=b > 0))
print(np.add(a, b, out=a, where=a > 1.5), a, np.exp(a, out=np.zeros(3, np.float32)), np.add(1, 2, out=np.zeros(2)))
print(np.add(a, 1, out=np.zeros(3, int), casting="unsafe"), np.less(a, 2, out=np.zeros(3)), np.add(a, 1, out=(None,)))
print(np.add(1, 2, where=True), np.add(a, 1, where=1), np.add(a, 1, out=np.zeros(3), where=None), np.sqrt(a, order=None))

locked = np.zeros(3)
locked.flags.writeable = False
wrong = [dict(out=np.zeros(2)), dict(out=np.zeros(3, int)), dict(out=np.zeros(3, bool)), dict(out=(a, a)), dict(out=()),
         dict(out=[0, 0, 0]), dict(out=locked), dict(where=np.zeros(4, bool)), dict(out=a, where=np.zeros(2, bool)),
         dict(out=np.zeros(3), where=mask), dict(where=np.array([1, 0, 1])), dict(where=np.array(1)), dict(casting="any"),
         dict(casting=None), dict(order="Z")]
for options in wrong:
    for function, inputs in ((np.add, (a, 1)), (np.sqrt, (a,)), (np.mod, (a, 2.0)), (np.fabs, (a,))):
        try:
            print(function(*inputs, **options))
        except (TypeError, ValueError) as e:
            print(isinstance(e, TypeError), e)
for name in ("add", "subtract"):
    small = np.array([1, 2], dtype=np.uint8)
    try:
        print(getattr(np, name)(small, np.array([1, 2]), out=small))
    except TypeError as e:
        print(e)
small = np.array([1, 2], dtype=np.uint8)
try:
    small += np.array([1, 2])
except TypeError as e:
    print(e, small)
