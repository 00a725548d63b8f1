# Iterators: each takes an item from its source only when it is asked for one. What has to know its
# whole input first (product, permutations, combinations) makes its rows at once.


class _Iterator:
    """What they have in common."""

    def __iter__(self):
        return self


class count(_Iterator):
    """start, start + step, start + 2 * step, ..."""

    def __init__(self, start=0, step=1):
        self._value = start
        self._step = step

    def __next__(self):
        value = self._value
        self._value = value + self._step
        return value

    def __repr__(self):
        return f"count({self._value!r})" if self._step == 1 else f"count({self._value!r}, {self._step!r})"


class cycle(_Iterator):
    """The items of an iterable, again and again."""

    def __init__(self, iterable):
        self._source = iter(iterable)
        self._items = []
        self._at = -1

    def __next__(self):
        if self._at < 0:
            for item in self._source:
                self._items.append(item)
                return item
        if not self._items:
            raise StopIteration
        self._at = (self._at + 1) % len(self._items)
        return self._items[self._at]


class repeat(_Iterator):
    """The same item `times` times, or for ever."""

    def __init__(self, object, times=None):
        self._item = object
        self._left = times if times is None else max(times, 0)

    def __next__(self):
        if self._left is not None:
            if self._left == 0:
                raise StopIteration
            self._left -= 1
        return self._item

    def __len__(self):
        if self._left is None:
            raise TypeError("len() of unsized object")
        return self._left

    def __bool__(self):
        return True

    def __repr__(self):
        return f"repeat({self._item!r})" if self._left is None else f"repeat({self._item!r}, {self._left})"


class chain(_Iterator):
    """All items of the first, then of the second, ..."""

    def __init__(self, *iterables):
        self._sources = iter(iterables)
        self._items = iter(())

    @classmethod
    def from_iterable(cls, iterables):
        """chain for iterables that come in an iterable."""
        made = cls()
        made._sources = iter(iterables)
        return made

    def __next__(self):
        while True:
            for item in self._items:
                return item
            self._items = iter(next(self._sources))


def _bound(value, what):
    """A bound of islice."""
    if value is not None and (not isinstance(value, int) or value < 0):
        raise ValueError(what)
    return value


class islice(_Iterator):
    """The items that a slice would take; reads no further than it must."""

    def __init__(self, iterable, *bounds):
        start, stop, step = 0, None, 1
        if len(bounds) == 1:
            stop = _bound(bounds[0], "Stop argument for islice() must be None or an integer: "
                                     "0 <= x <= sys.maxsize.")
        elif 2 <= len(bounds) <= 3:
            what = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
            start, stop = _bound(bounds[0], what) or 0, _bound(bounds[1], what)
            if len(bounds) == 3 and bounds[2] is not None:
                step = bounds[2]
                if not isinstance(step, int) or step < 1:
                    raise ValueError("Step for islice() must be a positive integer or None.")
        else:
            raise TypeError("islice expected at " + ("least 2" if not bounds else "most 4") +
                            f" arguments, got {len(bounds) + 1}")
        self._source = iter(iterable)
        self._next, self._stop, self._step = start, stop, step
        self._read = 0

    def __next__(self):
        wanted = self._next
        if self._stop is not None and wanted >= self._stop:
            while self._read < self._stop:
                self._read += 1
                next(self._source)
            raise StopIteration
        while self._read < wanted:
            next(self._source)
            self._read += 1
        item = next(self._source)
        self._read += 1
        self._next = wanted + self._step
        return item


class _Rows(_Iterator):
    """Rows that are known from the beginning."""

    def __next__(self):
        return next(self._rows)


class product(_Rows):
    """All tuples with one item from each iterable, the last one running fastest."""

    def __init__(self, *iterables, repeat=1):
        rows = [()]
        for items in [list(iterable) for iterable in iterables] * repeat:
            rows = [row + (item,) for row in rows for item in items]
        self._rows = iter(rows)


def _length(r, what):
    """How long the rows are to be."""
    if not isinstance(r, int):
        raise TypeError(what)
    if r < 0:
        raise ValueError("r must be non-negative")
    return r


class permutations(_Rows):
    """All ordered choices of r items."""

    def __init__(self, iterable, r=None):
        items = list(iterable)
        r = len(items) if r is None else _length(r, "Expected int as r")
        rows = [()]
        for _ in range(r if r <= len(items) else 0):
            rows = [row + (i,) for row in rows for i in range(len(items)) if i not in row]
        self._rows = iter([tuple([items[i] for i in row]) for row in rows] if r <= len(items) else [])


def _choices(items, r, step):
    """Index rows that rise by at least `step`, as tuples of items."""
    rows = [()]
    for _ in range(_length(r, "an integer is required")):
        rows = [row + (i,) for row in rows
                for i in range(row[-1] + step if row else 0, len(items))]
    return iter([tuple([items[i] for i in row]) for row in rows])


class combinations(_Rows):
    """All choices of r items that keep their order."""

    def __init__(self, iterable, r):
        self._rows = _choices(list(iterable), r, 1)


class combinations_with_replacement(_Rows):
    """All choices of r items that keep their order, where an item may come again."""

    def __init__(self, iterable, r):
        self._rows = _choices(list(iterable), r, 0)


class accumulate(_Iterator):
    """Running totals: a, a + b, a + b + c, ..."""

    def __init__(self, iterable, func=None, *, initial=None):
        self._source = iter(iterable)
        self._func = func
        self._totals = []
        self._initial = initial

    def __next__(self):
        if not self._totals:
            first = self._initial if self._initial is not None else next(self._source)
            self._totals.append(first)
            return first
        item = next(self._source)
        total = self._totals[0]
        self._totals[0] = total + item if self._func is None else self._func(total, item)
        return self._totals[0]


class zip_longest(_Iterator):
    """zip that goes on to the longest, filling up the others."""

    def __init__(self, *iterables, fillvalue=None):
        self._sources = [iter(iterable) for iterable in iterables]
        self._fill = fillvalue

    def __next__(self):
        row = []
        for k, source in enumerate(self._sources):
            item = self._fill
            if source is not None:
                try:
                    item = next(source)
                except StopIteration:
                    self._sources[k] = None
            row.append(item)
        if all([source is None for source in self._sources]):
            raise StopIteration
        return tuple(row)


class starmap(_Iterator):
    """function(*row) for each row."""

    def __init__(self, function, iterable):
        self._function = function
        self._source = iter(iterable)

    def __next__(self):
        return self._function(*next(self._source))


class takewhile(_Iterator):
    """Items up to the first that fails."""

    def __init__(self, predicate, iterable):
        self._predicate = predicate
        self._source = iter(iterable)
        self._over = False

    def __next__(self):
        if not self._over:
            item = next(self._source)
            if self._predicate(item):
                return item
            self._over = True
        raise StopIteration


class dropwhile(_Iterator):
    """Items from the first that fails."""

    def __init__(self, predicate, iterable):
        self._predicate = predicate
        self._source = iter(iterable)

    def __next__(self):
        item = next(self._source)
        while self._predicate is not None and self._predicate(item):
            item = next(self._source)
        self._predicate = None
        return item


class filterfalse(_Iterator):
    """Items that fail."""

    def __init__(self, predicate, iterable):
        self._predicate = bool if predicate is None else predicate
        self._source = iter(iterable)

    def __next__(self):
        item = next(self._source)
        while self._predicate(item):
            item = next(self._source)
        return item


class compress(_Iterator):
    """Items whose selector is true."""

    def __init__(self, data, selectors):
        self._source = iter(data)
        self._selectors = iter(selectors)

    def __next__(self):
        item = next(self._source)
        while not next(self._selectors):
            item = next(self._source)
        return item


class pairwise(_Iterator):
    """Neighbours: (a, b), (b, c), ..."""

    def __init__(self, iterable):
        self._source = iter(iterable)
        self._last = []

    def __next__(self):
        if not self._last:
            self._last.append(next(self._source))
        item = next(self._source)
        pair = (self._last[0], item)
        self._last[0] = item
        return pair


class _Group(_Iterator):
    """The items of one run, as long as groupby stands at it."""

    def __init__(self, owner, label):
        self._owner = owner
        self._label = label

    def __next__(self):
        owner = self._owner
        if owner._group is not self or not owner._ahead and not owner._read():
            raise StopIteration
        label, item = owner._ahead[0]
        if label != self._label:
            raise StopIteration
        owner._ahead.clear()
        return item


class groupby(_Iterator):
    """(key, items) for each run of neighbours with the same key."""

    def __init__(self, iterable, key=None):
        self._source = iter(iterable)
        self._key = key
        self._ahead = []
        self._group = None

    def _read(self):
        """Look at the next item; False at the end."""
        for item in self._source:
            self._ahead.append((item if self._key is None else self._key(item), item))
            return True
        return False

    def __next__(self):
        before = self._group
        if before is not None:
            for _ in before:
                pass
        if not self._ahead and not self._read():
            raise StopIteration
        label = self._ahead[0][0]
        self._group = _Group(self, label)
        return label, self._group


class _tee(_Iterator):
    """One of several iterators over the same items: what one has read is kept for the others."""

    def __init__(self, source, waiting, others):
        self._source = source
        self._waiting = waiting
        self._others = others

    def __next__(self):
        if not self._waiting:
            item = next(self._source)
            for waiting in self._others:
                waiting.append(item)
        return self._waiting.pop(0)


def tee(iterable, n=2):
    """n independent iterators over the same items."""
    source = iter(iterable)
    if n < 0:
        raise ValueError("n must be >= 0")
    waiting = [[] for _ in range(n)]
    return tuple([_tee(source, own, waiting) for own in waiting])
