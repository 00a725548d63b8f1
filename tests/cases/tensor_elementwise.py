# Functions of one number, as function and as method.
import torch
import torch.nn.functional as F

x = torch.tensor([-2.0, -0.5, 0.0, 0.75, 3.0])
p = torch.tensor([0.25, 1.0, 2.0, 10.0])
for f in (torch.exp, torch.sin, torch.cos, torch.tan, torch.tanh, torch.sigmoid, torch.relu, torch.abs, torch.neg,
          torch.sign, torch.floor, torch.ceil, torch.round, torch.square, torch.erf, torch.expm1, torch.atan,
          torch.sinh, torch.cosh, torch.frac, torch.trunc):
    print(f"{f.__name__:8}", f(x))
for f in (torch.log, torch.sqrt, torch.rsqrt, torch.log2, torch.log10, torch.log1p, torch.reciprocal):
    print(f"{f.__name__:10}", f(p))
for f in (F.relu, F.gelu, F.silu, F.elu, F.leaky_relu, F.softplus, F.sigmoid, F.tanh, F.relu6, F.mish, F.selu, F.logsigmoid):
    print(f(x))
print(F.gelu(x, approximate="tanh"), F.leaky_relu(x, 0.2), F.softsign(x))
print(x.pow(2), x ** 3, torch.pow(2, x), torch.pow(p, 0.5), p ** -1, p ** -0.5, torch.pow(p, torch.tensor([1.0, 2.0, 3.0, 0.0])))
print(x.clamp(-1, 1), x.clamp(min=0), torch.clamp(x, max=0.5), x.clip(0, 1), x.clamp_min(0.1))
print(torch.add(x, 1), torch.add(x, x, alpha=2), torch.sub(x, 1), torch.mul(x, 2), torch.div(x, 4), x.add(1).mul(2))
print(torch.remainder(x, 2), torch.fmod(x, 2), x % 2, x // 2, torch.floor_divide(x, 2), torch.true_divide(x, 2))
print(torch.eq(x, 0), x.ne(0), x.gt(0), torch.lt(x, 0), x.ge(0), x.le(0), torch.logical_not(x > 0), torch.logical_and(x > -1, x < 1))
print(torch.atan2(x, torch.ones(5)), torch.hypot(x, x), torch.lerp(x, torch.ones(5), 0.5), torch.addcmul(x, x, x, value=0.5))
print(x.softmax(0), torch.log_softmax(x, 0), F.normalize(x, dim=0), torch.logit(torch.tensor([0.25, 0.5])))
print(torch.round(torch.tensor([0.5, 1.5, 2.5, -0.5])), torch.tensor([1.2345, 2.3456]).round(decimals=2), torch.sgn(x), torch.deg2rad(torch.tensor([180.0])))
