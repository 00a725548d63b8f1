# Makes iterators: each takes an item from its source only when it is asked for one. What has to know its
# whole input first (product, permutations, combinations) makes its rows at once.


def _whole(value):
    """The int that value is, or that its __index__ gives."""
    return range(value).stop


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
        self._left = times if times is None else max(_whole(times), 0)

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
    if value is None:
        return value
    try:
        value = _whole(value)
    except Exception: # whatever it is, as CPython
        value = -1
    if value < 0:
        raise ValueError(what)
    return value


def islice(iterable, *bounds):
    """The items that a slice would take; reads no further than it must."""
    start, stop, step = 0, None, 1
    if len(bounds) == 1:
        stop = _bound(bounds[0], "Stop argument for islice() must be None or an integer: "
                                 "0 <= x <= sys.maxsize.")
    elif 2 <= len(bounds) <= 3:
        what = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
        start, stop = _bound(bounds[0], what) or 0, _bound(bounds[1], what)
        if len(bounds) == 3 and bounds[2] is not None:
            step = _bound(bounds[2], "Step for islice() must be a positive integer or None.")
            if step < 1:
                raise ValueError("Step for islice() must be a positive integer or None.")
    else:
        raise TypeError("islice expected at " + ("least 2" if not bounds else "most 4") +
                        f" arguments, got {len(bounds) + 1}")
    return _slice(iter(iterable), start, stop, step)


def _slice(source, start, stop, step):
    """The items of islice, its bounds known."""
    at = 0
    while stop is None or at < stop:
        for item in source:
            break
        else:
            return
        if at >= start and (at - start) % step == 0:
            yield item
        at += 1


def product(*iterables, repeat=1):
    """All tuples with one item from each iterable, the last one running fastest."""
    rows = [()]
    for items in [list(iterable) for iterable in iterables] * repeat:
        rows = [row + (item,) for row in rows for item in items]
    return iter(rows)


def _length(r, what):
    """How long the rows are to be."""
    if what is not None and not isinstance(r, int):
        raise TypeError(what)
    r = _whole(r)
    if r < 0:
        raise ValueError("r must be non-negative")
    return r


def permutations(iterable, r=None):
    """All ordered choices of r items."""
    items = list(iterable)
    r = len(items) if r is None else _length(r, "Expected int as r")
    rows = [()]
    for _ in range(r if r <= len(items) else 0):
        rows = [row + (i,) for row in rows for i in range(len(items)) if i not in row]
    return iter([tuple([items[i] for i in row]) for row in rows] if r <= len(items) else [])


def _choices(items, r, step):
    """Index rows that rise by at least `step`, as tuples of items."""
    rows = [()]
    for _ in range(_length(r, None)):
        rows = [row + (i,) for row in rows
                for i in range(row[-1] + step if row else 0, len(items))]
    return iter([tuple([items[i] for i in row]) for row in rows])


def combinations(iterable, r):
    """All choices of r items that keep their order."""
    return _choices(list(iterable), r, 1)


def combinations_with_replacement(iterable, r):
    """All choices of r items that keep their order, where an item may come again."""
    return _choices(list(iterable), r, 0)


def accumulate(iterable, func=None, *, initial=None):
    """Running totals: a, a + b, a + b + c, ..."""
    total, begun = initial, initial is not None
    if begun:
        yield total
    for item in iterable:
        total = item if not begun else total + item if func is None else func(total, item)
        begun = True
        yield total


def zip_longest(*iterables, fillvalue=None):
    """zip that goes on to the longest, filling up the others."""
    sources = [iter(iterable) for iterable in iterables]
    while True:
        row = []
        for k, source in enumerate(sources):
            item = fillvalue
            if source is not None:
                for item in source:
                    break
                else:
                    sources[k] = None
            row.append(item)
        if all([source is None for source in sources]):
            return
        yield tuple(row)


def starmap(function, iterable):
    """function(*row) for each row."""
    for row in iterable:
        yield function(*row)


def takewhile(predicate, iterable):
    """Items up to the first that fails."""
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable):
    """Items from the first that fails."""
    dropping = True
    for item in iterable:
        dropping = dropping and predicate(item)
        if not dropping:
            yield item


def filterfalse(predicate, iterable):
    """Items that fail."""
    for item in iterable:
        if not (bool if predicate is None else predicate)(item):
            yield item


def compress(data, selectors):
    """Items whose selector is true."""
    for item, selected in zip(data, selectors):
        if selected:
            yield item


def pairwise(iterable):
    """Neighbours: (a, b), (b, c), ..."""
    source = iter(iterable)
    for last in source:
        for item in source:
            yield last, item
            last = item


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
