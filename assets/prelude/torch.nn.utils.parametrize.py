# Computes tensors of a module from others whenever they are asked for: adapters, symmetric weights.

import contextlib

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

_kept = None  # what cached() keeps while it is open
_open = 0


@contextlib.contextmanager
def cached():
    """Within it each tensor is computed once."""
    global _kept, _open
    _kept, _open = {} if _kept is None else _kept, _open + 1
    try:
        yield
    finally:
        _open -= 1
        _kept = _kept if _open else None


def _register(module, name, tensor):
    add = module.register_parameter if isinstance(tensor, Parameter) else module.register_buffer
    add(name, tensor)


def _back_through(modules, value):
    """What the modules would make value of, as far as they know; the last one is asked first."""
    for module in reversed(modules):
        if hasattr(module, "right_inverse"):
            try:
                value = module.right_inverse(value)
            except NotImplementedError:
                pass
    return value


def _check_same(what, had, has, before, after):
    """Neither type nor shape may change."""
    if not isinstance(after, torch.Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
    for kind in ("dtype", "shape"):
        was, now = getattr(before, kind), getattr(after, kind)
        if was != now:
            raise ValueError(f"Registering a parametrization may not change the {kind} of the tensor, unless {what} flag "
                             f"is enabled.\n{had}{' ' if '.' not in had else '.'}{kind}: {was}\n"
                             f"{has}{' ' if '.' not in has else '.'}{kind}: {now}")


class ParametrizationList(ModuleList):
    """The modules that compute a tensor, one after the other, and what the first one gets."""

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        before = original.detach().clone()
        with torch.no_grad():
            made = _back_through(list(self), original)
        if not isinstance(made, (torch.Tensor, list, tuple)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                             f"Got {type(made).__name__}")
        self.is_tensor = isinstance(made, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(made)
        if self.is_tensor:
            if original.dtype != made.dtype:
                raise ValueError("When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                                 f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {made.dtype}")
            with torch.no_grad():
                original.set_(made)
            _register(self, "original", original)
        else:
            for i, part in enumerate(made):
                if not isinstance(part, torch.Tensor):
                    raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                                     f"Got element {i} of the sequence with type {type(part).__name__}.")
                part = Parameter(part) if isinstance(original, Parameter) else part
                part.requires_grad_(original.requires_grad)
                _register(self, f"original{i}", part)
        if not unsafe:
            _check_same("`unsafe`", "unparametrized", "parametrized", before, self())

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def right_inverse(self, value):
        """Makes the tensor this value, as far as the modules can be turned around."""
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            parts = [value] if self.is_tensor else value
            if len(parts) != self.ntensors:
                raise ValueError(f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a "
                                 f"sequence of lenght {len(parts)}.")
            for part, original in zip(parts, self._originals()):
                original.set_(part)

    def forward(self):
        modules = list(self)
        x = modules[0](*self._originals())
        for module in modules[1:]:
            x = module(x)
        return x


def _no_state(self):
    raise RuntimeError("Serialization of parametrized modules is only supported through state_dict(). See:\n"
                       "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
                       "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")


def _deepcopy(self, memo):
    from copy import deepcopy
    made = type(self).__new__(type(self))
    memo[id(self)] = made
    made.__dict__ = deepcopy(self.__dict__, memo)
    return made


def _as_property(module, name):
    """The class of the module, which it has for itself, computes the tensor."""
    def get(self):
        if _kept is None:
            return self.parametrizations[name]()
        key = (id(self), name)
        if key not in _kept:
            _kept[key] = self.parametrizations[name]()
        return _kept[key]

    def set(self, value):
        self.parametrizations[name].right_inverse(value)

    setattr(type(module), name, property(get, set))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """module.tensor_name becomes what the module `parametrization` computes of it."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            value = getattr(module, tensor_name)
            _check_same("the `unsafe`", f"module.{tensor_name}", f"parametrization(module.{tensor_name})", value,
                        parametrization(value))
        row = module.parametrizations[tensor_name]
        row.append(parametrization)
        row.unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        row = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            own = type(module)
            added = {"__getstate__": _no_state}
            if not hasattr(own, "__deepcopy__"):
                added["__deepcopy__"] = _deepcopy
            module.__class__ = type(f"Parametrized{own.__name__}", (own,), added)
            module.parametrizations = ModuleDict()
        _as_property(module, tensor_name)
        module.parametrizations[tensor_name] = row
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
                         f"'{tensor_name}'")
    return module


def is_parametrized(module, tensor_name=None):
    """Whether a tensor, or this one, is computed of others."""
    rows = getattr(module, "parametrizations", None)
    if not isinstance(rows, ModuleDict):
        return False
    return len(rows) > 0 if tensor_name is None else tensor_name in rows


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """The tensor as an ordinary one: what it is now, or what it is computed of."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    row = module.parametrizations[tensor_name]
    if row.is_tensor:
        original = row.original
        if leave_parametrized:
            with torch.no_grad():
                original.set_(getattr(module, tensor_name))
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value) if value.requires_grad else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in "
                         "terms of a sequence of tensors.")
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module):
    """The class that it had."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)
