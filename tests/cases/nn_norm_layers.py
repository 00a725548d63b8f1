# BatchNorm, GroupNorm: training, evaluation, running statistics, errors.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x2, x3, x4 = torch.randn(6, 4), torch.randn(2, 4, 5) * 3 + 1, torch.randn(2, 4, 3, 3)
torch.set_printoptions(precision=3)
for kind, inputs in ((nn.BatchNorm1d, (x2, x3)), (nn.BatchNorm2d, (x4,))):
    for options in ({}, dict(affine=False), dict(affine=True, track_running_stats=True), dict(eps=0.1, momentum=0.5)):
        m = kind(4, **options)
        print(m, list(m.state_dict()))
        if m.affine:
            with torch.no_grad():
                m.weight.copy_(torch.tensor([1.0, 2.0, 3.0, -1.0]))
                m.bias.copy_(torch.tensor([0.0, 0.5, -1.0, 2.0]))
        for x in inputs:
            print(m(x)[0])
            m(x * 2 + 1)
            if m.running_mean is not None:
                print(m.running_mean, m.running_var, m.num_batches_tracked)
            print(m.eval()(x)[-1])
            m.train()
m = nn.BatchNorm1d(4, momentum=None)
print(m(x2)[0], m(x2 * 2)[0], m.running_mean)
for groups in (1, 2, 4):
    print(nn.GroupNorm(groups, 4), nn.GroupNorm(groups, 4)(x4)[0, :2], nn.GroupNorm(groups, 4, affine=False)(x3)[1])
print(F.batch_norm(x2, torch.zeros(4), torch.ones(4))[0], F.group_norm(x3, 2)[0])


def tell(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


tell(lambda: nn.BatchNorm1d(4)(x4))
tell(lambda: nn.BatchNorm2d(4)(x3))
tell(lambda: nn.BatchNorm1d(3)(x2))
tell(lambda: nn.BatchNorm1d(4)(x2[:1]))
tell(lambda: nn.GroupNorm(3, 4))
tell(lambda: nn.GroupNorm(2, 4)(torch.randn(2, 6, 3)))
