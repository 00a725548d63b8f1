# Offers the switches of gradients.
from torch import enable_grad, inference_mode, no_grad, set_grad_enabled
