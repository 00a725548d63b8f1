# Reads and writes arrays in files: .npy, .npz, numbers as text, and plain bytes.
import os
import re
import numpy

import _disk
import _files
import _pickled
import _zip

_MAGIC = b"\x93NUMPY"
_HEADER = re.compile(r"\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\),? *\} *\n?")


def _read(source):
    """The array of a .npy, and how many bytes it took."""
    major = source.bytes(6, 1)[0]
    wide = 2 if major == 1 else 4
    head = 8 + wide + int.from_bytes(source.bytes(8, wide), "little")
    text = source.bytes(8 + wide, head - 8 - wide).decode("latin-1")
    found = _HEADER.fullmatch(text.strip(" \0"))
    if found is None:
        raise ValueError(f"Cannot parse header: {text[:200]!r}" if "descr': [" not in text else
                         f"{source.name} holds a table of several types, which is not supported")
    code, fortran, sizes = found.groups()
    if code.endswith("O"):
        raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
    if code[:1] not in "<|" or code[1:] not in _pickled._TYPES:
        raise ValueError(f"{source.name} holds cells of type {code}, which are not supported")
    shape = [int(size) for size in sizes.split(",") if size.strip()]
    kind, count = _pickled._TYPES[code[1:]], _pickled._product(shape)
    cells = source.cells(head, count, kind, True)
    made = _disk.view(cells, 0, shape, _pickled.strides(shape, fortran == "True"))
    return made, head + count * cells.itemsize


class NpzFile:
    """The arrays of a .npz by name; each is read when it is asked for."""

    __module__ = "numpy.lib.npyio"

    def __init__(self, entries):
        self._entries = {name[:-4] if name.endswith(".npy") else name: entry for name, entry in entries.items()}
        self.files = list(self._entries)
        self.f = self

    def __getitem__(self, key):
        key = key if key in self._entries else key.removesuffix(".npy")
        if key not in self._entries:
            raise KeyError(f"{key} is not a file in the archive")
        source = self._entries[key].source()
        return _read(source)[0] if source.bytes(0, min(6, source.size)) == _MAGIC else source.bytes()

    def __contains__(self, key):
        return key in self._entries

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def keys(self):
        """The names."""
        return self._entries.keys()

    def values(self):
        """The arrays."""
        return [self[key] for key in self.files]

    def items(self):
        """Both."""
        return [(key, self[key]) for key in self.files]

    def get(self, key, default=None):
        """One, or something else."""
        return self[key] if key in self else default

    def close(self):
        """Nothing is open."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


def _open(source, allow_pickle):
    head = source.bytes(0, min(source.size, 6))
    if head == _MAGIC:
        try:
            return _read(source)
        except (EOFError, RuntimeError) as problem:
            raise ValueError(f"{source.name} is damaged: {problem}") from None
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return NpzFile(_zip.read(source)), source.size
    if not head:
        raise EOFError("No data left in file")
    if not allow_pickle:
        raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
    return _pickled.read(source)


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII"):
    """An array, or the arrays of a .npz."""
    return _files.load(file, lambda source: _open(source, allow_pickle))


def _parts(arr):
    """A .npy; None: its cells are no numbers."""
    code = _pickled.TYPE_CODES.get(str(arr.dtype))
    if code is None or not isinstance(arr, numpy.ndarray) :
        return None
    steps = [step // arr.itemsize for step in arr.strides]
    fortran = steps != _pickled.strides(arr.shape) and steps == _pickled.strides(arr.shape, True)
    sign = "|" if code in ("b1", "u1", "i1") else "<"
    text = f"{{'descr': '{sign}{code}', 'fortran_order': {fortran}, 'shape': {tuple(arr.shape)}, }}"
    text += " " * ((64 - (len(text) + 11) % 64) % 64) + "\n"
    return [_MAGIC + b"\x01\0" + len(text).to_bytes(2, "little") + text.encode(), _disk.dense(arr.T if fortran else arr)]


def _named(file, ending):
    """The file's name as numpy completes it."""
    name = file if hasattr(file, "write") else os.fspath(file)
    return name if not isinstance(name, str) or name.endswith(ending) else name + ending


def save(file, arr, allow_pickle=True, fix_imports=True):
    """Puts an array into a file."""
    _files.save(numpy.asanyarray(arr), _named(file, ".npy"), lambda arr, file: _parts(arr))


def _save_all(file, args, kwds, packed):
    named = {f"arr_{k}": numpy.asanyarray(arr) for k, arr in enumerate(args)}
    named.update({name: numpy.asanyarray(arr) for name, arr in kwds.items()})

    def parts(obj, file):
        entries = [(name + ".npy", _parts(arr)) for name, arr in named.items()]
        return None if any([made is None for _, made in entries]) else _zip.parts(entries, packed)

    _files.save(named, _named(file, ".npz"), parts)


def savez(file, *args, **kwds):
    """Puts several arrays into one file."""
    _save_all(file, args, kwds, False)


def savez_compressed(file, *args, **kwds):
    """The same, deflated."""
    _save_all(file, args, kwds, True)


# --- numbers as text ---

def _lines(fname):
    if hasattr(fname, "read") or not isinstance(fname, (list, tuple)) and not hasattr(fname, "__next__"):
        stream = fname if hasattr(fname, "read") else _files.open(fname)
        fname = stream.read()
        fname = (fname.decode() if isinstance(fname, bytes) else fname).splitlines()
    return fname


def _table(fname, dtype, comments, delimiter, skip, usecols, unpack, ndmin, convert):
    rows = []
    for line in list(_lines(fname))[skip:]:
        words = [word for word in (line.split(comments)[0] if comments else line).strip("\r\n").split(delimiter)]
        if words and (delimiter is None or "".join(words).strip()):
            words = [words[k] for k in ([usecols] if isinstance(usecols, int) else usecols)] if usecols is not None else words
            rows.append([convert(word.strip()) for word in words])
    if len({len(row) for row in rows}) > 1:
        raise ValueError(f"the number of columns changed from {len(rows[0])} to "
                         f"{[len(row) for row in rows if len(row) != len(rows[0])][0]}")
    made = numpy.array(rows, dtype=float if dtype is None else dtype)
    made = made.reshape([size for size in made.shape if size != 1]) if ndmin < 2 and rows else made
    made = made.reshape(1) if ndmin == 1 and made.ndim == 0 else made
    return made.T if unpack else made


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False,
            ndmin=0, encoding="bytes", max_rows=None, **rest):
    """The numbers of a text, a row for each line."""
    return _table(fname, dtype, comments, delimiter, skiprows, usecols, unpack, ndmin, float)


def _number(word):
    try:
        return float(word)
    except ValueError:
        return float("nan")


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None,
               missing_values=None, filling_values=None, usecols=None, unpack=None, **rest):
    """The same; what is no number becomes nan."""
    return _table(fname, dtype, comments, delimiter, skip_header, usecols, unpack, 0, _number)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """The numbers as text, a line for each row."""
    rows = numpy.asarray(X)
    rows = rows.reshape(-1, 1) if rows.ndim < 2 else rows
    stream = fname if hasattr(fname, "write") else _files.open(fname, "w")
    form = delimiter.join([fmt] * rows.shape[1]) if isinstance(fmt, str) and fmt.count("%") == 1 else fmt
    form = delimiter.join(form) if isinstance(form, (list, tuple)) else form
    if header:
        stream.write(comments + header.replace("\n", "\n" + comments) + newline)
    for row in rows.tolist():
        stream.write(form % tuple(row) + newline)
    if footer:
        stream.write(comments + footer.replace("\n", "\n" + comments) + newline)
    if stream is not fname:
        stream.close()


# --- plain bytes ---

def _cells(source, dtype, count, offset):
    kind = str(numpy.zeros(0, dtype).dtype)
    size = numpy.zeros(0, dtype).itemsize
    if count < 0 and (source.size - offset) % size:
        raise ValueError("buffer size must be a multiple of element size")
    return source.cells(offset, (source.size - offset) // size if count < 0 else count, kind, True)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    """The cells that bytes stand for."""
    return _cells(_files.Source("the buffer", buffer, False, 0, len(buffer)), dtype, count, offset)


def fromfile(file, dtype=float, count=-1, sep="", offset=0):
    """The cells that the bytes of a file stand for."""
    return _cells(_files.source(file), dtype, count, offset)


def memmap(filename, dtype="uint8", mode="r+", offset=0, shape=None, order="C"):
    """The same, read at once."""
    made = _cells(_files.source(filename), dtype, -1, offset)
    return made if shape is None else made[:_pickled._product(shape if isinstance(shape, tuple) else (shape,))].reshape(shape)
