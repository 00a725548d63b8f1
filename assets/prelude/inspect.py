# inspect: what is made of its native parts (signature, isfunction, ...).


class _empty:
    """Stands for a default or an annotation that is not there."""


class Parameter:
    """Names the kinds of parameters."""

    empty = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)


def cleandoc(doc):
    """A docstring without the indentation of its lines."""
    lines = doc.expandtabs().split("\n")
    margin = min([len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()], default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getdoc(object):
    """The docstring, or None."""
    doc = getattr(object, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def getmro(cls):
    """The class and those that it comes from."""
    return cls.__mro__
