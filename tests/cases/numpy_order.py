# what is ordered, where numbers are missing, infinite, equal or none at all
import numpy as np

nan, inf = np.nan, np.inf
a = np.array([3.0, nan, -1.0, 2.0, nan, 0.0])
m = np.array([[3.0, 1.0, nan], [2.0, 5.0, 4.0]])
whole = np.array([3, 1, 2, 3, 1])
print(np.sort(a), np.argsort(a), np.sort(m, axis=0), np.sort(np.array([inf, nan, -inf])), sep="\n")
print(np.argmax(a), np.argmin(a), np.argmax(m, axis=1), np.argmax(whole), np.max(a), m.min(axis=0))
print(np.unique(a, return_index=True, return_inverse=True, return_counts=True))
print(np.unique([nan, nan]), np.unique([inf, 1.0, -inf, inf]), np.union1d(a, [nan]), np.setdiff1d(a, [3]))
print(np.median(a), np.median(m, axis=1), np.median(m, axis=0, keepdims=True), np.median(whole), np.median(m[1:], axis=(0, 1)))
print(np.percentile(a, [0, 50]), np.percentile(m, 30, axis=1), np.percentile(whole, [0, 25, 90, 100]))
print(repr(np.percentile(m, [10, 60], axis=0)), repr(np.quantile(m[1:], [0.1, 0.6], axis=1, keepdims=True)))
print(repr(np.percentile(np.float32([[1, 2, 4], [3, 4, 5]]), 30, axis=1)), repr(np.quantile(np.float32([1, 2, 4]), [0.3])))
for method in ("linear", "lower", "higher", "midpoint", "nearest"):
    print(method, repr(np.percentile(whole, [30, 50, 85], method=method)), np.quantile([1.0, 2.0, 5.0, 9.0], 0.5, method=method))
print(np.searchsorted([1.0, 2.0, nan], [0.0, 2.0, nan, inf]), np.searchsorted([1, 2, 3], a, side="right"))
print(np.searchsorted([3, 1, 2], [1, 2.5], sorter=[1, 2, 0]))
print(np.maximum(a, 1), np.sign(a))
print(np.nanmax(a), np.nanmin(m, axis=0), repr(np.nanmax(whole)), repr(np.nanmax(np.float32([1, nan]))), np.nanmax(m, axis=1, keepdims=True))
print(np.nanargmax(a), np.nanargmax(m, axis=1), np.nanmean(a))
print(np.partition(whole, 2)[2], np.sort(np.partition(a, 1)[:2]))
print(np.in1d(m, [3, 5]), repr(np.intersect1d(whole, [1.0, 7.0])), np.histogram([], bins=2), np.bincount(whole))
print(np.max(np.zeros((0, 3)), axis=1).shape, np.argmin(np.zeros((3, 0)), axis=0).shape)
print(repr(np.clip(np.float16([-1, 0.5, 3]), 0, 2)), repr(np.cumsum(np.float16([1, 2.5]))))


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: np.percentile(whole, 101))
tried(lambda: np.quantile(whole, -0.5))
tried(lambda: np.quantile([], 0.5))
tried(lambda: np.median(m, axis=2))
tried(lambda: np.partition(whole, 9))
tried(lambda: np.histogram(a))
tried(lambda: np.bincount([1.0, 2.0]))
tried(lambda: np.bincount([[1, 2]]))
tried(lambda: np.max(np.zeros((0, 3)), axis=0))
tried(lambda: np.argmax([]))
tried(lambda: np.searchsorted([1, 2], 1, sorter=[0]))
