# A million float64 numbers through NumPy's functions, and drawn by its generators. Runs under qkv and
# NumPy (tests/bench_rows.py).
import math
import time

import numpy as np

BUDGET = 0.1  # seconds for a row, and at least three times


def report(name, run):
    run()
    best, spent, times = math.inf, 0.0, 0
    while spent < BUDGET or times < 3:
        start = time.perf_counter()
        run()
        took = time.perf_counter() - start
        best, spent, times = min(best, took), spent + took, times + 1
    print(name, best * 1e3, flush=True)


np.random.seed(0)
x = np.random.rand(1000000) * 0.9 + 0.05
generator = np.random.default_rng(0)
for name in "exp exp2 expm1 log log1p sin cos tan arcsin arccos arctan sinh tanh sqrt".split():
    function = getattr(np, name)
    report(name, lambda: function(x))
report("power", lambda: x ** 2.5)
report("sum", lambda: x.sum())
report("random.rand", lambda: np.random.rand(1000000))
report("random.randn", lambda: np.random.randn(1000000))
report("random.uniform", lambda: np.random.uniform(-1, 1, 1000000))
report("generator.normal", lambda: generator.standard_normal(1000000))
