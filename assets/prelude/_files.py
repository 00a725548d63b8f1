# Holds the files of a run: what it writes stays in memory, where it can read it back. Below --files it sees
# the files of the disk, below --write what it writes goes there too (the module _disk).
import copy
import io
import os

import _disk

_ROOT = os.getcwd()
_files = {}  # path from the root: text, bytes, a _Saved, a _Stored, or the stream that writes it
_folders = {"/", "/tmp", _ROOT}
_reads, _writes = _disk.opens()
_said = set()


class _Saved:
    """An object that cannot be written as bytes, such as a whole module."""

    def __init__(self, obj):
        self.obj = copy.deepcopy(obj)


class _Stored:
    """A file that this run has put below --write, and does not keep."""


def _error(kind, number, path):
    return kind(number, os.strerror(number), os.fspath(path))


def _say(what, sentence):
    """Each kind of note once."""
    if what not in _said:
        _said.add(what)
        _disk.say(sentence)


def _place(path):
    """Where a path leads; its folder must be there when it is written."""
    return os.path.abspath(os.fspath(path))


def _name(path, own=False):
    """The way down from the folder of --files, or of --write; None: it leads elsewhere. A path may begin with the
    folder as it was given, as those made of __file__ do."""
    path, place = os.fspath(path), _place(path)
    if ".." in path.split("/"):
        return None
    name = place[len(_ROOT) + 1:] if (place + "/").startswith(_ROOT + "/") else None
    folder = _writes if own else _reads
    top = os.path.abspath(folder) if folder and ".." not in folder.split("/") else None
    if top and (place + "/").startswith(top + "/") and (name is None or not own and _disk.look(name, False) is None):
        return place[len(top) + 1:]
    return name


def _look(path, own=False):
    """What the disk has: the bytes of a file, -1 for a folder, or None."""
    try:
        name = _name(path, own)
        found = None if name is None or not (_writes if own else _reads) else _disk.look(name, own)
    except OSError as problem:
        _say("link", str(problem))
        return None
    if found is not None and found < -1:
        _say("link", f"{name} is {'a link, and qkv follows none' if found == -2 else 'neither a file nor a folder'}")
        return None
    return found


def _content(place):
    """What stands in a file, with what is not yet closed: Python closes a file that nobody holds."""
    content = _files[place]
    return content._whole() if isinstance(content, io._Stream) else content


def _is_folder(path):
    return _place(path) in _folders or _look(path) == -1 or _look(path, True) == -1


def _check_folder(path, place):
    if not _is_folder(os.path.dirname(place)):
        raise _error(FileNotFoundError, 2, path)
    if _is_folder(path):
        raise _error(IsADirectoryError, 21, path)


def _missing(path):
    """There is no such file; or it may not be seen, and then how it could be."""
    if not _reads:
        _say("missing", f"{path}: a run sees no files but those that it wrote; --files DIR lets it read those below DIR")
    elif _name(path) is None:
        return PermissionError(13, f"code reads below {_reads} only: give a name without .. and without "
                               "/ in front", os.fspath(path))
    return _error(FileNotFoundError, 2, path)


def _target(path):
    """The name of a file that is written below --write; None: it stays in memory."""
    name = _name(path, True)
    if not _writes or name is None and _place(path).startswith("/tmp/"):
        return None
    if name is None:
        raise PermissionError(13, f"--write lets code write below {_writes} only: give a name without .. and without / "
                              "in front", os.fspath(path))
    return name


# --- where bytes come from ---

class Source:
    """Bytes of a file, of a stream or of a part of them; cells are read without a copy."""

    def __init__(self, name, origin, own, at, size):
        self.name, self.origin, self.own, self.at, self.size = name, origin, own, at, size

    def _check(self, at, size):
        if at < 0 or size < 0 or at + size > self.size:
            raise EOFError("it ends before its time")

    def bytes(self, at=0, size=None):
        """So many of them."""
        size = self.size - at if size is None else size
        self._check(at, size)
        return _disk.read(self.origin, self.own, self.at + at, size)

    def cells(self, at, count, dtype, array=False):
        """A tensor or an array with one axis."""
        self._check(at, 0)
        self._check(at, count * _SIZES.get(dtype, 0))
        return _disk.cells(self.origin, self.own, self.at + at, count, dtype, array)

    def part(self, at, size):
        """A piece that is a source itself."""
        self._check(at, size)
        return Source(self.name, self.origin, self.own, self.at + at, size)


_SIZES = {"bool": 1, "uint8": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "float16": 2, "bfloat16": 2,
          "float32": 4, "float64": 8, "complex64": 8}


def source(file):
    """The bytes of a file or of a stream from its place on; a _Saved for what has none."""
    if hasattr(file, "read"):
        if getattr(file, "saved", None) is not None:
            return file.saved
        if isinstance(file, _Raw):
            return file.source.part(min(file.tell(), file.source.size), max(file.source.size - file.tell(), 0))
        data = file.read()
        file.seek(-len(data), 1)
        return Source(getattr(file, "name", "the stream"), data, False, 0, len(data))
    place = _place(file)
    content = _content(place) if place in _files else None
    if isinstance(content, _Saved):
        return content
    if isinstance(content, (str, bytes)):
        data = content.encode() if isinstance(content, str) else content
        return Source(os.fspath(file), data, False, 0, len(data))
    own = place in _files
    size = _disk.look(_name(file, own), own) if own or _reads and _name(file) is not None else None
    if size is None:
        raise _missing(file)
    if size == -1:
        raise _error(IsADirectoryError, 21, file)
    if size < -1:
        _disk.read(_name(file, own), own, 0, 0)  # says why not
    return Source(os.fspath(file), _name(file, own), own, 0, size)


# --- streams ---

class _Open:
    """What both kinds of open files have in common: their place, and the disk behind them."""

    def _open(self, name, place, mode, target):
        self.name, self.mode, self._place, self._target = name, mode, place, target
        self._at = None if "a" in mode else 0
        if target is not None:
            _disk.write(target, True, self._raw(self._content))

    def _put(self, s):
        if not self.writable():
            raise io.UnsupportedOperation("not writable")
        if super()._put(s):
            if self._target is not None:
                _disk.write(self._target, False, self._raw(s))
        elif self._target is not None:
            _disk.write(self._target, True, self._raw(self._whole()))

    def truncate(self, size=None):
        size = super().truncate(size)
        if self._target is not None:
            _disk.write(self._target, True, self._raw(self._whole()))
        return size

    def read(self, size=-1):
        if not self.readable():
            raise io.UnsupportedOperation("not readable")
        return super().read(size)

    def readable(self):
        return "r" in self.mode or "+" in self.mode

    def writable(self):
        return "r" not in self.mode or "+" in self.mode


class _Text(_Open, io.StringIO):
    """A text file that is open."""

    _point = "."

    def write(self, s):
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")
        return super().write(s)

    def _raw(self, s):
        return s.encode(self.encoding or "utf-8", self.errors or "strict")


class _Bytes(_Open, io.BytesIO):
    """A file of bytes that is open. `saved`: the object that stands in it."""

    saved = None

    def _raw(self, s):
        return s

    def _whole(self):
        return self.saved if self.saved is not None else super()._whole()

    def read(self, size=-1):
        if self.saved is not None:
            _refuse(f"{self.name} holds an object that this run saved: load it with what saved it; its bytes are not"
                    " there")
        return super().read(size)


class _Raw(io.BytesIO):
    """A file of the disk, open for reading: its bytes are read when they are asked for."""

    def __init__(self, name, source):
        super().__init__()
        self.name, self.mode, self.source = name, "rb", source

    def write(self, b):
        raise io.UnsupportedOperation("write")

    def _whole(self):
        if not self._content:
            self._content = self.source.bytes()
        return self._content

    def read(self, size=-1):
        if size is None or size < 0 or self._content:
            return super().read(size)
        self._check()
        part = self.source.bytes(min(self._at, self.source.size), max(min(size, self.source.size - self._at), 0))
        self._at += len(part)
        return part

    def seek(self, pos, whence=0):
        self._check()
        self._at = max(pos + (0, self._at, self.source.size)[whence], 0)
        return self._at


def _refuse(sentence):
    from torch._C import _unsupported
    _unsupported(sentence)


def _translated(text, newline):
    return text.replace("\r\n", "\n").replace("\r", "\n") if newline is None and "\r" in text else text


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """A file of this run, or of the disk."""
    place = _place(file)
    if not set(mode) <= set("rwxabt+") or sum(mode.count(way) for way in "rwxa") != 1:
        raise ValueError(f"invalid mode: {mode!r}")
    binary, mode = "b" in mode, mode.replace("t", "")
    if place in _folders:
        raise _error(IsADirectoryError, 21, file)
    if "x" in mode and exists(file):
        raise _error(FileExistsError, 17, file)
    if "r" not in mode:
        _check_folder(file, place)
    content = "" if "w" in mode or "x" in mode or ("a" in mode and not exists(file)) else source(file)
    writes = mode not in ("r", "rb")
    if isinstance(content, _Saved):
        if not binary:
            raise UnicodeDecodeError("utf-8", b"\x80", 0, 1, "invalid start byte")
        made = _Bytes(b"")
        made.saved = content
    elif binary and not writes and isinstance(content.origin, str):
        return _Raw(file, content)
    else:
        content = content if content == "" else content.bytes()
        if binary:
            made = _Bytes(content or b"")
        else:
            made = _Text(_translated(content.decode(encoding or "utf-8", errors or "strict"), newline) if content else "")
            made.encoding, made.errors = encoding or "UTF-8", errors or "strict"
    made._open(file, place, mode, _target(file) if writes else None)
    if writes:
        _files[place] = made
    return made


# --- objects ---

def _kept(file, target):
    """Not all that can be saved can be written."""
    if target is not None:
        _say("kept", f"{os.fspath(file)} stays in memory: it holds objects of classes, and --write writes tensors, "
             "numbers, texts and what holds them; save the state_dict()")


def save(obj, file, parts):
    """Puts an object into a file, or a stream of bytes. parts(obj, file) gives its bytes and cells in order, or None."""
    made = parts(obj, file)
    if hasattr(file, "write"):
        if made is None and getattr(file, "_target", None) is None:
            file.write(b"saved")
        for part in made or []:
            file.write(part if isinstance(part, bytes) else _disk.raw(part))
        if made is None:
            file.saved = _Saved(obj)
            _kept(getattr(file, "name", None), getattr(file, "_target", None))
        return
    place, target = _place(file), _target(file)
    _check_folder(file, place)
    if made is None:
        _files[place] = _Saved(obj)
        _kept(file, target)
    elif target is None:
        _files[place] = b"".join([part if isinstance(part, bytes) else _disk.raw(part) for part in made])
    else:
        for k, part in enumerate(made):
            _disk.write(target, k == 0, part)
        _files[place] = _Stored()


def load(file, read):
    """The object of a file, as new. read(source) gives it, and how many bytes it took."""
    found = source(file)
    if isinstance(found, _Saved):
        return copy.deepcopy(found.obj)
    obj, used = read(found)
    if hasattr(file, "seek"):
        file.seek(used, 1)
    return obj


# --- what os and os.path do with them ---

def exists(path):
    """Whether there is such a file or folder."""
    return _place(path) in _files or _place(path) in _folders or _look(path) is not None or _look(path, True) == -1


def isfile(path):
    """Whether it is a file."""
    size = _look(path)
    return _place(path) in _files or size is not None and size >= 0


def isdir(path):
    """Whether it is a folder."""
    return _is_folder(path)


def getsize(filename):
    """How many bytes."""
    if isdir(filename):
        return 4096
    found = source(filename)
    if isinstance(found, _Saved):
        _refuse("os.path.getsize() of a saved object is not supported: it is kept as it is, not as bytes")
    return found.size


class _Stat:
    """What is known of a file: its size."""

    def __init__(self, size):
        self.st_size = size


def stat(path):
    """Its size."""
    return _Stat(getsize(path))


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Each folder below, with the names of folders and files in it."""
    names = listdir(top) if isdir(top) else []
    folders = [name for name in names if isdir(os.path.join(top, name))]
    here = [(top, folders, [name for name in names if name not in folders])] if isdir(top) else []
    if topdown:
        yield from here
    for name in folders:
        yield from walk(os.path.join(top, name), topdown)
    if not topdown:
        yield from here


def _make(path):
    """A folder, also below --write."""
    target = _target(path)
    if target:
        _disk.folder(target)
    _folders.add(_place(path))


def mkdir(path, mode=511):
    """Makes a folder."""
    if exists(path):
        raise _error(FileExistsError, 17, path)
    if not _is_folder(os.path.dirname(_place(path))):
        raise _error(FileNotFoundError, 2, path)
    _make(path)


def makedirs(name, mode=511, exist_ok=False):
    """Makes a folder, and those above it."""
    if isfile(name) or (exists(name) and not exist_ok):
        raise _error(FileExistsError, 17, name)
    if not exists(name) or (_writes and _name(name, True)):
        _make(name)
    place = os.path.dirname(_place(name))
    while place not in _folders:
        _folders.add(place)
        place = os.path.dirname(place)


def listdir(path="."):
    """The names in a folder."""
    place = _place(path)
    if not _is_folder(path):
        raise _missing(path) if not isfile(path) else _error(NotADirectoryError, 20, path)
    names = [os.path.basename(name) for name in _folders | set(_files)
             if name != "/" and os.path.dirname(name) == place]
    if _look(path) == -1:
        names += _disk.names(_name(path), False)
    return sorted(set(names))


def remove(path):
    """Takes a file away."""
    place = _place(path)
    if isdir(path):
        raise _error(IsADirectoryError, 21, path)
    if place not in _files:
        raise _error(PermissionError, 13, path) if exists(path) else _error(FileNotFoundError, 2, path)
    if _on_disk(path):
        _disk.remove(_name(path, True))
    del _files[place]


def _on_disk(path):
    """Whether this run has put the file below --write."""
    content = _files.get(_place(path))
    return isinstance(content, _Stored) or getattr(content, "_target", None) is not None


def rename(src, dst):
    """Gives a file another name."""
    if _place(src) not in _files:
        raise _error(PermissionError, 13, src) if exists(src) else _error(FileNotFoundError, 2, src)
    _check_folder(dst, _place(dst))
    if _on_disk(src):
        _disk.rename(_name(src, True), _target(dst))
    _files[_place(dst)] = _files.pop(_place(src))


def rmdir(path):
    """Takes an empty folder away."""
    if not isdir(path):
        raise _error(FileNotFoundError, 2, path)
    if listdir(path):
        raise OSError(39, "Directory not empty", path)
    if _writes and _name(path, True):
        _disk.remove(_name(path, True))
    _folders.discard(_place(path))
