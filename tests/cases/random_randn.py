# Normal numbers: pairs below sixteen elements, blocks of sixteen above, the redone tail.
import torch

for n in (1, 2, 3, 7, 15):
    torch.manual_seed(3)
    print(n, torch.randn(n))
for n in (16, 17, 24, 31, 32, 40):
    torch.manual_seed(3)
    print(n, torch.randn(n))
torch.manual_seed(5)
print(torch.randn(2, 3), torch.randn(2, 3))
print(torch.randn(4, 4))
print(torch.randn(3))
print(torch.randn(2, 3, 4))
print(torch.randn(()))
print(torch.randn(size=(2, 2)), torch.randn([1, 3]))
