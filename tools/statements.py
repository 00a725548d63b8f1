#!/usr/bin/python3
"""Compares qkv with PyTorch over many statements made at random: calls of the rows of ops.def, most
of them with something wrong in them (rank, dtype, size, dim, sign, number of arguments).

    /usr/bin/python3 tools/statements.py --count 18000 --seed 1 [--show 5] [--qkv build/qkv]

Needs PyTorch 1.13; no test depends on it. Counts what differs by kind, shows examples of each.
Numbers may differ by 2e-4 of their size. The same seed gives the same statements."""

import argparse
import collections
import random
import re
import subprocess
import sys
import tempfile

import operations as ops

LEFT_OUT = {  # addresses, what is in memory, what is not there or refused on purpose
    "data_ptr", "empty", "empty_like", "new_empty", "cuda", "backward", "empty_strided",
    "resize", "share_memory_", "set", "new", "resize_as", "is_pinned", "pin_memory",
}  # fmt: skip
TENSORS = [
    "{}.double()", "{}.half()", "{}.bfloat16()", "{}.long()", "{}.int()", "{}.bool()",
    "({} * 200).to(torch.uint8)", "-{}", "{} - 0.5", "{} * float('nan')", "{}.t()", "{}[0]",
    "{}[None]", "{}[..., :1]", "{}[:0]", "{}.sum()", "{}.flatten()", "{}[..., None]", "{}.tolist()",
    "{}.numpy()", "{}.requires_grad_()", "({} * 3).round()", "{}.expand(2, 3, 4)", "{} / 0",
    "{}.to(torch.int8)", "{}.short()",
]  # fmt: skip
OTHERS = [
    "f(3, 4)", "f(4)", "f(3)", "f()", "f(0)", "f(2, 0)", "f(1, 3)", "f(2, 3, 4)", "i(3, 4)", "i(4)",
    "i()", "b(3, 4)", "b()", "f(4, 3)", "f(5, 5)", "None", "2", "1.5", "True", "'a'", "[1.0, 2.0]",
    "[f(3, 4)]", "torch.tensor([0, 1])", "torch.tensor([-1, 2])", "torch.tensor([0, 9])",
    "torch.tensor([1., float('nan'), 0., 1.])", "torch.tensor(2)", "torch.tensor(0.5)", "np.ones(3)",
]  # fmt: skip
INTS = [
    "0", "1", "-1", "2", "-2", "-3", "3", "5", "-5", "100", "1.0", "2.5", "True", "None", "'a'",
    "[0]", "[0, 1]", "(0, 0)", "[5]", "[1.5]", "()", "torch.tensor(1)", "torch.tensor(1.5)", "f(2)",
    "[2, 3]", "(-1,)", "[None]",
]  # fmt: skip
FLOATS = [
    "-1.0", "0.0", "1", "2", "-3", "0.5", "float('nan')", "float('inf')", "True", "None", "'a'",
    "torch.tensor(2.)", "[1.0]", "f(2)", "2**40", "1e-3",
]  # fmt: skip
BOOLS = ["True", "False", "1", "0", "None", "'a'", "1.5", "torch.tensor(True)"]
STRINGS = ["'none'", "'mean'", "'sum'", "'left'", "'right'", "'floor'", "'trunc'", "'x'", "None", "1"]
DTYPES = [
    "torch.float64", "torch.int64", "torch.bool", "torch.float16", "torch.uint8", "float", "int",
    "bool", "None", "'float32'", "1",
]  # fmt: skip
POOLS = {
    "Tensor": OTHERS, "Other": OTHERS, "Number": FLOATS, "float": FLOATS, "bool": BOOLS,
    "str": STRINGS, "dtype": DTYPES, "Tensor[]": OTHERS, "Tensor...": OTHERS,
}  # fmt: skip

PROGRAM = r"""
import warnings
warnings.filterwarnings("ignore")
%s
def tell(k, text):
    print("@@%%d" %% k)
    torch.manual_seed(7)
    try:
        print(repr(eval(text)))
    except Exception as e:
        print("!", type(e).__name__, str(e))
"""


def change(rng, row, given):
    """One thing that is other than in a call that fits."""
    given = list(given)
    optional = [p for p in ops.parameters(row.signature) if p.default is not None]
    what = rng.random()
    if what < 0.06 and given:
        given.pop(rng.randrange(len(given)))
    elif what < 0.09:
        given.insert(len([g for g in given if g[0] is None]), (None, rng.choice(INTS + OTHERS)))
    elif what < 0.11:
        given.append(("foo", "1"))
    elif what < 0.40 and optional:
        p = rng.choice(optional)
        if all(k != p.name for k, _ in given) and p.name not in ("from", "layout", "device"):
            given.append((p.name, rng.choice(POOLS.get(p.type, INTS))))
    elif given:
        at = rng.randrange(len(given))
        name, text = given[at]
        if re.match(r"[-+(]?[\d.]+$", text):
            pool = FLOATS if "." in text else INTS
            given[at] = (name, rng.choice(pool))
        elif rng.random() < 0.5:
            given[at] = (name, rng.choice(OTHERS))
        else:
            given[at] = (name, rng.choice(TENSORS).format(f"({text})"))
    return given


def statements(count, seed):
    rng = random.Random(seed)
    rows = [
        r for r in ops.rows("src/torch/op/ops.def") if r.name not in LEFT_OUT and ops.callees(r)
    ]
    made = []
    while len(made) < count:
        row = rng.choice(rows)
        calls = ops.WRITTEN.get(row.name, [])
        if calls and rng.random() < 0.7:
            given = ops.arguments(rng.choice(calls))
        else:
            given = ops.generated(row, rng.randrange(len(ops.SHAPES)))
        for _ in range(rng.choice([0, 1, 1, 1, 1, 2])):
            given = change(rng, row, given)
        callee, of_self = rng.choice(ops.callees(row))
        if of_self and (not given or given[0][0] or not re.search(r"[a-z]\(|tensor", given[0][1])):
            continue
        given.sort(key=lambda g: g[0] is not None)
        text = ops.written(callee, of_self, given)
        if len({k for k, _ in given if k}) == len([k for k, _ in given if k]):
            made.append(text)
    return made


def run(command, texts):
    """What each statement printed. One that ends the whole run gives its last words."""
    results, size = [], 1500
    while len(results) < len(texts):
        part = texts[len(results) : len(results) + size]
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(PROGRAM % ops.PREPARATION)
            for k, text in enumerate(part):
                file.write(f"tell({k}, {text!r})\n")
            file.flush()
            done = subprocess.run(
                command + [file.name], capture_output=True, text=True, errors="replace"
            )
        told = re.split(r"(?m)^@@\d+\n?", done.stdout)[1:]
        if done.returncode < 0 and len(part) > 1:  # died, perhaps with its output: look closer
            size = (len(part) + 9) // 10
            continue
        if done.returncode != 0:
            last = (done.stderr.strip() or f"status {done.returncode}").splitlines()
            told = told[:-1] + ["! ENDED " + " ".join(last[-3:])]
        results += [t.strip("\n") for t in told]
        size = 1500
    return results


NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.\d*(?:e[-+]?\d+)?|\d+(?:e[-+]?\d+)?)(?![\w])")


def same_values(a, b):
    """The same text but for last digits."""
    if a == b:
        return True
    left, right = NUMBER.findall(a), NUMBER.findall(b)
    if NUMBER.sub("#", a).split() != NUMBER.sub("#", b).split() or len(left) != len(right):
        return False
    largest = max([abs(float(x)) for x in left] + [0])
    return all(
        abs(float(x) - float(y)) <= 2e-4 * max(1e-3 * largest, abs(float(x)), 1)
        for x, y in zip(left, right)
    )


def kind(theirs, ours):
    if ours.startswith("! ENDED"):
        return "unsupported" if not theirs.startswith("!") else "unsupported, where PyTorch refuses"
    if theirs.startswith("!") and ours.startswith("!"):
        if theirs == ours:
            return "same"
        return "text" if theirs.split()[1] == ours.split()[1] else "class"
    if theirs.startswith("!"):
        return "error missing"
    if ours.startswith("!"):
        return "error too many"
    return "same" if same_values(theirs, ours) else "value"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=18000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="examples of each kind")
    parser.add_argument("--only", help="show this kind alone")
    parser.add_argument("--qkv", default="build/qkv")
    asked = parser.parse_args()
    texts = statements(asked.count, asked.seed)
    theirs = run([sys.executable, "-u"], texts)
    ours = run([asked.qkv, "run", "--threads", "1"], texts)
    found = collections.defaultdict(list)
    for text, a, b in zip(texts, theirs, ours):
        found[kind(a, b)].append((text, a, b))
    for name, cases in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"{len(cases):6}  {100 * len(cases) / len(texts):6.2f} %  {name}")
    for name, cases in found.items():
        if name != "same" and asked.only in (None, name):
            for text, a, b in cases[: asked.show]:
                print(f"\n{name}: {text}\n  PyTorch {a}\n  qkv     {b}")


if __name__ == "__main__":
    main()
