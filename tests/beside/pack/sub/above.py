import os
import sys
if __package__ is None:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    __package__ = "pack.sub"
import utils
from pack import names
from .mask import causal
from ..names import WORDS

print(utils.double(4), names.WORDS, WORDS, causal(2))
