# torchinfo's table of a model; what is expected was printed by torchinfo 1.8.0
import torch
import torch.nn as nn
from torchinfo import summary


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, 2, batch_first=True)
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(2)])
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        y = self.norms[0](x)
        x = x + self.attention(y, y, y)[0]
        return x + self.mlp(self.norms[1](x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(50, 16)
        self.place = nn.Parameter(torch.zeros(8, 16))
        self.blocks = nn.ModuleList([Block(16) for _ in range(2)])
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(16, 50, bias=False)
        self.embedding.weight.requires_grad_(False)

    def forward(self, ids):
        x = self.drop(self.embedding(ids) + self.place)
        for block in self.blocks:
            x = block(x)
        return self.out(x)


torch.manual_seed(1)
model = Model()
summary(model)
summary(model, (2, 8), dtypes=[torch.long])
summary(model, input_data=torch.zeros(3, 8, dtype=torch.long), depth=1,
        col_names=("input_size", "output_size", "num_params", "params_percent", "mult_adds", "trainable"),
        col_width=16, row_settings=("var_names",))
print(model.training)
net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(676, 10))
result = summary(net, (5, 1, 28, 28), verbose=0,
                 col_names=["kernel_size", "output_size", "num_params", "mult_adds"])
print(result.total_params, result.total_mult_adds, result.trainable_params)
print(result)
same = nn.Linear(4, 4)
summary(nn.Sequential(same, nn.ReLU(), same), input_size=(7, 4), row_settings=("depth", "ascii_only"))
summary(nn.LSTM(5, 6, num_layers=2), (3, 2, 5), verbose=2, col_names=("kernel_size", "num_params"))
summary(nn.Linear(300, 2000), (64, 300))
for bad in (lambda: summary(net, 3), lambda: summary(net, (1, -1)), lambda: summary(net, col_width=0),
            lambda: summary(net, (1, 1, 28, 28), input_data=torch.ones(1)),
            lambda: summary(net, col_names=("width",)), lambda: summary(net, (5, 2))):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
