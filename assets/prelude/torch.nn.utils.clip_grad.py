# Where the functions that cut gradients stand.
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
