"""Writes src/lang/object/lacking.def: the names that PyTorch 1.13, NumPy 1.24 and Python 3.11 have and qkv
has not.

    python3 tools/names.py build/qkv > lacking.def && mv lacking.def src/lang/object/

Wants the real PyTorch and NumPy: it asks them what they have, and qkv what it has."""
import importlib
import subprocess
import sys
import textwrap
import types

MODULES = """torch torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.linalg torch.special
torch.optim torch.optim.lr_scheduler torch.utils torch.utils.data torch.autograd torch.cuda
torch.random torch.distributions numpy numpy.linalg numpy.random math random itertools
functools collections operator statistics string re json copy time heapq contextlib dataclasses typing textwrap
abc argparse base64 bisect collections.abc csv datetime enum fnmatch glob hashlib html inspect io logging numbers os
pathlib pickle pprint secrets shutil struct sys tempfile threading timeit traceback types unicodedata unittest uuid
warnings numpy.fft torch.fft torch.nn.utils.rnn""".split()
CLASSES = {"torch.Tensor": "torch.ones(1, 1)", "torch.Generator": "torch.Generator()",
           "torch.Size": "torch.Size()", "numpy.ndarray": "numpy.ones((1, 1))"}
# An object of each built-in class. What qkv does not have of it ends the run (lacking_builtin).
BUILTINS = """object() 0 0. 0j "" [] {} () set() frozenset() b"" None range(0) slice(0) BaseException() type
enumerate([]) zip() map(str,[]) reversed([]) iter([]) {}.keys() {}.values() {}.items() property() len
(lambda:0)""".split()


def foreign(module, value):
    """What a module has only imported, and the types of the compiler behind it."""
    if isinstance(value, types.ModuleType):
        return not value.__name__.startswith(module.__name__)
    return getattr(value, "__module__", None) in ("typing", "torch._C", "torch._ops") and isinstance(value, type)


def names(thing):
    """What code may ask for: no names with an underscore, but those that the language uses."""
    for name in sorted(dir(thing)):
        if isinstance(thing, types.ModuleType):
            if not name.startswith("_") and not foreign(thing, getattr(thing, name, None)):
                yield name
        elif not name.startswith("_") or (name.startswith("__") and name.endswith("__")):
            yield name


def had(qkv, wanted):
    """Of {owner: names} the pairs that qkv has."""
    lines = [f"import {m}" for m in MODULES]
    lines += ["def has(o, n):", "    try:", "        return hasattr(o, n)",
              "    except Exception:  # Tensor.imag of what is not complex", "        return True"]
    for owner in wanted:
        lines += [f"for n in {wanted[owner]!r}:",
                  f"    print({owner!r}, n) if has({CLASSES.get(owner, owner)}, n) else None"]
    done = subprocess.run([qkv, "run", "-"], input="\n".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return {tuple(line.split()) for line in done.stdout.splitlines()}


def runs(qkv, text):
    return subprocess.run([qkv, "run", "-"], input=text, capture_output=True, text=True).returncode == 0


def builtins_lack(qkv):
    """{class: names}, those of object only there."""
    lacks = {}
    for text in BUILTINS:
        v = eval(text)
        kind = v if isinstance(v, type) else type(v)
        names = [n for n in dir(v) if hasattr(v, n) and n not in lacks.get("builtins.object", []) + ["__doc__"]]
        told = f"print(*[n for n in {names} if n not in dir({text})])"
        missing = subprocess.run([qkv, "run", "-"], input=told, capture_output=True, text=True).stdout.split()
        texts = ["__doc__"] * (isinstance(v.__doc__, str) and text != "len")
        lacks[f"builtins.{kind.__name__}"] = texts + [n for n in missing if not runs(qkv, f"({text}).{n}")]
    return lacks


def rows(owner, lacks):
    lines = textwrap.wrap(" ".join(lacks), 90, break_on_hyphens=False) or [""]
    for at in range(0, len(lines), 40):  # C99 knows strings of 4095 bytes
        text = "\n".join(f'    "{line} "' for line in lines[at : at + 40])[:-2] + '"'
        print(f'LACKING("{owner}",\n{text})')


def main(qkv):
    wanted = {m: list(names(importlib.import_module(m))) for m in MODULES}
    for owner in CLASSES:
        module, name = owner.split(".")
        wanted[owner] = list(names(getattr(importlib.import_module(module), name)))
    ours = had(qkv, wanted)
    print("/* Made by tools/names.py: what PyTorch 1.13, NumPy 1.24 and Python 3.11 have and qkv has not. */\n"
          "/* clang-format off */")
    for owner in wanted:
        rows(owner, [n for n in wanted[owner] if (owner, n) not in ours])
    for owner, lacks in builtins_lack(qkv).items():
        rows(owner, lacks)
    print("/* clang-format on */")


main(*sys.argv[1:])
