# gcd and lcm are of whole numbers only; shapes and dtypes meet as everywhere
import torch

for f in (torch.gcd, torch.lcm):
    for a, b in (([4.0], [6.0]), ([4], [6.5]), ([True], [False]), ([4, -6, 0], [6, 9, 0]), ([4, 6], [[8], [9]])):
        try:
            print(f(torch.tensor(a), torch.tensor(b)))
        except RuntimeError as e:
            print(e)
    print(f(torch.tensor([4, 6], dtype=torch.int8), torch.tensor([6, 9], dtype=torch.int32)).dtype)
    try:
        f(torch.tensor([4]), 6)
    except TypeError as e:
        print(e)
