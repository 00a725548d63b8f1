# Offers Categorical by the name of the file where PyTorch keeps it.
from torch.distributions import Categorical
