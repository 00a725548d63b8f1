# Writes torchinfo 1.8's summary(): a table of a model's layers, with what each puts out and how many
# parameters it has. The model runs once on random numbers, without gradients, and tells by hooks.

import math

import torch

_TITLES = {"kernel_size": "Kernel Shape", "input_size": "Input Shape", "output_size": "Output Shape",
           "num_params": "Param #", "params_percent": "Param %", "mult_adds": "Mult-Adds",
           "trainable": "Trainable"}
_ROW_SETTINGS = ("depth", "var_names", "ascii_only", "hide_recursive_layers")


def _size_of(value, batch_dim):
    """The shape of what a layer takes or gives, and the bytes of one number of it."""
    if isinstance(value, torch.Tensor):
        return list(value.size()), value.element_size()
    if isinstance(value, dict):
        shape, width = _size_of(list(value.values())[-1] if value else None, None)
    elif isinstance(value, (list, tuple)) and value:
        shape, width = _size_of(value[0], None)
    else:
        return [], 0
    if batch_dim is not None and batch_dim < len(shape):
        shape[batch_dim] = 1
    return shape, width


class LayerInfo:
    """One row of the table: a layer where it was called."""

    def __init__(self, var_name, module, depth, parent_info=None):
        self.var_name, self.module, self.depth, self.parent_info = var_name, module, depth, parent_info
        self.layer_id, self.class_name = id(module), type(module).__name__
        self.is_leaf_layer = not any(True for _ in module.children())
        kernel = getattr(module, "kernel_size", None)
        self.kernel_size = list(kernel) if isinstance(kernel, tuple) else kernel
        self.depth_index, self.children, self.is_recursive = None, [], False
        self.input_size, self.output_size, self.output_bytes, self.macs = [], [], 0, 0
        self.count()

    def __repr__(self):
        return f"{self.class_name}: {self.depth}"

    def count(self):
        """The parameters of the layer and of those inside it."""
        self.num_params = self.trainable_params = self.param_bytes = 0
        self.inner_layers = {}
        for name, param in self.module.named_parameters():
            number = param.nelement()
            self.num_params += number
            self.param_bytes += param.element_size() * number
            self.trainable_params += number if param.requires_grad else 0
            shape = list(param.size())
            if name == "weight" and len(shape) > 1:
                shape[0], shape[1] = shape[1], shape[0]
            if self.parent_info is not None or "." not in name:
                self.inner_layers[name] = {"kernel_size": str(shape), "num_params": number}

    def ran(self, inputs, outputs, batch_dim):
        """The layer was called with these inputs and gave these outputs."""
        self.input_size, _ = _size_of(inputs, batch_dim)
        self.output_size, width = _size_of(outputs, None if isinstance(outputs, torch.Tensor)
                                           else batch_dim)
        self.output_bytes = width * math.prod(self.output_size)
        for name, param in self.module.named_parameters():
            if name in ("weight", "bias"):
                places = (self.output_size[:1] + self.output_size[2:] if "Conv" in self.class_name
                          else self.output_size[:1])
                self.macs += param.nelement() * math.prod(places)
            elif "weight" in name or "bias" in name:
                self.macs += param.nelement() * math.prod(self.output_size[:2])

    @property
    def trainable(self):
        """True, False, Partial, or -- without parameters."""
        if self.num_params == 0:
            return "--"
        return ("False" if self.trainable_params == 0
                else "True" if self.trainable_params == self.num_params else "Partial")

    def left_over(self, what):
        """What is the layer's own, and of no layer inside it."""
        return getattr(self, what) - sum(
            getattr(child, what) if child.is_leaf_layer else child.left_over(what)
            for child in self.children if not child.is_recursive)

    def leftover_params(self):
        """How many parameters are its own."""
        return self.left_over("num_params")

    def title(self, rows):
        """Linear (fc): 1-1"""
        name = self.class_name
        if "var_names" in rows and self.var_name:
            name += f" ({self.var_name})"
        if "depth" in rows and self.depth > 0:
            name += f": {self.depth}-{self.depth_index}"
        return name

    def cells(self, deepest, total):
        """The texts of all columns."""
        own = self.num_params if deepest or self.is_leaf_layer else self.leftover_params()
        params = f"{own:,}" if own > 0 else "--"
        if self.num_params > 0 and (deepest or self.is_leaf_layer) and not self.trainable_params:
            params = f"({params})"
        macs = self.macs if self.is_leaf_layer else sum(
            child.macs for child in self.children if child.is_leaf_layer) if deepest else 0
        share = f"{own / total:>7.2%}" if own and total else "     --"
        again = self.is_recursive and self.num_params > 0
        return {"kernel_size": str(self.kernel_size or "--"),
                "input_size": str(self.input_size or "--"),
                "output_size": str(self.output_size or "--"),
                "num_params": "(recursive)" if again else params,
                "params_percent": "(recursive)" if self.is_recursive and total else share,
                "mult_adds": f"{macs:,}" if self.macs > 0 and macs else "--",
                "trainable": self.trainable}


class ModelStatistics:
    """What summary() gives; its text is the table."""

    def __init__(self, summary_list, input_size, total_input, depth, verbose, columns, width, rows):
        self.summary_list, self.input_size, self.total_input = summary_list, input_size, total_input
        self._depth, self._verbose, self._columns = depth, verbose, columns
        self._width, self._rows = width, rows
        once = [layer for layer in summary_list if not layer.is_recursive]
        leaves = [layer for layer in summary_list if layer.is_leaf_layer]
        self.total_mult_adds = sum(layer.macs for layer in leaves)
        self.total_output_bytes = sum(layer.output_bytes * 2 for layer in leaves if layer.num_params > 0)
        self.total_param_bytes = sum(layer.param_bytes for layer in once if layer.is_leaf_layer)
        self.total_params = sum(max(layer.left_over("num_params"), 0) for layer in once)
        self.trainable_params = sum(
            layer.trainable_params if layer.is_leaf_layer
            else max(layer.left_over("trainable_params"), 0) for layer in once)
        longest = max(len(layer.title(rows)) + layer.depth * 5 + 1 for layer in summary_list)
        self._name_width = math.ceil(longest / 5) * 5 if longest >= 40 else 40

    def _row(self, name, cells):
        texts = [f"{name:<{self._name_width}} "]
        texts += [f"{cells.get(column, ''):<{self._width}} " for column in self._columns]
        return "".join(texts).rstrip()

    def _start(self, depth):
        """The branch before a name."""
        plain = "ascii_only" in self._rows
        if depth < 2:
            return "" if depth == 0 else "+ " if plain else "├─"
        return ("|    " if plain else "│    ") * (depth - 1) + ("+ " if plain else "└─")

    def _layer_rows(self):
        for layer in self.summary_list:
            if layer.depth > self._depth or (layer.is_recursive and
                                             "hide_recursive_layers" in self._rows):
                continue
            yield self._row(self._start(layer.depth) + layer.title(self._rows),
                            layer.cells(layer.depth == self._depth, self.total_params))
            inner = layer.inner_layers if self._verbose == 2 else {}
            for k, (name, cells) in enumerate(inner.items()):
                branch = "└─" if k == len(inner) - 1 else "├─"
                yield self._row(self._start(layer.depth + 1) + name,
                                {"kernel_size": cells["kernel_size"],
                                 "num_params": f"{branch}{cells['num_params']:,}"})

    def __repr__(self):
        line = "=" * (len(self._columns) * self._width + self._name_width)
        header = " (var_name)" if "var_names" in self._rows else ""
        header += ":depth-idx" if "depth" in self._rows else ""
        lines = [line, self._row(f"Layer (type{header})", _TITLES), line, *self._layer_rows(), line,
                 f"Total params: {self.total_params:,}",
                 f"Trainable params: {self.trainable_params:,}",
                 f"Non-trainable params: {self.total_params - self.trainable_params:,}"]
        if self.input_size:
            taken = self.total_input, self.total_output_bytes, self.total_param_bytes
            lines += [f"Total mult-adds{_readable(self.total_mult_adds)}", line,
                      f"Input size (MB): {taken[0] / 1e6:0.2f}",
                      f"Forward/backward pass size (MB): {taken[1] / 1e6:0.2f}",
                      f"Params size (MB): {taken[2] / 1e6:0.2f}",
                      f"Estimated Total Size (MB): {sum(taken) / 1e6:0.2f}"]
        return "\n".join(lines + [line])


def _readable(number):
    """Millions, or more."""
    unit, size = (("TERABYTES", 1e12) if number >= 1e12 else ("GIGABYTES", 1e9) if number >= 1e9
                  else ("MEGABYTES", 1e6))
    number /= size
    return f" (Units.{unit}): {int(number):,d}" if number.is_integer() else f" (Units.{unit}): {number:,.2f}"


def _sizes(data):
    """The same shape of lists and dicts with sizes in place of tensors."""
    if isinstance(data, torch.Tensor):
        return data.size()
    if isinstance(data, dict):
        return {key: _sizes(value) for key, value in data.items()}
    return type(data)(_sizes(value) for value in data) if isinstance(data, (list, tuple)) else data


def _bytes(data):
    """What the tensors of a list or a dict take, with Python's object around each."""
    if isinstance(data, torch.Tensor):
        return data.storage().nbytes() + 48
    values = data.values() if isinstance(data, dict) else data if isinstance(data, (list, tuple)) else []
    return sum(_bytes(value) for value in values)


def _made_inputs(input_size, batch_dim, dtypes):
    """Random numbers of the sizes, and the sizes as a list."""
    dtypes = dtypes or [torch.float] * len(input_size)
    flat = [n for size in input_size for n in (size if isinstance(size, (list, tuple)) else [size])]
    if not flat or any(n <= 0 for n in flat):
        raise ValueError("Input_data is invalid, or negative size found in input_data.")
    sizes = [tuple(input_size)] if isinstance(input_size[0], int) else list(input_size)
    made = []
    for size, dtype in zip(sizes, dtypes):
        x = torch.rand(*size)
        made.append((x if batch_dim is None else x.unsqueeze(dim=batch_dim)).type(dtype))
    return made, sizes


def _listen(model, calls, batch_dim):
    """The rows that a forward pass will fill (calls), or all layers; and the hooks to take away."""
    rows, hooks, latest, seen = [], {}, {}, set()

    def add(info):
        info.is_recursive = info.layer_id in seen
        seen.add(info.layer_id)
        rows.append(info)
        latest[info.layer_id] = info

    def hear(name, module, depth, parent):
        key = id(module)
        latest[key] = LayerInfo(name, module, depth, parent)
        if calls:
            for hook in hooks.get(key, ()):
                hook.remove()
            hooks[key] = (
                module.register_forward_pre_hook(
                    lambda m, _: add(LayerInfo(name, m, depth, parent))),
                module.register_forward_hook(
                    lambda m, taken, given: latest[id(m)].ran(taken, given, batch_dim)))
        else:
            add(latest[key])
        for inner_name, inner in module.named_children():
            hear(inner_name, inner, depth + 1, latest[key])

    hear(type(model).__name__, model, 0, None)
    return rows, [hook for pair in hooks.values() for hook in pair]


def _with_containers(rows):
    """A list of layers is not called itself: it stands before the first of its layers."""
    ids, now, out = {info.layer_id for info in rows}, {}, []
    for info in rows:
        above, parent = {}, info.parent_info
        while parent is not None and parent.depth > 0:
            above[parent.depth] = parent
            parent = parent.parent_info
        for depth in range(1, info.depth):
            known = depth in now and now[depth].module is above[depth].module
            if not known and not (out and above[depth] is out[-1]):
                above[depth].is_recursive = above[depth].layer_id in ids
                ids.add(above[depth].layer_id)
                out.append(above[depth])
                now[depth] = above[depth]
        out.append(info)
        now = {depth: layer for depth, layer in now.items() if depth < info.depth}
        now[info.depth] = info
    return out


def summary(model, input_size=None, input_data=None, batch_dim=None, cache_forward_pass=None,
            col_names=None, col_width=25, depth=3, device=None, dtypes=None, mode=None,
            row_settings=None, verbose=None, **kwargs):
    """Print the table of a model's layers and return it."""
    given = input_data is not None or input_size is not None
    columns = tuple(col_names or (("output_size", "num_params") if given else ("num_params",)))
    rows = set(row_settings) if row_settings is not None else {"depth"}
    for kind, names, known in (("ColumnSettings", columns, _TITLES), ("RowSettings", rows, _ROW_SETTINGS)):
        for name in names:
            if name not in known:
                raise ValueError(f"{name!r} is not a valid {kind}")
    if col_width <= 0:
        raise ValueError(f"Column width must be greater than 0: col_width={col_width}")
    if verbose not in (None, 0, 1, 2):
        raise ValueError("Verbose must be either 0 (quiet), 1 (default), or 2 (verbose).")
    if input_data is not None and input_size is not None:
        raise RuntimeError("Only one of (input_data, input_size) should be specified.")
    needy = set(columns) & {"input_size", "output_size", "mult_adds"}
    if not given and needy:
        raise ValueError(f"You must pass input_data or input_size in order to use columns: {needy}")
    x, sizes = input_data, _sizes(input_data) if input_data is not None else []
    if input_size is not None:
        x, sizes = _made_inputs(input_size, batch_dim, dtypes)
    x = [x] if isinstance(x, torch.Tensor) else x
    layers, hooks = _listen(model, given, batch_dim)
    if given:
        training = model.training
        model.train(mode == "train")
        try:
            with torch.no_grad():
                model(**x, **kwargs) if isinstance(x, dict) else model(*x, **kwargs)
        except Exception as e:
            done = [layer for layer in layers if layer.output_size]
            raise RuntimeError("Failed to run torchinfo. See above stack traces for more details. "
                               f"Executed layers up to: {done}") from e
        finally:
            for hook in hooks:
                hook.remove()
            model.train(training)
        layers = _with_containers(layers)
    numbers = {}
    for k, layer in enumerate(layers):
        layer.depth_index = numbers[layer.depth] = numbers.get(layer.depth, 0) + 1
        end = next((j for j in range(k + 1, len(layers)) if layers[j].depth <= layer.depth), len(layers))
        layer.children = layers[k + 1:end]
    verbose = 1 if verbose is None else verbose
    table = ModelStatistics(layers, sizes, _bytes(x), depth, verbose, columns, col_width, rows)
    if verbose > 0:
        print(table)
    return table
