"""Every name that objects of the built-in classes have in CPython 3.11, and what it gives when it is called
without arguments: object, name, result, with tabs between them. tests/lang/builtin_names.txt is what CPython
prints of this file (tests/language/generate.sh)."""

OBJECTS = """1.0 1 "" [] {} () set() b"" None True range(3) 1j object() frozenset() slice(1)
enumerate([]) zip() map(str,[]) reversed([]) iter([]) {}.keys() {}.values() {}.items()""".split()
VARIES = {"__dir__"}  # all names
ADDRESS = {"__hash__"}  # of what has no value, and of text


def told(v, name):
    got = getattr(v, name)
    try:
        got = got() if callable(got) else got
    except Exception as e:
        return type(e).__name__
    if hasattr(got, "__next__"):
        return "an iterator"
    plain = name not in VARIES and " at 0x" not in repr(got) and (name not in ADDRESS or isinstance(v, (int, float)))
    return type(got).__name__ + (f" {got!r}" if plain else "")


for text in OBJECTS:
    for name in dir(eval(text)):
        print(text, name, told(eval(text), name), sep="\t")
