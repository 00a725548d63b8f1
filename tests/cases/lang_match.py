# match: literals, names, alternatives, guards, sequences, mappings, classes.
from dataclasses import dataclass


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


@dataclass
class Pair:
    left: int
    right: int


class Mode:
    TRAIN = "train"


def say(thing):
    match thing:
        case None:
            return "nothing"
        case True | False:
            return "a bool"
        case 0 | -1:
            return "0 or -1"
        case Mode.TRAIN:
            return "training"
        case "a" | "b" as letter:
            return "letter " + letter
        case int() if thing > 100:
            return "large"
        case int(n):
            return f"int {n}"
        case float() | complex():
            return "a number"
        case []:
            return "empty"
        case [x]:
            return f"one: {x}"
        case (1, [a, b], *rest):
            return f"1, {a}, {b}, {rest}"
        case [first, *_, last]:
            return f"{first} ... {last}"
        case {"kind": "linear", "size": size}:
            return f"linear of {size}"
        case {"kind": kind}:
            return f"kind {kind}"
        case Point(0, y=0):
            return "origin"
        case Point(x=x, y=y) if x == y:
            return f"diagonal {x}"
        case Point(x, y):
            return f"at {x}, {y}"
        case Pair(l, r):
            return f"pair {l} {r}"
        case str() as text:
            return text.upper()
        case _:
            return "else"


for thing in (None, True, 0, -1, "train", "b", 500, 7, 2.5, [], [3], (1, [2, 3], 4, 5), (1, [2, 3]), ["p", "q", "r", "s"],
              {"kind": "linear", "size": 4}, {"kind": "conv"}, {}, Point(0, 0), Point(2, 2), Point(2, 3), Pair(1, 2), "word",
              {1}, b"x"):
    print(say(thing))

for step in range(4):
    match step % 3:
        case 0:
            continue
        case 1:
            print("one")
        case other:
            print("other", other)

match 1, "x":
    case 2, _:
        print("no")
    case a, b:
        print(a, b)

match = 3
print(match, match + 1)
case = [match]
match case:
    case [3]:
        match (case[0]):
            case 3: print("three")
print(match)
