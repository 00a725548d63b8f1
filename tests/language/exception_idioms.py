import sys
class Meta(type): pass
print("ok")
try:
    try: raise ValueError("a")
    except ValueError as e:
        raise TypeError("b") from e
    finally: print("f1")
except TypeError as e:
    c = e
    while c: print(type(c).__name__, c); c = c.__cause__ or c.__context__
def reraiser():
    try: raise KeyError("x")
    except KeyError as e:
        e.args = ("changed",)
        raise
try: reraiser()
except KeyError as e: print(e.args)
try:
    for i in [1, 2, 0, 4]:
        try: print(4 / i)
        except ZeroDivisionError: print("skip"); continue
        else: print("fine")
        finally: print("done", i)
finally: print("end")
def multi():
    for k in range(3):
        try:
            if k == 1: return k
        finally:
            if k == 1: print("leaving")
print(multi())
class ValidationError(ValueError):
    def __init__(self, field, msg): self.field = field; super().__init__(f"{field}: {msg}")
try: raise ValidationError("age", "neg")
except ValueError as e: print(type(e).__name__, e, e.field, e.args, isinstance(e, ValidationError))
def gen_err():
    yield_ = 1
    assert yield_ == 2, ("tuple", "message")
try: gen_err()
except AssertionError as e: print(e, e.args)
try: exec
except NameError: print("no exec")
e1 = Exception("a", "b"); print(e1, str(e1), repr(e1), Exception(), repr(Exception()), Exception(None), KeyError(), KeyError("a"), str(KeyError("a")), OSError("x"), Exception("x").args)
try: raise Exception
except Exception as e: print(repr(e), e.__class__)
try:
    raise ExceptionGroup("g", [ValueError(1)]) if 0 else ValueError("v")
except (TypeError, ValueError) as e: print("got", e)
import warnings
with warnings.catch_warnings():
    warnings.simplefilter("ignore"); warnings.warn("x")
print(sys.version_info[0] >= 3, sys.version_info >= (3, 6), sys.platform == "linux", sys.maxsize > 0)
