# Fractions of ints.
import math
import re

_TEXT = re.compile(r"\s*([-+]?)(?:(\d+)/(\d+)|(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?)\s*")


def _of_text(text):
    """(numerator, denominator) of "3/4", "0.25" or "1e-3"."""
    found = _TEXT.fullmatch(text)
    if found is None or not re.search(r"\d", text):
        raise ValueError(f"Invalid literal for Fraction: {text!r}")
    sign = -1 if found[1] == "-" else 1
    if found[2] is not None:
        return sign * int(found[2]), int(found[3])
    behind, power = found[5] or "", int(found[6] or 0) - len(found[5] or "")
    digits = sign * int((found[4] or "") + behind)
    return (digits * 10 ** power, 1) if power >= 0 else (digits, 10 ** -power)


class Fraction:
    """An int over an int, in lowest terms."""

    def __init__(self, numerator=0, denominator=None):
        if denominator is None:
            if isinstance(numerator, str):
                numerator, denominator = _of_text(numerator)
            elif isinstance(numerator, float):
                numerator, denominator = numerator.as_integer_ratio()
            else:
                denominator = 1
        if isinstance(numerator, Fraction) or isinstance(denominator, Fraction):
            top, bottom = _fraction(numerator), _fraction(denominator)
            numerator, denominator = (top.numerator * bottom.denominator,
                                      top.denominator * bottom.numerator)
        if not isinstance(numerator, int) or not isinstance(denominator, int):
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError(f"Fraction({numerator}, 0)")
        common = math.gcd(numerator, denominator) * (-1 if denominator < 0 else 1)
        self.numerator = numerator // common
        self.denominator = denominator // common

    @classmethod
    def from_float(cls, f):
        """The exact value of a float."""
        return cls(f)

    def limit_denominator(self, max_denominator=1000000):
        """The nearest fraction with a denominator that is not larger."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self.denominator <= max_denominator:
            return Fraction(self)
        before, at = (0, 1), (1, 0)
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            bottom = before[1] + a * at[1]
            if bottom > max_denominator:
                break
            before, at = at, (before[0] + a * at[0], bottom)
            n, d = d, n - a * d
        k = (max_denominator - before[1]) // at[1]
        bottom = before[1] + k * at[1]
        if d <= self.denominator // (2 * bottom): # the last one is nearer
            return Fraction(*at)
        return Fraction(before[0] + k * at[0], bottom)

    def as_integer_ratio(self):
        """(numerator, denominator)"""
        return self.numerator, self.denominator

    def __add__(self, other):
        return _apply(self, other, lambda a, b: a + b, lambda a, b: Fraction(
            a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator))

    def __sub__(self, other):
        return _apply(self, other, lambda a, b: a - b, lambda a, b: Fraction(
            a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator))

    def __mul__(self, other):
        return _apply(self, other, lambda a, b: a * b, lambda a, b: Fraction(
            a.numerator * b.numerator, a.denominator * b.denominator))

    def __truediv__(self, other):
        return _apply(self, other, lambda a, b: a / b, lambda a, b: Fraction(
            a.numerator * b.denominator, a.denominator * b.numerator))

    def __floordiv__(self, other):
        return _apply(self, other, lambda a, b: a // b, lambda a, b: (
            a.numerator * b.denominator // (a.denominator * b.numerator)))

    def __mod__(self, other):
        return _apply(self, other, lambda a, b: a % b, lambda a, b: a - b * (a // b))

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return _apply(self, other, lambda a, b: b / a, lambda a, b: b / a)

    def __rfloordiv__(self, other):
        return _fraction(other) // self

    def __rmod__(self, other):
        return _fraction(other) % self

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, power):
        if isinstance(power, Fraction) and power.denominator == 1:
            power = power.numerator
        if not isinstance(power, int):
            return float(self) ** float(power)
        if power >= 0:
            return Fraction(self.numerator ** power, self.denominator ** power)
        return Fraction(self.denominator ** -power, self.numerator ** -power)

    def __rpow__(self, base):
        return base ** (self.numerator if self.denominator == 1 else float(self))

    def __neg__(self):
        return Fraction(-self.numerator, self.denominator)

    def __pos__(self):
        return self

    def __abs__(self):
        return Fraction(abs(self.numerator), self.denominator)

    def __bool__(self):
        return self.numerator != 0

    def __float__(self):
        return self.numerator / self.denominator

    def __int__(self):
        return int(self.__trunc__())

    def __trunc__(self):
        whole = abs(self.numerator) // self.denominator
        return -whole if self.numerator < 0 else whole

    def __floor__(self):
        return self.numerator // self.denominator

    def __ceil__(self):
        return -(-self.numerator // self.denominator)

    def __round__(self, digits=None):
        if digits is not None:
            return Fraction(round(self * 10 ** digits), 10 ** digits)
        down, left = divmod(self.numerator, self.denominator)
        return down + (left * 2 > self.denominator or left * 2 == self.denominator and down % 2 == 1)

    def _order(self, other):
        """A number below, at or above 0, as self is to other."""
        if isinstance(other, float):
            return (float(self) > other) - (float(self) < other)
        other = _fraction(other)
        return self.numerator * other.denominator - other.numerator * self.denominator

    def __eq__(self, other):
        return isinstance(other, (int, float, Fraction)) and self._order(other) == 0

    def __lt__(self, other):
        return self._order(other) < 0

    def __le__(self, other):
        return self._order(other) <= 0

    def __gt__(self, other):
        return self._order(other) > 0

    def __ge__(self, other):
        return self._order(other) >= 0

    def __hash__(self):
        return hash(self.numerator if self.denominator == 1 else float(self))

    def __repr__(self):
        return f"Fraction({self.numerator}, {self.denominator})"

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else f"{self.numerator}/{self.denominator}"


def _fraction(value):
    """An int as a fraction."""
    return value if isinstance(value, Fraction) else Fraction(value)


def _apply(a, b, of_floats, of_fractions):
    """An operation that makes a float with a float, a fraction with an int or a fraction."""
    if isinstance(b, float):
        return of_floats(float(a), b)
    if not isinstance(b, (int, Fraction)):
        return NotImplemented
    return of_fractions(a, _fraction(b))
