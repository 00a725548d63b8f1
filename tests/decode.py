# One token more in GPT-2 small with a cache: every weight is read once, 0.5 GB, and hardly more is done.
# "read" only adds up as many numbers: no step can be faster than the memory. Runs under qkv and PyTorch
# (tests/bench_rows.py).
import math
import time

import torch
import torch.nn.functional as F

torch.set_grad_enabled(False)
C, HEADS, LAYERS, VOCABULARY = 768, 12, 12, 50257
BUDGET = 1.0  # seconds for a row, and at least three times


def report(name, run):
    run()
    best, spent, times = math.inf, 0.0, 0
    while spent < BUDGET or times < 3:
        start = time.perf_counter()
        run()
        took = time.perf_counter() - start
        best, spent, times = min(best, took), spent + took, times + 1
    print(name, best * 1e3, flush=True)


def weight(rows, columns):
    return torch.full((rows, columns), 0.01)


layers = [(weight(3 * C, C), weight(C, C), weight(4 * C, C), weight(C, 4 * C)) for _ in range(LAYERS)]
head = weight(VOCABULARY, C)
scale, bias, wide, wider = torch.ones(C), torch.zeros(C), torch.zeros(3 * C), torch.zeros(4 * C)


def attend(x, w, out, keys, values):
    q, k, v = F.linear(x, w, wide).view(3, HEADS, 1, C // HEADS)
    keys = torch.cat((keys, k), dim=1)
    values = torch.cat((values, v), dim=1)
    shares = torch.softmax(q @ keys.transpose(-2, -1) / 8.0, dim=-1)
    return F.linear((shares @ values).view(1, C), out, bias)


def step(x, kept):
    for w, out, up, down in layers:
        x = x + attend(F.layer_norm(x, (C,), scale, bias), w, out, *kept)
        y = F.linear(F.layer_norm(x, (C,), scale, bias), up, wider)
        x = x + F.linear(F.gelu(y), down, bias)
    return F.linear(F.layer_norm(x, (C,), scale, bias), head)


x = torch.arange(C).view(1, C) / C
for count in (16, 256, 1023):
    kept = (torch.full((HEADS, count, C // HEADS), 0.1), torch.full((HEADS, count, C // HEADS), 0.2))
    report(f"decode {count}", lambda: step(x, kept))
vector = torch.ones(C)
report("head @ vector", lambda: head @ vector)
report("read", lambda: [head.sum()] + [w.sum() for ws in layers for w in ws])
