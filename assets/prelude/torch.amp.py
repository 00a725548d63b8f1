# Offers mixed precision: see torch.autocast and torch.cuda.amp.

import torch.cuda.amp
from torch import autocast


class GradScaler(torch.cuda.amp.GradScaler):
    """PyTorch 2's name, with the device in front."""

    def __init__(self, device="cuda", init_scale=2.**16, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        if enabled and torch.device(device).type != "cuda":
            torch._C._unsupported("torch.amp.GradScaler('" + str(device) + "') is not supported; "
                                  "GradScaler(enabled=False) is")
        super().__init__(init_scale, growth_factor, backoff_factor, growth_interval, enabled)
