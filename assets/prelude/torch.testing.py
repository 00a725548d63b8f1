# Compares tensors as tests do, with PyTorch's sentences: torch.testing.assert_close.

import torch


def _tolerances(actual, expected, rtol, atol):
    """The defaults follow the coarser of both types."""
    if rtol is not None:
        return rtol, atol
    kinds = [actual.dtype, expected.dtype]
    if torch.float32 in kinds:
        return 1.3e-6, 1e-5
    return (1e-7, 1e-7) if torch.float64 in kinds else (0.0, 0.0)


def _place(flat, shape):
    """Row-major position as an index."""
    index = []
    for size in reversed(shape):
        index.insert(0, flat % size)
        flat = flat // size
    return tuple(index)


def _where(differences, shape):
    """`0.1 at index (1,)`"""
    flat = int(torch.argmax(differences))
    return f"{differences.flatten()[flat].item()} at index {_place(flat, shape)}"


def _compare(actual, expected, rtol, atol, equal_nan, check_dtype):
    if actual.shape != expected.shape:
        raise AssertionError(f"The values for attribute 'shape' do not match: {actual.shape} != "
                             f"{expected.shape}.")
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(f"The values for attribute 'dtype' do not match: {actual.dtype} != "
                             f"{expected.dtype}.")
    rtol, atol = _tolerances(actual, expected, rtol, atol)
    kind = torch.promote_types(actual.dtype, expected.dtype)
    actual, expected = actual.detach().to(kind), expected.detach().to(kind)
    matches = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if matches.all():
        return
    if actual.dim() == 0:
        raise AssertionError(_scalars(actual.item(), expected.item(), rtol, atol))
    wrong, total = int((~matches).sum()), matches.numel()
    wide = torch.float64 if kind.is_floating_point else kind
    difference = (actual.to(wide) - expected.to(wide)).abs()
    difference = torch.where(matches, torch.zeros_like(difference), difference)
    relative = difference / expected.to(wide).abs()
    relative = torch.where(matches, torch.zeros_like(relative), relative)
    exact = rtol == 0 and atol == 0
    allowed = ["", ""] if exact else [f" (up to {atol} allowed)", f" (up to {rtol} allowed)"]
    raise AssertionError(
        f"Tensor-likes are not {'equal' if exact else 'close'}!\n\n"
        f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})\n"
        f"Greatest absolute difference: {_where(difference, matches.shape)}{allowed[0]}\n"
        f"Greatest relative difference: {_where(relative, matches.shape)}{allowed[1]}")


def _scalars(actual, expected, rtol, atol):
    difference = abs(actual - expected)
    relative = difference / abs(expected) if expected != 0 else float("inf")
    exact = rtol == 0 and atol == 0
    allowed = ["", ""] if exact else [f" (up to {atol} allowed)", f" (up to {rtol} allowed)"]
    return (f"Scalars are not {'equal' if exact else 'close'}!\n\n"
            f"Absolute difference: {difference}{allowed[0]}\n"
            f"Relative difference: {relative}{allowed[1]}")


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False,
                 msg=None):
    """AssertionError when two tensors (numbers, lists of them) are not close."""
    if isinstance(actual, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != "
                                 f"{len(expected)}")
        for place, (one, other) in enumerate(zip(actual, expected)):
            try:
                assert_close(one, other, rtol=rtol, atol=atol, equal_nan=equal_nan,
                             check_dtype=check_dtype, msg=msg)
            except AssertionError as error:
                raise AssertionError(f"{error}\n\nThe failure occurred for item [{place}]")
        return
    if not torch.is_tensor(actual):
        actual = torch.tensor(actual, dtype=torch.float64 if isinstance(actual, float) else None)
    if not torch.is_tensor(expected):
        expected = torch.tensor(expected,
                                dtype=torch.float64 if isinstance(expected, float) else None)
    try:
        _compare(actual, expected, rtol, atol, equal_nan, check_dtype)
    except AssertionError as error:
        raise AssertionError(msg if msg is not None else str(error))


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The older form, which does not look at dtypes."""
    assert_close(actual, torch.as_tensor(expected), rtol=rtol, atol=atol, equal_nan=equal_nan,
                 check_dtype=False, msg=msg or None)
