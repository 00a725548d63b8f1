# item of more than one.
import torch

x = torch.tensor([[5]])
print(x.item(), float(x), int(x), x.tolist())
print(torch.tensor([1, 2]).item())
