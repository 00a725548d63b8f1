# The functions of scipy.special that lessons name, on arrays.
import numpy as np


def softmax(x, axis=None):
    """exp(x) in shares that add up to 1."""
    x = np.asanyarray(x)
    powers = np.exp(x - np.amax(x, axis=axis, keepdims=True))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    """The logarithm of softmax."""
    x = np.asanyarray(x)
    largest = np.amax(x, axis=axis, keepdims=True)
    moved = x - np.where(np.isfinite(largest), largest, 0)
    return moved - np.log(np.sum(np.exp(moved), axis=axis, keepdims=True))


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    """log(sum(b * exp(a)))"""
    a = np.asanyarray(a)
    largest = np.amax(a, axis=axis, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0)
    powers = np.exp(a - largest) if b is None else b * np.exp(a - largest)
    out = np.log(np.sum(powers, axis=axis, keepdims=keepdims))
    return out + (largest if keepdims else np.squeeze(largest, axis=axis) if axis is not None else largest.item())


def _through_torch(name, x):
    import torch
    array = np.asarray(x)
    array = array if array.dtype.kind == "f" else array.astype(np.float64)
    out = getattr(torch, name)(torch.from_numpy(array.reshape(-1).copy())).numpy().reshape(array.shape)
    return out if out.ndim else out[()]


def expit(x):
    """1 / (1 + exp(-x))"""
    return _through_torch("sigmoid", x)


def erf(x):
    """The error function."""
    return _through_torch("erf", x)
