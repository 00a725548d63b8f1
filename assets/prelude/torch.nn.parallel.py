# Stands in for models on several devices: there is one.

from torch.nn.modules.rare import DataParallel
from torch.distributed import _no_group


class DistributedDataParallel(DataParallel):
    """A copy of the model in each process of a group."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0, **options):
        _no_group()
