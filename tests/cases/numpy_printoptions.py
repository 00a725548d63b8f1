# np.set_printoptions beyond precision: sign, floatmode, names for nan and inf, functions of one's own
import numpy as np

a = np.array([[1.234567, -2.5], [3.0, 1e-3]])
b = np.array([np.nan, np.inf, 1.5])
c = np.array([1e-7, 123.456, 2.0])
for mode in ("maxprec", "maxprec_equal", "fixed", "unique"):
    for precision in (0, 2, 10):
        with np.printoptions(floatmode=mode, precision=precision):
            print(mode, precision, a, b, c, np.float32([0.1, 2 / 3]), repr(a), sep="\n")
for sign in ("+", "-", " "):
    np.set_printoptions(sign=sign)
    print(a, abs(a), b, -b, c, np.arange(3), sep="\n")
np.set_printoptions(sign="-", nanstr="missing", infstr="oo")
print(a, b, -b, repr(b))
np.set_printoptions(nanstr="nan", infstr="inf", formatter={"float": lambda x: f"{x:.2f}"})
print(a, repr(a), [b], np.arange(3), np.float64(2.5), sep="\n")
np.set_printoptions(formatter={"float_kind": "{:8.3f}".format})
print(a, a.astype(np.float32), np.arange(2000) / 7, sep="\n")
np.set_printoptions(formatter={"all": lambda x: "X", "int": hex})
print(a, np.arange(12).reshape(3, 4), np.array([True, False]))
np.set_printoptions(precision=3)  # forgets the functions
print(a, np.get_printoptions()["floatmode"])
print(np.array2string(a, formatter={"float_kind": lambda x: "%.1f" % x}, separator=", "))
np.set_printoptions(formatter={"float": lambda x: 1 / 0})
for wrong in (lambda: print(a), lambda: np.set_printoptions(sign="?"),
              lambda: np.set_printoptions(floatmode="short")):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
