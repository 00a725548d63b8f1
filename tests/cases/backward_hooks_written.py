# Hooks on a tensor that is written in place: all stand on what it was when the first one came; one that retains its
# gradient goes along. detach_() of what has views, and of leaves.
import torch


def leaf():
    return torch.tensor([1., 2., 3.], requires_grad=True)


def tried(name, do):
    try:
        print(name, do())
    except RuntimeError as e:
        print(name, "RuntimeError:", e)


def watch(kind, a, log, name):
    if kind == "hook":
        a.register_hook(lambda g: log.append((name, g.tolist())))
    elif kind == "retain":
        a.retain_grad()


def seen(write, first, second):
    log, x = [], leaf()
    a = x * 2
    watch(first, a, log, "first")
    write(a)
    watch(second, a, log, "second")
    (a * a).sum().backward()
    return log, x.grad, a.grad if a.retains_grad else None


def quiet(a):
    with torch.no_grad():
        a.mul_(2)


writes = {"mul_": lambda a: a.mul_(3), "add_": lambda a: a.add_(1), "exp_": lambda a: a.exp_(),
          "item": lambda a: a.__setitem__(0, 5.), "picked": lambda a: a.__setitem__(torch.tensor([0]), 5.),
          "view": lambda a: a[1:].mul_(4), "unsqueeze_": lambda a: a.unsqueeze_(0), "no_grad": quiet}
for name, write in writes.items():
    for first in ("hook", "retain", "none"):
        for second in ("hook", "retain"):
            tried((name, first, second), lambda: seen(write, first, second))


def changed(write):
    x = leaf()
    a = x * 2
    a.register_hook(lambda g: g * 10)
    write(a)
    a.register_hook(lambda g: g + 1)
    a.sum().backward()
    return x.grad, len(a._backward_hooks)


tried("changed", lambda: changed(lambda a: a.mul_(3)))
tried("changed, a view", lambda: changed(lambda a: a[0:1].mul_(3)))


def of_view(write):
    log, x = [], leaf()
    a = x * 2
    v = a[1:]
    watch("hook", v, log, "v first")
    watch("hook", a, log, "a first")
    v.retain_grad()
    write(a, v)
    watch("hook", v, log, "v second")
    watch("hook", a, log, "a second")
    (v * v).sum().backward()
    return log, x.grad, v.grad


tried("base written", lambda: of_view(lambda a, v: a.mul_(3)))
tried("view written", lambda: of_view(lambda a, v: v.mul_(3)))


def removed(which):
    log, x = [], leaf()
    a = x * 2
    handles = [a.register_hook(lambda g: log.append(("first", g.tolist())))]
    a.mul_(3)
    handles.append(a.register_hook(lambda g: log.append(("second", g.tolist()))))
    handles[which].remove()
    a.sum().backward()
    return log


print(removed(0), removed(1))
log, x = [], leaf()
y = x.detach().requires_grad_()
watch("hook", y, log, "as a leaf")
y.requires_grad_(False).add_(x)
watch("hook", y, log, "later")
y.sum().backward()
print(log, x.grad)


# detach_()
def cut(views, then):
    x = leaf()
    a = x * 2
    parts = views(a)
    a.detach_()
    print(a.requires_grad, a.is_leaf, [(v.requires_grad, v.is_leaf) for v in parts])
    then(a, *parts)
    print([(v.requires_grad, v.grad_fn and v.grad_fn.name()) for v in parts])
    parts[0].sum().backward()
    return x.grad


tail = lambda a: [a[1:]]
tried("read", lambda: cut(tail, lambda a, v: None))
tried("view written", lambda: cut(tail, lambda a, v: v.mul_(2)))
tried("base written", lambda: cut(tail, lambda a, v: a.mul_(2)))
tried("base tracked again", lambda: cut(tail, lambda a, v: a.mul_(leaf())))
tried("a leaf then", lambda: cut(tail, lambda a, v: a.requires_grad_()))
tried("a leaf then, written", lambda: cut(tail, lambda a, v: (a.requires_grad_(), v.mul_(2))))
tried("written before", lambda: cut(lambda a: (a.mul_(3), [a[1:]])[1], lambda a, v: None))
tried("view written before", lambda: cut(lambda a: [a[1:].mul_(3)], lambda a, v: None))
tried("many", lambda: cut(lambda a: a.chunk(2), lambda a, v, w: None))
tried("of no_grad", lambda: cut(torch.no_grad()(tail), lambda a, v: print(v.mul_(2))))
tried("a view", lambda: leaf()[1:].detach_())
tried("a view of no_grad", lambda: torch.no_grad()(tail)(leaf())[0].detach_())
x = leaf()
v = x[1:]
x.detach_()
v.sum().backward()
print(v.requires_grad, x.grad)
for kind in ("hook", "retain"):
    log, a = [], leaf() * 2
    watch(kind, a, log, "seen")
    a.detach_().requires_grad_()
    a.sum().backward()
    print(log, a.grad, a.retains_grad)
