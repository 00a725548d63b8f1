# Holds recurrent layers: a state that is carried from one position to the next. RNN, LSTM and GRU run over
# whole sequences, in several layers and in both directions; the cells take one step. Weights are drawn from
# U(-1/sqrt(hidden_size), 1/sqrt(hidden_size)) in the order of their names. The gates of all positions are
# computed in one product; what depends on the state follows step by step. A packed sequence runs padded: at
# each position the rows that are at their end keep their state.

import math
import torch
import torch.nn.functional as F
import torch.nn.init as init
import warnings
from torch._C import Parameter
from torch.nn.modules.module import Module
from torch.nn.utils.rnn import PackedSequence, pad_packed_sequence


# ---- one step: (gates from the input, state, weight_hh, bias_hh, weight_hr) -> new state. A state is
# a tuple: (h,), or (h, c) for an LSTM; each is (N, hidden_size).


def _step_tanh(gates, state, weight, bias, project):
    """h' = tanh(W_ih x + W_hh h)"""
    return (torch.tanh(gates + F.linear(state[0], weight, bias)),)


def _step_relu(gates, state, weight, bias, project):
    """h' = relu(W_ih x + W_hh h)"""
    return (torch.relu(gates + F.linear(state[0], weight, bias)),)


def _step_lstm(gates, state, weight, bias, project):
    """c' = forget * c + input * cell, h' = output * tanh(c')"""
    h, c = state
    gates = gates + F.linear(h, weight, bias)
    input, forget, cell, output = gates.chunk(4, dim=1)
    c = torch.sigmoid(forget) * c + torch.sigmoid(input) * torch.tanh(cell)
    h = torch.sigmoid(output) * torch.tanh(c)
    return (h if project is None else F.linear(h, project), c)


def _step_gru(gates, state, weight, bias, project):
    """h' = n + z * (h - n), n = tanh(W_in x + r * W_hn h)"""
    h = state[0]
    from_input = gates.chunk(3, dim=1)
    from_state = F.linear(h, weight, bias).chunk(3, dim=1)
    reset = torch.sigmoid(from_state[0] + from_input[0])
    update = torch.sigmoid(from_state[1] + from_input[1])
    new = torch.tanh(from_input[2] + from_state[2] * reset)
    return ((h - new) * update + new,)


_steps = {"RNN_TANH": _step_tanh, "RNN_RELU": _step_relu, "LSTM": _step_lstm, "GRU": _step_gru}
_gates = {"RNN_TANH": 1, "RNN_RELU": 1, "LSTM": 4, "GRU": 3}


class RNNBase(Module):
    """What the recurrent layers share: parameters, layers, directions."""

    _told = "forward"

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability "
                             "of an element being zeroed")
        if dropout > 0 and num_layers == 1:
            warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero "
                          f"dropout expects num_layers greater than 1, but got dropout={dropout} and "
                          f"num_layers={num_layers}")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        if mode not in _gates:
            raise ValueError("Unrecognized RNN mode: " + mode)
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._all_weights = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse") if bidirectional else ("",):
                self._add_weights(layer, suffix, device, dtype)
        self.reset_parameters()

    def _add_weights(self, layer, suffix, device, dtype):
        """The parameters of one layer in one direction."""
        size = _gates[self.mode] * self.hidden_size
        out = self.proj_size or self.hidden_size
        width = self.input_size if layer == 0 else out * (2 if self.bidirectional else 1)
        shapes = {"weight_ih": (size, width), "weight_hh": (size, out)}
        if self.bias:
            shapes["bias_ih"] = shapes["bias_hh"] = (size,)
        if self.proj_size > 0:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        names = []
        for kind, shape in shapes.items():
            names.append(f"{kind}_l{layer}{suffix}")
            setattr(self, names[-1], Parameter(torch.empty(shape, device=device, dtype=dtype)))
        self._all_weights.append(names)

    @property
    def all_weights(self):
        """The parameters, a list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self):
        """A matter of GPUs."""

    def reset_parameters(self):
        """Draw all weights anew."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _start(self, input, hx):
        """The first state (layers * directions, N, size), zeros unless it is given; checked."""
        batched = input.dim() == 3
        rows = self.num_layers * (2 if self.bidirectional else 1)
        sizes = [self.proj_size or self.hidden_size]
        if self.mode == "LSTM":
            sizes.append(self.hidden_size)
        count = input.size(1) if batched else 1
        if hx is None:
            return tuple([torch.zeros(rows, count, size, dtype=input.dtype) for size in sizes])
        given = tuple(hx) if self.mode == "LSTM" else (hx,)
        wanted = 3 if batched else 2
        if any([state.dim() != wanted for state in given]):
            kind = "batched 3-D" if batched else "unbatched 2-D"
            dims = ", ".join([f"{state.dim()}-D" for state in given])
            who = f"hx and cx should also be {wanted}-D but got ({dims}) tensors"
            if self.mode != "LSTM":
                who = f"hx should also be {wanted}-D but got {dims} tensor"
            raise RuntimeError(f"For {kind} input, {who}")
        if not batched:
            given = tuple([state.unsqueeze(1) for state in given])
        for place, state in enumerate(given):
            expected = (rows, count, sizes[place])
            if tuple(state.size()) != expected:
                which = f"hidden[{place}]" if self.mode == "LSTM" else "hidden"
                raise RuntimeError(f"Expected {which} size {expected}, got {list(state.size())}")
        return given

    def _packed(self, packed, hx):
        """A PackedSequence -> the same with the outputs, last state"""
        order, back = packed.sorted_indices, packed.unsorted_indices
        padded = pad_packed_sequence(packed._replace(sorted_indices=None, unsorted_indices=None))[0]
        if hx is not None and order is not None:
            hx = tuple([state.index_select(1, order) for state in hx]) if self.mode == "LSTM" \
                else hx.index_select(1, order)
        counts = packed.batch_sizes.tolist()
        x, last = self._run(padded, self._start(padded, hx), counts)
        x = torch.cat([x[place, :count] for place, count in enumerate(counts)])
        if back is not None:
            last = tuple([state.index_select(1, back) for state in last])
        return packed._replace(data=x), last if self.mode == "LSTM" else last[0]

    def forward(self, input, hx=None):
        """(L, N, input_size) or (N, L, input_size) -> outputs of all positions, last state"""
        if isinstance(input, PackedSequence):
            return self._packed(input, hx)
        kind = self.mode.split("_")[0]
        if input.dim() not in (2, 3):
            raise AssertionError(f"{kind}: Expected input to be 2-D or 3-D but received "
                                 f"{input.dim()}-D tensor")
        batched = input.dim() == 3
        x = input if batched else input.unsqueeze(0 if self.batch_first else 1)
        if self.input_size != x.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. "
                               f"Expected {self.input_size}, got {x.size(-1)}")
        x = x.transpose(0, 1) if self.batch_first else x
        first = self._start(x if batched else input, hx)
        x, last = self._run(x, first)
        x = x.transpose(0, 1) if self.batch_first else x
        if not batched:
            x = x.squeeze(0 if self.batch_first else 1)
            last = tuple([state.squeeze(1) for state in last])
        return x, last if self.mode == "LSTM" else last[0]

    def _run(self, x, first, counts=None):
        """All layers: (L, N, input_size), states -> (L, N, size), last states. counts: how many rows go
        on at each position; all without it."""
        directions = 2 if self.bidirectional else 1
        ends = []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(directions):
                row = layer * directions + direction
                output, end = self._one_way(x, tuple([state[row] for state in first]),
                                            self.all_weights[row], direction == 1, counts)
                outputs.append(output)
                ends.append(end)
            x = outputs[0] if directions == 1 else torch.cat(outputs, dim=-1)
            if self.training and self.dropout > 0 and layer < self.num_layers - 1:
                x = F.dropout(x, self.dropout)
        return x, tuple([torch.stack(column) for column in zip(*ends)])

    def _one_way(self, x, state, weights, backwards, counts):
        """One layer in one direction: (L, N, width) -> (L, N, size), last state."""
        w_ih, w_hh = weights[0], weights[1]
        b_ih, b_hh = (weights[2], weights[3]) if self.bias else (None, None)
        project = weights[-1] if self.proj_size > 0 else None
        step = _steps[self.mode]
        gates = F.linear(x, w_ih, b_ih).unbind(0)
        outputs = []
        for place in reversed(range(len(gates))) if backwards else range(len(gates)):
            if counts is None or counts[place] == x.size(1):
                state = step(gates[place], state, w_hh, b_hh, project)
                outputs.append(state[0])
                continue
            on = counts[place]  # the others keep their state
            head = step(gates[place][:on], tuple([part[:on] for part in state]), w_hh, b_hh, project)
            state = tuple([torch.cat([part, old[on:]]) for part, old in zip(head, state)])
            outputs.append(state[0])
        if backwards:
            outputs.reverse()
        return torch.stack(outputs), state

    def extra_repr(self):
        """4, 8, num_layers=2, batch_first=True"""
        text = f"{self.input_size}, {self.hidden_size}"
        usual = {"proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0,
                 "bidirectional": False}
        for name, value in usual.items():
            if getattr(self, name) != value:
                text += f", {name}={getattr(self, name)}"
        return text


class RNN(RNNBase):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        self.nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if self.nonlinearity not in ("tanh", "relu"):
            raise ValueError("Unknown nonlinearity '{}'".format(self.nonlinearity))
        super().__init__("RNN_" + self.nonlinearity.upper(), *args, **kwargs)


class LSTM(RNNBase):
    """Long short-term memory: a state h and a cell c, with input, forget and output gates."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent unit: a reset and an update gate."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """What the cells share: weight_ih, weight_hh, bias_ih, bias_hh."""

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        size = num_chunks * hidden_size
        self.weight_ih = Parameter(torch.empty((size, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty((size, hidden_size), device=device, dtype=dtype))
        for name in ("bias_ih", "bias_hh"):
            empty = Parameter(torch.empty(size, device=device, dtype=dtype)) if bias else None
            self.register_parameter(name, empty)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw all weights anew."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _advance(self, step, input, state, count):
        """One step; `count` is how many tensors a state has. (N, input_size) or (input_size)."""
        if input.dim() not in (1, 2):
            raise AssertionError(f"{type(self).__name__}: Expected input to be 1-D or 2-D but received "
                                 f"{input.dim()}-D tensor")
        batched = input.dim() == 2
        x = input if batched else input.unsqueeze(0)
        if state is None:
            state = (torch.zeros(x.size(0), self.hidden_size, dtype=x.dtype),) * count
        elif not batched:
            state = tuple([part.unsqueeze(0) for part in state])
        if x.size(1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {x.size(1)} "
                               f"expected {self.input_size}")
        for place, part in enumerate(state):
            if x.size(0) != part.size(0):
                raise RuntimeError(f"Input batch size {x.size(0)} doesn't match hidden{place} "
                                   f"batch size {part.size(0)}")
            if part.size(1) != self.hidden_size:
                raise RuntimeError(f"hidden{place} has inconsistent hidden_size: got {part.size(1)}, "
                                   f"expected {self.hidden_size}")
        gates = F.linear(x, self.weight_ih, self.bias_ih)
        state = step(gates, state, self.weight_hh, self.bias_hh, None)
        return state if batched else tuple([part.squeeze(0) for part in state])

    def extra_repr(self):
        """4, 8"""
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else text + f", nonlinearity={nonlinearity}"


class RNNCell(RNNCellBase):
    """One step of an RNN."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None,
                 dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        """(N, input_size), (N, hidden_size) -> (N, hidden_size)"""
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        step = _step_tanh if self.nonlinearity == "tanh" else _step_relu
        return self._advance(step, input, None if hx is None else (hx,), 1)[0]


class LSTMCell(RNNCellBase):
    """One step of an LSTM."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        """(N, input_size), ((N, hidden_size), (N, hidden_size)) -> the new pair"""
        return self._advance(_step_lstm, input, hx, 2)


class GRUCell(RNNCellBase):
    """One step of a GRU."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        """(N, input_size), (N, hidden_size) -> (N, hidden_size)"""
        return self._advance(_step_gru, input, None if hx is None else (hx,), 1)[0]
