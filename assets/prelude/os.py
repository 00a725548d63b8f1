# Does what os does with texts, and with the files of the run itself (_files.py).

sep, linesep, pathsep, curdir, pardir, devnull, name = "/", "\n", ":", ".", "..", "/dev/null", "posix"
environ = {}


class PathLike:
    """What has __fspath__."""

    @classmethod
    def __subclasshook__(cls, kind):
        return hasattr(kind, "__fspath__")


def fspath(path):
    """A path as a text."""
    if isinstance(path, (str, bytes)):
        return path
    if hasattr(path, "__fspath__"):
        return path.__fspath__()
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")


def getenv(key, default=None):
    """What the program itself has put into environ."""
    return environ.get(key, default)


def cpu_count():
    """One: nothing here is faster with more."""
    return 1


_here = "/here"  # the folders of --files and --write, if they are given


def getcwd():
    """Where the run stands."""
    return _here


def chdir(to):
    """To a folder of the run, or to that of the program: names without a root then begin there."""
    global _here
    import __main__
    import _files
    place = path.abspath(to)
    if place == path.abspath(path.dirname(getattr(__main__, "__file__", _here))):
        _files._folders.add(place)
    if not _files.isdir(place):
        raise FileNotFoundError(2, strerror(2), fspath(to))
    _here = place


def strerror(number):
    """A few of the system's sentences."""
    return {1: "Operation not permitted", 2: "No such file or directory", 13: "Permission denied",
            17: "File exists", 20: "Not a directory", 21: "Is a directory",
            39: "Directory not empty"}.get(number, f"Unknown error {number}")


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


def _refused(name):
    def call(*args, **options):
        from torch._C import _unsupported
        _unsupported(f"{name}() is not supported: there is no file or process access")
    return call


for _name in ("system", "popen", "fork", "getpid", "urandom", "kill", "putenv"):
    globals()[_name] = _refused("os." + _name)
from os import path
