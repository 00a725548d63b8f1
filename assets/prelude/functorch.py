# Offers functorch, as PyTorch 1.13 ships it: functions of functions. vmap calls the function once for each
# place of the axis and stacks what it gives; gradients come from torch.autograd.

import copy

import torch
from torch.autograd import functional as _functional
from torch.nn.utils.stateless import functional_call as _functional_call


def _leaves(tree):
    """What stands in a tree of tuples, lists and dicts, in order."""
    if isinstance(tree, (tuple, list)):
        return [leaf for part in tree for leaf in _leaves(part)]
    if isinstance(tree, dict):
        return [leaf for part in tree.values() for leaf in _leaves(part)]
    return [tree]


def _mapped(function, tree, *others):
    """A tree of the same form: function of each leaf, and of the leaves of the others at its place."""
    if isinstance(tree, (tuple, list)):
        made = [_mapped(function, *parts) for parts in zip(tree, *others)]
        return type(tree)(*made) if hasattr(tree, "_fields") else type(tree)(made)
    if isinstance(tree, dict):
        return {key: _mapped(function, part, *[other[key] for other in others]) for key, part in tree.items()}
    return function(tree, *others)


def _spread(dims, tree):
    """The axis of each leaf: an int or None may stand for a whole branch."""
    if isinstance(tree, (tuple, list)):
        parts = dims if isinstance(dims, (tuple, list)) else [dims] * len(tree)
        return type(tree)([_spread(dim, part) for dim, part in zip(parts, tree)])
    if isinstance(tree, dict):
        return {key: _spread(dims[key] if isinstance(dims, dict) else dims, part) for key, part in tree.items()}
    return dims


# --- vmap ---

def _name(func):
    return getattr(func, "__name__", repr(func))


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """func of each slice along in_dims; the results stacked along out_dims."""
    if randomness not in ("error", "different", "same"):
        raise RuntimeError("Only allowed values for randomness are 'error', 'different', or 'same'. Got "
                           f"{randomness}")

    def wrapped(*args, **kwargs):
        if isinstance(in_dims, (tuple, list)) and len(in_dims) != len(args):
            raise ValueError(f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with "
                             "the structure of `inputs`. ")
        if not args:
            raise ValueError(f"vmap({_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you "
                             "are trying to vmap over a function with no inputs. The latter is unsupported.")
        dims, named = _spread(in_dims, args), _spread(0, kwargs)
        pairs = list(zip(_leaves(args) + _leaves(kwargs), _leaves(dims) + _leaves(named)))
        for leaf, dim in pairs:
            if dim is not None and not isinstance(leaf, torch.Tensor):
                raise ValueError(f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for an "
                                 f"input but the input is of type {type(leaf)}. We cannot vmap over non-Tensor "
                                 "arguments, please use None as the respective in_dim")
            if dim is not None and not -leaf.dim() <= dim < leaf.dim():
                raise ValueError(f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for some "
                                 f"input, but that input is a Tensor of dimensionality {leaf.dim()} so expected "
                                 f"in_dim to satisfy -{leaf.dim()} <= in_dim < {leaf.dim()}.")
        sizes = [leaf.size(dim) for leaf, dim in pairs if dim is not None]
        if not sizes:
            raise ValueError(f"vmap({_name(func)}, in_dims={in_dims}, ...): at least one input must be mapped over")
        if len(set(sizes)) > 1:
            raise ValueError("vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                             f"{sizes} for the mapped dimension")
        state, made = torch.get_rng_state() if randomness == "same" else None, []
        for k in range(sizes[0]):
            def one(leaf, dim):
                return leaf if dim is None else leaf.select(dim, k)
            if state is not None:
                torch.set_rng_state(state)
            made.append(func(*_mapped(one, args, dims), **_mapped(one, kwargs, named)))
        for leaf in _leaves(made[0]):
            if not isinstance(leaf, torch.Tensor):
                raise ValueError(f"vmap({_name(func)}, ...): `{_name(func)}` must only return Tensors, got type "
                                 f"{type(leaf)} as a return.")
        return _mapped(lambda dim, *parts: torch.stack(parts, dim), _spread(out_dims, made[0]), *made)
    return wrapped


# --- gradients ---

def _places(argnums, count):
    """The numbers of arguments, counted from the front."""
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    for n in numbers:
        if not isinstance(n, int):
            raise RuntimeError(f"argnum must be int, got: {type(n)}")
        if not -count <= n < count:
            raise RuntimeError(f"Got argnum={n}, but only {count} positional inputs")
    return [n % count for n in numbers]


def _argument(args, argnums):
    chosen = tuple([args[n] for n in _places(argnums, len(args))])
    return chosen if isinstance(argnums, tuple) else chosen[0]


def _tracked(args, argnums):
    """The arguments, those with these numbers as tensors that gradients are taken of; and whether the result
    may be differentiated further."""
    further = any([isinstance(leaf, torch.Tensor) and leaf.requires_grad for leaf in _leaves(args)])

    def track(leaf):
        return leaf.view_as(leaf) if leaf.requires_grad else leaf.detach().requires_grad_()
    chosen = _places(argnums, len(args))
    return [_mapped(track, arg) if n in chosen else arg for n, arg in enumerate(args)], further


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func and its value."""
    def wrapped(*args, **kwargs):
        with torch.enable_grad():
            args, further = _tracked(args, argnums)
            out = func(*args, **kwargs)
            aux = None
            if has_aux and not (isinstance(out, tuple) and len(out) == 2):
                raise RuntimeError("grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) "
                                   "if has_aux is True")
            if has_aux:
                out, aux = out
            if not isinstance(out, torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(out)}")
            if out.dim() != 0:
                raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor "
                                   f"with {out.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            asked = _argument(args, argnums)
            found = iter(torch.autograd.grad(out, _leaves(asked), create_graph=True, allow_unused=True)
                         if out.requires_grad else [None] * len(_leaves(asked)))

        def finished(tensor):
            return tensor if further else tensor.detach()

        def gradient(leaf):
            made = next(found)
            return torch.zeros_like(leaf) if made is None else finished(made)
        def given(leaf):
            if not isinstance(leaf, torch.Tensor):
                raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")
            return finished(leaf)
        grads = _mapped(gradient, asked)
        aux = _mapped(given, aux) if aux is not None else None
        return (grads, (finished(out), aux)) if has_aux else (grads, finished(out))
    return wrapped


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func, whose result is one number."""
    def wrapped(*args, **kwargs):
        grads, value = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (grads, value[1]) if has_aux else grads
    return wrapped


def vjp(func, *primals, has_aux=False):
    """func(*primals), and a function from the gradients of that to the gradients of primals."""
    args, further = _tracked(primals, tuple(range(len(primals))))
    with torch.enable_grad():
        out = func(*args)
        out, aux = out if has_aux else (out, None)

    def back(*cotangents, retain_graph=True, create_graph=None):
        pairs = [(y, g) for y, g in zip(_leaves(out), _leaves(cotangents)) if y.requires_grad]
        found = torch.autograd.grad([y for y, g in pairs], _leaves(args), [g for y, g in pairs], retain_graph=True,
                                    create_graph=further, allow_unused=True)
        found = iter([torch.zeros_like(x) if g is None else g for g, x in zip(found, _leaves(args))])
        return tuple([_mapped(lambda leaf: next(found), arg) for arg in args])
    value = out if further else _mapped(lambda leaf: leaf.detach(), out)
    return (value, back, aux) if has_aux else (value, back)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """func(*primals), and how it changes where primals change by tangents."""
    value, moved = _functional.jvp(func, tuple(primals), tuple(tangents))
    return value, moved


def _jacobian(func, argnums, has_aux):
    def wrapped(*args):
        kept = []

        def of_chosen(*chosen):
            all_args = list(args)
            for n, arg in zip(argnums if isinstance(argnums, tuple) else (argnums,), chosen):
                all_args[n] = arg
            out = func(*all_args)
            kept.append(out[1] if has_aux else None)
            return out[0] if has_aux else out
        asked = _argument(args, argnums)
        further = any([isinstance(leaf, torch.Tensor) and leaf.requires_grad for leaf in _leaves(args)])
        with torch.enable_grad():
            made = _functional.jacobian(of_chosen, asked, create_graph=further)
        return (made, kept[0]) if has_aux else made
    return wrapped


def jacrev(func, argnums=0, *, has_aux=False):
    """A function that gives the derivative of every result by every cell of the argument."""
    return _jacobian(func, argnums, has_aux)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """The same as jacrev, of one argument cell by cell: how all results change with it."""
    def wrapped(*args):
        x = args[argnums] if isinstance(argnums, int) else None
        if has_aux or not isinstance(x, torch.Tensor):
            return _jacobian(func, argnums, has_aux)(*args)

        def of_one(arg):
            return func(*args[:argnums % len(args)], arg, *args[argnums % len(args) + 1:])
        cells = torch.eye(x.numel(), dtype=x.dtype).view(-1, *x.shape)
        columns = [_functional.jvp(of_one, x, cell, create_graph=x.requires_grad)[1] for cell in cells]
        return _mapped(lambda *parts: torch.stack(parts, -1).view(*parts[0].shape, *x.shape), *columns)
    return wrapped


def hessian(func, argnums=0):
    """A function that gives the second derivatives of func, whose result is one number."""
    return jacfwd(jacrev(func, argnums), argnums)


# --- modules as functions ---

class FunctionalModuleWithBuffers(torch.nn.Module):
    """A module whose parameters and buffers are arguments."""

    def __init__(self, model, names, buffer_names):
        super().__init__()
        self.stateless_model = model
        self.param_names, self.buffer_names = names, buffer_names

    def forward(self, params, buffers, *args, **kwargs):
        """What the module gives with these parameters and buffers."""
        held = dict(zip(self.param_names + self.buffer_names, tuple(params) + tuple(buffers)))
        return _functional_call(self.stateless_model, held, args, kwargs)


class FunctionalModule(FunctionalModuleWithBuffers):
    """A module whose parameters are arguments."""

    def forward(self, params, *args, **kwargs):
        """What the module gives with these parameters."""
        return super().forward(params, (), *args, **kwargs)


def _parts(model, disable_autograd_tracking):
    params = dict(model.named_parameters())
    if disable_autograd_tracking:
        params = {name: p.detach() for name, p in params.items()}
    return params, dict(model.named_buffers())


def make_functional(model, disable_autograd_tracking=False):
    """A function of the parameters and the input, and the parameters."""
    params, buffers = _parts(model, disable_autograd_tracking)
    if buffers:
        raise RuntimeError("make_functional(model): `model` has buffers. Please use "
                           "make_functional_with_buffers(model) instead.")
    return FunctionalModule(copy.deepcopy(model), tuple(params), ()), tuple(params.values())


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    """A function of the parameters, the buffers and the input; the parameters; the buffers."""
    params, buffers = _parts(model, disable_autograd_tracking)
    made = FunctionalModuleWithBuffers(copy.deepcopy(model), tuple(params), tuple(buffers))
    return made, tuple(params.values()), tuple(buffers.values())


def combine_state_for_ensemble(models):
    """A function of stacked parameters and buffers, for vmap; the stacked parameters; the stacked buffers."""
    made = [make_functional_with_buffers(model) for model in models]
    if not made:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    params = tuple([torch.stack([p.detach() for p in row]).requires_grad_() for row in zip(*[m[1] for m in made])])
    return made[0][0], params, tuple([torch.stack(row) for row in zip(*[m[2] for m in made])])
