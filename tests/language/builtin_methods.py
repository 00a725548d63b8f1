# Every name that dir() tells of the built-in types: what each method makes of a few arguments. A name that
# only CPython has is on the list REFUSED, and nowhere else: pickling, sizes in memory, what is beneath.
REFUSED = """__reduce__ __reduce_ex__ __getstate__ __setstate__ __getnewargs__ __sizeof__ __subclasshook__ __getformat__
bytes.__mod__ bytes.__rmod__ bytes.maketrans bytes.translate str.format_map dict_keys.mapping builtin_function_or_method.__self__ type.denominator type.imag
type.numerator type.real gi_code gi_frame gi_running gi_suspended gi_yieldfrom __del__ __weakref__ __builtins__ __text_signature__""".split()
# Their results are addresses, or they are shown elsewhere.
QUIET = """__class__ __doc__ __init_subclass__ __new__ __dir__ __init__ __getattribute__ __setattr__ __delattr__ __hash__
__globals__ __code__ __closure__ __dict__ __repr__ __str__ __format__ __reversed__ __iter__ __get__ splitlines from_bytes with_traceback""".split()


# More digits than there is room for; the last digits of complex powers; what CPython says of wrong kinds.
SKIPPED = dict.fromkeys(["__pow__", "__rpow__", "__lshift__", "__rlshift__", "indices"], [(2**70,), (1j,)])
SKIPPED.update(dict.fromkeys("count find index rfind rindex".split(), [("a",), (2.5,), (2**70,)]))


def f(a, b=2):
    return a


def g():
    yield 1
    yield 2


class C:
    def m(self, x=1):
        return x


SELVES = [1.5, -0.0, float("nan"), 1, -7, True, 2**70, "ab%s", "", b"xy", [3, 1], [], (1, 2), {"a": 1}, {1, 2}, frozenset([1]),
          range(3), range(0), slice(1, 5), 1 + 2j, None, int, f, C().m, object(), ValueError("x", 1), len, {"a": 1}.keys(), ...]
ARGUMENTS = [(), (1,), (2.5,), ("a",), (b"x",), ([1],), ((1,),), ({1: 2},), ({1},), (None,), (1j,), (-1,), (2**70,), (3, 5), (0,)]


def shown(value):
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__} {sorted(map(repr, value))}"
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text if len(text) < 60 else text[:60] + "..."


def copied(value):
    return type(value)(value) if isinstance(value, (list, dict, set)) else value


for value in SELVES:
    print("----", type(value).__name__, shown(value))
    for name in dir(value):
        if name in REFUSED or f"{type(value).__name__}.{name}" in REFUSED:
            continue
        assert hasattr(value, name), name
        dunder = name.startswith("__")
        if name in QUIET:
            print(name, "there")
            continue
        if not callable(getattr(value, name)):
            print(name, shown(getattr(value, name)))
            continue
        results = []
        for arguments in ARGUMENTS:
            if arguments in SKIPPED.get(name, ()) or (name == "__rlshift__" and value == 2**70):
                continue
            own = copied(value)
            try:
                results.append(shown(getattr(own, name)(*arguments)))
                if own != value and value == value:
                    results[-1] += " -> " + shown(own)
            except Exception as e:
                text = f": {e}" if dunder and "argument" not in str(e) else ""
                results.append(type(e).__name__ + text)
        print(name, " | ".join(results))
