# Takes settings of a library that is not there. They may be set and have no effect: every result of this
# program is reproducible.

enabled = True
benchmark = False
deterministic = False
allow_tf32 = True


def is_available():
    """Never."""
    return False


def version():
    """None."""
    return None
