class MyE(Exception):
    def __init__(self, code, msg="x"):
        super().__init__(msg); self.code = code
    def __str__(self): return f"[{self.code}] {super().__str__()}"
try: raise MyE(3, "bad")
except MyE as e: print(e, repr(e), e.args, e.code)
try:
    try: raise KeyError("k")
    except KeyError as e: raise ValueError("v") from e
except ValueError as e: print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try: raise KeyError("k")
    except KeyError: raise ValueError("v")
except ValueError as e: print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try: raise KeyError("k")
    except KeyError: raise ValueError("v") from None
except ValueError as e: print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try: raise ValueError
except ValueError as e: print(repr(e), e.args, str(e) == "")
try: raise ValueError(1, "a")
except ValueError as e: print(e, repr(e), e.args)
try:
    try: 1/0
    except ZeroDivisionError: raise
except ArithmeticError as e: print("re", e)
try: raise
except RuntimeError as e: print(e)
try: raise 5
except TypeError as e: print(e)
try: raise ValueError("x") from 5
except TypeError as e: print(e)
try:
    try: raise ValueError
    except int: pass
except TypeError as e: print(e)
try:
    try: raise ValueError
    except (KeyError, "a"): pass
except TypeError as e: print(e)
def inner():
    try: raise KeyError("deep")
    except KeyError: helper()
def helper():
    try: raise
    except KeyError as e: print("helper", e)
inner()
try: [][1]
except LookupError as e: print(type(e), e)
try: {}['a']
except KeyError as e: print(e, e.args)
try: assert 1 == 2, "msg"
except AssertionError as e: print(repr(e))
try: assert False
except AssertionError as e: print(repr(e))
try: int("x")
except ValueError as e: print(e)
print(issubclass(KeyError, LookupError), issubclass(ZeroDivisionError, ArithmeticError), Exception.__mro__)
e = ValueError("a"); e.note = 3; print(e.note, e == ValueError("a"), isinstance(e, Exception))
raise MyE(5)
