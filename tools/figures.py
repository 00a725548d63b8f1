#!/usr/bin/env python3
"""Figures of public files, drawn by a seed, side by side: matplotlib's own on the left, qkv's on the right.

    figures.py render MIRROR FOLDER QKV    run the files of tests/corpus/manifest.tsv whose repository lies below MIRROR (git
                                           directories OWNER+NAME), under matplotlib and under qkv; pictures into FOLDER
    figures.py again FOLDER QKV            qkv's pictures once more
    figures.py draw FOLDER SEED COUNT      choose so many by the seed, two of a file at most, and write FOLDER/sheet-NN.png

Needs what tools/corpus.py needs, and PIL. What was seen is in tests/corpus/figures.tsv.
"""
import hashlib
import importlib
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
from unittest import mock

import corpus

MANIFEST = pathlib.Path(__file__).parent.parent / "tests/corpus/manifest.tsv"
A_FILE, DPI = 2, 200  # qkv's own


def theirs(path, into):
    """matplotlib's pictures, named as qkv names its own. A figure that is saved and shown counts once."""
    from matplotlib.figure import Figure
    import matplotlib.pyplot as plt
    book, write, seen, counts = path.suffix != ".py", Figure.savefig, set(), {}

    def shown(cell):
        for figure in map(plt.figure, plt.get_fignums()):
            key = cell if book else 0
            counts[key] = counts.get(key, 0) + 1
            if id(figure) not in seen:
                name = f"cell-{cell:02}-{counts[key]}.png" if book else f"figure-{counts[key]}.png"
                write(figure, into / name, dpi=DPI)

    def savefig(figure, name, *given, dpi=None, **named):
        if isinstance(name, (str, os.PathLike)):
            seen.add(id(figure))
            place = into / pathlib.Path(os.path.normpath(name)).with_suffix(".png")
            if place.is_relative_to(into):
                place.parent.mkdir(parents=True, exist_ok=True)
                write(figure, place, dpi=figure.dpi if dpi in (None, "figure") else dpi)
    return shown, savefig


def ours(path, into, qkv):
    with tempfile.TemporaryDirectory() as empty:
        run = subprocess.run([os.path.abspath(qkv), "run", "--pictures", str(into), str(path)], cwd=empty,
                             stdin=subprocess.DEVNULL, capture_output=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (corpus.SECONDS, corpus.SECONDS)))
    for line in run.stderr.decode("utf-8", "replace").split("\n"):
        if "not drawn" in line:
            print(path.name, line, sep="\t")


def places(folder):
    """Files with pictures: (hash, repository, path in it, the file)."""
    for row in corpus.rows_of(folder / "files.tsv"):
        yield row[3], row[0], row[2], corpus.place(folder, row).absolute()


def render(mirror, folder, qkv):
    os.environ.update(MPLBACKEND="Agg", OMP_NUM_THREADS="2")
    for name in ("torch", "scipy.special", "matplotlib.pyplot", "seaborn", "IPython.lib.pretty"):
        importlib.import_module(name)  # once, for all the children
    folder = pathlib.Path(folder).absolute()
    rows = [row[1:] for row in corpus.rows_of(MANIFEST)]
    with open(folder / "files.tsv", "w", encoding="utf-8") as book:
        for row in rows:
            git = pathlib.Path(mirror, row[0].replace("/", "+", 1), "repo")
            call = ["git", "--git-dir", str(git / ".git" if (git / ".git").is_dir() else git)]
            path = corpus.place(folder, row)
            if not git.is_dir():
                continue
            if not path.exists():
                corpus.check_out(call, path.parents[len(pathlib.Path(row[2]).parts) - 1])
            if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != row[3]:
                print("another version", *row, sep="\t")
                continue
            if corpus.PLOTS.search(path.read_text(encoding="utf-8", errors="replace")):
                into = folder / "theirs" / row[3][:12]
                into.mkdir(parents=True, exist_ok=True)
                shown, savefig = theirs(path, into)
                with mock.patch("matplotlib.figure.Figure.savefig", savefig):
                    corpus.child(path.absolute(), os.devnull, os.devnull, shown=shown)
                if any(into.rglob("*.png")):
                    print("\t".join(row), file=book, flush=True)
    again(folder, qkv)


def again(folder, qkv):
    for mark, _, _, path in places(pathlib.Path(folder).absolute()):
        into = pathlib.Path(folder, "ours", mark[:12]).absolute()
        shutil.rmtree(into, ignore_errors=True)
        ours(path, into, qkv)


def draw(folder, seed, count):
    from PIL import Image
    folder, found, taken = pathlib.Path(folder), [], {}
    for mark, repository, path, _ in places(folder):
        for picture in sorted((folder / "theirs" / mark[:12]).rglob("*.png")):
            name = str(picture.relative_to(folder / "theirs" / mark[:12]))
            lot = hashlib.sha256(f"{seed}{mark}{name}".encode()).hexdigest()
            found.append((lot, mark, repository, path, name))
    print(len(found), "figures of", len({one[1] for one in found}), "files")
    number = 0
    for _, mark, repository, path, name in sorted(found):
        if taken.setdefault(mark, 0) == A_FILE or number == int(count):
            continue
        taken[mark], number = taken[mark] + 1, number + 1
        pair = [folder / side / mark[:12] / name for side in ("theirs", "ours")]
        sides = [Image.open(one).convert("RGB") if one.exists() else Image.new("RGB", (200, 200), "red") for one in pair]
        sides = [one.resize((1400, one.height * 1400 // one.width), Image.LANCZOS) for one in sides]
        sheet = Image.new("RGB", (2810, max(one.height for one in sides)), "magenta")
        sheet.paste(sides[0], (0, 0))
        sheet.paste(sides[1], (1410, 0))
        sheet.save(folder / f"sheet-{number:02}.png")
        print(number, repository, path, name, sep="\t")


if __name__ == "__main__":
    {"render": render, "again": again, "draw": draw}[sys.argv[1]](*sys.argv[2:])
