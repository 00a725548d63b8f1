# Mixed precision: see torch.autocast.

from torch import autocast
