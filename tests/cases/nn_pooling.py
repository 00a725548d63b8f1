# Pooling, padding with the tensor's own cells, nearest resizing, pixel shuffling.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def tell(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


x3, x4 = torch.randn(1, 2, 7), torch.randn(1, 2, 5, 6)
for m in (nn.MaxPool1d(2), nn.MaxPool1d(3, stride=2, padding=1), nn.MaxPool1d(3, 2, ceil_mode=True),
          nn.MaxPool1d(2, dilation=2), nn.MaxPool1d(2, return_indices=True)):
    print(m)
    tell(lambda: m(x3))
    tell(lambda: m(x3.clone().requires_grad_())[0])
for m in (nn.MaxPool2d(2), nn.MaxPool2d((2, 3), stride=1), nn.MaxPool2d(3, 2, 1, return_indices=True), nn.AvgPool2d(2),
          nn.AvgPool2d(3, 1, 1), nn.AvgPool2d((2, 1), divisor_override=3), nn.AdaptiveAvgPool2d(1),
          nn.AdaptiveAvgPool2d((2, None)), nn.AdaptiveAvgPool2d((3, 2))):
    print(m)
    tell(lambda: m(x4))
    tell(lambda: m(x4.clone().requires_grad_())[0, 0, 0])
tell(lambda: F.pad(x3, (1, 2), mode="circular"))
tell(lambda: F.pad(x3, (-1, 1), mode="circular"))
tell(lambda: F.pad(x4, (7, 1, 0, 0), mode="reflect"))
tell(lambda: F.pad(x3, (7, 1), mode="reflect"))
tell(lambda: F.pad(x3, (8, 1), mode="circular"))
tell(lambda: F.pad(x3, (1, 1, 1, 1), mode="reflect"))
tell(lambda: nn.MaxPool2d(2)(x3[0]))
tell(lambda: nn.MaxPool2d(2, padding=2)(x4))
tell(lambda: nn.MaxPool1d(2, padding=2)(x3))
tell(lambda: F.interpolate(x4))
tell(lambda: F.interpolate(x3, scale_factor=0.5, mode="nearest-exact"))
