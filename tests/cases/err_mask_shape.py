# A boolean mask of another shape.
import torch

scores = torch.arange(6.0).reshape(2, 3)
mask = torch.tensor([[True, False], [False, True]])
print(scores[:, :2][mask])
print(scores[mask])
