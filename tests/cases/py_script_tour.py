# What scripts do around attention: seeds, timers, tables, errors.
import sys, os, time
import torch
print(torch.__version__.split('+')[0][:4] if False else '', torch.cuda.is_available(), torch.cuda.device_count(), torch.get_default_dtype(), torch.is_tensor(3), torch.get_num_threads() > 0)
if torch.cuda.is_available(): torch.cuda.manual_seed_all(1)
torch.backends.cudnn.deterministic = True; torch.backends.cudnn.benchmark = False
def set_seed(seed: int = 42) -> None:
    import random, numpy as np
    random.seed(seed); np.random.seed(seed); torch.manual_seed(seed); torch.cuda.manual_seed(seed); os.environ["PYTHONHASHSEED"] = str(seed)
    print(f"Random seed set as {seed}", os.environ["PYTHONHASHSEED"])
set_seed(); print(torch.rand(2), torch.initial_seed())
class Timer:
    def __init__(self, name): self.name = name
    def __enter__(self): self.t = time.perf_counter(); return self
    def __exit__(self, exc_type, exc, tb): self.dt = time.perf_counter() - self.t; print(f"[{self.name}] done", self.dt >= 0)
with Timer("attn") as t: torch.randn(10, 10) @ torch.randn(10, 10)
print(t.name, sys.argv[0] is not None, sys.maxsize, __name__, len(sys.argv) >= 0)
def section(title, char="=", n=40): print("\n" + char * n); print(title.center(n)); print(char * n)
section("Attention"); section("x", "-", 10)
sys.stdout.write("no newline"); sys.stdout.write("\n"); sys.stdout.flush(); print("err", file=sys.stderr); print("flush", flush=True)
class Logger:
    level = 0
    def __init__(self, prefix=""): self.prefix = prefix; self.lines = []
    def __call__(self, *a, **k): self.lines.append(a); print(f"{self.prefix}", *a, **k)
    @property
    def n(self): return len(self.lines)
    @n.setter
    def n(self, v): raise AttributeError("ro")
log = Logger("[log]"); log("a", 1, sep="|"); print(log.n)
try: log.n = 3
except AttributeError as e: print("caught", e)
def check(cond, msg="ok"): print("✓" if cond else "✗", msg); return cond
check(torch.allclose(torch.ones(2), torch.ones(2)), "close"); check(False)
torch.testing.assert_close(torch.ones(2), torch.ones(2)); assert torch.equal(torch.ones(1), torch.ones(1)), "bad"
results = []
for h in [1, 2, 4]:
    for d in (8, 16):
        results.append({"heads": h, "dim": d, "params": 4 * d * d + 4 * d, "ratio": d / h})
print("| heads | dim | params |\n|---|---|---|")
for r in results: print(f"| {r['heads']} | {r['dim']} | {r['params']:,} |", end="\n" if r["dim"] == 16 else " ~ ")
best = max(results, key=lambda r: (r["ratio"], -r["params"])); print(best, min(r["dim"] for r in results), sorted(results, key=lambda r: -r["ratio"])[0]["heads"], [*map(str, range(3))], list(filter(None, [0, 1, 2])), any(r["heads"] == 4 for r in results), sum(1 for r in results if r["dim"] > 8))
n = 0
while True:
    n += 1
    if n % 2: continue
    if n > 6: break
    print(n, end=" ")
else: print("never")
for i in range(2): pass
else: print("for-else")
try:
    try: raise KeyError("inner")
    except KeyError as e: raise ValueError("outer") from e
    finally: print("finally")
except ValueError as e: print(repr(e), repr(e.__cause__), type(e).__name__)
class ShapeError(ValueError):
    def __init__(self, exp, got): super().__init__(f"expected {exp}, got {got}"); self.exp = exp
try: raise ShapeError((2, 3), (3, 2))
except (TypeError, ShapeError) as err: print(err, err.exp, err.args, isinstance(err, ValueError))
def outer():
    cnt = 0
    def inner(): nonlocal cnt; cnt += 1; return cnt
    inner(); return inner()
G = 1
def glob(): global G; G += 1
glob(); print(outer(), G)
x = 5; print(f"{x = }, {x!r:>4}, {x:03d}, {x / 3:.3f}, {'yes' if x > 3 else 'no'}, {x:,}, {x:e}, {x:%}, {x:b}, {'nested ' + f'{x}'}")
print("%s %r %d %5.1f %x %%" % ("a", "b", 3, 2.55, 255), "{:>{w}}|{:^7}|{:<4}|".format("r", "c", "l", w=5), "{0[a]} {1.real}".format({"a": 1}, 2))
a, (b, *c), d = 1, (2, 3, 4), 5; print(a, b, c, d); d = {**{"a": 1}, "b": 2, **dict(c=3)}; print(d, {k: v for k, v in d.items() if v > 1}, {*"ab"} == {"a", "b"}, [*range(2), *"xy"]); print(*[1, 2], **{"sep": "-"})
print(d.get("z", 0), d.setdefault("q", []), d.pop("a"), list(d.items())[0], "b" in d, d | {"n": 1}, dict.fromkeys("ab", 0), max(d, key=lambda k: str(d[k])), len(d)); d.update(b=9); del d["c"]; print(d)
s = {1, 2, 3}; s.add(4); s.discard(1); print(s & {2, 9}, s | {9}, s - {2}, s ^ {2, 7}, s <= {2, 3, 4, 5}, len(s)); l = [3, 1, 2]; l.sort(reverse=True); l.insert(0, 9); l.extend([7]); l.remove(1); print(l, l.index(7), l.count(9), l[::-1], l[-2:], l.pop(0), l * 2, [0] * 3 + [1], l.copy() == l, sorted(l)[0], 3 in l); l[1:2] = [8, 8]; print(l); del l[0]; print(l)
match_ = {"a": 1}; print(match_["a"], isinstance(True, int), type(1) == int, 1 == 1.0, 1 is None, not [], bool("x"), 5 if None else 6, 1 < 2 < 3, (lambda *a, **k: (a, k))(1, z=2), callable(len), id(x) == id(x), hash("a") == hash("a"), abs(-1.5), pow(2, 3), round(1.23456, 3), sum([[1], [2]], []), list(zip([1, 2], "ab")), list(enumerate("ab", 1)), all([]), ord("A"), hex(255), bin(5), oct(8), int("ff", 16), float("1e3"), str(1.0), repr("a'b"), tuple([1]), getattr(x, "foo", "dflt"), isinstance(3, (int, str)), int(3.9), int(-3.9), 7 // -2, -7 % 3, 2 ** -1, 0.1 + 0.2, 1e3, 100000000000000000.0, 1.0e-5, 3.0, 1/3)
