# Sequences of different lengths in one tensor. Packed sequences are not here,
# because recurrent layers are not.

import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    """Tensors (L_i, ...) -> (longest, N, ...) or, batch first, (N, longest, ...)."""
    longest = max([sequence.size(0) for sequence in sequences])
    shape = (len(sequences), longest) + tuple(sequences[0].shape[1:])
    padded = torch.full(shape, padding_value, dtype=sequences[0].dtype)
    for row, sequence in enumerate(sequences):
        padded[row, :sequence.size(0)] = sequence
    return padded if batch_first else padded.transpose(0, 1)
