# Holds modules that hold modules: in a row (Sequential, ModuleList, named "0", "1", ...) or under names
# (ModuleDict). Only Sequential computes anything.

from collections import OrderedDict
import torch
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


class ParameterList(Module):
    """A list of parameters that the parent knows about."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __len__(self):
        return self._size

    def _place(self, index):
        if not -self._size <= index < self._size:
            raise IndexError(f"index {index} is out of range")
        return str(index % self._size)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[k] for k in range(*index.indices(self._size))])
        return getattr(self, self._place(index))

    def __setitem__(self, index, value):
        setattr(self, self._place(index), value)

    def __iter__(self):
        return iter([self[k] for k in range(self._size)])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        """Add one at the end; a tensor becomes a parameter."""
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(self._size), value)
        self._size += 1
        return self

    def extend(self, values):
        """Add several at the end."""
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        """  (0): Parameter containing: [torch.float32 of size 2x3]"""
        return "\n".join([f"  ({k}): {'Parameter' if isinstance(one, Parameter) else 'Tensor'} containing: "
                          f"[{one.dtype} of size {'x'.join([str(n) for n in one.shape])}]"
                          if isinstance(one, torch.Tensor) else f"  ({k}): Object of type: {type(one).__name__}"
                          for k, one in enumerate(self)])
