# What os and os.path do with texts alone; the run stands in the root of a system without files.


class PathLike:
    """What has __fspath__."""

    @classmethod
    def __subclasshook__(cls, kind):
        return hasattr(kind, "__fspath__")


def fspath(path):
    """A path as a text."""
    return path if isinstance(path, (str, bytes)) else path.__fspath__()


def getcwd():
    """The root."""
    return "/"


def strerror(number):
    """A few of the system's sentences."""
    return {1: "Operation not permitted", 2: "No such file or directory", 13: "Permission denied",
            17: "File exists", 20: "Not a directory", 21: "Is a directory"}.get(number, f"Unknown error {number}")


def _normpath(path):
    """Without empty parts, `.` and `..`."""
    path = fspath(path)
    root = "/" if path.startswith("/") else ""
    names = []
    for name in path.split("/"):
        if name == ".." and names and names[-1] != "..":
            names.pop()
        elif name not in ("", ".") and not (name == ".." and root):
            names.append(name)
    return root + "/".join(names) or "."


def _abspath(path):
    """From the root on."""
    return _normpath("/" + fspath(path))


def _isabs(path):
    """Whether it begins at the root."""
    return fspath(path).startswith("/")


def _relpath(path, start="."):
    """The way from one place to another."""
    to, at = _abspath(path).split("/"), _abspath(start).split("/")
    to, at = [name for name in to if name], [name for name in at if name]
    same = 0
    while same < min(len(to), len(at)) and to[same] == at[same]:
        same += 1
    return "/".join([".."] * (len(at) - same) + to[same:]) or "."


def _expanduser(path):
    """Nobody is at home."""
    return fspath(path)


def _commonprefix(m):
    """The longest beginning of all."""
    first, last = min(m, default=""), max(m, default="")
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]


path.__dict__.update(normpath=_normpath, abspath=_abspath, realpath=_abspath, isabs=_isabs, relpath=_relpath,
                     expanduser=_expanduser, expandvars=_expanduser, commonprefix=_commonprefix,
                     normcase=_expanduser, curdir=".", pardir="..", pathsep=":")
