# Offers the names that functions of torch have in torch.special, and what is composed of them.
import math

import torch
from torch._C import _named
from torch import digamma, erfc, erfinv, exp2, expm1, log1p, round, xlogy
from torch import digamma as psi, lgamma as gammaln


def ndtr(input):
    """How much of a standard normal distribution lies below input."""
    return _named((1 + torch.erf(input / math.sqrt(2))) * 0.5, "MulBackward1")


def ndtri(input):
    """Where ndtr is input."""
    return _named(math.sqrt(2) * torch.erfinv(2 * input - 1), "SpecialNdtriBackward0", input)
