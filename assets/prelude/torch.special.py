# torch.special: other names of functions that torch has, and some made of them.

import math
import torch
from torch._C import _named

digamma = psi = torch.digamma
erfc = torch.erfc
erfinv = torch.erfinv
exp2 = torch.exp2
expm1 = torch.expm1
gammaln = torch.lgamma
log1p = torch.log1p
round = torch.round
sinc = torch.sinc
xlogy = torch.xlogy


def xlog1py(input, other):
    """input * log(1 + other), 0 where input is 0"""
    product = input * torch.log1p(other)
    zero = (input == 0) & ~torch.isnan(other)
    return _named(product.masked_fill(zero, 0.0), "SpecialXlog1PyBackward0")


def entr(input):
    """-x * log(x), 0 at 0, -inf below"""
    x = input if input.is_floating_point() else input.float()
    value = torch.where(x > 0, -x * torch.log(x), torch.where(x == 0, torch.zeros_like(x), x))
    return _named(value.masked_fill(x < 0, -math.inf), "SpecialEntrBackward0")


def ndtr(input):
    """The share of a normal below x."""
    x = input if input.is_floating_point() else input.float()
    return _named(torch.erfc(-x * math.sqrt(0.5)) * 0.5, "MulBackward1")


def log_ndtr(input):
    """log of the share of a normal below x."""
    x = input if input.is_floating_point() else input.float()
    value = torch.log1p(-torch.erfc(x * math.sqrt(0.5)) * 0.5)
    far = torch.log(torch.erfc(-x.double() * math.sqrt(0.5)) * 0.5).to(x.dtype)
    return _named(torch.where(x < -1, far, value), "SpecialLogNdtrBackward0")


def multigammaln(input, p):
    """log of the multivariate gamma function."""
    value = p * (p - 1) / 4 * math.log(math.pi)
    for k in range(p):
        value = value + torch.lgamma(input - k / 2)
    return _named(value, "MvlgammaBackward0")
