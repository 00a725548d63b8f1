from enum import Enum, auto, unique
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
    def describe(self): return f"{self.name} is {self.value}"
    @classmethod
    def default(cls): return cls.GREEN
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color['BLUE'])
print(list(Color), len(Color), Color.CRIMSON is Color.RED, Color.default().describe())
print(Color.__members__)
print([c.name for c in Color], Color.RED == 1, Color.RED == Color.RED, Color.RED in Color, isinstance(Color.RED, Color))
print({Color.RED: "r"}, type(Color.RED), f"{Color.RED}", f"{Color.RED!r:>20}|", "%s" % Color.RED)
for bad in (lambda: Color(9), lambda: Color['X'], lambda: Color.RED < Color.BLUE, lambda: Color.PURPLE):
    try: bad()
    except (ValueError, KeyError, TypeError, AttributeError) as e: print(type(e).__name__, e)
class N(Enum):
    LOW = auto()
    MID = auto()
    HIGH = 10
    NEXT = auto()
print(N.LOW, repr(N.LOW), N.HIGH.value, N.NEXT.value, N.MID.value, f"{N.LOW}", [n.name for n in N])
class S(str, Enum):
    X = "ex"
    Y = "why"
print(S.X, S.X == "ex", S.X.upper(), repr(S.Y), f"{S.X}", S("why"), S.X.value, "ex" in [S.X])
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.4e23, 3.39e6)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
    @property
    def g(self): return 6.67e-11 * self.mass / self.radius**2
print(Planet.EARTH, Planet.EARTH.mass, f"{Planet.MARS.g:.2f}", Planet.EARTH.value)
try:
    Color.RED = 5
except AttributeError as e: print(e)
try:
    Color.RED.value = 5
except AttributeError as e: print(e)
try:
    @unique
    class U(Enum):
        A = 1
        B = 1
except ValueError as e: print(e)
A = Enum('A', 'X Y Z')
print(list(A), A.Y.value)
B = Enum('B', ['P', 'Q']); print(B.P)
class Sub(Color): pass
