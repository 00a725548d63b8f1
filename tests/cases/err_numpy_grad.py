# numpy() of what wants gradients.
import torch

w = torch.ones(2, requires_grad=True)
print(w.detach().numpy(), (w * 2).detach().numpy())
print((w * 2).numpy())
