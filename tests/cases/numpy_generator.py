# np.random.default_rng: its stream, and what is drawn from it
import numpy as np

rng = np.random.default_rng(42)
print(rng.random(3), rng.standard_normal(4), rng.integers(0, 10, 5), rng.random())
print(rng, np.random.Generator(np.random.PCG64(42)).random(2))

rng = np.random.default_rng(0)
print(rng.normal(size=(2, 3)), rng.uniform(-1, 1, 4), rng.choice(5, 3), rng.permutation(6))
row = np.arange(5)
rng.shuffle(row)
print(row, rng.choice(10, size=4, replace=False), rng.choice(["a", "b", "c"]), rng.integers(100))

many = np.random.default_rng(7)
x, y = many.standard_normal(100000), many.exponential(2.0, 10000)
print(x.sum().round(6), x.max(), x.min(), y.sum().round(6), y.max(), many.standard_normal())

rng = np.random.default_rng(3)
grid, items = np.arange(12).reshape(4, 3), [1, 2, 3, 4, 5]
rng.shuffle(grid)
rng.shuffle(items)
print(grid, rng.permutation(grid), items, rng.permutation([1, 2, 3, 4]))

weights = [0.1, 0.2, 0.3, 0.2, 0.2]
print(rng.choice(5, size=3, p=weights), rng.choice(5, size=3, p=weights, replace=False))
print(rng.choice([10, 20, 30], size=(2, 2)), rng.choice(np.array([1.5, 2.5])), rng.choice(4))
print(rng.choice(20000, 1000, replace=False)[:10], rng.permutation(20)[:5])

rng = np.random.default_rng(12345678901234567890)
print(rng.integers(0, 2**40, 3), rng.integers(5, size=(2, 3), endpoint=True), rng.integers(1, 7, size=10))
print(rng.random((2, 2), dtype=np.float32), rng.integers(0, 5, 3, dtype=np.int32))
print(rng.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], 3))
print(rng.normal([0, 10], [1, 2]), rng.uniform([0, 1], [1, 5], size=(2, 2)))
print(np.random.default_rng([1, 2, 3]).random(2), type(rng.integers(10)), type(rng.random()))

for wrong in (lambda: rng.integers(5, 5), lambda: rng.choice(3, 5, replace=False), lambda: rng.normal(0, -1),
              lambda: np.random.default_rng(-1), lambda: rng.choice(3, p=[0.5, 0.5])):
    try:
        wrong()
    except ValueError as e:
        print(e)

# the old stream
np.random.seed(1)
print(np.random.multivariate_normal([1, 2], [[2, 0.3], [0.3, 1]], 2))
