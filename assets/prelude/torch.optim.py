# Offers the optimisers: each in a file of its own, as in PyTorch. Their steps are operations like any other,
# in the order of PyTorch's.

import torch.optim.lr_scheduler as lr_scheduler
from torch.optim.optimizer import Optimizer
from torch.optim.adagrad import Adagrad
from torch.optim.adam import Adam
from torch.optim.adamw import AdamW
from torch.optim.rmsprop import RMSprop
from torch.optim.sgd import SGD
from torch.optim._others import ASGD, Adadelta, Adamax, LBFGS, NAdam, RAdam, Rprop
