# The last bits of binary_cross_entropy: its logarithms are those of the C library.
import torch
import torch.nn.functional as F
torch.manual_seed(0)
for k in range(130):
    x = torch.randn(4, 1)
    y = torch.tensor([[0.], [0.], [1.], [1.]])
    w = torch.randn(1, 1, requires_grad=True); b = torch.randn(1, requires_grad=True)
    z = F.linear(x, w, b)
    p = torch.sigmoid(z)
    p.retain_grad(); z.retain_grad()
    l = F.binary_cross_entropy(p, y, reduction="sum")
    e = F.binary_cross_entropy(p, y, reduction="none")
    l.backward()
    print(k, "e", ["%.9g" % c for c in e.flatten().tolist()])
    print(k, "l", "%.9g" % l.item())
