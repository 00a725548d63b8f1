"""Attributes of tensors that debugging asks for: whose cells a view shows, hooks, the names with an
underscore; and what is no attribute."""
import torch
import torch.nn as nn

CALLS = """
y = x._base
y = x[0]._base is x
y = x[0][1:]._base is x
y = x.view(-1)._is_view()
y = x._is_view()
y = (x + 1)._base
y = w[1:]._base is w
y = w._backward_hooks
w.register_hook(lambda g: g); y = len(w._backward_hooks)
y = w._grad
w.sum().backward(); y = w._grad
y = w._grad_fn
y = (w * 2)._grad_fn is not None
y = x.element_size()
y = x.detach()._base
y = x.detach()._is_view()
y = x.t()._is_view()
y = x.expand(4, 2, 3)._is_view()
y = x.reshape(3, 2)._base is x
y = x.contiguous()._is_view()
y = x.clone()._is_view()
y = [c._is_view() for c in x.chunk(2)]
y = x.data._is_view()
y = x.data._base
with torch.no_grad(): y = w[0]._is_view()
with torch.no_grad(): y = w.view(3, 1)._base is w
y = x.squeeze()._is_view()
y = x.real is x
y = x.unfold(1, 2, 1)._is_view()
y = torch.as_strided(x, (2,), (1,))._is_view()
y = x.diagonal()._base is x
y = x.T._base is x
y = x[[0]]._is_view()
y = x[:]._is_view()
y = nn.Parameter(x)._is_view()
y = x.requires_grad_()._is_view()
y = x._version
y = x.is_leaf
y = x.names
y = x.layout
y = x.is_sparse
y = x.is_quantized
y = x.is_cuda
y = x.is_mkldnn
y = x.is_meta
y = x.output_nr
y = w.unbind()[1].output_nr
y = x.storage_offset()
y = x.storage().data_ptr() == x.data_ptr()
y = x.untyped_storage()
y = x.grad_dtype
y = x.mT.shape
y = x.mH.shape
y = x.H.shape
y = x.ndim
y = x.type()
y = x.retains_grad
y = x.device
y = x.is_contiguous()
y = x.get_device()
y = x.nelement()
y = x.ndimension()
y = x.dim_order()
y = x.is_nested
y = x.is_inference()
y = x.resolve_conj() is x
y = x.foo
y = x.nbyte
y = torch.ones(2).len()
"""

for call in CALLS.strip().split("\n"):
    names = {"torch": torch, "nn": nn, "w": torch.ones(3, requires_grad=True), "x": torch.zeros(2, 3)}
    try:
        exec(call, names)
        print(call, "->", names["y"])
    except AttributeError as error:
        print(call, "->", type(error).__name__, error)
