# Holds assertions about arrays: numpy.testing. They say what NumPy's say.

import numpy as np


def _are_numbers(x, y):
    return x.dtype.kind in "biuf" and y.dtype.kind in "biuf"


def _fail(header, err_msg, verbose, values, names=("ACTUAL", "DESIRED"), precision=8):
    """AssertionError: the header, the caller's words, both values."""
    err_msg = str(err_msg)
    beside = "\n" not in err_msg and len(err_msg) < 79 - len(header)
    lines = ["\n" + header + (" " + err_msg if err_msg and beside else "")]
    if err_msg and not beside:
        lines.append(err_msg)
    for name, value in zip(names, values if verbose else ()):
        array = isinstance(value, np.ndarray) and _are_numbers(value, value)
        text = np.array_repr(value, precision=precision) if array else repr(value)
        if text.count("\n") > 3:
            text = "\n".join(text.splitlines()[:3]) + "..."
        lines.append(f" {name}: {text}")
    raise AssertionError("\n".join(lines))


def _differences(x, y):
    """How far apart two arrays of numbers are, in two lines; of truths, or texts, none."""
    if not (_are_numbers(x, y) and (x.dtype != bool or y.dtype != bool)):
        return ""
    error = np.asarray(abs(x - y))
    if x.dtype.kind == "u":
        error = np.minimum(error, abs(y - x))
    size = np.broadcast_to(abs(y), error.shape).ravel()
    part = (error.ravel()[size != 0] / size[size != 0]).max() if (size != 0).any() else np.inf
    return "".join([f"\nMax {what} difference: {np.array2string(np.asarray(most))}"
                    for what, most in (("absolute", error.max()), ("relative", part))])


def _compare(close, x, y, header, err_msg, verbose, precision=6, nan=True, inf=True, strict=False):
    """AssertionError unless close(x, y) holds everywhere but where both are the same NaN or infinity."""
    x, y = np.asarray(x), np.asarray(y)

    def fail(reason):
        _fail(header, f"{err_msg}\n{reason}", verbose, (x, y), ("x", "y"), precision)

    if x.shape != y.shape and (strict or (x.shape != () and y.shape != ())):
        fail(f"(shapes {x.shape}, {y.shape} mismatch)")
    if strict and x.dtype != y.dtype:
        fail(f"(dtypes {x.dtype}, {y.dtype} mismatch)")
    tests = [("nan", np.isnan)] if nan and _are_numbers(x, y) else []
    if inf and _are_numbers(x, y):
        tests += [("+inf", lambda v: v == np.inf), ("-inf", lambda v: v == -np.inf)]
    apart = np.array(False)
    for what, test in tests:
        of_x, of_y = test(x), test(y)
        if not np.all(of_x == of_y):
            fail(f"x and y {what} location mismatch:")
        apart = apart | (of_x if x.ndim == 0 else of_y)
    a, b = (x[~apart], y[~apart]) if apart.ndim > 0 else (x, y)
    if a.size == 0 or (apart.ndim == 0 and apart):
        return
    good = np.asarray(close(a, b)).ravel()
    if not good.all():
        bad, count = good.size - int(good.sum()), apart.size if apart.ndim > 0 else good.size
        fail(f"Mismatched elements: {bad} / {count} ({100 * bad / count:.3g}%)" + _differences(a, b))


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    """AssertionError when two arrays are not close."""
    _compare(lambda x, y: np.isclose(x, y, rtol, atol, equal_nan), actual, desired,
             f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}", err_msg, verbose, nan=equal_nan)


def assert_array_equal(x, y, err_msg="", verbose=True, *, strict=False):
    """AssertionError when two arrays differ."""
    _compare(lambda a, b: a == b, x, y, "Arrays are not equal", err_msg, verbose, strict=strict)


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    """AssertionError when two arrays differ in that decimal."""
    _compare(lambda a, b: abs(a - b * 1.0) < 1.5 * 10.0 ** -decimal, x, y,
             f"Arrays are not almost equal to {decimal} decimals", err_msg, verbose, decimal)


def assert_array_less(x, y, err_msg="", verbose=True):
    """AssertionError unless each number of x is below that of y."""
    _compare(lambda a, b: a < b, x, y, "Arrays are not less-ordered", err_msg, verbose, inf=False)


def _is_one(value, test):
    return isinstance(value, (bool, int, float, complex, np.generic)) and bool(test(value))


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """AssertionError when two numbers or arrays differ in that decimal."""
    if any([isinstance(v, (np.ndarray, tuple, list)) for v in (actual, desired)]):
        return assert_array_almost_equal(actual, desired, decimal, err_msg)
    if _is_one(actual, np.isfinite) and _is_one(desired, np.isfinite):
        near = abs(desired - actual) < 1.5 * 10.0 ** -decimal
    else:
        near = desired == actual or (_is_one(actual, np.isnan) and _is_one(desired, np.isnan))
    if not near:
        _fail(f"Arrays are not almost equal to {decimal} decimals", err_msg, verbose, (actual, desired))


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    """AssertionError when two numbers differ in so many digits."""
    a, b = float(actual), float(desired)
    if a == b or (a != a and b != b):
        return
    scale = 10.0 ** np.floor(np.log10((abs(a) + abs(b)) / 2)) if np.isfinite(a + b) else 1.0
    if not abs(b / scale - a / scale) < 10.0 ** (1 - significant):
        _fail(f"Items are not equal to {significant} significant digits:", err_msg, verbose, (a, b))


def assert_equal(actual, desired, err_msg="", verbose=True):
    """AssertionError when two objects differ: numbers, arrays, or lists and dictionaries of them."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for key, value in desired.items():
            if key not in actual:
                raise AssertionError(repr(key))
            assert_equal(actual[key], value, f"key={key!r}\n{err_msg}", verbose)
    elif isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k, value in enumerate(desired):
            assert_equal(actual[k], value, f"item={k!r}\n{err_msg}", verbose)
    elif isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        assert_array_equal(actual, desired, err_msg, verbose)
    else:
        same = bool(desired == actual) or (_is_one(actual, np.isnan) and _is_one(desired, np.isnan))
        if same and desired == 0 and isinstance(desired, float) and isinstance(actual, float):
            same = bool(np.signbit(desired) == np.signbit(actual))
        if not same:
            _fail("Items are not equal:", err_msg, verbose, (actual, desired))


def assert_(val, msg=""):
    """AssertionError unless it is true."""
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)
