# JSON text: dumps and loads. There are no files, so there is no dump and no load.


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
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


def _unit(code):
    """One 16-bit unit as an escape."""
    return "\\u" + format(code, "04x")


def _quote(text, ascii_only):
    """A string with its quotes and escapes."""
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


def _number(value):
    """A float as JavaScript writes it."""
    if value != value:
        return "NaN"
    if value in (float("inf"), -float("inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(float(value))


class _Writer:
    """The options of one dumps."""

    def __init__(self, indent, separators, sort_keys, default, ensure_ascii):
        self.indent = " " * indent if isinstance(indent, int) else indent
        if separators is None:
            separators = (", " if indent is None else ",", ": ")
        self.comma, self.colon = separators
        self.sort_keys = sort_keys
        self.default = default
        self.ascii_only = ensure_ascii

    def scalar(self, value):
        """The text of a value that holds no others; None for the rest."""
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return _quote(value, self.ascii_only)
        if isinstance(value, int):
            return str(int(value))
        return _number(value) if isinstance(value, float) else None

    def key(self, key):
        """A key of an object: always a string."""
        if isinstance(key, str):
            return _quote(key, self.ascii_only)
        text = self.scalar(key)
        if text is None:
            raise TypeError("keys must be str, int, float, bool or None, "
                            f"not {type(key).__name__}")
        return '"' + text + '"'

    def joined(self, parts, first, last, depth):
        """What stands between the brackets, on one line or on one line each."""
        if not parts:
            return first + last
        if self.indent is None:
            return first + self.comma.join(parts) + last
        start = "\n" + self.indent * (depth + 1)
        return first + start + (self.comma + start).join(parts) + "\n" + self.indent * depth + last

    def text(self, value, depth):
        """Any value."""
        text = self.scalar(value)
        if text is not None:
            return text
        if isinstance(value, dict):
            pairs = sorted(value.items()) if self.sort_keys else value.items()
            parts = [self.key(key) + self.colon + self.text(item, depth + 1) for key, item in pairs]
            return self.joined(parts, "{", "}", depth)
        if isinstance(value, (list, tuple)):
            return self.joined([self.text(item, depth + 1) for item in value], "[", "]", depth)
        if self.default is None:
            raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
        return self.text(self.default(value), depth)


def dumps(obj, *, indent=None, separators=None, sort_keys=False, default=None, ensure_ascii=True):
    """A value as JSON text."""
    return _Writer(indent, separators, sort_keys, default, ensure_ascii).text(obj, 0)


class _Reader:
    """A text and the place that is read next."""

    def __init__(self, text):
        self.text = text
        self.at = 0

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
        start = self.at
        while self.text[self.at:self.at + 1] in tuple("0123456789+-.eE"):
            self.at += 1
        digits = self.text[start:self.at]
        if not digits or digits == "-":
            self.refuse("Expecting value", start)
        return int(digits) if digits.lstrip("-").isdigit() else float(digits)

    def string(self):
        """A string, behind its first quote."""
        start = self.at
        self.at += 1
        marks = []
        while True:
            mark = self.text[self.at:self.at + 1]
            if mark == "":
                self.refuse("Unterminated string starting at", start)
            self.at += 1
            if mark == '"':
                return "".join(marks)
            if mark == "\\":
                mark = self.text[self.at:self.at + 1]
                self.at += 1
                if mark == "u":
                    mark = chr(int(self.text[self.at:self.at + 4], 16))
                    self.at += 4
                else:
                    mark = _LETTERS.get(mark, mark)
            marks.append(mark)

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
        pairs = {}
        if self.mark() == "}":
            self.at += 1
            return pairs
        while True:
            if self.mark() != '"':
                self.refuse("Expecting property name enclosed in double quotes")
            key = self.string()
            if self.mark() != ":":
                self.refuse("Expecting ':' delimiter")
            self.at += 1
            pairs[key] = self.value()
            mark = self.mark()
            if mark not in (",", "}"):
                self.refuse("Expecting ',' delimiter")
            self.at += 1
            if mark == "}":
                return pairs


def loads(s):
    """The value that a JSON text stands for."""
    reader = _Reader(s)
    value = reader.value()
    if reader.mark() != "":
        reader.refuse("Extra data")
    return value
