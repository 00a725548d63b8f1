# Offers the loader by the name of the file where PyTorch keeps it.
from torch.utils.data import DataLoader, default_collate
