# Writes what torch.save writes, and reads what torch.load reads: an archive with a pickle and the cells, or
# the older form, one behind the other.
import os
import torch

import _disk
import _files
import _pickled
import _zip
import pickle

_MAGIC = 0x1950a86a20f9469cfc6c
_HEAD = 1 << 26  # the pickles of the older form stand in front


def parts(obj, file):
    """The bytes and cells of an archive that holds the object; None: there are objects of classes in it."""
    blocks = {}

    def storage(tensor):
        cells = tensor.storage()._cells
        key = cells.data_ptr(), cells.dtype
        if key not in blocks:
            blocks[key] = (str(len(blocks)), cells)
        return str(tensor.dtype)[6:], blocks[key][0], cells.numel()

    writer = _pickled.Writer(2, storage)
    try:
        writer.write(obj)
    except _pickled.Unwritable:
        return None
    name = "archive" if hasattr(file, "write") else os.path.splitext(os.path.basename(os.fspath(file)))[0]
    entries = [(name + "/data.pkl", [writer.done()])]
    entries += [(f"{name}/data/{key}", [cells]) for key, cells in blocks.values()]
    return _zip.parts(entries + [(name + "/version", [b"3\n"])])


def read(source):
    """The object of a file, and how many bytes it took."""
    head = source.bytes(0, min(source.size, 4))
    if not head:
        raise EOFError("Ran out of input")
    try:
        return (_read_archive(source), source.size) if head == b"PK\x03\x04" else _read_old(source)
    except (LookupError, ValueError, TypeError, AttributeError, EOFError) as problem:
        raise pickle.UnpicklingError(f"{source.name} is damaged: {problem}") from None


def _read_archive(source):
    entries = _zip.read(source)
    names = [name for name in entries if name.endswith("/data.pkl") and name.count("/") == 1]
    if len(names) != 1:
        raise pickle.UnpicklingError(f"{source.name} is an archive, but none of torch.save")
    folder = names[0][:-len("data.pkl")]
    order = entries.get(folder + "byteorder")
    if order is not None and order.source().bytes() != b"little":
        raise pickle.UnpicklingError(f"{source.name} has numbers with their first byte last, which are not supported")
    blocks = {}

    def storage(key):
        _, kind, name, _, count = key[:5]
        if name not in blocks:
            blocks[name] = entries[f"{folder}data/{name}"].source().cells(0, count, kind.call)
        return blocks[name]

    return _pickled.Reader(entries[names[0]].source().bytes(), source.name, storage).read()


def _read_old(source):
    data = source.bytes(0, min(source.size, _HEAD))
    at = 0

    def following(storage=None):
        nonlocal at
        reader = _pickled.Reader(data, source.name, storage, at)
        made = reader.read()
        at = reader.at
        return made

    if following() != _MAGIC or following() != 1001 or following().get("little_endian") is not True:
        raise pickle.UnpicklingError(f"{source.name} is no file of torch.save")
    named, start = {}, at
    following(lambda key: named.setdefault(key[2], key) and None)
    blocks = {}
    for name in following():
        kind, count = named[name][1].call, named[name][4]
        if int.from_bytes(source.bytes(at, 8), "little") != count:
            raise pickle.UnpicklingError(f"{source.name} is damaged: a storage has another size than its tensors say")
        blocks[name] = source.cells(at + 8, count, kind)
        at += 8 + count * blocks[name].element_size()
    end, at = at, start

    def storage(key):
        if len(key) > 5 and key[5] is not None:
            _, offset, size = key[5]
            return _disk.view(blocks[key[2]], offset, (size,), (1,))
        return blocks[key[2]]

    return following(storage), end
