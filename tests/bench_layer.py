"""The same attention layer as tests/bench.c in NumPy and in PyTorch, for its comparison.

Reads "numpy" or "torch" line by line, runs one layer warm, prints the milliseconds (-1: no such module)
and the BLAS behind it: a ratio against the reference BLAS would say nothing.
Every intermediate is kept until the layer is done, as in bench.c. Two threads.
"""
import os
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "2"

T, C, HEADS = 1024, 768, 12
WIDTH = C // HEADS


def numpy_layer():
    import numpy as np

    rng = np.random.RandomState(0)
    x = rng.uniform(-1, 1, (1, T, C)).astype(np.float32)
    w = [rng.uniform(-0.036, 0.036, (C, C)).astype(np.float32) for _ in range(4)]
    b = [rng.uniform(-0.036, 0.036, C).astype(np.float32) for _ in range(4)]
    mask = np.triu(np.ones((T, T), dtype=bool), 1)

    def split(y):
        return y.reshape(1, T, HEADS, WIDTH).transpose(0, 2, 1, 3)

    def run():
        q, k, v = (x @ w[i].T + b[i] for i in range(3))
        queries, keys, values = split(q), split(k), split(v)
        scores = queries @ keys.swapaxes(-2, -1)
        scaled = scores / np.float32(8.0)
        masked = np.where(mask, np.float32(-np.inf), scaled)
        shifted = masked - masked.max(axis=-1, keepdims=True)
        np.exp(shifted, out=shifted)
        weights = shifted / shifted.sum(axis=-1, keepdims=True)
        context = weights @ values
        concat = np.ascontiguousarray(context.swapaxes(1, 2)).reshape(1, T, C)
        out = concat @ w[3].T + b[3]
        return q, k, v, scores, scaled, masked, weights, context, concat, out

    return run


def torch_layer():
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(2)
    torch.manual_seed(0)
    x = torch.rand(1, T, C) * 2 - 1
    w = [(torch.rand(C, C) * 2 - 1) * 0.036 for _ in range(4)]
    b = [(torch.rand(C) * 2 - 1) * 0.036 for _ in range(4)]
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()

    def split(y):
        return y.view(1, T, HEADS, WIDTH).transpose(1, 2)

    def run():
        with torch.no_grad():
            q, k, v = (F.linear(x, w[i], b[i]) for i in range(3))
            queries, keys, values = split(q), split(k), split(v)
            scores = queries @ keys.transpose(-2, -1)
            scaled = scores / 8.0
            masked = scaled.masked_fill(mask, float("-inf"))
            weights = torch.softmax(masked, dim=-1)
            context = weights @ values
            concat = context.transpose(1, 2).contiguous().view(1, T, C)
            out = F.linear(concat, w[3], b[3])
        return q, k, v, scores, scaled, masked, weights, context, concat, out

    return run


def blas():
    """The name of the BLAS that this process has loaded."""
    try:
        with open("/proc/self/maps") as maps:
            loaded = {os.path.realpath(line.split()[-1]).lower() for line in maps if "/" in line}
    except OSError:
        return "unknown BLAS"
    for name in ("mkl", "openblas", "blis", "atlas", "armpl"):
        if any(name in path for path in loaded):
            return name
    return "reference BLAS" if any("libblas" in path for path in loaded) else "unknown BLAS"


def main():
    makers = {"numpy": numpy_layer, "torch": torch_layer}
    runs = {}
    for line in sys.stdin:
        library = line.strip()
        if library not in runs:
            try:
                runs[library] = makers[library]()
                runs[library]()
            except ImportError:
                runs[library] = None
        run = runs[library]
        if run is None:
            print(-1, flush=True)
            continue
        run()  # warm
        start = time.perf_counter()
        kept = run()
        milliseconds = (time.perf_counter() - start) * 1e3
        del kept
        print(f"{milliseconds:.3f} {blas()}", flush=True)


if __name__ == "__main__":
    main()
