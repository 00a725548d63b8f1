# Every function on every tensor, along every dim: numbers, shapes, strides, types and what is refused, as PyTorch's.
import torch
import torch.nn.functional as F

TENSORS = [torch.tensor(3), torch.tensor(-2.5), torch.tensor([]), torch.tensor([3, 1, 2, 1]), torch.tensor([True, False, True]),
           torch.arange(6).reshape(2, 3), torch.arange(6.0).reshape(3, 2) - 2.5, torch.zeros(2, 0, 3),
           torch.tensor([[1.0, float("nan")], [float("inf"), -1]]), torch.arange(24.0).reshape(2, 3, 4)[..., ::2],
           torch.ones(1, 4, dtype=torch.int8), torch.arange(4.0, dtype=torch.float64)[::2], torch.arange(4.0).half()]


def t(what, f, *args, **kw):
    try:
        r = f(*args, **kw)
        for x in r if isinstance(r, tuple) else (r,):
            if isinstance(x, torch.Tensor):
                print(what, x.tolist(), tuple(x.shape), x.stride(), x.dtype)
            else:
                print(what, x)
    except Exception:
        print(what, "refused")


for name in "sum prod mean std var amax amin argmax argmin any all cumsum cumprod sort argsort max min median softmax log_softmax unbind flip nansum aminmax count_nonzero squeeze unsqueeze".split():
    for k, a in enumerate(TENSORS):
        for dim in (0, -1, 1, 2, -3):
            t((name, k, dim), getattr(torch, name), a, (dim,) if name == "flip" else dim) if name != "aminmax" else t((name, k, dim), torch.aminmax, a, dim=dim)
for name in "sum mean amax all".split():
    for k, a in enumerate(TENSORS):
        t((name, k, "keep"), getattr(a, name), dim=-1, keepdim=True)
        if name != "all":
            t((name, k, "two"), getattr(torch, name), a, dim=(0, -1))
for name, args in [("reshape", (-1,)), ("reshape", (2, -1)), ("reshape", (-1, 0)), ("reshape", (3, 2)), ("view", (-1,)), ("view", (6,)), ("view", (2, 3)),
                   ("view", (-1, -1)), ("t", ()), ("transpose", (0, 1)), ("transpose", (0, -1)), ("permute", (1, 0)), ("permute", (0, 0)), ("flatten", ()),
                   ("flatten", (1,)), ("repeat", (2,)), ("repeat", (2, 1)), ("expand", (2, -1)), ("expand", (3,)), ("item", ()),
                   ("numel", ()), ("dim", ()), ("contiguous", ()), ("is_contiguous", ()), ("narrow", (0, 1, 1)), ("select", (0, -1)), ("chunk", (2,)),
                   ("split", (2,)), ("split", ([1, 1],)), ("roll", (1,)), ("tril", ()), ("triu", (1,)), ("diagonal", ()), ("diag", ()), ("trace", ()),
                   ("nonzero", ()), ("topk", (2,)), ("kthvalue", (1,)), ("clamp", (0, 2)), ("round", ()), ("to", (torch.int16,)), ("bool", ()), ("type_as", (TENSORS[1],)),
                   ("gather", (0, torch.tensor([0]))), ("index_select", (0, torch.tensor([0, 0]))), ("masked_select", (torch.tensor(True),)),
                   ("masked_fill", (torch.tensor([True]), 9)), ("repeat_interleave", (2,)), ("unfold", (0, 2, 1)), ("movedim", (0, -1)), ("broadcast_to", (2, 3)),
                   ("tile", (2,)), ("square", ()), ("as_strided", ((2,), (1,))), ("bincount", ()), ("swapaxes", (0, 1)), ("view_as", (TENSORS[5],)),
                   ("tensor_split", (2,)), ("scatter", (0, torch.tensor([0]), 1)), ("fill_", (7,)), ("zero_", ()), ("add_", (1.5,)), ("squeeze_", ()), ("t_", ())]:
    if not hasattr(torch.Tensor, name):
        continue
    for k, a in enumerate(TENSORS):
        t((name, k) + tuple(str(x) for x in args), getattr(a.clone(), name), *args)
for name in "add sub mul div true_divide floor_divide remainder fmod maximum minimum ge lt eq ne logical_and logical_xor hypot bitwise_and bitwise_or matmul mm bmm mv dot outer".split():
    for k in (0, 3, 4, 5, 6, 9, 10):
        for j in (1, 3, 5, 8, 11, 12):
            t((name, k, j), getattr(torch, name), TENSORS[k], TENSORS[j])
for name in "neg abs sign sqrt log floor ceil isnan isfinite isinf logical_not bitwise_not reciprocal trunc frac rsqrt relu sigmoid tanh numel".split():
    for k, a in enumerate(TENSORS):
        t((name, k), getattr(torch, name), a)
for key in [0, -1, 2, 5, None, ..., slice(None), slice(1, None), slice(5, 1), slice(-2, 9, 2), (0, 1), (..., 0), (0, ...), (None, 0), [0, 1], [True, False],
            torch.tensor([1, 0]), (slice(None), [0, 1]), ([0, 1], [1, 0]), ([0, 1], slice(None)), 1.5, "a", (0, 0, 0, 0), (slice(None), None, 1),
            torch.tensor([[True, False, True], [False, True, False]]), True, False, [], ([0], 7), torch.tensor(1), (torch.tensor(0), slice(None)), slice(None, None, -1), [[0], [1]],
            ([[0], [1]], [0, 1]), (0, [0, 1], None), torch.tensor([0.5])]:
    for k in (3, 5, 7, 9):
        t((str(key), k), TENSORS[k].__getitem__, key)
        b = TENSORS[k].clone()
        try:
            b[key] = 9
            print(b.tolist())
        except Exception:
            print("refused")
X = TENSORS[6]
for name, args, kw in [("softmax", (X, -1), {}), ("softmax", (X, 5), {}), ("softmax", (TENSORS[5], -1), {}), ("layer_norm", (X, (2,)), {}), ("layer_norm", (X, (3,)), {}),
                       ("linear", (X, X), {}), ("linear", (X, X.T), {}), ("one_hot", (TENSORS[3],), {}), ("one_hot", (TENSORS[3], 3), {}), ("pad", (X, (1, 0)), {}),
                       ("pad", (X, (1, 0, 0, 2)), {"value": 9.0}), ("pad", (X, (1,)), {}), ("cross_entropy", (X, torch.tensor([0, 1, 1])), {}),
                       ("cross_entropy", (X, torch.tensor([0, 1])), {}), ("cross_entropy", (X, torch.tensor([0, 1, 2])), {}), ("nll_loss", (X, torch.tensor([0, 1, 1])), {"reduction": "none"}),
                       ("mse_loss", (X, X + 1), {"reduction": "sum"}), ("mse_loss", (X, X), {"reduction": "x"}), ("gelu", (X,), {}), ("gelu", (X,), {"approximate": "tanh"}),
                       ("embedding", (TENSORS[3], torch.arange(8.0).reshape(4, 2)), {}), ("embedding", (TENSORS[3], X), {}), ("dropout", (X, 0.0), {}), ("dropout", (X, 1.0), {}),
                       ("dropout", (X, 2.0), {}), ("normalize", (X,), {}), ("cosine_similarity", (X, X + 1), {}), ("leaky_relu", (X, 0.1), {}), ("elu", (X,), {}), ("silu", (X,), {}),
                       ("softplus", (X,), {}), ("log_softmax", (X,), {"dim": 0}), ("scaled_dot_product_attention", (X,), {})]:
    if hasattr(F, name):
        t(name, getattr(F, name), *args, **kw)
for bins in (1, 3, 0, -1):
    for low, high in ((0, 0), (-1, 2), (2, 1), (2, 2)):
        t(("histc", bins, low, high), torch.histc, X, bins, low, high)
for least in (0, 5, -1):
    t(("bincount", least), torch.bincount, TENSORS[3], minlength=least)
    t(("bincount", least, "weights"), torch.bincount, TENSORS[3], torch.tensor([0.5, 1, 2, 4]), least)
t("bincount", torch.bincount, TENSORS[3], torch.ones(3))
