#!/usr/bin/env python3
"""Run one case under real PyTorch, the way a notebook would: python3 torch_cases.py [--seed N] CASE

CASE is a .py file (one cell, nothing echoed), a notebook or a Markdown lesson (the value of a cell's last
expression is echoed as IPython lays it out). The generator starts from seed 0 unless --seed says otherwise.
It makes expected output and never judges it. Needs PyTorch, NumPy and IPython, and no part of qkv.
"""
import argparse
import ast
import builtins
import json
import os
import pathlib

# The reference: OpenBLAS with its kernels for AVX-512 and bfloat16, in one thread (docs/arithmetic.md), also on a
# processor for which it would choose others, and whatever the environment says.
os.environ["OPENBLAS_CORETYPE"] = "Cooperlake"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import torch
from IPython.core.formatters import DisplayFormatter
from IPython.lib.pretty import pretty


def notebook_cells(text):
    """Sources of the code cells; nbformat 3 keeps them in worksheets under the name `input`."""
    book = json.loads(text)
    sheets = book.get("worksheets", [book])
    found = [cell for sheet in sheets for cell in sheet["cells"] if cell["cell_type"] == "code"]
    for cell in found:
        source = cell.get("source", cell.get("input", ""))
        yield source if isinstance(source, str) else "".join(source)


def markdown_cells(text):
    """Bodies of the unindented python fences; a fence ends at one that is at least as long as its opening."""
    opening, taken = "", None
    for line in text.splitlines():
        ticks = len(line) - len(line.lstrip("`"))
        word = line[ticks:].split()
        if not opening and ticks >= 3:
            opening, taken = line[:ticks], [] if word[:1] == ["python"] else None
        elif opening and ticks >= len(opening) and not word:
            if taken is not None:
                yield "\n".join(taken)
            opening, taken = "", None
        elif taken is not None:
            taken.append(line)


def run_cell(source, label, names, echo):
    """Execute one cell; lines for the shell or for magics become empty, so line numbers stay."""
    kept = ["" if line.lstrip()[:1] in ("!", "%") else line for line in source.split("\n")]
    body = ast.parse("\n".join(kept))
    tail = body.body.pop() if echo and body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, label, "exec"), names)
    if tail is not None:
        value = eval(compile(ast.Expression(tail.value), label, "eval"), names)
        if value is not None:
            print(pretty(value))


def display(*values, raw=False):
    """What a notebook has without an import, on a terminal: IPython's own formatter makes the texts."""
    for value in values:
        data = value if raw else DisplayFormatter().format(value, include=["text/plain"])[0]
        if data:
            print(data["text/plain"])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("case", type=pathlib.Path)
    given = options.parse_args()
    readers = {".ipynb": notebook_cells, ".md": markdown_cells}
    echo = given.case.suffix in readers
    if echo:
        builtins.display, builtins.__IPYTHON__ = display, True
    text = given.case.read_text(encoding="utf-8")
    torch.manual_seed(given.seed)
    names = {"__name__": "__main__"}
    for source in readers.get(given.case.suffix, lambda whole: [whole])(text):
        run_cell(source, str(given.case), names, echo)


if __name__ == "__main__":
    main()
