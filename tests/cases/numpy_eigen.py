import numpy as np

np.set_printoptions(precision=5, suppress=True)
rng = np.random.RandomState(0)
for a in ([[4, 2], [1, 3]], [[2.0, 0.0], [0.0, 3.0]], [[5.0, 0.0], [-1.0, 7.0]], [[4, -2, 1], [-2, 3, 0], [1, 0, 5]]):
    w, v = np.linalg.eig(a)
    print(w, w.dtype, np.linalg.eigvals(a))
    print(v)
for n in (1, 2, 3, 5, 8):
    a = rng.randn(n, n)
    w, v = np.linalg.eigh(a + a.T)
    print(w, np.linalg.eigvalsh(a + a.T))
    print(v)
    shares = np.exp(a + a.T)
    w, v = np.linalg.eig(shares / shares.sum(-1, keepdims=True))
    print(w)
    print(v)
print(np.linalg.eigh(np.array([[2, 1], [1, 2]], dtype=np.float32)))
print(np.linalg.eigvalsh([[1, 9], [0, 1]]), np.linalg.eigvalsh([[1, 9], [0, 1]], UPLO="U"))
for wrong in (np.ones(3), np.ones((2, 3)), np.array([[np.nan, 1], [1, 1]])):
    try:
        np.linalg.eig(wrong)
    except np.linalg.LinAlgError as error:
        print(error)
