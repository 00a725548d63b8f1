# Seeds that are no whole numbers. Drawing is done in C.

_native_seed = seed


def seed(a=None, version=2):
    """Starts the stream anew."""
    if isinstance(a, (str, bytes)):
        import hashlib
        a = a.encode() if isinstance(a, str) else a
        a = int.from_bytes(a + hashlib.sha512(a).digest(), "big")
    elif isinstance(a, float):
        a = hash(a) % 2 ** 64
    return _native_seed() if a is None else _native_seed(a)
