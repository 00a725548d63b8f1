# Computes digests of bytes, word by word: MD5 as RFC 1321 says; SHA-1, SHA-256 and SHA-512 as FIPS 180-4
# does.

import math

_MASK = 0xFFFFFFFF


def _left(value, count):
    """Rotates a word of 32 bits."""
    return (value << count | value >> (32 - count)) & _MASK


def _padded(data, order):
    """The bytes with a 1 bit, zeros and their length behind them, in blocks of 64."""
    size = len(data) * 8
    return data + b"\x80" + bytes((55 - len(data)) % 64) + size.to_bytes(8, order)


def _words(data, order):
    """The blocks as lists of 16 words."""
    for at in range(0, len(data), 64):
        yield [int.from_bytes(data[k:k + 4], order) for k in range(at, at + 64, 4)]


def _md5(data):
    kept = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    add = [int(abs(math.sin(k + 1)) * 2**32) for k in range(64)]
    turns = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
    for word in _words(_padded(data, "little"), "little"):
        a, b, c, d = kept
        for k in range(64):
            f, at = ((b & c | ~b & d, k), (b & d | c & ~d, 5 * k + 1), (b ^ c ^ d, 3 * k + 5), (c ^ (b | ~d), 7 * k))[k // 16]
            a, b, c, d = d, (b + _left((a + f + add[k] + word[at % 16]) & _MASK, turns[k // 16][k % 4])) & _MASK, b, c
        kept = [(x + y) & _MASK for x, y in zip(kept, (a, b, c, d))]
    return b"".join([value.to_bytes(4, "little") for value in kept])


def _sha1(data):
    kept = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    for word in _words(_padded(data, "big"), "big"):
        for k in range(16, 80):
            word.append(_left(word[k - 3] ^ word[k - 8] ^ word[k - 14] ^ word[k - 16], 1))
        a, b, c, d, e = kept
        for k in range(80):
            if k < 20:
                f = (b & c | ~b & d) + 0x5A827999
            elif k < 40:
                f = (b ^ c ^ d) + 0x6ED9EBA1
            elif k < 60:
                f = (b & c | b & d | c & d) + 0x8F1BBCDC
            else:
                f = (b ^ c ^ d) + 0xCA62C1D6
            a, b, c, d, e = (_left(a, 5) + f + e + word[k]) & _MASK, a, _left(b, 30), c, d
        kept = [(x + y) & _MASK for x, y in zip(kept, (a, b, c, d, e))]
    return b"".join([value.to_bytes(4, "big") for value in kept])


def _root_bits(count, power, size=32):
    """The first bits behind the point of the roots of the first primes."""
    primes, n = [], 2
    while len(primes) < count:
        if all([n % p for p in primes]):
            primes.append(n)
        n += 1
    bits = []
    for p in primes:
        wanted, low, high = p << size * power, 0, 1 << size + 8
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle ** power <= wanted else (low, middle - 1)
        bits.append(low & (1 << size) - 1)
    return bits


def _sha256(data):
    kept, add = _root_bits(8, 2), _root_bits(64, 3)
    for word in _words(_padded(data, "big"), "big"):
        for k in range(16, 64):
            x, y = word[k - 15], word[k - 2]
            s0 = _left(x, 25) ^ _left(x, 14) ^ x >> 3
            s1 = _left(y, 15) ^ _left(y, 13) ^ y >> 10
            word.append((word[k - 16] + s0 + word[k - 7] + s1) & _MASK)
        a, b, c, d, e, f, g, h = kept
        for k in range(64):
            s1 = _left(e, 26) ^ _left(e, 21) ^ _left(e, 7)
            t1 = h + s1 + (e & f ^ ~e & g) + add[k] + word[k]
            s0 = _left(a, 30) ^ _left(a, 19) ^ _left(a, 10)
            t2 = s0 + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (t1 + t2) & _MASK, a, b, c, (d + t1) & _MASK, e, f, g
        kept = [(x + y) & _MASK for x, y in zip(kept, (a, b, c, d, e, f, g, h))]
    return b"".join([value.to_bytes(4, "big") for value in kept])


def _sha512(data):
    mask, kept, add = (1 << 64) - 1, _root_bits(8, 2, 64), _root_bits(80, 3, 64)
    size = len(data) * 8
    data += b"\x80" + bytes((111 - len(data)) % 128) + size.to_bytes(16, "big")

    def right(value, count):
        """Rotates a word of 64 bits."""
        return (value >> count | value << (64 - count)) & mask

    for at in range(0, len(data), 128):
        word = [int.from_bytes(data[k:k + 8], "big") for k in range(at, at + 128, 8)]
        for k in range(16, 80):
            x, y = word[k - 15], word[k - 2]
            s0 = right(x, 1) ^ right(x, 8) ^ x >> 7
            s1 = right(y, 19) ^ right(y, 61) ^ y >> 6
            word.append((word[k - 16] + s0 + word[k - 7] + s1) & mask)
        a, b, c, d, e, f, g, h = kept
        for k in range(80):
            s1 = right(e, 14) ^ right(e, 18) ^ right(e, 41)
            t1 = h + s1 + (e & f ^ ~e & g) + add[k] + word[k]
            s0 = right(a, 28) ^ right(a, 34) ^ right(a, 39)
            t2 = s0 + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
        kept = [(x + y) & mask for x, y in zip(kept, (a, b, c, d, e, f, g, h))]
    return b"".join([value.to_bytes(8, "big") for value in kept])


class _Hash:
    """Bytes that a digest is made of."""

    def __init__(self, name, function, data):
        self.name, self._function, self._data = name, function, data
        self.block_size = 128 if name == "sha512" else 64
        self.digest_size = {"md5": 16, "sha1": 20, "sha256": 32, "sha512": 64}[name]

    def update(self, data):
        """Adds bytes."""
        self._data += data

    def digest(self):
        """The digest."""
        return self._function(self._data)

    def hexdigest(self):
        """The digest in hexadecimal digits."""
        return self.digest().hex()

    def copy(self):
        """Another one of the same bytes."""
        return _Hash(self.name, self._function, self._data)


def _of(name, function, data):
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    return _Hash(name, function, data)


def md5(string=b"", *, usedforsecurity=True):
    """MD5."""
    return _of("md5", _md5, string)


def sha1(string=b"", *, usedforsecurity=True):
    """SHA-1."""
    return _of("sha1", _sha1, string)


def sha256(string=b"", *, usedforsecurity=True):
    """SHA-256."""
    return _of("sha256", _sha256, string)


def sha512(string=b"", *, usedforsecurity=True):
    """SHA-512."""
    return _of("sha512", _sha512, string)


def new(name, data=b"", *, usedforsecurity=True):
    """By name."""
    return {"md5": md5, "sha1": sha1, "sha256": sha256, "sha512": sha512}[name.lower()](data)
