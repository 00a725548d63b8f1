# Offers regular expressions. A pattern is compiled, and a text searched, by PCRE2 (_compile and its scan);
# the rest stands here.


class error(Exception):
    """A pattern, or a replacement, that cannot be read."""

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            msg = f"{msg} at position {pos}"
            self.lineno = pattern.count("\n", 0, pos) + 1
            self.colno = pos - pattern.rfind("\n", 0, pos)
            if "\n" in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        super().__init__(msg)


class RegexFlag:
    """A set of flags: a number that knows its names."""

    def __init__(self, value):
        self.value = self._value_ = value

    def __index__(self):
        return self.value

    def __int__(self):
        return self.value

    def __bool__(self):
        return self.value != 0

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        return self.value == (other.value if isinstance(other, RegexFlag) else other)

    def __or__(self, other):
        return RegexFlag(self.value | int(other))

    def __and__(self, other):
        return RegexFlag(self.value & int(other))

    def __xor__(self, other):
        return RegexFlag(self.value ^ int(other))

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __repr__(self):
        return "|".join(f"re.{name}" for name, number in _NAMES if self.value & number) or "re.NOFLAG"

    __str__ = __repr__

    @property
    def name(self):
        return "|".join(name for name, number in _NAMES if self.value & number) or "NOFLAG"


_NAMES = [("IGNORECASE", 2), ("LOCALE", 4), ("MULTILINE", 8), ("DOTALL", 16), ("UNICODE", 32),
          ("VERBOSE", 64), ("DEBUG", 128), ("ASCII", 256)]

NOFLAG = RegexFlag(0)
I = IGNORECASE = RegexFlag(2)
L = LOCALE = RegexFlag(4)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
U = UNICODE = RegexFlag(32)
X = VERBOSE = RegexFlag(64)
DEBUG = RegexFlag(128)
A = ASCII = RegexFlag(256)

# How scan searches: anywhere, at the beginning, to the end; giving matches, not only their texts.
_TEXTS, _ANYWHERE, _AT_START, _WHOLE = 0, 16, 17, 19


def _bounds(string, pos, endpos):
    """Where to search."""
    if not isinstance(string, str):
        raise TypeError(f"expected string or bytes-like object, got {type(string).__name__!r}")
    count = len(string)
    if pos == 0 and endpos is None:
        return 0, count
    return min(max(pos, 0), count), count if endpos is None else min(max(endpos, 0), count)


class Match:
    """What was found, by group."""

    def __init__(self, *parts):  # one attribute is made faster than six
        self._parts = parts

    re = property(lambda self: self._parts[0])
    string = property(lambda self: self._parts[1])
    pos = property(lambda self: self._parts[2])
    endpos = property(lambda self: self._parts[3])
    _texts = property(lambda self: self._parts[4])
    _places = property(lambda self: self._parts[5])

    @property
    def lastindex(self):
        """The group that closed last."""
        return self._places[-1] or None

    @property
    def lastgroup(self):
        """Its name."""
        return {number: name for name, number in self.re.groupindex.items()}.get(self.lastindex)

    def _number(self, group):
        """The number of a group that is named or numbered."""
        number = self.re.groupindex.get(group, -1) if isinstance(group, str) else group
        if not isinstance(number, int) or not 0 <= number <= self.re.groups:
            raise IndexError("no such group")
        return number

    def __getitem__(self, group):
        return self._texts[self._number(group)]

    def group(self, *groups):
        """The text of a group, or of several."""
        return self[groups[0] if groups else 0] if len(groups) < 2 else tuple([self[one] for one in groups])

    def groups(self, default=None):
        """The texts of all groups."""
        return tuple([default if text is None else text for text in self._texts[1:]])

    def groupdict(self, default=None):
        """The texts of the groups with a name."""
        return {name: default if self[name] is None else self[name] for name in self.re.groupindex}

    def span(self, group=0):
        """Where a group begins and ends."""
        number = self._number(group)
        return self._places[2 * number:2 * number + 2]

    def start(self, group=0):
        """Where a group begins."""
        return self.span(group)[0]

    def end(self, group=0):
        """Where a group ends."""
        return self.span(group)[1]

    def expand(self, template):
        """A template with the groups filled in."""
        return "".join([part if isinstance(part, str) else self[part] or ""
                        for part in _template(template, self.re)])

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={repr(self[0])[:50]}>"


class Pattern:
    """A compiled pattern."""

    def __init__(self, pattern, flags):
        self.pattern, self._code = pattern, _compile(pattern, flags)
        if isinstance(self._code, tuple):
            raise error(self._code[0], pattern, self._code[1])
        self.flags, self.groups, self.groupindex = self._code.about()

    def _matches(self, string, pos, endpos, most, how):
        """The texts before and behind the matches, and the matches."""
        pos, endpos = _bounds(string, pos, endpos)
        found = self._code.scan(string, pos, endpos, most, how)
        return found[::3], [Match(self, string, pos, endpos, texts, places)
                            for texts, places in zip(found[1::3], found[2::3])]

    def _first(self, string, pos, endpos, how):
        pos, endpos = _bounds(string, pos, endpos)
        found = self._code.scan(string, pos, endpos, 1, how)
        return Match(self, string, pos, endpos, found[1], found[2]) if len(found) > 1 else None

    def match(self, string, pos=0, endpos=None):
        """A match at the beginning, or None."""
        return self._first(string, pos, endpos, _AT_START)

    def fullmatch(self, string, pos=0, endpos=None):
        """A match of the whole text, or None."""
        return self._first(string, pos, endpos, _WHOLE)

    def search(self, string, pos=0, endpos=None):
        """The first match, or None."""
        return self._first(string, pos, endpos, _ANYWHERE)

    def finditer(self, string, pos=0, endpos=None):
        """All matches."""
        return iter(self._matches(string, pos, endpos, 0, _ANYWHERE)[1])

    def findall(self, string, pos=0, endpos=None):
        """The texts of all matches, or of their groups."""
        found, step = self._code.scan(string, *_bounds(string, pos, endpos), 0, _TEXTS), self.groups + 2
        if not self.groups:
            return found[1::2]
        columns = [["" if text is None else text for text in found[k::step]] for k in range(2, step)]
        return columns[0] if self.groups == 1 else list(zip(*columns))

    def split(self, string, maxsplit=0):
        """The texts between the matches, and those of their groups."""
        found = [string]
        if maxsplit >= 0:
            found = self._code.scan(string, *_bounds(string, 0, None), maxsplit, _TEXTS)
        return [text for k, text in enumerate(found) if k % (self.groups + 2) != 1]

    def subn(self, repl, string, count=0):
        """The text with its matches replaced, and how many there were."""
        if callable(repl):
            texts, matches = self._matches(string, 0, None, count, _ANYWHERE)
            made = [repl(match) for match in matches]
            for one in made:
                if not isinstance(one, str):
                    raise TypeError(f"expected str instance, {type(one).__name__} found")
            return "".join([part for pair in zip(texts, made) for part in pair] + texts[-1:]), len(made)
        parts = _template(repl, self)
        found, step = self._code.scan(string, *_bounds(string, 0, None), count, _TEXTS), self.groups + 2
        if len(parts) == 1:
            return parts[0].join(found[::step]), len(found) // step
        texts = []
        for k in range(0, len(found) - 1, step):
            texts.append(found[k])
            texts += [part if isinstance(part, str) else found[k + 1 + part] or "" for part in parts]
        return "".join(texts + found[-1:]), len(found) // step

    def sub(self, repl, string, count=0):
        """The text with its matches replaced."""
        return self.subn(repl, string, count)[0]

    def __eq__(self, other):
        return isinstance(other, Pattern) and (self.pattern, self.flags) == (other.pattern, other.flags)

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self, memo=None):
        return self

    __deepcopy__ = __copy__

    def __repr__(self):
        flags = RegexFlag(self.flags & ~32)
        return f"re.compile({repr(self.pattern)[:200]}{f', {flags!r}' if flags else ''})"


# --- replacements: \1, \g<1>, \g<name>, \n and the other escapes ---

_MEANT = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def _template(text, pattern):
    """The parts of a replacement: texts, and numbers of groups."""
    parts, at = [], 0
    while True:
        slash = text.find("\\", at)
        if slash < 0:
            return parts + [text[at:]]
        part, end = _escape(text, slash, pattern)
        parts += [text[at:slash], part]
        at = end


def _escape(text, start, pattern):
    """What a backslash and what stands behind it mean, and where that ends."""
    letter = text[start + 1:start + 2]
    if not letter:
        raise error("bad escape (end of pattern)", text, start)
    if letter == "g":
        return _named(text, start + 2, pattern)
    if "0" <= letter <= "9":
        return _numbered(text, start, pattern)
    if letter not in _MEANT and letter.isascii() and letter.isalpha():
        raise error(f"bad escape \\{letter}", text, start)
    return _MEANT.get(letter, "\\" + letter), start + 2


def _numbered(text, start, pattern):
    """\0, \012 and \101 are characters, \1 and \12 groups."""
    digits, octal = text[start + 1:start + 4], 0
    while octal < len(digits) and "0" <= digits[octal] <= "7":
        octal += 1
    if digits[0] == "0" or octal == 3:
        if int(digits[:octal], 8) > 0o377:
            raise error("octal escape value outside of range 0-0o377", text, start)
        return chr(int(digits[:octal], 8)), start + 1 + octal
    digits = digits[:2] if "0" <= digits[1:2] <= "9" else digits[0]
    if int(digits) > pattern.groups:
        raise error(f"invalid group reference {digits}", text, start + 1)
    return int(digits), start + 1 + len(digits)


def _named(text, at, pattern):
    """<1> and <name>, after \g"""
    if text[at:at + 1] != "<":
        raise error("missing <", text, at)
    at, close = at + 1, text.find(">", at + 1)
    name = text[at:close]
    if at == len(text) or close == at:
        raise error("missing group name", text, at)
    if close < 0:
        raise error("missing >, unterminated name", text, at)
    if name.isascii() and name.isdigit():
        if int(name) > pattern.groups:
            raise error(f"invalid group reference {name}", text, at)
        return int(name), close + 1
    if not name.isidentifier():
        raise error(f"bad character in group name {name!r}", text, at)
    if name not in pattern.groupindex:
        raise IndexError(f"unknown group name {name!r}")
    return pattern.groupindex[name], close + 1


# --- the functions of the module ---

_cache = {}


def compile(pattern, flags=0):
    """A compiled pattern; the last ones are kept."""
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    if not isinstance(pattern, str):
        raise TypeError("first argument must be string or compiled pattern")
    known = _cache.get((pattern, flags))
    if known is not None:
        return known
    if flags & 4:
        raise ValueError("cannot use LOCALE flag with a str pattern")
    if flags & 32 and flags & 256:
        raise ValueError("ASCII and UNICODE flags are incompatible")
    if len(_cache) >= 256:
        _cache.clear()
    _cache[pattern, flags] = Pattern(pattern, int(flags))
    return _cache[pattern, flags]


def purge():
    """Keep none."""
    _cache.clear()


def match(pattern, string, flags=0):
    """Pattern.match"""
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """Pattern.fullmatch"""
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """Pattern.search"""
    return compile(pattern, flags).search(string)


def finditer(pattern, string, flags=0):
    """Pattern.finditer"""
    return compile(pattern, flags).finditer(string)


def findall(pattern, string, flags=0):
    """Pattern.findall"""
    return compile(pattern, flags).findall(string)


def split(pattern, string, maxsplit=0, flags=0):
    """Pattern.split"""
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    """Pattern.sub"""
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    """Pattern.subn"""
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    """A pattern that matches just this text."""
    return "".join(["\\" + c if c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f" else c for c in pattern])
