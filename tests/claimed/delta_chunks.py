# Its steps, forward and backward, are told truly: suite captions.
import torch
torch.manual_seed(0)
T, D, C = 8, 4, 4
q = torch.randn(T, D, requires_grad=True)
k = torch.nn.functional.normalize(torch.randn(T, D), dim=-1).requires_grad_()
v = torch.randn(T, D, requires_grad=True)
beta = torch.rand(T, requires_grad=True)
def chunked(q, k, v, beta):
    qc, kc, vc, bc = [x.view(T // C, C, -1) for x in (q, k, v, beta)]
    kb, vb = kc * bc, vc * bc
    A = -(kb @ kc.transpose(-1, -2)).tril(-1)
    for i in range(1, C):
        A = A.clone()
        A[:, i, :i] = A[:, i, :i].clone() + (A[:, i, :, None].clone() * A[:, :, :i].clone()).sum(-2)
    A = A + torch.eye(C)
    W, U = A @ kb, A @ vb
    S = torch.zeros(D, D)
    out = []
    for i in range(T // C):
        u = U[i] - W[i] @ S
        o = qc[i] @ S + (qc[i] @ kc[i].T).tril() @ u
        S = S + kc[i].T @ u
        out.append(o)
    return torch.cat(out)
o = chunked(q, k, v, beta)
o.sum().backward()
