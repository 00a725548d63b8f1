# The kinds of numbers, for isinstance.


class Number:
    """Any number."""

    _kinds = ()

    @classmethod
    def __subclasshook__(cls, kind):
        for known in cls.__dict__.get("_kinds", ()):
            if issubclass(kind, known):
                return True
        return NotImplemented

    @classmethod
    def register(cls, kind):
        """One more class counts."""
        cls._kinds = cls.__dict__.get("_kinds", ()) + (kind,)
        return kind


class Complex(Number):
    """int and float."""


class Real(Complex):
    """int and float."""


class Rational(Real):
    """int."""


class Integral(Rational):
    """int."""


for _kind in (Number, Complex, Real):
    _kind._kinds = (int, float)
Rational._kinds = Integral._kinds = (int,)
