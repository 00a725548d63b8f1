# Holds the composite functions of torch.nn.functional, step by step. The single operations (linear, softmax,
# dropout, layer_norm, pad, ...) are native and already stand in this module's namespace when the file is run.
# _named gives a result the name that PyTorch's own fused operation leaves in grad_fn.

import math
import torch
import warnings
from importlib import import_module
from torch._C import _attach_function, _named

_newer = ("scaled_dot_product_attention",)  # than 1.13: hasattr() says that it is not there

# Functions that attention seldom needs stand in files of their own, read when one of their names is
# first asked for.
_elsewhere = {
    "_convolution": "conv1d conv2d conv3d conv_transpose1d conv_transpose2d fold unfold",
    "_distance": "cosine_embedding_loss margin_ranking_loss pairwise_distance pdist triplet_margin_loss",
    "_dropout": "alpha_dropout dropout1d dropout2d dropout3d feature_alpha_dropout",
    "_norms": "batch_norm group_norm instance_norm",
    "_pooling": "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_max_pool2d avg_pool1d avg_pool2d max_pool1d "
                "max_pool2d max_pool3d interpolate",
    "_rare": "bilinear celu celu_ channel_shuffle gaussian_nll_loss hinge_embedding_loss pixel_unshuffle poisson_nll_loss "
             "soft_margin_loss tanhshrink threshold threshold_",
    "_paths": "affine_grid ctc_loss grid_sample",
}
_home = {name: kind for kind, names in _elsewhere.items() for name in names.split()}
__all__ = list(_home)


def __getattr__(name):
    """The function of that name, from the file where it stands."""
    if name not in _home:
        raise AttributeError(f"module 'torch.nn.functional' has no attribute '{name}'")
    value = getattr(import_module("torch.nn." + _home[name]), name)
    globals()[name] = value
    return value


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False,
                                 scale=None, enable_gqa=False):
    """softmax(query @ key.T * scale + mask) @ value: (L, E), (S, E), (S, Ev) -> (L, Ev).

    Any axes may stand in front (batch, heads). A bool mask is True where a query may look;
    a float mask is added. dropout_p is always applied.
    """
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set "
                               "when is_causal=True")
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril(diagonal=0)
    if enable_gqa:
        group = query.size(-3) // key.size(-3)
        key = key.repeat_interleave(group, dim=-3)
        value = value.repeat_interleave(group, dim=-3)
    if scale is None:
        scale = 1 / math.sqrt(query.size(-1))
    scores = query @ key.transpose(-2, -1)
    scores = scores * scale
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(attn_mask.logical_not(), float("-inf"))
        elif attn_mask.is_floating_point():
            scores = scores + attn_mask
        else:
            raise RuntimeError("Expected attn_mask dtype to be bool or float or to match query dtype, "
                               f"but got attn_mask.dtype: {attn_mask.dtype} and "
                               f"query.dtype: {query.dtype} instead.")
    weights = torch.softmax(scores, dim=-1)
    if attn_mask is not None and not torch.equal(weights, weights):  # NaN: a query sees nothing
        sees_nothing = (scores == float("-inf")).all(dim=-1, keepdim=True)
        weights = weights.masked_fill(sees_nothing, 0.0)
    if dropout_p > 0.0:
        weights = dropout(weights, p=dropout_p, training=True)
    return weights @ value


def multi_head_attention_forward(
        query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
        add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None,
        need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None,
        k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
        average_attn_weights=True):
    """(L, N, E), (S, N, Ek), (S, N, Ev) -> output (L, N, E), weights (N, L, S) or None.

    Weights of each head: (N, heads, L, S). Masks are True where a query must not look (the
    opposite of scaled_dot_product_attention).
    """
    is_batched = _check_attention_shapes(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not is_batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    tgt_len, bsz, embed_dim = query.shape
    src_len, _, _ = key.shape
    assert embed_dim == embed_dim_to_check, (
        f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed_dim}")
    head_dim = embed_dim // num_heads
    assert head_dim * num_heads == embed_dim, (
        f"embed_dim {embed_dim} not divisible by num_heads {num_heads}")

    # project
    if use_separate_proj_weight:
        assert key.shape[:2] == value.shape[:2], (f"key's sequence and batch dims {key.shape[:2]} "
                                                  f"do not match value's {value.shape[:2]}")
        q, k, v = _project_apart(query, key, value, q_proj_weight, k_proj_weight, v_proj_weight,
                                 in_proj_bias)
    else:
        assert key.shape == value.shape, (
            f"key shape {key.shape} does not match value shape {value.shape}")
        q, k, v = _project_packed(query, key, value, in_proj_weight, in_proj_bias)

    # one learned and one zero position may be added to the keys; masks grow with them
    if attn_mask is not None:
        attn_mask = _check_attention_mask(attn_mask, bsz * num_heads, tgt_len, src_len)
    if bias_k is not None:
        k = torch.cat([k, bias_k.repeat(1, bsz, 1)])
        v = torch.cat([v, bias_v.repeat(1, bsz, 1)])
        attn_mask, key_padding_mask = _one_wider(attn_mask), _one_wider(key_padding_mask)
    q = q.contiguous().view(tgt_len, bsz * num_heads, head_dim).transpose(0, 1)
    if static_k is None:
        k = k.contiguous().view(k.shape[0], bsz * num_heads, head_dim).transpose(0, 1)
    else:
        k = static_k
    if static_v is None:
        v = v.contiguous().view(v.shape[0], bsz * num_heads, head_dim).transpose(0, 1)
    else:
        v = static_v
    if add_zero_attn:
        nothing = torch.zeros((bsz * num_heads, 1, head_dim), dtype=k.dtype)
        k = torch.cat([k, nothing], dim=1)
        v = torch.cat([v, nothing], dim=1)
        attn_mask, key_padding_mask = _one_wider(attn_mask), _one_wider(key_padding_mask)
    src_len = k.size(1)
    attn_mask = _merge_masks(attn_mask, key_padding_mask, bsz, num_heads, src_len, q.dtype)

    # scores, weights, context; the heads of all sequences lie in one batch axis (N * heads)
    q_scaled = q / math.sqrt(head_dim)
    small = tgt_len * src_len * head_dim < 400  # there baddbmm begins its sums at the mask
    if attn_mask is not None and small and not _only_hides(attn_mask):
        weights = torch.baddbmm(attn_mask, q_scaled, k.transpose(-2, -1))
    else:
        weights = torch.bmm(q_scaled, k.transpose(-2, -1))
        if attn_mask is not None:
            weights = weights + attn_mask
    weights = softmax(weights, dim=-1)
    if training and dropout_p > 0.0:
        weights = dropout(weights, p=dropout_p)
    context = torch.bmm(weights, v)

    # join the heads and project the output
    context = context.transpose(0, 1).contiguous().view(tgt_len * bsz, embed_dim)
    output = linear(context, out_proj_weight, out_proj_bias)
    output = output.view(tgt_len, bsz, output.size(1))
    if not is_batched:
        output = output.squeeze(1)
    if not need_weights:
        return output, None
    weights = weights.view(bsz, num_heads, tgt_len, src_len)
    if average_attn_weights:
        weights = weights.sum(dim=1) / num_heads
    return output, weights if is_batched else weights.squeeze(0)


def _check_attention_shapes(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Do the numbers of axes fit? True for batched (L, N, E), False for (L, E)."""
    dims = query.dim()
    if dims != 2 and dims != 3:
        raise AssertionError("query should be unbatched 2D or batched 3D tensor "
                             f"but received {dims}-D query tensor")
    kind = f"For {'batched' if dims == 3 else 'unbatched'} ({dims}-D) `query`, expected"
    assert key.dim() == dims and value.dim() == dims, (
        f"{kind} `key` and `value` to be {dims}-D "
        f"but found {key.dim()}-D and {value.dim()}-D tensors respectively")
    if key_padding_mask is not None:
        assert key_padding_mask.dim() == dims - 1, (
            f"{kind} `key_padding_mask` to be `None` or {dims - 1}-D "
            f"but found {key_padding_mask.dim()}-D tensor instead")
        if key_padding_mask.dtype != torch.bool and not key_padding_mask.is_floating_point():
            raise AssertionError("only bool and floating types of key_padding_mask are supported")
    if attn_mask is not None:
        assert attn_mask.dim() in (2, 3), (f"{kind} `attn_mask` to be `None`, 2-D or 3-D "
                                           f"but found {attn_mask.dim()}-D tensor instead")
        if dims == 2 and attn_mask.dim() == 3:
            expected = (num_heads, query.shape[0], key.shape[0])
            assert attn_mask.shape == expected, (
                f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}")
    return dims == 3


def _check_attention_mask(attn_mask, heads, tgt_len, src_len):
    """(L, S) or (N * heads, L, S) -> (1, L, S) or (N * heads, L, S), of bool or float."""
    if str(attn_mask.dtype) == "torch.uint8":
        warnings.warn("Byte tensor for attn_mask in nn.MultiheadAttention is deprecated. "
                      "Use bool tensor instead.")
        attn_mask = attn_mask.to(torch.bool)
    assert attn_mask.is_floating_point() or attn_mask.dtype == torch.bool, (
        f"Only float, byte, and bool types are supported for attn_mask, not {attn_mask.dtype}")
    expected = (tgt_len, src_len) if attn_mask.dim() == 2 else (heads, tgt_len, src_len)
    if attn_mask.shape != expected:
        raise RuntimeError(f"The shape of the {attn_mask.dim()}D attn_mask is {attn_mask.shape}, "
                           f"but should be {expected}.")
    return attn_mask.unsqueeze(0) if attn_mask.dim() == 2 else attn_mask


def _one_wider(mask):
    """(..., S) -> (..., S + 1); the added position may be looked at."""
    return None if mask is None else pad(mask, (0, 1))


def _merge_masks(attn_mask, key_padding_mask, bsz, num_heads, src_len, dtype):
    """One float mask (1 or N * heads, L or 1, S) out of both: 0 to look, -inf not to."""
    if key_padding_mask is not None:
        assert key_padding_mask.shape == (bsz, src_len), (
            f"expecting key_padding_mask shape of {(bsz, src_len)}, but got {key_padding_mask.shape}")
        key_padding_mask = key_padding_mask.view(bsz, 1, 1, src_len).expand(-1, num_heads, -1, -1)
        key_padding_mask = key_padding_mask.reshape(bsz * num_heads, 1, src_len)
        if attn_mask is None:
            attn_mask = key_padding_mask
        elif attn_mask.dtype == torch.bool:
            attn_mask = attn_mask.logical_or(key_padding_mask)
        else:
            attn_mask = attn_mask.masked_fill(key_padding_mask, float("-inf"))
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        hidden = attn_mask
        attn_mask = torch.zeros_like(hidden, dtype=dtype)
        attn_mask.masked_fill_(hidden, float("-inf"))
    return attn_mask


def _only_hides(mask):
    """Whether a mask holds nothing but 0 and -inf: to add it in a step of its own is the same."""
    return all(cell == 0.0 or cell == float("-inf")
               for table in mask.tolist() for row in table for cell in row)


def _project_packed(query, key, value, weight, bias):
    """Three linear maps out of one weight (3 * E, E); as few multiplications as the inputs allow."""
    size = query.size(-1)
    if key is value and query is key:
        return linear(query, weight, bias).chunk(3, dim=-1)
    if key is value:
        w_q, w_kv = weight.split([size, size * 2])
        b_q, b_kv = (None, None) if bias is None else bias.split([size, size * 2])
        return (linear(query, w_q, b_q),) + linear(key, w_kv, b_kv).chunk(2, dim=-1)
    w_q, w_k, w_v = weight.chunk(3)
    b_q, b_k, b_v = (None, None, None) if bias is None else bias.chunk(3)
    return linear(query, w_q, b_q), linear(key, w_k, b_k), linear(value, w_v, b_v)


def _project_apart(query, key, value, w_q, w_k, w_v, bias):
    """Three linear maps with weights (E, E), (E, Ek), (E, Ev) of their own."""
    b_q, b_k, b_v = (None, None, None) if bias is None else bias.chunk(3)
    size = query.size(-1)
    for name, x, weight in (("query", query, w_q), ("key", key, w_k), ("value", value, w_v)):
        expected = (size, x.size(-1))
        assert weight.shape == expected, (
            f"expecting {name} weights shape of {expected}, but got {weight.shape}")
    return linear(query, w_q, b_q), linear(key, w_k, b_k), linear(value, w_v, b_v)


# ---- activations and norms


def _must_be_float(kernel, input):
    """The refusal of whole numbers and bools by the kernel of that name."""
    if not input.is_floating_point():
        raise RuntimeError(f'"{kernel}" not implemented for \'{input.type()[6:-6]}\'')


def _over(input, made, name):
    """What was made of a copy of the input, written over it."""
    input.copy_(made)
    return input if input._is_view() else _named(input, name)


def relu6(input, inplace=False):
    """min(max(x, 0), 6); any shape."""
    return hardtanh(input, 0.0, 6.0, inplace)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax of -x along `dim`."""
    return softmax(-input, dim, dtype=dtype)


def pixel_shuffle(input, upscale_factor):
    """(..., C * r * r, H, W) -> (..., C, H * r, W * r)"""
    *front, channels, height, width = input.shape
    r = upscale_factor
    if channels % (r * r):
        raise RuntimeError("pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                           f"upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}")
    parts = input.reshape(*front, channels // (r * r), r, r, height, width)
    n = len(front)
    order = list(range(n)) + [n, n + 3, n + 1, n + 4, n + 2]
    return _named(parts.permute(order).reshape(*front, channels // (r * r), height * r, width * r), "PixelShuffleBackward0")


def selu(input, inplace=False):
    """scale * (x if x > 0 else alpha * (exp(x) - 1)); any shape."""
    if inplace:
        return _over(input, selu(input.clone()), "EluBackward1")
    _must_be_float("elu_cpu", input)
    alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
    made = torch.where(input > 0, scale * input, (torch.exp(input) - 1) * (alpha * scale))
    return _with_gradients("EluBackward0", made, [input], [lambda grad: _elu_backward(grad, input, alpha, scale)])


def _elu_backward(grad, input, alpha, scale=1.0, stretch=1.0, over=False):
    """The gradient of scale * (x if x > 0 else alpha * (exp(stretch * x) - 1)), which bends below 0. `over`: it was
    written over x, and PyTorch tells the two sides apart by its sign."""
    if over and alpha < 0:
        raise RuntimeError("In-place elu backward calculation is triggered with a negative slope which is not "
                           "supported. This is caused by calling in-place forward function with a negative slope, "
                           "please call out-of-place version instead.")

    def slope(g):
        return torch.where(input <= 0, g * stretch * (alpha * scale) * torch.exp(input * stretch), g * scale)

    def bend(g):
        return torch.where(input < 0, g * grad * stretch * stretch * (alpha * scale) * torch.exp(input * stretch), 0.0)

    return _with_gradients("EluBackwardBackward0", slope(grad), [grad, input], [slope, bend])


def mish(input, inplace=False):
    """x * tanh(softplus(x)); any shape."""
    if inplace:
        return _over(input, mish(input.clone()), "MishBackward0")
    return _named(input * torch.tanh(softplus(input)), "MishBackward0", input)


def softsign(input):
    """x / (1 + |x|); any shape."""
    return input / (input.abs() + 1)


def relu_(input):
    """relu, written over its input."""
    return input.relu_()


def leaky_relu_(input, negative_slope=0.01):
    """leaky_relu, written over its input."""
    return leaky_relu(input, negative_slope, True)


def elu_(input, alpha=1.0):
    """elu, written over its input."""
    return elu(input, alpha, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """hardtanh, written over its input."""
    return hardtanh(input, min_val, max_val, True)


def selu_(input):
    """selu, written over its input."""
    return selu(input, True)


def prelu(input, weight):
    """x if x > 0 else weight * x; weight has one cell or one per channel (axis 1)."""
    if not isinstance(weight, torch.Tensor):
        raise TypeError(f"prelu(): argument 'weight' (position 2) must be Tensor, not {type(weight).__name__}")
    cells, channels = weight.numel(), input.size(1) if input.dim() > 1 else 1
    if cells != 1 and input.dim() == 0:
        raise RuntimeError("Not allow zero-dim input tensor.")
    if cells != 1 and cells != channels:
        raise RuntimeError("Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                           f"{cells} and channel size = {channels}.")
    if weight.dim() > 1:
        raise RuntimeError("prelu: Expected `weight` to be a scalar or 1D tensor, but got ndim = "
                           f"{weight.dim()}")
    if weight.dtype != input.dtype:
        raise RuntimeError(f"Found dtype {weight.type()[6:-6]} but expected {input.type()[6:-6]}")
    if cells > 1 or weight.dim() > input.dim():
        weight = weight.view([cells if d == 1 else 1 for d in range(input.dim())])
    return _named(torch.where(input > 0, input, weight * input), "PreluBackward0", input, weight)


def glu(input, dim=-1):
    """The first half of an axis times the sigmoid of the second: (..., 2 * n) -> (..., n)."""
    if input.size(dim) % 2 != 0:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim % input.dim()} "
                           f"is size {input.size(dim)}")
    kept, gate = input.chunk(2, dim=dim)
    return _named(kept * torch.sigmoid(gate), "GluBackward0", input)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """softmax of logits with Gumbel noise; with hard=True, one-hot. Any shape."""
    noise = -torch.empty(logits.shape, dtype=logits.dtype).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return torch.zeros_like(logits).scatter_(dim, index, 1.0) - soft.detach() + soft


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Each vector along `dim` divided by its length; any shape."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """x / sqrt(mean(x squared) + eps) over the last axes, times weight; any shape."""
    if eps is None:
        eps = 2.220446049250313e-16 if input.dtype == torch.float64 else 1.1920928955078125e-07
    axes = [-1 - i for i in range(len(normalized_shape))]
    output = input * torch.rsqrt(input.pow(2).mean(dim=axes, keepdim=True) + eps)
    return output if weight is None else output * weight


# ---- distances and losses


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along `dim`; that axis disappears."""
    x1, x2 = torch.broadcast_tensors(x1, x2)
    squares1, squares2 = (x1 ** 2).sum(dim, keepdim=True), (x2 ** 2).sum(dim, keepdim=True)
    with torch.no_grad():
        squares1.clamp_min_(eps * eps)
        squares2.clamp_min_(eps * eps)
    length1, length2 = squares1.sqrt(), squares2.sqrt()
    return ((x1 / length1) * (x2 / length2)).sum(dim)


def _reduced(loss, reduction):
    """All cells, their mean or their sum."""
    if reduction == "none":
        return loss
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    raise ValueError(f"{reduction} is not a valid value for reduction")


def _same_size(input, target):
    """Warn when broadcasting would compare cells that do not belong together."""
    if target.size() != input.size():
        warnings.warn(f"Using a target size ({target.size()}) that is different to the input size "
                      f"({input.size()}). This will likely lead to incorrect results due to "
                      "broadcasting. Please ensure they have the same size.")


def _alike(input, target):
    """Both in one shape."""
    return (input, target) if input.shape == target.shape else torch.broadcast_tensors(input, target)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """(input - target) squared; same shapes."""
    _same_size(input, target)
    input, target = _alike(input, target)
    apart = input - target
    loss = _reduced(apart ** 2, reduction)
    norm = 2 / input.numel() if reduction == "mean" and input.numel() else 2
    return _with_gradients("MseLossBackward0", loss, [input, target],
                           [lambda grad: norm * (input - target) * grad,
                            lambda grad: (norm * (target - input) * grad).contiguous()], apart)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """|input - target|; same shapes."""
    _same_size(input, target)
    return _reduced((input - target).abs(), reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """A parabola below beta, |input - target| - beta / 2 beyond; same shapes."""
    _same_size(input, target)
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    input, target = _alike(input, target)
    apart = input - target
    distance = apart.abs()
    loss = torch.where(distance < beta, 0.5 * distance * distance / beta, distance - 0.5 * beta)
    loss = _reduced(loss, reduction)
    norm = 1 / input.numel() if reduction == "mean" and input.numel() else 1

    def gradient(grad, x):
        """Of the one that x is counted from; beyond beta only the sign counts."""
        return torch.where(x.abs() >= beta, norm * x.sign() * grad, norm * x * grad / beta)

    return _with_gradients("SmoothL1LossBackward0", loss, [input, target],
                           [lambda grad: gradient(grad, input - target),
                            lambda grad: gradient(grad, target - input)], apart)


def huber_loss(input, target, reduction="mean", delta=1.0):
    """A parabola below delta, a line of slope delta beyond; same shapes."""
    _same_size(input, target)
    input, target = _alike(input, target)
    apart = input - target
    distance = apart.abs()
    loss = torch.where(distance < delta, 0.5 * distance * distance,
                       delta * (distance - 0.5 * delta))
    loss = _reduced(loss, reduction)
    norm = 1 / input.numel() if reduction == "mean" and input.numel() else 1

    def gradient(grad, x):
        """Of the one that x is counted from; beyond delta only the sign counts."""
        return torch.where(x.abs() >= delta, norm * x.sign() * grad * delta, norm * x * grad)

    return _with_gradients("HuberLossBackward0", loss, [input, target],
                           [lambda grad: gradient(grad, input - target),
                            lambda grad: gradient(grad, target - input)], apart)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None,
                         reduction="mean"):
    """-(t log p + (1 - t) log(1 - p)) for probabilities p; logarithms stop at -100. Same shapes."""
    if target.size() != input.size():
        raise ValueError(f"Using a target size ({target.size()}) that is different to the input size "
                         f"({input.size()}) is deprecated. Please ensure they have the same size.")
    if target.dtype != input.dtype:
        raise RuntimeError(f"Found dtype {target.type()[6:-6]} but expected {input.type()[6:-6]}")
    if not ((input >= 0) & (input <= 1)).all():
        raise RuntimeError("all elements of input should be between 0 and 1")
    rest, less = 1 - input, target - 1
    with torch.no_grad():
        no, yes = torch.xlogy(1.0, rest), torch.xlogy(1.0, input)  # xlogy has the C library's log, as this loss
        loss = less * no.clamp(min=-100) - target * yes.clamp(min=-100)
        loss = _reduced(loss if weight is None else loss * weight, reduction)
    def shared(made):
        """Weighted, and divided by the cells of a mean."""
        made = made if weight is None else made * weight
        return made / input.numel() if reduction == "mean" else made

    def of_input(grad):
        """Finite where a probability is 0 or 1."""
        return shared(grad * (input - target) / ((1 - input) * input).clamp(min=1e-12))

    def of_target(grad):
        return shared(((1 - input).log() - input.log()) * grad)

    return _with_gradients("BinaryCrossEntropyBackward0", loss, [input, target],
                           [of_input, of_target], [rest, less])


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction="mean", pos_weight=None):
    """binary_cross_entropy of sigmoid(input), without overflow. Same shapes."""
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as "
                         f"input size ({input.size()})")
    opposite, rest = -input, 1 - target
    with torch.no_grad():
        least = opposite.clamp(min=0)  # taken out of the exponents, so that none overflows
        log_sum = (torch.exp(-least) + torch.exp(-input - least)).log()
        if pos_weight is None:
            loss = rest * input + least + log_sum
        else:
            loss = rest * input + ((pos_weight - 1) * target + 1) * (log_sum + least)
        loss = _reduced(loss if weight is None else loss * weight, reduction)
    def shared(made):
        """Weighted, and divided by the cells of a mean."""
        made = made if weight is None else made * weight
        return made / input.numel() if reduction == "mean" else made

    def of_input(grad):
        """sigmoid(input) - target, weighted."""
        if pos_weight is None:
            return shared((input.sigmoid() - target) * grad)
        share = pos_weight * target
        return shared(((share + 1 - target) * input.sigmoid() - share) * grad)

    def of_target(grad):
        if pos_weight is None:
            return shared(input * -grad)
        chance = input.sigmoid()
        return shared(((1 - chance).log() - pos_weight * chance.log()) * grad)

    return _with_gradients("BinaryCrossEntropyWithLogitsBackward0", loss, [input, target],
                           [of_input, of_target], [opposite, rest])


def _with_gradients(name, loss, inputs, formulas, shown=None):
    """A loss with a formula of its own for the gradient of each input, as PyTorch's has. `shown`: what
    one operation made of the inputs; the gradients are shown as those of that operation. A list: what
    one made of each."""
    if torch.is_grad_enabled() and any(each.requires_grad for each in inputs):
        _attach_function(name, tuple(formulas), inputs, [loss], shown)
    return _named(loss, name, *inputs)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target * (log target - input) for log-probabilities `input`; same shapes."""
    if not (input.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        loss = target.exp() * (target - input)
    else:
        product = target * input  # made first, as PyTorch makes it: gradients add up in that order
        loss = torch.xlogy(target, target) - product
    if reduction == "batchmean":
        return loss.sum() / input.size(0)
    return _reduced(loss, reduction)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
                  reduction="mean", label_smoothing=0.0):
    """-log softmax(input)[target]: logits (N, C), targets class numbers (N) or shares (N, C)."""
    axis = 0 if input.dim() == 1 else 1
    shares = target.size() == input.size()
    if shares and not target.is_floating_point():
        raise RuntimeError("Expected floating point type for target with class probabilities, "
                           f"got {target.type()[6:-6]}")
    log_probs = log_softmax(input, dim=axis)
    if shares:
        return _cross_entropy_of_shares(log_probs, target, axis, weight, reduction, label_smoothing)
    loss = nll_loss(log_probs, target, weight=weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing <= 0.0:
        return loss
    _must_be_share(label_smoothing)
    # the smoothed part: the same small share for every class of every counted target
    spread = log_probs if weight is None else log_probs * weight.view(_channels(input, axis))
    spread = (-spread.sum(axis)).masked_fill(target == ignore_index, 0.0)
    if reduction == "mean":
        counted = target != ignore_index
        total = counted.sum() if weight is None else weight[target[counted]].sum()
        spread = spread.sum() / total
    elif reduction == "sum":
        spread = spread.sum()
    share = label_smoothing / input.size(axis)
    return loss * (1 - label_smoothing) + spread * share


def _must_be_share(label_smoothing):
    if label_smoothing > 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")


def _cross_entropy_of_shares(log_probs, target, axis, weight, reduction, label_smoothing):
    """Cross entropy when the targets are probabilities (N, C, ...)."""
    if label_smoothing > 0.0:
        _must_be_share(label_smoothing)
        target = target * (1 - label_smoothing) + label_smoothing / log_probs.size(axis)
    product = log_probs * target
    if weight is not None:
        product = product * weight.view(_channels(log_probs, axis))
    if reduction == "none":
        return -product.sum(axis)
    if reduction == "sum":
        return -product.sum()
    count = product.numel() // product.size(axis)
    return _named(-product.sum() / count, "DivBackward1")


def _channels(input, axis):
    """The shape that lines a vector (C) up with the class axis."""
    shape = [1] * input.dim()
    shape[axis] = input.size(axis)
    return shape
