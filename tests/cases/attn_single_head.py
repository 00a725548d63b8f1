# One head with plain matrices, step by step.
import torch

torch.manual_seed(123)
inputs = torch.tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64], [0.22, 0.58, 0.33]])
d_in, d_out = inputs.shape[1], 2
W_q = torch.nn.Parameter(torch.rand(d_in, d_out), requires_grad=False)
W_k = torch.nn.Parameter(torch.rand(d_in, d_out), requires_grad=False)
W_v = torch.nn.Parameter(torch.rand(d_in, d_out), requires_grad=False)
query = inputs[1] @ W_q
keys, values = inputs @ W_k, inputs @ W_v
print("query", query)
print("keys", keys)
print("values", values)
raw = torch.empty(inputs.shape[0])
for i, key in enumerate(keys):
    raw[i] = torch.dot(query, key)
print(raw, torch.allclose(raw, query @ keys.T))
naive = raw / raw.sum()
print("sums to", f"{naive.sum():.4f}")
attn = torch.softmax(raw / d_out ** 0.5, dim=-1)
print(attn)
context = torch.zeros(d_out)
for a, v in zip(attn, values):
    context += a * v
print(context, attn @ values)
everything = torch.softmax((inputs @ W_q) @ keys.T / keys.shape[-1] ** 0.5, dim=-1) @ values
print(everything)
print(torch.equal(everything[1], attn @ values) or torch.allclose(everything[1], attn @ values))
self_scores = inputs @ inputs.T
print(self_scores)
print(torch.softmax(self_scores, dim=-1))
