# Neighbours that are equal, counted once.
import torch, torch.nn as nn, torch.nn.functional as F
def a(l,f):
    try: print(l, f())
    except Exception as e: print(l, type(e).__name__, e)
x=torch.tensor([1,1,2,2,3,1,1,2])
for kw in ({}, dict(return_inverse=True), dict(return_counts=True), dict(return_inverse=True, return_counts=True)):
    a(kw, lambda: torch.unique_consecutive(x, **kw)); a(kw, lambda: x.unique_consecutive(**kw))
    a(kw, lambda: torch.unique_consecutive(x.view(2,4), **kw))
    for d in (0,1,-1): a((kw,d), lambda: torch.unique_consecutive(torch.tensor([[1,1,2],[1,1,2],[0,0,2]]), dim=d, **kw))
a("e", lambda: torch.unique_consecutive(torch.tensor([]), return_inverse=True, return_counts=True))
a("e", lambda: torch.unique_consecutive(torch.zeros(0,3), dim=0, return_inverse=True, return_counts=True))
a("0d", lambda: torch.unique_consecutive(torch.tensor(5.), return_inverse=True, return_counts=True))
a("0d", lambda: torch.unique_consecutive(torch.tensor(5.), dim=0))
a("dim", lambda: torch.unique_consecutive(x, dim=3))
a("nan", lambda: torch.unique_consecutive(torch.tensor([float("nan")]*2+[1.]), return_counts=True))
a("grad", lambda: torch.unique_consecutive(torch.tensor([1.,1.,2.],requires_grad=True)))
a("grad", lambda: torch.unique_consecutive(torch.tensor([1.,1.,2.],requires_grad=True)).sum().backward())
a("bool", lambda: torch.unique_consecutive(torch.tensor([True,True,False])))
a("type", lambda: torch.unique_consecutive([1,2]))
