# Every function on every array, along every axis: numbers, shapes, types and refusals, as NumPy's.
import warnings

import numpy as np

warnings.simplefilter("ignore")
ARRAYS = [np.array(3), np.array(-2.5), np.array([]), np.array([3, 1, 2, 1]), np.array([True, False, True]),
          np.arange(6).reshape(2, 3), np.arange(6, dtype=np.float32).reshape(3, 2) - 2.5, np.zeros((2, 0, 3)),
          np.array([[1.0, np.nan], [np.inf, -1]]), np.arange(12).reshape(2, 3, 2).transpose(2, 0, 1), np.ones((1, 4), dtype=np.int8),
          np.arange(4.0)[::2]]


def t(what, f, *args, **kw):
    try:
        r = f(*args, **kw)
        print(what, repr(r).replace("\n", ""), getattr(r, "dtype", type(r).__name__))
    except Exception:
        print(what, "refused")


FOLDS = "sum prod mean std var min max argmin argmax any all ptp median cumsum cumprod sort argsort nansum".split()
for name in FOLDS:
    f = getattr(np, name)
    for k, a in enumerate(ARRAYS):
        for axis in (None, 0, -1, 1, 2) if a.ndim else (None,):
            t((name, k, axis), f, a, axis=axis)
for name in "sum mean max all".split():
    for k, a in enumerate(ARRAYS[2:]):
        t((name, k, "keep"), getattr(a, name), axis=-1, keepdims=True)
        t((name, k, "two"), getattr(np, name), a, axis=(0, -1))
for name in "argmin argmax any ptp median prod std var min quantile percentile nanmax nanmean count_nonzero".split():
    for k in (3, 5, 6, 9):
        for axis in (None, 0, -1):
            t((name, k, axis, "keep"), getattr(np, name), ARRAYS[k], *[0.4] * name.startswith(("quan", "perc")), axis=axis, keepdims=True)
SHAPED = [("reshape", (-1,)), ("reshape", (2, -1)), ("reshape", (-1, 0)), ("reshape", (3, 2)), ("transpose", ()), ("ravel", ()), ("flatten", ()),
          ("swapaxes", (0, 1)), ("swapaxes", (0, -1)), ("repeat", (2,)), ("tolist", ()), ("item", ()), ("astype", ("int16",)), ("astype", (bool,)),
          ("astype", ("f4",)), ("clip", (0, 2)), ("diagonal", ()), ("trace", ()), ("nonzero", ()), ("take", ([0, -1],)),
          ("dot", (2,)), ("copy", ()), ("fill", (7,)), ("searchsorted", (1,))]
for name, args in SHAPED:
    for k, a in enumerate(ARRAYS[2:]):
        a = a.copy() if name == "fill" else a
        t((name, k) + args, getattr(a, name), *args)
UFUNCS = "add subtract multiply divide floor_divide maximum minimum greater less_equal equal not_equal logical_and logical_xor arctan2 hypot bitwise_and left_shift".split()
for name in UFUNCS:
    for k in (0, 3, 4, 5, 6, 8, 10):
        for j in (1, 3, 5, 8, 11):
            t((name, k, j), getattr(np, name), ARRAYS[k], ARRAYS[j])
for name in "negative abs sqrt exp log floor ceil rint isnan isfinite logical_not invert   trunc tanh log1p".split():
    for k in (1, 2, 3, 4, 5, 8):
        t((name, k), getattr(np, name), ARRAYS[k])
for key in [0, -1, 2, 5, None, ..., slice(None), slice(1, None), slice(None, None, -1), slice(5, 1), slice(-2, 9, 2), (0, 1), (..., 0), (0, ...),
            (None, 0), [0, 1], [True, False], np.array([1, 0]), (slice(None), [0, 1]), ([0, 1], [1, 0]), ([0, 1], slice(None)), 1.5, "a", (0, 0, 0, 0),
            (slice(None), None, 1), np.array([[True, False, True], [False, True, False]]), True, [], ([0], 7)]:
    for k in (3, 5, 7, 9):
        t((str(key), k), ARRAYS[k].__getitem__, key)
        b = ARRAYS[k].copy()
        try:
            b[key] = 9
            print(b.tolist())
        except Exception:
            print("refused")
for d in [None, int, float, "i4", "<f8", "int", "float16", "x", 3, [1], np.float32, np.dtype("i2"), "int128", "", "u1"]:
    t(("dtype", str(d)), np.zeros, 2, dtype=d)
    t(("dtype", str(d)), np.dtype, d)
JOINS = [("concatenate", ([ARRAYS[3], ARRAYS[4]],)), ("concatenate", ([ARRAYS[5], ARRAYS[5]], 1)), ("concatenate", ([ARRAYS[5], ARRAYS[6]],)),
         ("concatenate", ([],)), ("concatenate", ([ARRAYS[0]],)), ("concatenate", ([ARRAYS[5], ARRAYS[5]], 2)), ("stack", ([ARRAYS[3]] * 2, -1)),
         ("stack", ([ARRAYS[3], ARRAYS[4]],)), ("stack", ([],)), ("vstack", ([ARRAYS[3], ARRAYS[3]],)), ("hstack", ([ARRAYS[5], ARRAYS[5]],)),
         ("split", (ARRAYS[3], 2)), ("split", (ARRAYS[3], 3)), ("split", (ARRAYS[5], [1], 1)), ("array_split", (ARRAYS[3], 3)), ("tile", (ARRAYS[4], (2, 1))),
         ("where", (ARRAYS[4], 1, 0)), ("where", (ARRAYS[4],)), ("where", (ARRAYS[4], 1)), ("broadcast_to", (ARRAYS[4], (2, 3))),
         ("broadcast_to", (ARRAYS[3], (2, 3))), ("matmul", (ARRAYS[5], ARRAYS[6])), ("matmul", (ARRAYS[5], ARRAYS[5])), ("matmul", (ARRAYS[0], ARRAYS[3])),
         ("dot", (ARRAYS[3], ARRAYS[3])), ("dot", (ARRAYS[9], ARRAYS[3])), ("outer", (ARRAYS[3], ARRAYS[4])), ("inner", (ARRAYS[5], ARRAYS[5])),
         ("einsum", ("ij,jk->ki", ARRAYS[5], ARRAYS[6])), ("einsum", ("ii", ARRAYS[8])), ("einsum", ("ij->k", ARRAYS[5])), ("einsum", ("i", ARRAYS[5])),
         ("arange", (5,)), ("arange", (1, 2, 0.3)), ("arange", (5, 1, -2)), ("arange", (3, 0)), ("linspace", (0, 1, 4)), ("linspace", (0, 1, 0)),
         ("linspace", (0, 1, 1)), ("eye", (2, 3, -1)), ("tri", (3, 2, 1)), ("triu", (ARRAYS[5], 1)), ("tril", (ARRAYS[5], -1)), ("diag", (ARRAYS[3],)),
         ("diag", (ARRAYS[5], 1)), ("full", ((2,), 1.5)), ("zeros", ((2, -1),)), ("ones", ("a",)), ("array", ([[1], [2, 3]],)), ("array", ([1, "a"],)),
         ("moveaxis", (ARRAYS[9], 0, -1)), ("moveaxis", (ARRAYS[9], 0, 3)), ("expand_dims", (ARRAYS[3], 2)), ("expand_dims", (ARRAYS[3], (0, 2))),
         ("roll", (ARRAYS[3], 1)), ("roll", (ARRAYS[5], -1, 1)), ("unique", (ARRAYS[3],)), ("bincount", (ARRAYS[3],)), ("diff", (ARRAYS[3],)),
         ("allclose", (ARRAYS[8], ARRAYS[8])), ("array_equal", (ARRAYS[5], ARRAYS[5])), ("take_along_axis", (ARRAYS[5], np.array([[0], [2]]), 1))]
for name, args in JOINS:
    t(name, getattr(np, name), *args)
