# numpy.linalg: factors, determinants, systems of equations, least squares.
import numpy as np

np.set_printoptions(precision=6, suppress=True)


def tell(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


rng = np.random.RandomState(0); a = rng.randn(4, 4); s = np.stack([a, a + np.eye(4)]); r = rng.randn(5, 3)
tell(lambda: np.linalg.slogdet(s))
tell(lambda: np.linalg.det(s))
tell(lambda: np.linalg.inv(s))
tell(lambda: np.linalg.pinv(r))
tell(lambda: np.linalg.cholesky(a @ a.T))
tell(lambda: np.linalg.cholesky(-a @ a.T))
tell(lambda: np.linalg.qr(r))
tell(lambda: np.linalg.qr(r, "complete"))
tell(lambda: np.linalg.qr(r, mode="r"))
tell(lambda: np.linalg.matrix_rank(r))
tell(lambda: np.linalg.matrix_rank(np.ones((3, 3))))
tell(lambda: np.linalg.lstsq(r, np.ones(5), rcond=None))
tell(lambda: np.linalg.lstsq(r, np.ones((5, 2)), rcond=None))
tell(lambda: np.linalg.lstsq(r.T, np.ones(3), rcond=None))
tell(lambda: np.linalg.solve(s, np.ones((2, 4))))
tell(lambda: np.linalg.solve(a, np.ones((4, 2))))
tell(lambda: np.linalg.svd(r, compute_uv=False))
tell(lambda: np.linalg.inv(np.zeros((2, 2))))
tell(lambda: np.linalg.inv(np.array([[1, 2], [3, 4]])))
tell(lambda: np.linalg.inv(a.astype(np.float32)).dtype)
