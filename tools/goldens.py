#!/usr/bin/python3
"""Writes what PyTorch and NumPy print for calls of every row of ops.def and numpy.def, which
tests/torch/test_operations.c compares with what qkv prints, and which of PyTorch's let a graph be gone
through twice:

    /usr/bin/python3 tools/goldens.py

Needs PyTorch 1.13 and NumPy 1.24. Writes tests/operations/torch.txt, twice.txt and numpy.txt, the same on every
run. To add an operation: its row; if no generated call fits it, a call in tests/origin_calls.h
(numpy: in `arrays` below); then run this, and look at the difference."""

import re
import sys
import warnings

import numpy as np
import torch

import operations as ops

_WITHIN = "PyTorch computes it within backward() alone: tests/cases/backward_kernels.py"
_GROUPS = "PyTorch computes it within backward() alone: tests/cases/bits_norms.py"
_BORDERS = "PyTorch computes it within backward() alone: tests/cases/backward_borders.py"
LEFT_OUT = {  # of PyTorch's rows
    "_gelu_backward": _WITHIN,
    "_group_norm_backward": _GROUPS,
    "_group_norm_bias_backward": _GROUPS,
    "_group_norm_weight_backward": _GROUPS,
    "_hardsigmoid_backward": _BORDERS,
    "_hardswish_backward": _BORDERS,
    "_layer_norm_backward": _WITHIN,
    "_layer_norm_bias_backward": _WITHIN,
    "_layer_norm_weight_backward": _WITHIN,
    "_silu_backward": _WITHIN,
    "_tanh_backward": _WITHIN,
    "data_ptr": "an address",
    "empty": "whatever is in memory",
    "empty_like": "whatever is in memory",
    "new_empty": "whatever is in memory",
    "new(Tensor input, int... size)": "whatever is in memory",
    "cuda": "there is no GPU",
    "backward": "gradients are not computed",
    "set_data": "called by x.data = y alone",
    "rdiv": "called by 2 / x alone",
    "pin_memory": "there is no GPU",
    "register_hook": "gradients are not computed",
}

arrays = {  # what NumPy's parameters get, by their name, or by the row's and theirs
    "x": "r(3, 4)", "x1": "r(3, 4)", "x2": "r(4)", "a": "r(3, 4)", "b": "r(3, 4)", "v": "0.5",
    "m": "r(3, 4)", "object": "[[1, 2], [3, 4.5]]", "shape": "(2, 3)", "fill_value": "2.5",
    "start": "1", "stop": "7", "N": "3", "n": "3", "condition": "r(3, 4) > 0.5", "y": "r(4)",
    "dtype": "np.float32", "a1": "np.ones(3)", "a2": "[1, 1, 1]", "ar": "np.array([3, 1, 3, 2])",
    "newshape": "(2, 6)", "axis1": "0", "axis2": "1", "source": "0", "destination": "1",
    "axis": "1", "array": "r(1, 4)", "arrays": "[r(2, 3), r(2, 3)]", "ary": "r(4, 3)",
    "indices_or_sections": "2", "repeats": "2", "A": "r(2, 2)", "reps": "(2, 1)", "shift": "1",
    "indices": "[0, 2]", "value": "0.5", "new_shape": "(2, 6)", "a_min": "0.3", "a_max": "0.7",
    "min": "0.3", "max": "0.7", "decimals": "1", "squeeze a": "r(1, 3)",
    "matmul x2": "r(4, 2)", "dot b": "r(4, 2)", "vdot a": "r(4)", "vdot b": "r(4)", "outer a": "r(3)",
    "outer b": "r(2)", "inner b": "r(2, 4)", "tensordot b": "r(3, 4)", "searchsorted a": "[0.2, 0.6]",
    "searchsorted v": "r(3)", "bincount x": "[0, 2, 1, 2]", "broadcast_to shape": "(2, 4)",
    "repeat repeats": "2", "diag v": "r(3)",
    "item a": "r(1)",
}  # fmt: skip
for _name in ("invert", "bitwise_not"):
    arrays[f"{_name} x"] = "np.array([[1, 2], [3, 0]])"
for _name in ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"):
    arrays[f"{_name} x1"], arrays[f"{_name} x2"] = "np.array([[1, 2], [3, 0]])", "np.array([1, 3])"
for _name in ("inv", "cholesky", "pinv", "slogdet", "det", "solve"):
    arrays[f"linalg_{_name} a"] = "np.array([[4., 1.], [1., 3.]])"
arrays["linalg_solve b"] = "r(2)"

by_hand = {  # NumPy's rows that those do not fit: how the row begins, and a whole call
    "einsum(str subscripts, object a, *": "np.einsum('ii->i', r(3, 3))",
    "einsum(str subscripts, object a, object b, *": "np.einsum('ij,kj->ik', r(2, 3), r(4, 3))",
    "einsum(str subscripts, object a, object b, object c":
        "np.einsum('ij,jk,kl->il', r(2, 3), r(3, 2), r(2, 2))",
    "_pad_constant(": "np.pad(r(2, 2), ((0, 1), (2, 0)), constant_values=0.5)",
    "sort(object a, int axis": "(lambda x: (x.sort(), x))(r(2, 5))",
    "count_nonzero(": "np.count_nonzero(r(3, 4) > 0.5, axis=1)",
    "linalg_norm(": "np.linalg.norm(r(3, 4), axis=1)",
    "empty(": "np.empty((2, 3)).shape",
    "empty_like(": "np.empty_like(r(3, 4)).shape",
    "fill(": "(lambda x: (x.fill(0.5), x))(r(2, 2))",
    "resize(": "(lambda x: (x.resize((2, 2), refcheck=False), x))(r(3))",
    "linalg_svdvals(": "np.linalg.svd(r(3, 2), compute_uv=False)",
    "clip(object a, object a_min": "np.clip(r(3, 4), 0.3, 0.7)",
    "clip(object a, object min": "r(3, 4).clip(max=0.5)",
    "copy(object a, object order=None": "r(3, 4).T.copy()",
}  # fmt: skip

_COMPLEX = "qkv computes no gradients of complex numbers"
_SELDOM = "qkv has no gradient of it"
_NONE = "PyTorch has no gradient of it"
PASSED_ONCE = {  # rows whose graph is not gone through twice, with the reason
    "_log_softmax_backward_data": _SELDOM,
    "_softmax_backward_data": _SELDOM,
    "aminmax": _NONE,
    "bincount": _NONE,
    "bool": _NONE,
    "byte": _NONE,
    "char": _NONE,
    "conj": _COMPLEX,
    "floor_divide": _NONE,
    "heaviside": _NONE,
    "i0": _SELDOM,
    "imag": _COMPLEX,
    "int": _NONE,
    "linalg_pinv": _SELDOM,
    "linalg_qr": _SELDOM,
    "linalg_svd": _SELDOM,
    "long": _NONE,
    "polar": _COMPLEX,
    "qr": _SELDOM,
    "real": _COMPLEX,
    "short": _NONE,
    "special_i0": _SELDOM,
    "unique": _NONE,
    "view(Tensor input, dtype dtype)": _NONE,
    "view_as_complex": _COMPLEX,
    "view_as_real": _COMPLEX,
    "where(Tensor input, Tensor condition, Tensor other)": "the row of torch.where() stands for it",
}

# Whether a second pass through a graph raises. What g() makes saves nothing itself.
TWICE = """def g(*s): return f(*s).requires_grad_() + 0
def twice(make):
    made = make()
    made = list(made) if isinstance(made, (list, tuple)) else [made]
    made = [x for x in made if isinstance(x, torch.Tensor) and x.requires_grad]
    grads = [torch.ones_like(x) for x in made]
    torch.autograd.backward(made, grads)
    try:
        torch.autograd.backward(made, grads)
    except RuntimeError as error:
        return 'raises' if 'second time' in str(error) else str(error)
    return 'goes on' if made else 'nothing asks'
"""
PREPARATION = ops.PREPARATION + "def r(*s): return np.random.rand(*s) * 0.8 + 0.1\n"
scope = {}
exec(PREPARATION, scope)


def printed(call):
    """What a call gives, or None if it is refused."""
    torch.manual_seed(7)
    np.random.seed(7)
    try:
        return repr(eval(call, scope))
    except Exception:
        return None


def value_of(text):
    torch.manual_seed(7)
    try:
        return eval(text, scope)
    except Exception:
        return None


def takes(kind, value):
    """Whether a parameter takes a value, as signature_argument.c sees it."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    tensor = isinstance(value, torch.Tensor)
    if kind in ("Tensor", "Other"):
        return tensor or (kind == "Other" and isinstance(value, (int, float)))
    if kind in ("Tensor[]", "Tensor..."):
        return isinstance(value, (list, tuple)) or tensor
    if kind in ("Number", "float"):
        return isinstance(value, (int, float)) or (tensor and value.numel() == 1)
    if kind == "int":
        return whole
    if kind in ("int[]", "int..."):
        return whole or (
            isinstance(value, (list, tuple)) and all(isinstance(v, int) for v in value)
        )
    if kind == "int[*]":
        return isinstance(value, (list, tuple))
    kinds = {"bool": bool, "str": str, "dtype": torch.dtype}
    return kind not in kinds or isinstance(value, kinds[kind])


def fits(row, given):
    parameters = ops.parameters(row.signature)
    names = {p.name: p for p in parameters}
    positional = [p for p in parameters if not p.keyword]
    taken = set()
    for k, (name, text) in enumerate(given):
        if name is None and k >= len(positional):
            if not positional or not positional[-1].type.endswith("..."):
                return False
            continue
        p = names.get(name) if name else positional[k]
        if p is None or not takes(p.type, value_of(text)):
            return False
        taken.add(p.name)
    return all(p.default is not None or p.name in taken for p in parameters)


def calls_of(row, table):
    """The calls that this row and no earlier overload takes: those written by hand, or one of the
    generated ones."""
    mine = [r for r in table if r.name == row.name]
    earlier = [r for r in mine[: mine.index(row)] if r.where & row.where]

    def own(candidates):
        return [g for g in candidates if fits(row, g) and not any(fits(r, g) for r in earlier)]

    return own([ops.arguments(call) for call in ops.WRITTEN.get(row.name, [])]), own(
        [ops.generated(row, shape) for shape in range(len(ops.SHAPES))]
    )


def with_gradients(row, call):
    """new() and set_() do to gradients what nobody asks for."""
    return call if row.name in ("new", "set") else re.sub(r"\bf\(", "g(", call)


def first_printed(row, callee, of_self, candidates, most):
    """What is printed by the first calls that are not refused, with gradients where that can be."""
    made = []
    for given in candidates:
        call = ops.written(callee, of_self, given)
        if "PROPERTY" in row.where:
            call = f"{given[0][1]}.{row.name}"
        texts = [with_gradients(row, call), call]
        results = [(text, printed(text)) for text in texts]
        made += [(t, r) for t, r in results if r is not None and " at 0x" not in r][:1]
        if len(made) == most:
            break
    return made


def torch_goldens(row, table):
    """The calls written by hand, or the first generated one, for the first way of calling the row; one
    for each other way."""
    found = []
    by_hand, generated = calls_of(row, table)
    for callee, of_self in ops.callees(row) or [("", False)]:
        most = 1 if found else len(by_hand)
        made = first_printed(row, callee, of_self, by_hand, most)
        found += made or first_printed(row, callee, of_self, generated, 1)
    return found


def twice_goldens(row, table):
    """Each call with gradients of torch_goldens(), and then for one of its tensors at a time: does a
    second pass through what it leaves behind raise?"""
    found = []
    for call, _ in torch_goldens(row, table):
        places = [m.start() for m in re.finditer(r"\bg\(", call)]
        alone = ["".join("f" if k in places and k != p else c for k, c in enumerate(call)) for p in places]
        for text in [call, *(alone if len(places) > 1 else [])]:
            said = printed(f"twice(lambda: {text})")
            if said in ("'raises'", "'goes on'"):
                found.append((f"twice(lambda: {text})", said))
    return found


def numpy_goldens(row):
    for head, call in by_hand.items():
        if (row.name + row.signature).startswith(head):
            return [(call, printed(call))]
    given = []
    for p in ops.parameters(row.signature):
        text = arrays.get(f"{row.name} {p.name}") or arrays.get(p.name)
        if p.default is None:
            given.append((None, text))
    made = []
    module, _, rest = row.name.partition("_")
    for where in sorted(row.where):
        if where == "METHOD":
            first = f"np.asarray({given[0][1]})"
            rest_of = ", ".join(t for _, t in given[1:])
            call = f"{first}.{row.name}({rest_of})"
        else:
            name = f"np.{module}.{rest}" if where == "SPECIAL" else f"np.{row.name}"
            call = f"{name}({', '.join(t for _, t in given)})"
        made.append((call, printed(call)))
    return [m for m in made if m[1] is not None]


def write(path, table, goldens, left_out, preparation=""):
    missing = []
    with open(ops.ROOT / path, "w") as file:
        file.write(PREPARATION + preparation)
        for row in table:
            file.write(f"# {row.name}{row.signature}\n")
            reason = left_out.get(row.name) or left_out.get(row.name + row.signature)
            if reason:
                file.write(f"left out: {reason}\n")
                continue
            found = goldens(row)
            if not found:
                missing.append(f"{row.name}{row.signature}")
            for call, result in found:
                file.write(f">>> {call}\n{result}\n")
    return missing


def main():
    warnings.filterwarnings("ignore")
    (ops.ROOT / "tests/operations").mkdir(exist_ok=True)
    table, arrays_table = ops.rows("src/torch/op/ops.def"), ops.rows("src/numpy/numpy.def")
    missing = write("tests/operations/torch.txt", table, lambda row: torch_goldens(row, table), LEFT_OUT)
    missing += write("tests/operations/numpy.txt", arrays_table, numpy_goldens, {})
    exec(TWICE, scope)
    passed = [row for row in table if row.backward]
    missing += write("tests/operations/twice.txt", passed, lambda row: twice_goldens(row, table),
                     {**LEFT_OUT, **PASSED_ONCE}, TWICE)
    for row in missing:
        print(f"no call fits {row}: write one (see the head of this file)", file=sys.stderr)
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
