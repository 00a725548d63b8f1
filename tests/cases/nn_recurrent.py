# Recurrent layers: parameters, random stream, layers, directions, states, cells, errors.
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(5, 3, 4)
for kind in (nn.RNN, nn.LSTM, nn.GRU):
    for options in ({}, dict(num_layers=2, bidirectional=True, batch_first=True), dict(bias=False)):
        torch.manual_seed(1)
        m = kind(4, 6, **options)
        print(m, [name for name, _ in m.named_parameters()])
        print(m.weight_ih_l0[0], m.weight_hh_l0[1])
        output, last = m(x)
        print(output.shape, output[0, 0], output[-1, -1])
        print(last[0][0] if isinstance(last, tuple) else last[0])
        state = tuple([part * 2 for part in last]) if isinstance(last, tuple) else last * 2
        with torch.no_grad():
            output, last = m(x, state)
        print(output[1, 1], output.stride())
output, (h, c) = nn.LSTM(4, 6, proj_size=3)(x)
print(output.shape, h.shape, c.shape, output[2])
print(nn.RNN(4, 3, nonlinearity="relu")(x)[0][0])
print(nn.GRU(4, 3)(x[:, 0])[0], nn.LSTM(4, 3, batch_first=True)(x[:, 0])[1])
torch.manual_seed(3)
m = nn.LSTM(4, 3, num_layers=3, dropout=0.5)
print(m, m(x)[0][1])
for kind in (nn.RNNCell, nn.LSTMCell, nn.GRUCell):
    cell = kind(4, 3)
    print(cell, list(cell.state_dict()), cell(x[0, 0]))
    h = cell(x[0])
    for step in x[1:]:
        h = cell(step, h)
    print(h)


def tell(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


for kind in (nn.RNN, nn.LSTM, nn.GRU):
    m = kind(4, 3)
    tell(lambda: m(torch.ones(2, 2, 5)))
    tell(lambda: m(torch.ones(2, 2, 4), (torch.ones(2, 2, 3), torch.ones(2, 2, 3))[:2 if kind is nn.LSTM else None]
                   if kind is nn.LSTM else torch.ones(2, 2, 3)))
    tell(lambda: m(torch.ones(2, 2, 4), (torch.ones(2, 3), torch.ones(2, 3)) if kind is nn.LSTM else torch.ones(2, 3)))
tell(lambda: nn.GRUCell(4, 3)(torch.ones(2, 3)))
tell(lambda: nn.GRUCell(4, 3)(torch.ones(2, 4), torch.ones(3, 3)))
tell(lambda: nn.RNN(4, 3, dropout=2))
tell(lambda: nn.RNN(4, 3, nonlinearity="x"))
tell(lambda: nn.GRU(4, 3, proj_size=1))
