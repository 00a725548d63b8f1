# Every elementwise function on every type, on more cells than a vector holds: a weighted sum of what it gives.
import torch
import torch.nn.functional as F

TYPES = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64]
A = torch.tensor([3, -2, 0, 5, 1, -7, 4, 2, -1, 6, 9, -4, 7, 0, 1, -3, 8, 2, -5])
B = torch.tensor([2, 3, 1, -2, 4, 5, -1, 2, 3, -4, 1, 6, 2, 5, -3, 1, 2, 3, 4])


def brief(r):
    w = torch.arange(1, r.numel() + 1).double()
    v = r.flatten().double()
    v = torch.where(torch.isnan(v), torch.tensor(7777.0).double(), v).clamp(-1e6, 1e6)
    return "%s:%.4g" % (str(r.dtype)[6:], float((v * w).sum()))


# where a rounding differs, or PyTorch 1.13 refuses what newer ones and qkv do not
LEFT_OUT = {torch.bool: "positive relu6 isclose lerp", torch.float16: "erfc xlogy", torch.bfloat16: "selu mish"}


def t(name, f, *args):
    if name in LEFT_OUT.get(d, "").split():
        return "-"
    try:
        return brief(f(*args))
    except Exception as e:
        return "%s" % (type(e).__name__,)


UNARY = "neg abs sign square positive bitwise_not logical_not sqrt rsqrt reciprocal exp expm1 log1p sin cos tan atan sinh cosh tanh asinh sigmoid erf erfc floor ceil round trunc frac isnan isfinite relu sgn signbit deg2rad".split()
LAYERS = "relu6 leaky_relu elu selu softplus silu gelu mish logsigmoid softsign".split()
BINARY = "add sub mul div floor_divide remainder fmod maximum minimum eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor atan2 hypot pow xlogy heaviside isclose float_power fmax fmin true_divide".split()
for d in TYPES:
    a, b = A.to(d), (B.abs() if d == torch.uint8 else B).to(d)
    print(d)
    print(" ".join(n + " " + t(n, getattr(torch, n), a) for n in UNARY))
    print(" ".join(n + " " + t(n, getattr(F, n), a) for n in LAYERS))
    print(" ".join(n + " " + t(n, getattr(torch, n), a, b) for n in BINARY))
    print(" ".join(n + " " + t(n, getattr(torch, n), a, 3) for n in BINARY))
    print(" ".join(n + " " + t(n, getattr(torch, n), a, b[::2].repeat(2)[:19]) for n in BINARY))
    for mode in ("trunc", "floor"):
        print(mode, t(mode, lambda: torch.div(a, b, rounding_mode=mode)), t(mode, lambda: torch.div(a, 3, rounding_mode=mode)))
    print("shift", t("l", lambda: a << 2), t("r", lambda: a >> 1), t("l", lambda: a << b.abs()), t("r", lambda: a >> b.abs()), t("p", lambda: 2 << b.abs()))
    print("pow", *(t("pow", lambda: a ** p) for p in (0, 1, 2, 3, -1, -2, 0.5, -0.5, 2.5)), t("rpow", lambda: 2 ** b))
    print("where", t("w", lambda: torch.where(A > 1, a, b)), t("w", lambda: torch.where(A > 1, a, 2)), t("m", lambda: a.masked_fill(A > 2, 1)))
    print("clamp", t("c", lambda: a.clamp(-1, 4)), t("c", lambda: a.clamp(min=2)), t("c", lambda: a.clamp(max=2)),
          t("c", lambda: a.clamp(b, b + 2)), t("c", lambda: a.clamp(min=b)), t("c", lambda: a.clamp(max=b)))
    print("lerp", t("lerp", lambda: torch.lerp(a, b, 0.25)), t("lerp", lambda: torch.lerp(a, b, a)), t("lerp", lambda: torch.addcmul(a, a, b, value=2)),
          t("a", lambda: torch.addcdiv(a, a, b, value=2)), t("lerp", lambda: torch.add(a, b, alpha=2)))
    print("folds", *(n + " " + t(n, getattr(torch, n), a) for n in "sum prod mean var std amax amin argmax argmin any all median cumsum_ nansum logsumexp_ norm count_nonzero".replace("cumsum_ ", "").replace("logsumexp_ ", "").split()))
    print("rows", *(n + " " + t(n, getattr(torch, n), a[:18].view(3, 6), k) for n in "sum prod mean var amax amin argmax argmin any all cumsum cumprod softmax log_softmax logsumexp sort".split()[:-1] for k in (0, 1)))
    print("order", t("s", lambda: a.sort()[0]), t("s", lambda: a.argsort(descending=True, stable=True)), t("t", lambda: a.topk(4)[0]), t("u", lambda: torch.unique(a)), t("m", lambda: a.view(-1).msort()), t("k", lambda: a.kthvalue(5)[0]), t("m", lambda: a.mode()[0]))
    print("to", *(t("to", lambda: a.to(e)) for e in TYPES))
    for n in ("add_", "mul_", "sub_", "div_", "pow_", "clamp_min_", "bitwise_and_", "fill_", "neg_", "zero_"):
        print(n, t(n, lambda: getattr(a.clone(), n)(*([] if n in ("neg_", "zero_") else [2]))), end=" ")
    print()
