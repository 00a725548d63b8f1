# Offers activations as layers, and multi-head attention. Each activation keeps its options and calls the
# function of the same name; MultiheadAttention keeps the weights and calls F.multi_head_attention_forward.

import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module


class _InPlace(Module):
    """A function of each cell that may write over its input."""

    _told = "forward"

    def forward(self, input):
        """(...) -> (...)"""
        return self._function(input, inplace=self.inplace)

    def extra_repr(self):
        """inplace=True, or nothing"""
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """max(x, 0); any shape."""

    _function = staticmethod(F.relu)

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class ReLU6(_InPlace):
    """min(max(x, 0), 6); any shape."""

    _function = staticmethod(F.relu6)

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class SELU(_InPlace):
    """The exponential unit that keeps mean and variance; any shape."""

    _function = staticmethod(F.selu)

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class SiLU(_InPlace):
    """x * sigmoid(x); any shape."""

    _function = staticmethod(F.silu)

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class Mish(_InPlace):
    """x * tanh(softplus(x)); any shape."""

    _function = staticmethod(F.mish)

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


class LeakyReLU(Module):
    """x if x > 0 else negative_slope * x; any shape."""

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input):
        """(...) -> (...)"""
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        """negative_slope=0.01"""
        changed = ", inplace=True" if self.inplace else ""
        return f"negative_slope={self.negative_slope}{changed}"


class PReLU(Module):
    """x if x > 0 else weight * x, with a learned weight (num_parameters)."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.empty(num_parameters, device=device, dtype=dtype).fill_(init))

    def forward(self, input):
        """(N, C, ...) -> (N, C, ...)"""
        return F.prelu(input, self.weight)

    def extra_repr(self):
        """num_parameters=1"""
        return f"num_parameters={self.num_parameters}"


class ELU(Module):
    """x if x > 0 else alpha * (exp(x) - 1); any shape."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input):
        """(...) -> (...)"""
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        """alpha=1.0"""
        changed = ", inplace=True" if self.inplace else ""
        return f"alpha={self.alpha}{changed}"


class GELU(Module):
    """x times the share of a normal below x, exactly or by tanh; any shape."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        """(...) -> (...)"""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        """approximate='none'"""
        return f"approximate={repr(self.approximate)}"


class GLU(Module):
    """The first half of an axis times the sigmoid of the second half."""

    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        """(..., 2 * n) -> (..., n)"""
        return F.glu(input, self.dim)

    def extra_repr(self):
        """dim=-1"""
        return f"dim={self.dim}"


class Sigmoid(Module):
    """1 / (1 + exp(-x)); any shape."""

    def forward(self, input):
        """(...) -> (...)"""
        return torch.sigmoid(input)


class LogSigmoid(Module):
    """log(sigmoid(x)); any shape."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.logsigmoid(input)


class Tanh(Module):
    """tanh(x); any shape."""

    def forward(self, input):
        """(...) -> (...)"""
        return torch.tanh(input)


class Softsign(Module):
    """x / (1 + |x|); any shape."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.softsign(input)


class Softplus(Module):
    """log(1 + exp(beta * x)) / beta, and x itself beyond the threshold; any shape."""

    def __init__(self, beta=1, threshold=20):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input):
        """(...) -> (...)"""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        """beta=1, threshold=20"""
        return f"beta={self.beta}, threshold={self.threshold}"


class Softmax(Module):
    """Positive cells that sum to 1 along `dim`."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        """(...) -> (...)"""
        return F.softmax(input, self.dim)

    def extra_repr(self):
        """dim=-1"""
        return f"dim={self.dim}"


class LogSoftmax(Softmax):
    """log of softmax along `dim`."""

    _told = "__init__"

    def forward(self, input):
        """(...) -> (...)"""
        return F.log_softmax(input, self.dim)


class MultiheadAttention(Module):
    """Attention in heads: query (L, N, E), key (S, N, kdim), value (S, N, vdim) -> (L, N, E).

    With batch_first the batch axis N comes first. Weights: in_proj_weight (3 * E, E), or one weight
    each when kdim or vdim differ from E; out_proj (E, E) is drawn first.
    """

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False,
                 add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None,
                 dtype=None):
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = kdim if kdim is not None else embed_dim
        self.vdim = vdim if vdim is not None else embed_dim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == self.embed_dim, "embed_dim must be divisible by num_heads"

        def weight(*shape):
            """A parameter that is not drawn yet."""
            return Parameter(torch.empty(shape, device=device, dtype=dtype))

        apart = not self._qkv_same_embed_dim
        if not apart:
            self.in_proj_weight = weight(3 * embed_dim, embed_dim)
        for name, size in (("q", embed_dim), ("k", self.kdim), ("v", self.vdim)):
            self.register_parameter(name + "_proj_weight", weight(embed_dim, size) if apart else None)
        if apart:
            self.register_parameter("in_proj_weight", None)
        self.register_parameter("in_proj_bias", weight(3 * embed_dim) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias,
                                                        device=device, dtype=dtype)
        self.bias_k = weight(1, 1, embed_dim) if add_bias_kv else None
        self.bias_v = weight(1, 1, embed_dim) if add_bias_kv else None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        """Draw the input projections, zero the biases."""
        if self._qkv_same_embed_dim:
            init.xavier_uniform_(self.in_proj_weight)
        else:
            init.xavier_uniform_(self.q_proj_weight)
            init.xavier_uniform_(self.k_proj_weight)
            init.xavier_uniform_(self.v_proj_weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        if self.bias_k is not None:
            init.xavier_normal_(self.bias_k)
        if self.bias_v is not None:
            init.xavier_normal_(self.bias_v)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                average_attn_weights=True):
        """-> output shaped like query, and weights (N, L, S), (N, heads, L, S) or None.

        key_padding_mask (N, S) and attn_mask (L, S) are True where not to look; a float attn_mask
        is added.
        """
        swap = self.batch_first and query.dim() == 3
        if swap and key is value:
            if query is key:
                query = key = value = query.transpose(1, 0)
            else:
                query = query.transpose(1, 0)
                key = value = key.transpose(1, 0)
        elif swap:
            query, key, value = query.transpose(1, 0), key.transpose(1, 0), value.transpose(1, 0)
        output, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads,
            self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v, self.add_zero_attn,
            self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask,
            need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight, k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight, average_attn_weights=average_attn_weights)
        return (output.transpose(1, 0) if swap else output), weights


class Hardtanh(_InPlace):
    """min(max(x, min_val), max_val); any shape."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__()
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace

    def forward(self, input):
        """(...) -> (...)"""
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        """min_val=-1.0, max_val=1.0"""
        return f"min_val={self.min_val}, max_val={self.max_val}" + (", inplace=True" if self.inplace else "")


class Hardsigmoid(Module):
    """relu6(x + 3) / 6; any shape."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        """(...) -> (...)"""
        return F.hardsigmoid(input, self.inplace)


class Hardswish(Hardsigmoid):
    """x * relu6(x + 3) / 6; any shape."""

    _told = "__init__"

    def forward(self, input):
        """(...) -> (...)"""
        return F.hardswish(input, self.inplace)


class Softmin(Module):
    """softmax of -x along `dim`."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        """(...) -> (...)"""
        return F.softmin(input, self.dim)

    def extra_repr(self):
        """dim=1"""
        return f"dim={self.dim}"
