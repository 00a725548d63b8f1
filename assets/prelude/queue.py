# Queues. There is nobody who would fill or empty them in the meantime: whoever would have to wait
# forever gets the exception at once.

import heapq
from collections import deque


class Empty(Exception):
    """Nothing is there."""


class Full(Exception):
    """No room is left."""


class Queue:
    """First in, first out."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = self._new()

    def _new(self):
        return deque()

    def _take(self):
        return self.queue.popleft()

    def _add(self, item):
        self.queue.append(item)

    def put(self, item, block=True, timeout=None):
        """Adds an item."""
        if self.full():
            raise Full
        self._add(item)

    def get(self, block=True, timeout=None):
        """Takes the next item."""
        if not self.queue:
            raise Empty
        return self._take()

    def put_nowait(self, item):
        """Adds an item."""
        self.put(item, False)

    def get_nowait(self):
        """Takes the next item."""
        return self.get(False)

    def qsize(self):
        """How many there are."""
        return len(self.queue)

    def empty(self):
        """Whether there are none."""
        return not self.queue

    def full(self):
        """Whether no more may come."""
        return 0 < self.maxsize <= len(self.queue)

    def task_done(self):
        """Is not counted."""

    def join(self):
        """Does not wait."""


SimpleQueue = Queue


class LifoQueue(Queue):
    """Last in, first out."""

    def _new(self):
        return []

    def _take(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    """The smallest first."""

    def _new(self):
        return []

    def _take(self):
        return heapq.heappop(self.queue)

    def _add(self, item):
        heapq.heappush(self.queue, item)
