# Mixed precision on a GPU: without one, blocks like any other.

import torch


class autocast(torch.autocast):
    """torch.autocast("cuda")"""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)
