# label_smoothing below 0 is none, above 1 refused.
import torch
import torch.nn.functional as F

x, y = torch.tensor([[1., 2.]]), torch.tensor([1])
for s in (-0.5, 0, 1, 1.0, 1.5, 2):
    for t in (y, torch.tensor([[0.25, 0.75]])):
        try:
            print(s, F.cross_entropy(x, t, label_smoothing=s))
        except RuntimeError as e:
            print(e)
