# The dtype suffix, and how each type prints its numbers.
import torch

print(torch.tensor([1.0, 2.5], dtype=torch.float64))
print(torch.tensor([1.0, 2.5]).double() / 3)
print(torch.tensor([1, -20, 300]))
print(torch.tensor([1, -20, 300], dtype=torch.int32))
print(torch.tensor([True, False]))
print(torch.tensor([[True, False], [False, False]]))
print(torch.tensor([1, 2], dtype=torch.uint8))
print(torch.tensor([1.7, -1.7]).long(), torch.tensor([1.7, -1.7]).int())
print(torch.tensor([0.0, -0.5, 3.0]).bool())
print(torch.ones(2, 2, dtype=torch.long))
print(torch.zeros(3, dtype=torch.bool))
print(torch.tensor(2, dtype=torch.float64), torch.tensor(2, dtype=torch.int32))
for t in (torch.tensor(1), torch.tensor(1.0), torch.tensor(True), torch.tensor(1.0).double()):
    print(t.dtype, t.type(), t.element_size(), t.is_floating_point())
print(torch.float32, torch.float, torch.float64, torch.int64, torch.long, torch.bool, torch.int32)
print(torch.float is torch.float32, torch.long == torch.int64)
print(torch.tensor([1, 2]).float(), torch.tensor([1, 2]).to(torch.float64))
print(torch.tensor([True, False]).int(), torch.tensor([True, False]).float())
print(torch.LongTensor([1, 2]), torch.FloatTensor([1, 2]), torch.BoolTensor([1, 0]))
print(torch.FloatTensor(2, 3).shape, torch.Tensor([4, 5]), torch.DoubleTensor([1]))
print(torch.get_default_dtype())
