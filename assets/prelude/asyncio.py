# Coroutines that take turns: a loop that calls what is ready, first come, first served. Nobody sleeps:
# when nothing is ready, the loop's clock jumps to the next moment that somebody waits for.

import heapq

from inspect import iscoroutine, iscoroutinefunction

TimeoutError = TimeoutError
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class CancelledError(BaseException):
    """The task was told to stop."""


class InvalidStateError(Exception):
    """The future has no result yet, or has one already."""


CancelledError.__module__ = InvalidStateError.__module__ = "asyncio.exceptions"


class QueueEmpty(Exception):
    """Nothing can be taken."""


class QueueFull(Exception):
    """Nothing can be added."""


class Handle:
    """A call that will be made."""

    def __init__(self, callback, args):
        self._callback, self._args, self._cancelled = callback, args, False

    def cancel(self):
        """It will not be made."""
        self._cancelled = True

    def cancelled(self):
        """Whether it will not be made."""
        return self._cancelled


class AbstractEventLoop:
    """Calls what is ready, in the order in which it became so."""

    def __init__(self):
        self._ready, self._later, self._count, self._clock = [], [], 0, 0.0
        self._tasks, self._names, self._closed, self._running = [], 0, False, False

    def time(self):
        """Its clock."""
        return self._clock

    def call_soon(self, callback, *args):
        """Next, after all that is ready."""
        handle = Handle(callback, args)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(self, when, callback, *args):
        """At that time of its clock."""
        handle = Handle(callback, args)
        heapq.heappush(self._later, (when, self._count, handle))
        self._count += 1
        return handle

    def call_later(self, delay, callback, *args):
        """So many seconds from now."""
        return self.call_at(self._clock + delay, callback, *args)

    def create_future(self):
        """Something to wait for."""
        return Future(loop=self)

    def create_task(self, coro, *, name=None):
        """Starts a coroutine beside the others."""
        return Task(coro, loop=self, name=name)

    def _turn(self):
        if not self._ready:
            if not self._later:
                raise RuntimeError("nothing is left to run, and somebody still waits")
            self._clock = max(self._clock, self._later[0][0])
        while self._later and self._later[0][0] <= self._clock:
            self._ready.append(heapq.heappop(self._later)[2])
        ready, self._ready = self._ready, []
        for handle in ready:
            if not handle._cancelled:
                handle._callback(*handle._args)

    def run_until_complete(self, future):
        """Runs until it is done; its result."""
        global _loop
        if _loop is not None and _loop._running:
            raise RuntimeError("This event loop is already running")
        before, _loop, self._running = _loop, self, True
        future = ensure_future(future, loop=self)
        try:
            while not future.done():
                self._turn()
        finally:
            _loop, self._running = before, False
        return future.result()

    async def run_in_executor(self, executor, func, *args):
        """Calls it here and now: there are no threads."""
        return func(*args)

    def is_running(self):
        """Whether it runs."""
        return self._running

    def is_closed(self):
        """Whether it was closed."""
        return self._closed

    def close(self):
        """No more of it."""
        self._closed = True


_loop = None
_kept = [None]


def new_event_loop():
    """Another loop."""
    return AbstractEventLoop()


def set_event_loop(loop):
    """The one for code that does not run in a loop."""
    _kept[0] = loop


def get_running_loop():
    """The one that runs."""
    if _loop is None:
        raise RuntimeError("no running event loop")
    return _loop


def get_event_loop():
    """The one that runs, or will."""
    if _loop is None and _kept[0] is None:
        _kept[0] = AbstractEventLoop()
    return _loop or _kept[0]


class Future:
    """What will have a result."""

    def __init__(self, *, loop=None):
        self._loop = loop or get_event_loop()
        self._state, self._result, self._exception, self._calls = "PENDING", None, None, []

    def done(self):
        """Whether it has a result, an exception, or was cancelled."""
        return self._state != "PENDING"

    def cancelled(self):
        """Whether it was cancelled."""
        return self._state == "CANCELLED"

    def result(self):
        """The result; or the exception is raised."""
        if self._state == "CANCELLED":
            raise CancelledError(*self._message)
        if self._state == "PENDING":
            raise InvalidStateError("Result is not set.")
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self):
        """The exception, or None."""
        if self._state == "CANCELLED":
            raise CancelledError(*self._message)
        if self._state == "PENDING":
            raise InvalidStateError("Exception is not set.")
        return self._exception

    def _end(self, state):
        if self._state != "PENDING":
            raise InvalidStateError("invalid state")
        self._state = state
        for call in self._calls:
            self._loop.call_soon(call, self)
        self._calls = []

    def set_result(self, result):
        """It is done."""
        self._end("FINISHED")
        self._result = result

    def set_exception(self, exception):
        """It has failed."""
        self._end("FINISHED")
        self._exception = exception() if isinstance(exception, type) else exception

    def cancel(self, msg=None):
        """It will have no result."""
        if self.done():
            return False
        self._message = () if msg is None else (msg,)
        self._end("CANCELLED")
        return True

    def add_done_callback(self, call):
        """Called with it when it is done."""
        if self.done():
            self._loop.call_soon(call, self)
        else:
            self._calls.append(call)

    def remove_done_callback(self, call):
        """How many were taken away."""
        kept = [known for known in self._calls if known != call]
        gone, self._calls = len(self._calls) - len(kept), kept
        return gone

    def get_loop(self):
        """Its loop."""
        return self._loop

    def __await__(self):
        if not self.done():
            yield self
        return self.result()

    __iter__ = __await__


class Task(Future):
    """A coroutine that takes its turns."""

    def __init__(self, coro, *, loop=None, name=None):
        if not iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        super().__init__(loop=loop)
        self._loop._names += 1
        self._coro, self._name = coro, name or f"Task-{self._loop._names}"
        self._waits, self._stops, self._message = None, False, ()
        self._loop._tasks.append(self)
        self._loop.call_soon(self._step)

    def get_name(self):
        """Its name."""
        return self._name

    def set_name(self, value):
        """Another name."""
        self._name = str(value)

    def get_coro(self):
        """Its coroutine."""
        return self._coro

    def cancel(self, msg=None):
        """At its next turn CancelledError is raised in it."""
        if self.done():
            return False
        self._message = () if msg is None else (msg,)
        if self._waits is None or not self._waits.cancel(msg):
            self._stops = True
        return True

    def _wake(self, future):
        self._waits = None
        error = None
        try:
            future.result()
        except BaseException as e:
            error = e
        self._step(error)

    def _step(self, error=None):
        global _current
        if self._stops and not isinstance(error, CancelledError):
            error = CancelledError(*self._message)
        self._stops = False
        before, _current = _current, self
        try:
            waits = self._coro.send(None) if error is None else self._coro.throw(error)
        except StopIteration as e:
            if self._stops:
                super().cancel(*self._message)
            else:
                self.set_result(e.value)
        except CancelledError as e:
            self._message = e.args
            super().cancel(*e.args)
        except Exception as e:
            self.set_exception(e)
        else:
            if waits is None:
                self._loop.call_soon(self._step)
            elif isinstance(waits, Future):
                self._waits = waits
                waits.add_done_callback(self._wake)
                if self._stops and waits.cancel(*self._message):
                    self._stops = False
            else:
                self._loop.call_soon(self._step, RuntimeError(f"Task got bad yield: {waits!r}"))
        finally:
            _current = before
            if self.done():
                self._loop._tasks.remove(self)


_current = None


def current_task(loop=None):
    """The task that runs."""
    return _current


def all_tasks(loop=None):
    """The tasks that are not done."""
    return set((loop or get_running_loop())._tasks)


def create_task(coro, *, name=None):
    """Starts a coroutine beside the others."""
    return get_running_loop().create_task(coro, name=name)


def isfuture(obj):
    """Whether it is a future or a task."""
    return isinstance(obj, Future)


async def _awaited(obj):
    return await obj


def ensure_future(coro_or_future, *, loop=None):
    """A task of a coroutine; a future as it is."""
    if isfuture(coro_or_future):
        return coro_or_future
    if not iscoroutine(coro_or_future):
        if not hasattr(coro_or_future, "__await__"):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        coro_or_future = _awaited(coro_or_future)
    return Task(coro_or_future, loop=loop)


def run(main, *, debug=None):
    """Runs a coroutine in a loop of its own, and stops whatever is left then."""
    if _loop is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    if not iscoroutine(main):
        raise ValueError(f"a coroutine was expected, got {main!r}")
    loop = AbstractEventLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        left = list(loop._tasks)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(gather(*left, return_exceptions=True, _of=loop))
        loop.close()


class _Turn:
    """Lets all others have a turn."""

    def __await__(self):
        yield


async def sleep(delay, result=None):
    """Waits, without holding the others up."""
    if delay <= 0:
        await _Turn()
        return result
    loop = get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _wake_up, future, result)
    try:
        return await future
    finally:
        handle.cancel()


def _wake_up(future, result):
    if not future.done():
        future.set_result(result)


class _Gathered(Future):
    """The results of several."""

    def cancel(self, msg=None):
        """Cancels all of them."""
        return not self.done() and any([part.cancel(msg) for part in self._parts])


def gather(*coros_or_futures, return_exceptions=False, _of=None):
    """Runs all beside each other: the list of their results, in the order of the arguments."""
    loop = _of or get_event_loop()
    outer, known, parts = _Gathered(loop=loop), {}, []
    for given in coros_or_futures:
        if id(given) not in known:
            known[id(given)] = ensure_future(given, loop=loop)
        parts.append(known[id(given)])
    outer._parts = list(known.values())
    left = [len(outer._parts)]

    def one(part):
        """One more is done."""
        left[0] -= 1
        if outer.done():
            return
        if not return_exceptions:
            error = CancelledError(*part._message) if part.cancelled() else part.exception()
            if error is not None:
                outer.set_exception(error)
                return
        if left[0] == 0:
            outer.set_result([CancelledError(*p._message) if p.cancelled() else
                              p.exception() if p.exception() is not None else p.result() for p in parts])

    for part in outer._parts:
        part.add_done_callback(one)
    if not parts:
        outer.set_result([])
    return outer


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """The sets of those that are done and of those that are not."""
    fs = set(fs)
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if any(iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    loop = get_running_loop()
    waiter = loop.create_future()

    def enough():
        """Whether nobody has to wait any more."""
        done = [f for f in fs if f.done()]
        failed = any(not f.cancelled() and f.exception() is not None for f in done)
        return (len(done) == len(fs) or (done and return_when == FIRST_COMPLETED)
                or (failed and return_when == FIRST_EXCEPTION))

    def one(f):
        """One more is done."""
        if enough():
            _wake_up(waiter, None)

    if not enough():
        handle = None if timeout is None else loop.call_later(timeout, _wake_up, waiter, None)
        for f in fs:
            f.add_done_callback(one)
        await waiter
        if handle is not None:
            handle.cancel()
        for f in fs:
            f.remove_done_callback(one)
    return {f for f in fs if f.done()}, {f for f in fs if not f.done()}


async def wait_for(fut, timeout):
    """Its result, or TimeoutError when that takes too long."""
    if timeout is None:
        return await fut
    task = ensure_future(fut, loop=get_running_loop())
    try:
        await wait([task], timeout=timeout)
    except CancelledError:
        task.cancel()
        raise
    if task.done():
        return task.result()
    task.cancel()
    try:
        return await task
    except CancelledError as e:
        raise TimeoutError() from e


def as_completed(fs, *, timeout=None):
    """Coroutines that give the results as they come."""
    loop, done, waiting = get_event_loop(), [], []
    parts = [ensure_future(f, loop=loop) for f in fs]

    def one(part):
        """One more is done."""
        done.append(part)
        if waiting:
            _wake_up(waiting.pop(0), None)

    async def following():
        """The next result."""
        while not done:
            waiting.append(loop.create_future())
            await waiting[-1]
        return done.pop(0).result()

    for part in parts:
        part.add_done_callback(one)
    for _ in parts:
        yield following()


def shield(arg):
    """A future that can be cancelled without its task."""
    inner = ensure_future(arg)
    outer = Future(loop=inner._loop)

    def one(part):
        """It is done."""
        if outer.done():
            return
        if part.cancelled():
            outer.cancel()
        elif part.exception() is not None:
            outer.set_exception(part.exception())
        else:
            outer.set_result(part.result())

    inner.add_done_callback(one)
    return outer


async def to_thread(func, /, *args, **kwargs):
    """Calls it here and now: there are no threads."""
    return func(*args, **kwargs)


class Event:
    """A flag to wait for."""

    def __init__(self):
        self._set, self._waiting = False, []

    def is_set(self):
        """Whether it is up."""
        return self._set

    def set(self):
        """Up: all who wait go on."""
        self._set = True
        for future in self._waiting:
            _wake_up(future, True)
        self._waiting = []

    def clear(self):
        """Down."""
        self._set = False

    async def wait(self):
        """Until it is up."""
        if not self._set:
            self._waiting.append(get_running_loop().create_future())
            await self._waiting[-1]
        return True


class Queue:
    """What is put at one end is taken at the other."""

    def __init__(self, maxsize=0):
        self.maxsize, self._items, self._getters, self._putters = maxsize, [], [], []
        self._unfinished, self._all_done = 0, Event()
        self._all_done.set()

    def qsize(self):
        """How many wait in it."""
        return len(self._items)

    def empty(self):
        """Whether there are none."""
        return not self._items

    def full(self):
        """Whether there is no room."""
        return 0 < self.maxsize <= len(self._items)

    def _call(self, waiting):
        while waiting:
            future = waiting.pop(0)
            if not future.done():
                future.set_result(None)
                break

    def put_nowait(self, item):
        """Adds it, or raises QueueFull."""
        if self.full():
            raise QueueFull
        self._items.append(item)
        self._unfinished += 1
        self._all_done.clear()
        self._call(self._getters)

    def get_nowait(self):
        """Takes the oldest, or raises QueueEmpty."""
        if self.empty():
            raise QueueEmpty
        item = self._items.pop(0)
        self._call(self._putters)
        return item

    async def put(self, item):
        """Adds it as soon as there is room."""
        while self.full():
            self._putters.append(get_running_loop().create_future())
            await self._putters[-1]
        self.put_nowait(item)

    async def get(self):
        """Takes the oldest as soon as there is one."""
        while self.empty():
            self._getters.append(get_running_loop().create_future())
            await self._getters[-1]
        return self.get_nowait()

    def task_done(self):
        """One that was taken has been dealt with."""
        if self._unfinished <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished -= 1
        if self._unfinished == 0:
            self._all_done.set()

    async def join(self):
        """Until all have been dealt with."""
        await self._all_done.wait()
