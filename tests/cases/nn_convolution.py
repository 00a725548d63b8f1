# Convolutions: stride, padding of all kinds, dilation, groups, one to three axes, the transpose, fold.
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(2)
x = torch.randn(2, 4, 9, 7)
for m in (nn.Conv2d(4, 3, 3), nn.Conv2d(4, 2, (3, 2), stride=2, padding=1), nn.Conv2d(4, 4, 3, groups=2, dilation=2), nn.Conv2d(4, 8, 3, groups=4, bias=False, padding='same'), nn.Conv2d(4, 2, 2, padding='same'), nn.Conv2d(4, 2, 3, padding=1, padding_mode='reflect'), nn.Conv2d(4,2,3,padding=(2,1),padding_mode='circular'), nn.Conv2d(4,2,3,padding=1,padding_mode='replicate'), nn.Conv2d(4, 5, 1), nn.ConvTranspose2d(4, 2, 2, stride=2), nn.ConvTranspose2d(4, 4, 3, stride=2, padding=1, output_padding=1, groups=2), nn.ConvTranspose2d(4,2,3,dilation=2)):
    y = m(x); print(m, y.shape); print(y[0,:,:3,:3]); print(y.abs().sum() > 1)
s = torch.randn(2, 4, 12)
for m in (nn.Conv1d(4, 3, 3), nn.Conv1d(4, 4, 3, padding=2, dilation=2, groups=4), nn.Conv1d(4, 2, 5, stride=3, padding=2), nn.Conv1d(4, 2, 1), nn.ConvTranspose1d(4,3,4,2,1)):
    y = m(s); print(y.shape, y[0,:,:4], m(s[0]).shape)
print(F.conv1d(torch.arange(6.).view(1,1,6), torch.tensor([[[1.,0.,-1.]]])), torch.conv2d(torch.ones(1,1,3,3), torch.ones(1,1,2,2)))
print(nn.Conv3d(2, 2, 2)(torch.randn(1,2,3,3,3)))
print(F.conv2d(x.double(), torch.randn(2,4,3,3).double()).sum())
