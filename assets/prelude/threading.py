# Runs threads one after the other: a thread does all its work in start(). Whoever waits for another thread's
# doing waits in vain, so such code is not for here.

_count = [0]


class Thread:
    """Calls its target when it is started."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        _count[0] += 1
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.name = name or f"Thread-{_count[0]}" + (f" ({target.__name__})" if target else "")
        self.daemon, self.ident, self._started = bool(daemon), None, False

    def start(self):
        """Runs to the end."""
        global _current
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started, self.ident = True, _count[0]
        before, _current = _current, self
        try:
            self.run()
        finally:
            _current = before

    def run(self):
        """Calls the target."""
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout=None):
        """Nothing is left to wait for."""
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        """It has ended already."""
        return False


_main = Thread(name="MainThread")
_count[0] = 0
_current = _main


class Lock:
    """A lock that nobody else holds."""

    def __init__(self):
        self._held = 0

    def acquire(self, blocking=True, timeout=-1):
        """Takes it."""
        self._held += 1
        return True

    def release(self):
        """Gives it back."""
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held -= 1

    def locked(self):
        """Whether it is taken."""
        return self._held > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exception):
        self.release()


class RLock(Lock):
    """The same, several times over."""


def current_thread():
    """The thread that runs."""
    return _current
