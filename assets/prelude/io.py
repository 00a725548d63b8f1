# Streams in memory.
class UnsupportedOperation(OSError, ValueError):
    """Reading what is open for writing, and the other way."""


SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class StringIO:
    """A text that is written and read like a file."""

    encoding = errors = None

    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value or ""
        self._at = 0
        self.closed = False

    def _check(self):
        """Refuses a closed stream."""
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def write(self, s):
        """Put text at the place; how much it was."""
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got {type(s).__name__!r}")
        before = self._text[:self._at].ljust(self._at, "\0")
        self._text = before + s + self._text[self._at + len(s):]
        self._at += len(s)
        return len(s)

    def writelines(self, lines):
        """Write each text."""
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        """What stands behind the place."""
        self._check()
        end = len(self._text) if size is None or size < 0 else self._at + size
        text = self._text[self._at:end]
        self._at += len(text)
        return text

    def readline(self, size=-1):
        """The rest of the line, with its end."""
        end = self._text.find("\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)

    def readlines(self, hint=-1):
        """The lines that are left."""
        return list(self)

    def getvalue(self):
        """The whole text."""
        self._check()
        return self._text

    def seek(self, pos, whence=0):
        """Go to a place."""
        self._at = pos if whence == 0 else len(self._text) if whence == 2 else self._at
        return self._at

    def tell(self):
        """The place."""
        return self._at

    def truncate(self, size=None):
        """Drop what stands behind the place."""
        self._text = self._text[:self._at if size is None else size]
        return len(self._text)

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


class BytesIO:
    """Bytes that are written and read like a file."""

    def __init__(self, initial_bytes=b""):
        self._bytes = initial_bytes or b""
        self._at = 0
        self.closed = False

    def _check(self):
        """Refuses a closed stream."""
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def write(self, b):
        """Put bytes at the place; how many they were."""
        self._check()
        if not isinstance(b, bytes):
            raise TypeError(f"a bytes-like object is required, not {type(b).__name__!r}")
        before = self._bytes[:self._at]
        before += b"\0" * (self._at - len(before))
        self._bytes = before + b + self._bytes[self._at + len(b):]
        self._at += len(b)
        return len(b)

    def read(self, size=-1):
        """What stands behind the place."""
        self._check()
        end = len(self._bytes) if size is None or size < 0 else self._at + size
        part = self._bytes[self._at:end]
        self._at += len(part)
        return part

    def getvalue(self):
        """All of the bytes."""
        self._check()
        return self._bytes

    def seek(self, pos, whence=0):
        """Go to a place, counted from the start, from here or from the end."""
        self._at = max(pos + (0, self._at, len(self._bytes))[whence], 0)
        return self._at

    def tell(self):
        """The place."""
        return self._at

    def flush(self):
        """Nothing waits."""

    def close(self):
        """No more reading and writing."""
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        return False
