#!/usr/bin/env python3
"""Public files as they are, under PyTorch and under qkv: gather them, judge them, draw the sealed ones, compare.

    corpus.py gather MIRROR FOLDER [MANIFEST [trains]]
                                       take the candidates out of the git directories MIRROR/OWNER+NAME, but of no
                                       repository that the manifest names; `trains`: those that call backward()
    corpus.py again MIRROR FOLDER MANIFEST
                                       take what a manifest names out of the same directories, if it is still the same
    corpus.py judge FOLDER [MOST [trains]]
                                       run each candidate under PyTorch, twice; keep what it prints, of at most MOST
                                       files of a repository (8; 4 in the fourth set)
    corpus.py alike FOLDER USED        leave out what shares most of its lines with a file of the folder USED or with
                                       one before it
    corpus.py draw FOLDER SEED [SHARE [MARK]]
                                       write FOLDER/manifest.tsv: which files are open and which are sealed (the seed
                                       of tests/corpus/manifest.tsv: qkv-as-it-is; of its second set: qkv-as-it-is 1 2;
                                       of its third: qkv-as-it-is-3 0.4 3; of its
                                       fourth: qkv-as-it-is-4 0.4 4; its fifth is drawn by
                                       qkv-as-it-is-5 as the README there says; of those that train: qkv-trains 0.47 -trains,
                                       then qkv-trains-2 0.65 -trains2,
                                       qkv-trains-3 1 -trains3 and qkv-trains-4 1 -trains4)
    corpus.py compare FOLDER QKV SET   run the set's files under QKV; a line for each that differs, then the counts

Needs Debian's python3-torch, -numpy, -scipy, -matplotlib, -seaborn and -ipython. No code is kept in this repository:
tests/corpus/manifest.tsv names each file by repository, commit, path and SHA-256.
"""
import ast
import builtins
import collections
import hashlib
import importlib
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import types

TOPIC = re.compile(r"attention|transformer|positional|rotary|\brope\b|softmax|kv.?cache|nucleus|top.?[kp]\b|multi.?head"
                   r"|layer.?norm|einsum|\bgpt|\bvit\b|\bbert\b|beam search|embedding|einops", re.I)
TRAINS = re.compile(r"\.backward\(|optimi[sz]er\.step|\binput\(|autograd\.grad\(|\.cuda\(\)")
KNOWN = {*sys.stdlib_module_names, "torch", "numpy", "matplotlib", "mpl_toolkits", "seaborn", "einops", "scipy", "IPython",
         "google"}
BACKWARD = re.compile(r"\.backward\(")
ASKS = re.compile(r"\binput\(")
# Looked at before this corpus was gathered.
SEEN = ("rasbt+", "phlippe+uvadlc", "hyunwoongko+")
SECONDS, BYTES = 60, 6 << 30
A_REPOSITORY, SEALED, SHARE = 8, 60, 0.31
TRAINED_SECONDS = 10  # of one processor, that a program which trains may take under PyTorch


def cells(path, text):
    if path.endswith(".ipynb"):
        for cell in json.loads(text)["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(cell["source"])
    elif path.endswith(".md"):
        for fence in re.finditer(r"^(`{3,})[ ]*python[^\n`]*\n(.*?)^\1`*[ ]*$", text, re.M | re.S):
            yield fence.group(2)
    else:
        yield text


def plain(source):
    if re.match(r"\s*%%(writefile|file|bash|sh|html|HTML|javascript|js|latex|markdown|script|svg)\b", source):
        return ""
    return "\n".join("" if re.match(r"\s*[!%]", line) else line for line in source.split("\n"))


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


def wanted(path, text, beside, trains):
    try:
        code = "\n".join(plain(cell) for cell in cells(path, text))
        names = set(imported(ast.parse(code)))
    except (SyntaxError, ValueError, KeyError, TypeError, RecursionError):
        return False
    if trains and ("torch" not in names or not BACKWARD.search(code) or ASKS.search(code)):
        return False
    if not trains and (not names & {"torch", "numpy"} or TRAINS.search(code) or not TOPIC.search(path + code)):
        return False
    if "print(" not in code and "plt." not in code and path.endswith(".py"):
        return False
    return all(name in KNOWN or name in beside for name in names)


def check_out(call, into):
    """The code of a git directory's newest commit; links and files that are absent are left out."""
    listed = subprocess.run(call + ["ls-tree", "-rz", "HEAD"], capture_output=True, text=True).stdout.split("\0")
    named = [re.split(r"[ \t]", entry, maxsplit=3) for entry in listed if entry]
    named = [(blob, path) for mode, _, blob, path in named
             if mode.startswith("100") and path.endswith((".py", ".md", ".ipynb"))]
    asked = "".join(blob + "\n" for blob, _ in named).encode()
    data, at = subprocess.run(call + ["cat-file", "--batch"], input=asked, capture_output=True).stdout, 0
    for _, path in named:
        head, at = data[at:data.index(b"\n", at)].split(), data.index(b"\n", at) + 1
        if head[1] == b"blob":
            (into / path).parent.mkdir(parents=True, exist_ok=True)
            (into / path).write_bytes(data[at:at + int(head[2])])
            at += int(head[2]) + 1


def gather(mirror, folder, manifest=os.devnull, trains=""):
    seen, rows = set(), []
    used = {row[1].replace("/", "+", 1) for row in rows_of(manifest)}
    for home in sorted(pathlib.Path(mirror).glob("*+*")):
        if home.name.startswith(SEEN) or home.name in used:
            continue
        git = home / "repo/.git" if (home / "repo/.git").is_dir() else home / "repo"
        call = ["git", "--git-dir", str(git)]
        commit = subprocess.run(call + ["rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
        into = pathlib.Path(folder, "code", home.name)
        check_out(call, into)
        for path in sorted(into.rglob("*")):
            if "site-packages" in path.parts or path.suffix not in (".py", ".md", ".ipynb") or path.is_symlink() or not path.is_file():
                continue
            data = path.read_bytes()
            text = data.decode("utf-8", "replace")
            beside = {p.stem for p in path.parent.glob("*.py")} | {p.name for p in path.parent.iterdir() if p.is_dir()}
            if len(data) > 4 << 20 or not wanted(path.name, text, beside, trains):
                continue
            code = "".join(cells(path.name, text))
            same = hashlib.sha256(re.sub(r"#.*|\s+", "", code).encode()).hexdigest()
            if same not in seen:
                seen.add(same)
                rows.append((home.name.replace("+", "/", 1), commit, str(path.relative_to(into)),
                             hashlib.sha256(data).hexdigest()))
    random.Random(0).shuffle(rows)
    with open(pathlib.Path(folder, "candidates.tsv"), "w", encoding="utf-8") as out:
        out.writelines("\t".join(row) + "\n" for row in rows)
    print(len(rows), "candidates of", len({row[0] for row in rows}), "repositories")


def again(mirror, folder, manifest):
    """Candidates are the files that a manifest names, where the git directories still have them byte for byte."""
    rows, homes = [row[1:] for row in rows_of(manifest)], set()
    found = []
    for row in rows:
        name = row[0].replace("/", "+", 1)
        home = pathlib.Path(mirror, name)
        git = home / "repo/.git" if (home / "repo/.git").is_dir() else home / "repo"
        if name not in homes and git.is_dir():
            homes.add(name)
            check_out(["git", "--git-dir", str(git)], pathlib.Path(folder, "code", name))
        path = place(folder, row)
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == row[3]:
            found.append(row)
        else:
            print("not there:", row[0], row[2])
    with open(pathlib.Path(folder, "candidates.tsv"), "w", encoding="utf-8") as out:
        out.writelines("\t".join(row) + "\n" for row in found)
    with open(pathlib.Path(folder, "manifest.tsv"), "w", encoding="utf-8") as out:
        out.writelines("\t".join(row) + "\n" for row in rows_of(manifest) if row[1:] in found)
    print(len(found), "of", len(rows), "files are there")


def rows_of(path):
    return [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]


def place(folder, row):
    return pathlib.Path(folder, "code", row[0].replace("/", "+", 1), row[2])


def run_one(path, strict, shown=lambda cell: None):
    """In a child: what a notebook or a script prints, generators from seed 0, pictures drawn and closed when shown.
    The strict run has another clock, other hashes and no gradients: what prints times, the order of a set, or trains
    is found by it."""
    import matplotlib.pyplot as plt
    import numpy
    import torch
    from IPython.lib.pretty import pretty
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    for seed in (torch.manual_seed, numpy.random.seed, random.seed):
        seed(0)
    cell = 0

    def show(*given, **named):
        shown(cell)
        plt.close("all")

    plt.show = show
    if strict:
        for name in ("time", "perf_counter", "monotonic", "process_time"):
            setattr(time, name, lambda clock=getattr(time, name), began=time.time(): began + 7 * clock())
        if "TRAINS" not in os.environ:
            torch.Tensor.backward = None
        builtins.hash = lambda thing, hash=hash: hash((thing, 7))
    book = path.suffix != ".py"
    sys.modules["__main__"] = types.ModuleType("__main__")
    names = sys.modules["__main__"].__dict__
    if not book:
        names["__file__"] = str(path)
    for cell, source in enumerate(cells(path.name, path.read_text(encoding="utf-8")), 1):
        tree = ast.parse(plain(source))
        last = None
        if book and tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
            last = ast.Expression(tree.body.pop().value)
        exec(compile(tree, str(path), "exec"), names)
        if last is not None:
            value = eval(compile(last, str(path), "eval"), names)
            if value is not None:
                print(pretty(value))
        if book:
            plt.show()


def child(path, out, err, strict=False, shown=lambda cell: None):
    """Fork, with limits and a folder of its own; the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.chdir(folder)
                for number, name in ((0, os.devnull), (1, out), (2, err)):
                    os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644), number)
                resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
                resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
                if "TRAINS" in os.environ:
                    resource.setrlimit(resource.RLIMIT_CPU, (TRAINED_SECONDS, TRAINED_SECONDS))
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(SECONDS)
                run_one(path, strict, shown)
                status = 0
            except SystemExit as end:
                status = 0 if end.code in (None, 0) else 1
            except BaseException as error:
                print(type(error).__name__, error, file=sys.stderr)
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        return os.waitpid(pid, 0)[1]


def load():
    """Once, for all the children. NumPy's exp, log, sin and so on of doubles are the C library's, as on processors
    without AVX-512: with it their last bits are others."""
    os.environ.update(MPLBACKEND="Agg", OMP_NUM_THREADS="1" if "TRAINS" in os.environ else "2", OPENBLAS_NUM_THREADS="1", OPENBLAS_CORETYPE="Cooperlake",
                      NPY_DISABLE_CPU_FEATURES="AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL")
    for name in ("numpy", "scipy.special", "matplotlib.pyplot", "seaborn", "IPython.lib.pretty"):
        importlib.import_module(name)
    version = importlib.import_module("torch").__version__
    assert version.startswith("1.13"), version


def strict():
    """The strict runs, as asked line by line on standard input; a process of its own, as only that has other hashes."""
    load()
    for line in sys.stdin:
        path, out = line.rstrip("\n").split("\t")
        print(child(pathlib.Path(path), out, os.devnull, strict=True), flush=True)


def judge(folder, a_repository=A_REPOSITORY, trains=""):
    os.environ.update({"TRAINS": trains} if trains else {})
    load()
    other = subprocess.Popen([sys.executable, __file__, "strict"], env={**os.environ, "PYTHONHASHSEED": "7"}, text=True,
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def differs(path, out, again):
        print(path, again, sep="\t", file=other.stdin, flush=True)
        return other.stdout.readline() != "0\n" or not same_files(out, again)

    store = pathlib.Path(folder, "judge").absolute()
    store.mkdir(exist_ok=True)
    passed, verdicts = collections.Counter(), pathlib.Path(folder, "judged.tsv")
    known = {row[3]: row[4] for row in rows_of(verdicts)} if verdicts.exists() else {}
    with open(verdicts, "w", encoding="utf-8") as book:
        for row in rows_of(pathlib.Path(folder, "candidates.tsv")):
            if passed[row[0]] >= int(a_repository):
                continue
            if row[3] in known:
                passed[row[0]] += known[row[3]] == "runs"
                print("\t".join(row + [known[row[3]]]), file=book, flush=True)
                continue
            out, err, again = (str(store / (row[3] + end)) for end in (".out", ".err", ".again"))
            path = place(folder, row).absolute()
            status = child(path, out, err)
            verdict = "runs" if status == 0 else "ends early"
            drawn = re.search(r"\b(plt|sns|ax\w*)\.", path.read_text(encoding="utf-8", errors="replace"))
            if status == 0 and not os.path.getsize(out) and not drawn:
                verdict = "prints nothing"
            elif status == 0 and differs(path, out, again):
                verdict = "changes"
            nameless(out, folder)
            passed[row[0]] += verdict == "runs"
            print("\t".join(row + [verdict]), file=book, flush=True)


def lines_of(path):
    code = "\n".join(cells(path.name, path.read_text(encoding="utf-8", errors="replace")))
    return {line.strip() for line in code.split("\n")
            if len(line.strip()) > 10 and not line.strip().startswith(("import ", "from ", "#"))}


def alike(folder, used):
    """Books and courses are copied a lot: the second copy of a file tells nothing new."""
    others = [lines_of(place(used, row[1:])) for row in rows_of(pathlib.Path(used, "manifest.tsv"))]
    verdicts, counts = pathlib.Path(folder, "judged.tsv"), collections.Counter()
    rows = rows_of(verdicts)
    with open(verdicts, "w", encoding="utf-8") as book:
        for row in rows:
            if row[4] == "runs":
                lines = lines_of(place(folder, row))
                if any(2 * len(lines & other) > len(lines) for other in others):
                    row[4] = "alike"
                others.append(lines)
            counts[row[4]] += 1
            print("\t".join(row), file=book)
    print(counts)


PLOTS = re.compile(r"\b(?:plt|sns|fig|axe?s?\d?(?:\[[^\]]*\])?)\.\w+\(")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def unit(text):
    """One unit in the last printed place of a number."""
    mantissa, _, power = text.lower().partition("e")
    return 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))


def same(a, b):
    """The same text; numbers that are not whole may differ by one unit in the last place printed. Outside of a notebook
    clear_output() writes control codes, which are no text."""
    a, b = ([re.sub(r"\b0x[0-9a-f]+", "0x", line).rstrip() for line in re.sub(r"\x1b\[2K\r?", "", text).split("\n")
             if not re.fullmatch(r"<Figure size .* Axes>\s*", line)] for text in (a, b))
    a, b = (re.sub(r"[ \t]+", " ", "\n".join(lines)).strip() for lines in (a, b))
    if a == b:
        return True
    if NUMBER.sub("0", a) != NUMBER.sub("0", b):
        return False
    for x, y in zip(NUMBER.findall(a), NUMBER.findall(b)):
        if x != y and ("." not in x + y or abs(float(x) - float(y)) > 1.01 * max(unit(x), unit(y))):
            return False
    return True


def nameless(out, folder):
    """Where a program prints the path of its own folder, the folder of this corpus is taken out of what it printed."""
    out = pathlib.Path(out)
    if out.exists():
        out.write_bytes(out.read_bytes().replace(os.fsencode(pathlib.Path(folder).absolute()), b""))


def same_files(a, b):
    return same(*(pathlib.Path(name).read_text(encoding="utf-8", errors="replace") for name in (a, b)))


def draw(folder, seed, share=SHARE, mark=""):
    """A file's lot is a hash of the seed and of the file: it is known before anything is run. The lowest are sealed."""
    rows = [row[:4] for row in rows_of(pathlib.Path(folder, "judged.tsv")) if row[4] == "runs"]
    lot = {row[3]: hashlib.sha256((seed + row[3]).encode()).digest()[0] / 256 for row in rows}
    sealed = sorted((row for row in rows if lot[row[3]] < float(share)), key=lambda row: (lot[row[3]], row))[:SEALED]
    with open(pathlib.Path(folder, "manifest.tsv"), "w", encoding="utf-8") as out:
        for row in sorted(rows):
            if row in sealed or lot[row[3]] >= float(share) or share == "1":
                print(("sealed" if row in sealed else "open") + mark, *row, sep="\t", file=out)
    print(len(rows), "files run,", len(sealed), "of them are sealed")


def compare(folder, qkv, which):
    rows = [row[1:] for row in rows_of(pathlib.Path(folder, "manifest.tsv")) if row[0] == which]
    counts = collections.Counter()
    store = pathlib.Path(folder, "qkv").absolute()
    store.mkdir(exist_ok=True)
    for row in rows:
        path = place(folder, row).absolute()
        with tempfile.TemporaryDirectory() as empty:
            try:
                run = subprocess.run([os.path.abspath(qkv), "run", "--pictures", "pictures", str(path)], cwd=empty,
                                     stdin=subprocess.DEVNULL, capture_output=True, timeout=5 * SECONDS,
                                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
                status = run.returncode
                out, err = (text.decode("utf-8", "replace") for text in (run.stdout, run.stderr))
                err = "too slow" if status == -signal.SIGXCPU or status == -signal.SIGKILL else err
            except subprocess.TimeoutExpired:
                status, out, err = -1, "", "too slow"
        (store / (row[3] + ".out")).write_text(out, encoding="utf-8")
        nameless(store / (row[3] + ".out"), folder)
        out = (store / (row[3] + ".out")).read_text(encoding="utf-8")
        (store / (row[3] + ".err")).write_text(err, encoding="utf-8")
        expected = pathlib.Path(folder, "judge", row[3] + ".out").read_text(encoding="utf-8", errors="replace")
        counts["ended"] += status == 0
        counts["plot calls"] += len(PLOTS.findall(path.read_text(encoding="utf-8", errors="replace")))
        counts["named as not drawn"] += err.count("not drawn")
        if status == 0 and same(expected, out):
            counts["the same"] += 1
            continue
        why = (err.strip().split("\n") or [""])[-1] if status else "prints something else"
        print(row[3][:8], row[0], row[2], why, sep="\t")
    print(f"{which}: {len(rows)} files,", ", ".join(f"{n} {what}" for what, n in counts.items()))


if __name__ == "__main__":
    {"gather": gather, "again": again, "judge": judge, "strict": strict, "alike": alike, "draw": draw, "compare": compare}[sys.argv[1]](*sys.argv[2:])
