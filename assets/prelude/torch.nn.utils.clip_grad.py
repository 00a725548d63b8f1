# Offers the functions that cut gradients.
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
