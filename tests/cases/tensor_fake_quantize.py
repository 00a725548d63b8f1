# What is left of numbers that are quantized and back.
import torch, torch.nn as nn, torch.nn.functional as F
def a(l,f):
    try: print(l, f())
    except Exception as e: print(l, type(e).__name__, e)
torch.manual_seed(0)
w=torch.randn(2,6,requires_grad=True)
a("fq", lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 0, 0, 255))
a("fq", lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 3, -8, 7))
a("fqt", lambda: torch.fake_quantize_per_tensor_affine(w, torch.tensor(0.1), torch.tensor(3), -8, 7))
def g():
    w.grad=None; (torch.fake_quantize_per_tensor_affine(w, 0.1, 3, -8, 7)*torch.arange(12.).view(2,6)).sum().backward(); return w.grad
a("fqg", g)
a("fq", lambda: torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1,0.05]), torch.tensor([0,3],dtype=torch.int32), 0, -8, 7))
def g():
    w.grad=None; (torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1,0.05]), torch.tensor([0,3],dtype=torch.int32), 0, -8, 7)*torch.arange(12.).view(2,6)).sum().backward(); return w.grad
a("fqg", g)
a("e1", lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 3, 7, -8))
a("e2", lambda: torch.fake_quantize_per_tensor_affine(w, 0.1, 300, -8, 7))
a("e4", lambda: torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1]), torch.tensor([0],dtype=torch.int32), 0, -8, 7))
a("e4", lambda: torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1,1.]), torch.tensor([0,0]), 0, -8, 7))
a("inf", lambda: torch.fake_quantize_per_tensor_affine(torch.tensor([1e4,-1e4,0.05,0.15]), 0.1, 0, -8, 7))

