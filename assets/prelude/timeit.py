# Measures how long a call takes, by the clock of time.perf_counter.

import time

default_timer = time.perf_counter
default_number = 1000000


class Timer:
    """A call, or a text of code, to be carried out many times."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self._names = {} if globals is None else globals
        self._call, self._setup, self._timer = self._callable(stmt), self._callable(setup), timer

    def _callable(self, code):
        if callable(code):
            return code
        return lambda: exec(code, self._names)

    def timeit(self, number=default_number):
        """The seconds of so many times."""
        self._setup()
        began = self._timer()
        for _ in range(number):
            self._call()
        return self._timer() - began

    def repeat(self, repeat=5, number=default_number):
        """The same, several times over."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """As often as fills 0.2 seconds, and how long that was."""
        number = 1
        while True:
            taken = self.timeit(number)
            if callback:
                callback(number, taken)
            if taken >= 0.2:
                return number, taken
            number *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    """The seconds of so many times."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=5, number=default_number, globals=None):
    """The same, several times over."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
