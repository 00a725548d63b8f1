# Keeps priority queues in lists: the smallest item is first, and item k is never larger than the items at 2k
# + 1 and 2k + 2.


def _rise(heap, start, at):
    """Move the item at `at` towards `start` until its parent is not larger."""
    item = heap[at]
    while at > start:
        parent = (at - 1) // 2
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def _sink(heap, at):
    """Move the item at `at` down to a leaf past the smaller children, then up to its place."""
    start = at
    item = heap[at]
    child = 2 * at + 1
    while child < len(heap):
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at)


def heappush(heap, item):
    """Add an item."""
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    """Take the smallest item."""
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    return heapreplace(heap, last) if heap else last


def heapreplace(heap, item):
    """Take the smallest item, then add one."""
    smallest = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return smallest


def heappushpop(heap, item):
    """Add an item, then take the smallest."""
    return heapreplace(heap, item) if heap and heap[0] < item else item


def heapify(heap):
    """Put a list into the order of a heap."""
    for at in reversed(range(len(heap) // 2)):
        _sink(heap, at)


def nlargest(n, iterable, key=None):
    """The n largest items, largest first."""
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def nsmallest(n, iterable, key=None):
    """The n smallest items, smallest first."""
    return sorted(iterable, key=key)[:max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    """Sorted iterables as one sorted stream."""
    return iter(sorted([item for items in iterables for item in items], key=key, reverse=reverse))
