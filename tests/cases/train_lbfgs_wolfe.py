# LBFGS with a line search: the valley of Rosenbrock, a regression, and a start that is far off.
import torch

torch.manual_seed(0)


def valley(x):
    return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2


for start, options in (([-1.2, 1.0], {}), ([2.0, -2.0], {"max_iter": 4}), ([0.0, 5.0], {"lr": 0.5, "history_size": 3}),
                       ([-3.0, 4.0], {"lr": 30.0})):
    x = torch.tensor(start, requires_grad=True)
    opt = torch.optim.LBFGS([x], line_search_fn="strong_wolfe", **options)
    for step in range(6):
        def closure():
            opt.zero_grad()
            loss = valley(x)
            loss.backward()
            return loss
        print(start, step, opt.step(closure).item(), x.tolist())
    state = opt.state[x]
    print(state["func_evals"], state["n_iter"])

model = torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.Tanh(), torch.nn.Linear(5, 1))
data = torch.randn(20, 3)
target = data[:, :1] * data[:, 1:2]
opt = torch.optim.LBFGS(model.parameters(), max_iter=10, line_search_fn="strong_wolfe")
for step in range(5):
    def closure():
        opt.zero_grad()
        loss = torch.nn.functional.mse_loss(model(data), target)
        loss.backward()
        return loss
    print(f"{opt.step(closure).item():.5f}")
opt = torch.optim.LBFGS([x], line_search_fn="armijo")
try:
    opt.step(lambda: valley(x).backward() or valley(x))
except RuntimeError as error:
    print(error)
