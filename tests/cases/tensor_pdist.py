# Distances between all pairs of rows, and their gradients.
import torch, torch.nn as nn, torch.nn.functional as F
def a(l,f):
    try: print(l, f())
    except Exception as e: print(l, type(e).__name__, e)
torch.manual_seed(0)
p=torch.randn(5,7,requires_grad=True)
for q in (2,1,0,2.5,float("inf")):
    a(q, lambda: torch.pdist(p,p=q))
    def g():
        p.grad=None; F.pdist(p,q).pow(2).sum().backward(); return p.grad
    a(q, g)
a("1d", lambda: torch.pdist(torch.ones(3)))
a("int", lambda: torch.pdist(torch.ones(3,2).long()))
a("neg", lambda: torch.pdist(torch.ones(3,2), p=-1))
a("one", lambda: torch.pdist(torch.ones(1,2)))
a("same", lambda: torch.pdist(torch.ones(2,2)))
