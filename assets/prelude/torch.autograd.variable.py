# Where Variable stood before tensors had gradients themselves.
from torch.autograd import Variable
