# Linear layers, matmul of several ranks and einsum: the name tells which kernel was taken.
import torch
import torch.nn as nn
import torch.nn.functional as F

ones = nn.Linear(3, 2)
bare = nn.Linear(3, 2, bias=False)
with torch.no_grad():
    for p in list(ones.parameters()) + list(bare.parameters()):
        p.fill_(0.5)
print(ones.weight)
print(ones.bias)
for shape in ((3,), (2, 3), (1, 2, 3), (1, 1, 2, 3)):
    x = torch.ones(shape)
    print(tuple(shape), ones(x))
    print(tuple(shape), bare(x))
w = torch.ones(3, 3, requires_grad=True)
print(torch.ones(3) @ w)
print(w @ torch.ones(3))
print(w @ w)
print(torch.ones(1, 3, 3) @ w)
print(torch.bmm(torch.ones(1, 3, 3), w[None]))
print(torch.dot(w[0], w[1]), torch.mv(w, w[0]), torch.mm(w, w), torch.outer(w[0], w[1]))
print(torch.einsum("ij,jk->ik", w, w))
print(torch.einsum("bij,bjk->bik", w[None], w[None]))
print(torch.einsum("ij->ji", w))
print(torch.einsum("ij->", w))
print(F.gelu(w[0]), F.silu(w[0]), F.softmax(w[0], dim=0))
print(F.layer_norm(w, (3,)))
print(F.dropout(w, 0.5, training=False).grad_fn)
print(F.embedding(torch.tensor([0, 2]), w))
print(F.mse_loss(w, torch.zeros(3, 3)), F.cross_entropy(w, torch.tensor([0, 1, 2])))
