import torch
torch.manual_seed(0)
x = torch.randn(3, 4)
W_query = torch.randn(4, 2, requires_grad=True)
W_key = torch.randn(4, 2, requires_grad=True)
W_value = torch.randn(4, 2, requires_grad=True)
queries = x @ W_query
keys = x @ W_key
values = x @ W_value
scores = queries @ keys.T
weights = torch.softmax(scores / 2 ** 0.5, dim=-1)
context = weights @ values
loss = context.pow(2).mean()
loss.backward()
print(W_query.grad)
