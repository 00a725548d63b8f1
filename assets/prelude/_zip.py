# Reads and writes Zip archives, as torch.save and np.savez make them: entries as they are, or deflated.
import _disk
import pickle


def _number(data, at, size):
    if at < 0 or at + size > len(data):
        raise EOFError("it ends before its time")
    return int.from_bytes(data[at:at + size], "little")


def _wide(data, at, end, have):
    """Sizes beyond 4 GiB stand in a field of their own: those of `have` that are full, in order."""
    while at + 4 <= end:
        kind, size = _number(data, at, 2), _number(data, at + 2, 2)
        if kind == 1:
            at += 4
            for k, value in enumerate(have):
                if value == 0xFFFFFFFF:
                    have[k] = _number(data, at, 8)
                    at += 8
            return have
        at += 4 + size
    return have


def _directory(source):
    """Where the list of entries stands: (place, bytes, entries)."""
    start = max(source.size - 65557, 0)
    tail = source.bytes(start)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0:
        raise ValueError("it has no list of entries")
    count, size, place = _number(tail, at + 10, 2), _number(tail, at + 12, 4), _number(tail, at + 16, 4)
    if tail[at - 20:at - 16] == b"PK\x06\x07" and at >= 20:
        record = source.bytes(_number(tail, at - 12, 8), 56)
        if record[:4] != b"PK\x06\x06":
            raise ValueError("its list of entries is not where it should be")
        count, size, place = _number(record, 32, 8), _number(record, 40, 8), _number(record, 48, 8)
    return place, size, count


def read(source):
    """The entries by name, each as a function that gives its source."""
    try:
        place, size, count = _directory(source)
        data, at, found = source.bytes(place, size), 0, {}
        for _ in range(count):
            if data[at:at + 4] != b"PK\x01\x02":
                raise ValueError("its list of entries is broken")
            name, extra, comment = [_number(data, at + k, 2) for k in (28, 30, 32)]
            end = at + 46 + name + extra
            full, packed, start = _wide(data, at + 46 + name, end, [_number(data, at + k, 4) for k in (24, 20, 42)])
            if _number(data, at + 8, 2) & 1:
                raise ValueError("its entries are encrypted")
            key = data[at + 46:at + 46 + name].decode("utf-8")
            found[key] = _Entry(source, key, _number(data, at + 10, 2), start, packed, full, _number(data, at + 16, 4))
            at = end + comment
        return found
    except (ValueError, EOFError, LookupError) as problem:
        raise pickle.UnpicklingError(f"{source.name} is damaged: {problem}") from None


class _Entry:
    """One file of an archive."""

    def __init__(self, source, name, method, start, packed, full, check):
        self.of, self.name, self.method = source, name, method
        self.start, self.packed, self.full, self.check = start, packed, full, check

    def source(self):
        """Its bytes."""
        import _files
        try:
            head = self.of.bytes(self.start, 30)
            if head[:4] != b"PK\x03\x04":
                raise ValueError(f"{self.name} is not where it should be")
            held = self.of.part(self.start + 30 + _number(head, 26, 2) + _number(head, 28, 2), self.packed)
            if self.method == 0 and self.packed == self.full:
                return held
            if self.method != 8:
                raise ValueError(f"{self.name} is packed in a way that is not known")
            if self.full > 1040 * self.packed + 64:
                raise ValueError(f"{self.name} claims to be larger than what it is packed in can be")
            data = _disk.unpack(held.bytes(), self.full, "zip")
            if _disk.crc(data, 0) != self.check:
                raise ValueError(f"the sum of {self.name} is wrong")
            return _files.Source(self.of.name, data, False, 0, len(data))
        except (ValueError, EOFError) as problem:
            raise pickle.UnpicklingError(f"{self.of.name} is damaged: {problem}") from None


def _size(part):
    if isinstance(part, bytes):
        return len(part)
    return part.numel() * part.element_size() if hasattr(part, "numel") else part.nbytes


def parts(entries, packed=False):
    """The bytes and cells of an archive. entries: (name, [bytes or cells]); what is not packed begins at a multiple of
    64, so that it can be mapped."""
    made, listed, at = [], [], 0
    for name, content in entries:
        size, check = 0, 0
        for part in content:
            check = _disk.crc(part, check)
            size += _size(part)
        if packed:
            content = [_disk.pack(b"".join([part if isinstance(part, bytes) else _disk.raw(part) for part in content]),
                                  "zip")]
        held = len(content[0]) if packed else size
        if max(at, size, held) > 0xFFFFFF00:
            raise OverflowError("an archive beyond 4 GiB is not written: save it in parts, or as safetensors")
        key = name.encode()
        gap = 0 if packed else (64 - (at + 34 + len(key)) % 64) % 64
        extra = b"" if packed else b"FB" + gap.to_bytes(2, "little") + b"Z" * gap
        head = (b"\0\0" + (b"\x08\0" if packed else b"\0\0") + b"\0\0\x21\0" + check.to_bytes(4, "little") +
                held.to_bytes(4, "little") + size.to_bytes(4, "little") + len(key).to_bytes(2, "little"))
        made += [b"PK\x03\x04\x14\0" + head + len(extra).to_bytes(2, "little") + key + extra] + content
        listed.append(b"PK\x01\x02\0\0\x14\0" + head + bytes(12) + at.to_bytes(4, "little") + key)
        at += 30 + len(key) + len(extra) + held
    listed = b"".join(listed)
    count = len(entries).to_bytes(2, "little")
    return made + [listed, b"PK\x05\x06" + bytes(4) + count + count + len(listed).to_bytes(4, "little") +
                   at.to_bytes(4, "little") + bytes(2)]
