# The files of a run: what it writes stays in memory, and only it can read it back. There is nothing
# else: every other file is missing, as in an empty folder.
import copy
import io
import os

_files = {}  # path from the root: text, bytes, a _Saved, or the stream that writes it
_folders = {"/", "/tmp"}


class _Saved:
    """An object that torch.save and the like have put into a file."""

    def __init__(self, obj):
        self.obj = copy.deepcopy(obj)


def _error(kind, number, path):
    return kind(number, os.strerror(number), path)


def _place(path):
    """Where a path leads; its folder must be there when it is written."""
    return os.path.abspath(os.fspath(path))


def _content(place):
    """What stands in a file, with what is not yet closed: Python closes a file that nobody holds."""
    content = _files[place]
    return content._whole() if isinstance(content, (_Text, _Bytes)) else content


def _check_folder(path, place):
    if os.path.dirname(place) not in _folders:
        raise _error(FileNotFoundError, 2, path)
    if place in _folders:
        raise _error(IsADirectoryError, 21, path)


class _Text(io.StringIO):
    """A text file that is open."""

    def __init__(self, name, place, mode, text):
        super().__init__(text)
        self.name, self.mode, self._place = name, mode, place
        self._parts = []  # written since the last look, at the end
        self._at = len(text) if "a" in mode else 0

    def write(self, s):
        if "r" in self.mode and "+" not in self.mode:
            raise io.UnsupportedOperation("not writable")
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")
        if self._at < len(self._text):
            return super().write(s)
        self._parts.append(s)
        return len(s)

    def _settle(self):
        if self._parts:
            self._text += "".join(self._parts)
            self._parts.clear()
            self._at = len(self._text)

    def _whole(self):
        self._settle()
        return self._text

    def flush(self):
        self._settle()

    def read(self, size=-1):
        if "r" not in self.mode and "+" not in self.mode:
            raise io.UnsupportedOperation("not readable")
        self._settle()
        return super().read(size)

    def seek(self, pos, whence=0):
        self._settle()
        return super().seek(pos, whence)

    def tell(self):
        self._settle()
        return super().tell()



class _Bytes(io.BytesIO):
    """A file of bytes that is open. `saved`: the object that stands in it."""

    def __init__(self, name, place, mode, data):
        super().__init__(data if isinstance(data, bytes) else b"")
        self.name, self.mode, self._place = name, mode, place
        self.saved = data if isinstance(data, _Saved) else None
        self._at = len(self._bytes) if "a" in mode else 0

    def _whole(self):
        return self.saved if self.saved is not None else self._bytes

    def read(self, size=-1):
        if self.saved is not None:
            _refuse(f"{self.name} holds an object that this run saved: load it with what saved it; its bytes are not"
                    " there")
        return super().read(size)


def _refuse(sentence):
    from torch._C import _unsupported
    _unsupported(sentence)


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """A file of this run."""
    place = _place(file)
    if not set(mode) <= set("rwxabt+") or sum(mode.count(way) for way in "rwxa") != 1:
        raise ValueError(f"invalid mode: {mode!r}")
    binary, mode = "b" in mode, mode.replace("t", "")
    if place in _folders:
        raise _error(IsADirectoryError, 21, file)
    if "r" in mode and place not in _files:
        raise _error(FileNotFoundError, 2, file)
    if "x" in mode and place in _files:
        raise _error(FileExistsError, 17, file)
    _check_folder(file, place)
    content = "" if "w" in mode or place not in _files else _content(place)
    if isinstance(content, _Saved) and not binary:
        raise UnicodeDecodeError("utf-8", b"\x80", 0, 1, "invalid start byte")
    if binary:
        content = content.encode() if isinstance(content, str) else content
    elif isinstance(content, bytes):
        content = content.decode()
    made = (_Bytes if binary else _Text)(file, place, mode, content)
    if mode not in ("r", "rb"):
        _files[place] = made
    return made


def save(obj, file):
    """Puts an object into a file, or a stream of bytes."""
    if hasattr(file, "write"):
        file.saved = _Saved(obj)
        file.write(b"saved")
        return
    place = _place(file)
    _check_folder(file, place)
    _files[place] = _Saved(obj)


def load(file, what):
    """The object of a file, as new."""
    if hasattr(file, "read"):
        saved = getattr(file, "saved", None)
        if saved is None:
            _refuse(f"{what} is not supported: it reads what this run saved, and nothing else")
        return copy.deepcopy(saved.obj)
    place = _place(file)
    if place not in _files:
        raise _error(FileNotFoundError, 2, file)
    saved = _content(place)
    if not isinstance(saved, _Saved):
        _refuse(f"{what} is not supported: it reads what this run saved, and {file} was written otherwise")
    return copy.deepcopy(saved.obj)


# --- what os and os.path do with them ---

def exists(path):
    """Whether there is such a file or folder."""
    return _place(path) in _files or _place(path) in _folders


def isfile(path):
    """Whether it is a file."""
    return _place(path) in _files


def isdir(path):
    """Whether it is a folder."""
    return _place(path) in _folders


def getsize(filename):
    """How many bytes."""
    place = _place(filename)
    if place not in _files:
        raise _error(FileNotFoundError, 2, filename)
    content = _content(place)
    if isinstance(content, _Saved):
        _refuse("os.path.getsize() of a saved object is not supported: it is kept as it is, not as bytes")
    return len(content.encode() if isinstance(content, str) else content)


def mkdir(path, mode=511):
    """Makes a folder."""
    place = _place(path)
    if exists(path):
        raise _error(FileExistsError, 17, path)
    if os.path.dirname(place) not in _folders:
        raise _error(FileNotFoundError, 2, path)
    _folders.add(place)


def makedirs(name, mode=511, exist_ok=False):
    """Makes a folder, and those above it."""
    place = _place(name)
    if place in _files or (place in _folders and not exist_ok):
        raise _error(FileExistsError, 17, name)
    while place not in _folders:
        _folders.add(place)
        place = os.path.dirname(place)


def listdir(path="."):
    """The names in a folder."""
    place = _place(path)
    if place not in _folders:
        raise _error(NotADirectoryError if place in _files else FileNotFoundError, 20 if place in _files else 2, path)
    return [os.path.basename(name) for name in sorted(_folders | set(_files))
            if name != "/" and os.path.dirname(name) == place]


def remove(path):
    """Takes a file away."""
    if not isfile(path):
        raise _error(IsADirectoryError if isdir(path) else FileNotFoundError, 21 if isdir(path) else 2, path)
    del _files[_place(path)]


def rename(src, dst):
    """Gives a file another name."""
    if not isfile(src):
        raise _error(FileNotFoundError, 2, src)
    _check_folder(dst, _place(dst))
    _files[_place(dst)] = _files.pop(_place(src))


def rmdir(path):
    """Takes an empty folder away."""
    if not isdir(path):
        raise _error(FileNotFoundError, 2, path)
    if listdir(path):
        raise OSError(39, "Directory not empty", path)
    _folders.discard(_place(path))
