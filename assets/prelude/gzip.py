# Reads files that are packed by gzip: unpacked as a whole.
import io

import _disk
import _files


class _Packed(io.BytesIO):
    """Bytes that go into a file, packed, when it is closed."""

    def __init__(self, filename):
        super().__init__()
        self._file = _files.open(filename, "wb")

    def close(self):
        if not self.closed:
            self._file.write(compress(self._whole()))
            self._file.close()
        super().close()


class _Words(io.StringIO):
    """The same for text."""

    def __init__(self, filename):
        super().__init__()
        self._packed = _Packed(filename)

    def close(self):
        if not self.closed:
            self._packed.write(self._whole().encode())
            self._packed.close()
        super().close()


class BadGzipFile(OSError):
    """What is not packed by gzip."""


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """A packed file, for reading or for writing."""
    if "r" not in mode:
        return _Words(filename) if "t" in mode else _Packed(filename)
    if hasattr(filename, "read"):
        data = decompress(filename.read())
    else:
        data = decompress(_files.source(filename).bytes())
    return io.StringIO(data.decode(encoding or "utf-8", errors or "strict")) if "t" in mode else io.BytesIO(data)


GzipFile = open


def decompress(data):
    """Packed bytes as they were."""
    if data[:2] != b"\x1f\x8b":
        raise BadGzipFile(f"Not a gzipped file ({data[:2]!r})")
    try:
        return _disk.unpack(data, -1, "gzip")
    except ValueError:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached") from None


def compress(data, compresslevel=9, *, mtime=None):
    """Bytes, packed."""
    return _disk.pack(data, "gzip")
