# Capitals. The constants are made in C.


def capwords(s, sep=None):
    """Each word capitalized."""
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


