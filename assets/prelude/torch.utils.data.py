# Reads data sets in batches. There are no worker processes; each pass of a loader draws a number from the
# global generator, as PyTorch does for its workers. The orders come from torch.utils.data.sampler.

import torch
from torch.utils.data.sampler import (BatchSampler, RandomSampler, Sampler, SequentialSampler,
                                      SubsetRandomSampler, WeightedRandomSampler, _draw_seed)


class Dataset:
    """Base of data sets: subclasses define __getitem__(index) and, as a rule, __len__()."""

    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Base of data sets that are only walked: subclasses define __iter__()."""

    def __iter__(self):
        raise NotImplementedError


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
    """Cut a data set at random into Subsets of the given lengths, or fractions that make 1."""
    if sum(lengths) <= 1 and abs(sum(lengths) - 1) < 1e-9:
        for place, fraction in enumerate(lengths):
            if fraction < 0 or fraction > 1:
                raise ValueError(f"Fraction at index {place} is not between 0 and 1")
        fractions, lengths = lengths, [int(len(dataset) * fraction) for fraction in lengths]
        for place in range(len(dataset) - sum(lengths)):
            lengths[place % len(fractions)] += 1
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
    if type(first).__module__ == "numpy":
        return default_collate([torch.as_tensor(item) for item in batch])
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
        columns = [default_collate(column) for column in zip(*batch)]
        return type(first)(*columns) if hasattr(first, "_fields") else columns
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
                    f"found {type(first)}")


class DataLoader:
    """Batches of a data set, in order or shuffled anew for each pass."""

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, multiprocessing_context=None, generator=None, *,
                 prefetch_factor=2, persistent_workers=False, pin_memory_device=""):
        self._walked = isinstance(dataset, IterableDataset)
        shuffle = bool(shuffle)
        if self._walked and shuffle:
            raise ValueError("DataLoader with IterableDataset: expected unspecified "
                             f"shuffle option, but got shuffle={shuffle}")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, "
                                 "shuffle, sampler, and drop_last")
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually "
                             "exclusive with drop_last")
        if sampler is None and shuffle:
            sampler = RandomSampler(dataset, generator=generator)
        elif sampler is None:
            sampler = _Endless() if self._walked else SequentialSampler(dataset)
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        if collate_fn is None:
            collate_fn = default_convert if batch_sampler is None else default_collate
        self.dataset = dataset
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        self.collate_fn = collate_fn

    def __iter__(self):
        return _SingleProcessDataLoaderIter(self)

    def __len__(self):
        if not self._walked:
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)
        count, size = len(self.dataset), self.batch_size
        if size is None:
            return count
        return count // size if self.drop_last else (count + size - 1) // size


def default_convert(data):
    """An item that is its own batch: arrays become tensors."""
    return torch.as_tensor(data) if type(data).__module__ == "numpy" else data


class _Endless:
    """The places of a data set that is only walked: there are none."""

    def __iter__(self):
        while True:
            yield None


class _SingleProcessDataLoaderIter:
    """One walk over a loader's batches; each is read when it is asked for."""

    def __init__(self, loader):
        self._loader = loader
        self._sampler = loader.sampler if loader.batch_sampler is None else loader.batch_sampler
        self._places = iter(self._sampler)
        self._items = iter(loader.dataset) if loader._walked else None
        _draw_seed(loader.generator)

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._sampler)

    def __next__(self):
        places, loader = next(self._places), self._loader
        if loader.batch_sampler is None:
            return loader.collate_fn(next(self._items) if loader._walked else loader.dataset[places])
        if not loader._walked:
            return loader.collate_fn([loader.dataset[place] for place in places])
        batch = []
        for item in self._items:
            batch.append(item)
            if len(batch) == len(places):
                break
        if not batch or (loader.drop_last and len(batch) < len(places)):
            raise StopIteration
        return loader.collate_fn(batch)


DataLoader.__module__ = "torch.utils.data.dataloader"
for _kind in (Dataset, IterableDataset, TensorDataset, ConcatDataset, Subset):
    _kind.__module__ = "torch.utils.data.dataset"
