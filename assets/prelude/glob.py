# Finds files by pattern: those of a run (_files.py).
import pathlib


def glob(pathname, *, root_dir=None, recursive=False):
    """The paths that fit a pattern with *, ? and, when recursive, **."""
    root = "/" if pathname.startswith("/") else ""
    parts = [part for part in pathname.split("/") if part]
    parts = parts if recursive else ["*" if part == "**" else part for part in parts]
    fixed = []
    while parts and not set("*?[") & set(parts[0]):
        fixed.append(parts.pop(0))
    start = root + "/".join(fixed)
    ways = pathlib.found((root_dir + "/" if root_dir else "") + (start or "."), parts)
    return [(start + "/" + way if start and start != "/" else start + way) if way else start for way in ways
            if way or pathlib.os.path.exists(start)]


def iglob(pathname, *, root_dir=None, recursive=False):
    """The same, one after the other."""
    return iter(glob(pathname, root_dir=root_dir, recursive=recursive))
