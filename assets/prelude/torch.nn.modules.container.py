# Modules that hold modules or parameters: in a row (Sequential, ModuleList, ParameterList, named
# "0", "1", ...) or under names (ModuleDict, ParameterDict). Only Sequential computes anything.

import torch
from collections import OrderedDict
from torch._C import Parameter
from torch.nn.modules.module import Module


def _is_iterable(value):
    """Can a for loop walk over it?"""
    return hasattr(value, "__iter__")


class _Row(Module):
    """What Sequential and ModuleList share: children named by their places."""

    def _place(self, index):
        """A place counted from the front, as the name of the child there."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return list(self._modules)[index]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __setitem__(self, index, module):
        setattr(self, self._place(index), module)

    def __delitem__(self, index):
        names = list(self._modules)[index] if isinstance(index, slice) else [self._place(index)]
        for name in names:
            delattr(self, name)
        kept = list(self._modules.values())
        self._modules.clear()
        for place, module in enumerate(kept):
            self._modules[str(place)] = module

    def append(self, module):
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        """Add several at the end."""
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index, module):
        """Add a module before the one at `index`."""
        row = list(self._modules.values())
        row.insert(index, module)
        for place, item in enumerate(row):
            self._modules[str(place)] = item

    def pop(self, index):
        """Remove a module and return it."""
        module = self[index]
        del self[index]
        return module


class Sequential(_Row):
    """Modules applied one after the other; named "0", "1", ... or by an OrderedDict."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            named = list(args[0].items())
        else:
            named = [(str(place), module) for place, module in enumerate(args)]
        for name, module in named:
            self.add_module(name, module)

    def forward(self, input):
        """What the last module makes of what the one before made of ... the input."""
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._place(index)]

    def __add__(self, other):
        return Sequential().extend(self).__iadd__(other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, "
                             f"but {type(other)} is given.")
        return self.extend(other)

    def __mul__(self, times):
        self._check_times(times)
        return Sequential(*(list(self) * times))

    def __rmul__(self, times):
        return self * times

    def __imul__(self, times):
        self._check_times(times)
        return self.extend(list(self) * (times - 1))

    def _check_times(self, times):
        """Only a positive whole number can multiply a Sequential."""
        if not isinstance(times, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(times)}")
        if times <= 0:
            raise ValueError(f"Non-positive multiplication factor {times} for {type(self)}")

    def insert(self, index, module):
        """Add a module before the one at `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        super().insert(index, module)
        return self


class ModuleList(_Row):
    """A list of modules that the parent knows about; it computes nothing."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[self._place(index)]

    def __add__(self, other):
        return ModuleList(list(self) + list(other))

    def __iadd__(self, modules):
        return self.extend(modules)

    def extend(self, modules):
        """Add several at the end."""
        if not _is_iterable(modules):
            raise TypeError("ModuleList.extend should be called with an iterable, but got "
                            + type(modules).__name__)
        return super().extend(modules)


class ModuleDict(Module):
    """Modules under names of one's own; it computes nothing."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules))

    def __contains__(self, key):
        return key in self._modules

    def keys(self):
        """The names."""
        return self._modules.keys()

    def values(self):
        """The modules."""
        return self._modules.values()

    def items(self):
        """(name, module)"""
        return self._modules.items()

    def clear(self):
        """Drop everything."""
        self._modules.clear()

    def pop(self, key):
        """Remove a module and return it."""
        module = self[key]
        del self[key]
        return module

    def update(self, modules):
        """Add the pairs of a mapping or of an iterable."""
        if not _is_iterable(modules):
            raise TypeError("ModuleDict.update should be called with an iterable of key/value pairs, "
                            "but got " + type(modules).__name__)
        pairs = modules.items() if hasattr(modules, "items") else modules
        for place, pair in enumerate(pairs):
            if len(pair) != 2:
                raise ValueError(f"ModuleDict update sequence element #{place} "
                                 f"has length {len(pair)}; 2 is required")
            self[pair[0]] = pair[1]


def _described(names_and_values, tensor_kind):
    """The printed lines of a parameter container."""
    lines = []
    for name, value in names_and_values:
        if isinstance(value, torch.Tensor):
            kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
            size = "x".join([str(n) for n in value.size()])
            text = f"{kind} containing: [{tensor_kind(value)} of size {size}]"
        else:
            text = "Object of type: " + type(value).__name__
        lines.append(f"  ({name}): {text}")
    return "\n".join(lines)


class ParameterList(Module):
    """A list of parameters that the parent knows about; tensors become parameters."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _place(self, index):
        """A place counted from the front, as a name."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return str(index % len(self))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[i] for i in list(range(len(self)))[index]])
        return getattr(self, self._place(index))

    def __setitem__(self, index, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, self._place(index), value)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        """Add one at the end."""
        self._size += 1
        self[len(self) - 1] = value
        return self

    def extend(self, values):
        """Add several at the end."""
        if not _is_iterable(values) or isinstance(values, torch.Tensor):
            raise TypeError("ParameterList.extend should be called with an iterable, but got "
                            + type(values).__name__)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        """One line for each parameter."""
        return _described(enumerate(self), lambda value: value.dtype)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """Parameters under names of one's own; tensors become parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, self._checked(key))

    def __setitem__(self, key, value):
        self._keys[self._checked(key)] = None
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, key, value)

    def _checked(self, key):
        """The key, which must be a string."""
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is not a string "
                            f"(type is '{type(key).__name__}'). Open an issue on github if you need "
                            "non-string keys.")
        return key

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        """The names."""
        return self._keys.keys()

    def values(self):
        """The parameters."""
        return iter([self[key] for key in self._keys])

    def items(self):
        """(name, parameter)"""
        return iter([(key, self[key]) for key in self._keys])

    def get(self, key, default=None):
        """The parameter, or the default."""
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        """The parameter, which is set to the default first if it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key):
        """Remove a parameter and return it."""
        value = self[key]
        del self[key]
        return value

    def clear(self):
        """Drop everything."""
        for key in list(self._keys):
            del self[key]

    def copy(self):
        """The same parameters in a new ParameterDict."""
        return ParameterDict(OrderedDict(list(self.items())))

    def update(self, parameters):
        """Add the pairs of a mapping (a plain dict in the order of its names) or of an iterable."""
        if not _is_iterable(parameters):
            raise TypeError("ParametersDict.update should be called with an iterable of key/value pairs, "
                            "but got " + type(parameters).__name__)
        if isinstance(parameters, (OrderedDict, ParameterDict)):
            pairs = parameters.items()
        elif isinstance(parameters, dict):
            pairs = [(key, parameters[key]) for key in sorted(parameters)]
        else:
            pairs = parameters
        for key, value in pairs:
            self[key] = value

    def extra_repr(self):
        """One line for each parameter."""
        return _described(self.items(), _full_name)

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")


def _full_name(tensor):
    """torch.FloatTensor and so on."""
    return tensor.type()
