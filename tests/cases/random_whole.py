# random_() up to the largest integer, and seeds drawn with it.
import torch
torch.manual_seed(1)
for i in range(4):
    print(torch.empty(3, dtype=torch.int64).random_(), torch.empty(2, dtype=torch.int64).random_(5, None), torch.empty(3).random_(), torch.empty(3,dtype=torch.float64).random_(), torch.empty(3,dtype=torch.int32).random_(), torch.empty(3,dtype=torch.uint8).random_(), torch.empty(2, dtype=torch.int64).random_(2**40), torch.randint(0, 2**63-1, (2,)), torch.randint(-5, 2**62, (2,)),torch.empty(3,dtype=torch.int32).random_(3,None))
torch.manual_seed(123)
for i in range(6):
    s = torch.empty((), dtype=torch.int64).random_().item()
    g = torch.Generator(); g.manual_seed(s)
    print(s, torch.randperm(5, generator=g), torch.randperm(5, generator=g), torch.rand(2, generator=g), g.initial_seed())
g.manual_seed(-5); print(torch.rand(2, generator=g), g.initial_seed())
g.manual_seed(2**32+7); print(torch.rand(2, generator=g), g.initial_seed())
