# Views and the block of memory behind them.
import torch

x = torch.arange(6.0).reshape(2, 3)
s = x.storage()
print(s)
print(len(s), s.size(), s[0], s[-1], s.tolist(), s.dtype, s.device)
print(s.nbytes(), s.element_size(), type(s), s.type(), torch.is_storage(s), torch.is_storage(x))

y = x.t()
print(x.stride(), y.stride(), x.is_contiguous(), y.is_contiguous())
print(x.storage().data_ptr() == y.storage().data_ptr())
print(x.storage().data_ptr() == y.contiguous().storage().data_ptr())
print(y.contiguous().storage().tolist())

row = x[1]
print(row.storage_offset(), row.storage().size(), row.numel())
s[4] = 100
print(x, row, y, sep="\n")
s[0:2] = 7
print(x)
print(list(s), sum(s))

wide = torch.tensor([5]).expand(3, 4)
print(wide.storage(), wide.stride())
print(torch.tensor([True, False]).storage())
print(x.clone().storage().fill_(2.5).tolist(), x[0, 0].item())

for key in (6, "a", slice(0, 2)):
    try:
        s[key]
    except Exception as error:
        print(type(error).__name__, error)

print(reversed(torch.arange(4)), reversed(x), reversed(torch.tensor(3)))
print(isinstance(x, torch.FloatTensor), isinstance(x, torch.LongTensor))
print(isinstance(x.long(), (torch.IntTensor, torch.LongTensor)))
try:
    divmod(x, 2)
except TypeError as error:
    print(error)
try:
    print(7.0 in x, 8.0 in x, "a" in x)
except RuntimeError as error:
    print(error)

# A function of each cell keeps the order of axes in memory.
turned = torch.arange(1.0, 25.0).view(4, 3, 2).transpose(0, 2) / 25
for function in ("exp", "lgamma", "digamma", "erfinv", "acosh", "asinh", "atanh", "erfc", "i0", "isnan"):
    result, whole = getattr(turned, function)(), getattr(turned.contiguous(), function)()
    print(function, result.stride(), whole.stride(), torch.equal(result.nan_to_num(), whole.nan_to_num()))
