# Iterators as lists: everything finite is worked out at once and handed over as `iter(list)`.
# Only count, cycle and an unlimited repeat never end, so they are small objects with __next__.


class count:
    """start, start + step, start + 2 * step, ..."""

    def __init__(self, start=0, step=1):
        self._value = start
        self._step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self._value
        self._value = value + self._step
        return value


class cycle:
    """The items of an iterable, again and again."""

    def __init__(self, iterable):
        self._items = list(iterable)
        self._at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if not self._items:
            raise StopIteration
        item = self._items[self._at % len(self._items)]
        self._at += 1
        return item


def repeat(item, times=None):
    """The same item `times` times, or for ever."""
    return cycle([item]) if times is None else iter([item] * times)


def chain(*iterables):
    """All items of the first, then of the second, ..."""
    return iter([item for iterable in iterables for item in iterable])


def _chain_from_iterable(iterables):
    """chain for iterables that come in an iterable."""
    return chain(*iterables)


chain.from_iterable = _chain_from_iterable


def islice(iterable, *bounds):
    """The items that a slice would take; stops reading at `stop`."""
    start, stop, step = 0, bounds[0], 1
    if len(bounds) > 1:
        start, stop = bounds[0] or 0, bounds[1]
    if len(bounds) > 2 and bounds[2] is not None:
        step = bounds[2]
    taken = []
    if stop is not None and stop <= 0:
        return iter(taken)
    for index, item in enumerate(iterable):
        if index >= start and (index - start) % step == 0:
            taken.append(item)
        if stop is not None and index + 1 >= stop:
            break
    return iter(taken)


def product(*iterables, repeat=1):
    """All tuples with one item from each iterable, the last one running fastest."""
    rows = [()]
    for items in [list(iterable) for iterable in iterables] * repeat:
        rows = [row + (item,) for row in rows for item in items]
    return iter(rows)


def permutations(iterable, r=None):
    """All ordered choices of r items."""
    items = list(iterable)
    r = len(items) if r is None else r
    rows = [()]
    for _ in range(r):
        rows = [row + (i,) for row in rows for i in range(len(items)) if i not in row]
    return iter([tuple([items[i] for i in row]) for row in rows])


def combinations(iterable, r):
    """All choices of r items that keep their order."""
    return _choices(list(iterable), r, 1)


def combinations_with_replacement(iterable, r):
    """All choices of r items that keep their order, where an item may come again."""
    return _choices(list(iterable), r, 0)


def _choices(items, r, step):
    """Index rows that rise by at least `step`, as tuples of items."""
    rows = [()]
    for _ in range(r):
        rows = [row + (i,) for row in rows
                for i in range(row[-1] + step if row else 0, len(items))]
    return iter([tuple([items[i] for i in row]) for row in rows])


def accumulate(iterable, func=None, *, initial=None):
    """Running totals: a, a + b, a + b + c, ..."""
    totals = [] if initial is None else [initial]
    for item in iterable:
        if not totals:
            totals.append(item)
        else:
            totals.append(totals[-1] + item if func is None else func(totals[-1], item))
    return iter(totals)


def zip_longest(*iterables, fillvalue=None):
    """zip that goes on to the longest, filling up the others."""
    rows = [list(iterable) for iterable in iterables]
    longest = max([len(row) for row in rows]) if rows else 0
    return iter([tuple([row[i] if i < len(row) else fillvalue for row in rows])
                 for i in range(longest)])


def starmap(function, iterable):
    """function(*row) for each row."""
    return iter([function(*row) for row in iterable])


def takewhile(predicate, iterable):
    """Items up to the first that fails."""
    taken = []
    for item in iterable:
        if not predicate(item):
            break
        taken.append(item)
    return iter(taken)


def dropwhile(predicate, iterable):
    """Items from the first that fails."""
    taken = []
    for item in iterable:
        if taken or not predicate(item):
            taken.append(item)
    return iter(taken)


def filterfalse(predicate, iterable):
    """Items that fail."""
    return iter([item for item in iterable
                 if not (item if predicate is None else predicate(item))])


def compress(data, selectors):
    """Items whose selector is true."""
    return iter([item for item, chosen in zip(data, selectors) if chosen])


def pairwise(iterable):
    """Neighbours: (a, b), (b, c), ..."""
    items = list(iterable)
    return iter(list(zip(items, items[1:])))


def groupby(iterable, key=None):
    """(key, items) for each run of neighbours with the same key."""
    groups = []
    for item in iterable:
        label = item if key is None else key(item)
        if not groups or groups[-1][0] != label:
            groups.append((label, []))
        groups[-1][1].append(item)
    return iter([(label, iter(items)) for label, items in groups])


def tee(iterable, n=2):
    """n independent iterators over the same items."""
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])
