# int8 and int16: they wrap; promotion; the old constructors; finfo and iinfo.
import torch
torch.manual_seed(0)
q = torch.randint(-128, 127, (4, 4), dtype=torch.int8)
print(q, q + q, q * 3, q.to(torch.int32) @ q.to(torch.int32).t(), q @ q)
scale = q.abs().max() / 127.0
print(scale, (q * scale), (q.float() * 0.02).round().clamp(-128, 127).to(torch.int8))
print(torch.tensor([127], dtype=torch.int8) + 1, torch.tensor([-128], dtype=torch.int8).abs(), -torch.tensor([-128], dtype=torch.int8), torch.tensor([32767], dtype=torch.int16) * 2, torch.tensor([200, 100], dtype=torch.uint8) + torch.tensor([100, 100], dtype=torch.int8))
print(torch.promote_types(torch.uint8, torch.int8), torch.promote_types(torch.half, torch.bfloat16), torch.promote_types(torch.int16, torch.half), torch.result_type(torch.ones(2, dtype=torch.int8), 1.5), torch.result_type(torch.ones(2, dtype=torch.half), torch.tensor(1.0)), torch.can_cast(torch.half, torch.int8))
print(torch.HalfTensor([1, 2]), torch.ShortTensor([1, 2]), torch.CharTensor([1, 2]), torch.BFloat16Tensor([1, 2]))
print(isinstance(torch.ones(1).half(), torch.HalfTensor), torch.ones(1).half().type())
try:
    torch.HalfTensor(torch.ones(2))
except Exception as e: print(e)
for d in [torch.half, torch.bfloat16]: print(torch.finfo(d), torch.finfo(d).min)
for d in [torch.int8, torch.short]: print(torch.iinfo(d), torch.iinfo(d).max)
