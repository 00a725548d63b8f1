# float16 as a type to store numbers in.
import torch
torch.manual_seed(0)
x = torch.randn(3, 5).half()
print(x.float().softmax(-1).half(), x.sum(), x.mean(0), x.cpu().numpy(), x.tolist()[0][:2], x[0, 0].item())
print(x.element_size(), x.nelement() * x.element_size(), x.bfloat16().element_size())
print(x.masked_fill(x > 0, torch.finfo(x.dtype).min))
try: x.masked_fill(x > 0, -1e9)
except RuntimeError as e: print(e)
x[0, 0] = 1.23456
x[1] += 1
x += 0.1
print(x, x == x, x.max(), x.min(dim=1))
torch.set_default_dtype(torch.float16)
print(torch.ones(2), torch.tensor([1.5]), torch.arange(0, 1, 0.25), torch.ones(2, dtype=torch.float32))
torch.set_default_dtype(torch.float32)
