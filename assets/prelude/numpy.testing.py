# numpy.testing: assertions about arrays.

import numpy as np


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    """AssertionError when two arrays are not close."""
    if not np.allclose(actual, desired, rtol, atol, equal_nan):
        raise AssertionError(f"\nNot equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}")


def assert_array_equal(x, y, err_msg="", verbose=True):
    """AssertionError when two arrays differ."""
    if not np.array_equal(x, y):
        raise AssertionError(f"\nArrays are not equal\n{err_msg}")


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """AssertionError when two numbers or arrays differ in that decimal."""
    if np.any(np.abs(np.asarray(desired) - np.asarray(actual)) >= 1.5 * 10.0 ** -decimal):
        raise AssertionError(f"\nArrays are not almost equal to {decimal} decimals\n{err_msg}")


assert_array_almost_equal = assert_almost_equal
assert_equal = assert_array_equal
