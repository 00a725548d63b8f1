# exit(), quit(), sys.exit; floats as hexadecimal text and as ratios.
import sys
try:
    sys.exit("bad")
except Exception:
    print("no")
except SystemExit as e:
    print("yes", e, e.code, repr(e))
try:
    sys.exit()
except SystemExit as e:
    print(repr(e.code), repr(e))
try:
    raise SystemExit(3)
except BaseException as e:
    print(e.code, type(e).__name__)
x = 0.1
print(x.hex(), (1.0).hex(), (-2.5).hex(), float.fromhex('0x1.8p1'), float.fromhex("-0x1.999999999999ap-4"), (0.0).hex(), float('inf').hex(), float('nan').hex(), 5e-324.hex())
print((2.0).is_integer(), (2.5).is_integer(), (0.75).as_integer_ratio(), (0.1).as_integer_ratio(), (3).as_integer_ratio())
print((1e300).as_integer_ratio()[0] > 0)
try: float('inf').as_integer_ratio()
except OverflowError as e: print(e)
try: float('nan').as_integer_ratio()
except ValueError as e: print(e)
try: float.fromhex('zz')
except ValueError as e: print(e)
print((255).bit_length(), (10).bit_count(), (5).conjugate(), (5).real, (2.5).imag, (1024).to_bytes(2,'big'))
for leave in (exit, quit, sys.exit):
    try:
        try:
            leave(4)
        except Exception:
            print("caught too early")
        finally:
            print("on the way out")
    except SystemExit as e:
        print(e.code, e.args)
for text in (" 0x1p4 ", "1.8", "INF", "-nan", "0x.8p-1074", "0x", "", "0x1p", "0x1p1025", "nan(3)", "1.8p0x"):
    try:
        print(repr(text), float.fromhex(text))
    except (ValueError, OverflowError) as e:
        print(repr(text), type(e).__name__, e)
for x in (1.7976931348623157e308, 2.2250738585072014e-308, 1e-310, -0.0, 3, 1 / 3):
    print(float(x).hex(), float.fromhex(float(x).hex()) == x)
exit("not printed here: it goes to standard error")
