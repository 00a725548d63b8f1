# The module that PyTorch keeps Parameter in, for programs that import it from there;
# the class itself is native.

from torch._C import Parameter
