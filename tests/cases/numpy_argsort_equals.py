# which of several equal cells argsort puts first
import numpy as np

np.random.seed(0)
for n in (10, 16, 17, 18, 40, 200, 1000):
    a = np.random.randint(0, 5, n)
    for b in (a, a.astype(float), -a.astype(np.float32), a > 2):
        print(n, np.argsort(b)[:30].tolist(), int((np.argsort(b) * np.arange(n)).sum()))
    print(np.argsort(a, kind="stable").tolist()[:9], a.argsort(kind="mergesort")[-3:], a.argsort()[::-1][:5], np.argsort(a, kind="quicksort")[:5])
a = np.random.randint(0, 3, (3, 40))
print(np.argsort(a, axis=1).tolist(), a.argsort(0)[:, :9], np.argsort(a, axis=None)[:20])
print(np.argsort(np.array([1, np.nan, 0, -0.0] * 10)).tolist(), np.argsort(np.zeros(40)).tolist(), np.argsort(np.arange(300) % 2 * np.arange(300))[:20])
scores = np.round(np.random.rand(60), 1)
print(scores[np.argsort(scores)[::-1][:10]], np.argsort(scores)[::-1][:10], np.argsort(-scores)[:10])

# A sorted copy keeps the order of axes in memory; places do not.
turned = np.arange(30.0)[::-1].reshape(2, 3, 5).transpose(2, 0, 1)
print(np.sort(turned, 0).strides, np.argsort(turned, 0).strides, turned[:, ::2].argsort(1).strides)
