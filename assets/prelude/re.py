# Regular expressions: the flags and the exception. Patterns and matches are made in C.


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
