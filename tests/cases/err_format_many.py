# A format for one number, given several.
import torch

x = torch.tensor([1.25, 2.5])
print(f"{x[0]:.1f} {x.sum():6.3f} {x}")
print(f"{x:.2f}")
