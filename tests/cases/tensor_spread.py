# std and var of a whole tensor go around the mean as float32 rounds it.
import torch
torch.manual_seed(0)
for n in (3, 12, 100, 1000):
    c = torch.full((n,), 0.3)
    print(n, c.std().item(), c.var().item(), c.mean().item(), c.std(0).item(), c.view(1, -1).std(1).item(), torch.std_mean(c), c.std(unbiased=False).item())


w = torch.full((3,4), 0.3, requires_grad=True); print(w.std(), w.std().item())
for shape in ((12,), (4, 5), (3, 7, 11)):
    x = torch.randn(*shape) + 3
    print(x.std().item(), x.var().item(), torch.var_mean(x), x.std(dim=0).view(-1)[0].item())
