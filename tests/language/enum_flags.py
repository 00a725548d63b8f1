# IntEnum, StrEnum, Flag and IntFlag, boundaries, and the rest of enum.
import enum
from enum import CONFORM, EJECT, KEEP, STRICT, Enum, Flag, FlagBoundary, IntEnum, IntFlag, StrEnum, auto, member, nonmember, unique, verify


class Level(IntEnum):
    LOW = 1
    MID = auto()
    HIGH = 10


class Color(StrEnum):
    RED = auto()
    DEEP_BLUE = auto()
    GREEN = "g"


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


class Mode(IntFlag):
    A = 1
    B = 2
    C = 4


class Strict(Flag, boundary=STRICT):
    A = 1
    B = 4


class Conform(Flag, boundary=CONFORM):
    A = 1
    B = 4


class Eject(IntFlag, boundary=EJECT):
    A = 1
    B = 4


class Keep(Flag, boundary=KEEP):
    A = 1
    B = 4


class Size(float, Enum):
    SMALL = 0.5
    LARGE = 2.0


class Text(str, Enum):
    A = "a"
    B = "b"


class Old(int, Enum):
    ONE = 1
    TWO = 2


class Point(tuple, Enum):
    ORIGIN = (0, 0)
    UNIT = (1, 1)


class Named(Enum):
    FIRST = "one", 1
    SECOND = "two", 2

    def __init__(self, text, number):
        self.text, self.number = text, number


class Coded(Enum):
    A = 1, "first"
    B = 2, "second"

    def __new__(cls, value, label):
        made = object.__new__(cls)
        made._value_ = value
        made.label = label
        return made


class Held(Enum):
    _ignore_ = "k"
    X = 1
    helper = nonmember(7)
    act = member(sorted)


class Numbered(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return f"{name}-{count}"

    P = auto()
    Q = auto()


class Missing(Enum):
    A = 1
    B = 2

    @classmethod
    def _missing_(cls, value):
        return cls.B if value == "b" else None


def shown(f, *args):
    try:
        return repr(f(*args))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for kind in (Level, Color, Perm, Mode, Strict, Conform, Eject, Keep, Size, Text, Old, Point, Named, Coded, Held, Numbered, Missing):
    print(kind, len(kind), list(kind), [m.name for m in kind], [m.value for m in kind])
    for m in kind:
        print("   ", repr(m), str(m), f"{m}", f"{m!s:>12}|", isinstance(m, int), isinstance(m, str), m in kind, kind(m.value) is m, kind[m.name] is m, hash(m) == hash(kind[m.name]))
    print("   ", list(kind.__members__), shown(kind, "nothing"), shown(kind, 3), shown(kind, 9), shown(kind, -1), shown(kind, 0))

print(Level.LOW + 1, Level.MID * 2.5, [10, 20, 30][Level.LOW], Level.LOW == 1, Level.LOW < Level.HIGH, sum(Level), max(Level), range(Level.MID), {1: "x"}[Level.LOW], Level.LOW | 4, type(Level.LOW + 1).__name__)
print("%d %s" % (Level.HIGH, Level.HIGH), f"{Level.HIGH:04d}", int(Level.HIGH), float(Level.MID), Level.HIGH.bit_length(), sorted([Level.HIGH, 3, Level.LOW]))
print(Color.RED == "red", Color.RED.upper(), "is " + Color.GREEN, Color.DEEP_BLUE.replace("_", " "), {"red": 1}[Color.RED], "".join(Color), Color("g"), f"{Color.RED:>6}|")
print(Perm.R | Perm.X, repr(Perm.R | Perm.W), Perm.RW, Perm.RW & Perm.R, Perm.RW ^ Perm.R, ~Perm.R, ~Perm.RW, bool(Perm.R & Perm.X), Perm(0), repr(Perm(0)), Perm(7), Perm.R in Perm.RW, Perm.X in Perm.RW)
print(list(Perm.RW), list(Perm.R | Perm.X), len(Perm.RW), (Perm.R | Perm.X).name, (Perm.R | Perm.X).value, Perm(5) is Perm.R | Perm.X, Perm.R | Perm.W is Perm.RW, Perm(-1), shown(lambda: Perm.R | 1), shown(lambda: 1 in Perm.RW))
print(Mode.A | Mode.B, repr(Mode.A | Mode.B), Mode.A | 8, repr(Mode.A | 8), repr(Mode(8)), repr(~Mode.A), Mode.A & 3, repr(4 | Mode.A), Mode.A + 1, Mode(3) == 3, isinstance(Mode(3), int), Mode.A < 2, list(Mode(7)), Mode(0), repr(Mode(0)))
print(shown(lambda: Strict(2)), shown(lambda: Strict.A | Strict.B), shown(lambda: ~Strict.A), shown(lambda: Strict(8)))
print(shown(lambda: Conform(7)), shown(lambda: Conform(2)), shown(lambda: ~Conform.A))
print(shown(lambda: Eject(7)), shown(lambda: type(Eject(2)).__name__), shown(lambda: Eject.A | 8), shown(lambda: ~Eject.A))
print(shown(lambda: Keep(7)), shown(lambda: Keep(2)), shown(lambda: ~Keep.A), shown(lambda: Keep(9)))
print(Size.SMALL + 1, Size(2.0), Size.LARGE * 2, Text.A + "x", Text.B == "b", Old.TWO + 1, Old.ONE, f"{Old.ONE}", Point.UNIT[0], Point.ORIGIN == (0, 0), len(Point.UNIT))
print(Named.FIRST.text, Named.SECOND.number, Coded.A.label, Coded(2), Held.helper, Held.act.value is sorted, shown(lambda: Held.k), Numbered.Q.value, Missing("b"), shown(Missing, "c"))
print(FlagBoundary.KEEP, repr(KEEP), list(FlagBoundary), STRICT == "strict", enum.CONTINUOUS, [c.name for c in enum.EnumCheck])


def twice():
    @unique
    class U(IntEnum):
        A = 1
        B = 1


def hole():
    @verify(enum.CONTINUOUS)
    class U(IntEnum):
        A = 1
        B = 4


def alias():
    @verify(enum.UNIQUE)
    class U(Enum):
        A = 1
        B = 1


def extend():
    class More(Level):
        C = 3


def not_text():
    class T(StrEnum):
        A = 1


def reserved():
    class T(Enum):
        _foo_ = 1


for bad in (twice, hole, alias, extend, not_text, reserved, lambda: Level.NONE, lambda: setattr(Level, "LOW", 3), lambda: setattr(Level.LOW, "value", 2), lambda: Level["NONE"], lambda: Level.LOW.missing, lambda: Color("nope")):
    print(shown(bad))

F = Flag("F", "A B C")
I = IntEnum("I", ["X", "Y"], start=5)
S = StrEnum("S", "ONE TWO")
D = Enum("D", {"A": 1, "B": "b"})
print(list(F), list(I), list(S), list(D), F.A | F.C)


@enum.global_enum
class Global(IntEnum):
    GLOBAL_ONE = 1


print(GLOBAL_ONE, repr(GLOBAL_ONE))


class WithMethods(IntFlag):
    READ = 1
    WRITE = 2

    @property
    def readable(self):
        return bool(self & WithMethods.READ)

    @classmethod
    def every(cls):
        return cls.READ | cls.WRITE

    def __str__(self):
        return f"<{self.name}>"


print(WithMethods.READ.readable, WithMethods.WRITE.readable, WithMethods.every(), repr(WithMethods.every()), f"{WithMethods.READ}")
match Level.HIGH:
    case Level.LOW:
        print("low")
    case Level.HIGH:
        print("high")
