# Functions of torch that write over their first argument.
import torch
t = torch.zeros(3)
print(torch.fill_(t, 3), torch.relu_(t - 4), torch.zero_(t), t, torch.exp_(t), torch.clamp_(t, 0, 0.5), torch.clamp_(t, max=0.25), torch.neg_(t))
print([hasattr(torch, n) for n in "add_ relu_ sigmoid_ fill_ mul_".split()])

x = torch.tensor([-1.5, 0.5, 2.5])
for name in "abs_ ceil_ exp_ floor_ log_ neg_ reciprocal_ round_ rsqrt_ sigmoid_ sin_ cos_ sqrt_ square_ tanh_ trunc_ zero_ relu_ frac_".split():
    y = x.clone()
    z = getattr(torch, name)(y)
    print(name, z is y, z)
