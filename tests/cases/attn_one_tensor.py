# Separate heads, a list of heads, one weight tensor and einsum: the same numbers four times.
import torch

torch.manual_seed(32)
T, d_model, H, d_k = 4, 6, 2, 3
x = torch.randn(T, d_model)
W_q, W_k, W_v = (torch.randn(3, H, d_model, d_k) * 0.5).unbind(0)
print(W_q.shape, x[0])


def head(h):
    q, k, v = x @ W_q[h], x @ W_k[h], x @ W_v[h]
    s = q @ k.T / d_k ** 0.5
    a = torch.softmax(s, dim=-1)
    return a, a @ v


one = torch.cat([head(h)[1] for h in range(H)], dim=-1)
print(one)
Q, K, V = x @ W_q, x @ W_k, x @ W_v
print(Q.shape, Q[1, 2])
A = torch.softmax(torch.bmm(Q, K.transpose(1, 2)) / d_k ** 0.5, dim=-1)
two = torch.bmm(A, V).transpose(0, 1).reshape(T, H * d_k)
print(A)
three_q = (x @ W_q.transpose(0, 1).reshape(d_model, H * d_k)).view(T, H, d_k)
print(torch.allclose(three_q.transpose(0, 1), Q, atol=1e-5), three_q.stride())
q = torch.einsum("td,hdk->thk", x, W_q)
k = torch.einsum("td,hdk->thk", x, W_k)
v = torch.einsum("td,hdk->thk", x, W_v)
s = torch.einsum("qhd,khd->hqk", q, k) / d_k ** 0.5
four = torch.einsum("hqk,khd->qhd", s.softmax(-1), v).flatten(1)
print(four.shape, [torch.allclose(one, other, atol=1e-5) for other in (two, four)])
print(s[0])
print(A.sum(-1).allclose(torch.ones(H, T)), A.argmax(-1))
