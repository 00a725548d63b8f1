# einops is a package of its own. Where it is missing, the same moves written with view, permute and
# reshape stand in: the expected output is made with those.
import torch

try:
    from einops import rearrange, reduce, repeat
except ImportError:
    by_hand = {
        "b t (h d) -> b h t d": lambda x, h: x.view(*x.shape[:2], h, -1).permute(0, 2, 1, 3),
        "b h t d -> b t (h d)": lambda x: x.permute(0, 2, 1, 3).reshape(x.size(0), x.size(2), -1),
        "b t d -> (b t) d": lambda x: x.reshape(-1, x.size(2)),
        "(b t) d -> b t d": lambda x, b: x.view(b, -1, x.size(1)),
        "b t (three h d) -> three b h t d": lambda x, three, h: x.view(
            *x.shape[:2], three, h, -1).permute(2, 0, 3, 1, 4),
        "b t d -> b d t": lambda x: x.transpose(1, 2),
        "b t d -> b t 1 d": lambda x: x.unsqueeze(2),
        "b t d -> b t r d": lambda x, r: x.unsqueeze(2).expand(-1, -1, r, -1),
        "t d -> b t d": lambda x, b: x.unsqueeze(0).expand(b, -1, -1),
        "b h d -> b (h r) d": lambda x, r: x.repeat_interleave(r, dim=1),
        "b t d -> b d": {"mean": lambda x: x.mean(1), "max": lambda x: x.amax(1), "sum": lambda x: x.sum(1)},
        "b (t two) d -> b t d": {"sum": lambda x, two: x.view(x.size(0), -1, two, x.size(2)).sum(2)},
    }

    def rearrange(x, pattern, **sizes):
        return by_hand[pattern](x, **sizes)

    repeat = rearrange

    def reduce(x, pattern, how, **sizes):
        return by_hand[pattern][how](x, **sizes)

x = torch.arange(24.0).view(2, 3, 4)
heads = rearrange(x, "b t (h d) -> b h t d", h=2)
print(heads.shape, heads)
print(rearrange(heads, "b h t d -> b t (h d)").equal(x))
flat = rearrange(x, "b t d -> (b t) d")
print(flat.shape, rearrange(flat, "(b t) d -> b t d", b=2).equal(x))
print(rearrange(x, "b t d -> b d t"), rearrange(x, "b t d -> b t 1 d").shape)
qkv = torch.arange(2 * 2 * 12.0).view(2, 2, 12)
q, k, v = rearrange(qkv, "b t (three h d) -> three b h t d", three=3, h=2)
print(q.shape, q[1], k[0, 1], v[1, 0])
print(repeat(x, "b t d -> b t r d", r=2)[0, 1], repeat(x[0], "t d -> b t d", b=2).shape)
print(repeat(x, "b h d -> b (h r) d", r=2)[1])
print(reduce(x, "b t d -> b d", "mean"), reduce(x, "b t d -> b d", "max"), reduce(x, "b t d -> b d", "sum"))
print(reduce(torch.arange(16.0).view(2, 4, 2), "b (t two) d -> b t d", "sum", two=2))
