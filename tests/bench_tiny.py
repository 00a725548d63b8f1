"""What an operation on a few numbers costs: the forward pass of an attention class at three sizes, in loops of 100 and
of 20,000 turns, under qkv and under PyTorch in turn, a thread each; and with two threads each, as a learner runs it.
The best of each counts.

    bench_tiny.py build/qkv
"""

import os
import subprocess
import sys
import tempfile

SIZES = [(2, 6, 8, 2), (4, 16, 32, 4), (16, 32, 64, 4)]
TURNS = {1: [(100, 5), (20000, 1)], 2: [(100, 5), (2000, 2)]}  # and rounds, by threads
MOST = 1 / 3  # of PyTorch's time
PROGRAM = """
import time
import torch
import torch.nn as nn
import torch.nn.functional as F

B, T, C, H, turns = {}

class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = nn.Linear(C, C), nn.Linear(C, C), nn.Linear(C, C)
        self.proj = nn.Linear(C, C)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)))

    def forward(self, x):
        B, T, C = x.shape
        q = self.query(x).view(B, T, H, C // H).transpose(1, 2)
        k = self.key(x).view(B, T, H, C // H).transpose(1, 2)
        v = self.value(x).view(B, T, H, C // H).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / (C // H) ** 0.5
        scores = scores.masked_fill(self.mask[:T, :T] == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        y = (weights @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.proj(y)

torch.manual_seed(0)
attention = Attention()
x = torch.randn(B, T, C)
with torch.no_grad():
    attention(x)
    start = time.perf_counter()
    for _ in range(turns):
        y = attention(x)
    print((time.perf_counter() - start) / turns)
"""


def run(command, path):
    done = subprocess.run(command + [path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return float(done.stdout) * 1e3 if done.returncode == 0 else None


def measure(qkv, size, threads, turns, rounds):
    os.environ.update({name: str(threads) for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")})
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(PROGRAM.replace("{}", repr(size + (turns,))))
    mine = [qkv, "run", "--threads", str(threads), "--max-steps", "1000000000"]
    peer = f"import runpy, sys, torch; torch.set_num_threads({threads}); runpy.run_path(sys.argv[1])"
    sides = mine, [sys.executable, "-c", peer]
    try:
        times = [[run(side, file.name) for side in sides] for _ in range(rounds)]
    finally:
        os.unlink(file.name)
    return [None if None in side else min(side) for side in zip(*times)]


def main():
    for threads, size in [(threads, size) for threads in TURNS for size in SIZES]:
        for turns, rounds in TURNS[threads]:
            mine, theirs = measure(sys.argv[1], size, threads, turns, rounds)
            if mine is None or theirs is None:
                print("tiny: no PyTorch here to compare with" if mine is not None else "tiny: qkv cannot run it")
                return
            late = f" (MORE THAN {MOST:.2f})" if mine > MOST * theirs else ""
            print(
                "tiny, B %d T %d d %d h %d, " % size + f"{threads} thread{'s' * (threads > 1)}, {turns} turns: "
                f"qkv {mine:.4f} ms, PyTorch {theirs:.4f} ms a turn, ratio {mine / theirs:.2f}{late}"
            )


if __name__ == "__main__":
    main()
