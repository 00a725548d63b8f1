/* Tests gradients of a training program against the loss itself: a cell is moved, and the loss
 * moves as far as the gradient says. Held for cells of every gradient on the tape. */
#include "trace/explain/nudge.h"

#include "traced.h"
#include "training.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Suite *suite_nudge(void);

enum { CELLS = 4 }; /* of each gradient */

/* How many cells were checked. */
static int check_gradient(struct traced *t, int event)
{
    const struct event *e = &t->tape.event[event];
    int64_t cells = tensor_numel(&e->output[0].tensor), step = cells > CELLS ? cells / CELLS : 1;
    int checked = 0;
    for (int64_t cell = 0; cell < cells; cell += step) {
        struct nudge n;
        ck_assert_msg(nudge_cell(&t->tape, event, cell, &n), "%s",
                      t->program.session->in.error.text);
        if (n.why_not != NULL) {
            continue;
        }
        double most = 2e-6 * (1 + fabs(n.autograd));
        ck_assert_msg(fabs(n.autograd - n.difference) <= most,
                      "step %d, %s, cell %lld: %.9g by autograd, %.9g by nudging", e->number,
                      e->gradient, (long long)cell, n.autograd, n.difference);
        checked++;
    }
    return checked;
}

static int check_all(const char *text, int *gradients)
{
    struct traced t;
    int checked = 0;
    traced_open(&t, text);
    *gradients = 0;
    for (int k = 0; k < t.tape.event_count; k++) {
        if (t.tape.event[k].gradient != NULL) {
            *gradients += 1;
            checked += check_gradient(&t, k) > 0;
        }
    }
    traced_close(&t);
    return checked;
}

START_TEST(the_loss_moves_as_every_gradient_says)
{
    int gradients, checked = check_all(training, &gradients);
    printf("nudge: %d of %d gradients checked\n", checked, gradients);
    ck_assert_int_ge(gradients, 100);
    ck_assert_int_ge(checked, gradients * 9 / 10);
}
END_TEST

/* Tensors of one list: each has the gradient of its own name, which the loss confirms. */
static const char *const listed[] = {
    "y = torch.einsum('qd,kd->qk', b, a)",
    "y = torch.einsum('qd,kd,ed->qek', b, a, a * 2)",
    "y = torch.cat([b, a], 0)",
    "y = torch.stack([b[:2], a[:2]], 1)",
    "y = torch.vstack([b, a])",
    "y = torch.hstack([b[0], a[1]])",
    "y = torch.block_diag(b, a)",
    "y = torch.dstack([b[:2], a[:2]])",
    /* what rounds to float32 on the way does not round the check */
    "y = torch.cat([b, a], 0).sigmoid().float()",
    "y = torch.cat([b, a], 0).to(torch.float32).sigmoid()",
    "y = torch.softmax(torch.cat([b, a], 0), 0, dtype=torch.float32)",
    "y = F.dropout(torch.cat([b, a], 0), 0.0)",
};

START_TEST(each_tensor_of_a_list_has_its_own_gradient)
{
    struct traced t;
    struct buf text = {0};
    int met[2] = {0};
    buf_printf(&text,
               "torch.manual_seed(3)\na = torch.randn(3, 2, requires_grad=True)\n"
               "b = torch.randn(5, 2, requires_grad=True)\n%s\n(y * y * y).sum().backward()\n",
               listed[_i]);
    traced_open(&t, buf_text(&text));
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        const char *name = e->gradient;
        if (name == NULL || (strcmp(name, "a.grad") != 0 && strcmp(name, "b.grad") != 0)) {
            continue;
        }
        ck_assert_msg(e->output[0].tensor.shape[0] == (name[0] == 'a' ? 3 : 5), "%s", name);
        met[name[0] - 'a'] += check_gradient(&t, k);
    }
    ck_assert_msg(met[0] > 0 && met[1] > 0, "%d %d", met[0], met[1]);
    traced_close(&t);
    buf_free(&text);
}
END_TEST

/* What is written through a view is written in all that look at the memory. */
static const struct {
    const char *lines;
    int least; /* so many gradients can be checked */
} written[] = {
    {"a[:, :2].mul_(w[:, 1:])\ny = a", 8},
    {"v = a.view(3, 2)\na[0].sin_()\ny = v * v", 8},
    {"v = a.view(3, 2)\nv.mul_(w[0, 1])\ny = v", 8},
    {"v = a.T\nv[1:] *= w.sum()\ny = torch.cat([v, a.T])", 8},
    {"rows = a.view(6)\nrows[::2] = w[0, 0] * 2\na[:, 1] = 0.\nrows.tanh_()\ny = a", 8},
    {"s = (w @ w.T).view(1, 2, 2)\ns.masked_fill_(torch.ones(2, 2).triu(1).bool(), -1e4)\n"
     "y = s.softmax(-1) @ a",
     10},
    {"v = a.T\nu = v * 2\na.mul_(w.sum())\ny = torch.cat([v, u])", 6},
    {"v = a.reshape(2, 3)\nv.masked_fill_(w > 2, 1)\ny = a * w[1, 1]", 6},
    {"o = torch.zeros(2, 3)\no[:, 1:] = a[:, 1:]\no.T[0].add_(w[0, :2])\ny = o", 8},
    {"x = (a * 1).T.reshape(1, 3, 2)\ny = x.as_strided((1, 2, 2, 2), (6, 1, 1, 3))", 4},
    {"v = a[0]\ny = torch.stack([v.sin(), a[1], a.sum(0)])", 6},
};

START_TEST(what_is_written_through_a_view_is_carried_on)
{
    struct buf text = {0};
    int gradients;
    buf_printf(&text,
               "w = torch.linspace(-1, 1, 6).view(2, 3).requires_grad_()\na = w * 2 + 1\n"
               "%s\n(y * y * y).sum().backward()\n",
               written[_i].lines);
    int checked = check_all(buf_text(&text), &gradients);
    ck_assert_msg(checked >= written[_i].least, "%d of %d: %s", checked, gradients,
                  written[_i].lines);
    buf_free(&text);
}
END_TEST

/* A backward() of the code's own, right and with its scale forgotten. */
static const char own[] = "class Lin(torch.autograd.Function):\n"
                          "    @staticmethod\n"
                          "    def forward(ctx, x, weight, bias, scale):\n"
                          "        ctx.save_for_backward(x, weight)\n"
                          "        ctx.scale = scale\n"
                          "        return (x @ weight.T) * scale + bias, x.sum()\n"
                          "    @staticmethod\n"
                          "    def backward(ctx, g, gs):\n"
                          "        x, weight = ctx.saved_tensors\n"
                          "        h = g * %s\n"
                          "        gb = g.sum(0)\n"
                          "        gx = h @ weight + gs * torch.ones_like(x)\n"
                          "        gw = h.T @ x\n"
                          "        seen = gw.norm()\n"
                          "        return gx, gw, gb, None\n"
                          "torch.manual_seed(0)\n"
                          "W = torch.randn(2, 3, requires_grad=True)\n"
                          "b = torch.randn(2, requires_grad=True)\n"
                          "h = torch.randn(4, 3, requires_grad=True) * 2\n"
                          "y, s = Lin.apply(h, W, b, 0.5)\n"
                          "loss = (y * y).sum() + s * s + (y + 1).pow(3).mean()\n"
                          "loss.backward()\n";

START_TEST(what_the_codes_own_backward_gives_is_checked)
{
    static const char *const names[] = {"h.grad", "W.grad", "b.grad", "y.grad", "s.grad"};
    int met[5] = {0};
    struct traced t;
    struct buf text = {0};
    buf_printf(&text, own, _i == 0 ? "ctx.scale" : "1");
    traced_open(&t, buf_text(&text));
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        const char *call = e->user_call >= 0 ? t.tape.call[e->user_call].name : "";
        bool inside = strcmp(call, "Lin.backward") == 0;
        ck_assert(!inside || (e->own && e->of >= 0 && e->stage == STAGE_BACKWARD));
        for (int j = 0; j < 5 && e->gradient != NULL; j++) {
            bool is = strcmp(e->gradient, names[j]) == 0;
            if (is && (_i == 0 || j > 1)) { /* not those of the forgotten scale */
                met[j] += check_gradient(&t, k) > 0;
            } else if (is && inside) {
                struct nudge n;
                ck_assert(nudge_cell(&t.tape, k, 0, &n) && n.why_not == NULL);
                met[j] += fabs(n.autograd - n.difference) > 0.1;
            }
        }
    }
    for (int j = 0; j < 5; j++) {
        ck_assert_msg(met[j] > 0, "%s", names[j]);
    }
    traced_close(&t);
    buf_free(&text);
}
END_TEST

/* A leaf that forward() reads more than once, and first for its sizes alone; the loss reads it,
 * too.
 */
static const char twice[] = "class F(torch.autograd.Function):\n"
                            "    @staticmethod\n"
                            "    def forward(ctx, x, w):\n"
                            "        o = torch.zeros_like(x)\n"
                            "        ctx.save_for_backward(x, w)\n"
                            "        o += x * 2 * w + x.sin()\n"
                            "        return o\n"
                            "    @staticmethod\n"
                            "    def backward(ctx, g):\n"
                            "        x, w = ctx.saved_tensors\n"
                            "        gx = g * (2 * w + x.cos())\n"
                            "        gw = (g * 2 * x).sum()\n"
                            "        return gx, gw\n"
                            "x = torch.tensor([1., 2.], requires_grad=True)\n"
                            "w = torch.tensor(0.7, requires_grad=True)\n"
                            "(F.apply(x, w).square() * x).sum().backward()\n";

START_TEST(a_function_is_nudged_at_all_that_it_reads)
{
    struct traced t;
    int checked = 0;
    traced_open(&t, twice);
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        if (e->own && e->gradient != NULL) {
            ck_assert_str_ne(t.tape.event[e->of].name, "zeros_like");
            checked += check_gradient(&t, k) > 0;
        }
    }
    ck_assert_int_eq(checked, 2);
    traced_close(&t);
}
END_TEST

/* A gradient that stops at detach() is not how the loss moves, and that shows: the step is named,
 * where the loss moves by it. */
static const struct {
    const char *line, *named;
    double autograd, difference;
} cuts[] = {
    {"y = x.detach() * x", "step 2, detach, lets no gradient through", .5, 1},
    {"y = torch.zeros_like(x)\ny[1] = x[1] * x[1]", "", 1, 1},
    {"with torch.no_grad(): k = x * 1\ny = k.sin().asin() * x",
     "step 2, mul, lets no gradient through", .5, 1},
    {"print(x.detach())\ny = x * x.ge(0) * 2", "", 2, 2},
};

START_TEST(what_is_cut_off_shows)
{
    struct traced t;
    struct nudge n = {0};
    bool found = false;
    scoped_buf code = {0}, text = {0};
    buf_printf(&code,
               "w = torch.tensor([.5, .5], requires_grad=True)\nx = w * 1\n"
               "%s\ny.sum().backward()\n",
               cuts[_i].line);
    traced_open(&t, buf_text(&code));
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        if (e->gradient != NULL && strcmp(e->gradient, "w.grad") == 0) {
            ck_assert(nudge_cell(&t.tape, k, 1, &n));
            found = true;
        }
    }
    ck_assert(found && n.why_not == NULL);
    nudge_text(&t.tape, &n, &text);
    bool named = strstr(buf_text(&text), "lets no gradient through") != NULL;
    ck_assert_msg(strstr(buf_text(&text), cuts[_i].named) != NULL &&
                      named == (cuts[_i].named[0] != '\0'),
                  "%s", buf_text(&text));
    ck_assert_double_eq_tol(n.autograd, cuts[_i].autograd, 1e-6);
    ck_assert_double_eq_tol(n.difference, cuts[_i].difference, 1e-6);
    traced_close(&t);
}
END_TEST

static const struct {
    const char *text, *gradient, *why;
} refusals[] = {
    {"x = torch.ones(2, requires_grad=True)\ny = x * 2\ny.backward(torch.ones(2))\n", "x.grad",
     "not checked: y.backward() did not begin at a loss of one number\n"},
    {"x = torch.ones(2, requires_grad=True)\n"
     "a, = torch.autograd.grad((x + 1) * 2, x, torch.ones(2))\n",
     "x.grad", "not checked: torch.autograd.grad() did not begin at a loss of one number\n"},
    {"x = torch.ones(2, requires_grad=True)\nx.sum().backward()\n(x * 2)[:].backward(x.detach())\n",
     "x.grad", "not checked: backward() did not begin at a loss of one number\n"},
    {"x = torch.ones(2, requires_grad=True)\n"
     "g, = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)\ng.sum().backward()\n",
     "x.grad", "a gradient stands between it and the loss"},
    {"x = torch.ones(2, requires_grad=True)\n(x * 2).sum().backward()\n(x * 3).sum().backward()\n",
     "x.grad", "x.grad held a number of another backward() before"},
    {"x = torch.ones(2, requires_grad=True)\n((x * 1).sum() + "
     "torch.bernoulli(x.sigmoid()).sum()).backward()\n",
     "x.grad", "a step on the way to the loss is drawn by chance"},
    {"x = torch.ones(2, requires_grad=True)\na = x * 2\nv = a.view(2)\na.mul_(3)\n"
     "v.sum().backward()\n",
     "a.grad", "a later step writes into what this is a view of"},
    {"x = torch.ones(2, requires_grad=True)\na = x * 2\nv = a.view(2)\nv.mul_(3)\n"
     "(v * 1 + a * 2).sum().backward()\n",
     "v.grad", "it is that of all of what was written, and this is a view of it"},
    {"w = torch.ones(3, requires_grad=True)\nx = torch.ones(2, 4, 3)\n"
     "(x * w).pow(2).sum().backward()\n",
     "w.grad", "not checked: the next step only moves its numbers, and can be asked\n"},
};

START_TEST(what_cannot_be_checked_is_said)
{
    struct traced t;
    bool said = false;
    traced_open(&t, refusals[_i].text);
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        struct nudge n;
        if (e->of >= 0) {
            struct buf text = {0};
            ck_assert(nudge_cell(&t.tape, k, 0, &n));
            nudge_text(&t.tape, &n, &text);
            said |= n.why_not != NULL && strstr(buf_text(&text), refusals[_i].why) != NULL;
            buf_free(&text);
        }
    }
    ck_assert_msg(said, "%s", refusals[_i].why);
    traced_close(&t);
}
END_TEST

static const char golden[] =
    "  nudged       c = x[1] = 2, up and down by h = 0.0001\n"
    "               steps 1 to 2 with c in them again in float64, to the loss L\n"
    "  L(c + h)     5.00040001\n"
    "  L(c - h)     4.99960001\n"
    "               by autograd        (L(c + h) - L(c - h)) / 2h difference\n"
    "  check        4                  4                          ";

START_TEST(three_columns)
{
    struct traced t;
    struct nudge n;
    struct buf text = {0};
    traced_open(&t, "x = torch.tensor([1., 2.], requires_grad=True)\n(x ** 2).sum().backward()\n");
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        if (e->gradient != NULL && strcmp(e->gradient, "x.grad") == 0) {
            ck_assert(nudge_cell(&t.tape, k, 1, &n));
            nudge_text(&t.tape, &n, &text);
        }
    }
    ck_assert_msg(strncmp(buf_text(&text), golden, strlen(golden)) == 0, "%s", buf_text(&text));
    buf_free(&text);
    traced_close(&t);
}
END_TEST

/* Every step that computes w.grad: steps that do not read w are not carried out again. */
START_TEST(the_first_step_told_reads_the_tensor)
{
    struct traced t;
    int told = 0;
    traced_open(&t, "x, w = torch.randn(2), torch.ones(2).requires_grad_()\n"
                    "y = x * 2 + 1\nloss = (y * w * w).sum()\nloss.backward()\n");
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        struct nudge n;
        struct buf text = {0};
        if (e->gathers) {
            ck_assert(nudge_cell(&t.tape, k, 1, &n));
            nudge_text(&t.tape, &n, &text);
            ck_assert_msg(strstr(buf_text(&text), " steps 4 to 6 with c") != NULL, "%s: %s",
                          e->name, buf_text(&text));
            told++;
        }
        buf_free(&text);
    }
    ck_assert_int_ge(told, 1);
    traced_close(&t);
}
END_TEST

Suite *suite_nudge(void)
{
    Suite *s = suite_create("nudge");
    TCase *c = tcase_create("nudge");
    tcase_add_test(c, the_loss_moves_as_every_gradient_says);
    tcase_add_loop_test(c, each_tensor_of_a_list_has_its_own_gradient, 0,
                        (int)(sizeof listed / sizeof listed[0]));
    tcase_add_loop_test(c, what_is_written_through_a_view_is_carried_on, 0,
                        (int)(sizeof written / sizeof written[0]));
    tcase_add_loop_test(c, what_the_codes_own_backward_gives_is_checked, 0, 2);
    tcase_add_test(c, a_function_is_nudged_at_all_that_it_reads);
    tcase_add_loop_test(c, what_is_cut_off_shows, 0, (int)(sizeof cuts / sizeof cuts[0]));
    tcase_add_loop_test(c, what_cannot_be_checked_is_said, 0,
                        (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(c, three_columns);
    tcase_add_test(c, the_first_step_told_reads_the_tensor);
    suite_add_tcase(s, c);
    return s;
}
