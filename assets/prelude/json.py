# Writes JSON text, and reads it. What is plain is read by C (_read, module_json.c).

import re


class JSONDecodeError(ValueError):
    """Raised when a text is not JSON; tells where."""

    def __init__(self, msg, doc, pos):
        line = doc.count("\n", 0, pos) + 1
        column = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {line} column {column} (char {pos})")
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = line
        self.colno = column


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile("[0-9a-fA-F]{4}")


def _unit(code):
    """One 16-bit unit as an escape."""
    return "\\u" + format(code, "04x")


def _quote(text, ascii_only):
    """A string with its quotes and escapes."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return '"' + text + '"'
    marks = []
    for mark in text:
        code = ord(mark)
        if mark in _ESCAPES:
            marks.append(_ESCAPES[mark])
        elif code < 32 or (ascii_only and 126 < code < 65536):
            marks.append(_unit(code))
        elif ascii_only and code > 126:
            marks.append(_unit(55296 + (code - 65536) // 1024) + _unit(56320 + (code - 65536) % 1024))
        else:
            marks.append(mark)
    return '"' + "".join(marks) + '"'


class JSONEncoder:
    """How values become text; subclasses may say more in default()."""

    item_separator, key_separator = ", ", ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.allow_nan = skipkeys, ensure_ascii, allow_nan
        self.sort_keys, self.indent = sort_keys, indent
        self._step = " " * indent if isinstance(indent, int) else indent
        if separators is None:
            separators = (", " if indent is None else ",", ": ")
        self.item_separator, self.key_separator = separators
        if default is not None:
            self.default = default

    def default(self, o):
        """What stands for a value that JSON does not have."""
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def encode(self, o):
        """A value as text."""
        return self._text(o, [])

    def _number(self, value):
        """A float as JavaScript writes it."""
        if value - value == 0:
            return repr(float(value))
        if not self.allow_nan:
            raise ValueError("Out of range float values are not JSON compliant: " + repr(value))
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"

    def _scalar(self, value):
        """The text of a value that holds no others; None for the rest."""
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return _quote(value, self.ensure_ascii)
        if isinstance(value, int):
            return str(int(value))
        return self._number(value) if isinstance(value, float) else None

    def _pairs(self, value, around):
        """The text of each key and its value."""
        pairs = sorted(value.items()) if self.sort_keys else value.items()
        parts = []
        for key, item in pairs:
            text = _quote(key, self.ensure_ascii) if isinstance(key, str) else self._scalar(key)
            if text is None:
                if self.skipkeys:
                    continue
                raise TypeError("keys must be str, int, float, bool or None, "
                                f"not {type(key).__name__}")
            if not isinstance(key, str):
                text = '"' + text + '"'
            parts.append(text + self.key_separator + self._text(item, around))
        return parts

    def _joined(self, parts, first, last, depth):
        """What stands between the brackets, on one line or on one line each."""
        if not parts:
            return first + last
        if self._step is None:
            return first + self.item_separator.join(parts) + last
        start = "\n" + self._step * (depth + 1)
        return (first + start + (self.item_separator + start).join(parts) + "\n" + self._step * depth +
                last)

    def _text(self, value, around):
        """Any value; `around` are those that hold it."""
        text = self._scalar(value)
        if text is not None:
            return text
        if any([value is other for other in around]):
            raise ValueError("Circular reference detected")
        inside, depth = around + [value], len([other for other in around
                                               if isinstance(other, (dict, list, tuple))])
        if isinstance(value, dict):
            return self._joined(self._pairs(value, inside), "{", "}", depth)
        if isinstance(value, (list, tuple)):
            return self._joined([self._text(item, inside) for item in value], "[", "]", depth)
        return self._text(self.default(value), inside)


def dumps(obj, *, cls=None, **options):
    """A value as JSON text."""
    return (cls or JSONEncoder)(**options).encode(obj)


def dump(obj, fp, **options):
    """A value as JSON text into a stream."""
    fp.write(dumps(obj, **options))


class _Reader:
    """A text and the place that is read next."""

    def __init__(self, text, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
                 object_pairs_hook=None):
        self.text = text
        self.at = 0
        self.object_hook, self.object_pairs_hook = object_hook, object_pairs_hook
        self.parse_float, self.parse_int = parse_float or float, parse_int or int

    def refuse(self, what, at=None):
        """Not JSON."""
        raise JSONDecodeError(what, self.text, self.at if at is None else at)

    def mark(self):
        """The next mark that is not blank, without taking it."""
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at += 1
        return self.text[self.at:self.at + 1]

    def value(self):
        """One value."""
        mark = self.mark()
        if mark == "{":
            return self.object()
        if mark == "[":
            return self.array()
        if mark == '"':
            return self.string()
        for word, value in (("true", True), ("false", False), ("null", None), ("NaN", float("nan")),
                            ("Infinity", float("inf")), ("-Infinity", -float("inf"))):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self.number()

    def number(self):
        """An int, or a float when it has a point or an exponent."""
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            self.refuse("Expecting value")
        self.at = found.end()
        return self.parse_int(found[0]) if found[1] is None else self.parse_float(found[0])

    def unit(self, start):
        """The four digits behind \\u."""
        digits = self.text[self.at:self.at + 4]
        if not _HEX.fullmatch(digits):
            self.refuse("Invalid \\uXXXX escape", self.at - 1)
        self.at += 4
        return int(digits, 16)

    def escaped(self):
        """The character of an escape, behind its backslash."""
        start = self.at - 1
        mark = self.text[self.at:self.at + 1]
        self.at += 1
        if mark != "u":
            if mark not in _LETTERS:
                self.refuse("Invalid \\escape", start)
            return _LETTERS[mark]
        code = self.unit(start)
        if 0xD800 <= code < 0xDC00 and self.text.startswith("\\u", self.at):
            before = self.at
            self.at += 2
            low = self.unit(start)
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + (code - 0xD800) * 1024 + low - 0xDC00)
            self.at = before
        return chr(code)

    def string(self):
        """A string, with its quotes."""
        start = self.at
        self.at += 1
        parts = []
        while True:
            found = _PLAIN.match(self.text, self.at)
            parts.append(found[0])
            self.at = found.end()
            mark = self.text[self.at:self.at + 1]
            if mark == "":
                self.refuse("Unterminated string starting at", start)
            if mark not in ('"', "\\"):
                self.refuse("Invalid control character at")
            self.at += 1
            if mark == '"':
                return "".join(parts)
            if self.at == len(self.text):
                self.refuse("Unterminated string starting at", start)
            parts.append(self.escaped())

    def array(self):
        """A list."""
        self.at += 1
        items = []
        if self.mark() == "]":
            self.at += 1
            return items
        while True:
            items.append(self.value())
            mark = self.mark()
            if mark not in (",", "]"):
                self.refuse("Expecting ',' delimiter")
            self.at += 1
            if mark == "]":
                return items

    def object(self):
        """A dict."""
        self.at += 1
        pairs = []
        if self.mark() == "}":
            self.at += 1
            return self.made(pairs)
        while True:
            if self.mark() != '"':
                self.refuse("Expecting property name enclosed in double quotes")
            key = self.string()
            if self.mark() != ":":
                self.refuse("Expecting ':' delimiter")
            self.at += 1
            pairs.append((key, self.value()))
            mark = self.mark()
            if mark not in (",", "}"):
                self.refuse("Expecting ',' delimiter")
            self.at += 1
            if mark == "}":
                return self.made(pairs)
            self.mark()

    def made(self, pairs):
        """What the hooks make of an object."""
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs)
        return dict(pairs) if self.object_hook is None else self.object_hook(dict(pairs))


class JSONDecoder:
    """How text becomes values."""

    def __init__(self, **options):
        self._options = options

    def decode(self, s):
        """The value that a JSON text stands for."""
        return loads(s, **self._options)


def load(fp, **options):
    """The value that the JSON text of a stream stands for."""
    return loads(fp.read(), **options)


def loads(s, *, cls=None, **options):
    """The value that a JSON text stands for."""
    if isinstance(s, bytes):
        s = s.decode("utf-8")
    if not isinstance(s, str):
        raise TypeError("the JSON object must be str, bytes or bytearray, "
                        f"not {type(s).__name__}")
    made = None if options else _read(s)
    if made is not None:
        return made[0]
    reader = _Reader(s, **options)
    value = reader.value()
    if reader.mark() != "":
        reader.refuse("Extra data")
    return value
