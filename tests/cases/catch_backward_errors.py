# What PyTorch says when gradients cannot be computed.
import torch


def attempt(name, call):
    try:
        call()
        print(name, "-")
    except Exception as e:
        print(name, type(e).__name__, e)


def leaf(*shape):
    return torch.arange(1.0, 1 + torch.Size(shape).numel()).view(shape).clone().requires_grad_()


def second():
    x = leaf(3)
    y = (x * x).sum()
    y.backward()
    y.backward()


def second_of_nothing_saved():
    x = leaf(3)
    y = (x + 1).sum()
    y.backward()
    y.backward()
    print(x.grad)


def retained():
    x = leaf(3)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    print(x.grad)


def written_result():
    x = leaf(3)
    y = x.exp()
    y.add_(1)
    y.sum().backward()


def written_argument():
    x = leaf(3)
    w = torch.ones(3)
    y = x * w
    w[0] = 5
    y.sum().backward()


def written_twice():
    x = leaf(2, 2)
    h = x * 1
    y = h @ h
    h.mul_(2)
    h += 1
    y.sum().backward()


def written_by_itself():
    x = leaf(3)
    h = x * 1
    h.mul_(h)
    h.sum().backward()


def written_unsaved():
    x = leaf(3)
    y = x + 1
    y.mul_(2)
    y.sum().backward()
    print(x.grad)


def written_parts():
    h = leaf(2, 3) * 1
    h[..., 2] = h[..., 0] * h[..., 1]
    h.sum().backward()


def no_scalar():
    (leaf(3) * 2).backward()


def no_gradient():
    torch.ones(3).sum().backward()


def under_no_grad():
    x = leaf(3)
    with torch.no_grad():
        y = (x * 2).sum()
    y.backward()


def wrong_shape():
    (leaf(3) * 2).backward(torch.ones(2))


def wrong_shape_broadcast():
    (leaf(2, 3) * 2).backward(torch.ones(3))


def wrong_type():
    (leaf(3) * 2).backward([1.0, 1.0, 1.0])


def leaf_in_place():
    leaf(3).mul_(2)


def leaf_augmented():
    x = leaf(3)
    x += 1


def leaf_view_in_place():
    leaf(3)[0].mul_(2)


def leaf_item():
    x = leaf(3)
    x[0] = 1


def leaf_under_no_grad():
    x = leaf(3)
    with torch.no_grad():
        x.mul_(2)
        x[0] = 7
        x -= 1
    print(x)


def one_of_many():
    x = leaf(4) * 1
    a, b = x.chunk(2)
    a.mul_(2)


def one_of_unbind():
    x = leaf(4, 2) * 1
    for row in x:
        row.mul_(2)


def out_given():
    torch.add(leaf(3), 1, out=torch.empty(3))


def out_asks():
    torch.mul(torch.ones(3), 2, out=leaf(3))


def out_product():
    torch.mm(leaf(2, 2), torch.ones(2, 2), out=torch.empty(2, 2))


def out_under_no_grad():
    y = torch.empty(3)
    with torch.no_grad():
        torch.add(leaf(3), 1, out=y)
    print(y)


def integer():
    torch.tensor([1, 2]).requires_grad_()


def integer_argument():
    torch.tensor([1, 2], requires_grad=True)


def not_a_leaf():
    (leaf(3) * 2).requires_grad_(False)


def numpy_of_tracked():
    leaf(3).numpy()


def grad_unused():
    x, y = leaf(3), leaf(3)
    torch.autograd.grad((x * 2).sum(), [x, y])


def grad_unused_allowed():
    x, y = leaf(3), leaf(3)
    print(torch.autograd.grad((x * 2).sum(), [x, y], allow_unused=True))


def grad_of_plain():
    x = leaf(3)
    torch.autograd.grad((x * 2).sum(), torch.ones(3))


def set_grad_shape():
    x = leaf(3)
    x.grad = torch.ones(2)


def set_grad_type():
    x = leaf(3)
    x.grad = 3


def detach_view():
    x = leaf(3) * 1
    x[0].detach_()


def hook_without():
    torch.ones(3).register_hook(print)


for name, call in list(globals().items()):
    if callable(call) and name not in ("attempt", "leaf"):
        attempt(name, call)
