# torch.nn: the layers, Parameter, and the modules functional, init and utils. The layers themselves
# stand in torch.nn.modules.*, one file for each kind; a file is read when one of its names is first
# asked for, so that a program pays only for the layers it uses.

from importlib import import_module
from torch._C import Parameter
from torch.nn.modules.module import Module
import torch.nn.parameter as parameter

_newer = ("RMSNorm",)  # than 1.13: hasattr() says that it is not there

_layers = {
    "modules.activation": "ELU GELU GLU LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU "
                          "ReLU ReLU6 SELU Sigmoid SiLU Softmax Softplus Softsign Tanh",
    "modules.batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d",
    "modules.container": "ModuleDict ModuleList Sequential",
    "modules.conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d",
    "modules.dropout": "Dropout Dropout2d",
    "modules.flatten": "Flatten",
    "modules.linear": "Identity Linear",
    "modules.loss": "BCELoss BCEWithLogitsLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss MSELoss "
                    "NLLLoss SmoothL1Loss",
    "modules.normalization": "GroupNorm LayerNorm RMSNorm",
    "modules.pooling": "AdaptiveAvgPool2d AvgPool2d MaxPool1d MaxPool2d",
    "modules.rnn": "GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase",
    "modules.sparse": "Embedding",
    "modules.transformer": "Transformer TransformerDecoder TransformerDecoderLayer "
                           "TransformerEncoder TransformerEncoderLayer",
}
_home = {name: kind for kind, names in _layers.items() for name in names.split()}
__all__ = ["Module", "Parameter"] + list(_home)


def __getattr__(name):
    """The layer of that name, or the submodule, from the file where it stands."""
    if name in _home:
        value = getattr(import_module("torch.nn." + _home[name]), name)
    elif name in ("functional", "init", "modules", "utils"):
        value = import_module("torch.nn." + name)
    else:
        raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")
    globals()[name] = value
    return value
