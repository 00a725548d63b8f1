# Computes derivatives of functions: whole Jacobians and Hessians, and their products with vectors.

import torch
from torch.autograd import grad as _grad


def _tensors(value, what, name):
    """Whether it is a tuple, and the tensors in it."""
    many = isinstance(value, tuple)
    for place, x in enumerate(value if many else (value,)):
        if not isinstance(x, torch.Tensor):
            which = f"value at index {place}" if many else f"given {what}"
            raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but "
                            f"the {which} has type {type(x)}.")
    return many, value if many else (value,)


def _inputs(inputs, create_graph, need_graph=True):
    """The inputs as tensors of their own, so that gradients end at them."""
    return tuple([x.view_as(x) if create_graph and x.requires_grad
                  else x.detach().requires_grad_(need_graph) for x in inputs])


def _found(outputs, inputs, grads=None, create_graph=False, retain_graph=None):
    """autograd.grad where some outputs may ask for no gradients: None for what nothing leads to."""
    grads = (None,) * len(outputs) if grads is None else grads
    pairs = [(out, g) for out, g in zip(outputs, grads) if out is not None and out.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return _grad(tuple([out for out, _ in pairs]), inputs, tuple([g for _, g in pairs]),
                 allow_unused=True, create_graph=create_graph, retain_graph=retain_graph)


def _or_zeros(grads, inputs, strict, what="output"):
    """Zeros where nothing leads to an input; refused in strict mode."""
    for place, g in enumerate(grads):
        if g is None and strict:
            raise RuntimeError(f"The {what} of the user-provided function is independent of input {place}. "
                               "This is not allowed in strict mode.")
    return tuple([torch.zeros_like(x) if g is None else g for g, x in zip(grads, inputs)])


def _require_graph(outputs, strict):
    for place, x in enumerate(outputs):
        if strict and not x.requires_grad:
            raise RuntimeError(f"Output {place} of the user-provided function does not require gradients. "
                               "The outputs must be computed in a differentiable manner from the input "
                               "when running in strict mode.")


def _given(tensors, many, create_graph):
    """The result as it is given back."""
    made = tensors if create_graph else tuple([x.detach() for x in tensors])
    return made if many else made[0]


def _vector(v, like, many, name, of):
    """The vector of a product: checked, or 1 for a single number."""
    if v is None:
        if len(like) != 1 or like[0].nelement() != 1:
            raise RuntimeError(f"The vector v can only be None if {of}")
        return None
    _, v = _tensors(v, "v", name)
    v = _inputs(v, False, False)
    if len(v) != len(like):
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
                           if many else "The given v should contain a single Tensor.")
    for place, (a, b) in enumerate(zip(v, like)):
        if a.size() != b.size():
            raise RuntimeError((f"Entry {place} in " if many else "")
                               + f"v has invalid size: should be {b.size()} but got {a.size()}.")
    return v


def _called(func, inputs, name, create_graph):
    """The inputs made anew and what func makes of them, each with whether it is a tuple."""
    many_in, inputs = _tensors(inputs, "inputs", name)
    inputs = _inputs(inputs, create_graph)
    many_out, outputs = _tensors(func(*inputs), "outputs of the user-provided function", name)
    return many_in, inputs, many_out, outputs


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """func(inputs), and v times its Jacobian."""
    with torch.enable_grad():
        many_in, inputs, many_out, outputs = _called(func, inputs, "vjp", create_graph)
        _require_graph(outputs, strict)
        v = _vector(v, outputs, many_out, "vjp",
                    "the user-provided function returns a single Tensor with a single element.")
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _or_zeros(_found(outputs, inputs, v, create_graph), inputs, strict)
    return _given(outputs, many_out, create_graph), _given(found, many_in, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """func(inputs), and its Jacobian times v: by the gradient of a gradient."""
    with torch.enable_grad():
        many_in, given = _tensors(inputs, "inputs", "jvp")
        v = _vector(v, given, many_in, "jvp",
                    "the input to the user-provided function is a single Tensor with a single element.")
        _, inputs, many_out, outputs = _called(func, inputs, "jvp", create_graph)
        _require_graph(outputs, strict)
        seeds = tuple([torch.zeros_like(x, requires_grad=True) for x in outputs])
        first = _or_zeros(_found(outputs, inputs, seeds, True), inputs, strict)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _found(first, seeds, v, create_graph)
        found = tuple([torch.zeros_like(x) if g is None else g for g, x in zip(found, outputs)])
    return _given(outputs, many_out, create_graph), _given(found, many_out, create_graph)



def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The gradients of each cell of func(inputs): (*shape of the output, *shape of the input)."""
    if strategy != "reverse-mode":
        raise NotImplementedError("torch.autograd.functional.jacobian: only strategy='reverse-mode' is "
                                  "supported")
    with torch.enable_grad():
        many_in, inputs, many_out, outputs = _called(func, inputs, "jacobian", create_graph)
        _require_graph(outputs, strict)
        whole = tuple([_jacobian_of(out, inputs, create_graph, strict) for out in outputs])
    if not create_graph:
        whole = tuple([tuple([x.detach() for x in row]) for row in whole])
    if not many_in:
        whole = tuple([row[0] for row in whole])
    return whole if many_out else whole[0]


def _jacobian_of(out, inputs, create_graph, strict):
    """The Jacobian of one output: a tensor for each input."""
    rows = [[] for _ in inputs]
    for cell in range(out.nelement()):
        found = _found((out.reshape(-1)[cell],), inputs, None, create_graph, True)
        for place, (g, x) in enumerate(zip(found, inputs)):
            if g is None and strict:
                raise RuntimeError(f"Output 0 of the user-provided function is independent of input "
                                   f"{place}. This is not allowed in strict mode.")
            rows[place].append(torch.zeros_like(x) if g is None else g)
    return tuple([torch.stack(cells, dim=0).view(out.size() + x.size())
                  for cells, x in zip(rows, inputs)])


def _single(func, name):
    """func, which must give a single number."""
    def checked(*args):
        """What func gives, if it is one number."""
        out = func(*args)
        many, tensors = _tensors(out, "outputs of the user-provided function", name)
        if many:
            raise RuntimeError(f"The function given to {name} should return a single Tensor")
        if out.nelement() != 1:
            raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a "
                               "single element")
        return out.squeeze()
    return checked


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False,
            outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of func, which gives a number: the Jacobian of its gradient."""
    many, inputs = _tensors(inputs, "inputs", "hessian")
    single = _single(func, "hessian")

    def gradient(*args):
        """The gradient of func, with a graph."""
        return jacobian(single, args, create_graph=True, strict=strict)

    found = jacobian(gradient, inputs, create_graph=create_graph, strict=strict, vectorize=vectorize,
                     strategy=outer_jacobian_strategy)
    return found if many else found[0][0]


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """func(inputs), and v times its Hessian."""
    with torch.enable_grad():
        many, given = _tensors(inputs, "inputs", "vhp")
        v = _vector(v, given, many, "vhp",
                    "the input to the user-provided function is a single Tensor with a single element.")
        _, inputs, _, outputs = _called(_single(func, "vhp"), inputs, "vhp", create_graph)
        _require_graph(outputs, strict)
        first = _or_zeros(_found(outputs, inputs, None, True), inputs, strict)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _or_zeros(_found(first, inputs, v, create_graph), inputs, strict, "jacobian")
    return _given(outputs, False, create_graph), _given(found, many, create_graph)


hvp = vhp  # a Hessian is symmetric
