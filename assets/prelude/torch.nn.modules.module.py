# Makes nn.Module: what every layer and every model inherits from. Assigning a parameter, a buffer or another
# module to an attribute files it in one of three ordered dictionaries; everything else (counting parameters,
# state_dict, moving to a dtype, printing) is a walk over them. Devices other than the CPU are not here.

import torch
from collections import OrderedDict, Record
from torch._C import Parameter, _filed
from torch.utils.hooks import BackwardHook, RemovableHandle


class Module:
    """Base class of all layers: subclasses set attributes in __init__ and define forward."""

    def __init__(self):
        object.__setattr__(self, "training", True)
        for name in ("_parameters", "_buffers", "_non_persistent_buffers_set", "_backward_hooks",
                     "_is_full_backward_hook", "_forward_hooks", "_forward_pre_hooks",
                     "_state_dict_hooks", "_load_state_dict_pre_hooks",
                     "_load_state_dict_post_hooks", "_modules"):
            object.__setattr__(self, name, OrderedDict())
        object.__setattr__(self, "_non_persistent_buffers_set", set())
        object.__setattr__(self, "_is_full_backward_hook", None)

    def forward(self, *input):
        """What the layer computes; every subclass defines its own."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *input, **kwargs):
        """Run the pre-hooks, forward, then the hooks; as a rule there are none."""
        if not (self._backward_hooks or self._forward_hooks or self._forward_pre_hooks):
            return self.forward(*input, **kwargs)
        for hook in list(self._forward_pre_hooks.values()):
            changed = hook(self, input)
            if changed is not None:
                input = changed if isinstance(changed, tuple) else (changed,)
        backward = None
        if self._backward_hooks:
            backward = BackwardHook(self, list(self._backward_hooks.values()))
            input = backward.setup_input_hook(input)
        result = self.forward(*input, **kwargs)
        for hook in list(self._forward_hooks.values()):
            changed = hook(self, input, result)
            if changed is not None:
                result = changed
        return result if backward is None else backward.setup_output_hook(result)

    # ---- attributes

    __tables__ = ("_parameters", "_buffers", "_modules")  # where qkv looks before it calls __getattr__

    def __getattr__(self, name):
        """Asked only when the object itself has no such attribute."""
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__.get(table, ()):
                return self.__dict__[table][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        """File parameters, modules and known buffers in their tables; keep the rest as attributes."""
        tables = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in tables:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, keep="_parameters")
            self.register_parameter(name, value)
        elif name in tables.get("_parameters", ()):
            if value is not None:
                raise TypeError(f"cannot assign '{_typename(value)}' as parameter '{name}' "
                                "(torch.nn.Parameter or None expected)")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in tables:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, keep="_modules")
            self._modules[name] = value
        elif name in tables.get("_modules", ()):
            if value is not None:
                raise TypeError(f"cannot assign '{_typename(value)}' as child module '{name}' "
                                "(torch.nn.Module or None expected)")
            self._modules[name] = value
        elif name in tables.get("_buffers", ()):
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError(f"cannot assign '{_typename(value)}' as buffer '{name}' "
                                "(torch.Tensor or None expected)")
            self._buffers[name] = value
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name):
        """Remove a parameter, buffer, module or plain attribute."""
        for table in (self._parameters, self._buffers, self._modules):
            if name in table:
                del table[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def _forget(self, name, keep):
        """Take `name` out of every other place before it is filed under `keep`."""
        self.__dict__.pop(name, None)
        for table in ("_parameters", "_buffers", "_modules"):
            if table != keep:
                self.__dict__[table].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def _check_name(self, what, name, table):
        """Refuse names that could not be read back as an attribute."""
        if not isinstance(name, str):
            raise TypeError(f"{what} name should be a string. Got {_typename(name)}")
        taken = hasattr(self, name) and name not in table
        if taken and what == "module":
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            got = f", got: {name}" if what == "module" else ""
            raise KeyError(f"{what} name can't contain \".\"{got}")
        if name == "":
            raise KeyError(f"{what} name can't be empty string \"\"")
        if taken:
            raise KeyError(f"attribute '{name}' already exists")

    def register_parameter(self, name, param):
        """Add a parameter of any shape, or None to reserve the name."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._check_name("parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{_typename(param)}' object to parameter '{name}' "
                            "(torch.nn.Parameter or None required)")
        if param is not None and not param.is_leaf:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                f"created explicitly. To express '{name}' as a function of another Tensor, compute "
                "the value in the forward() method.")
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that belongs to the module but is not learned, such as a causal mask (T, T)."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(f"cannot assign '{_typename(tensor)}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        self._buffers[name] = tensor
        _filed(name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Add a child module under a name."""
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{_typename(module)} is not a Module subclass")
        self._check_name("module", name, self._modules)
        self._modules[name] = module

    def register_module(self, name, module):
        """Another name of add_module."""
        self.add_module(name, module)

    # ---- walks

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """(name, module) for this module and everything inside it, parents first, each once."""
        memo = set() if memo is None else memo
        found = []
        if id(self) not in memo:
            if remove_duplicate:
                memo.add(id(self))
            found.append((prefix, self))
            for name, child in self._modules.items():
                if child is not None:
                    inner = prefix + "." + name if prefix else name
                    found.extend(child.named_modules(memo, inner, remove_duplicate))
        yield from found

    def modules(self):
        """This module and everything inside it."""
        yield from [module for _, module in self.named_modules()]

    def named_children(self):
        """(name, module) for the modules directly inside."""
        found = {}
        for name, child in self._modules.items():
            if child is not None and id(child) not in found:
                found[id(child)] = (name, child)
        yield from found.values()

    def children(self):
        """The modules directly inside."""
        yield from [child for _, child in self.named_children()]

    def _named_members(self, table, prefix, recurse):
        """(name, tensor) from one table of this module and perhaps of all inside; each once."""
        found = {}
        owners = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for path, module in owners:
            for name, member in module.__dict__[table].items():
                if member is not None and id(member) not in found:
                    found[id(member)] = (path + "." + name if path else name, member)
        return found.values()

    def named_parameters(self, prefix="", recurse=True):
        """(name, parameter) for everything that would be learned."""
        yield from self._named_members("_parameters", prefix, recurse)

    def parameters(self, recurse=True):
        """Everything that would be learned."""
        yield from [param for _, param in self.named_parameters(recurse=recurse)]

    def named_buffers(self, prefix="", recurse=True):
        """(name, tensor) for all buffers."""
        yield from self._named_members("_buffers", prefix, recurse)

    def buffers(self, recurse=True):
        """All buffers."""
        yield from [buffer for _, buffer in self.named_buffers(recurse=recurse)]

    def get_submodule(self, target):
        """The module at a dotted path such as "layers.0.attn"."""
        module = self
        for part in target.split(".") if target else []:
            if not hasattr(module, part):
                raise AttributeError(module._get_name() + " has no attribute `" + part + "`")
            module = getattr(module, part)
            if not isinstance(module, Module):
                raise AttributeError("`" + part + "` is not an nn.Module")
        return module

    def get_parameter(self, target):
        """The parameter at a dotted path such as "layers.0.weight"."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(module._get_name() + " has no attribute `" + name + "`")
        if not isinstance(getattr(module, name), Parameter):
            raise AttributeError("`" + name + "` is not an nn.Parameter")
        return getattr(module, name)

    def get_buffer(self, target):
        """The buffer at a dotted path."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(module._get_name() + " has no attribute `" + name + "`")
        if name not in module._buffers:
            raise AttributeError("`" + name + "` is not a buffer")
        return module._buffers[name]

    def apply(self, fn):
        """Call fn on every module, innermost first."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    # ---- modes, dtypes, devices

    def train(self, mode=True):
        """Training mode: dropout is active."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for child in self.children():
            child.train(mode)
        return self

    def eval(self):
        """Evaluation mode: dropout does nothing."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Set requires_grad of all parameters."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=False):
        """Gradients begin at zero again: the same tensors, filled with zeros, or none at all."""
        from torch.optim.optimizer import _clear
        _clear(self.parameters(), set_to_none)

    def _apply(self, fn):
        """Replace the data of every parameter and every buffer by fn of it."""
        for child in self.children():
            child._apply(fn)
        for param in self._parameters.values():
            if param is not None:
                with torch.no_grad():
                    param.data = fn(param)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, device=None, dtype=None, non_blocking=False):
        """Move to a device (the CPU) or a floating dtype: to(dtype), to(device, dtype), to(tensor)."""
        for arg in args:
            if isinstance(arg, torch.dtype):
                dtype = arg
            elif isinstance(arg, torch.Tensor):
                dtype = arg.dtype
            elif not isinstance(arg, bool):
                device = arg
        if dtype is not None and not dtype.is_floating_point:
            raise TypeError("nn.Module.to only accepts floating point or complex dtypes, "
                            f"but got desired dtype={dtype}")

        def convert(tensor):
            """One parameter or buffer; whole numbers and masks keep their dtype."""
            if device is not None:
                tensor = tensor.to(device)
            if dtype is not None and (tensor.is_floating_point() or tensor.is_complex()):
                tensor = tensor.to(dtype)
            return tensor

        return self._apply(convert)

    def type(self, dst_type):
        """Convert everything to a dtype."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def float(self):
        """Convert floating parameters and buffers to float32."""
        return self._apply(lambda tensor: tensor.float() if tensor.is_floating_point() else tensor)

    def double(self):
        """Convert floating parameters and buffers to float64."""
        return self._apply(lambda tensor: tensor.double() if tensor.is_floating_point() else tensor)

    def half(self):
        """Convert floating parameters and buffers to float16."""
        return self._apply(lambda tensor: tensor.half() if tensor.is_floating_point() else tensor)

    def bfloat16(self):
        """Convert floating parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def cpu(self):
        """Where everything already is."""
        return self._apply(lambda tensor: tensor.cpu())

    def cuda(self, device=None):
        """There is no GPU: the tensors say so."""
        return self._apply(lambda tensor: tensor.cuda(device))

    # ---- hooks

    def register_forward_hook(self, hook):
        """Call hook(module, input, output) after forward; what it returns replaces the output."""
        return RemovableHandle(self._forward_hooks, hook)

    def register_forward_pre_hook(self, hook):
        """Call hook(module, input) before forward; what it returns replaces the input."""
        return RemovableHandle(self._forward_pre_hooks, hook)

    def register_full_backward_hook(self, hook):
        """Call hook(module, grad_input, grad_output) when the gradients of the inputs are known; what
        it returns replaces them."""
        self._is_full_backward_hook = True
        return RemovableHandle(self._backward_hooks, hook)

    def register_backward_hook(self, hook):
        """The old kind, which sees the gradients of the last operation only."""
        raise NotImplementedError("register_backward_hook is not supported: "
                                  "register_full_backward_hook is")

    # ---- saving and loading

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """An OrderedDict from dotted names to all parameters and persistent buffers, detached."""
        if args:
            destination = args[0]
            prefix = args[1] if len(args) > 1 else prefix
            keep_vars = args[2] if len(args) > 2 else keep_vars
        if destination is None:
            destination = OrderedDict()
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        for name, child in self._modules.items():
            if child is not None:
                child.state_dict(destination=destination, prefix=prefix + name + ".",
                                 keep_vars=keep_vars)
        return destination

    def _own_state(self):
        """The parameters and persistent buffers of this module alone, by name."""
        state = {name: param for name, param in self._parameters.items() if param is not None}
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                state[name] = buffer
        return state

    def load_state_dict(self, state_dict, strict=True):
        """Copy tensors from a state_dict into this module; names and shapes must fit."""
        if not isinstance(state_dict, dict):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, unexpected, problems = [], [], []
        self._load("", state_dict, missing, unexpected, problems)
        for what, keys in (("Unexpected", unexpected), ("Missing", missing)):
            if strict and keys:
                listed = ", ".join(['"' + key + '"' for key in keys])
                problems.insert(0, f"{what} key(s) in state_dict: {listed}. ")
        if problems:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                               + "\n\t".join(problems))
        return _IncompatibleKeys(missing, unexpected)

    def _load(self, prefix, state_dict, missing, unexpected, problems):
        """Load one module, then its children; collect what does not fit instead of stopping."""
        own = self._own_state()
        for name, tensor in own.items():
            key = prefix + name
            if key not in state_dict:
                missing.append(key)
                continue
            value = state_dict[key]
            if not isinstance(value, torch.Tensor):
                problems.append(f'While copying the parameter named "{key}", expected torch.Tensor or '
                                f"Tensor-like object from checkpoint but received {type(value)}")
                continue
            if value.dim() == 1 and tensor.dim() == 0:
                value = value[0]
            if value.shape != tensor.shape:
                problems.append(f"size mismatch for {key}: copying a param with shape {value.shape} "
                                f"from checkpoint, the shape in current model is {tensor.shape}.")
                continue
            with torch.no_grad():
                tensor.copy_(value)
        for key in state_dict:
            first = key[len(prefix):].split(".")[0]
            if key.startswith(prefix) and first not in self._modules and first not in own:
                unexpected.append(key)
        for name, child in self._modules.items():
            if child is not None:
                child._load(prefix + name + ".", state_dict, missing, unexpected, problems)

    # ---- printing

    def _get_name(self):
        """The name that printing uses."""
        return type(self).__name__

    def extra_repr(self):
        """What stands in the brackets of the printed form; layers override it."""
        return ""

    def __repr__(self):
        extra = self.extra_repr().split("\n") if self.extra_repr() else []
        children = ["(" + name + "): " + repr(child).replace("\n", "\n  ")
                    for name, child in self._modules.items()]
        if not extra and not children:
            return self._get_name() + "()"
        if len(extra) == 1 and not children:
            return self._get_name() + "(" + extra[0] + ")"
        return self._get_name() + "(\n  " + "\n  ".join(extra + children) + "\n)"

    def __dir__(self):
        own = list(self.__dict__) + list(self._parameters) + list(self._modules) + list(self._buffers)
        return sorted([name for name in dir(type(self)) + own if not name[0].isdigit()])


class _IncompatibleKeys(Record):
    """What load_state_dict returns: the names that were missing and those that were not expected."""

    _fields = ("missing_keys", "unexpected_keys")

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()


def _typename(value):
    """The name that error texts use: 'torch.FloatTensor' for a tensor, else the class's."""
    if isinstance(value, torch.Tensor):
        return value.type()
    kind = value if hasattr(value, "__qualname__") else type(value)
    module = getattr(value, "__module__", "builtins")
    name = getattr(kind, "__qualname__", kind.__name__)
    return name if module == "builtins" else module + "." + name
