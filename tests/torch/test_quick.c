/* Tests what is computed in one go where nobody records (src/torch/grad/optimizer.c, quick.c): the
 * same numbers as operation by operation. Each program runs twice, once with a recorder that notes
 * nothing. */
#include "expect.h"
#include "session/session.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_quick(void);

static void write_out(void *self, const char *text, size_t len, bool is_error)
{
    (void)is_error;
    buf_put(self, text, len);
}

static void run_text(const char *text, bool recorded, struct buf *out)
{
    struct session *s = calloc(1, sizeof *s);
    struct recorder nobody = {0};
    struct value last;
    bool has_last;
    const struct source source = {
        .file = "quick.py", .first_line = 1, .text = text, .len = strlen(text)};
    ck_assert_ptr_nonnull(s);
    ck_assert(session_init(s, (size_t)1 << 30, 1));
    s->in.recorder = recorded ? &nobody : NULL;
    s->in.write = write_out;
    s->in.write_self = out;
    EXPECT(interp_run(&s->in, &source, &last, &has_last) == OUTCOME_DONE, "%s\n%s", text,
           buf_text(out));
    session_free(s);
    free(s);
}

#define START                                                                                      \
    "import torch\n"                                                                               \
    "import torch.nn as nn\n"                                                                      \
    "import torch.nn.functional as F\n"                                                            \
    "torch.manual_seed(1)\n"

#define TRAIN(optimizer)                                                                           \
    START "m = nn.Sequential(nn.Linear(5, 33), nn.Tanh(), nn.Linear(33, 3))\n"                     \
          "x, y = torch.randn(7, 5), torch.tensor([0, 2, 1, -100, 2, 0, 1])\n"                     \
          "o = torch.optim." optimizer "\n"                                                        \
          "for k in range(6):\n"                                                                   \
          "    o.zero_grad()\n"                                                                    \
          "    F.cross_entropy(m(x), y).backward()\n"                                              \
          "    o.step()\n"                                                                         \
          "for p in m.parameters():\n"                                                             \
          "    print(p.tolist(), p.grad.tolist(), p._version, p.grad._version)\n"                  \
          "    print([(k, v.tolist(), v._version) for k, v in o.state[p].items() if v is not "     \
          "None])\n"

#define GRADS(loss)                                                                                \
    START "a = torch.randn(2, 3, 4, 5, requires_grad=True)\n"                                      \
          "b = torch.randn(2, 3, 5, 4, requires_grad=True)\n"                                      \
          "w = torch.randn(6, 5, requires_grad=True)\n"                                            \
          "c = torch.randn(6, requires_grad=True)\n"                                               \
          "t = torch.randn(5, 6).t().requires_grad_()\n"                                           \
          "y = torch.tensor([1, 0, 4, -100])\n" loss ".backward()\n"                               \
          "for x in (a, b, w, c, t):\n"                                                            \
          "    if x.grad is not None:\n"                                                           \
          "        print(x.grad.tolist(), x.grad.stride())\n"

static const char *const programs[] = {
    TRAIN("SGD(m.parameters(), lr=0.1)"),
    TRAIN("SGD(m.parameters(), lr=1, momentum=0.9, dampening=0.3, weight_decay=0.1)"),
    TRAIN("SGD(m.parameters(), lr=0.1, momentum=0.9, nesterov=True)"),
    TRAIN("SGD(m.parameters(), lr=0.1, maximize=True)"),
    TRAIN("Adam(m.parameters(), lr=0.1)"),
    TRAIN("Adam(m.parameters(), lr=0.1, betas=(0.5, 0.9), weight_decay=0.2)"),
    TRAIN("Adam(m.parameters(), lr=0.1, amsgrad=True)"),
    TRAIN("AdamW([{'params': m[0].parameters()}, {'params': m[2].parameters(), 'lr': 1}], lr=.1)"),
    TRAIN("AdamW(m.parameters(), lr=0.1, betas=(0, 0), weight_decay=0)"),
    GRADS("(a @ b).sum()"),
    GRADS("(a @ b).tanh().sum()"),
    GRADS("(a @ a.transpose(-2, -1)).exp().sum()"),
    GRADS("(a @ b[:1]).tanh().sum()"),
    GRADS("(b.transpose(-2, -1) @ b).tanh().sum()"),
    GRADS("(a[..., :4] @ b[:, :, :4]).tanh().sum()"),
    GRADS("F.linear(a, w, c).tanh().sum()"),
    GRADS("F.linear(b[0, 0].t(), w[:, :5], c).tanh().sum()"),
    GRADS("F.linear(torch.cat([t, t]).t(), torch.cat([w, w]).t()).tanh().sum()"),
    GRADS("F.linear(b.transpose(-2, -1), w, c).tanh().sum()"),
    GRADS("F.linear(a, t, c).tanh().sum()"),
    GRADS("F.linear(a[0, 0, 0], w, c).tanh().sum()"),
    GRADS("F.linear(a[:1, :1, :1], w, c).tanh().sum()"),
    GRADS("F.nll_loss(a[0, 0], y)"),
    GRADS("F.nll_loss(b[0, 0].t(), y)"),
    GRADS("F.nll_loss(a[0, 0], y, reduction='sum')"),
    GRADS("F.nll_loss(a[0, 0], y.clamp(min=0), weight=w[0].detach(), ignore_index=1)"),
};

START_TEST(same_numbers)
{
    struct buf one = {0}, other = {0};
    run_text(programs[_i], true, &one);
    run_text(programs[_i], false, &other);
    EXPECT(one.len > 100 && strcmp(buf_text(&one), buf_text(&other)) == 0,
           "%s\n--- recorded ---\n%.1500s\n--- not recorded ---\n%.1500s", programs[_i],
           buf_text(&one), buf_text(&other));
    buf_free(&one);
    buf_free(&other);
}
END_TEST

Suite *suite_quick(void)
{
    Suite *s = suite_create("quick");
    TCase *t = tcase_create("twice");
    tcase_add_loop_test(t, same_numbers, 0, (int)(sizeof programs / sizeof programs[0]));
    suite_add_tcase(s, t);
    return s;
}
