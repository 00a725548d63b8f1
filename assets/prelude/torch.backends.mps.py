# Tells that there is none of Apple's GPUs.


def is_available():
    """Never."""
    return False


def is_built():
    """Never."""
    return False
