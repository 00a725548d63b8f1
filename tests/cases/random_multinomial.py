# Sampling from weights, with and without replacement.
import torch

torch.manual_seed(2)
p = torch.tensor([0.1, 0.2, 0.3, 0.4])
print(torch.multinomial(p, 1))
print(torch.multinomial(p, 2))
print(torch.multinomial(p, 4))
print(torch.multinomial(p, 10, replacement=True))
rows = torch.softmax(torch.randn(3, 5), dim=-1)
print(torch.multinomial(rows, num_samples=1))
print(torch.multinomial(rows, 3))
print(torch.multinomial(rows, 6, replacement=True))
print(torch.multinomial(torch.tensor([0.0, 3.0, 0.0]), 1))
token = torch.multinomial(rows[0], 1).item()
print(token, 0 <= token < 5)
print(torch.rand(1))
