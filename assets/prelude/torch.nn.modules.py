# The package that holds one file for each kind of layer. torch.nn gathers their names;
# only Module is at hand here too.

from torch.nn.modules.module import Module
