# Holds one file for each kind of layer. torch.nn gathers their names; only Module is at hand here too.

from torch.nn.modules.module import Module


def __getattr__(name):
    """A layer, or the file of a kind of layers."""
    import torch.nn as nn
    from importlib import import_module
    if name in nn._home:
        return getattr(nn, name)
    if "modules." + name in nn._layers:
        return import_module("torch.nn.modules." + name)
    raise AttributeError(f"module 'torch.nn.modules' has no attribute '{name}'")
