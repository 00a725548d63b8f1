# NumPy's einsum to the last bit, and how its result lies: which axis is the innermost decides in which order
# products are added: in lanes where it is summed and contiguous, else one by one.
import numpy as np

rng = np.random.RandomState(0)


def total(x):
    bits = np.ascontiguousarray(x).reshape(-1).view(np.int32 if x.dtype == np.float32 else np.int64).astype(np.int64)
    return int((bits % 1000003 * (np.arange(bits.size) % 1009 + 1)).sum())


def made(shape, way):
    """Numbers of this shape: in order, turned around, or every second of a longer row."""
    if way == 0 or len(shape) == 0:
        return np.asarray(rng.rand(*shape) - 0.5)
    if way == 1:
        return (rng.rand(*shape[::-1]) - 0.5).T
    return (rng.rand(*shape[:-1], 2 * shape[-1]) - 0.5)[..., ::2]


pairs = "id,jd->ij i,i-> id,id->i id,id-> id,d->i d,id->i ij,jk->ik ij,kj->ki ij,ji->i ij,j-> i,j-> i,j->ij i,->"
pairs += " bij,bjk->bik bid,bjd->bij bhid,bhjd->bhij bhij,bhjd->bhid bihd,bjhd->bhij abcd,cd->ab abcd,ad->bc"
pairs += " ...d,...d->... ij,jk iij,j->i qhd,khd->hqk"
for equation in (pairs + " id->i id->d id-> ii-> ijk->j ijk->k ijkl->il ijkl-> iij->j ij,jk,kl->il i,i,i-> ij,ij,ij->i").split():
    for n, (size, dtype) in enumerate((size, dtype) for size in (3, 5, 9) for dtype in (np.float32, np.float64)):
        sizes = {c: size + k % 3 for k, c in enumerate(sorted(set(equation)))}
        terms = equation.split("->")[0].replace("...", "xy").split(",")
        sizes.update(x=2, y=4, d=4 * size - 1, i=sizes.get("i", 1) + 8 * (len(equation) < 7))
        x = [made([sizes[c] for c in t], (n + k) % 3).astype(dtype, order="K") for k, t in enumerate(terms)]
        y = np.asarray(np.einsum(equation, *x))
        print(equation, dtype.__name__, total(y), y.strides)
for n in (8191, 8192, 8193, 20000):  # a buffer holds 8192 numbers
    x = rng.rand(2, 2, n).astype(np.float32) - np.float32(0.5)
    y = x[:, :, ::-1]
    print(n, [total(np.asarray(np.einsum(e, *o))) for e, o in (("i,i->", x[0]), ("i->", (x[0, 0],)), ("ij,ij->i", x),
          ("aij,bij->aibj", (x, y)) if n < 8193 else ("ai,bi->ab", x), ("i,i,i->", (x[0, 0], x[0, 1], x[1, 0])))])
print(np.einsum("i,j->ij", [0.0, 1.0], [-1.0, 0.0]), np.einsum("i,i->", np.zeros(3), -np.ones(3)))
