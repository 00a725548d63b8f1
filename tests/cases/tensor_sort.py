# Order: sort, argsort, topk, extremes, searching.
import torch

x = torch.tensor([[3.0, -1.0, 2.5, 0.0], [9.0, 4.0, -7.0, 1.0]])
print(x.sort())
print(x.sort(descending=True).values, x.sort(dim=0).indices)
values, order = torch.sort(x, dim=1, descending=True)
print(values[:, 0], order)
print(x.argsort(), x.argsort(dim=-1, descending=True), torch.argsort(x[0]))
print(x.topk(2), torch.topk(x, 3, largest=False), torch.topk(x, k=1, dim=0))
v, i = x[0].topk(2)
print(v, i, v.tolist(), i.tolist())
print(x.gather(1, x.argsort(1)), x[0][x[0].argsort(descending=True)])
print(x.argmax(), x.argmax(1), x.max(1), torch.argmax(x, dim=0), x.flatten().argmin().item())
print(torch.tensor([2, 2, 1, 1]).sort(stable=True), torch.tensor([True, False]).sort())
print(x.kthvalue(2), x.flip(0), x.flip([0, 1]), torch.roll(x, 1, dims=1), x.roll(1), torch.fliplr(x))
print(torch.searchsorted(torch.tensor([1.0, 3.0, 5.0]), torch.tensor([0.0, 3.0, 4.0])))
print(torch.bucketize(torch.tensor([0.5, 2.5]), torch.tensor([1.0, 2.0, 3.0])))
p = torch.softmax(torch.tensor([2.0, 1.0, 0.5, -1.0]), dim=0)
sorted_p, sorted_i = torch.sort(p, descending=True)
keep = torch.cumsum(sorted_p, dim=0) <= 0.9
print(p, keep, sorted_i[keep])
logits = torch.tensor([2.0, 1.0, 0.5, -1.0])
kth = torch.topk(logits, 2).values[-1]
print(logits.masked_fill(logits < kth, float("-inf")), torch.where(logits < kth, -float("inf"), logits).softmax(0))
print(torch.equal(x, x.clone()), torch.isin(torch.tensor([1, 2, 3]), torch.tensor([2])), torch.diff(torch.tensor([1, 4, 9])))
