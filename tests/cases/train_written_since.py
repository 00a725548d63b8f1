# a parameter written between the forward pass and backward(): an error only where a gradient needs its numbers
import torch, torch.nn as nn
torch.manual_seed(0)
x=torch.randn(4,3); l=nn.Linear(3,2,bias=False)
y=l(x)
with torch.no_grad(): l.weight.add_(1)
y.sum().backward(); print(l.weight.grad)
W=torch.randn(2,3,requires_grad=True)
z=x@W.t()
with torch.no_grad(): W.add_(1)
z.sum().backward(); print(W.grad)
a=torch.randn(3,requires_grad=True); b=torch.randn(3)
c=a*b
b.add_(1)
try: c.sum().backward()
except RuntimeError as e: print(e)
c=a*b
with torch.no_grad(): a.add_(1)
c.sum().backward(); print(a.grad)
