# What old programs take from torch.autograd. A Variable has been a plain tensor for years;
# gradients are not computed.

from torch import no_grad, enable_grad, set_grad_enabled


def Variable(data, requires_grad=False, volatile=None):
    """The tensor itself, detached; shape kept."""
    return data.detach().requires_grad_(requires_grad)


def grad(*args, **kwargs):
    """Not here."""
    raise NotImplementedError("torch.autograd.grad is not supported: qkv does not compute gradients")
