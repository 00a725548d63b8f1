# Makes streams in memory.
class UnsupportedOperation(OSError, ValueError):
    """Reading what is open for writing, and the other way."""


SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class _Stream:
    """What texts and bytes have in common. What is put at the end is joined when somebody looks."""

    encoding = errors = None

    def __init__(self, content):
        self._content = content
        self._parts = []
        self._at = 0
        self._lines, self._next, self._begin = [], 0, None  # the lines from a place on, and which is next
        self.closed = False

    def _check(self):
        """Refuses a closed stream."""
        if self.closed:
            raise ValueError("I/O operation on closed file" + self._point)

    def _whole(self):
        """All of it."""
        if self._parts:
            self._content += self._empty.join(self._parts)
            self._parts.clear()
        return self._content

    def _put(self, s):
        """Put a part at the place; whether that was the end."""
        self._check()
        self._begin = None
        if self._at is None:
            self._parts.append(s)
            return True
        whole = self._whole()
        last = self._at >= len(whole)
        self._content = whole[:self._at] + self._zero * (self._at - len(whole)) + s + whole[self._at + len(s):]
        self._at = None if last else self._at + len(s)  # None: the end, wherever that is
        return last

    def writelines(self, lines):
        """Write each one."""
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        """What stands behind the place."""
        self._check()
        whole, at = self._whole(), self.tell()
        end = len(whole) if size is None or size < 0 else at + size
        part = whole[at:end]
        self._at = at + len(part)
        return part

    def readline(self, size=-1):
        """The rest of the line, with its end."""
        if self._begin is None or self._begin != self._at or self._parts or self._next >= len(self._lines):
            self._lines, self._next = self.read().split(self._line), 0
            self._at -= sum([len(line) for line in self._lines]) + len(self._lines) - 1
        line = self._lines[self._next]
        self._next += 1
        line += self._line if self._next < len(self._lines) else self._empty
        self._at += len(line)
        self._begin = self._at
        return line

    def readlines(self, hint=-1):
        """The lines that are left."""
        return list(self)

    def getvalue(self):
        """All of it."""
        self._check()
        return self._whole()

    def seek(self, pos, whence=0):
        """Go to a place, counted from the start, from here or from the end."""
        self._check()
        self._at = max(pos + (0 if whence == 0 else self.tell() if whence == 1 else len(self._whole())), 0)
        return self._at

    def tell(self):
        """The place."""
        if self._at is None:
            self._at = len(self._whole())
        return self._at

    def truncate(self, size=None):
        """Drop what stands behind the place."""
        self._begin = None
        self._content = self._whole()[:self.tell() if size is None else size]
        return len(self._content)

    def flush(self):
        """Nothing waits."""

    def close(self):
        """No more reading and writing."""
        self.closed = True

    def isatty(self):
        """It is no terminal."""
        return False

    def readable(self):
        """It can be read."""
        return True

    writable = seekable = readable

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        return False

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line


class StringIO(_Stream):
    """A text that is written and read like a file."""

    _empty, _zero, _line, _point = "", "\0", "\n", ""

    def __init__(self, initial_value="", newline="\n"):
        super().__init__(initial_value or "")

    def write(self, s):
        """Put text at the place; how much it was."""
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got {type(s).__name__!r}")
        self._put(s)
        return len(s)


class BytesIO(_Stream):
    """Bytes that are written and read like a file."""

    _empty, _zero, _line, _point = b"", b"\0", b"\n", "."

    def __init__(self, initial_bytes=b""):
        super().__init__(initial_bytes or b"")

    def write(self, b):
        """Put bytes at the place; how many they were."""
        self._check()
        if not isinstance(b, bytes):
            raise TypeError(f"a bytes-like object is required, not {type(b).__name__!r}")
        self._put(b)
        return len(b)


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """The built-in one."""
    import _files
    return _files.open(file, mode, buffering, encoding, errors, newline, closefd, opener)
