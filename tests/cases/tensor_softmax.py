# Softmax on every axis, by function, by module, by hand.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[[1.0, 2.0, 3.0], [0.5, -0.5, 0.0]], [[4.0, 4.0, 4.0], [-1.0, 6.0, 2.0]]])
print(torch.softmax(x, dim=-1))
print(F.softmax(x, dim=1))
print(x.softmax(0))
print(nn.Softmax(dim=-1)(x).equal(x.softmax(-1)), nn.Softmax(dim=2), nn.LogSoftmax(dim=-1))
print(F.log_softmax(x, dim=-1), torch.log_softmax(x[0], 1).exp())
top = x.max(dim=-1, keepdim=True).values
e = torch.exp(x - top)
print(e / e.sum(dim=-1, keepdim=True))
naive = x.exp() / x.exp().sum(-1, keepdim=True)
print(torch.allclose(naive, x.softmax(-1)), (naive - x.softmax(-1)).abs().max() < 1e-6)
print(torch.softmax(torch.tensor([1000.0, 1000.5]), dim=0), torch.exp(torch.tensor([1000.0])))
for temperature in (0.1, 1.0, 10.0):
    print(temperature, torch.softmax(x[0, 0] / temperature, dim=-1))
print(torch.softmax(torch.tensor([1, 2, 3]), dim=0, dtype=torch.float32), F.softmax(torch.tensor(2.0), dim=0))
print(torch.softmax(torch.tensor([[0.0, float("-inf")], [float("-inf"), 1.0]]), -1), F.softmax(torch.tensor([1e-5, 0.0]), dim=0))
print(x.double().softmax(-1)[0], torch.logsumexp(x, dim=-1), F.softmax(input=x[0], dim=0))
print(F.cross_entropy(x[0], torch.tensor([2, 0])), F.nll_loss(F.log_softmax(x[0], -1), torch.tensor([2, 0])))
print(F.cross_entropy(x[0], torch.tensor([2, 0]), reduction="none"), F.cross_entropy(x[0], torch.tensor([-100, 1])), F.mse_loss(x[0], x[1]))
print(F.kl_div(F.log_softmax(x[0], -1), F.softmax(x[1], -1), reduction="batchmean"), F.cosine_similarity(x[0], x[1], dim=-1))
