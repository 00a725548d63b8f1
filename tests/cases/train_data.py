# Data in batches as training programs draw it: the orders are PyTorch's, with and without generators.
import torch
from torch.utils.data import (BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset,
                              RandomSampler, Sampler, SequentialSampler, Subset, SubsetRandomSampler,
                              TensorDataset, WeightedRandomSampler, random_split)

torch.manual_seed(0)
x, y = torch.arange(22.0).view(11, 2), torch.arange(11)
data = TensorDataset(x, y)
print(len(data), data[3], data[-1], [t.shape for t in data[2:5]])


def show(loader, passes=2):
    print(len(loader))
    for epoch in range(passes):
        print(epoch, [labels.tolist() for _, labels in loader])


show(DataLoader(data, batch_size=4))
show(DataLoader(data, batch_size=4, shuffle=True))
show(DataLoader(data, batch_size=4, shuffle=True, drop_last=True))
show(DataLoader(data, batch_size=3, shuffle=True, generator=torch.Generator().manual_seed(7)))
show(DataLoader(data, batch_size=5, sampler=RandomSampler(data, replacement=True, num_samples=12)))
show(DataLoader(data, batch_size=5, sampler=RandomSampler(data, num_samples=25)))
show(DataLoader(data, batch_size=5, sampler=SubsetRandomSampler([1, 3, 5, 7, 9])))
show(DataLoader(data, batch_sampler=BatchSampler(SequentialSampler(data), 6, False)))
show(DataLoader(data, batch_size=4, sampler=WeightedRandomSampler([0.1] * 5 + [1.0] * 6, 9)))
print(list(WeightedRandomSampler([0.9, 0.4, 0.05, 0.2], 4, replacement=False,
                                 generator=torch.Generator().manual_seed(3))))
print(torch.rand(2))

train, held = random_split(data, [8, 3])
print(train.indices, held.indices, len(train), held[0])
train, held = random_split(data, [0.7, 0.3], generator=torch.Generator().manual_seed(42))
print(train.indices, held.indices)
a, b, c = random_split(range(10), [0.5, 0.25, 0.25])
print(list(a), list(b), list(c))
show(DataLoader(train, batch_size=3, shuffle=True))
both = ConcatDataset([Subset(data, [0, 2]), Subset(data, [10])])
print(len(both), both[2], both[-1], (Subset(data, [1]) + Subset(data, [4]))[1])


class Windows(Dataset):
    def __init__(self, text, block):
        self.ids = torch.tensor([ord(ch) - 97 for ch in text])
        self.block = block

    def __len__(self):
        return len(self.ids) - self.block

    def __getitem__(self, k):
        return self.ids[k:k + self.block], self.ids[k + 1:k + self.block + 1]


torch.manual_seed(1337)
loader = DataLoader(Windows("attentionisall", 4), batch_size=3, shuffle=True, num_workers=0, pin_memory=False)
for step, (xb, yb) in enumerate(loader):
    print(step, xb.tolist(), yb[:, -1].tolist())
print(next(iter(loader)))
endless = iter(loader)
for _ in range(6):
    try:
        batch = next(endless)
    except StopIteration:
        endless = iter(loader)
        batch = next(endless)
    print(batch[0][0].tolist())


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


print(list(DataLoader(Count(), batch_size=2)))


class Backwards(Sampler):
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        return iter(range(len(self.source) - 1, -1, -1))

    def __len__(self):
        return len(self.source)


show(DataLoader(data, batch_size=4, sampler=Backwards(data)), 1)


def collate(items):
    return torch.stack([i[0] for i in items]).sum(), torch.tensor([int(i[1]) for i in items])


show(DataLoader(data, batch_size=4, shuffle=True, collate_fn=collate), 1)
print(list(DataLoader([{"a": 1, "b": [1.0, 2]}, {"a": 3, "b": [4.0, 5]}], batch_size=2)))
print(list(DataLoader([("x", 1), ("y", 2)], batch_size=2)))

# A small training run over batches
torch.manual_seed(0)
points = torch.randn(32, 3)
values = (points * torch.tensor([1.0, -2.0, 0.5])).sum(1) + 0.3
w, b = torch.zeros(3, requires_grad=True), torch.zeros(1, requires_grad=True)
optimizer = torch.optim.Adam([w, b], lr=0.1)
loader = DataLoader(TensorDataset(points, values), batch_size=8, shuffle=True)
for epoch in range(4):
    total = 0.0
    for xb, yb in loader:
        loss = (((xb * w).sum(1) + b - yb) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    print(epoch, total / len(loader.dataset), w.tolist(), b.item())

for f in (lambda: random_split(data, [8, 4]), lambda: random_split(data, [0.7, 0.4]),
          lambda: TensorDataset(x, y[:3]), lambda: DataLoader(data, batch_size=0),
          lambda: DataLoader(data, shuffle=True, sampler=SequentialSampler(data)),
          lambda: WeightedRandomSampler([0.5], 0), lambda: WeightedRandomSampler([0.5], 2, replacement=3),
          lambda: RandomSampler(data, num_samples=0)):
    try:
        f()
        print("no error")
    except Exception as e:
        print(type(e).__name__, e)
print(type(data), DataLoader, SequentialSampler)
