# Declares the tower of numbers, to ask isinstance(x, numbers.Integral).


def _among(asked, self, kind, *kinds):
    """Whether a class is one of these; only the abstract class itself asks so."""
    if asked is not self:
        return NotImplemented
    return issubclass(kind, kinds) or _name(kind) in self._names or NotImplemented


def _name(kind):
    """What kind of number of NumPy it is: their names begin alike."""
    if kind.__module__ != "numpy":
        return None
    return kind.__name__.rstrip("0123456789")


class Number:
    """Any number."""

    _names = ("int", "uint", "float", "complex")

    @classmethod
    def __subclasshook__(cls, kind):
        return _among(cls, Number, kind, int, float, complex)


class Complex(Number):
    """Numbers with a real and an imaginary part."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _among(cls, Complex, kind, int, float, complex)


class Real(Complex):
    """Numbers on a line."""

    _names = ("int", "uint", "float")

    @classmethod
    def __subclasshook__(cls, kind):
        return _among(cls, Real, kind, int, float)


class Rational(Real):
    """Quotients of whole numbers."""

    _names = ("int", "uint")

    @classmethod
    def __subclasshook__(cls, kind):
        return _among(cls, Rational, kind, int)


class Integral(Rational):
    """Whole numbers."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _among(cls, Integral, kind, int)
