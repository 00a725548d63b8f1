# Data sets and batches. There are no worker processes; a shuffled loader draws two numbers from
# the global generator for each pass, as PyTorch does, and takes its order from a generator seeded
# with the second.

import torch


class Dataset:
    """Base of data sets: subclasses define __getitem__(index) and, as a rule, __len__()."""

    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])


class TensorDataset(Dataset):
    """Item i is the tuple of row i of each tensor (N, ...)."""

    def __init__(self, *tensors):
        assert all([tensors[0].size(0) == tensor.size(0) for tensor in tensors]), (
            "Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class ConcatDataset(Dataset):
    """Several data sets one after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, "datasets should not be an empty iterable"

    def __getitem__(self, index):
        if index < 0:
            index += len(self)
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index -= len(dataset)
        raise IndexError("list index out of range")

    def __len__(self):
        return sum([len(dataset) for dataset in self.datasets])


class Subset(Dataset):
    """The items of a data set at the given places."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Cut a data set at random into Subsets of the given lengths."""
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = torch.randperm(len(dataset), generator=generator).tolist()
    parts, start = [], 0
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts


def default_collate(batch):
    """A list of items into one batch: tensors are stacked (N, ...), numbers become a tensor (N)."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, str):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        if any([len(item) != len(first) for item in batch]):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(list(column)) for column in zip(*batch)]
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
                    f"found {type(first)}")


class DataLoader:
    """Batches of a data set, in order or shuffled anew for each pass."""

    def __init__(self, dataset, batch_size=1, shuffle=False, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, generator=None):
        self.dataset = dataset
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.num_workers = num_workers
        self.collate_fn = default_collate if collate_fn is None else collate_fn
        self.drop_last = drop_last
        self.generator = generator

    def _draw_seed(self, generator=None):
        """A random 63-bit whole number."""
        return int(torch.empty((), dtype=torch.int64).random_(generator=generator).item())

    def _order(self):
        """The places of the items for one pass."""
        self._draw_seed(self.generator)
        if self.sampler is not None:
            return list(self.sampler)
        if not self.shuffle:
            return list(range(len(self.dataset)))
        generator = self.generator
        if generator is None:
            generator = torch.Generator()
            generator.manual_seed(self._draw_seed())
        order = torch.randperm(len(self.dataset), generator=generator).tolist()
        torch.randperm(len(self.dataset), generator=generator)  # PyTorch draws a last, empty round
        return order

    def _batches(self):
        """The places of each batch of one pass."""
        if self.batch_sampler is not None:
            self._draw_seed(self.generator)
            return [list(batch) for batch in self.batch_sampler]
        order, size = self._order(), self.batch_size
        if size is None:
            return order
        batches = [order[start:start + size] for start in range(0, len(order), size)]
        if self.drop_last and batches and len(batches[-1]) < size:
            batches.pop()
        return batches

    def __iter__(self):
        return _Pass(self.dataset, self._batches(), self.collate_fn)

    def __len__(self):
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        count = len(self.dataset) if self.sampler is None else len(self.sampler)
        if self.batch_size is None:
            return count
        extra = 0 if self.drop_last else self.batch_size - 1
        return (count + extra) // self.batch_size


class _Pass:
    """One walk over a loader's batches; each is read when it is asked for."""

    def __init__(self, dataset, batches, collate_fn):
        self._dataset = dataset
        self._batches = batches
        self._collate_fn = collate_fn
        self._next = 0

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._batches)

    def __next__(self):
        if self._next >= len(self._batches):
            raise StopIteration
        places = self._batches[self._next]
        self._next += 1
        if isinstance(places, int):
            return self._dataset[places]
        return self._collate_fn([self._dataset[place] for place in places])
