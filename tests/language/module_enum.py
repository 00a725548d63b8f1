# enum: Enum.
import enum
class Color(enum.Enum):
    RED = 1
    GREEN = enum.auto()
    BLUE = 'b'
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(1), Color['GREEN'], list(Color), len(Color), Color.RED in Color, Color.RED is Color(1), Color.GREEN.value, {Color.RED: 1}, isinstance(Color.RED, Color), f'{Color.RED}', Color.__members__.keys(), Color.RED == 1, type(Color.RED), Color)
try: Color(9)
except ValueError as e: print(e)
try: Color['X']
except KeyError as e: print('KeyError', e)
class St(str, enum.Enum):
    A = 'a'
    B = 'b'
print(St.A, St.A == 'a', St('b'), St.A.value, St.A.upper(), f'{St.A}', repr(St.A), 'x' + St.A)
class Planet(enum.Enum):
    EARTH = (5.9, 6.3)
    def __init__(self, m, r): self.m, self.r = m, r
    @property
    def g(self): return self.m / self.r
    @classmethod
    def d(cls): return cls.EARTH
print(Planet.EARTH.g, Planet.d(), Planet.EARTH.value)
@enum.unique
class Un(enum.Enum):
    A = 1
print(enum.Enum('Dyn', 'A B').B, Un.A)


# a class without members is an enumeration, too
class Empty(enum.StrEnum):
    pass


print(enum.Enum, enum.IntEnum, enum.StrEnum, enum.Flag, enum.IntFlag, enum.ReprEnum, Empty)
