# Computes how far vectors are from each other.
import numpy as np


def cosine(u, v):
    """1 - the cosine of the angle between them."""
    u, v = np.asarray(u, dtype=float), np.asarray(v, dtype=float)
    return np.clip(1.0 - np.average(u * v) / np.sqrt(np.average(np.square(u)) * np.average(np.square(v))), 0.0, 2.0)


def euclidean(u, v):
    """The length of u - v."""
    return np.linalg.norm(np.asarray(u, dtype=float) - np.asarray(v, dtype=float))


def sqeuclidean(u, v):
    """The square of the length of u - v."""
    apart = np.asarray(u, dtype=float) - np.asarray(v, dtype=float)
    return np.dot(apart, apart)


def cityblock(u, v):
    """The sum of what the numbers differ by."""
    return np.abs(np.asarray(u) - np.asarray(v)).sum()


def cdist(XA, XB, metric="euclidean"):
    """The distance from each row of XA to each row of XB."""
    kinds = {"euclidean": euclidean, "cosine": cosine, "cityblock": cityblock, "sqeuclidean": sqeuclidean}
    far = metric if callable(metric) else kinds[metric]
    return np.array([[far(a, b) for b in np.asarray(XB)] for a in np.asarray(XA)], dtype=float)


def jensenshannon(p, q, base=None, *, axis=0, keepdims=False):
    """The root of the mean relative entropy of both to their middle."""
    from scipy.special import rel_entr
    p, q = np.asarray(p), np.asarray(q)
    p, q = p / np.sum(p, axis=axis, keepdims=True), q / np.sum(q, axis=axis, keepdims=True)
    middle = (p + q) / 2.0
    left = np.sum(rel_entr(p, middle), axis=axis, keepdims=keepdims)
    right = np.sum(rel_entr(q, middle), axis=axis, keepdims=keepdims)
    total = left + right
    return np.sqrt((total if base is None else total / np.log(base)) / 2.0)
