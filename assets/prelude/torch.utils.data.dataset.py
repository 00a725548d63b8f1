# Offers the data sets by the name of the file where PyTorch keeps them.
from torch.utils.data import (ConcatDataset, Dataset, IterableDataset, Subset,
                              TensorDataset, random_split)
