# Generators where lessons use them: batches, named parameters, a learning-rate schedule, contexts.
from contextlib import contextmanager
import itertools
import torch
import torch.nn as nn

torch.manual_seed(1)
data = torch.arange(10)


def batches(x, size, shuffle=False):
    order = torch.randperm(len(x)) if shuffle else torch.arange(len(x))
    for start in range(0, len(x), size):
        yield x[order[start:start + size]]


for k, b in enumerate(batches(data, 4)):
    print(k, b)
print([b.tolist() for b in batches(data, 3, shuffle=True)], next(batches(data, 2)))


def forever(make):
    while True:
        yield from make()


stream = forever(lambda: batches(data, 5))
print([next(stream)[0].item() for _ in range(5)], [b.sum().item() for b in itertools.islice(stream, 3)])


class Block(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.proj = nn.Linear(2, 2)
        self.inner = Block(depth - 1) if depth else None

    def walk(self, prefix=""):
        for name, p in self.proj.named_parameters():
            yield prefix + name, tuple(p.shape)
        if self.inner is not None:
            yield from self.inner.walk(prefix + "inner.")


print(list(Block(1).walk()), sum(1 for _ in Block(3).walk()))


def sample(logits):
    generated = []
    while True:
        temperature = yield generated
        generated = generated + [int(torch.argmax(logits / temperature))]
        logits = logits.roll(1)


s = sample(torch.tensor([0.1, 2.0, 0.3]))
next(s)
print(s.send(1.0), s.send(0.5), s.send(2.0))
s.close()


@contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    try:
        yield model
    finally:
        model.train(before)


m = nn.Sequential(nn.Dropout(0.5), nn.Linear(2, 1))
with evaluating(m) as e:
    print(m.training, e is m, torch.equal(m(torch.ones(1, 2)), m(torch.ones(1, 2))))
print(m.training)
try:
    with evaluating(m):
        m(torch.ones(3))
except RuntimeError as error:
    print("left:", m.training, error)


def averaged():
    total, count, mean = 0.0, 0, None
    while True:
        total += yield mean
        count += 1
        mean = total / count


a = averaged()
next(a)
print([a.send(x) for x in (1.0, 2.0, 6.0)])


def schedule(warmup, steps):
    try:
        for k in range(steps):
            yield min(k + 1, warmup) / warmup
        return "done"
    finally:
        print("schedule left")


for lr in schedule(2, 5):
    if lr == 1.0:
        break
print(lr, list(schedule(4, 5)))
try:
    g = schedule(1, 0)
    next(g)
except StopIteration as stop:
    print(stop.value)
print(type(g).__name__, sum(schedule(2, 2)), max(batches(data, 3), key=len), *schedule(1, 2))
