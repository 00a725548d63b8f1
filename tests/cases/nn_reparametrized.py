"""Weights worked out anew before each pass: weight_norm, spectral_norm; the average of a model."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel, SWALR, update_bn

torch.manual_seed(1)
x = torch.randn(5, 4)
for layer, given in ((nn.Linear(4, 3), x), (nn.Conv1d(2, 3, 3, padding=1), torch.randn(2, 2, 6)), (nn.Linear(4, 3), x)):
    wrapped = nn.utils.weight_norm(layer, dim=None if given is x and layer.in_features == 5 else 0)
    print(wrapped, [(n, tuple(p.shape)) for n, p in wrapped.named_parameters()])
    y = wrapped(given)
    print(y, wrapped.weight.grad_fn is not None)
    (y ** 2).mean().backward()
    print(wrapped.weight_g.grad, wrapped.weight_v.grad)
    nn.utils.remove_weight_norm(wrapped)
    print([n for n, _ in wrapped.named_parameters()], wrapped(given))
whole = nn.utils.weight_norm(nn.Linear(4, 3), dim=None)
print(whole.weight_g, whole(x))

torch.manual_seed(2)
for layer, given in ((nn.Linear(4, 3), x), (nn.Conv2d(1, 2, 2), torch.randn(1, 1, 3, 3)), (nn.ConvTranspose1d(2, 3, 2), torch.randn(1, 2, 4))):
    layer = nn.utils.spectral_norm(layer, n_power_iterations=2)
    print(sorted(layer.state_dict()), layer.weight_u, layer.weight_v)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        loss = (layer(given) ** 2).sum()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.5f}", layer.weight_orig.grad.abs().sum())
    layer.eval()
    print(layer(given).sum(), layer.weight.detach().flatten()[:4])
    nn.utils.remove_spectral_norm(layer)
    print([n for n, _ in layer.named_parameters()], layer(given).sum())
for wrong in (lambda: nn.utils.remove_weight_norm(layer), lambda: nn.utils.spectral_norm(nn.Linear(2, 2), n_power_iterations=0),
              lambda: nn.utils.weight_norm(nn.utils.weight_norm(nn.Linear(2, 2)))):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)

torch.manual_seed(3)
model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
averaged = AveragedModel(model)
ema = AveragedModel(model, avg_fn=lambda average, new, count: 0.9 * average + 0.1 * new)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
schedule = SWALR(optimizer, swa_lr=0.05, anneal_epochs=3, anneal_strategy="linear")
for step in range(6):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    loss.backward()
    optimizer.step()
    schedule.step()
    averaged.update_parameters(model)
    ema.update_parameters(model)
    print(f"{loss.item():.4f}", round(optimizer.param_groups[0]["lr"], 6))
update_bn([x, x * 2], averaged)
print(averaged.n_averaged, averaged.module[1].running_mean, averaged.module[0].weight)
averaged.eval(), ema.eval()
print(averaged(x), ema(x), list(averaged.state_dict())[:3])
other = torch.optim.SGD(model.parameters(), lr=0.5)
cosine = SWALR(other, swa_lr=[0.1], anneal_epochs=4)
for _ in range(6):
    other.step()
    cosine.step()
    print(round(cosine.get_last_lr()[0], 6), end=" ")
print()
