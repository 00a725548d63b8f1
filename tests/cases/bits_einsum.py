# Equations as attention code writes them, then drawn ones: the cells to the bit, and the strides. Operands lie
# contiguous, permuted, cut or expanded; axes have sizes of 1 to 16.
import random
import torch

torch.manual_seed(0)


def tell(name, y):
    cells = y.contiguous().view(torch.int32).long().reshape(-1)
    places = torch.arange(1, cells.numel() + 1)
    print(name, tuple(y.shape), y.stride(), cells.sum().item(), (cells * places % 1000003).sum().item())


for n in (1, 2, 3):
    for length in (4, 8, 9, 12, 16, 33):
        q, k = torch.randn(n, length, 4, 8), torch.randn(n, length, 4, 8)
        scores = torch.einsum("nqhd,nkhd->nhqk", [q, k])
        tell(f"scores {n} {length}", scores)
        tell("context", torch.einsum("nhql,nlhd->nqhd", [torch.softmax(scores, dim=3), k]))
        tell("turned", torch.einsum("bhid,bhjd->bhij", q.transpose(1, 2), k.transpose(1, 2)))

draw = random.Random(5)


def operand(sizes):
    how, n = draw.randrange(5), len(sizes)
    d = draw.randrange(n)
    if how < 2:
        return torch.randn(sizes)
    if how == 2:
        order = draw.sample(range(n), n)
        return torch.randn([sizes[d] for d in order]).permute([order.index(d) for d in range(n)])
    if how == 3:
        return torch.randn(sizes[:d] + [sizes[d] + 2] + sizes[d + 1:]).narrow(d, 1, sizes[d])
    return torch.randn(sizes[:d] + [1] + sizes[d + 1:]).expand(sizes)


for k in range(200):
    letters = "abcdef"[:draw.randint(2, 6)]
    many = [1, 2, 3, 4, 5, 8, 9, 12, 16] if len(letters) < 5 else [1, 2, 3, 4, 5]
    size = {letter: draw.choice(many) for letter in letters}
    parts = ["".join(draw.sample(letters, draw.randint(1, min(4, len(letters))))) for _ in range(draw.choice([2, 2, 2, 3]))]
    used = sorted(set("".join(parts)))
    equation = ",".join(parts) + "->" + "".join(draw.sample(used, draw.randint(0, len(used))))
    operands = [operand([1 if draw.random() < 0.05 else size[letter] for letter in part]) for part in parts]
    tell(equation, torch.einsum(equation, *operands))
