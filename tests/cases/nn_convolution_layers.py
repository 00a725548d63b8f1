# The layers of convolutions: repr, attributes, patch embeddings, grad_fn.
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
x = torch.randn(2, 4, 8, 8)
c = nn.Conv2d(4, 6, 3)
for y in (c(x), c(x[0]), nn.Conv2d(4, 6, 3, padding='same')(x), nn.Conv2d(4,6,2,padding='same')(x), nn.Conv2d(4,6,3,padding_mode='circular',padding=1)(x), nn.Conv1d(8,6,3)(x[0]), nn.Conv1d(4,6,3)(x[0,:,0]), nn.Conv3d(4,6,3)(x.unsqueeze(2).repeat(1,1,4,1,1))):
    print(y.shape, type(y.grad_fn).__name__, y.stride())
for m in (nn.Conv1d(4, 8, 3), nn.Conv1d(4,8,3,2,1,2,2,False), nn.Conv2d(4,8,(3,5),padding=(1,2),padding_mode='reflect'), nn.Conv2d(4, 4, 3, groups=4, padding='same'), nn.Conv3d(1,2,3), nn.ConvTranspose2d(4,8,2,stride=2), nn.ConvTranspose1d(4,8,3,2,1,1)):
    print(m)
print(c.kernel_size, c.stride, c.padding, c.dilation, c.groups, c.in_channels, c.out_channels, c.transposed, c.output_padding, c.padding_mode, nn.Conv2d(4,8,3,padding='same').padding)
print([(n, p.shape) for n, p in c.named_parameters()])
print(isinstance(c, nn.modules.conv._ConvNd), nn.modules.conv.Conv2d is nn.Conv2d)
torch.manual_seed(0)
class Patch(nn.Module):
    def __init__(self, img=16, p=4, c=3, d=32):
        super().__init__()
        self.proj = nn.Conv2d(c, d, kernel_size=p, stride=p)
        self.cls = nn.Parameter(torch.randn(1, 1, d))
        self.pos = nn.Parameter(torch.randn(1, (img//p)**2+1, d))
    def forward(self, x):
        x = self.proj(x).flatten(2).transpose(1, 2)
        return torch.cat([self.cls.expand(x.size(0), -1, -1), x], 1) + self.pos
m = Patch(); x = torch.randn(2, 3, 16, 16)
y = m(x); print(m, y.shape, y.is_contiguous()); print(y[0, :3]); print(sum(p.numel() for p in m.parameters()))
print(m.proj(x).flatten(2).transpose(1,2).stride(), m.state_dict().keys())
def init(mod):
    if isinstance(mod, (nn.Linear, nn.Conv2d)): nn.init.trunc_normal_(mod.weight, std=0.02); nn.init.zeros_(mod.bias)
m.apply(init); print(m(x)[1, :2, :6])
cnn = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 10))
print(cnn(x)); print(cnn)
