# Reads and writes pickles: read by a closed list of names, so that a file can make nothing but tensors,
# arrays, numbers, texts and what holds them; and written, when there is nothing else in an object.
import collections
import re
import numpy
import torch

import _disk
import pickle


class Unwritable(Exception):
    """An object of a class, which no list knows."""


class Known:
    """What a pickle may call, or a storage's type, which it only names."""

    def __init__(self, call):
        self.call = call


class _Pending:
    """An array whose cells come later, by BUILD."""

    key = None


class _Type:
    """A dtype of NumPy under way."""

    def __init__(self, name, *rest):
        name = name.lstrip("<|=")
        if name not in _TYPES:
            raise pickle.UnpicklingError(f"cells of type {name} are not supported")
        self.name = _TYPES[name]


_TYPES = {"f4": "float32", "f8": "float64", "f2": "float16", "i8": "int64", "i4": "int32", "i2": "int16", "i1": "int8",
          "u1": "uint8", "b1": "bool", "c8": "complex64"}
TYPE_CODES = {name: code for code, name in _TYPES.items()}


def _tensor(storage, offset, size, stride, requires_grad=False, hooks=None, metadata=None):
    if storage is None:
        return None
    made = _disk.view(storage, offset, size, stride)
    return made.requires_grad_() if requires_grad is True else made


def _parameter(data, requires_grad=True, hooks=None):
    return None if data is None else torch.nn.Parameter(data, requires_grad)


def _array(shape, kind, fortran, data):
    """An array of cells in order; the first axis is the fastest when `fortran`."""
    if not isinstance(data, bytes) or not isinstance(kind, _Type):
        raise pickle.UnpicklingError("arrays of objects are not supported")
    cells = _disk.cells(data, False, 0, _product(shape), kind.name, True)
    return _disk.view(cells, 0, shape, strides(shape, fortran))


def _product(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def strides(shape, fortran=False):
    """Those of cells without gaps."""
    made, step = [], 1
    for size in shape if fortran else reversed(shape):
        made.append(step)
        step *= max(size, 1)
    return made if fortran else made[::-1]


def _scalar(kind, data):
    return _array((), kind, False, data)[()]


def _storage_bytes(data):
    import _files
    import _torch_file
    return _torch_file.read(_files.Source("a tensor in it", data, False, 0, len(data)))[0]


def _encode(text, encoding):
    if encoding not in ("latin1", "latin-1"):
        raise pickle.UnpicklingError(f"bytes as {encoding} are not supported")
    return text.encode("latin-1")


_STORAGES = {"Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64",
             "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8", "Bool": "bool",
             "ComplexFloat": "complex64"}
STORAGE_NAMES = {kind: name + "Storage" for name, kind in _STORAGES.items()}
_CALLS = {
    "collections.OrderedDict": collections.OrderedDict, "collections.Counter": collections.Counter,
    "torch._utils._rebuild_tensor_v2": _tensor, "torch._utils._rebuild_tensor": _tensor,
    "torch._utils._rebuild_parameter": _parameter, "torch.storage._load_from_bytes": _storage_bytes,
    "torch.Size": torch.Size, "torch.device": torch.device, "_codecs.encode": _encode,
    "builtins.set": set, "builtins.frozenset": frozenset, "builtins.complex": complex,
    "numpy.core.multiarray._reconstruct": lambda *ignored: _Pending(), "numpy.dtype": _Type, "numpy.ndarray": None,
    "numpy.core.multiarray.scalar": _scalar,
    "numpy.core.numeric._frombuffer": lambda data, kind, shape, order: _array(shape, kind, order == "F", data),
}
for _name, _kind in _STORAGES.items():
    _CALLS[f"torch.{_name}Storage"] = _kind
KNOWN = {name: Known(call) for name, call in _CALLS.items()}
KNOWN.update({f"torch.{kind}": getattr(torch, kind) for kind in STORAGE_NAMES})


_LINE = 1 << 12  # the longest: behind a pickle may stand all cells of a model, which no search should go through


class Reader:
    """A machine with a stack; what it makes comes from KNOWN alone. storage(id) gives the cells of a tensor."""

    def __init__(self, data, name, storage=None, at=0):
        self.data, self.name, self.storage, self.at = data, name, storage, at

    def take(self, size):
        """The next bytes."""
        if size < 0 or self.at + size > len(self.data):
            raise EOFError("it ends before its time")
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, size, signed=False):
        """An integer of so many bytes."""
        return int.from_bytes(self.take(size), "little", signed=signed)

    def line(self):
        """A text up to the end of its line."""
        start, length = self.at, self.data[self.at:self.at + _LINE].find(b"\n")
        if length < 0:
            raise EOFError("it ends before its time")
        self.at += length + 1
        return self.data[start:start + length]

    def read(self):
        """The object."""
        self.stack, self.marks, self.memo = [], [], {}
        if not self.data:
            raise EOFError("Ran out of input")
        try:
            return self._run()
        except pickle.UnpicklingError as problem:
            text = str(problem)
            raise pickle.UnpicklingError(text if text.startswith(self.name) else f"{self.name}: {text}") from None
        except (LookupError, ValueError, TypeError, AttributeError, EOFError, RuntimeError, OverflowError) as problem:
            raise pickle.UnpicklingError(f"{self.name} is damaged: {problem}") from None

    def _run(self):
        data, size, acts = self.data, len(self.data), _ACTS
        while True:
            if self.at >= size:
                raise EOFError("it ends before its time")
            op = data[self.at]
            self.at += 1
            if op == 46:
                return self.stack.pop()
            act = acts.get(op)
            if act is None:
                raise pickle.UnpicklingError(f"it is no pickle, or a kind that is not known (byte {op} at {self.at - 1})")
            act(self)

    def marked(self):
        """What was put since the last mark."""
        at = self.marks.pop()
        if at > len(self.stack):
            raise IndexError("a mark lies above its stack")
        items = self.stack[at:]
        del self.stack[at:]
        return items

    def named(self, module, name):
        """Something of the list."""
        module = {"__builtin__": "builtins", "copy_reg": "copyreg"}.get(module, module).replace("numpy._core", "numpy.core")
        found = KNOWN.get(module + "." + name)
        if found is None:
            raise pickle.UnpicklingError(f"{self.name} holds a {module}.{name}: qkv makes tensors, arrays, numbers, texts "
                                         "and what holds them, and no objects of classes; save a state_dict() instead")
        return found

    def reduce(self):
        """A call of something of the list."""
        args, call = self.stack.pop(), self.stack.pop()
        if not isinstance(call, Known) or not isinstance(args, tuple) or call.call is None or isinstance(call.call, str):
            raise ValueError("it calls what cannot be called")
        self.stack.append(call.call(*args))

    def build(self):
        """What belongs to an object that was made before."""
        state, made = self.stack.pop(), self.stack[-1]
        if isinstance(made, _Pending):
            _, shape, kind, fortran, data = state
            self.stack[-1] = _array(shape, kind, fortran, data)
            if made.key is not None:
                self.memo[made.key] = self.stack[-1]
        elif isinstance(made, _Type):
            if state[1] == ">":
                raise pickle.UnpicklingError("numbers with their first byte last are not supported")
        elif isinstance(made, collections.OrderedDict) and isinstance(state, dict):
            for name, value in state.items():
                if name == "_metadata":
                    made._metadata = value
        else:
            raise ValueError("it builds what cannot be built")

    def put(self, key):
        """The top of the stack, to be met again."""
        self.memo[key] = self.stack[-1]
        if isinstance(self.stack[-1], _Pending):
            self.stack[-1].key = key

    def set_items(self, items):
        """Keys and values into a dict."""
        if not isinstance(self.stack[-1], dict) or len(items) % 2:
            raise ValueError("it fills what is no dict")
        for k in range(0, len(items), 2):
            self.stack[-1][items[k]] = items[k + 1]

    def append(self, items):
        """More for a list."""
        if not isinstance(self.stack[-1], list):
            raise ValueError("it fills what is no list")
        self.stack[-1].extend(items)

    def add(self, items):
        """More for a set."""
        if not isinstance(self.stack[-1], set):
            raise ValueError("it fills what is no set")
        self.stack[-1].update(items)

    def persistent(self):
        """The storage of a tensor."""
        key = self.stack.pop()
        if self.storage is None or not isinstance(key, tuple) or len(key) < 5 or not isinstance(key[1], Known) \
                or not isinstance(key[1].call, str):
            raise ValueError("it names storages that are not there")
        self.stack.append(self.storage(key))

    def global_(self):
        """A name of two lines."""
        self.stack.append(self.named(self.line().decode(), self.line().decode()))

    def stack_global(self):
        """A name of two texts."""
        name, module = self.stack.pop(), self.stack.pop()
        self.stack.append(self.named(module, name))

    def new(self):
        """An object by its class."""
        args, made = self.stack.pop(), self.stack.pop()
        self.stack += [made, args]
        self.reduce()

    def tuple(self, count):
        """The last ones as one."""
        if count > len(self.stack):
            raise IndexError("the stack is empty")
        self.stack[len(self.stack) - count:] = [tuple(self.stack[len(self.stack) - count:])]

    def text_int(self):
        """An int as text; 00 and 01 are False and True."""
        text = self.line().decode().rstrip("L")
        self.stack.append({"00": False, "01": True}[text] if text in ("00", "01") else int(text))


def _push(take):
    return lambda r: r.stack.append(take(r))


def _sized(size, make):
    return lambda r: r.stack.append(make(r.take(r.number(size))))


def _pop(r):
    if r.marks and r.marks[-1] == len(r.stack):
        r.marks.pop()
    else:
        r.stack.pop()


def _text(data):
    return data.decode("utf-8")


def _escaped(text):
    return re.sub(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))", lambda found: chr(int(found[1] or found[2], 16)), text)


def _long(data):
    return int.from_bytes(data, "little", signed=True)


_ACTS = {
    0x80: lambda r: r.take(1), 0x95: lambda r: r.take(8), 0x28: lambda r: r.marks.append(len(r.stack)), 0x30: _pop,
    0x31: lambda r: r.marked(), 0x32: lambda r: r.stack.append(r.stack[-1]),
    0x4e: _push(lambda r: None), 0x88: _push(lambda r: True), 0x89: _push(lambda r: False),
    0x4b: _push(lambda r: r.number(1)), 0x4d: _push(lambda r: r.number(2)), 0x4a: _push(lambda r: r.number(4, True)),
    0x49: Reader.text_int, 0x4c: Reader.text_int, 0x8a: _sized(1, _long), 0x8b: _sized(4, _long),
    0x46: _push(lambda r: float(r.line().decode())), 0x47: _push(lambda r: _disk.real(r.take(8)[::-1])),
    0x55: _sized(1, lambda data: data.decode("latin-1")), 0x54: _sized(4, lambda data: data.decode("latin-1")),
    0x56: _push(lambda r: _escaped(r.line().decode("latin-1"))),
    0x58: _sized(4, _text), 0x8c: _sized(1, _text), 0x8d: _sized(8, _text),
    0x43: _sized(1, bytes), 0x42: _sized(4, bytes), 0x8e: _sized(8, bytes), 0x96: _sized(8, bytes),
    0x5d: _push(lambda r: []), 0x7d: _push(lambda r: {}), 0x29: _push(lambda r: ()), 0x8f: _push(lambda r: set()),
    0x6c: _push(lambda r: r.marked()), 0x74: _push(lambda r: tuple(r.marked())),
    0x91: _push(lambda r: frozenset(r.marked())),
    0x64: lambda r: (lambda items: (r.stack.append({}), r.set_items(items)))(r.marked()),
    0x85: lambda r: r.tuple(1), 0x86: lambda r: r.tuple(2), 0x87: lambda r: r.tuple(3),
    0x61: lambda r: r.append([r.stack.pop()]), 0x65: lambda r: r.append(r.marked()),
    0x73: lambda r: r.set_items([r.stack.pop() for _ in (0, 1)][::-1]), 0x75: lambda r: r.set_items(r.marked()),
    0x90: lambda r: r.add(r.marked()),
    0x63: Reader.global_, 0x93: Reader.stack_global, 0x52: Reader.reduce, 0x81: Reader.new, 0x62: Reader.build,
    0x51: Reader.persistent,
    0x70: lambda r: r.put(int(r.line().decode())), 0x71: lambda r: r.put(r.number(1)), 0x72: lambda r: r.put(r.number(4)),
    0x94: lambda r: r.put(len(r.memo)), 0x67: _push(lambda r: r.memo[int(r.line().decode())]),
    0x68: _push(lambda r: r.memo[r.number(1)]), 0x6a: _push(lambda r: r.memo[r.number(4)]),
}


def read(source):
    """The object of a pickle, and how many bytes it took."""
    reader = Reader(source.bytes(), source.name)
    return reader.read(), reader.at


# --- writing ---

def _key(obj):
    """What tells that it was met: of a text its letters, so that the bytes are the same each time."""
    return obj if type(obj) is str else id(obj)


class Writer:
    """An object as a pickle. storage(tensor) gives the id of a tensor's cells; without it there are no tensors."""

    def __init__(self, protocol=4, storage=None):
        self.protocol, self.storage = min(max(protocol, 2), 4), storage
        self.parts, self.memo, self.kept = [b"\x80" + bytes([self.protocol])], {}, []

    def done(self):
        """The bytes."""
        return b"".join(self.parts) + b"."

    def put(self, *parts):
        """So many bytes more."""
        self.parts += parts

    def remember(self, obj):
        """It may be met again."""
        self.put(b"r", len(self.memo).to_bytes(4, "little"))
        self.memo[_key(obj)] = len(self.memo)
        self.kept.append(obj)

    def name(self, module, name):
        """Something of the list."""
        self.put(f"c{module}\n{name}\n".encode())

    def call(self, name, *args):
        """A call of something of the list; an argument may be a function that writes it."""
        module, _, last = name.rpartition(".")
        self.name("__builtin__" if module == "builtins" and self.protocol < 3 else module, last)
        self.all(args)
        self.put(b"R")

    def all(self, items):
        """A tuple, whose items may be functions that write."""
        self.put(b"(")
        for item in items:
            item() if callable(item) and not isinstance(item, type) else self.write(item)
        self.put(b"t")

    def write(self, obj):
        """Any object."""
        if _key(obj) in self.memo:
            self.put(b"j", self.memo[_key(obj)].to_bytes(4, "little"))
            return
        act = _WRITERS.get(type(obj))
        if act is not None:
            act(self, obj)
        elif isinstance(obj, (numpy.ndarray, numpy.generic)):
            self.array(obj)
        elif isinstance(obj, torch.Tensor):
            self.tensor(obj)
        elif isinstance(obj, torch.dtype):
            self.name("torch", str(obj)[6:])
        elif isinstance(obj, torch.device):
            self.call("torch.device", str(obj))
        else:
            raise Unwritable(type(obj).__name__)

    def integer(self, obj):
        """An int."""
        if 0 <= obj < 256:
            self.put(b"K" + bytes([obj]))
        elif -2 ** 31 <= obj < 2 ** 31:
            self.put(b"J" + obj.to_bytes(4, "little", signed=True))
        else:
            size = obj.bit_length() // 8 + 1
            self.put((b"\x8a" + bytes([size]) if size < 256 else b"\x8b" + size.to_bytes(4, "little"))
                     + obj.to_bytes(size, "little", signed=True))

    def text(self, obj):
        """A str."""
        data = obj.encode("utf-8", "surrogatepass")
        self.put(b"X" + len(data).to_bytes(4, "little"), data)
        self.remember(obj)

    def bytes(self, obj):
        """Bytes, which protocol 2 has only as a text."""
        if self.protocol < 3:
            self.call("_codecs.encode", obj.decode("latin-1"), "latin1")
        else:
            self.put((b"C" + bytes([len(obj)]) if len(obj) < 256 else b"B" + len(obj).to_bytes(4, "little")), obj)

    def tuple(self, obj):
        """A tuple."""
        self.all([(lambda item=item: self.write(item)) for item in obj])
        self.remember(obj)

    def list(self, obj):
        """A list, which may hold itself."""
        self.put(b"]")
        self.remember(obj)
        self.put(b"(")
        for item in obj:
            self.write(item)
        self.put(b"e")

    def items(self, obj):
        """The pairs of a dict."""
        self.remember(obj)
        self.put(b"(")
        for key, value in obj.items():
            self.write(key)
            self.write(value)
        self.put(b"u")

    def dict(self, obj):
        """A dict."""
        self.put(b"}")
        self.items(obj)

    def ordered(self, obj):
        """An OrderedDict, with what a state_dict has beside its tensors."""
        self.call("collections.OrderedDict")
        self.items(obj)
        if getattr(obj, "_metadata", None) is not None:
            self.write({"_metadata": obj._metadata})
            self.put(b"b")

    def array(self, obj):
        """An array or a scalar of NumPy."""
        if str(obj.dtype) not in TYPE_CODES:
            raise Unwritable(f"array of {obj.dtype}")

        def kind():
            self.call("numpy.dtype", TYPE_CODES[str(obj.dtype)], False, True)
            self.write((3, "<", None, None, None, -1, -1, 0))
            self.put(b"b")

        data = _disk.raw(_disk.dense(obj))
        if not isinstance(obj, numpy.ndarray):
            self.call("numpy.core.multiarray.scalar", kind, data)
            return
        self.call("numpy.core.multiarray._reconstruct", lambda: self.name("numpy", "ndarray"), (0,), b"b")
        self.all([1, tuple(obj.shape), kind, False, data])
        self.put(b"b")
        self.remember(obj)

    def tensor(self, obj):
        """A tensor, by the id of its cells."""
        if self.storage is None or type(obj) not in (torch.Tensor, torch.nn.Parameter):
            raise Unwritable(type(obj).__name__)
        if isinstance(obj, torch.nn.Parameter):
            self.call("torch._utils._rebuild_parameter", lambda: self.cells(obj, False), obj.requires_grad,
                      lambda: self.call("collections.OrderedDict"))
        else:
            self.cells(obj, obj.requires_grad)
        self.remember(obj)

    def cells(self, obj, requires_grad):
        """What makes a tensor of its storage."""
        kind, key, count = self.storage(obj)

        def storage():
            self.all(["storage", lambda: self.name("torch", STORAGE_NAMES[kind]), key, "cpu", count])
            self.put(b"Q")

        self.call("torch._utils._rebuild_tensor_v2", storage, obj.storage_offset(), tuple(obj.size()), obj.stride(),
                  requires_grad, lambda: self.call("collections.OrderedDict"))


_WRITERS = {
    type(None): lambda w, obj: w.put(b"N"), bool: lambda w, obj: w.put(b"\x88" if obj else b"\x89"),
    int: Writer.integer, float: lambda w, obj: w.put(b"G" + _disk.real_bytes(obj)[::-1]), str: Writer.text,
    bytes: Writer.bytes, tuple: Writer.tuple, list: Writer.list, dict: Writer.dict,
    collections.OrderedDict: Writer.ordered,
    set: lambda w, obj: w.call("builtins.set", list(obj)), frozenset: lambda w, obj: w.call("builtins.frozenset", list(obj)),
    complex: lambda w, obj: w.call("builtins.complex", obj.real, obj.imag),
    torch.Size: lambda w, obj: w.call("torch.Size", tuple(obj)),
}


def parts(obj, file=None, protocol=4):
    """An object as bytes; None: there are objects of classes in it."""
    writer = Writer(protocol)
    try:
        writer.write(obj)
    except Unwritable:
        return None
    return [writer.done()]
