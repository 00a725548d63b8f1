# Prints nested containers over several lines: what fits into the width stands on one line, what does not has
# one item per line.

import sys
from collections import OrderedDict


def _ordered(pairs, sort):
    """The pairs of a dict, by key when they are to be sorted and can be."""
    pairs = list(pairs)
    if not sort:
        return pairs
    try:
        return sorted(pairs, key=lambda pair: pair[0])
    except TypeError:
        return sorted(pairs, key=lambda pair: (type(pair[0]).__name__, str(pair[0])))


class PrettyPrinter:
    """Formats with a width, an indent and an order of keys."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False,
                 sort_dicts=True, underscore_numbers=False):
        self._indent = indent
        self._width = width
        self._depth = depth
        self._stream = stream
        self._compact = compact
        self._sort = sort_dicts

    def pprint(self, object):
        """Print it."""
        print(self.pformat(object), file=self._stream if self._stream is not None else sys.stdout)

    def pformat(self, object):
        """The text that pprint prints."""
        return self._text(object, 0, 0, 0)

    def _line(self, value, level):
        """A value on one line."""
        kind = type(value)
        if kind not in (dict, list, tuple) or not value:
            return repr(value)
        if self._depth is not None and level >= self._depth:
            return "{...}" if kind is dict else "[...]" if kind is list else "(...)"
        if kind is dict:
            pairs = [self._line(key, level + 1) + ": " + self._line(item, level + 1)
                     for key, item in _ordered(value.items(), self._sort)]
            return "{" + ", ".join(pairs) + "}"
        inner = ", ".join([self._line(item, level + 1) for item in value])
        if kind is list:
            return "[" + inner + "]"
        return "(" + inner + ("," if len(value) == 1 else "") + ")"

    def _text(self, value, indent, allowance, level):
        """A value that starts in column `indent` and has `allowance` marks after it."""
        line = self._line(value, level)
        kind = type(value)
        if len(line) <= self._width - indent - allowance or (
                self._depth is not None and level >= self._depth):
            return line
        if kind is OrderedDict and value:
            inner = self._text(list(value.items()), indent + len("OrderedDict("), allowance + 1, level + 1)
            return "OrderedDict(" + inner + ")"
        if kind is dict and value:
            return "{" + " " * (self._indent - 1) + self._pairs(value, indent, allowance + 1, level) + "}"
        if kind is str and value:
            return self._string(value, indent, allowance, level)
        if kind in (list, tuple, set) and value:
            first, last = {list: "[]", tuple: "()", set: "{}"}[kind]
            last = ",)" if kind is tuple and len(value) == 1 else last
            items = sorted(value) if kind is set else value
            return first + " " * (self._indent - 1) + self._items(
                items, indent, allowance + len(last), level) + last
        return line

    def _pairs(self, value, indent, allowance, level):
        """The inside of a dict, one pair per line."""
        indent += self._indent
        pairs = _ordered(value.items(), self._sort)
        lines = []
        for k, (key, item) in enumerate(pairs):
            name = self._line(key, level + 1)
            after = allowance if k == len(pairs) - 1 else 1
            lines.append(name + ": " + self._text(item, indent + len(name) + 2, after, level + 1))
        return (",\n" + " " * indent).join(lines)

    def _items(self, items, indent, allowance, level):
        """The inside of a list, one item per line, or as many as fit when compact."""
        indent += self._indent
        items = list(items)
        lines = []
        room = 0
        for k, item in enumerate(items):
            after = allowance if k == len(items) - 1 else 1
            text = self._line(item, level + 1)
            need = len(text) + 2 + (allowance - 1 if k == len(items) - 1 else 0)
            if self._compact and lines and len(text) + 2 <= room - (after - 1):
                lines[-1] += ", " + text
                room -= len(text) + 2
                continue
            lines.append(self._text(item, indent, after, level + 1))
            room = self._width - indent - len(text)
        return (",\n" + " " * indent).join(lines)

    def _string(self, value, indent, allowance, level):
        """A long string as pieces that break between words."""
        if level == 0:
            indent += 1
            allowance += 1
        width = self._width - indent
        pieces = []
        lines = value.splitlines(True)
        for k, line in enumerate(lines):
            last = k == len(lines) - 1
            if len(repr(line)) <= width - (allowance if last else 0):
                pieces.append(repr(line))
                continue
            current = ""
            words = _words(line)
            for j, word in enumerate(words):
                room = width - (allowance if last and j == len(words) - 1 else 0)
                if len(repr(current + word)) > room:
                    if current:
                        pieces.append(repr(current))
                    current = word
                else:
                    current += word
            if current:
                pieces.append(repr(current))
        if len(pieces) == 1:
            return pieces[0]
        text = ("\n" + " " * indent).join(pieces)
        return "(" + text + ")" if level == 0 else text


def _words(line):
    """Each word of a line with the blanks behind it."""
    words = []
    for at, mark in enumerate(line):
        if at == 0 or (not mark.isspace() and line[at - 1].isspace()):
            words.append("")
        words[-1] += mark
    return words


def pformat(object, indent=1, width=80, depth=None, **options):
    """The text that pprint prints."""
    return PrettyPrinter(indent, width, depth, **options).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, **options):
    """Print a value over as many lines as it needs."""
    PrettyPrinter(indent, width, depth, stream, **options).pprint(object)


def pp(object, *args, sort_dicts=False, **options):
    """pprint with the keys in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **options)
