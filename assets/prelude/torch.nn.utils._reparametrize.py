# Works out weights anew before each forward pass, from other parameters.

import torch
from torch._C import _named
from torch.nn.parameter import Parameter
import torch.nn.functional as F


def _attach(module, name, norm):
    """The hook of this kind and name, unless there is one."""
    for hook in module._forward_pre_hooks.values():
        if isinstance(hook, type(norm)) and hook.name == name:
            raise RuntimeError(f"Cannot register two {norm.kind} hooks on the same parameter {name}")
    return module.register_forward_pre_hook(norm)


def _detach(module, name, kind):
    """Takes the hook away and makes the weight an ordinary parameter again."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"{kind.kind} of '{name}' not found in {module}")


def _length(v, dim):
    """The length of each slice of v along dim, broadcast against v; of the whole for None."""
    if dim is None or dim == -1:
        return v.norm()
    moved = v.transpose(0, dim)
    return moved.reshape(moved.size(0), -1).norm(2, 1).view([-1] + [1] * (v.dim() - 1)).transpose(0, dim)


class WeightNorm:
    """weight = weight_g * weight_v / |weight_v|"""

    kind = "weight_norm"

    def __init__(self, name, dim):
        self.name, self.dim = name, dim

    def compute_weight(self, module):
        """The weight."""
        v, g = getattr(module, self.name + "_v"), getattr(module, self.name + "_g")
        weight = v * (g / _length(v, self.dim))
        whole = self.dim in (0, v.dim() - 1)
        return _named(weight, "WeightNormInterfaceBackward0", v, g) if whole else weight

    def remove(self, module):
        """One parameter again."""
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[self.name + "_g"], module._parameters[self.name + "_v"]
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    """Length and direction of a weight become parameters of their own."""
    norm = WeightNorm(name, dim)
    _attach(module, name, norm)
    weight = getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + "_g", Parameter(_length(weight, dim).data))
    module.register_parameter(name + "_v", Parameter(weight.data))
    setattr(module, name, norm.compute_weight(module))
    return module


def remove_weight_norm(module, name="weight"):
    """The weight as an ordinary parameter."""
    return _detach(module, name, WeightNorm)


class SpectralNorm:
    """weight = weight_orig / its largest singular value, which some steps of power iteration find."""

    kind = "spectral_norm"

    def __init__(self, name, steps, dim, eps):
        self.name, self.n_power_iterations, self.dim, self.eps = name, steps, dim, eps

    def matrix(self, weight):
        """The weight with all axes but one in a row."""
        return weight.transpose(0, self.dim).reshape(weight.size(self.dim), -1)

    def compute_weight(self, module, moves):
        """The weight; with moves the vectors go a step on."""
        weight = getattr(module, self.name + "_orig")
        u, v = getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        matrix = self.matrix(weight)
        if moves:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
                if self.n_power_iterations > 0:
                    u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def remove(self, module):
        """One parameter again."""
        with torch.no_grad():
            weight = self.compute_weight(module, False)
        delattr(module, self.name)
        for end in ("_u", "_v", "_orig"):
            delattr(module, self.name + end)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Keeps the largest singular value of a weight at 1."""
    if n_power_iterations <= 0:
        raise ValueError("Expected n_power_iterations to be positive, but got "
                         f"n_power_iterations={n_power_iterations}")
    if dim is None:
        dim = 1 if type(module).__name__.startswith("ConvTranspose") else 0
    norm = SpectralNorm(name, n_power_iterations, dim, eps)
    _attach(module, name, norm)
    weight = module._parameters[name]
    with torch.no_grad():
        rows, columns = norm.matrix(weight).size()
        u = F.normalize(weight.new_empty(rows).normal_(0, 1), dim=0, eps=eps)
        v = F.normalize(weight.new_empty(columns).normal_(0, 1), dim=0, eps=eps)
    del module._parameters[name]
    module.register_parameter(name + "_orig", weight)
    setattr(module, name, weight.data)
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    return module


def remove_spectral_norm(module, name="weight"):
    """The weight as an ordinary parameter."""
    return _detach(module, name, SpectralNorm)
