# DataLoader and samplers: the same orders, and the generator left in the same state.
import torch
from torch.utils.data import DataLoader, TensorDataset, RandomSampler, SequentialSampler, SubsetRandomSampler, BatchSampler, Dataset, IterableDataset, random_split, default_collate
torch.manual_seed(123)
ds = TensorDataset(torch.arange(5.), torch.arange(5)*10)
def state(): 
    s = torch.get_rng_state(); v = torch.rand(1).item(); torch.set_rng_state(s); return v
a = DataLoader(ds, batch_size=2, shuffle=True)
print(state())
for x, y in a: print(x, y)
print(state())
b = DataLoader(ds, batch_size=2, shuffle=True, drop_last=True)
for x, y in b: print(x, y)
print(state())
for i, (x, y) in enumerate(b): print(x, y)
print(state())
it = iter(a)
print(state())
print(next(it)); print(state())
for x in it: print(x)
for x, y in DataLoader(ds, batch_size=2): print(x, y)
print(state())
g = torch.Generator(); g.manual_seed(5)
c = DataLoader(ds, batch_size=2, shuffle=True, generator=g)
for _ in range(2):
    for x, y in c: print(x, y)
c = DataLoader(ds, batch_size=2, shuffle=True, drop_last=True, generator=g)
for _ in range(2):
    for x, y in c: print(x, y)
print(state(), len(a), len(b), len(c))
for s in (RandomSampler(ds), SequentialSampler(ds), RandomSampler(ds, replacement=True, num_samples=40), SubsetRandomSampler([1,2,3]), BatchSampler(SequentialSampler(range(7)), 3, False), BatchSampler(RandomSampler(range(7)), batch_size=3, drop_last=True)):
    print(type(s).__name__, list(s), len(s), state())
for x in DataLoader(ds, sampler=RandomSampler(ds), batch_size=3): print(x)
for x in DataLoader(ds, batch_sampler=BatchSampler(RandomSampler(ds), 2, True)): print(x)
p, q = random_split(ds, [3, 2], generator=torch.Generator().manual_seed(42))
print(p.indices, len(q), p[0])
p, q = random_split(ds, [0.6, 0.4]); print(p.indices, list(q.indices))
print(default_collate([1, 2, 3]), default_collate([1.5, 2.]), default_collate([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]), default_collate([(1, torch.ones(2)), (2, torch.zeros(2))]))
import numpy as np
print(default_collate([np.ones(2), np.zeros(2)]))
class D(Dataset):
    def __init__(self): self.x = list(range(4))
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i], str(self.x[i])
for batch in DataLoader(D(), batch_size=3): print(batch)
for batch in DataLoader(D(), batch_size=3, collate_fn=lambda b: b): print(batch)
for x in DataLoader([1,2,3], batch_size=None): print(x)
for x in DataLoader(D(), batch_size=2, shuffle=True, num_workers=0, pin_memory=False): print(x)
x, y = next(iter(a)); print(x, y)
class I(IterableDataset):
    def __iter__(self): yield from range(5)
for x in DataLoader(I(), batch_size=2): print(x)
print(DataLoader(ds).batch_size, a.dataset is ds, type(a.sampler).__name__, a.drop_last, b.drop_last)
from torch.utils.data.dataset import Dataset as D2
from torch.utils.data import ConcatDataset, Subset
print(len(ConcatDataset([ds, ds])), Subset(ds, [1])[0], len(ds + ds))
try: DataLoader(ds, batch_size=0)
except Exception as e: print(type(e).__name__, e)
try: DataLoader(ds, shuffle=True, sampler=RandomSampler(ds))
except Exception as e: print(type(e).__name__, e)
try: random_split(ds, [3, 3])
except Exception as e: print(type(e).__name__, e)
