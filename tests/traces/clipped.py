import torch
torch.manual_seed(0)
W = torch.randn(4, 2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
x, target = torch.randn(3, 4), torch.randn(3, 2)
optimizer = torch.optim.AdamW([W, b], lr=0.1)
for step in range(2):
    loss = (torch.einsum("td,dk->tk", x, W) + b - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_([W, b], 0.1)
    optimizer.step()
