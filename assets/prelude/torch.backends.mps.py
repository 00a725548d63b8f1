# Apple's GPUs: none.


def is_available():
    """Never."""
    return False


def is_built():
    """Never."""
    return False
