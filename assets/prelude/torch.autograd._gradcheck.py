# Checks gradients against differences: (f(x + eps) - f(x - eps)) / (2 * eps) for each cell of each input.

import warnings

import torch


class GradcheckError(RuntimeError):
    """A gradient is wrong."""


def _tensors(func, inputs):
    """What func gives."""
    made = func(*inputs)
    made = made if isinstance(made, (tuple, list)) else (made,)
    return [x for x in made if isinstance(x, torch.Tensor)]


def _outputs(func, inputs):
    """What func gives that has gradients."""
    return [x for x in _tensors(func, inputs) if x.requires_grad]


def _numerical(func, inputs, x, eps, outputs=_outputs):
    """For each output (cells of x, cells of the output), by differences."""
    cells = x.data.reshape(-1) if x.is_contiguous() else None
    columns = []
    for k in range(x.numel()):
        place = k
        if cells is None:
            cell, place = x.data, []
            for size in reversed(x.shape):
                k, rest = k // size, k % size
                place.insert(0, rest)
            place = tuple(place)
        else:
            cell = cells
        start = cell[place].item()
        cell[place] = start - eps
        low = [out.detach().clone() for out in outputs(func, inputs)]
        cell[place] = start + eps
        high = [out.detach().clone() for out in outputs(func, inputs)]
        cell[place] = start
        columns.append([((b - a) / (2 * eps)).reshape(-1) for a, b in zip(low, high)])
    return [torch.stack(one) for one in zip(*columns)]


def _analytical(out, x):
    """(cells of x, cells of the output), by autograd."""
    columns = []
    for k in range(out.numel()):
        seed = torch.zeros(out.shape, dtype=out.dtype)  # laid out in order, whatever out is
        seed.view(-1)[k] = 1
        grad, = torch.autograd.grad(out, x, seed, retain_graph=True, allow_unused=True)
        columns.append(torch.zeros_like(x).reshape(-1) if grad is None else grad.reshape(-1))
    return torch.stack(columns, dim=1)


def _check(func, inputs, eps, atol, rtol):
    """Raise GradcheckError for the first Jacobian that differs."""
    asking = [(k, x) for k, x in enumerate(inputs) if isinstance(x, torch.Tensor) and x.requires_grad]
    for k, x in asking:
        if x.dtype not in (torch.float64, torch.complex128):
            warnings.warn(f"Input #{k} requires gradient and is not a double precision floating point or "
                          "complex. This check will likely fail if all the inputs are not of double "
                          "precision floating point or complex. ")
    if not asking:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of "
                         "the them have requires_grad=True.")
    outputs = _outputs(func, inputs)
    if not outputs and any([bool((slope != 0).any()) for _, x in asking
                            for slope in _numerical(func, inputs, x, eps, _tensors)]):
        raise GradcheckError("Numerical gradient for function expected to be zero")
    analytical = [[_analytical(out, x) for out in outputs] for _, x in asking]
    for j, (k, x) in enumerate(asking):
        for i, (out, differences) in enumerate(zip(outputs, _numerical(func, inputs, x, eps))):
            if not torch.allclose(analytical[j][i], differences, rtol, atol):
                raise GradcheckError(f"Jacobian mismatch for output {i} with respect to input {k},\n"
                                     f"numerical:{differences}\nanalytical:{analytical[j][i]}\n")


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              fast_mode=False, **options):
    """True when the gradients of func agree with differences."""
    inputs = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    try:
        _check(func, tuple(inputs), eps, atol, rtol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True,
                  **options):
    """The same of the gradients' own gradients."""
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    if grad_outputs is None:
        drawn = [torch.rand(out.shape, dtype=out.dtype) for out in _outputs(func, inputs)]
        seeds = tuple([(x - (1 - x)).requires_grad_() for x in drawn])  # between -1 and 1
    else:
        seeds = tuple(grad_outputs) if isinstance(grad_outputs, (tuple, list)) else (grad_outputs,)
    count = len(seeds)

    def gradients(*args):
        """The gradients of func, with a graph."""
        asking = tuple([x for x in args[:-count] if isinstance(x, torch.Tensor) and x.requires_grad])
        return torch.autograd.grad(_outputs(func, args[:-count]), asking, args[-count:],
                                   create_graph=True, allow_unused=True)

    return gradcheck(gradients, inputs + seeds, eps=eps, atol=atol, rtol=rtol,
                     raise_exception=raise_exception)
