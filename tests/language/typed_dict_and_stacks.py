# typing.TypedDict; contextlib: ExitStack, closing, redirect_stdout
import contextlib
import io
from typing import List, TypedDict


class Point(TypedDict):
    x: int
    y: int


class Named(Point, total=False):
    name: str


p = Point(x=1, y=2)
n: Named = {"x": 1, "y": 2, "name": "a"}
print(p, type(p), n["name"], Point.__annotations__, Named.__total__, sorted(Named.__required_keys__), sorted(Named.__optional_keys__))
print(sorted(Named.__annotations__), Point.__name__, Point(p, y=5), TypedDict("Other", {"a": int})(a=3))


def total(points: List[Point]) -> int:
    return sum(point["x"] for point in points)


print(total([p, {"x": 5, "y": 0}]))


class Room:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, error, trace):
        print("leave", self.name, kind.__name__ if kind else None)
        return self.name == "swallows"

    def close(self):
        print("close", self.name)


with contextlib.ExitStack() as stack:
    rooms = [stack.enter_context(Room(name)) for name in "ab"]
    stack.callback(print, "called", 1)
    stack.push(Room("c"))
    print([room.name for room in rooms])
with contextlib.ExitStack() as stack:
    stack.enter_context(Room("outer"))
    stack.enter_context(Room("swallows"))
    stack.enter_context(Room("inner"))
    raise ValueError("lost")
try:
    with contextlib.ExitStack() as stack:
        stack.enter_context(Room("alone"))
        raise KeyError("kept")
except KeyError as e:
    print("caught", e)
stack = contextlib.ExitStack()
stack.enter_context(Room("later"))
other = stack.pop_all()
stack.close()
other.close()

with contextlib.closing(Room("door")) as room:
    print("in", room.name)
text = io.StringIO()
with contextlib.redirect_stdout(text):
    print("not seen")
    with contextlib.redirect_stdout(io.StringIO()) as inner:
        print("deeper")
    print("again")
print(repr(text.getvalue()), repr(inner.getvalue()))
