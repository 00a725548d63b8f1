# Views share storage: strides and offsets tell how.
import torch


def show(name, t):
    print(f"{name:12} shape {tuple(t.shape)!s:12} stride {t.stride()!s:14} offset {t.storage_offset():2d}"
          f" contiguous {t.is_contiguous()}")


x = torch.arange(24)
a = x.view(2, 3, 4)
show("x", x)
show("view", a)
show("transpose", a.transpose(1, 2))
show("permute", a.permute(2, 0, 1))
show("T", a[0].T)
show("mT", a.mT)
show("select", a[1])
show("slice", a[:, 1:])
show("step", x[1::3])
show("column", a[:, :, 2])
show("unsqueeze", a.unsqueeze(1))
show("squeeze", a[:1].squeeze(0))
show("expand", a[:, :1].expand(2, 3, 4))
show("expand -1", torch.ones(3, 1).expand(-1, 4))
show("narrow", x.narrow(0, 5, 4))
show("chunk", x.chunk(4)[2])
show("split", a.split(2, dim=1)[1])
show("unbind", a.unbind(2)[1])
show("clone", a.transpose(0, 1).clone())
show("contiguous", a.transpose(0, 1).contiguous())
show("reshape", a.transpose(0, 1).reshape(6, 4))
show("flatten", a.flatten(1))
show("as_strided", x.as_strided((3, 2), (2, 1), 4))
show("unfold", x.unfold(0, 6, 6))
show("index", a[[0]])
show("swapaxes", a.swapaxes(0, 2))
show("movedim", a.movedim(0, -1))
show("diagonal", a[0].diagonal())
print(x.data_ptr() == a.data_ptr(), a[1].data_ptr() - a.data_ptr(), a.clone().data_ptr() == a.data_ptr())
print(a.stride(0), a.stride(-1), a.size(-2), a.dim(), a.ndim, a.numel(), a.nelement(), a.element_size())
print(a.view(-1).shape, a.view(4, -1).shape, a.reshape(-1, 2, 2).shape, a.view(24, 1).shape)
print(torch.ones(2, 1, 3).transpose(0, 1).view(6), torch.ones(1, 4).t().is_contiguous())
