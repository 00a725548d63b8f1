e = ValueError("bad"); e.add_note("one"); e.add_note("two"); print(e.__notes__, e)
try: e.add_note(3)
except TypeError as t: print(t)
for args in [(2, "No such file"), (13, "denied", "f.txt"), (17, "exists"), ("only",), (1, 2, 3)]:
    o = OSError(*args); print(type(o).__name__, o, o.errno, o.strerror, o.filename, o.args)
print(FileNotFoundError(2, "gone", "x").filename, issubclass(ConnectionResetError, ConnectionError), PermissionError.__mro__[1], TimeoutError("t"), EnvironmentError is OSError)
try: undefined_thing
except NameError as e: print(e.name)
try: [].nothing
except AttributeError as e: print(e.name, e.obj)
try: raise ImportError("no", name="n", path="p")
except ImportError as e: print(e.name, e.path, e.msg)
import traceback, sys
def inner(): raise KeyError("k")
try: inner()
except KeyError as e:
    print(traceback.format_exc().splitlines()[0], traceback.format_exc().splitlines()[-1])
    print(traceback.format_exception_only(e), e.__traceback__ is not None, sys.exc_info()[0], type(sys.exc_info()[2]).__name__)
    traceback.print_exc(file=sys.stdout) if False else None
print(sys.exc_info())
class E(Exception):
    def __init__(self, a, *, b=2): self.a, self.b = a, b
try: raise E(1, b=3)
except E as e: print(e, e.args, e.a, e.b, repr(e))
print(ArithmeticError.__subclasses__(), Exception().__cause__, KeyError("x").__context__)
import math
for t in ["log(2, 1)", "factorial(-1)", "factorial(1.5)", "gcd(1.5, 2)", "comb(-1, 2)", "fmod(1, 0)", "floor(math.nan)", "isqrt(-1)", "dist([1], [1, 2])"]:
    try: print(t, "=>", eval("math." + t))
    except Exception as e: print(t, "=>", type(e).__name__, "|", e)
for kind in (BaseException, KeyboardInterrupt, SystemExit, Exception, ValueError):
    e = kind("x")
    print(repr(e.with_traceback(None)), e.with_traceback(None) is e, e.add_note("n"), e.__notes__, e.args)
e = ValueError("noted")
e.add_note("Try harder")
raise e
