# exponential_: the stream, whatever the shape.
import torch

for seed in (0, 1):
    torch.manual_seed(seed)
    for shape in ((5,), (20,), (3, 7)):
        print(torch.empty(shape).exponential_(2.5), torch.empty(shape, dtype=torch.double).exponential_(), torch.rand(2))
try:
    torch.empty(3).exponential_(-1)
except RuntimeError as error:
    print(error)
