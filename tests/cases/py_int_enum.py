# enum.IntEnum: members that count.
from enum import IntEnum, auto


class Level(IntEnum):
    LOW = 1
    MID = auto()
    HIGH = 5


print(Level.LOW, repr(Level.MID), Level.HIGH.name, Level.HIGH.value, f"{Level.HIGH} {Level.HIGH:03d}")
print(Level.LOW + 1, 10 - Level.HIGH, Level.HIGH * Level.MID, Level.HIGH // 2, -Level.LOW, 2 ** Level.MID)
print(Level.LOW < Level.MID, Level.HIGH == 5, 5 == Level.HIGH, Level.LOW != 1, Level.MID >= 3, bool(Level.LOW))
print(["a", "b", "c"][Level.LOW], list(range(Level.MID)), {1: "one"}[Level.LOW], sorted(Level, reverse=True))
print(Level(5), Level["MID"], len(Level), max(Level), sum(Level), int(Level.HIGH), float(Level.HIGH))
