# Where gradients meet at one tensor, to the last bit: those of operations that PyTorch makes of several arrive in parts,
# one by one, or the last tensor's first.
import torch


def show(*tensors):
    sums = []
    for x in tensors:
        bits = x.detach().contiguous().view(torch.int32).long().flatten()
        sums.append((bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())
    print(*sums)


torch.manual_seed(0)
for shape in ((7,), (3, 6), (5, 4), (2, 3, 4)):
    for name, f in (("cov", torch.cov), ("corrcoef", torch.corrcoef), ("diff", lambda x: x.diff(dim=0)),
                    ("diff twice", lambda x: x.diff(2, 0)), ("diff with ends", lambda x: x.diff(prepend=x.detach())),
                    ("column_stack", lambda x: torch.column_stack([x, x])), ("hstack", lambda x: torch.hstack([x, x])),
                    ("vstack", lambda x: torch.vstack([x, x])), ("row_stack", lambda x: torch.row_stack([x, x])),
                    ("dstack", lambda x: torch.dstack([x, x])), ("stack", lambda x: torch.stack([x, x])),
                    ("cat", lambda x: torch.cat([x, x]))):
        if name in ("cov", "corrcoef") and len(shape) > 2:
            continue
        x = torch.randn(shape, requires_grad=True)
        y = f(x)
        z = x * torch.randn(shape)
        (z.sum() + (y * torch.randn(y.shape)).sum()).backward()
        print(name, shape, end=" ")
        show(y, x.grad)
