# Works with paths as texts. What asks for files is _files.py.

import os

curdir, pardir, sep, pathsep = ".", "..", "/", ":"


def join(*paths):
    """One behind the other; one that begins at the root begins anew."""
    made = ""
    for part in map(os.fspath, paths):
        made = part if part.startswith("/") else made + ("/" if made and made[-1] != "/" else "") + part
    return made


def split(p):
    """What stands before the last name, and that."""
    p = os.fspath(p)
    head, name = p[:p.rfind("/") + 1], p[p.rfind("/") + 1:]
    return head.rstrip("/") or head, name


def basename(p):
    """The last name."""
    return split(p)[1]


def dirname(p):
    """What stands before the last name."""
    return split(p)[0]


def splitext(p):
    """What stands before the last dot of the name, and the rest."""
    p = os.fspath(p)
    name = basename(p).lstrip(".")
    cut = len(p) - len(name) + name.rfind(".") if "." in name else len(p)
    return p[:cut], p[cut:]


def normpath(path):
    """Without empty parts, `.` and `..`."""
    path = os.fspath(path)
    root = "/" if path.startswith("/") else ""
    names = []
    for name in path.split("/"):
        if name == ".." and names and names[-1] != "..":
            names.pop()
        elif name not in ("", ".") and not (name == ".." and root):
            names.append(name)
    return root + "/".join(names) or "."


def abspath(path):
    """From the root on."""
    path = os.fspath(path)
    return normpath(path if path.startswith("/") else os.getcwd() + "/" + path)


def isabs(path):
    """Whether it begins at the root."""
    return os.fspath(path).startswith("/")


def relpath(path, start="."):
    """The way from one place to another."""
    to, at = abspath(path).split("/"), abspath(start).split("/")
    to, at = [name for name in to if name], [name for name in at if name]
    same = 0
    while same < min(len(to), len(at)) and to[same] == at[same]:
        same += 1
    return "/".join([".."] * (len(at) - same) + to[same:]) or "."


def normcase(path):
    """Nothing is changed, and nothing put in."""
    return os.fspath(path)


def expanduser(path):
    """The home of nobody."""
    path = os.fspath(path)
    return "/home" + path[1:] if path == "~" or path.startswith("~/") else path


def commonprefix(m):
    """The longest beginning of all."""
    first, last = min(m, default=""), max(m, default="")
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]


realpath, expandvars = abspath, normcase
for _name in ("exists", "isfile", "isdir", "getsize"):
    globals()[_name] = os._late(_name)
islink, getmtime = os._refused("os.path.islink"), os._refused("os.path.getmtime")
