# Works with paths as texts, and with the files of a run (_files.py).

import os


class PurePath:
    """The parts of a path."""

    def __init__(self, *parts):
        text = ""
        for part in parts:
            part = str(part)
            text = part if part.startswith("/") or not text else text + "/" + part
        names = [name for name in text.split("/") if name not in ("", ".")]
        self._root, self._names = "/" if text.startswith("/") else "", names

    @classmethod
    def _from(cls, root, names):
        made = cls.__new__(cls)
        made._root, made._names = root, names
        return made

    def __str__(self):
        return (self._root + "/".join(self._names)) or "."

    def __repr__(self):
        return f"{self._shown}({str(self)!r})"

    _shown = "PurePosixPath"

    def __fspath__(self):
        return str(self)

    def __truediv__(self, other):
        return type(self)(self, other)

    def __rtruediv__(self, other):
        return type(self)(other, self)

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(str(self))

    def __lt__(self, other):
        return self.parts < other.parts

    def __le__(self, other):
        return self.parts <= other.parts

    @property
    def parts(self):
        """All of them, the root first."""
        return ((self._root,) if self._root else ()) + tuple(self._names)

    @property
    def root(self):
        """"/", or nothing."""
        return self._root

    anchor = root
    drive = ""

    @property
    def name(self):
        """The last part."""
        return self._names[-1] if self._names else ""

    @property
    def suffix(self):
        """What stands behind the last point."""
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        """What stands behind every point."""
        if self.name.endswith("."):
            return []
        return ["." + part for part in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        """The last part without its suffix."""
        return self.name[:len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        """All but the last part."""
        return self._from(self._root, self._names[:-1])

    @property
    def parents(self):
        """The parent, its parent, and so on."""
        return [self._from(self._root, self._names[:count]) for count in reversed(range(len(self._names)))]

    def joinpath(self, *others):
        """With more parts."""
        return type(self)(self, *others)

    def with_name(self, name):
        """With another last part."""
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._from(self._root, self._names[:-1] + [name])

    def with_stem(self, stem):
        """With another last part and the same suffix."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """With another suffix."""
        if suffix and not suffix.startswith("."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

    def is_absolute(self):
        """Whether it begins at the root."""
        return bool(self._root)

    def is_relative_to(self, other):
        """Whether the other path is its beginning."""
        other = type(self)(other).parts
        return self.parts[:len(other)] == other

    def relative_to(self, other):
        """What stands behind the other path."""
        if not self.is_relative_to(other):
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(other)!r} OR one path is "
                             "relative and the other is absolute.")
        return self._from("", list(self.parts[len(type(self)(other).parts):]))

    def match(self, pattern):
        """Whether the last parts are like those of a pattern with * and ?."""
        wanted = type(self)(pattern)._names
        return 0 < len(wanted) <= len(self._names) and all(
            [_like(name, one) for name, one in zip(self._names[-len(wanted):], wanted)])

    def as_posix(self):
        """The text."""
        return str(self)


def _marks(inside):
    """The characters of [a-z01]."""
    marks = []
    while inside:
        last = inside[2] if inside[1:2] == "-" and inside[2:] else inside[0]
        marks += [chr(code) for code in range(ord(inside[0]), ord(last) + 1)]
        inside = inside[3 if inside[1:2] == "-" and inside[2:] else 1:]
    return marks


def _like(name, pattern):
    """Whether a name fits a pattern."""
    if not pattern:
        return not name
    if pattern[0] == "[" and "]" in pattern[1:]:
        inside, _, rest = pattern[1:].partition("]")
        fits = name[:1] in _marks(inside.lstrip("!")) and bool(name)
        return bool(name) and fits != inside.startswith("!") and _like(name[1:], rest)
    if pattern[0] == "*":
        return any([_like(name[at:], pattern[1:]) for at in range(len(name) + 1)])
    return bool(name) and pattern[0] in ("?", name[0]) and _like(name[1:], pattern[1:])


def found(folder, parts):
    """The ways from a folder to what fits the parts of a pattern."""
    if not parts:
        return [""]
    if not os.path.isdir(folder):
        return []
    names = sorted(os.listdir(folder))
    if parts[0] == "**":
        below = found(folder, parts[1:]) if parts[1:] else ["."]
        parts, names = parts[1:], [name for name in names if os.path.isdir(folder + "/" + name)]
        return below + [name + "/" + way for name in names for way in found(folder + "/" + name, ["**"] + parts)]
    return [name + ("/" + way if way else "") for name in names if _like(name, parts[0])
            and (not parts[1:] or os.path.isdir(folder + "/" + name)) for way in found(folder + "/" + name, parts[1:])]


PurePosixPath = PurePath


class Path(PurePath):
    """A path to the files of the run."""

    _shown = "PosixPath"

    @classmethod
    def cwd(cls):
        """Where the run stands."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """The home of nobody."""
        return cls("/home")

    def exists(self):
        """Whether the run has made it."""
        return os.path.exists(str(self))

    def is_file(self):
        """Whether it is a file."""
        return os.path.isfile(str(self))

    def is_dir(self):
        """Whether it is a folder."""
        return os.path.isdir(str(self))

    def is_symlink(self):
        """No."""
        return False

    def resolve(self, strict=False):
        """From the root on, without `..`."""
        return type(self)(os.path.abspath(str(self)))

    def absolute(self):
        """From the root on."""
        return self if self._root else type(self)(os.getcwd(), self)

    def expanduser(self):
        """With the home of nobody."""
        return type(self)(os.path.expanduser(str(self)))

    def open(self, *args, **kwargs):
        """The file."""
        return open(str(self), *args, **kwargs)

    def _all(self, mode, encoding=None):
        with open(str(self), mode, encoding=encoding) as file:
            return file.read()

    def read_text(self, encoding=None, errors=None):
        """All of its text."""
        return self._all("r", encoding)

    def read_bytes(self):
        """All of its bytes."""
        return self._all("rb")

    def _put(self, mode, data):
        with open(str(self), mode) as file:
            return file.write(data)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """A text instead of what was there."""
        return self._put("w", data)

    def write_bytes(self, data):
        """Bytes instead of what was there."""
        return self._put("wb", data)

    def mkdir(self, mode=511, parents=False, exist_ok=False):
        """Makes the folder."""
        if exist_ok and self.is_dir():
            return
        os.makedirs(str(self)) if parents else os.mkdir(str(self))

    def unlink(self, missing_ok=False):
        """Takes the file away."""
        if not missing_ok or self.exists():
            os.remove(str(self))

    def iterdir(self):
        """What is in the folder."""
        return iter([self / name for name in os.listdir(str(self))])

    def glob(self, pattern):
        """What fits a pattern with *, ? and **, from here on."""
        return iter([self / name for name in found(str(self), [part for part in pattern.split("/") if part])])

    def rglob(self, pattern):
        """The same, at any depth."""
        return self.glob("**/" + pattern)

    def stat(self):
        """Its size."""
        return os.stat(str(self))

    def rename(self, target):
        """Another name for the file."""
        os.rename(str(self), str(target))
        return type(self)(target)

    replace = rename

    def rmdir(self):
        """Takes the empty folder away."""
        os.rmdir(str(self))

    def touch(self, mode=438, exist_ok=True):
        """Makes the file, if it is not there."""
        open(str(self), "a" if exist_ok else "x").close()


PosixPath = Path
