# What os and os.path do with texts, and the files of the run itself (_files.py).


class PathLike:
    """What has __fspath__."""

    @classmethod
    def __subclasshook__(cls, kind):
        return hasattr(kind, "__fspath__")


def fspath(path):
    """A path as a text."""
    return path if isinstance(path, (str, bytes)) else path.__fspath__()


_here = "/here"  # the folders of --files and --write, if they are given


def getcwd():
    """Where the run stands."""
    return _here


def chdir(to):
    """To a folder of the run, or to that of the program: names without a root then begin there."""
    global _here
    import __main__
    import _files
    place = _abspath(to)
    if place == _abspath(path.dirname(getattr(__main__, "__file__", _here))):
        _files._folders.add(place)
    if not _files.isdir(place):
        raise FileNotFoundError(2, strerror(2), fspath(to))
    _here = place


def strerror(number):
    """A few of the system's sentences."""
    return {1: "Operation not permitted", 2: "No such file or directory", 13: "Permission denied",
            17: "File exists", 20: "Not a directory", 21: "Is a directory",
            39: "Directory not empty"}.get(number, f"Unknown error {number}")


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
    path = fspath(path)
    return _normpath(path if path.startswith("/") else getcwd() + "/" + path)


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


def _same(path):
    """Nothing is put in."""
    return fspath(path)


def _expanduser(path):
    """The home of nobody."""
    path = fspath(path)
    return "/home" + path[1:] if path == "~" or path.startswith("~/") else path


def _commonprefix(m):
    """The longest beginning of all."""
    first, last = min(m, default=""), max(m, default="")
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]


path.__dict__.update(normpath=_normpath, abspath=_abspath, realpath=_abspath, isabs=_isabs, relpath=_relpath,
                     expanduser=_expanduser, expandvars=_same, commonprefix=_commonprefix,
                     normcase=_same, curdir=".", pardir="..", pathsep=":")


def _late(name):
    """A function of _files, which is read when it is first called."""
    def call(*args, **options):
        import _files
        return getattr(_files, name)(*args, **options)

    call.__name__ = call.__qualname__ = name
    return call


for _name in ("makedirs", "mkdir", "listdir", "remove", "rename", "rmdir", "stat", "walk"):
    globals()[_name] = _late(_name)
unlink, replace = globals()["remove"], globals()["rename"]
for _name in ("exists", "isfile", "isdir", "getsize"):
    setattr(path, _name, _late(_name))
