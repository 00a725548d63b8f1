"""What a step of training costs: forward, backward and the optimiser, under qkv and under PyTorch in turn; the best of
each counts. A thread each for the models of lessons, two for the layer of GPT-2 small. Memory is the most that a process
had, without what it has before the model is made: the program itself, and PyTorch's import.

    bench_train.py build/qkv [row ...]
"""

import os
import subprocess
import sys
import tempfile

MLP = """
model = nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Linear(32, 4))
x, y = torch.randn(16, 8), torch.randint(4, (16,))

def loss_of():
    return F.cross_entropy(model(x), y)
"""
HEAD = """
V, T, C = 12, 6, 16

class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok, self.pos = nn.Embedding(V, C), nn.Embedding(T, C)
        self.query, self.key, self.value = [nn.Linear(C, C, bias=False) for _ in range(3)]
        self.out = nn.Linear(C, V)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)))

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(T))
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = q @ k.transpose(-2, -1) / C ** 0.5
        scores = scores.masked_fill(self.mask == 0, float("-inf"))
        return self.out(F.softmax(scores, dim=-1) @ v)

model = Head()
x, y = torch.randint(V, (8, T)), torch.randint(V, (8, T))

def loss_of():
    return F.cross_entropy(model(x).view(-1, V), y.view(-1))
"""
LAYER = """
T, C, H = 256, 768, 12

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(C), nn.LayerNorm(C)
        self.qkv, self.proj = nn.Linear(C, 3 * C), nn.Linear(C, C)
        self.fc, self.back = nn.Linear(C, 4 * C), nn.Linear(4 * C, C)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)))

    def forward(self, x):
        q, k, v = self.qkv(self.ln_1(x)).split(C, dim=2)
        q, k, v = [t.view(1, T, H, C // H).transpose(1, 2) for t in (q, k, v)]
        scores = q @ k.transpose(-2, -1) / (C // H) ** 0.5
        scores = scores.masked_fill(self.mask == 0, float("-inf"))
        y = (F.softmax(scores, dim=-1) @ v).transpose(1, 2).contiguous().view(1, T, C)
        x = x + self.proj(y)
        return x + self.back(F.gelu(self.fc(self.ln_2(x))))

model = Block()
x = torch.randn(1, T, C)

def loss_of():
    return model(x).pow(2).mean()
"""
STEPS = """
def step():
    optimizer.zero_grad()
    loss = loss_of()
    loss.backward()
    optimizer.step()

for _ in range(3):
    step()
start = time.perf_counter()
for _ in range(turns):
    step()
print((time.perf_counter() - start) / turns)
"""
HEADER = """import time
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
"""
SGD, ADAM, ADAMW = [f"optimizer = torch.optim.{name}(model.parameters(), lr=1e-3)" for name in ("SGD", "Adam", "AdamW")]
# the program, turns, threads, and how much of PyTorch's time it may take
rows = {
    "MLP 8-32-4, 16 examples, SGD": (MLP + SGD, 2000, 1, 1 / 2),
    "MLP 8-32-4, 16 examples, AdamW": (MLP + ADAMW, 2000, 1, 1 / 2),
    "attention head, B 8 T 6 d 16, Adam": (HEAD + ADAM, 1000, 1, 1 / 2),
    "layer of GPT-2 small, T 256, AdamW": (LAYER + ADAMW, 5, 2, 1 / 1.5),
}
ROUNDS = 4


def run(command, path):
    """milliseconds of a step, and MB of the process; None: it failed"""
    with subprocess.Popen(command + [path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (float(text) * 1e3, usage.ru_maxrss / 1024) if process.returncode == 0 else None


def measure(qkv, text, turns, threads):
    """of qkv and of PyTorch: milliseconds of a step, MB; None: it failed"""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(threads)
    mine = [qkv, "run", "--threads", str(threads), "--max-steps", "1000000000"]
    peer = f"import runpy, sys, torch; torch.set_num_threads({threads}); runpy.run_path(sys.argv[1])"
    sides = mine, [sys.executable, "-c", peer]
    with tempfile.TemporaryDirectory() as folder:
        program, empty = os.path.join(folder, "program.py"), os.path.join(folder, "empty.py")
        with open(program, "w") as file:
            file.write(HEADER + text + f"\nturns = {turns}\n" + STEPS)
        with open(empty, "w") as file:
            file.write(HEADER + "print(0)\n")
        before = [run(side, empty) for side in sides]
        taken = [[run(side, program) for side in sides] for _ in range(ROUNDS)]
    return [None if None in side or not start else (min(ms for ms, _ in side), min(mb for _, mb in side) - start[1])
            for start, side in zip(before, zip(*taken))]


def main():
    for name in sys.argv[2:] or rows:
        text, turns, threads, most = rows[name]
        mine, theirs = measure(sys.argv[1], text, turns, threads)
        if mine is None or theirs is None:
            print("training: no PyTorch here to compare with" if mine is not None else "training: qkv cannot run it")
            return
        (ms, mb), (their_ms, their_mb) = mine, theirs
        late = f" (MORE THAN {most:.2f})" if ms > most * their_ms else ""
        large = " (MORE)" if mb > their_mb else ""
        print(f"training, {name}: qkv {ms:.3f} ms, PyTorch {their_ms:.3f} ms a step, ratio {ms / their_ms:.2f}{late}; "
              f"memory {mb:.1f} and {their_mb:.1f} MB{large}")


if __name__ == "__main__":
    main()
