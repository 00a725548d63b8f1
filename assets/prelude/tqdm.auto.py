# Offers the same bars under the name that notebooks use.

from tqdm import tqdm, trange
