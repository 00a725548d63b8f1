# Classes derived from int and float: their objects are numbers, what comes out are plain ones.
import copy
import math


class Id(int):
    def double(self):
        return self * 2

    def __add__(self, other):
        return Id(super().__add__(other))


class Weight(float):
    unit = "kg"

    def __new__(cls, value, unit="kg"):
        made = super().__new__(cls, value)
        made.unit = unit
        return made

    def __repr__(self):
        return f"Weight({super().__repr__()} {self.unit})"


class Next(int):
    def __new__(cls, v):
        return super().__new__(cls, int(v) + 1)


class Sub(Id):
    pass


class Compared(int):
    def __eq__(self, other):
        return "eq"

    def __hash__(self):
        return 7

    def __lt__(self, other):
        return int.__lt__(self, other)


i, w, big = Id(5), Weight(2.5, "lb"), Id(2**70)
print(i, repr(i), w, repr(w), str(w), big, type(i).__name__, isinstance(i, int), isinstance(w, float), issubclass(Sub, int))
print(type(i + 1).__name__, i + 1, 1 + i, type(1 + i).__name__, i - 1, i * 2, i / 2, i // 2, i % 3, i ** 2, 2 ** i, divmod(i, 2), pow(i, 2, 7))
print(-i, +i, ~i, abs(Id(-3)), type(-i).__name__, i & 4, i | 8, i ^ 1, i << 2, i >> 1, bool(Id(0)), not i, i and 3)
print(i == 5, 5 == i, i != 5, i < 6, 4 < i, i >= 5.0, i == 5.0, hash(i) == hash(5), {5: "five"}[i], {i: "x"}[5], i in [5], i in {5})
print([0, 1, 2, 3, 4, 55][i], "abcdefg"[i], list(range(i)), [1] * Id(3), Id(2) * "ab", "ab" * Id(2), (1, 2) * Id(2), [1, 2, 3][Id(0):Id(2)])
print(f"{i}", f"{i:05d}", f"{w:.3f}", "%d %s %5.1f" % (i, i, w), "{:x}".format(Id(255)), format(i, ">4"), hex(Id(255)), bin(i), oct(Id(8)), chr(Id(65)))
print(int(i), float(i), int(w), float(w), complex(i), round(w), round(Id(123), -1), math.sqrt(Id(16)), math.floor(w), math.gcd(Id(12), 18))
print(type(int(i)).__name__, type(float(w)).__name__, type(float(i)).__name__, type(round(w)).__name__, i.bit_length(), i.real, w.is_integer(), w.real, w.hex())
print(sum([i, i]), max(i, 3), min(w, 3.0), sorted([Id(3), Id(1), 2]), int.__add__(i, 2), int.bit_length(i), float.__mul__(w, 2), i.__add__(3), i.__mul__(2), w.__mul__(2))
print(i.double(), Sub(4).double(), type(Sub(4) + 1).__name__, Next(4), Next("7"), Sub("12"), Id("ff", 16), Id(), Weight("1.5"))
i.note = "kept"
print(i.note, i.__dict__, w.unit, vars(w), copy.copy(w), copy.deepcopy(i).note, copy.copy(i) == i)
print(Compared(3) == 3, Compared(3) == 4, 3 == Compared(3), hash(Compared(3)), Compared(3) < 4, {Compared(3): 1})
print(big + 1, big == 2**70, big > i, float(big), big % 10, -big, hash(big) == hash(2**70), type(big - 0).__name__)
print(i + 2, w + 1, w - i, w / 2, w // 1, w ** 2, i - 1j, w * 1j, i == 5 + 0j)
x = i
x += 1
print(x, type(x).__name__)
x -= 1
print(x, type(x).__name__)
for bad in (lambda: Next(1) + "a", lambda: "a" + i, lambda: i < "a", lambda: Id("x"), lambda: w[0], lambda: [1][w], lambda: i / 0, lambda: w % 0, lambda: ~w, lambda: i @ 1, lambda: Weight("z"), lambda: len(i), lambda: i.missing):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)


class Both(int, object):
    pass


def refuse():
    class Yes(bool):
        pass


print(Both(3) + 1)
try:
    refuse()
except TypeError as e:
    print(e)
print([type(v).__name__ for v in (Id(3), Next(3) + 0, Id(3).real, Weight(3).real)], Id(3) is Id(3), type(Id(3)) is Id)
match Id(3):
    case 3:
        print("matched")
match Weight(1):
    case float():
        print("a float")
