# Ways to write a mask, and what each leaves of the weights.
import torch
import torch.nn.functional as F

torch.manual_seed(6)
T = 4
scores = torch.randn(T, T)
lower = torch.tril(torch.ones(T, T))
print(scores)
print(lower, lower.bool(), torch.triu(torch.ones(T, T), diagonal=1).bool())
a = scores.masked_fill(lower == 0, float("-inf"))
b = scores.masked_fill(~lower.bool(), -1e9)
c = torch.where(lower == 1, scores, torch.tensor(-float("inf")))
d = scores + torch.triu(torch.full((T, T), float("-inf")), diagonal=1)
e = scores * lower
print(a)
print(b)
for name, m in zip("abcd", (a, b, c, d)):
    print(name, F.softmax(m, dim=-1).equal(F.softmax(a, dim=-1)), torch.isinf(m).sum().item())
print("zeros are no mask", F.softmax(e, dim=-1))
w = F.softmax(scores, dim=-1) * lower
print(w / w.sum(dim=-1, keepdim=True))
scores.masked_fill(lower == 0, float("-inf"))
print("lost", F.softmax(scores, dim=-1)[0])
print("nan", (lower.masked_fill(lower == 0, 1) * scores + (1 - lower) * float("-inf"))[0])
print(F.softmax(scores.masked_fill(torch.triu(torch.ones(T, T)) == 1, float("-inf")), dim=-1))
lengths = torch.tensor([2, 4])
padding = torch.arange(T)[None, :] < lengths[:, None]
print(padding, padding[:, None, None, :].shape)
both = padding[:, None, :] & lower.bool()
print(both[0])
batch = scores.expand(2, T, T).masked_fill(~both, float("-inf")).softmax(-1)
print(batch)
window = torch.triu(lower, diagonal=-1)
print(window, scores.masked_fill(window == 0, -torch.inf).softmax(-1))
ids = torch.tensor([[5, 7, 0, 0], [1, 2, 3, 0]])
print((ids != 0).unsqueeze(1).unsqueeze(2), ids.eq(0).sum(1))
print(1.0 - (ids != 0).float(), (1.0 - (ids != 0).float()) * -10000.0)
print(torch.arange(T)[:, None] >= torch.arange(T), torch.ones(2, 3).tril(diagonal=1))
