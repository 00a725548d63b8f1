# How long code takes: text is run by exec, a function is called.

import time

default_timer = time.perf_counter


class Timer:
    """A statement and what is done once before it."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self._stmt, self._setup, self._timer = stmt, setup, timer
        self._names = {} if globals is None else globals

    def timeit(self, number=1000000):
        """The seconds that so many runs take."""
        if not callable(self._setup):
            exec(self._setup, self._names)
        else:
            self._setup()
        started = self._timer()
        if callable(self._stmt):
            for _ in range(number):
                self._stmt()
        else:
            code = compile(self._stmt, "<timeit-src>", "exec")
            for _ in range(number):
                exec(code, self._names)
        return self._timer() - started

    def repeat(self, repeat=5, number=1000000):
        """The same several times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """As many runs as take at least 0.2 seconds, and their time."""
        number = 1
        while True:
            taken = self.timeit(number)
            if callback is not None:
                callback(number, taken)
            if taken >= 0.2:
                return number, taken
            number *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=1000000, globals=None):
    """The seconds that so many runs take."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=5, number=1000000, globals=None):
    """The same several times."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
