# Which type comes out of which two.
import torch

i, f, d, b = torch.tensor([1, 2]), torch.tensor([1.5, 2.5]), torch.tensor([0.5, 0.25]).double(), torch.tensor([True, False])
for name, t in (("i", i), ("f", f), ("d", d), ("b", b)):
    print(name, [(t + o).dtype for o in (i, f, d, b, 1, 1.0, True)])
print(i / 2, i // 2, i * 2.0, i + True, b + b, b + 1, b * f, i ** 2, i / i)
print(torch.tensor(2.0) * i, torch.tensor(2.0).double() * f, torch.tensor(2) * f, torch.tensor(3) + b)
print(i.sum(), b.sum(), b.float().mean(), f.sum().dtype, i.cumsum(0).dtype, i.prod(), b.long().prod())
print(i.exp(), i.sqrt(), i.sin().dtype, torch.sigmoid(i), b.exp().dtype, i.float().log())
print(i == i.float(), i > 1.5, b == 1, f.round(), f.floor(), f.ceil(), f.trunc(), -f // 1)
print(torch.cat([i, f]), torch.stack([i, b]), torch.where(b, i, 0), torch.where(b, i, f))
print(f.to(torch.int64), f.type(torch.long), f.type_as(i), f.to(i), i.to(d).dtype, i.double(), f.bool(), f.byte())
print(torch.result_type(i, f), torch.promote_types(torch.int64, torch.bool), torch.can_cast(torch.float, torch.int))
print((~b), b & True, b | b, b ^ True, i & 1, i | 4, i ^ 3, i << 2, i >> 1, ~i)
print(-i, +i, abs(-i), (-7 // torch.tensor(2)), torch.tensor(-7) % 3, torch.tensor(7) // -2, torch.fmod(torch.tensor(-7), 3))
i += 5
f += i
print(i, f, f.dtype)
print(torch.tensor([1, 2], dtype=torch.int32) + i, (torch.tensor([1, 2], dtype=torch.uint8) + 1).dtype)
print(torch.arange(3) / torch.arange(1, 4), torch.arange(4).float() / 4, torch.ones(2) * torch.pi)
print(torch.tensor([3.7, -3.7]).int(), torch.tensor([0.1, 0.0, -2.0]).bool(), torch.tensor(5.9).long().item())
print(int(torch.tensor(3.9)), float(torch.tensor(3)), bool(torch.tensor(0.0)), round(torch.tensor(2.567).item(), 2))
print(torch.div(torch.tensor([7.0, -7.0]), 2, rounding_mode="floor"), torch.div(i, 4, rounding_mode="trunc"))
