# Makes abstract classes. A method that is marked abstract says so in `__isabstractmethod__`; refusing to make
# an object of a class that still has one is the evaluator's part.


class ABC:
    """Base of classes with abstract methods."""


def abstractmethod(function):
    """Decorator: subclasses must define this method."""
    function.__isabstractmethod__ = True
    return function


class ABCMeta(type):
    """What `metaclass=` may name: every class can have abstract methods here."""


def abstractproperty(function):
    """An abstract method read like an attribute."""
    return property(abstractmethod(function))


def abstractclassmethod(function):
    """An abstract method of the class."""
    return classmethod(abstractmethod(function))


def abstractstaticmethod(function):
    """An abstract method without self."""
    return staticmethod(abstractmethod(function))
