# Keeps tensors in files: a length, a JSON text that lists them, and their cells one behind the other.
import json

import _disk
import _files
import _pickled

_TYPES = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32",
          "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool"}
_CODES = {name: code for code, name in _TYPES.items()}
_MOST = 100_000_000  # bytes of the text


class SafetensorError(Exception):
    """A file that is none of safetensors."""


class _File:
    """What a file holds; cells are read when they are asked for."""

    def __init__(self, file, array):
        source, self._array = _files.source(file), array
        try:
            size = int.from_bytes(source.bytes(0, 8), "little")
            if size > _MOST:
                raise ValueError(f"HeaderTooLarge: {size} bytes")
            head = json.loads(source.bytes(8, size).decode("utf-8"))
            self.held = source.part(8 + size, source.size - 8 - size)
            self.meta = head.pop("__metadata__", None)
            self.rows = {name: self._row(row) for name, row in head.items()}
            end = 0
            for _, _, start, stop in sorted(self.rows.values(), key=lambda row: row[2:]):
                if start != end:
                    raise ValueError("its tensors overlap, or leave a gap")
                end = stop
            if end != self.held.size:
                raise ValueError("its tensors are not all of it")
        except (ValueError, EOFError, LookupError, TypeError, AttributeError) as problem:
            raise SafetensorError(f"Error while deserializing header: {source.name} is damaged: {problem}") from None

    def _row(self, row):
        """Kind, shape, begin and end."""
        kind, shape, (start, stop) = row["dtype"], row["shape"], row["data_offsets"]
        if kind not in _TYPES:
            raise ValueError(f"cells of type {kind} are not supported")
        if not all([isinstance(size, int) and size >= 0 for size in [start, stop, *shape]]):
            raise ValueError("a size is no size")
        if stop - start != _pickled._product(shape) * _files._SIZES[_TYPES[kind]]:
            raise ValueError(f"a tensor of shape {shape} has {stop - start} bytes")
        return _TYPES[kind], shape, start, stop

    def tensor(self, name):
        """One of them."""
        if name not in self.rows:
            raise SafetensorError(f"File does not contain tensor {name}")
        kind, shape, start, _ = self.rows[name]
        if self._array and kind == "bfloat16":
            raise SafetensorError(f"{name} is of bfloat16, which NumPy does not have")
        cells = self.held.cells(start, _pickled._product(shape), kind, self._array)
        return _disk.view(cells, 0, shape, _pickled.strides(shape))

    def all(self):
        """Each by its name."""
        return {name: self.tensor(name) for name in self.rows}


class _Slice:
    """A tensor of which a part is asked for."""

    def __init__(self, file, name):
        self._file, self._name = file, name

    def get_shape(self):
        """Its sizes."""
        return list(self._file.rows[self._name][1])

    def get_dtype(self):
        """Its type, as the file calls it."""
        return _CODES[self._file.rows[self._name][0]]

    def __getitem__(self, key):
        return self._file.tensor(self._name)[key]


class safe_open:
    """A file whose tensors are read one by one."""

    def __init__(self, filename, framework, device="cpu"):
        if framework not in ("pt", "torch", "pytorch", "np", "numpy"):
            raise SafetensorError(f"framework {framework} is invalid")
        self._file = _File(filename, framework in ("np", "numpy"))

    def keys(self):
        """The names."""
        return sorted(self._file.rows)

    def offset_keys(self):
        """The names as they stand in the file."""
        return sorted(self._file.rows, key=lambda name: self._file.rows[name][2])

    def metadata(self):
        """Texts that the file holds beside them."""
        return self._file.meta

    def get_tensor(self, name):
        """One of them."""
        return self._file.tensor(name)

    def get_slice(self, name):
        """One of which a part is wanted."""
        if name not in self._file.rows:
            raise SafetensorError(f"File does not contain tensor {name}")
        return _Slice(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


def _kind(tensor):
    return str(tensor.dtype).replace("torch.", "")


def parts(tensors, metadata):
    """The bytes and cells of a file: the widest cells first, then by name."""
    order = sorted(tensors, key=lambda name: (-_files._SIZES[_kind(tensors[name])], name))
    head, at = {} if metadata is None else {"__metadata__": metadata}, 0
    for name in order:
        tensor = tensors[name]
        size = _files._SIZES[_kind(tensor)] * _pickled._product(tensor.shape)
        head[name] = {"dtype": _CODES[_kind(tensor)], "shape": list(tensor.shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return [len(text).to_bytes(8, "little") + text, *[_disk.dense(tensors[name]) for name in order]]


def check(tensors, kind):
    """Refuses what is no dict of tensors of types that a file can hold."""
    for name, tensor in tensors.items():
        if not isinstance(tensor, kind):
            raise ValueError(f"Key `{name}` is invalid, expected {kind.__module__}.{kind.__name__} but received {type(tensor)}")
        if _kind(tensor) not in _CODES:
            raise SafetensorError(f"{name} is of type {_kind(tensor)}, which safetensors does not have")


__version__ = "0.4.0"
