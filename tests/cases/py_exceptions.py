# try, except, else, finally, raise, from, own exceptions.
class ShapeError(ValueError):
    """Raised by hand."""

    def __init__(self, got, want):
        super().__init__(f"got {got}, want {want}")
        self.got = got


class Plain(Exception):
    pass


def attempt(f):
    try:
        result = f()
    except ZeroDivisionError as e:
        print("zero:", e)
    except (KeyError, IndexError) as e:
        print(type(e).__name__, e, repr(e), e.args)
    except ShapeError as e:
        print("shape", e, e.got, isinstance(e, ValueError))
    except Exception as e:
        print("other", type(e).__name__, e)
    else:
        print("fine", result)
    finally:
        print("finally")


def fail(e):
    raise e


attempt(lambda: 1 / 0)
attempt(lambda: {}["k"])
attempt(lambda: [][1])
attempt(lambda: fail(ShapeError((2,), (3,))))
attempt(lambda: fail(Plain))
attempt(lambda: fail(Plain("a", 1)))
attempt(lambda: int("x1"))
attempt(lambda: 42)
for bad in (lambda: 1 + "a", lambda: "a" + 1, lambda: [] + (), lambda: None.shape, lambda: unknown_name, lambda: len(5), lambda: 3(),
            lambda: (1, 2)[5], lambda: "abc"[9], lambda: float("x"), lambda: [1, 2].index(9), lambda: {}.pop("z"), lambda: 1 % 0, lambda: 1.0 / 0,
            lambda: 1 // 0, lambda: int([]), lambda: sum(["a"]), lambda: max([]), lambda: [].pop(), lambda: next(iter([])), lambda: {[]: 1},
            lambda: "a" < 1, lambda: -"a", lambda: [1, 2][1.0], lambda: [1]["a"], lambda: (1)[0], lambda: range(1.5), lambda: (lambda x: x)(),
            lambda: (lambda x: x)(1, 2), lambda: (lambda x: x)(y=1), lambda: dict(1), lambda: open, lambda: [][0:1], lambda: abs("a"), lambda: "%d" % "x",
            lambda: 5 in 5, lambda: [*5], lambda: int("3.5"), lambda: "a" * 2.0, lambda: fail(3), lambda: object().foo, lambda: f"{'a':d}"):
    try:
        bad()
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


def layered():
    try:
        return "try"
    finally:
        print("cleanup first")


print(layered())
try:
    try:
        raise KeyError("inner")
    except KeyError as e:
        raise RuntimeError("outer") from e
except RuntimeError as e:
    print(e, repr(e.__cause__), e.__cause__.args)
try:
    try:
        raise ValueError("again")
    except ValueError:
        raise
except ValueError as e:
    print("re-raised", e, str(e) == "again")
for i in range(3):
    try:
        if i == 1:
            continue
        if i == 2:
            break
    finally:
        print("loop", i)
try:
    assert 1 == 2, f"one is not {2}"
except AssertionError as e:
    print("assert:", e)
try:
    assert []
except AssertionError as e:
    print("bare:", repr(e), str(e) == "")
try:
    raise NotImplementedError
except NotImplementedError as e:
    print(repr(e), issubclass(NotImplementedError, RuntimeError), issubclass(KeyError, LookupError))
