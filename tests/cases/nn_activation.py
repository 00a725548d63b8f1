# Activations and losses as modules.
import torch
import torch.nn as nn

x = torch.tensor([[-2.0, -0.5, 0.0], [0.25, 1.0, 3.0]])
for m in (nn.ReLU(), nn.GELU(), nn.GELU(approximate="tanh"), nn.Tanh(), nn.Sigmoid(), nn.Softmax(dim=-1), nn.Softmax(dim=0),
          nn.LogSoftmax(dim=1), nn.SiLU(), nn.ELU(), nn.LeakyReLU(), nn.Softplus(), nn.Identity(), nn.ReLU6(),
          nn.PReLU(), nn.Softsign(), nn.Mish(), nn.SELU(), nn.LogSigmoid()):
    print(type(m).__name__, m(x))
target = torch.tensor([2, 0])
print(nn.CrossEntropyLoss()(x, target), nn.CrossEntropyLoss(reduction="sum")(x, target))
print(nn.NLLLoss()(nn.LogSoftmax(dim=-1)(x), target), nn.MSELoss()(x, torch.zeros(2, 3)), nn.L1Loss()(x, torch.ones(2, 3)))
print(nn.BCEWithLogitsLoss()(x, torch.ones(2, 3)), nn.BCELoss()(torch.sigmoid(x), torch.zeros(2, 3)))
print(nn.CrossEntropyLoss(label_smoothing=0.1)(x, target), nn.CrossEntropyLoss(ignore_index=2)(x, target))
inplace = x.clone()
print(nn.ReLU(inplace=True)(inplace) is inplace, inplace)
mlp = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 3))
torch.manual_seed(0)
mlp.apply(lambda m: nn.init.xavier_uniform_(m.weight) if isinstance(m, nn.Linear) else None)
print(mlp(x))
