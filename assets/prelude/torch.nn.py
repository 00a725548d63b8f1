# Holds the layers, Parameter, and the modules functional, init and utils. The layers themselves stand in
# torch.nn.modules.*, one file for each kind; a file is read when one of its names is first asked for, so that
# a program pays only for the layers it uses.

from importlib import import_module
from torch._C import Parameter
from torch.nn.modules.module import Module
import torch.nn.parameter as parameter

_newer = ("RMSNorm",)  # than 1.13: hasattr() says that it is not there

_layers = {
    "modules.activation": "ELU GELU GLU Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU "
                          "ReLU ReLU6 SELU Sigmoid SiLU Softmax Softmin Softplus Softsign Tanh",
    "modules.batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d",
    "modules.fold": "Fold Unfold",
    "modules.instancenorm": "InstanceNorm1d InstanceNorm2d",
    "modules.container": "ModuleDict ModuleList ParameterList Sequential",
    "modules.conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d",
    "modules.dropout": "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
    "modules.distance": "CosineSimilarity PairwiseDistance",
    "modules.flatten": "Flatten PixelShuffle Unflatten Upsample",
    "modules.linear": "Identity Linear",
    "modules.loss": "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss "
                    "MarginRankingLoss MSELoss NLLLoss SmoothL1Loss TripletMarginLoss",
    "modules.normalization": "GroupNorm LayerNorm RMSNorm",
    "modules.padding": "ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReplicationPad1d "
                       "ReplicationPad2d ReplicationPad3d ZeroPad2d",
    "modules.pooling": "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool2d AvgPool1d AvgPool2d MaxPool1d "
                       "MaxPool2d MaxPool3d",
    "modules.rare": "Bilinear CELU ChannelShuffle DataParallel Hardshrink ParameterDict PixelUnshuffle Softmax2d Softshrink Tanhshrink "
                    "Threshold",
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
