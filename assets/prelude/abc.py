# Abstract classes. A method that is marked abstract says so in `__isabstractmethod__`; refusing
# to make an object of a class that still has one is the evaluator's part.


class ABC:
    """Base of classes with abstract methods."""


def abstractmethod(function):
    """Decorator: subclasses must define this method."""
    function.__isabstractmethod__ = True
    return function
