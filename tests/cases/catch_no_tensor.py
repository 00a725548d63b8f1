# what is no tensor, told in the words of the function that meets it
import torch
import torch.nn.functional as F


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: F.softmax([1.0, 2.0], dim=0))
tried(lambda: F.softmax([1.0, 2.0]))
tried(lambda: F.softmax(3, dim=-1))
tried(lambda: F.log_softmax([1.0], 0))
tried(lambda: F.sigmoid([1.0]))
tried(lambda: F.tanh(None))
tried(lambda: torch.norm([1.0]))
tried(lambda: torch.softmax([1.0], 0))
tried(lambda: F.logsigmoid([1.0]))
tried(lambda: F.logsigmoid(torch.tensor([-2.0, 0.0, 300.0])))
tried(lambda: F.logsigmoid(torch.tensor([1, 2])))
tried(lambda: torch.linalg.norm(torch.ones(2, 2), dim=1))
tried(lambda: torch.cdist(torch.ones(2, 2).int(), torch.ones(2, 2)))
tried(lambda: torch.cdist(torch.ones(2, 2), torch.ones(2, 2).long()))
tried(lambda: torch.broadcast_shapes((2, 1), [1, 3], 1, torch.Size([4, 1, 1])))
tried(lambda: torch.broadcast_shapes())
tried(lambda: torch.broadcast_shapes(2, True))
tried(lambda: torch.broadcast_shapes((2,), (3,)))
tried(lambda: torch.broadcast_shapes((-1,), (3,)))
tried(lambda: torch.broadcast_shapes(1, 1.5))
tried(lambda: torch.broadcast_shapes(None))
