# Rounding to places in front of the point and behind it: NumPy, PyTorch, Python.
import numpy as np, torch
for x in (np.array([25]), np.array([25, 35, 149, -25, -35, -149, 50, 150, 250]), np.array([25, 250], np.int32), np.array([25, 120], np.uint8), np.array([25, 127], np.int8),
          np.array([25.5, 149.9, -35.0, 2.5e10]), np.array([25.5, 35.0], np.float32), np.array([True, False]), np.arange(0, 60, 5).reshape(3, 4)):
    for d in (-3, -1, 0, 1):
        for f in (lambda: x.round(d), lambda: np.round(x, d), lambda: np.around(x, d), lambda: x[0].round(d), lambda: round(x[0], d), lambda: np.round(list(x), d)):
            try:
                r = f()
                print(d, repr(r), r.dtype if hasattr(r, "dtype") else type(r))
            except Exception as e:
                print(d, type(e).__mro__[-4], e)
for x in (torch.tensor([25.0, 35.0, 149.9, -25.0, 2.5]), torch.tensor([25.0, 35.0], dtype=torch.float64), torch.tensor([25, 35])):
    for d in (-3, -2, -1, 0, 1, 2, 3):
        for f in (lambda: torch.round(x, decimals=d), lambda: x.round(decimals=d), lambda: x.clone().round_(decimals=d), lambda: round(x[0].item(), d)):
            try:
                print(d, f())
            except Exception as e:
                print(d, type(e).__name__, str(e).split("\n")[0])
for x in (25, 35, -25, 149, 150, 250, 10**30 + 5, True, 12345678901234567890, 5, 15, 0, -5):
    for d in (-30, -2, -1, 0, 1):
        print(x, d, repr(round(x, d)))
for x in (25.0, 35.0, 149.9, -25.0, 1e300, 5e-324, 2.675):
    for d in (-400, -3, -2, -1, 0, 1, 2, 400):
        print(x, d, repr(round(x, d)))
