# Puts sequences of different lengths into one tensor: padded, or packed, one position of all sequences after
# the other, the longest sequence first.

from collections import namedtuple

import torch
from torch._C import _named


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    """Tensors (L_i, ...) -> (longest, N, ...) or, batch first, (N, longest, ...)."""
    shape = (len(sequences), max([sequence.size(0) for sequence in sequences]))  # no name: it would be the axis's
    padded = torch.full(shape + tuple(sequences[0].shape[1:]), padding_value, dtype=sequences[0].dtype)
    for row, sequence in enumerate(sequences):
        padded[row, :sequence.size(0)] = sequence
    return padded if batch_first else padded.transpose(0, 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The inverse of pad_sequence: a list of tensors (L_i, ...)."""
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[:int(length)] for row, length in zip(rows, lengths)]


def invert_permutation(permutation):
    """Where each place went; None stays None."""
    if permutation is None:
        return None
    output = torch.empty_like(permutation)
    output.scatter_(0, permutation, torch.arange(0, permutation.numel()))
    return output


_Packed = namedtuple("PackedSequence", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])


class PackedSequence(_Packed):
    """data (sum of lengths, ...), and how many sequences go on at each position."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """The same with its data in another type."""
        return self._replace(data=self.data.to(*args, **kwargs))

    def cpu(self):
        """Where it is."""
        return self

    @property
    def is_cuda(self):
        """Is it on a GPU?"""
        return False


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """(T, N, ...) or, batch first, (N, T, ...) and the lengths -> a PackedSequence"""
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    if enforce_sorted:
        order = None
    else:
        lengths, order = torch.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, order)
    steps = input.transpose(0, 1) if batch_first else input
    sizes = lengths.tolist()
    if len(sizes) != steps.size(1):
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {len(sizes)} "
                           f"(batch_size={steps.size(1)})")
    if min(sizes) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in "
                           "'lengths' that is <= 0")
    if any([a < b for a, b in zip(sizes, sizes[1:])]):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is "
                           "True. You can pass `enforce_sorted=False` to pack_padded_sequence and/or "
                           "pack_sequence to sidestep this requirement if you do not need ONNX "
                           "exportability.")
    if sizes[0] > steps.size(0):
        raise RuntimeError(f"start ({0}) + length ({sizes[0]}) exceeds dimension size ({steps.size(0)}).")
    counts = [sum([size > place for size in sizes]) for place in range(sizes[0])]
    data = torch.cat([steps[place, :count] for place, count in enumerate(counts)])
    data = _named(data, "PackPaddedSequenceBackward0") if data.requires_grad else data
    return PackedSequence(data, torch.tensor(counts), order, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """A PackedSequence -> (padded tensor, lengths)"""
    counts = sequence.batch_sizes.tolist()
    length = len(counts) if total_length is None else total_length
    if length < len(counts):
        raise ValueError("Expected total_length to be at least the length of the longest sequence in "
                         f"input, but got total_length={length} and max sequence length being "
                         f"{len(counts)}")
    steps, start = [], 0
    for place in range(length):
        count = counts[place] if place < len(counts) else 0
        step = sequence.data[start:start + count]
        rest = torch.full((counts[0] - count,) + tuple(sequence.data.shape[1:]), padding_value,
                          dtype=sequence.data.dtype)
        steps.append(torch.cat([step, rest]))
        start += count
    padded = torch.stack(steps)
    padded = _named(padded, "CopySlices") if padded.requires_grad else padded
    lengths = torch.tensor([sum([count > row for count in counts]) for row in range(counts[0])])
    padded = padded.transpose(0, 1) if batch_first else padded
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(0 if batch_first else 1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices]
    return padded, lengths


def pack_sequence(sequences, enforce_sorted=True):
    """Tensors (L_i, ...) -> a PackedSequence"""
    lengths = torch.tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """A PackedSequence -> a list of tensors (L_i, ...)"""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
