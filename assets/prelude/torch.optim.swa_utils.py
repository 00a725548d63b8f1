# Keeps the average of a model over its training.

import math
from copy import deepcopy

import torch
from torch.nn import Module
from torch.optim.lr_scheduler import _LRScheduler


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those that it was shown."""

    def __init__(self, model, device=None, avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = deepcopy(model)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long))
        self.avg_fn = avg_fn or (lambda average, new, count: average + (new - average) / (count + 1))
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        """What the averaged model computes."""
        return self.module(*args, **kwargs)

    def _shown(self, model):
        return list(model.parameters()) + (list(model.buffers()) if self.use_buffers else [])

    def update_parameters(self, model):
        """One more model goes into the average."""
        for average, new in zip(self._shown(self.module), self._shown(model)):
            new = new.detach()
            average.detach().copy_(new if self.n_averaged == 0 else
                                   self.avg_fn(average.detach(), new, self.n_averaged))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """Runs all batches once, so that the layers of batch norm know the means of this model."""
    layers = [m for m in model.modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)]
    if not layers:
        return
    was, momenta = model.training, [layer.momentum for layer in layers]
    model.train()
    for layer in layers:
        layer.running_mean.zero_()
        layer.running_var.fill_(1)
        layer.num_batches_tracked *= 0
        layer.momentum = None
    for batch in loader:
        model(batch[0] if isinstance(batch, (list, tuple)) else batch)
    for layer, momentum in zip(layers, momenta):
        layer.momentum = momentum
    model.train(was)


class SWALR(_LRScheduler):
    """Goes to a constant rate within some epochs."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = list(swa_lr) if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(optimizer.param_groups)
        for rate, group in zip(rates, optimizer.param_groups):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError("anneal_strategy must by one of 'cos' or 'linear', "
                             f"instead got {anneal_strategy}")
        self._cosine, self.anneal_epochs = anneal_strategy == "cos", anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * t)) / 2 if self._cosine else t

    def get_lr(self):
        """The next rates."""
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        started = [group["swa_lr"] if before == 1 else (group["lr"] - before * group["swa_lr"]) / (1 - before)
                   for group in self.optimizer.param_groups]
        return [group["swa_lr"] * now + lr * (1 - now) for group, lr in zip(self.optimizer.param_groups, started)]
