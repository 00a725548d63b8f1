"""Writes src/lang/object/lacking.def: the names that PyTorch 1.13, NumPy 1.24 and Python 3.11 have and qkv
has not.

    /usr/bin/python3 tools/names.py build/qkv > lacking.def && mv lacking.def src/lang/object/

A name of this list ends the run (lacking.c), whatever code makes of it: try, hasattr, getattr. Wants the real PyTorch
and NumPy: it asks them what they have, and qkv what it has."""
import importlib
import pkgutil
import subprocess
import sys
import textwrap
import types
import warnings

import numpy
import torch

warnings.simplefilter("ignore")
MODULES = """torch torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.linalg torch.special
torch.optim torch.optim.lr_scheduler torch.utils torch.utils.data torch.autograd torch.cuda
torch.random torch.distributions numpy numpy.linalg numpy.random math random itertools
functools collections operator statistics string re json copy time heapq contextlib dataclasses typing textwrap
abc argparse base64 bisect collections.abc csv datetime enum fnmatch glob hashlib html inspect io logging numbers os
pathlib pickle pprint secrets shutil struct sys tempfile threading timeit traceback types unicodedata unittest uuid
warnings numpy.fft torch.fft torch.nn.utils.rnn torch.amp torch.autograd.functional torch.autograd.profiler
torch.backends torch.backends.cuda torch.backends.cudnn torch.backends.mps torch.cuda.amp torch.distributed torch.jit
torch.nn.modules torch.nn.parallel torch.nn.parameter torch.nn.utils.stateless torch.onnx torch.optim.swa_utils
torch.testing torch.utils.checkpoint torch.utils.hooks torch.version functorch numpy.lib.stride_tricks numpy.testing
""".split()
# Classes of C, of which code may also ask for what the language uses, and an object of each.
NATIVE = {"torch.Tensor": "torch.ones(1, 1)", "torch.Generator": "torch.Generator()",
          "torch.Size": "torch.Size()", "torch.device": "torch.device('cpu')", "numpy.ndarray": "numpy.ones((1, 1))",
          "numpy.float64": "numpy.float64(1)", "numpy.int64": "numpy.int64(1)",
          "numpy.bool_": "numpy.bool_(1)", "numpy.float32": "numpy.float32(1)"}
# An object of each built-in class. What qkv does not have of it ends the run (lacking_builtin).
BUILTINS = """object() 0 0. 0j "" [] {} () set() frozenset() b"" None range(0) slice(0) BaseException() type
enumerate([]) zip() map(str,[]) reversed([]) iter([]) {}.keys() {}.values() {}.items() property() len
(lambda:0)""".split()


def foreign(module, value):
    """What a module has only imported, and the types of the compiler behind it."""
    if isinstance(value, types.ModuleType):
        return not value.__name__.startswith(module.__name__)
    return getattr(value, "__module__", None) in ("typing", "torch._C", "torch._ops") and isinstance(value, type)


def public(module):
    """The names of a module that code may ask for, and those of its submodules."""
    parts = [m.name for m in pkgutil.iter_modules(getattr(module, "__path__", []))]
    parts = parts if module.__name__.startswith(("torch", "numpy")) else []
    return [n for n in sorted({*dir(module), *parts})
            if not n.startswith("_") and not foreign(module, getattr(module, n, None))]


def asked(qkv, text):
    done = subprocess.run([qkv, "run", "-"], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return [line.split(" ") for line in done.stdout.splitlines()]


def runs(qkv, text):
    return subprocess.run([qkv, "run", "-"], input=text, capture_output=True, text=True).returncode == 0


def modules_lack(qkv):
    """{module: names}. Of its __getattr__ a module is asked itself, as what is lacking would end the run."""
    lacks = {}
    for m in MODULES:
        wanted = public(importlib.import_module(m))
        there = asked(qkv, f"""import {m} as m
make = vars(m).get("__getattr__")
def has(n):
    try:
        return n in dir(m) or make is not None and (make(n), True)[1]
    except AttributeError:
        return False
print(*[n for n in {wanted} if has(n)])""")[0]
        module = importlib.import_module(m)
        parts = [n for n in wanted if n not in there and isinstance(getattr(module, n, module), types.ModuleType)]
        there += [n for n in parts if runs(qkv, f"import {m}\n{m}.{n}" if hasattr(module, n) else f"import {m}.{n}")]
        lacks[m] = [n for n in wanted if n not in there]
    return lacks


def objects_lack(qkv):
    """{class: names} of the classes of C."""
    lacks = {}
    for dotted, made in NATIVE.items():
        module, name = dotted.split(".")
        kind = getattr(importlib.import_module(module), name)
        wanted = [n for n in dir(kind) if n[0] != "_" or n[:2] == n[-2:] == "__"]
        root = f"import {module}\n"
        owner, *there = asked(qkv, f"{root}v = {made}\nprint(type(v).__module__ + '.' + type(v).__name__, *dir(v))")[0]
        ask = root + f"try:\n    {made}.%s\nexcept RuntimeError:  # Tensor.imag of what is not complex\n    pass"
        lacks[owner] = [n for n in wanted if n not in there and not runs(qkv, ask % n)]
    return lacks


def classes_lack(qkv, modules):
    """{class: methods} of the classes of Python, without those that a base of theirs has."""
    places, lacks = {}, {}
    for m in MODULES:
        for name, kind in vars(importlib.import_module(m)).items():
            if isinstance(kind, type) and name in public(importlib.import_module(m)) and name not in modules[m] \
                    and kind.__module__ != "builtins" and not issubclass(kind, (numpy.generic, numpy.matrix)) \
                    and type(kind) is not type(torch.FloatTensor):
                places.setdefault(kind, (m, name))
    lines = [f"from {m} import {name} as k\nif isinstance(k, type):\n    print({m!r}, {name!r}, "
             "'|'.join(f'{b.__module__}.{b.__name__}'.replace(' ', '') for b in k.__mro__), *dir(k))" for m, name in places.values()]
    for m, name, mro, *there in asked(qkv, "\n".join(lines)):
        kind, (owner, *bases) = getattr(importlib.import_module(m), name), mro.split("|")
        lacks[owner] = bases, [n for n in dir(kind) if n[0] != "_" and n not in there and callable(getattr(kind, n))]
    return {owner: [n for n in names if not any(n in lacks.get(b, ((), ()))[1] for b in bases)]
            for owner, (bases, names) in lacks.items() if not owner.startswith("builtins.")}


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
        row = f'LACKING("{owner}", {text.strip()})'
        print(row if len(row) <= 100 else f'LACKING("{owner}",\n{text})')


def main(qkv):
    modules, objects = modules_lack(qkv), objects_lack(qkv)
    print("/* Lists what PyTorch 1.13, NumPy 1.24 and Python 3.11 have and qkv has not: tools/names.py. */\n"
          "/* clang-format off */")
    for owner, names in sorted({**modules, **classes_lack(qkv, modules), **objects, **builtins_lack(qkv)}.items()):
        if names or owner in modules:  # that a module lacks nothing is told too
            rows(owner, names)
    print("/* clang-format on */")


main(*sys.argv[1:])
