# Makes files and folders with made-up names: of this run, below /tmp, in memory.

import os
import shutil
from itertools import count

tempdir = None
_numbers = count(1)


def gettempdir():
    """Where they stand."""
    os.makedirs("/tmp", exist_ok=True)
    return "/tmp"


def mktemp(suffix="", prefix="tmp", dir=None):
    """A name that nothing has yet."""
    while True:
        path = os.path.join(dir or gettempdir(), f"{prefix or 'tmp'}{next(_numbers):08d}{suffix or ''}")
        if not os.path.exists(path):
            return path


def mkdtemp(suffix=None, prefix=None, dir=None):
    """A new folder."""
    path = mktemp(suffix, prefix, dir)
    os.mkdir(path)
    return path


class _Held:
    """An open file that is taken away when it is closed, unless it is to stay."""

    def __init__(self, file, delete):
        self.file, self.delete, self.name = file, delete, file.name

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __iter__(self):
        return iter(self.file)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def close(self):
        """Once."""
        if not self.file.closed:
            self.file.close()
            if self.delete and os.path.exists(self.name):
                os.unlink(self.name)


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    """An open file with a name."""
    return _Held(open(mktemp(suffix, prefix, dir), mode, encoding=encoding, newline=newline, errors=errors), delete)


TemporaryFile = NamedTemporaryFile


class TemporaryDirectory:
    """A folder as long as a block lasts."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return f"<TemporaryDirectory {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, kind, error, trace):
        self.cleanup()

    def cleanup(self):
        """Takes it away with all that is in it."""
        if os.path.isdir(self.name):
            shutil.rmtree(self.name)
