# Draws random choices and tokens. Nothing secret is made here: they come from a generator of their own, the
# same in every run, and leave that of random as it is.

import random

_own = random.Random(20)
choice = _own.choice


def randbelow(exclusive_upper_bound):
    """A number from 0 on, below the bound."""
    return _own.randrange(exclusive_upper_bound)


def randbits(k):
    """A number of k bits."""
    return _own.getrandbits(k)


def token_bytes(nbytes=None):
    """Random bytes."""
    return bytes([_own.getrandbits(8) for _ in range(32 if nbytes is None else nbytes)])


def token_hex(nbytes=None):
    """Random bytes as hexadecimal digits."""
    return token_bytes(nbytes).hex()


def compare_digest(a, b):
    """Whether both are the same."""
    return a == b
