# packed sequences: made, unpacked, and run through recurrent layers
import torch
import torch.nn as nn
from torch.nn.utils.rnn import (PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence,
                                pad_sequence, unpack_sequence, unpad_sequence)

x = torch.arange(12.0).view(2, 3, 2)
packed = pack_padded_sequence(x, [3, 2], batch_first=True)
print(packed, type(packed), isinstance(packed, PackedSequence), packed.batch_sizes)
print(pad_packed_sequence(packed, batch_first=True), pad_packed_sequence(packed, total_length=4, padding_value=-1.0))
mixed = pack_padded_sequence(x, torch.tensor([1, 3]), batch_first=True, enforce_sorted=False)
print(mixed, pad_packed_sequence(mixed, batch_first=True))
rows = [torch.tensor([1, 2, 3]), torch.tensor([4, 5]), torch.tensor([6])]
print(pack_sequence(rows), pad_sequence(rows, batch_first=True, padding_value=9), unpack_sequence(pack_sequence(rows)))
print(unpad_sequence(pad_sequence(rows, batch_first=True), torch.tensor([3, 2, 1]), batch_first=True))

torch.manual_seed(1)
for layer in (nn.LSTM(2, 3, batch_first=True), nn.GRU(2, 3, num_layers=2, bidirectional=True), nn.RNN(2, 3)):
    first = layer.batch_first
    batch = torch.randn(3, 4, 2)
    batch = batch if first else batch.transpose(0, 1)
    with torch.no_grad():
        output, last = layer(pack_padded_sequence(batch, [2, 4, 3], batch_first=first, enforce_sorted=False))
        padded, lengths = pad_packed_sequence(output, batch_first=first)
    print(output.data.shape, output.batch_sizes, padded, lengths, last)
output, last = layer(packed)
print(output.data, pad_packed_sequence(output)[0], last)
for wrong in (lambda: pack_padded_sequence(x, [2, 3], batch_first=True), lambda: pack_padded_sequence(x, [3, 0], batch_first=True),
              lambda: pack_padded_sequence(x, [3], batch_first=True), lambda: pad_packed_sequence(packed, total_length=1)):
    try:
        wrong()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
