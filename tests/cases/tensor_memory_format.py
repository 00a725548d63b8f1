# clone and the _like functions with memory_format: the strides that they give.
import torch

x = torch.arange(24.0).reshape(2, 3, 4)
for y in (x, x.transpose(0, 2), x[:, ::2], x[:1].expand(3, 3, 4), x.permute(1, 0, 2).requires_grad_()):
    for form in (torch.contiguous_format, torch.preserve_format):
        made = [y.clone(memory_format=form), torch.clone(y, memory_format=form)]
        made += [f(y, memory_format=form) for f in (torch.zeros_like, torch.ones_like)]
        made += [torch.full_like(y, 2, memory_format=form), torch.zeros_like(y, dtype=torch.int64, memory_format=form)]
        print(tuple(y.shape), y.stride(), form, [m.stride() for m in made], torch.equal(made[0], y), made[0].requires_grad)
    print(y.clone().stride(), torch.zeros_like(y).stride(), y.contiguous(memory_format=torch.contiguous_format).stride())
