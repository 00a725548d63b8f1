# Einstein sums.
import torch
from torch import einsum

a = torch.arange(6.0).reshape(2, 3)
b = torch.arange(12.0).reshape(3, 4)
print(torch.einsum("ij,jk->ik", a, b))
print(torch.einsum("ij,jk", a, b).equal(a @ b))
print(torch.einsum("ij->ji", a), torch.einsum("ij->i", a), torch.einsum("ij->j", a), torch.einsum("ij->", a))
print(torch.einsum("i,i->", a[0], a[1]), torch.einsum("i,j->ij", a[0], a[1]), torch.einsum("i,i", a[0], a[0]))
print(torch.einsum("ii->i", b[:, :3]), torch.einsum("ii", b[:, :3]))
print(torch.einsum("ij,ij->ij", a, a), torch.einsum("ij,ij->i", a, a))
q = torch.arange(24.0).reshape(2, 3, 2, 2) / 8
k = torch.arange(24.0).reshape(2, 3, 2, 2) / 4
s = torch.einsum("bqhd,bkhd->bhqk", q, k)
print(s.shape, s[1, 1])
w = torch.softmax(s - 20, dim=-1)
o = torch.einsum("bhqk,bkhd->bqhd", [w, k])
print(o.shape, o[0])
print(torch.einsum("b q h d, b k h d -> b h q k", q, k).equal(s))
print(torch.einsum("bid,bjd->bij", q[:, :, 0], k[:, :, 1]))
print(einsum("...ij,...kj->...ik", q, k).shape, einsum("...d->...", q).shape, einsum("bthd->bhtd", q).shape)
print(torch.einsum("ij,jk,kl->il", a, b, torch.ones(4, 2)))
print(torch.einsum("btc,hcd->bhtd", torch.ones(1, 2, 3), torch.arange(12.0).reshape(2, 3, 2)))
print(torch.einsum("ij,j->i", a, torch.tensor([1.0, 0.0, 2.0])), torch.einsum("i,ij->j", torch.ones(2), a))
print(torch.einsum("ij,kj->ik", torch.arange(6).reshape(2, 3), torch.arange(6).reshape(2, 3)))
print(torch.einsum("bij,bjk->ik", torch.ones(2, 2, 3), torch.ones(2, 3, 2)))
print(einsum("i,ijk,k->j", torch.ones(2), torch.ones(2, 3, 4), torch.ones(4)))
