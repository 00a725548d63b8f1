# Whether many numbers are true.
import torch

x = torch.tensor([1.0, 2.0])
print(bool(x[0] > 0), bool(x.any()), bool(torch.tensor([0])))
if (x > 1).any():
    print("some")
if x > 1:
    print("never")
