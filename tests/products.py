# Products as attention has them, timed by themselves: the same file runs under qkv and under PyTorch
# (tests/bench_rows.py sets the two beside each other). "NAME SIZE milliseconds", the best of some.
import math
import time

import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_grad_enabled(False)
BUDGET = 0.12  # seconds for a row, and at least three times


def report(name, size, run):
    run()
    best, spent, times = math.inf, 0.0, 0
    while spent < BUDGET or times < 3:
        start = time.perf_counter()
        run()
        took = time.perf_counter() - start
        best, spent, times = min(best, took), spent + took, times + 1
    print(name, size, best * 1e3, flush=True)


C, HEADS = 768, 12
weight, bias = torch.rand(3 * C, C) - 0.5, torch.rand(3 * C)
table = weight.t().contiguous()
out_weight, out_bias = torch.rand(C, C) - 0.5, torch.rand(C)


def split(x, T):
    return x.view(1, T, HEADS, C // HEADS).transpose(1, 2)


def layer(x, mask):
    T = x.shape[1]
    q, k, v = F.linear(x, weight, bias).split(C, dim=2)
    scores = split(q, T) @ split(k, T).transpose(-2, -1) / 8.0
    shares = torch.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)
    context = (shares @ split(v, T)).transpose(1, 2).contiguous().view(1, T, C)
    return F.linear(context, out_weight, out_bias)


for rows in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048):
    x = torch.rand(rows, C)
    report("linear", rows, lambda: F.linear(x, weight, bias))
for rows in (1, 4, 16, 64, 256, 1024):
    x = torch.rand(rows, C)
    report("matmul", rows, lambda: x @ table)
for T in (16, 64, 128, 256, 512, 1024, 2048):
    x = torch.rand(1, T, C)
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    report("layer", T, lambda: layer(x, mask))
