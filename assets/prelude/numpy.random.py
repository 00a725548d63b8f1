# Draws the Generator's orders and choices, and normal vectors: numpy.random. The streams themselves are
# native: RandomState, and _Generator with random, normal, integers, ...

import numpy as np
from numpy._laws import Laws
from torch._C import _unsupported


def _words(seed):
    """A seed as 32-bit words, the lowest first."""
    if isinstance(seed, (list, tuple, np.ndarray)):
        return [word for part in seed for word in _words(int(part))]
    if not isinstance(seed, (int, np.integer)):
        raise TypeError("SeedSequence expects int or sequence of ints for entropy not " + str(seed))
    seed = int(seed)
    if seed < 0:
        raise ValueError("expected non-negative integer")
    words = [seed & 0xFFFFFFFF]
    while seed >> 32:
        seed >>= 32
        words.append(seed & 0xFFFFFFFF)
    return words


class PCG64:
    """A seed for a Generator."""

    def __init__(self, seed=None):
        self._seed, self._words = seed, _words(seed)


class SeedSequence:
    """A seed for a Generator."""

    def __init__(self, entropy=None):
        self.entropy = self._seed = entropy


def _weights(p, size):
    """The probabilities of a choice, checked."""
    p = np.asarray(p, dtype=float)
    if p.ndim != 1:
        raise ValueError("p must be 1-dimensional")
    if p.size != size:
        raise ValueError("a and p must have same size")
    if (p < 0).any():
        raise ValueError("probabilities are not non-negative")
    if abs(p.sum() - 1) > 1.5e-8:
        raise ValueError("probabilities do not sum to 1")
    return p


def _cells(size):
    """How many cells a size means."""
    return int(np.prod(size)) if size is not None else 1


class Generator(Laws, _Generator):
    """Draws from a stream of its own; made by default_rng(seed)."""

    __module__ = "numpy.random._generator"

    def _shuffle(self, places, draw, first=1):
        """A list's items from `first` on exchanged with items before them, in place."""
        for i in range(len(places) - 1, first - 1, -1):
            j = draw(i)
            places[i], places[j] = places[j], places[i]

    def shuffle(self, x, axis=0):
        """x in an order that is drawn, in place."""
        if type(x) is not np.ndarray:
            self._shuffle(x, self._masked)
            return
        if not x.flags.writeable:
            raise ValueError("array is read-only")
        order = list(range(x.shape[axis]))
        self._shuffle(order, self._masked)
        x[...] = np.take(x, order, axis)

    def permutation(self, x, axis=0):
        """Whole numbers, or a copy of x, in an order that is drawn."""
        if isinstance(x, (int, np.integer)):
            order = list(range(int(x)))
            self._shuffle(order, self._masked)
            return np.array(order, dtype=int)
        x = np.asarray(x)
        order = list(range(x.shape[axis]))
        self._shuffle(order, self._masked)
        return np.take(x, order, axis)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        """Items of a that are drawn."""
        is_range = isinstance(a, (int, np.integer))
        count = int(a) if is_range else len(a)
        wanted = _cells(size)
        if count <= 0 and wanted:
            raise ValueError("a must be a positive integer unless no samples are taken" if is_range
                             else "a cannot be empty unless no samples are taken")
        if p is not None:
            p = _weights(p, count)
        if not replace and wanted > count:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        if not replace and p is not None and int((p > 0).sum()) < wanted:
            raise ValueError("Fewer non-zero entries in p than size")
        if replace and p is not None:
            sums = np.cumsum(p)
            places = np.searchsorted(sums / sums[-1], self.random(size), side="right")
        elif replace:
            places = self.integers(0, count, size)
        else:
            places = self._distinct(count, wanted, p, shuffle)
            places = places[0] if size is None else np.array(places, dtype=int).reshape(size)
        if is_range:
            return np.int64(places) if size is None else places
        if isinstance(a, (list, tuple)) and isinstance(a[0], str):
            return a[int(places)] if size is None else np.array([a[i] for i in places])
        return np.take(a, places, axis)

    def _distinct(self, count, wanted, p, shuffle):
        """Different places below count."""
        if p is not None:
            return self._weighted(wanted, p)
        if count > 10000 and wanted > count // (50 if shuffle else 20):
            places = list(range(count))
            self._shuffle(places, self._interval, max(count - wanted, 1))
            return places[count - wanted:]
        places, seen = [], set()
        for j in range(count - wanted, count):  # Floyd's way
            place = self._interval(j)
            place = j if place in seen else place
            seen.add(place)
            places.append(place)
        if shuffle:
            self._shuffle(places, self._interval)
        return places

    def _weighted(self, wanted, p):
        """Different places by weight."""
        p, found = p.copy(), []
        while len(found) < wanted:
            draws = self.random(wanted - len(found))
            if found:
                p[found] = 0
            sums = np.cumsum(p)
            for place in np.searchsorted(sums / sums[-1], draws, side="right").tolist():
                if place not in found:
                    found.append(place)
        return found

    def bytes(self, length):
        """Not here."""
        _unsupported("Generator.bytes")

    def multivariate_normal(self, mean, cov, size=None):
        """Vectors from the normal distribution with that mean and covariance."""
        mean, shape = np.asarray(mean), _shape(size)
        x = self.standard_normal(shape + [len(mean)]).reshape(-1, len(mean))
        u, s, vh = np.linalg.svd(np.asarray(cov, dtype=float))
        return (mean + x @ (u * np.sqrt(s)).T).reshape(shape + [len(mean)])

    def spawn(self, n_children):
        """Not here."""
        _unsupported("Generator.spawn")


def default_rng(seed=None):
    """A Generator; without a seed it is that of seed 0."""
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, (PCG64, SeedSequence)):
        seed = seed._seed
    if seed is None:
        _unseeded()
        seed = 0
    return Generator(_words(seed))


def _shape(size):
    """A size as a list."""
    return [] if size is None else [size] if isinstance(size, int) else list(size)


_choice, _permutation = choice, permutation


def _is_text(a):
    """An array of strings or objects, or a list that becomes one."""
    if isinstance(a, (list, tuple)):
        return len(a) > 0 and isinstance(a[0], str)
    return type(a).__name__ == "ndarray" and type(a) is not np.ndarray


def choice(a, size=None, replace=True, p=None):
    """Items of a that are drawn."""
    if not _is_text(a):
        return _choice(a, size, replace, p)
    places = _choice(len(a), size, replace, p)
    return a[int(places)] if size is None else np.array(a)[places]


def permutation(x):
    """Whole numbers, or a copy of x, in an order that is drawn."""
    return np.array(x)[_permutation(len(x))] if _is_text(x) else _permutation(x)


class RandomState(Laws, RandomState):
    """NumPy's old streams."""

    __module__ = "numpy.random.mtrand"
    _is_old = True

    def standard_exponential(self, size=None):
        """How long one waits, on average 1."""
        return self.exponential(1.0, size)

    def multivariate_normal(self, mean, cov, size=None):
        """Vectors from the normal distribution with that mean and covariance."""
        mean, shape = np.asarray(mean), _shape(size)
        x = self.standard_normal(shape + [len(mean)]).reshape(-1, len(mean))
        u, s, vh = np.linalg.svd(np.asarray(cov, dtype=float))
        return (np.dot(x, np.sqrt(s)[:, None] * vh) + mean).reshape(shape + [len(mean)])



class _Own(RandomState):
    """np.random itself: draws from the stream that np.random.seed() starts."""

    random_sample, standard_normal, exponential = random_sample, standard_normal, exponential


for _name in dir(Laws) + ["multivariate_normal", "standard_exponential"]:
    if not _name.startswith("_"):
        globals()[_name] = getattr(_Own(), _name)
