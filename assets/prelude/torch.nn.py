# torch.nn: the layers, Parameter, and the modules functional, init and utils. The layers
# themselves stand in torch.nn.modules.*, one file for each kind.

from torch.nn.modules.activation import (
    CELU, ELU, GELU, GLU, Hardsigmoid, Hardswish, Hardtanh, LeakyReLU, LogSigmoid, LogSoftmax, Mish,
    MultiheadAttention, PReLU, ReLU, ReLU6, SELU, Sigmoid, SiLU, Softmax, Softmin, Softplus, Softsign,
    Tanh, Tanhshrink, Threshold)
from torch.nn.modules.container import (
    ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential)
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.flatten import Flatten, Unflatten
from torch.nn.modules.linear import Bilinear, Identity, LazyLinear, Linear
from torch.nn.modules.loss import (
    BCELoss, BCEWithLogitsLoss, CosineSimilarity, CrossEntropyLoss, HuberLoss, KLDivLoss, L1Loss,
    MSELoss, NLLLoss, PairwiseDistance, SmoothL1Loss)
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import BatchNorm1d, LayerNorm, RMSNorm
from torch.nn.modules.sparse import Embedding
from torch.nn.modules.transformer import (
    Transformer, TransformerDecoder, TransformerDecoderLayer, TransformerEncoder,
    TransformerEncoderLayer)
from torch._C import Parameter
import torch.nn.functional as functional
import torch.nn.init as init
import torch.nn.modules as modules
import torch.nn.parameter as parameter
import torch.nn.utils as utils
