# exit(), quit(), sys.exit; floats as ratios.
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
print((2.0).is_integer(), (2.5).is_integer(), (0.75).as_integer_ratio(), (0.1).as_integer_ratio(), (3).as_integer_ratio())
print((1e300).as_integer_ratio()[0] > 0)
try: float('inf').as_integer_ratio()
except OverflowError as e: print(e)
try: float('nan').as_integer_ratio()
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
exit("not printed here: it goes to standard error")
