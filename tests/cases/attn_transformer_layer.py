# Torch's own encoder layer beside its steps; no gradients asked.
import torch
import torch.nn as nn

torch.manual_seed(3)
layer = nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, dropout=0.0, batch_first=True)
x = torch.randn(1, 3, 4)
y = layer(x)
print(y)
a, _ = layer.self_attn(x, x, x)
h = layer.norm1(x + a)
z = layer.norm2(h + layer.linear2(torch.relu(layer.linear1(h))))
print(torch.allclose(y, z, atol=1e-5))
print([(n, tuple(p.shape)) for n, p in layer.named_parameters()])
first = nn.TransformerEncoderLayer(4, 2, 8, 0.0, activation="gelu", norm_first=True, batch_first=True)
print(first(x, src_mask=nn.Transformer.generate_square_subsequent_mask(3)))
stack = nn.TransformerEncoder(layer, num_layers=2)
print(stack(x).shape, len(stack.layers), torch.equal(stack.layers[0].linear1.weight, stack.layers[1].linear1.weight))
print(layer)
