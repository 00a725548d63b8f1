# Finds names that fit a pattern with * and ?.

import re


def translate(pat):
    """The pattern as a regular expression."""
    made, k = "", 0
    while k < len(pat):
        c, end = pat[k], -1
        if c == "[":
            end = pat.find("]", k + (3 if pat[k + 1:k + 2] == "!" else 2))
        if end > 0:
            inside = pat[k + 1:end].replace("\\", "\\\\")
            made += "[" + ("^" + inside[1:] if inside.startswith("!") else inside) + "]"
            k = end
        else:
            made += ".*" if c == "*" else "." if c == "?" else re.escape(c)
        k += 1
    return "(?s:" + made + ")\\Z"


def fnmatchcase(name, pat):
    """Whether a name fits."""
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    """The names that fit."""
    return [name for name in names if fnmatchcase(name, pat)]
