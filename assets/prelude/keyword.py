# The words that cannot be names.

kwlist = ["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
          "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
          "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"]
softkwlist = ["_", "case", "match"]


def iskeyword(word):
    """Whether it is one of them."""
    return word in kwlist


def issoftkeyword(word):
    """Whether it is one in some places only."""
    return word in softkwlist
