"""Files of timed rows under qkv and under Python with PyTorch and NumPy, in turn, two threads each; of
each row the best:

    bench_rows.py build/qkv [NAME ...]        NAME: products, decode, functions; all of them without

OpenBLAS chooses its kernels by the processor, whatever the surroundings ask for, and is named."""
import os
import subprocess
import sys

ROUNDS = 2
FILES = {  # what its rows are, and how much of the peer's time they may take
    "products": ("products of 768 columns", 1.0),
    "decode": ("one token more in GPT-2 small, its keys and values kept, by how many there are", 1.0),
    "functions": ("a million float64 numbers in NumPy", 2.0),
}
MOST_NS = 10.0  # for a number, where a row is an elementary function of a million
BY_PEER = ("sum", "random", "generator")  # the other rows of "functions"
# runs the file, then names the BLAS behind it and its kernels
PEER = """import ctypes, os, runpy, sys
import torch
torch.set_num_threads(2)
runpy.run_path(sys.argv[1])
maps = open("/proc/self/maps").read() if os.path.exists("/proc/self/maps") else ""
names = [n for n in ("mkl", "openblas", "blis", "atlas") if n in maps]
core = ""
for line in maps.splitlines():
    if "libopenblas" in line:
        library = ctypes.CDLL(line.split()[-1])
        library.openblas_get_corename.restype = ctypes.c_char_p
        core = " " + library.openblas_get_corename().decode()
        break
print("blas\\t" + (names[0] + core if names else "the reference BLAS"))
"""


def rows_of(command):
    os.environ.update({name: "2" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")})
    os.environ.pop("OPENBLAS_CORETYPE", None)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if done.returncode != 0:
        return None
    lines = [line.split("\t") if "\t" in line else line.rsplit(" ", 1) for line in done.stdout.splitlines()]
    return {key: value for key, value in lines}


def compare(qkv, name):
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    title, most = FILES[name]
    best, blas = [{}, {}], ""
    for _ in range(ROUNDS):
        for side, command in zip(best, ([qkv, "run", "--threads", "2", file], [sys.executable, "-c", PEER, file])):
            rows = rows_of(command)
            if rows is None:
                print(f"{name}: {command[0]} cannot run them here")
                return
            blas = rows.pop("blas", blas)
            for key, took in rows.items():
                side[key] = min(side.get(key, float("inf")), float(took))
    print(f"{title}: qkv, and Python with {blas}, 2 threads, best of {ROUNDS} runs, ms")
    for key, own in best[0].items():
        peer, ratio, limit, unit = best[1][key], "", most * best[1][key], f"{most:.1f}"
        if name == "functions" and not key.startswith(BY_PEER):
            ratio, limit, unit = f"   {own:.1f} ns a number", MOST_NS, f"{MOST_NS:.0f} ns"
        if "reference" not in blas:
            late = f" (MORE THAN {unit})" if own > limit else ""
            ratio = f"   ratio {own / peer:.2f}{ratio}{late}"
        print(f"  {key:20s} {own:9.3f} {peer:9.3f}{ratio}")


if __name__ == "__main__":
    for given in sys.argv[2:] or FILES:
        compare(sys.argv[1], given)
