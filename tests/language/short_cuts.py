"""What is done a shorter way where it is plain: the answers are those of the long way."""

# --- pairs that a loop takes apart ---
class Odd:
    def __iter__(self):
        return iter((7, 8))

table = {"a": 1, "b": 2}
for k, v in table.items():
    print(k, v, end="; ")
for i, (x, y) in enumerate(zip("ab", Odd()), start=3):
    print(i, x, y, end="; ")
for [a, b, c] in zip([1, 2, 3], (4, 5), range(9)):
    print(a, b, c, end="; ")
print()
for first, *rest in zip("ab", "cd", "ef"):
    print(first, rest)
rows = zip([1, 2, 3], [4, 5])
for a, b in rows:
    print(a, b)
print(list(rows), next(rows, "over"))
for pairs, count in ((zip("ab", "cd"), "two"), (enumerate("ab"), "three"), (table.items(), "three")):
    try:
        if count == "two":
            for a, b, c in pairs:
                print("never")
        else:
            for a, b, c in pairs:
                print("never")
    except ValueError as e:
        print(count, e)
try:
    for k, v in table.items():
        table[k + k] = v
except RuntimeError as e:
    print(e)
try:
    for a, b in zip([1, 2], [3], strict=True):
        print(a, b)
except ValueError as e:
    print(e)
try:
    for a, b in zip([1], [3, 4], strict=True):
        print(a, b)
except ValueError as e:
    print(e)
for a, b in zip():
    print("never")
print([b - a for a, b in zip([1, 5], [9, 9])], {k: i for i, k in enumerate("xyz")})
grown = [1, 2]
for i, x in enumerate(grown):
    if i < 3:
        grown.append(x * 10)
print(grown)
items = iter({"p": 1, "q": 2}.items())
for k, v in items:
    print(k, v, list(items))

# --- sorting by keys of one kind, and of several ---
numbers = [3, -1, 2, -(2**63), 2**63 - 1, 0, -1]
print(sorted(numbers), sorted(numbers, reverse=True))
print(sorted([1.5, -0.0, 0.0, float("inf"), -2.5, -float("inf"), 0.0]))
print(sorted([(0.0, "first"), (-0.0, "second"), (0.0, "third")], key=lambda p: p[0], reverse=True))
print(len(sorted([2.0, float("nan"), 1.0])))
words = ["commonprefix2", "commonprefix", "b", "", "commonprefix1", "é", "zz", "a\0", "a", "commonpr", "commonprefix10"]
print(sorted(words), sorted(words, reverse=True))
print(sorted(words, key=len), sorted([True, 2, 0, False, 1.5]))
many = [(i * 7919) % 101 for i in range(300)]
print(sorted(many) == [v for v in range(101) for _ in range(many.count(v))], sorted(range(99, 0, -1))[:3])
print([p for p in sorted(enumerate(many), key=lambda p: p[1])][:4], sorted(enumerate("baab"), key=lambda p: p[1], reverse=True))
print(sorted([2**70, 1, -(2**70)]))
for mixed in (["a", 1], [1, "a"], [1, None]):
    try:
        print(sorted(mixed))
    except TypeError as e:
        print(e)

# --- keys ---
seen = {}
for key in [(1, 2), (1, 2.0), (True, 2), (1, "x"), (1, ("x", 3)), (1, ("x", 3.0)), (), ((),), 1, 1.0, True, "1", -1, -2, 2**61 - 1, 0]:
    seen[key] = seen.get(key, 0) + 1
print(seen)
print({(1, 2), (1, 2.0), ("a",), ("a",), ("b", (1,))} == {(1, 2), ("a",), ("b", (1,))}, (1, float("2")) in seen)

class Same(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__

print({"a": 1}.get(Same("a")), {Same("b"): 2}.get("b"), {("a", 1): 3}.get((Same("a"), 1)))

# --- texts ---
print("Straße Ärger".upper(), "Hello, World! [`{@".upper(), "HELLO [`{@ ÄÖ".lower(), "ABC".casefold(), "".upper())
text = "ab"
print(text.strip() is text, " ab ".strip(), "xxabxx".strip("x"), len("".join([])), "-".join(["é", "b", ""]), len("-".join(["é", "ü"])))
print("".join([text]) is text, "ab" + "é", len("ab" + "é"), ("é" + "ab")[1], "a" "b" + "c" * 2)
text += "é"
text += "c"
print(text, len(text), text[2], text == "abéc", {text: 1}["abéc"], hash(text) == hash("abéc"))
print(str(-5), str(0), str(2**63 - 1), str(-(2**63)), str(2**64), str(True), [c for c in "aé\0b"])
try:
    "a" + 1
except TypeError as e:
    print(e)
try:
    text += 1
except TypeError as e:
    print(e)

# --- items ---
cells = [1, 2, 3]
cells[-1] = 4
cells[0] += 5
print(cells, cells[-3], cells[True], (1, 2)[-2])
for at in (3, -4, 2**70, "a", 1.0, None):
    for what in ("get", "set"):
        try:
            if what == "get":
                cells[at]
            else:
                cells[at] = 0
        except (IndexError, TypeError) as e:
            print(type(e).__name__, e)

class Counted(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value + 1)

    def __missing__(self, key):
        return "missing " + key

counted = Counted()
counted["a"] = 1
print(counted["a"], counted["b"], [(a, b) for a, b in counted.items()])

# --- methods that a place in the code has found before ---
class Shape:
    def area(self):
        return "area"

    def copy(self):
        return "copied"


class Square(Shape):
    pass


def area_of(x):
    return x.area()


def copy_of(x):
    return x.copy()


shape, square = Shape(), Square()
print(area_of(shape), area_of(shape), area_of(square))
shape.area = lambda: "its own"
print(area_of(shape), area_of(square), area_of(Shape()))
Square.area = lambda self: "of a square"
print(area_of(square), area_of(shape), area_of(Shape()))
Shape.area = lambda self: "another"
del Square.area, shape.area
print(area_of(square), area_of(shape))
print([copy_of(x) for x in ([1], {"a": 1}, shape, {2}, [3])], [x.count(1) for x in ([1, 1], (1,), range(3))])


class Counter:
    def total(self):
        return 0

    def bump(self):
        self.total = self.total() + 1 if callable(self.total) else self.total + 1
        return self.total


def add(x):
    x.value += "!"
    return x.value


class Plain:
    value = "plain"


class Method:
    def value(self):
        return 0


counter = Counter()
print(counter.bump(), counter.bump(), Counter().bump(), add(Plain()), add(Plain()), Plain.value)
for kind in (Method, Plain, Method):
    try:
        print(add(kind()))
    except TypeError as e:
        print(e)


class Right:
    def __radd__(self, other):
        return 5


def count_up(x):
    x.count += Right()
    return x.count


class Holder:
    def __init__(self):
        self.count = 1


print(count_up(Holder()), count_up(Holder()))
for again in range(2):
    try:
        print(count_up([1]))
    except AttributeError as e:
        print(type(e).__name__)
# -1 and -2 have one hash, and so have these
print({(-1, 1): "a", (-2, 1): "b", (-1, "x"): "c", (-2, "x"): "d"}, {(-1,), (-2,)} == {(-2,), (-1,)}, len({-1, -2}), {-1: 1, -2: 2})
