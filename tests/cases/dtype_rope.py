# Rotary embeddings with complex numbers, as Llama computes them.
import torch
import torch.nn as nn

def precompute_freqs_cis(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    t = torch.arange(end, device=freqs.device)
    freqs = torch.outer(t, freqs).float()
    return torch.polar(torch.ones_like(freqs), freqs)
def reshape_for_broadcast(freqs_cis, x):
    ndim = x.ndim
    assert 0 <= 1 < ndim
    assert freqs_cis.shape == (x.shape[1], x.shape[-1])
    shape = [d if i == 1 or i == ndim - 1 else 1 for i, d in enumerate(x.shape)]
    return freqs_cis.view(*shape)
def apply_rotary_emb(xq, xk, freqs_cis):
    xq_ = torch.view_as_complex(xq.float().reshape(*xq.shape[:-1], -1, 2))
    xk_ = torch.view_as_complex(xk.float().reshape(*xk.shape[:-1], -1, 2))
    freqs_cis = reshape_for_broadcast(freqs_cis, xq_)
    xq_out = torch.view_as_real(xq_ * freqs_cis).flatten(3)
    xk_out = torch.view_as_real(xk_ * freqs_cis).flatten(3)
    return xq_out.type_as(xq), xk_out.type_as(xk)
torch.manual_seed(0)
for (B, T, H, D) in [(1, 4, 2, 8), (2, 6, 2, 8), (2, 3, 1, 26), (2, 3, 1, 6)]:
    fc = precompute_freqs_cis(D, T * 2)
    print(fc.shape, fc.dtype, fc)
    wq = nn.Linear(H * D, H * D, bias=False)
    x = torch.randn(B, T, H * D)
    for dt in [torch.float32, torch.bfloat16]:
        xq = wq.to(dt)(x.to(dt)).view(B, T, H, D)
        q, k = apply_rotary_emb(xq, xq.detach(), fc[:T])
        print(q.dtype, q.shape, q)
        print(k)
        s = torch.matmul(q.transpose(1, 2), k.transpose(1, 2).transpose(2, 3))
        print(s)
class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.register_buffer("freqs_cis", precompute_freqs_cis(4, 3), persistent=False)
        s.w = nn.Linear(2, 2)
m = M()
print(m.freqs_cis, m.half().freqs_cis.dtype, m.bfloat16().w.weight.dtype, list(m.state_dict()))
