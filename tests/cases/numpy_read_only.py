# Arrays that may not be written: diagonals, what is broadcast, windows.
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view, as_strided


def tried(name, f):
    try:
        f()
        print(name, "done")
    except Exception as e:
        print(name, type(e).__name__, e)


def put(x):
    x[0] = 7


a = np.arange(12.0).reshape(3, 4)
made = {
    "diagonal()": a.diagonal(),
    "np.diagonal": np.diagonal(a, 1),
    "np.diag": np.diag(a),
    "np.diag of a row": np.diag(a[0]),
    "of three": np.arange(8).reshape(2, 2, 2).diagonal(),
    "broadcast_to": np.broadcast_to(a[0], (3, 4)),
    "broadcast_to its shape": np.broadcast_to(a, (3, 4)),
    "broadcast_to of a number": np.broadcast_to(5, (2,)),
    "sliding_window_view": sliding_window_view(a, (2, 2)),
    "sliding, writeable": sliding_window_view(a, (2, 2), writeable=True),
    "as_strided": as_strided(a, (2, 2), (8, 8)),
    "as_strided, not writeable": as_strided(a, (2, 2), (8, 8), writeable=False),
    "a view of it": a.diagonal()[1:],
    "its transpose": np.broadcast_to(a[0], (3, 4)).T,
    "its reshape": np.broadcast_to(a[:1], (3, 4)).reshape(3, 2, 2),
    "its reshape, copied": np.broadcast_to(a[0], (3, 4)).reshape(4, 3),
    "its copy": a.diagonal().copy(),
    "its astype": np.broadcast_to(a[0], (3, 4)).astype(np.float32),
    "its array": np.array(np.broadcast_to(a[0], (3, 4))),
    "its asarray": np.asarray(a.diagonal()),
    "its sum": a.diagonal() + 1,
    "einsum": np.einsum("ii->i", a[:, :3]),
    "ravel": a.diagonal().ravel(),
    "squeeze": np.broadcast_to(a[:1], (2, 1, 4)).squeeze(1),
    "newaxis": a.diagonal()[:, None],
    "where": np.where(a.diagonal() > 1, 0, a.diagonal()),
    "expand": np.expand_dims(a.diagonal(), 0),
    "swap": np.swapaxes(np.broadcast_to(a[0], (3, 4)), 0, 1),
    "real": a.diagonal().real,
    "view": a.diagonal().view(),
}
for name, x in made.items():
    print(name, x.flags.writeable, x.shape, x.base is a)
    tried("  x[0] =", lambda: put(x))
d = a.diagonal()
def more(x):
    x += 1
tried("+=", lambda: more(d))
tried("fill", lambda: d.fill(0))
tried("sort", lambda: d.sort())
tried("out=", lambda: np.add(d, 1, out=d))
tried("put", lambda: np.put(d, [0], [1]))
tried("copyto", lambda: np.copyto(d, 1))
tried("fill_diagonal", lambda: np.fill_diagonal(np.broadcast_to(a[0, :3], (3, 3)), 1))
tried("shuffle", lambda: np.random.RandomState(0).shuffle(d))
tried("rng shuffle", lambda: np.random.default_rng(0).shuffle(d))
tried("put_along_axis", lambda: np.put_along_axis(d, np.array([0]), 1, 0))
tried("setflags", lambda: d.setflags(write=True))
print(d.flags.writeable)
d[0] = -1
print(a[0])
b = np.broadcast_to(a[0], (2, 4))
tried("setflags", lambda: b.setflags(write=True))
print(b.flags.writeable)
f = np.arange(3.0)
f.setflags(write=False)
g = f[1:]
tried("setflags of a view of what is not", lambda: g.setflags(write=True))
x, y = np.broadcast_arrays(np.arange(3), np.arange(2)[:, None])
print(x.shape, y.shape)
x[0, 0] = 9
print(x)
