/* Tests explanations as a learner reads them: golden texts of the main operations, sums computed
 * again from their printed digits, and what is bounded or refused. */
#include "traced.h"

#include "expect.h"
#include "trace/explain/explain.h"

#include "base/fmath.h"
#include "trace/explain/explain_text.h"
#include "trace/explain/scalar.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_explain_text(void);

/* --- golden texts --- */

static const struct {
    const char *op; /* the last event of that name */
    int64_t cell;
    const char *code, *expected;
} goldens[] = {
    {"matmul", 0, /* 0 times a negative number adds nothing, and has no sign */
     "x, w = torch.tensor([[0.0, 0.5, 0.0]]), torch.tensor([[-1.0], [4.0], [-2.0]])\n"
     "y = x @ w\n",
     "y[0, 0] = 2.0\n"
     "  formula      sum over k = 0 ... 2 of x[0, k] * w[k, 0]\n"
     "  numbers      0.0 * -1.0 + 0.5 * 4.0 + 0.0 * -2.0\n"
     "  term         0.0 * -1.0 = 0.0                         -> 0.0\n"
     "               0.5 * 4.0 = 2.0                          -> 2.0\n"
     "               0.0 * -2.0 = 0.0                         -> 2.0\n"
     "  place        storage offset = 0\n"},
    {"add_", 1, /* what x.grad held, and what this pass adds to it */
     "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
     "(x * x).sum().backward()\n"
     "(x * 3).sum().backward()\n",
     "x.grad[1] = 7.0\n"
     "  before       4.0\n"
     "  formula      x.grad[1] + x.grad (new)[1]\n"
     "  compute      4.0 + 3.0 = 7.0\n"
     "  place        storage offset = 1\n"},
    {"divide", 0, /* where the mask is false, out stays */
     "import numpy as np\n"
     "x, o = np.array([4.0, 0.0]), np.array([8.0, 9.0])\n"
     "mask = x > 0\n"
     "np.divide(2.0, x, out=o, where=mask)\n",
     "o[0] = 0.5\n"
     "  before       8.0\n"
     "  formula      2.0 / x[0] if mask else o\n"
     "  compute      2.0 / 4.0 if mask else o = 0.5\n"
     "  place        storage offset = 0\n"},
    {"masked_fill", 0, /* both tensors are called s */
     "s = torch.ones(1, 2, requires_grad=True) * 1\n"
     "hidden = torch.tensor([[False, True]])\ns = s.masked_fill(hidden, 0)\n"
     "(s * 3).sum().backward()\n",
     "s.grad[0, 0] = 3.0\n"
     "  formula      0 if hidden[0, 0] else s.grad (new)[0, 0]\n"
     "  compute      0 if False else 3.0 = 3.0\n"
     "  place        storage offset = 0\n"},
    {"matmul", 5,
     "q = torch.tensor([[0.5, -1.5], [2.0, 0.25]])\n"
     "k = torch.tensor([[1.0, 2.0], [0.1, -0.2], [3.0, 0.3]])\n"
     "scores = q @ k.T\n",
     "scores[1, 2] = 6.075\n"
     "  formula      sum over l = 0 ... 1 of q[1, l] * k.T[l, 2]\n"
     "  numbers      2.0 * 3.0 + 0.25 * 0.3\n"
     "  term         2.0 * 3.0 = 6.0                          -> 6.0\n"
     "               0.25 * 0.3 = 0.075                       -> 6.075\n"
     "  place        storage offset = 1*3 + 2 = 5\n"},
    {"linear", 1,
     "x = torch.tensor([[0.5, 2.0]])\n"
     "layer = nn.Linear(2, 2)\n"
     "layer.weight = nn.Parameter(torch.tensor([[1.0, 2.0], [3.0, -0.1]]))\n"
     "layer.bias = nn.Parameter(torch.tensor([0.5, 0.1]))\n"
     "y = layer(x)\n",
     "y[0, 1] = 1.4\n"
     "  formula      sum over k = 0 ... 1 of x[0, k] * layer.weight[1, k] +\n"
     "                 layer.bias[1]\n"
     "  numbers      0.5 * 3.0 + 2.0 * -0.1 + 0.1\n"
     "  term         0.5 * 3.0 = 1.5                          -> 1.5\n"
     "               2.0 * -0.1 = -0.2                        -> 1.3\n"
     "  bias         1.3 + 0.1 = 1.4\n"
     "  place        storage offset = 1\n"},
    {"mean", 0,
     "h = torch.tensor([[0.5, 1.5], [0.1, 2.0], [0.3, 0.0]]).half()\n"
     "m = h.mean(0)\n",
     "m[0] = 0.3\n"
     "  formula      (sum over k = 0 ... 2 of h[k, 0]) / 3\n"
     "  numbers      (0.5 + 0.1 + 0.3) / 3\n"
     "  add          0.0 + 0.5 = 0.5\n"
     "               0.5 + 0.099975586 = 0.5999756\n"
     "               0.5999756 + 0.30004883 = 0.9000244\n"
     "  round        0.9000244 rounded to 16 bits is 0.9\n"
     "  divide       0.9 / 3 = 0.3\n"
     "  place        storage offset = 0\n"},
    {"masked_fill", 1,
     "scores = torch.tensor([[0.3, 0.7], [0.1, 0.2]])\n"
     "mask = torch.triu(torch.ones(2, 2), diagonal=1).bool()\n"
     "masked = scores.masked_fill(mask, -torch.inf)\n",
     "masked[0, 1] = -inf\n"
     "  formula      -inf if mask[0, 1] else scores[0, 1]\n"
     "  compute      -inf if True else 0.7 = -inf\n"
     "  place        storage offset = 1\n"},
    {"masked_fill_", 1,
     "scores = torch.tensor([[0.3, 0.7], [0.1, 0.2]])\n"
     "mask = torch.triu(torch.ones(2, 2), diagonal=1).bool()\n"
     "scores.masked_fill_(mask, -torch.inf)\n",
     "scores[0, 1] = -inf\n"
     "  before       0.7\n"
     "  formula      -inf if mask[0, 1] else scores[0, 1]\n"
     "  compute      -inf if True else 0.7 = -inf\n"
     "  place        storage offset = 1\n"},
    {"triu", 2, "mask = torch.triu(torch.ones(2, 2), diagonal=1)\n",
     "mask[1, 0] = 0.0\n"
     "  formula      torch.ones(2, 2)[1, 0] if column - row >= 1 else 0\n"
     "  numbers      1.0 if 0 - 1 >= 1 else 0\n"
     "  constant     no cell of an input: a constant of the operation\n"
     "  place        storage offset = 1*2 = 2\n"},
    {"softmax", 1,
     "masked = torch.tensor([[0.5, 0.25, float('-inf')]])\n"
     "weights = torch.softmax(masked, dim=-1)\n",
     "weights[0, 1] = 0.43782353\n"
     "  formula      exp(masked[0, 1] - max) / sum over j = 0 ... 2 of exp(masked[0,\n"
     "                 j] - max)\n"
     "  numbers      0.7788008 * (1 / 1.7788007)\n"
     "  row maximum  masked[0, 0] = 0.5\n"
     "  subtract     0.25 - 0.5 = -0.25\n"
     "  exp          exp(-0.25) = 0.7788008\n"
     "  sum          exp(0.5 - 0.5) = 1.0                     -> 1.0\n"
     "               exp(0.25 - 0.5) = 0.7788008              -> 1.7788007\n"
     "               exp(-inf - 0.5) = 0.0                    -> 1.7788007\n"
     "  divide       1 / 1.7788007 = 0.5621765\n"
     "  multiply     0.7788008 * 0.5621765 = 0.43782353\n"
     "  place        storage offset = 1\n"},
    {"softmax", 2,
     "x = torch.tensor([[0.5, 1.0], [0.25, 3.0]])\n"
     "y = x.softmax(dim=0)\n",
     "y[1, 0] = 0.4378235\n"
     "  formula      exp(x[1, 0] - max) / sum over j = 0 ... 1 of exp(x[j, 0] - max)\n"
     "  numbers      0.7788008 / 1.7788007\n"
     "  maximum      x[0, 0] = 0.5\n"
     "  subtract     0.25 - 0.5 = -0.25\n"
     "  exp          exp(-0.25) = 0.7788008\n"
     "  sum          exp(0.5 - 0.5) = 1.0                     -> 1.0\n"
     "               exp(0.25 - 0.5) = 0.7788008              -> 1.7788007\n"
     "  divide       0.7788008 / 1.7788007 = 0.4378235\n"
     "  place        storage offset = 1*2 = 2\n"},
    {"log_softmax", 1,
     "x = torch.tensor([0.5, 0.25])\n"
     "y = x.log_softmax(0)\n",
     "y[1] = -0.8259394\n"
     "  formula      x[1] - max - log(sum over j = 0 ... 1 of exp(x[j] - max))\n"
     "  numbers      -0.25 - 0.5759394\n"
     "  row maximum  x[0] = 0.5\n"
     "  subtract     0.25 - 0.5 = -0.25\n"
     "  sum          exp(0.5 - 0.5) = 1.0                     -> 1.0\n"
     "               exp(0.25 - 0.5) = 0.7788008              -> 1.7788007\n"
     "  log          log(1.7788007) = 0.5759394\n"
     "  minus log    -0.25 - 0.5759394 = -0.8259394\n"
     "  place        storage offset = 1\n"},
    {"view", 5,
     "def split(x, num_heads, head_dim):\n"
     "    b, t, d = x.shape\n"
     "    heads = x.view(b, t, num_heads, head_dim)\n"
     "    return heads\n"
     "x = torch.arange(12.0).reshape(1, 3, 4)\n"
     "heads = split(x, 2, 2)\n",
     "heads[b=0, t=1, num_heads=0, head_dim=1] = 5.0\n"
     "  formula      x[0, 1, 1]\n"
     "  numbers      5.0\n"
     "  rule         the cell of x with the same number in row-major order\n"
     "  number       in the result: 0*12 + 1*4 + 0*2 + 1 = 5\n"
     "               in the input: 0*12 + 1*4 + 1 = 5\n"
     "  input        x[0, 1, 1] is at 1*4 + 1 = 5\n"
     "  output       the result's [0, 1, 0, 1] is at 1*4 + 1 = 5\n"
     "  view         the same place of the same storage: no number moves\n"
     "  place        storage offset = 1*4 + 1 = 5\n"},
    {"transpose", 4,
     "heads = torch.arange(12.0).view(1, 3, 2, 2)\n"
     "turned = heads.transpose(1, 2)\n",
     "turned[0, 0, 2, 0] = 8.0\n"
     "  formula      heads[0, 2, 0, 0]\n"
     "  numbers      8.0\n"
     "  rule         heads with axis 1 and axis 2 exchanged\n"
     "  input        heads[0, 2, 0, 0] is at 2*4 = 8\n"
     "  output       the result's [0, 0, 2, 0] is at 2*4 = 8\n"
     "  view         the same place of the same storage: no number moves\n"
     "  place        storage offset = 2*4 = 8\n"},
    {"contiguous", 4,
     "heads = torch.arange(12.0).view(1, 3, 2, 2)\n"
     "flat = heads.transpose(1, 2).contiguous()\n",
     "flat[0, 0, 2, 0] = 8.0\n"
     "  formula      heads.transpose(1, 2)[0, 0, 2, 0]\n"
     "  numbers      8.0\n"
     "  input        heads.transpose(1, 2)[0, 0, 2, 0] is at 2*4 = 8\n"
     "  output       the result's [0, 0, 2, 0] is at 2*2 = 4\n"
     "  copy         the number was copied to a storage of its own\n"
     "  place        storage offset = 2*2 = 4\n"},
    {"layer_norm", 0,
     "x = torch.tensor([[1.0, 2.0, 4.0]])\n"
     "y = F.layer_norm(x, (3,), torch.tensor([1.0, 2.0, 0.5]), torch.tensor([0.1, 0.2, 0.3]))\n",
     "y[0, 0] = -0.96904135\n"
     "  formula      (x[0, 0] - mean) / sqrt(variance + 1e-05) * torch.tensor([1.0,\n"
     "                 2.0, 0.5])[0] + torch.tensor([0.1, 0.2, 0.3])[0]\n"
     "  numbers      (1.0 - 2.3333333) * 0.80178106 * 1.0 + 0.1\n"
     "  mean         (1.0 + 2.0 + 4.0) / 3 = 2.3333333\n"
     "  variance     mean of (cell - mean) ** 2 over the row = 1.5555557\n"
     "  factor       1 / sqrt(1.5555557 + 1e-05) = 0.80178106\n"
     "  shift        -0.80178106 * 2.3333333 = -1.8708224\n"
     "  normalize    1.0 * 0.80178106 + -1.8708224 = -1.0690414\n"
     "  weight, bias -1.0690414 * 1.0 + 0.1 = -0.96904135\n"
     "  place        storage offset = 0\n"},
    {"einsum", 3,
     "q = torch.tensor([[0.5, -1.5], [2.0, 0.25]])\n"
     "k = torch.tensor([[1.0, 2.0], [0.1, -0.2]])\n"
     "scores = torch.einsum('qd,kd->qk', q, k)\n",
     "scores[q=1, k=1] = 0.15\n"
     "  formula      sum over d = 0 ... 1 of q[1, d] * k[1, d]\n"
     "  numbers      2.0 * 0.1 + 0.25 * -0.2\n"
     "  term         2.0 * 0.1 = 0.2                          -> 0.2\n"
     "               0.25 * -0.2 = -0.05                      -> 0.15\n"
     "  place        storage offset = 1*2 + 1 = 3\n"},
    {"mean", 1,
     "x = torch.tensor([[0.1, 0.2, 0.3], [0.4, 0.5, 0.7]])\n"
     "m = x.mean(dim=-1)\n",
     "m[1] = 0.5333333\n"
     "  formula      (sum over k = 0 ... 2 of x[1, k]) / 3\n"
     "  numbers      (0.4 + 0.5 + 0.7) / 3\n"
     "  add          0.0 + 0.4 = 0.4\n"
     "               0.4 + 0.5 = 0.9\n"
     "               0.9 + 0.7 = 1.5999999\n"
     "  divide       1.5999999 / 3.0 = 0.5333333\n"
     "  place        storage offset = 1\n"},
    {"argmax", 0,
     "x = torch.tensor([3, 7, 7, 1])\n"
     "best = x.argmax()\n",
     "best = 1\n"
     "  formula      the place of the largest of x[k] over k = 0 ... 3\n"
     "  numbers      3, 7, 7, 1\n"
     "  compare      3                                        -> 3\n"
     "               7                                        -> 7\n"
     "               7                                        -> 7\n"
     "               1                                        -> 7\n"
     "  picked       cell 1 of the row\n"
     "  place        storage offset = 0\n"},
    {"div", 0,
     "scores = torch.tensor([[0.3, 0.7]])\n"
     "scaled = scores / 2 ** 0.5\n",
     "scaled[0, 0] = 0.21213205\n"
     "  formula      scores[0, 0] / 1.4142135623730951\n"
     "  compute      0.3 / 1.4142135623730951 = 0.21213205\n"
     "  place        storage offset = 0\n"},
    {"cat", 3,
     "a = torch.tensor([1.0, 2.0])\n"
     "b = torch.tensor([3.0, 4.0])\n"
     "c = torch.cat([a, b])\n",
     "c[3] = 4.0\n"
     "  formula      b[1]\n"
     "  numbers      4.0\n"
     "  rule         the tensor that covers this place of axis 0\n"
     "  input        b[1] is at 1\n"
     "  output       the result's [3] is at 3\n"
     "  copy         the number was copied to a storage of its own\n"
     "  place        storage offset = 3\n"},
    {"arange", 2, "x = torch.arange(1, 10, 3)\n",
     "x[2] = 7\n"
     "  formula      1 + 2 * 3\n"
     "  place        storage offset = 2\n"},
    {"__setitem__", 1,
     "x = torch.zeros(2, 2)\n"
     "x[0] = torch.tensor([5.0, 6.0])\n",
     "x[0, 1] = 6.0\n"
     "  before       0.0\n"
     "  formula      torch.tensor([5.0, 6.0])[1]\n"
     "  numbers      6.0\n"
     "  rule         torch.tensor([5.0, 6.0]) where the index points, else x\n"
     "  input        torch.tensor([5.0, 6.0])[1] is at 1\n"
     "  output       the result's [0, 1] is at 1\n"
     "  copy         the number was written over what the cell held\n"
     "  place        storage offset = 1\n"},
    {"repeat_interleave", 5,
     "group = 2\n"
     "keys = torch.arange(6.0).view(3, 2)\n"
     "wide = keys.repeat_interleave(group, dim=0)\n",
     "wide[2, 1] = 3.0\n"
     "  formula      keys[1, 1]\n"
     "  numbers      3.0\n"
     "  rule         keys, each place of axis 0 written 2 times in a row\n"
     "  input        keys[1, 1] is at 1*2 + 1 = 3\n"
     "  output       the result's [2, 1] is at 2*2 + 1 = 5\n"
     "  copy         the number was copied to a storage of its own\n"
     "  place        storage offset = 2*2 + 1 = 5\n"},
    {"nll_loss", 0,
     "x = torch.log(torch.tensor([[.5, .25, .25], [.125, .5, .375]]))\n"
     "l = F.nll_loss(x, torch.tensor([1, 0]))\n",
     "l = 1.732868\n"
     "  formula      -(x[0, 1] + x[1, 0]) / 2\n"
     "  numbers      -(-1.3862944 + -2.0794415) / 2\n"
     "  add          0.0 - (-2.0794415) = 2.0794415\n"
     "               2.0794415 - (-1.3862944) = 3.465736\n"
     "  divide       3.465736 / 2.0 = 1.732868\n"
     "  place        storage offset = 0\n"},
    {"mul", 3,
     "a = torch.tensor([[.5, 1, 2], [.1, .25, 3]], requires_grad=True)\n"
     "loss = F.mse_loss(a, torch.ones(2, 3))\n"
     "loss.backward()\n",
     "a.grad[1, 0] = -0.3\n"
     "  formula      2 / 6 * (a[1, 0] - torch.ones(2, 3)[1, 0]) * loss.grad\n"
     "  numbers      2 / 6 * (0.1 - 1.0) * 1.0\n"
     "  subtract     0.1 - 1.0 = -0.9\n"
     "  divide       2.0 / 6.0 = 0.33333334\n"
     "  multiply     (-0.9) * 0.33333334 = -0.3\n"
     "               (-0.3) * 1.0 = -0.3\n"
     "  place        storage offset = 1*3 = 3\n"},
    {"mul", 1,
     "a = torch.tensor([.5, 1, 2], requires_grad=True)\n"
     "y = torch.tensor([.1, -.2, .3])\n"
     "loss = F.mse_loss(a, y, reduction='sum')\n"
     "loss.backward()\n",
     "a.grad[1] = 2.4\n"
     "  formula      2 * (a[1] - y[1]) * loss.grad\n"
     "  numbers      2 * (1.0 - (-0.2)) * 1.0\n"
     "  subtract     1.0 - (-0.2) = 1.2\n"
     "  multiply     1.2 * 2.0 = 2.4\n"
     "               2.4 * 1.0 = 2.4\n"
     "  place        storage offset = 1\n"},
    {"mean", 0,
     "a = torch.tensor([.5, 1, 2])\n"
     "loss = F.mse_loss(a, torch.tensor([.1, -.2, .3]))\n",
     "loss = 1.4966668\n"
     "  formula      ((a[0] - torch.tensor([.1, -.2, .3])[0]) ** 2 + ...) / 3\n"
     "  numbers      ((0.5 - 0.1) ** 2 + ...) / 3\n"
     "  add          0.0 + 0.16000001 = 0.16000001\n"
     "               0.16000001 + 1.44 = 1.6\n"
     "               1.6 + 2.89 = 4.4900002\n"
     "  divide       4.4900002 / 3.0 = 1.4966668\n"
     "  place        storage offset = 0\n"},
    {"sum", 0,
     "a, y = torch.tensor([.5, 1]), torch.tensor([.1, -.2])\n"
     "loss = F.mse_loss(a, y, reduction='sum')\n",
     "loss = 1.6\n"
     "  formula      (a[0] - y[0]) ** 2 + (a[1] - y[1]) ** 2\n"
     "  numbers      (0.5 - 0.1) ** 2 + (1.0 - (-0.2)) ** 2\n"
     "  add          0.0 + 0.16000001 = 0.16000001\n"
     "               0.16000001 + 1.44 = 1.6\n"
     "  place        storage offset = 0\n"},
    {"rand", 0,
     "torch.manual_seed(1)\n"
     "x = torch.rand(2)\n",
     "x[0] = 0.7576316\n"
     "  formula      drawn evenly from [0, 1)\n"
     "  drawn        taken from the stream of random numbers: nothing was computed\n"
     "  place        storage offset = 0\n"},
    {"addcdiv_", 0, /* the second step of Adam: each factor by its name, and where it comes from */
     "w = torch.tensor([1.0], requires_grad=True)\n"
     "opt = torch.optim.Adam([w], lr=0.05)\n"
     "for k in range(2):\n"
     "    opt.zero_grad()\n"
     "    (w * (k + 1)).sum().backward()\n"
     "    opt.step()\n",
     "w[0] = 0.9017409\n"
     "  before       0.95\n"
     "  formula      w[0] + -0.2631578947368422 * mean[0] / denom[0]\n"
     "  compute      0.95 + -0.2631578947368422 * 0.29 / 1.5813762 = 0.9017409\n"
     "  step size    -lr / (1 - beta1 ** step) = -0.05 / (1 - 0.9 ** 2) =\n"
     "                 -0.2631578947368422\n"
     "  mean         exp_avg: beta1 * before + (1 - beta1) * gradient\n"
     "               0.9 * 0.1 + (1 - 0.9) * 2.0 = 0.29\n"
     "  square       exp_avg_sq: beta2 * before + (1 - beta2) * gradient ** 2\n"
     "               0.999 * 0.001 + (1 - 0.999) * 2.0 ** 2 = 0.004999\n"
     "  denom        sqrt(exp_avg_sq) / sqrt(1 - beta2 ** step) + eps\n"
     "               sqrt(0.004999) / sqrt(1 - 0.999 ** 2) + 1e-08 = 1.5813762\n"
     "  place        storage offset = 0\n"},
    {"mul_", 0, /* what an optimizer keeps has its name in every step */
     "w = torch.tensor([1.0], requires_grad=True)\n"
     "opt = torch.optim.RMSprop([w], lr=0.5)\n"
     "for k in range(2):\n"
     "    opt.zero_grad()\n"
     "    (w * (k + 1)).sum().backward()\n"
     "    opt.step()\n",
     "square[0] = 0.0099\n"
     "  before       0.01\n"
     "  formula      square[0] * 0.99\n"
     "  compute      0.01 * 0.99 = 0.0099\n"
     "  place        storage offset = 0\n"},
    {"addcdiv_", 0, /* AdamW with numbers of its own */
     "w = torch.tensor([1.0], requires_grad=True)\n"
     "opt = torch.optim.AdamW([w], lr=0.25, betas=(0.5, 0.75))\n"
     "(w * 3).sum().backward()\n"
     "opt.step()\n",
     "w[0] = 0.7475\n"
     "  before       0.9975\n"
     "  formula      w[0] + -0.5 * mean[0] / denom[0]\n"
     "  compute      0.9975 + -0.5 * 1.5 / 3.0 = 0.7475\n"
     "  decay        before was 1.0 * (1 - lr * weight_decay) = 1.0 * 0.9975 = 0.9975\n"
     "  step size    -lr / (1 - beta1 ** step) = -0.25 / (1 - 0.5 ** 1) = -0.5\n"
     "  mean         exp_avg: beta1 * before + (1 - beta1) * gradient\n"
     "               0.5 * 0.0 + (1 - 0.5) * 3.0 = 1.5\n"
     "  square       exp_avg_sq: beta2 * before + (1 - beta2) * gradient ** 2\n"
     "               0.75 * 0.0 + (1 - 0.75) * 3.0 ** 2 = 2.25\n"
     "  denom        sqrt(exp_avg_sq) / sqrt(1 - beta2 ** step) + eps\n"
     "               sqrt(2.25) / sqrt(1 - 0.75 ** 1) + 1e-08 = 3.0\n"
     "  place        storage offset = 0\n"},
    {"add_", 0, /* SGD with momentum, the second step */
     "w = torch.tensor([1.0], requires_grad=True)\n"
     "opt = torch.optim.SGD([w], lr=0.25, momentum=0.5)\n"
     "for k in range(2):\n"
     "    opt.zero_grad()\n"
     "    (w * (k + 1)).sum().backward()\n"
     "    opt.step()\n",
     "w[0] = 0.125\n"
     "  before       0.75\n"
     "  formula      w[0] + -0.25 * direction[0]\n"
     "  compute      0.75 + -0.25 * 2.5 = 0.125\n"
     "  direction    momentum_buffer: momentum * before + gradient\n"
     "               0.5 * 1.0 + 2.0 = 2.5\n"
     "  place        storage offset = 0\n"},
    {"addcdiv_", 0, /* NAdam: the names, but another step size */
     "w = torch.tensor([1.0], requires_grad=True)\n"
     "opt = torch.optim.NAdam([w], lr=0.25)\n"
     "(w * 3).sum().backward()\n"
     "opt.step()\n",
     "w[0] = 0.7376172\n"
     "  before       0.75\n"
     "  formula      w[0] + -0.12382792448029185 * mean[0] / denom[0]\n"
     "  compute      0.75 + -0.12382792448029185 * 0.3 / 2.9999998 = 0.7376172\n"
     "  place        storage offset = 0\n"},
};

static void explain_last(struct traced *t, const char *op, int64_t cell, struct explanation *out)
{
    int event = traced_find(t, op);
    ck_assert_int_ge(event, 0);
    ck_assert_msg(explain_cell(&t->tape, event, 0, cell, out), "%s: %s", op,
                  t->program.session->in.error.text);
}

START_TEST(golden)
{
    struct traced t;
    struct explanation x;
    struct buf text = {0};
    traced_open(&t, goldens[_i].code);
    explain_last(&t, goldens[_i].op, goldens[_i].cell, &x);
    explain_text(&x, 80, &text);
    ck_assert_str_eq(buf_text(&text), goldens[_i].expected);
    buf_free(&text);
    explain_free(&x);
    traced_close(&t);
}
END_TEST

START_TEST(axis_names_stand_in_the_title)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, "x = torch.zeros(2, 3)\ny = x + 1\n");
    const char *axes[] = {"b", NULL};
    t.tape.event[1].output[0].called = axes;
    explain_last(&t, "add", 5, &x);
    ck_assert_str_eq(buf_text(&x.title), "y[b=1, 2] = 1.0");
    t.tape.event[1].output[0].called = NULL;
    explain_free(&x);
    traced_close(&t);
}
END_TEST

START_TEST(long_names_are_broken)
{
    struct traced t;
    struct explanation x;
    static const int widths[] = {20, 40, 80};
    traced_open(&t,
                "a_name_that_goes_on_and_on_until_it_is_longer_than_a_whole_line_of_the_screen_is "
                "= torch.zeros(2, 3)\n"
                "ein_Schlüssel_größer_als_üblich = "
                "a_name_that_goes_on_and_on_until_it_is_longer_than_a_whole_line_of_the_screen_is "
                "@ torch.zeros(3, 1)\n");
    explain_last(&t, "matmul", 1, &x);
    for (size_t k = 0; k < sizeof widths / sizeof widths[0]; k++) {
        struct buf text = {0};
        explain_text(&x, widths[k], &text);
        for (const char *p = buf_text(&text); *p != '\0'; p += strcspn(p, "\n") + 1) {
            int least = widths[k] > 40 ? widths[k] : 40; /* labels and 20 columns of text */
            EXPECT((int)strcspn(p, "\n") <= least, "%s", p);
            EXPECT(((unsigned char)*p & 0xC0u) != 0x80u, "%s", p);
        }
        buf_free(&text);
    }
    explain_free(&x);
    traced_close(&t);
}
END_TEST

/* --- from the printed digits --- */

/* The number behind `sign` in a line: "0.5 * 2.0 = 1.0" and "*" give 2.0. */
static float number_behind(const char *text, const char *sign)
{
    const char *at = sign[0] == '\0' ? text : strstr(text, sign);
    ck_assert_msg(at != NULL, "%s", text);
    return strtof(at + strlen(sign), NULL);
}

static float number_at_end(const struct explanation *x)
{
    return strtof(strstr(buf_text(&x->title), " = ") + 3, NULL);
}

START_TEST(terms_add_up_from_their_digits)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, "torch.manual_seed(4)\n"
                    "x = torch.randn(3, 30)\nw = torch.randn(2, 30)\nb = torch.randn(2)\n"
                    "y = F.linear(x, w, b)\n");
    for (int64_t cell = 0; cell < 6; cell++) {
        float sum = 0.0f;
        explain_last(&t, "linear", cell, &x);
        ck_assert_int_eq(x.step_count, 32);
        ck_assert_str_eq(x.step[30].part, "fused"); /* rounding shows in one of 30 sums */
        for (int k = 0; k < 30; k++) {
            const char *text = x.step[k].text;
            float a = number_behind(text, ""), b = number_behind(text, " * ");
            ck_assert_str_eq(x.step[k].part, "term");
            EXPECT(a * b == number_behind(text, " = "), "%s", text);
            sum = fmaf(a, b, sum);
            EXPECT(sum == strtof(x.step[k].after, NULL), "%s: %s", text, x.step[k].after);
            EXPECT((double)sum == x.step[k].value, "%s", text);
        }
        sum += number_behind(x.step[31].text, " + ");
        EXPECT(sum == number_at_end(&x), "cell %d: %.9g", (int)cell, (double)sum);
        explain_free(&x);
    }
    traced_close(&t);
}
END_TEST

/* Long products of large matrices are summed in panels, which are then added; those of small ones
 * may be dealt to several sums. */
static const char *const in_panels[] = {
    "y = F.linear(torch.randn(40, 700), torch.randn(31, 700))\n",
    "y = F.linear(torch.randn(40, 700), torch.randn(31, 700), torch.randn(31))\n",
    "y = torch.matmul(torch.randn(64, 500), torch.randn(500, 40))\n",
    "y = torch.matmul(torch.randn(2, 64, 330), torch.randn(2, 330, 60))\n",
    "y = torch.einsum('bik,bjk->bij', torch.randn(2, 50, 400), torch.randn(2, 60, 400))\n",
    /* or dealt to sixteen sums */
    "y = F.linear(torch.randn(6, 32), torch.randn(7, 32), torch.randn(7))\n",
    "y = F.linear(torch.randn(2, 3, 47), torch.randn(6, 47))\n",
    "y = torch.randn(2, 5, 40) @ torch.randn(2, 6, 40).transpose(1, 2)\n",
    "y = torch.einsum('bik,bjk->bij', torch.randn(2, 5, 40), torch.randn(2, 6, 40))\n",
};

START_TEST(panels_end_in_the_bits)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, in_panels[_i]);
    int last = t.tape.event_count - 1;
    const struct tensor *y = &t.tape.event[last].output[0].tensor;
    for (int64_t cell = 0; cell < 30; cell++) {
        int panels = 0;
        ck_assert(explain_cell(&t.tape, last, 0, cell, &x));
        for (int k = 0; k < x.step_count; k++) {
            const char *part = x.step[k].part;
            panels += strcmp(part, "panel") == 0 || strcmp(part, "join") == 0;
        }
        ck_assert_int_ge(panels, 1);
        ck_assert(x.computed);
        ck_assert_double_eq(tensor_double_at(&x.result, x.result.offset),
                            tensor_double_at(y, tensor_place(y, cell)));
        explain_free(&x);
    }
    traced_close(&t);
}
END_TEST

/* Eight sums side by side, joined at the end. */
START_TEST(softmax_from_its_digits)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, "torch.manual_seed(4)\nx = torch.rand(3, 30) + 1\ny = x.softmax(-1)\n");
    for (int64_t cell = 0; cell < 90; cell += 13) {
        float sum[8] = {0};
        int at = 0;
        explain_last(&t, "softmax", cell, &x);
        ck_assert_str_eq(x.step[at].part, "row maximum");
        float most = number_behind(x.step[at++].text, " = ");
        float own = number_behind(x.step[at].text, "") - most;
        ck_assert_float_eq(own, number_behind(x.step[at++].text, " = "));
        own = fmath_expf(own);
        ck_assert_float_eq(own, number_behind(x.step[at++].text, " = "));
        for (; strcmp(x.step[at].part, "sum") == 0; at++) {
            const char *text = x.step[at].text;
            float *lane = &sum[(int)number_behind(text, "sum ")];
            *lane += fmath_expf(number_behind(text, "exp(") - number_behind(text, " - "));
            ck_assert_float_eq(*lane, strtof(x.step[at].after, NULL));
        }
        ck_assert_int_eq(at, 33);
        for (; strcmp(x.step[at].part, "join") == 0; at++) {
            const char *text = x.step[at].text;
            int lane = (int)number_behind(text, "sum ");
            ck_assert_float_eq(sum[lane], number_behind(text, ": "));
            sum[lane] += number_behind(text, " + ");
            ck_assert_float_eq(sum[lane], number_behind(text, " = "));
        }
        ck_assert_int_eq(at, 40);
        ck_assert_float_eq(1 / sum[0], number_behind(x.step[at++].text, " = "));
        ck_assert_str_eq(x.step[at].part, "multiply");
        ck_assert_float_eq(own * (1 / sum[0]), number_at_end(&x));
        explain_free(&x);
    }
    traced_close(&t);
}
END_TEST

START_TEST(layer_norm_from_its_digits)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, "torch.manual_seed(4)\nx = torch.randn(3, 30)\nw = torch.randn(30)\n"
                    "b = torch.randn(30)\ny = F.layer_norm(x, (30,), w, b)\n");
    for (int64_t cell = 0; cell < 90; cell += 7) {
        explain_last(&t, "layer_norm", cell, &x);
        ck_assert_int_eq(x.step_count, 6);
        float scale = 1.0f / sqrtf(number_behind(x.step[1].text, " = ") + 1e-5f);
        float mean = number_behind(x.step[0].text, " = ");
        ck_assert_float_eq(scale, number_behind(x.step[2].text, ") = "));
        const char *text = x.step[4].text;
        float y = fmaf(number_behind(text, ""), scale, -scale * mean);
        ck_assert_float_eq(y, number_behind(text, " = "));
        text = x.step[5].text;
        y = fmaf(y, number_behind(text, " * "), number_behind(text, " + "));
        ck_assert_float_eq(y, number_at_end(&x));
        explain_free(&x);
    }
    traced_close(&t);
}
END_TEST

START_TEST(every_number_reads_back)
{
    static const double values[] = {0.1, 1.0 / 3, 1e-30, 16777217, 3.4e38, -0.0, INFINITY};
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        struct buf single = {0}, whole = {0};
        scalar_digits(values[k], DTYPE_FLOAT32, &single);
        scalar_digits(values[k], DTYPE_FLOAT64, &whole);
        ck_assert_float_eq(strtof(buf_text(&single), NULL), (float)values[k]);
        ck_assert_double_eq(strtod(buf_text(&whole), NULL), values[k]);
        buf_free(&single);
        buf_free(&whole);
    }
    struct buf text = {0};
    scalar_digits(1, DTYPE_BOOL, &text);
    scalar_digits(-7, DTYPE_INT64, &text);
    ck_assert_str_eq(buf_text(&text), "True-7");
    buf_free(&text);
}
END_TEST

/* --- bounds --- */

static const struct {
    const char *op, *code;
    const char *gap; /* what is said of the lines that are left out */
    int others;      /* lines that are no part of the sum; -1: there are several sums */
} longs[] = {
    {"matmul", "x = torch.ones(1, 3000) @ torch.ones(3000, 1)\n", "... 2949 more of 3000 ...", 0},
    {"sum", "x = torch.ones(3000).sum()\n", " more of ", 1},
    {"softmax", "x = torch.ones(3000).softmax(0)\n", "... 2964 more of 3007 ...", 5},
    {"cumsum", "x = torch.ones(3000).cumsum(0)\n", "... 2901 more of 2952 ...", 1},
    {"var", "x = torch.ones(3000).double().var()\n", " more of ", -1},
    {"max", "x = torch.ones(3000).max()\n", "... 2949 more of 3000 ...", 0},
    {"norm", "x = torch.ones(3000).norm()\n", " more of ", 2},
    {"argsort", "x = torch.arange(3000.).argsort()\n", "... 2953 more of 3000 ...", 0},
    {"index_add", "x = torch.zeros(1).index_add(0, torch.zeros(3000).long(), torch.ones(3000))\n",
     "... 2953 more of 3000 ...", 1},
};

/* Lines shown and lines left out are all lines. */
static void count_lines(const struct explanation *x, int others)
{
    for (int k = 0; k < x->step_count; k++) {
        if (x->step[k].part[0] == '\0') {
            long left_out = strtol(x->step[k].text + 4, NULL, 10);
            long all = strtol(strstr(x->step[k].text, "of ") + 3, NULL, 10);
            ck_assert_int_eq(x->step_count - 1 - others + left_out, all);
            return;
        }
    }
    ck_abort_msg("nothing is left out");
}

START_TEST(long_sums_are_cut)
{
    struct traced t;
    struct explanation x;
    struct buf text = {0};
    traced_open(&t, longs[_i].code);
    int event = traced_find(&t, longs[_i].op);
    int64_t cells = tensor_numel(&t.tape.event[event].output[0].tensor);
    ck_assert(explain_cell(&t.tape, event, 0, cells > 2951 ? 2951 : 0, &x));
    ck_assert_int_le(x.step_count, EXPLAIN_STEPS);
    ck_assert(x.computed);
    if (longs[_i].others >= 0) {
        count_lines(&x, longs[_i].others);
    }
    explain_text(&x, 80, &text);
    EXPECT(strstr(buf_text(&text), longs[_i].gap) != NULL, "%s", buf_text(&text));
    buf_free(&text);
    explain_free(&x);
    traced_close(&t);
}
END_TEST

START_TEST(cells_that_are_not_there)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, "x = torch.zeros(2, 0)\ny = torch.zeros(2)\n");
    struct error *err = &t.program.session->in.error;
    static const struct {
        int event, output;
        int64_t cell;
    } wrong[] = {{0, 0, 0}, {1, 0, 2}, {1, 0, -1}, {1, 1, 0}, {1, -1, 0}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        ck_assert(!explain_cell(&t.tape, wrong[k].event, wrong[k].output, wrong[k].cell, &x));
        EXPECT(strstr(err->text, "is none of the") != NULL, "%s", err->text);
        error_clear(err);
        explain_free(&x);
    }
    traced_close(&t);
}
END_TEST

/* The place of a cell is not told by the cell. */
START_TEST(the_second_of_two_results)
{
    static const struct {
        const char *code, *formula;
    } two[] = {
        {"x.max(dim=-1)", "the place of the largest cell along axis -1 of x"},
        {"x.median(dim=-1)", "the place of the middle cell along axis -1 in order of size of x"},
        {"x.topk(2)", "the place of one of the k largest (or smallest) cells along axis -1 of x"},
    };
    for (size_t k = 0; k < sizeof two / sizeof two[0]; k++) {
        struct traced t;
        struct explanation x;
        struct buf code = {0};
        buf_printf(&code, "x = torch.tensor([[3., 7., 9., 1.]])\ny = %s\n", two[k].code);
        traced_open(&t, buf_text(&code));
        ck_assert(explain_cell(&t.tape, t.tape.event_count - 1, 1, 0, &x));
        EXPECT(strcmp(buf_text(&x.formula), two[k].formula) == 0, "%s: %s", two[k].code,
               buf_text(&x.formula));
        explain_free(&x);
        traced_close(&t);
        buf_free(&code);
    }
}
END_TEST

/* An explanation leaves the run and the tape as they were. */
START_TEST(nothing_is_changed)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, "x = torch.zeros(3)\nx.add_(1)\nx.fill_(7)\nx[0] = 2\nx.exp_()\n"
                    "y = F.relu(x, inplace=True)\nz = torch.randn(2)\n");
    struct tape *tape = &t.tape;
    for (int k = 0; k < tape->event_count; k++) {
        struct tensor before, after;
        ck_assert(tape_after(tape, &tape->event[k].output[0], k, &before));
        double value = tensor_double_at(&before, tensor_place(&before, 0));
        ck_assert(explain_cell(tape, k, 0, 0, &x));
        explain_free(&x);
        ck_assert(tape_after(tape, &tape->event[k].output[0], k, &after));
        ck_assert_double_eq(tensor_double_at(&after, tensor_place(&after, 0)), value);
        tensor_release(&before);
        tensor_release(&after);
    }
    ck_assert_int_eq(program_run(&t.program, "print(x)", 0), OUTCOME_DONE);
    ck_assert_str_eq(buf_text(&t.program.out), "tensor([   7.3891, 1096.6332, 1096.6332])\n");
    traced_close(&t);
}
END_TEST

Suite *suite_explain_text(void)
{
    Suite *s = suite_create("explain_text");
    TCase *t = tcase_create("text");
    tcase_add_loop_test(t, golden, 0, (int)(sizeof goldens / sizeof goldens[0]));
    tcase_add_test(t, axis_names_stand_in_the_title);
    tcase_add_test(t, the_second_of_two_results);
    tcase_add_test(t, long_names_are_broken);
    tcase_add_test(t, terms_add_up_from_their_digits);
    tcase_add_loop_test(t, panels_end_in_the_bits, 0,
                        (int)(sizeof in_panels / sizeof in_panels[0]));
    tcase_add_test(t, softmax_from_its_digits);
    tcase_add_test(t, layer_norm_from_its_digits);
    tcase_add_test(t, every_number_reads_back);
    tcase_add_loop_test(t, long_sums_are_cut, 0, (int)(sizeof longs / sizeof longs[0]));
    tcase_add_test(t, cells_that_are_not_there);
    tcase_add_test(t, nothing_is_changed);
    suite_add_tcase(s, t);
    return s;
}
