# sys, inspect, os and io as far as programs look at themselves.
import sys, io, inspect, os, types, copy
try:
    1 / 0
except ZeroDivisionError:
    t, v, tb = sys.exc_info(); print(t, v)
print(sys.exc_info(), sys.maxunicode, sys.getdefaultencoding(), hex(sys.hexversion)[:5])
b = io.BytesIO(); b.write(b"abc"); b.write(b"de"); print(b.getvalue(), b.tell()); b.seek(1); print(b.read(2), b.read(), io.BytesIO(b"xy").read())
def f(a, b=2, *args, c: int = 3, **kw) -> int: "doc"; return a
sig = inspect.signature(f); print(sig, list(sig.parameters), sig.parameters['b'].default, sig.parameters['a'].default is inspect.Parameter.empty, inspect.isfunction(f), inspect.isclass(int))
print(os.path.join("a", "b"), os.sep, os.curdir, os.devnull)
class A:
    """Doc.

    More.
    """
    x: int = 1
print(A.__annotations__)
sys.stdout.write("hi\n"); sys.stdout.flush()
old = sys.stdout; sys.stdout = buf = io.StringIO(); print("captured"); sys.stdout = old; print(repr(buf.getvalue()))
print(sys.float_info.max, sys.int_info.bits_per_digit)
