# torch.nn: the layers, Parameter, and the modules functional, init and utils. The layers themselves
# stand in torch.nn.modules.*, one file for each kind; a file is read when one of its names is first
# asked for, so that a program pays only for the layers it uses.

from importlib import import_module
from torch._C import Parameter
from torch.nn.modules.module import Module
import torch.nn.parameter as parameter

_layers = {
    "modules.activation": "CELU ELU GELU GLU Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid "
                          "LogSoftmax Mish MultiheadAttention PReLU ReLU ReLU6 SELU Sigmoid SiLU "
                          "Softmax Softmin Softplus Softsign Tanh Tanhshrink Threshold",
    "modules.container": "ModuleDict ModuleList ParameterDict ParameterList Sequential",
    "modules.dropout": "Dropout",
    "modules.flatten": "Flatten Unflatten Unfold",
    "modules.linear": "Bilinear Identity LazyLinear Linear",
    "modules.loss": "BCELoss BCEWithLogitsLoss CosineSimilarity CrossEntropyLoss HuberLoss "
                    "KLDivLoss L1Loss MSELoss NLLLoss PairwiseDistance SmoothL1Loss",
    "modules.normalization": "BatchNorm1d LayerNorm RMSNorm",
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
