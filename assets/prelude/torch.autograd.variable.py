# Keeps the place where Variable stood before tensors had gradients themselves.
from torch.autograd import Variable
