# Draws with the Mersenne Twister (_Twister, in C): each takes its numbers in CPython's order.

import math
from itertools import accumulate


class Random(_Twister):
    """A stream of its own."""

    gauss_next = None  # gauss() makes two at a time

    def seed(self, a=None, version=2):
        """Starts the stream anew."""
        if isinstance(a, (str, bytes)):
            import hashlib
            a = a.encode() if isinstance(a, str) else a
            a = int.from_bytes(a + hashlib.sha512(a).digest(), "big")
        elif isinstance(a, float):
            a = hash(a) % 2 ** 64
        self.gauss_next = None
        self._seed(a)

    def getstate(self):
        """For setstate."""
        return 3, self._get_state(), self.gauss_next

    def setstate(self, state):
        """Goes on where getstate was called."""
        version, words, self.gauss_next = state
        self._set_state(words)

    def randrange(self, start, stop=None, step=1):
        """An item of range(start, stop, step)."""
        if stop is None:
            count = len(range(start))
            if not count:
                raise ValueError("empty range for randrange()")
            return self._below(count)
        if step == 0:
            raise ValueError("zero step for randrange()")
        count = len(range(start, stop, step))
        if not count:
            raise ValueError(f"empty range for randrange() ({start}, {stop}, {stop - start})")
        return start + self._below(count) * step

    def randint(self, a, b):
        """From a to b, both included."""
        return self.randrange(a, b + 1)

    def uniform(self, a, b):
        """Between a and b."""
        return a + (b - a) * self.random()

    def gauss(self, mu=0.0, sigma=1.0):
        """Normally distributed, by Box and Muller."""
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            angle = self.random() * 2 * math.pi
            radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z, self.gauss_next = math.cos(angle) * radius, math.sin(angle) * radius
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normally distributed, by Kinderman and Monahan."""
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = 4 * math.exp(-0.5) / math.sqrt(2.0) * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def expovariate(self, lambd):
        """Exponentially distributed."""
        return -math.log(1.0 - self.random()) / lambd

    def choice(self, seq):
        """One item."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        """The items in another order, in place."""
        below = self._below
        for i in range(len(x) - 1, 0, -1):
            j = below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        """k different items."""
        if counts is not None:
            from torch._C import _unsupported
            _unsupported("random.sample() with counts is not supported")
        if isinstance(population, (set, frozenset, dict)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        if n <= 21 + (4 ** math.ceil(math.log(k * 3, 4)) if k > 5 else 0):  # a pool of all is small
            pool, found = list(population), []
            for i in range(k):
                j = self._below(n - i)
                found.append(pool[j])
                pool[j] = pool[n - i - 1]
            return found
        taken = {}
        while len(taken) < k:
            j = self._below(n)
            if j not in taken:
                taken[j] = population[j]
        return list(taken.values())

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """k items, which may come again, by weight."""
        draw, n = self.random, len(population)
        if weights is None and cum_weights is None:
            return [population[math.floor(draw() * n)] for _ in range(k)]
        totals = list(accumulate(weights)) if cum_weights is None else list(cum_weights)
        if len(totals) != n:
            raise ValueError("The number of weights does not match the population")
        if not totals[-1] > 0:
            raise ValueError("Total of weights must be greater than zero")
        return [population[_place(totals, draw() * totals[-1])] for _ in range(k)]


def _place(totals, wanted):
    """The first place whose total is beyond it, or the last."""
    low, high = 0, len(totals) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if wanted < totals[middle] else (middle + 1, high)
    return low


# The module's functions are the methods of one generator.
_shared = Random()
seed, getstate, setstate, getrandbits = _shared.seed, _shared.getstate, _shared.setstate, _shared.getrandbits
randrange, randint, uniform, random = _shared.randrange, _shared.randint, _shared.uniform, _shared.random
gauss, normalvariate, expovariate = _shared.gauss, _shared.normalvariate, _shared.expovariate
choice, choices, shuffle, sample = _shared.choice, _shared.choices, _shared.shuffle, _shared.sample
