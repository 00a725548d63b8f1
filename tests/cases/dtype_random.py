# Random numbers, ranges and constants in float16 and bfloat16.
import torch
torch.manual_seed(0)
for dt in [torch.bfloat16, torch.float16]:
    print(torch.rand(3, 4, dtype=dt))
    print(torch.randn(3, 4, dtype=dt))
    print(torch.randn(5, 7, dtype=dt))
    print(torch.randn(2, 8, dtype=dt))
    print(torch.randint(0, 10, (6,), dtype=dt), torch.empty(5, dtype=dt).uniform_(-1, 1), torch.empty(20, dtype=dt).normal_(1, 2))
    print(torch.arange(0, 10, 0.1, dtype=dt)[::7], torch.linspace(-1, 1, 50, dtype=dt)[::5], torch.arange(300, dtype=dt)[-3:])
    print(torch.tensor(3.14159, dtype=dt), torch.tensor([1e-8, 70000, 65504, 1e5, float("inf")], dtype=dt))
    print(torch.full((2, 2), 1 / 3, dtype=dt), torch.zeros(2, dtype=dt), torch.ones(2, 0, dtype=dt))
    print(torch.empty(6, dtype=dt).exponential_())
print(torch.rand(3, dtype=torch.half).requires_grad_())
