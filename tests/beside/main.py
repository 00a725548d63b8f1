import torch
from model import Head, helper
from pack.sub.mask import causal
import pack.names as names
import utils
torch.manual_seed(0)
x = torch.rand(4, 3)
head = Head(3, 2)
print(head(x))
print(helper(2), causal(3), names.WORDS, utils.double(4), utils.__name__)
print(repr(utils.__package__), names.__package__, __package__)
del names
from utils import *
print(names.WORDS, double(1))
