# Offers Parameter, for programs that import it from here as PyTorch keeps it; the class itself is native.

from torch._C import Parameter
