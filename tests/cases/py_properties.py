# Properties, static and class methods, decorators, context managers, class state.
import functools


class Temperature:
    count = 0
    scales = {"c": 1}

    def __init__(self, celsius=0.0):
        self._c = celsius
        Temperature.count += 1

    @property
    def fahrenheit(self):
        return self._c * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, f):
        if f < -459.67:
            raise ValueError("below zero")
        self._c = (f - 32) * 5 / 9

    @classmethod
    def freezing(cls):
        return cls(0.0)

    @staticmethod
    def is_hot(c):
        return c > 30


class Kelvin(Temperature):
    pass


t = Temperature(100)
print(t.fahrenheit)
t.fahrenheit = 212 - 90
print(t._c, t.fahrenheit, Temperature.is_hot(31), t.is_hot(3), type(Kelvin.freezing()).__name__, Temperature.count)
try:
    t.fahrenheit = -1000
except ValueError as e:
    print("ValueError", e)
print(Temperature.scales is t.scales, Kelvin.count)


def trace(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        print("->", fn.__name__, args, kwargs)
        result = fn(*args, **kwargs)
        print("<-", result)
        return result
    return inner


def times(n):
    def wrap(fn):
        def inner(x):
            for _ in range(n):
                x = fn(x)
            return x
        return inner
    return wrap


@trace
def area(w, h=2):
    return w * h


@times(3)
def double(x):
    return x * 2


area(3)
area(3, h=4)
print(double(1), area.__name__)


class Managed:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.name == "quiet"


with Managed("one") as m:
    print("inside", m.name)
with Managed("quiet"), Managed("b"):
    raise KeyError("lost")
print("after")


class Tally(dict):
    def __missing__(self, key):
        return 0


tally = Tally(a=1)
tally["b"] += 2
print(tally, tally["zzz"], len(tally))


class Lazy:
    def __getattr__(self, name):
        if name.startswith("x_"):
            return name[2:].upper()
        raise AttributeError(name)


print(Lazy().x_abc, hasattr(Lazy(), "y"), getattr(Lazy(), "y", "none"))
