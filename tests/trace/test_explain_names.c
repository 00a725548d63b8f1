/* Tests what formulas call tensors: as the code and the screen do, never by the words of PyTorch's
 * signatures. */
#include "traced.h"

#include "expect.h"
#include "torch/op/ops.h"
#include "trace/explain/explain.h"
#include "trace/explain/name.h"

#include <check.h>
#include <string.h>

Suite *suite_explain_names(void);

/* --- single formulas --- */

#define HEAD                                                                                       \
    "x = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 0.25]])\n"                                   \
    "y = torch.tensor([0, 1, 1])\n"

static const struct {
    const char *code, *op; /* the last event of that name */
    int64_t cell;
    const char *formula;
} formulas[] = {
    /* sums of what an index sends to a row */
    {"table = torch.zeros(3, 2, requires_grad=True)\n"
     "ids = torch.tensor([1, 0, 1, 1])\n"
     "x = table[ids]\n"
     "(x * torch.tensor([[1., 2.], [3., 4.], [.25, 5.], [7., 8.]])).sum().backward()\n",
     "index_put_", 2, "x.grad[0, 0] + x.grad[2, 0] + x.grad[3, 0], where ids is 1"},
    {"table = torch.zeros(3, 2, requires_grad=True)\n"
     "ids = torch.tensor([1, 0, 1, 1])\n"
     "x = table[ids]\n"
     "x.sum().backward()\n",
     "index_put_", 5, "0, because 2 is not in ids"},
    {"emb = nn.Embedding(4, 2)\n"
     "ids = torch.tensor([[1, 0], [3, 1]])\n"
     "h = emb(ids)\n"
     "h.sum().backward()\n",
     "index_add", 3, "h.grad[0, 0, 1] + h.grad[1, 1, 1], where ids is 1"},
    {"emb = nn.Embedding(4, 2)\n"
     "ids = torch.tensor([[1, 0], [3, 1]])\n"
     "h = emb(ids)\n"
     "h.sum().backward()\n",
     "index_add", 4, "0, because 2 is not in ids"},
    {"x = torch.ones(3)\n"
     "y = x.index_add(0, torch.tensor([1, 1]), torch.tensor([2., 3.]), alpha=2)\n",
     "index_add", 1,
     "x[1] + 2.0 * torch.tensor([2., 3.])[0] + 2.0 * torch.tensor([2., 3.])[1], where "
     "torch.tensor([1, 1]) is 1"},
    {"x = torch.ones(2, 3)\n"
     "ids, more = torch.tensor([0, 0, 1, 0]), torch.tensor([1, 1, 2, 1])\n"
     "x.index_put_((ids, more), torch.arange(4.), accumulate=True)\n",
     "index_put_", 1,
     "x[0, 1] + torch.arange(4.)[0] + ... + torch.arange(4.)[3], where the index points here"},
    {"x = torch.ones(2, 3)\n"
     "ids = torch.tensor([[0, 0, 1]])\n"
     "y = x.scatter_add(0, ids, x)\n",
     "scatter_add", 3, "x[1, 0], because no index points here"},
    /* cells without a name that were overwritten are not called by what made them */
    {"b = [torch.zeros(4)]\nb[0][1:] = torch.ones(3)\ny = b[0] * 2\n", "mul", 1, "b[0][1] * 2"},
    {"b = [torch.zeros(4)]\nb[0] += 1\ny = b[0] * 2\n", "mul", 1, "b[0][1] * 2"},
    {"b = [torch.zeros(4)]\nb[0].fill_(3)\ny = b[0].exp()\n", "exp", 1, "exp(b[0][1])"},
    {"y = F.pad(torch.ones(2), (1, 0)) * 2\n", "mul", 1, "F.pad(torch.ones(2), (1, 0))[1] * 2"},
    {"y = [torch.zeros(4)][0] * 2\n", "mul", 1, "torch.zeros(4)[1] * 2"},
    /* x[i] = y writes into x, whatever x is */
    {"v = torch.ones(3, requires_grad=True)\nv.data[0] = 7\n", "__setitem__", 0,
     "7 where the index points, else v.data"},
    {"w = torch.zeros(2, 2)\nw[0][1] = 8\n", "__setitem__", 1,
     "8 where the index points, else w[0]"},
    /* the argument of a loss is an expression */
    {HEAD "w = torch.ones(2, 2, requires_grad=True)\n"
          "(-w).abs().sum().backward()\n",
     "neg", 0, "-(-w).grad[0, 0]"},
    {HEAD "w, v = torch.ones(2, 2), torch.ones(2, 2)\n"
          "loss = F.cross_entropy(x @ w @ v, y)\n",
     "nll_loss", 0,
     "-(log_softmax(x @ w @ v)[0, 0] + log_softmax(x @ w @ v)[1, 1] + "
     "log_softmax(x @ w @ v)[2, 1]) / 3"},
    {HEAD "out = nn.Linear(2, 2)\n"
          "loss = F.cross_entropy(out(x), y, reduction='sum')\n",
     "nll_loss", 0,
     "-(log_softmax(out(x))[0, 0] + log_softmax(out(x))[1, 1] + log_softmax(out(x))[2, 1])"},
    {HEAD "loss = F.mse_loss(torch.relu(x) * 2, x)\n", "mean", 0,
     "(((torch.relu(x) * 2)[0, 0] - x[0, 0]) ** 2 + ...) / 6"},
    {HEAD "w = torch.ones(2, requires_grad=True)\n"
          "loss = F.binary_cross_entropy_with_logits(x @ w, torch.ones(3))\n"
          "loss.backward()\n",
     "sigmoid", 1, "1 / (1 + exp(-(x @ w)[1]))"},
    {HEAD "p = torch.full((3,), .5, requires_grad=True)\n"
          "loss = F.binary_cross_entropy(p, torch.ones(3))\n"
          "loss.backward()\n",
     "clamp", 1, "max(((1 - p[1]) * p[1]), 1e-12)"},
    {HEAD "p = torch.full((3,), .5, requires_grad=True)\n"
          "loss = F.binary_cross_entropy_with_logits(p, torch.ones(3))\n"
          "loss.backward()\n",
     "mul", 1, "((1 / (1 + exp(-p[1]))) - torch.ones(3)[1]) * loss.grad"},
    /* a gradient's own steps, in the names of the learner's code */
    {HEAD "x.requires_grad_()\n"
          "loss = ((x - 1) ** 2).sum()\n"
          "loss.backward()\n",
     "mul", 1, "((x - 1) ** 2).grad[0, 1] * ((x - 1)[0, 1] * 2)"},
    {"err = torch.ones(2, requires_grad=True)\n"
     "(err * err).sum().backward()\n",
     "add", 1, "err.grad (err * err) left[1] + err.grad (err * err) right[1]"},
    {"t = torch.ones(2, requires_grad=True)\n"
     "torch.einsum('i,i->i', t, t).sum().backward()\n",
     "add", 1,
     "t.grad (torch.einsum('i,i->i', t, t)) right[1] + t.grad (torch.einsum('i,i->i', t, t)) "
     "left[1]"},
    /* sums of sums: each has its own name, also beside the backward of a function of PyTorch's */
    {"a = torch.ones(5, requires_grad=True)\nt = a[..., -1:]\n"
     "u = F.binary_cross_entropy_with_logits(t, t.sigmoid())\n"
     "v = t.cumsum(0).flip(0)\n"
     "loss = u + v.sum()\nloss.backward()\n",
     "add", 0, "t.grad (2 parts)[0] + t.grad (t.sigmoid())[0]"},
    {"t = torch.ones(2, requires_grad=True)\n"
     "a, b, c, d = t.exp(), t.sin(), t.cos(), t.tanh()\n"
     "(a * b * c * d).sum().backward()\n",
     "add", 1, "t.grad (3 parts)[1] + t.grad (a)[1]"},
    /* parts have their names also where their sum is added to what w.grad held */
    {"w = torch.ones(2, requires_grad=True)\nw.grad = torch.zeros(2)\n"
     "((w.exp() + w.sin()) * w.cos()).sum().backward()\n",
     "add", 1, "w.grad (2 parts)[1] + w.grad (w.exp())[1]"},
    {"w = torch.ones(2, requires_grad=True)\nw.grad = torch.zeros(2)\n"
     "((w.exp() + w.sin()) * w.cos()).sum().backward()\n",
     "add_", 1, "w.grad[1] + w.grad (new)[1]"},
    /* h = h + f(h) binds the name again: the gradient of the new one is no part of its own */
    {"h = torch.ones(2, requires_grad=True) * 1\nh = h + h.exp()\nh.sum().backward()\n", "add", 1,
     "h.grad (h + h.exp())[1] + h.grad (h.exp())[1]"},
    {"h = torch.ones(2, requires_grad=True) * 1\nh = h + h.exp()\nh = h + h.sin()\n"
     "h.sum().backward()\n",
     "add", 1, "h.grad (h + h.exp())[1] + h.grad (h.exp())[1]"},
    {"def block(h):\n    return h + torch.sigmoid(torch.tanh(torch.sin(h)))\n"
     "h = torch.ones(2, requires_grad=True) * 1\n"
     "for k in range(2):\n    h = block(h)\nh.sum().backward()\n",
     "add", 1, "h.grad (line 2)[1] + h.grad (torch.sin(h))[1]"},
    {"h = torch.ones(2, requires_grad=True) * 1\nnew = h + h.exp()\nnew.sum().backward()\n", "add",
     1, "new.grad[1] + h.grad (h.exp())[1]"},
    /* parts of what a function calls by another name */
    {HEAD "def cross(mem):\n    k = mem.exp()\n    v = mem.sin()\n    return (k * v).sum()\n"
          "cross(torch.tanh(x.requires_grad_())).backward()\n",
     "add", 0, "mem.grad (v)[0, 0] + mem.grad (k)[0, 0]"},
    {HEAD "x.requires_grad_()\n(x + torch.relu(x)).sum().backward()\n", "add", 1,
     "(x + torch.relu(x)).grad[0, 1] + x.grad (torch.relu(x))[0, 1]"},
    {HEAD "def f(t):\n"
          "    return torch.tanh(t) @ half\n"
          "half = torch.ones(2, 2) / 2\n"
          "w = torch.ones(2, 3, requires_grad=True)\n"
          "(w @ f(x)).sum().backward()\n",
     "mm", 0, "sum over k = 0 ... 1 of (w @ f(x)).grad[0, k] * (torch.tanh(t) @ half).T[k, 0]"},
    {"net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2))\n" HEAD
     "net(x).sum().backward()\n",
     "mm", 0, "sum over k = 0 ... 2 of linear(...).grad.T[0, k] * x[k, 0]"},
    {"layer = nn.Linear(2, 2)\n"
     "x = torch.ones(2, 3, 2)\n"
     "layer(x).sum().backward()\n",
     "mm", 1, "sum over k = 0 ... 5 of layer(x).grad.view(6, 2).T[0, k] * x.view(6, 2)[k, 1]"},
    {"layer = nn.Linear(2, 2)\n"
     "x = torch.ones(2, 3, 2, requires_grad=True)\n"
     "layer(x * 2).sum().backward()\n",
     "view", 2, "rows.mm(weight)[1, 0]"},
    {HEAD "x.requires_grad_()\nloss = F.cross_entropy(x, y)\nloss.backward()\n", "expand", 1,
     "-(loss.grad / kept)"},
    /* what a helper of a backward was handed */
    {"t = torch.ones(2, requires_grad=True)\n"
     "u = F.binary_cross_entropy_with_logits(t, torch.ones(2))\nu.backward()\n",
     "div", 1, "(((1 / (1 + exp(-t[1]))) - torch.ones(2)[1]) * u.grad) / 2"},
    /* inner names that the learner has for something else */
    {"left = torch.full((2, 2), 9.)\n"
     "a, b = torch.ones(2, 2, requires_grad=True), torch.ones(2, 2, requires_grad=True)\n"
     "(a @ b.T * left).sum().backward()\n",
     "t", 2, "mm(...)[0, 1]"},
    /* a letter that a tensor has is no letter of a formula */
    {"s = torch.ones(2, 2, requires_grad=True)\n"
     "w = torch.softmax(s, dim=-1)\n"
     "(w * torch.arange(4.).view(2, 2)).sum().backward()\n",
     "_softmax_backward_data", 0,
     "(w.grad[0, 0] - t) * w[0, 0], t = sum over j = 0 ... 1 of w.grad[0, j] * w[0, j]"},
    {HEAD "g = x * torch.ones(2, requires_grad=True)\n"
          "y = F.layer_norm(g, (2,))\n"
          "(y * x).sum().backward()\n",
     "_layer_norm_backward", 1,
     "(u - mean of u - z * mean of u * z) / sqrt(variance + eps), u = y.grad[0, 1], z = g[0, 1] "
     "normalized, means over the row"},
    {"q, k = torch.ones(2, 2), torch.ones(3, 2)\n"
     "scores = q @ k.T\n",
     "matmul", 0, "sum over l = 0 ... 1 of q[0, l] * k.T[l, 0]"},
    {"q, k = torch.ones(2, 2, requires_grad=True), torch.ones(3, 2, requires_grad=True)\n"
     "(q @ k.T).sum().backward()\n",
     "mm", 0, "sum over l = 0 ... 1 of (q @ k.T).grad.T[0, l] * q[l, 0]"},
    {"q, k = torch.ones(2, 2), torch.ones(2, 2)\n"
     "(q * k).sigmoid().sum()\n",
     "sum", 0, "sum over l = 0 ... 1, m = 0 ... 1 of (q * k).sigmoid()[l, m]"},
    {"c, w = torch.ones(1, 2, 3), torch.ones(3, 2)\n"
     "y = torch.einsum('btc,cd->btd', c, w)\n",
     "einsum", 0, "sum over k = 0 ... 2 of c[0, 0, k] * w[k, 0]"},
    {"a, b = torch.ones(2, 3), torch.ones(3)\n"
     "torch.einsum('bk,k->b', a, b) * 2\n",
     "einsum", 0, "sum over k = 0 ... 2 of a[0, k] * b[k]"},
};

START_TEST(formula)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, formulas[_i].code);
    int event = traced_find(&t, formulas[_i].op);
    ck_assert_int_ge(event, 0);
    ck_assert(explain_cell(&t.tape, event, 0, formulas[_i].cell, &x));
    ck_assert_str_eq(buf_text(&x.formula), formulas[_i].formula);
    ck_assert(x.computed);
    explain_free(&x);
    traced_close(&t);
}
END_TEST

/* --- titles: whose cell it is --- */

static const struct {
    const char *code, *op, *title;
} titles[] = {
    /* an axis whose name is another number here, "N=5" */
    {"N = 5\nm = torch.ones(N, 2)\nN = 4\nm *= 3\n", "mul_", "m[N=0, 0]"},
    {HEAD "out = nn.Linear(2, 2)\nz = out(x) + 1\n", "linear", "out(x)[0, 0] = "},
    {HEAD "loss = F.cross_entropy(x * 2, y)\n", "log_softmax", "log_softmax(x * 2)[0, 0] = "},
    {HEAD "x.requires_grad_()\nloss = F.cross_entropy(x, y)\nloss.backward()\n", "eq",
     "hidden[0] = "},
    {HEAD "w = nn.Parameter(x)\nopt = torch.optim.Adam([w])\n(w * 2).sum().backward()\n"
          "opt.step()\n",
     "addcmul_", "square[0, 0] = "},
    /* inner names that the learner has for something else */
    {"x1 = torch.ones(2)\n"
     "p = torch.ones(2, 2, requires_grad=True)\n"
     "torch.cdist(p, torch.zeros(3, 2)).sum().backward()\n",
     "sub", "sub(...)["},
    {"t = torch.ones(2, requires_grad=True)\n"
     "v = t.exp().sum()\n"
     "u = F.binary_cross_entropy_with_logits(t, torch.ones(2))\n"
     "(u * 2 + v).backward()\n",
     "div", "t.grad (u)["},
    {"right = torch.full((2, 2), 8.)\n"
     "a, b = torch.ones(2, 2, requires_grad=True), torch.ones(2, 2)\n"
     "(a @ b.T * right).sum().backward()\n",
     "t", "b["},
    {"left = torch.full((2, 2), 8.)\n"
     "a, b = torch.ones(2, 2), torch.ones(2, 2, requires_grad=True)\n"
     "(a @ b).sum().backward()\n",
     "t", "a.T["},
    /* two of one name: the sums are made of the one that was there before */
    {HEAD "w = torch.ones(2, 2)\nx = x @ w\n", "matmul", "x (new)[0, 0] = "},
    {HEAD "x = torch.softmax(x, dim=-1)\n", "softmax", "x (new)[0, 0] = "},
    {HEAD "w = torch.ones(2, 2)\nz = x @ w\n", "matmul", "z[0, 0] = "},
    {HEAD "x *= 2\n", "mul_", "x[0, 0] = "},
    {HEAD "x.data[1] = 7\n", "__setitem__", "x.data[0, 0] = "},
    {HEAD "x[0][1] = 8\n", "__setitem__", "x[0][0] = "},
};

START_TEST(title)
{
    struct traced t;
    struct explanation x;
    traced_open(&t, titles[_i].code);
    int event = traced_find(&t, titles[_i].op);
    ck_assert_int_ge(event, 0);
    ck_assert(explain_cell(&t.tape, event, 0, 0, &x));
    ck_assert_msg(strncmp(buf_text(&x.title), titles[_i].title, strlen(titles[_i].title)) == 0,
                  "%s is no %s", buf_text(&x.title), titles[_i].title);
    explain_free(&x);
    traced_close(&t);
}
END_TEST

/* --- every step of whole programs --- */

static const char *const programs[] = {
    /* one head and a loss of choices */
    HEAD "class Head(nn.Module):\n"
         "    def __init__(self):\n"
         "        super().__init__()\n"
         "        self.query = nn.Linear(2, 2, bias=False)\n"
         "        self.key = nn.Linear(2, 2, bias=False)\n"
         "        self.value = nn.Linear(2, 2, bias=False)\n"
         "        self.register_buffer('tril', torch.tril(torch.ones(3, 3)))\n"
         "    def forward(self, x):\n"
         "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
         "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
         "        s = s.masked_fill(self.tril == 0, float('-inf'))\n"
         "        return F.softmax(s, dim=-1) @ v\n"
         "head, out = Head(), nn.Linear(2, 2)\n"
         "opt = torch.optim.SGD(list(head.parameters()) + list(out.parameters()), lr=0.1,\n"
         "                      momentum=0.9)\n"
         "for _ in range(2):\n"
         "    loss = F.cross_entropy(out(head(x)), y)\n"
         "    opt.zero_grad()\n"
         "    loss.backward()\n"
         "    opt.step()\n",
    /* an attention of PyTorch's own */
    "x = torch.arange(12.).view(1, 3, 4) / 7\n"
    "mha = nn.MultiheadAttention(4, 2, batch_first=True)\n"
    "opt = torch.optim.Adam(mha.parameters(), lr=0.01)\n"
    "for _ in range(2):\n"
    "    out, w = mha(x, x, x)\n"
    "    loss = ((out - x) ** 2).mean()\n"
    "    opt.zero_grad()\n"
    "    loss.backward()\n"
    "    opt.step()\n",
    /* tables of tokens and places */
    "emb, pos, lin = nn.Embedding(5, 3), nn.Embedding(4, 3), nn.Linear(3, 5)\n"
    "ids = torch.tensor([[1, 0, 1, 3], [2, 1, 0, 0]])\n"
    "h = emb(ids) + pos(torch.arange(4))\n"
    "logits = lin(h)\n"
    "loss = F.cross_entropy(logits.view(8, 5), ids.view(8))\n"
    "loss.backward()\n",
    /* what stands around it */
    HEAD "net = nn.Sequential(nn.LayerNorm(2), nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2))\n"
         "F.mse_loss(net(x) + x, x).backward()\n"
         "F.nll_loss(F.log_softmax(net(x), dim=-1), y).backward()\n"
         "w = torch.ones(2, requires_grad=True)\n"
         "F.binary_cross_entropy(torch.sigmoid(x @ w), torch.ones(3)).backward()\n"
         "F.binary_cross_entropy_with_logits(x @ w, torch.ones(3)).backward()\n",
};

/* No input is called by a word of a signature that no line of the program has. */
START_TEST(no_words_of_signatures)
{
    struct traced t;
    int names = 0;
    traced_open(&t, programs[_i]);
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        for (int j = 0; j < e->input_count; j++) {
            struct buf name = {0};
            const char *p = e->op->signature, *word = NULL;
            size_t len = 0;
            for (int n = 0; n <= e->input[j].argument; n++) {
                p = op_next_parameter(p, &word, &len);
            }
            name_of_input(&t.tape, k, j, &name);
            bool same = name.len == len && memcmp(buf_text(&name), word, len) == 0;
            ck_assert_msg(!same || strstr(programs[_i], buf_text(&name)) != NULL,
                          "step %d, %s: an input is called %s", e->number, e->name,
                          buf_text(&name));
            names++;
            buf_free(&name);
        }
    }
    ck_assert_int_gt(names, 50);
    traced_close(&t);
}
END_TEST

Suite *suite_explain_names(void)
{
    Suite *s = suite_create("explain_names");
    TCase *c = tcase_create("formulas");
    tcase_add_loop_test(c, formula, 0, (int)(sizeof formulas / sizeof formulas[0]));
    tcase_add_loop_test(c, title, 0, (int)(sizeof titles / sizeof titles[0]));
    tcase_add_loop_test(c, no_words_of_signatures, 0, (int)(sizeof programs / sizeof *programs));
    suite_add_tcase(s, c);
    return s;
}
