# Copies, moves and takes away files and folders of this run.

import os


def rmtree(path, ignore_errors=False, onerror=None):
    """A folder with all that is in it."""
    if ignore_errors and not os.path.isdir(path):
        return
    for name in os.listdir(path):
        inner = os.path.join(path, name)
        if os.path.isdir(inner):
            rmtree(inner)
        else:
            os.unlink(inner)
    os.rmdir(path)


def copyfile(src, dst, *, follow_symlinks=True):
    """The bytes of one file into another."""
    with open(src, "rb") as source, open(dst, "wb") as target:
        target.write(source.read())
    return dst


def copy(src, dst, *, follow_symlinks=True):
    """The same; dst may be a folder."""
    return copyfile(src, os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst)


copy2 = copy


def move(src, dst, copy_function=copy2):
    """Another name, or another folder."""
    dst = os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst
    os.rename(src, dst)
    return dst
