# Walking a tree of modules: names, children, apply, deepcopy.
import copy

import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.q = nn.Linear(width, 2, bias=False)
        self.k = nn.Linear(width, 2, bias=False)
        self.register_buffer("mask", torch.tril(torch.ones(3, 3)))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([Head(3) for _ in range(2)])
        self.out = nn.Sequential(nn.Linear(4, 3), nn.LayerNorm(3), nn.Dropout(0.5))


torch.manual_seed(1)
model = Model()
for name, p in model.named_parameters():
    print(name, tuple(p.shape), p.requires_grad)
print([name for name, _ in model.named_modules()])
print([name for name, _ in model.named_children()], [type(m).__name__ for m in model.children()])
print([type(m).__name__ for m in model.modules()], len(list(model.modules())))
print([n for n, _ in model.named_buffers()], len(list(model.buffers())))
print([(n, tuple(t.shape)) for n, t in model.state_dict().items()])
print(model.get_parameter("out.0.bias").shape, model.get_submodule("heads.1.q"), model.heads[0]._get_name())


def prepare(module):
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.5)
        if module.bias is not None:
            module.bias.data.zero_()
        print("prepared", module)
    elif type(module) == nn.LayerNorm:
        print("norm", module.normalized_shape, module.eps, module.elementwise_affine)


print(model.apply(prepare) is model, model.out[0].weight)
twin = copy.deepcopy(model)
twin.heads[0].q.weight.data.fill_(9)
print(model.heads[0].q.weight[0], twin.heads[0].q.weight[0], twin.heads[0].mask.equal(model.heads[0].mask))
clones = nn.ModuleList([copy.deepcopy(model.out) for _ in range(2)])
print(clones[0][0].weight is clones[1][0].weight, torch.equal(clones[0][0].weight, clones[1][0].weight))
model.eval()
print([m.training for m in model.modules()], model.out[2].training)
model.heads.train()
print(model.training, model.heads[1].training, model.out.training)
model.heads[1].q.weight = model.heads[0].q.weight
print(len(list(model.parameters())), model.heads[1].q.weight is model.heads[0].q.weight)
model.zero_grad()
print(model.out[0].weight.grad, model.out[0]._parameters.keys(), list(model._modules))
