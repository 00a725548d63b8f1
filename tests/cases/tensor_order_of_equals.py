# Which of equal values comes first follows from the steps of the C++ library's sort and selection.
import torch

nan = float("nan")
x = torch.zeros(27)
x[3] = 1
print(torch.topk(x, 3))
print(torch.zeros(130).topk(2).indices, torch.zeros(129).topk(3).indices)
print((torch.arange(20) % 3).sort(), (torch.arange(20) % 3).argsort(stable=True))


def mark(*places):
    """One number that another order would change."""
    total = 0
    for p in places:
        weights = torch.arange(1, p.numel() + 1)
        total = (total * 31 + int((p.flatten() * weights).sum())) % 999983
    return total


torch.manual_seed(1)
for n in [1, 2, 3, 4, 5, 16, 17, 18, 31, 64, 65, 129, 257, 1000, 3000]:
    marks = []
    for dtype in (torch.float32, torch.int64, torch.float64, torch.uint8):
        y = torch.randint(0, 5, (n,)).to(dtype)
        with_nan = y.clone()
        if dtype.is_floating_point:
            with_nan[torch.rand(n) < 0.2] = nan
        for z in (y, y.sort(stable=True)[0], -y, with_nan, y * 0, with_nan * 0):
            found = []
            for k in sorted({1, min(3, n), n // 64, n // 2, n}):
                for largest in (True, False):
                    found.append(z.topk(k, largest=largest)[1])
                    found.append(z.topk(k, largest=largest, sorted=False)[1])
            for descending in (False, True):
                found.append(z.sort(descending=descending)[1])
                found.append(z.sort(descending=descending, stable=True)[1])
                found.append(z.argsort(descending=descending))
            found += [z.kthvalue(max(1, n // 3))[1], z.median(0)[1], z.nanmedian(0)[1]]
            if not (z != z).any():
                found.append(z.mode()[1])
            marks.append(mark(*found))
    y = torch.randint(0, 3, (3, n, 4))
    marks.append(mark(y.topk(max(1, n // 2), dim=1)[1], y.sort(1)[1], y.kthvalue(1, 1, True)[1],
                      y.median(1)[1], y.mode(1)[1], y.transpose(0, 2).topk(min(3, n), 1)[1]))
    print(n, marks)

# values that use up the depth of a quick sort: heaps take over
n = 2000
y = torch.tensor([k // 2 if k % 2 == 0 else n - k for k in range(n)]) // 4
print(mark(y.sort()[1], y.topk(1)[1], y.topk(900)[1], y.kthvalue(1000)[1]))
