# functools.singledispatch by hints that are text.
from __future__ import annotations

import functools
from dataclasses import dataclass


@dataclass
class Span:
    first: int
    last: int


@functools.singledispatch
def tell(x: object) -> str:
    return f"<{type(x).__name__}>"


@tell.register
def _(x: int) -> str:
    return f"int {x}"


@tell.register
def _(x: list, deep: bool = False) -> str:
    return "[" + ", ".join(map(tell, x)) + "]"


@tell.register
def tell_span(x: Span):
    return f"{x.first}..{x.last}"


@tell.register(float)
def _(x) -> str:
    return f"{x:.2f}"


print(tell(3), tell([1, 2.0, [True, None]]), tell(Span(1, 4)), tell("s"), tell_span(Span(2, 3)))
print(tell.dispatch(bool) is tell.dispatch(int), sorted(kind.__name__ for kind in tell.registry))

