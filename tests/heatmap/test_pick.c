/* Tests what of a run goes on a picture: steps, heads, masked cells, names and labels. */
#include "../expect.h"
#include "../traced.h"

#include "heatmap/pick/pick.h"
#include "heatmap/pick/pick_event.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_pick(void);

/* Two heads of four tokens; MASK stands for what is done to the scores. */
#define HEADS(mask)                                                                                \
    "torch.manual_seed(0)\n"                                                                       \
    "q, k, v = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5)\n"        \
    "causal = torch.triu(torch.ones(4, 4), diagonal=1).bool()\n"                                   \
    "s = q @ k.transpose(-2, -1) / 5 ** 0.5\n" mask "w = torch.softmax(s, dim=-1)\n"               \
    "w = F.dropout(w, 0.5)\n"                                                                      \
    "o = (w @ v).transpose(1, 2).reshape(2, 4, 15)\n"

struct look {
    struct traced run;
    struct picked picked;
    struct error err;
    int event;
};

static struct choice any(void)
{
    return (struct choice){.stage = STAGE_COUNT, .batch = -1};
}

static bool look(struct look *l, const char *text, const struct choice *c)
{
    *l = (struct look){.event = -1};
    traced_open(&l->run, text);
    return pick_event(&l->run.tape, c, &l->event, &l->err) &&
           pick_panels(&l->run.tape, c, l->event, &l->picked, &l->err);
}

static void look_away(struct look *l)
{
    picked_free(&l->picked);
    traced_close(&l->run);
}

/* "0111 0011 0001 0000" */
static void expect_masked(const struct panel *p, const char *want)
{
    for (int k = 0; k < p->rows * p->columns; k++) {
        while (*want == ' ') {
            want++;
        }
        bool masked = p->masked != NULL && p->masked[k];
        EXPECT(masked == (*want == '1'), "cell %d of %d is %smasked", k, p->rows * p->columns,
               masked ? "" : "not ");
        want++;
    }
}

static const struct {
    const char *text, *masked; /* NULL: none */
} masks[] = {
    {HEADS("s = s.masked_fill(causal, -torch.inf)\n"), "0111 0011 0001 0000"},
    {HEADS("s = s.masked_fill(causal, -1e9)\n"), "0111 0011 0001 0000"},
    /* two masks, which leave the first query nothing, so that it sees all alike; and scores that
     * are very negative by themselves */
    {HEADS("s = s.masked_fill(causal, -1e9)\ns = s + torch.zeros(4, 4).fill_diagonal_(-1e9)\n"),
     "0000 0111 0011 0001"},
    {HEADS("s = (s * 1e6).masked_fill(causal, -torch.inf)\n"), "0111 0011 0001 0000"},
    {HEADS("s = (s * 1e6) + torch.zeros(4, 4).masked_fill(causal, -1e9)\n"), "0111 0011 0001 0000"},
    {HEADS("s = s + causal.float() * -1e9\n"), "0111 0011 0001 0000"},
    {HEADS("s = s + torch.zeros(4, 4).masked_fill(causal, float('-inf'))\n"),
     "0111 0011 0001 0000"},
    {HEADS("s = torch.where(causal, torch.tensor(float('-inf')), s)\n"), "0111 0011 0001 0000"},
    {HEADS("s[:, :, causal] = float('-inf')\n"), "0111 0011 0001 0000"},
    {HEADS("s = s.masked_fill(causal, -torch.inf) * 2\n"), "0111 0011 0001 0000"},
    {HEADS("s = s.masked_fill(causal, -1e4) / 8\n"), "0111 0011 0001 0000"},
    {HEADS("s = s.masked_fill(causal, -torch.inf).transpose(-2, -1)\n"), "0000 1000 1100 1110"},
    /* undone before softmax; in the last two rows in part */
    {HEADS("s = torch.tanh(s.masked_fill(causal, -1e9) / 2) * 2\n"), NULL},
    {HEADS("s = s.masked_fill(causal, -torch.inf).clamp(-5, 5)\n"), NULL},
    {HEADS("s = torch.nan_to_num(s.masked_fill(causal, -torch.inf), neginf=0.0)\n"), NULL},
    {HEADS("s = s.masked_fill(causal, -1e4) / 1e4\n"), NULL},
    {HEADS("s = s.masked_fill(causal, -1e9).clamp(-5, 5)\ns[:, :, 3, 0] = -torch.inf\n"),
     "0000 0000 0000 1000"},
    {HEADS("s = s.masked_fill(causal.flip(1), -1e9)\n"), "1110 1100 1000 0000"},
    {HEADS("s = s.masked_fill(causal | (torch.arange(4) < 1), -torch.inf)\n"
           "s = torch.nan_to_num(s, neginf=-1e9)\n"),
     "0000 1011 1001 1000"},
    {HEADS("s[..., :3, 1:].masked_fill_(causal[:3, 1:], -torch.inf)\n"), "0111 0011 0001 0000"},
    {HEADS("s[..., :2, 1:].masked_fill_(causal[:2, 1:], -1e9)\ns[..., 2, 3].fill_(-1e9)\n"),
     "0111 0011 0001 0000"},
    {HEADS("s.transpose(-2, -1).masked_fill_(causal.T, -torch.inf)\n"), "0111 0011 0001 0000"},
    {HEADS("s.masked_fill(causal, -torch.inf)\n"), NULL}, /* lost: it masks nothing */
    {HEADS("s = s.masked_fill(causal, 0)\n"), NULL},      /* a mask that does not mask */
    {HEADS(""), NULL},
};

START_TEST(masks_are_remembered_through_softmax)
{
    static const enum stage stages[] = {STAGE_SOFTMAX, STAGE_DROPOUT};
    for (int k = 0; k < 2; k++) {
        struct look l;
        struct choice c = any();
        c.stage = stages[k];
        EXPECT(look(&l, masks[_i].text, &c), "%s", l.err.text);
        ck_assert_int_eq(l.picked.panel_count, 3);
        for (int h = 0; h < 3; h++) {
            if (masks[_i].masked == NULL) {
                ck_assert_ptr_null(l.picked.panel[h].masked);
            } else {
                expect_masked(&l.picked.panel[h], masks[_i].masked);
            }
        }
        look_away(&l);
    }
}
END_TEST

START_TEST(scores_are_masked_from_the_mask_on)
{
    struct look l;
    struct choice c = any();
    c.stage = STAGE_SCORES;
    ck_assert(look(&l, masks[0].text, &c));
    ck_assert_ptr_null(l.picked.panel[0].masked);
    ck_assert_int_eq(l.picked.rule, SCALE_SIGNED);
    look_away(&l);
    c.stage = STAGE_MASK;
    ck_assert(look(&l, masks[0].text, &c));
    expect_masked(&l.picked.panel[0], masks[0].masked);
    look_away(&l);
}
END_TEST

/* The scale on the way into the softmax, not one that was only looked at behind it. */
START_TEST(the_scale_is_that_of_the_softmax)
{
    struct look l;
    struct choice c = any();
    c.stage = STAGE_SCALE;
    ck_assert(look(&l,
                   "import torch\nq = torch.ones(2, 4)\ns = q @ q.T\nscaled = s / 2\n"
                   "w = torch.softmax(scaled, -1)\ny = w @ q\nother = s / 8\nprint(other.std())\n",
                   &c));
    ck_assert_double_eq(panel_value(&l.picked.panel[0], 0), 2);
    look_away(&l);
}
END_TEST

START_TEST(heads_and_batch_are_chosen)
{
    struct look l;
    struct choice c = any();
    ck_assert(look(&l, HEADS(""), &c));
    const struct tensor *w = &l.run.tape.event[l.event].output[0].tensor;
    ck_assert_int_eq(l.picked.rule, SCALE_WEIGHTS);
    ck_assert(l.picked.weights);
    ck_assert_str_eq(l.picked.row.name, "query");
    ck_assert_str_eq(l.picked.column.name, "key");
    ck_assert_str_eq(l.picked.panel[2].heading, "head 2");
    ck_assert_str_eq(l.picked.text, "softmax: w");
    double cell = tensor_double_at(w, tensor_place(w, 2 * 16 + 4 + 3)); /* [0, 2, 1, 3] */
    ck_assert_double_eq(panel_value(&l.picked.panel[2], 1 * 4 + 3), cell);
    look_away(&l);
    c.heads = "1-2";
    c.batch = 1;
    ck_assert(look(&l, HEADS(""), &c));
    w = &l.run.tape.event[l.event].output[0].tensor;
    ck_assert_int_eq(l.picked.panel_count, 2);
    cell = tensor_double_at(w, tensor_place(w, 48 + 1 * 16 + 4 + 3)); /* [1, 1, 1, 3] */
    ck_assert_double_eq(panel_value(&l.picked.panel[0], 1 * 4 + 3), cell);
    ck_assert_str_eq(l.picked.panel[0].heading, "head 1");
    look_away(&l);
}
END_TEST

/* (b, q, h, k), whose axes have no names: the context tells which is which. */
START_TEST(heads_behind_the_queries_are_heads)
{
    static const char *const contexts[] = {"torch.einsum('bqhk,bhkd->bqhd', w, v)",
                                           "w.transpose(1, 2) @ v"};
    struct look l;
    struct choice c = any();
    scoped_buf text = {0};
    buf_printf(&text,
               "import torch\nq, k, v = torch.randn(3, 1, 2, 5, 4)\n"
               "w = (q @ k.mT).transpose(1, 2).softmax(-1)\no = %s\n",
               contexts[_i]);
    ck_assert(look(&l, buf_text(&text), &c));
    const struct tensor *w = &l.run.tape.event[l.event].output[0].tensor;
    ck_assert_int_eq(l.picked.panel_count, 2);
    ck_assert_str_eq(l.picked.row.name, "query");
    ck_assert_str_eq(l.picked.column.name, "key");
    ck_assert_int_eq(l.picked.panel[1].rows, 5);
    ck_assert_str_eq(l.picked.panel[1].heading, "head 1");
    double cell = tensor_double_at(w, tensor_place(w, 3 * 10 + 5 + 4)); /* [0, 3, 1, 4] */
    ck_assert_double_eq(panel_value(&l.picked.panel[1], 3 * 5 + 4), cell);
    look_away(&l);
}
END_TEST

static const struct {
    struct choice choice;
    const char *error;
} wrong[] = {
    {{.stage = STAGE_COUNT, .batch = -1, .heads = "3"}, "--head 3: there are 3, counted from 0"},
    {{.stage = STAGE_COUNT, .batch = -1, .heads = "2-1"}, "--head 2-1: there are 3"},
    {{.stage = STAGE_COUNT, .batch = -1, .heads = "x"}, "--head x: give a number, a range"},
    {{.stage = STAGE_COUNT, .batch = -1, .heads = "1-"}, "--head 1-: give a number, a range"},
    {{.stage = STAGE_COUNT, .batch = 2}, "--batch 2: there are 2, counted from 0"},
    {{.stage = STAGE_COUNT, .batch = -1, .layer = 2}, "--layer 2: the run has 1 softmax"},
    {{.stage = STAGE_OUT_PROJ, .batch = -1},
     "--stage out-proj: this run has none; it has transpose"},
    {{.stage = STAGE_COUNT, .batch = -1, .step = 99}, "--step 99: the run has 1 to"},
    {{.stage = STAGE_COUNT, .batch = -1, .name = "z"},
     "--name z: no tensor of the code had that name"},
    {{.stage = STAGE_BACKWARD, .batch = -1}, "--stage backward: these weights get no gradient"},
};

START_TEST(what_is_not_there_is_told)
{
    struct look l;
    EXPECT(!look(&l, HEADS(""), &wrong[_i].choice), "%s: no error", wrong[_i].error);
    EXPECT(strstr(l.err.text, wrong[_i].error) == l.err.text, "%s\nnot %s", l.err.text,
           wrong[_i].error);
    ck_assert_int_eq(l.err.kind, ERROR_INPUT);
    look_away(&l);
}
END_TEST

/* --- names --- */

#define NAMED                                                                                      \
    "torch.manual_seed(0)\n"                                                                       \
    "class Model(nn.Module):\n"                                                                    \
    "    def __init__(self):\n"                                                                    \
    "        super().__init__()\n"                                                                 \
    "        self.W_q = nn.Linear(3, 2, bias=False)\n"                                             \
    "        self.scale = nn.Parameter(torch.ones(3))\n"                                           \
    "        self.places = torch.arange(4.0)\n"                                                    \
    "    def forward(self, x):\n"                                                                  \
    "        return self.W_q(x * self.scale)\n"                                                    \
    "x = torch.randn(5, 3, requires_grad=True)\n"                                                  \
    "model = Model()\n"                                                                            \
    "opt = torch.optim.Adam(model.parameters())\n"                                                 \
    "for i in range(2):\n"                                                                         \
    "    opt.zero_grad()\n"                                                                        \
    "    loss = model(x).pow(2).mean()\n"                                                          \
    "    loss.backward()\n"                                                                        \
    "    opt.step()\n"                                                                             \
    "twice = x * 2\n"                                                                              \
    "twice.diagonal().sum().backward()\n"                                                          \
    "w, x_grad = model.W_q.weight.detach() * 1, x.grad * 1\n"                                      \
    "w_grad, scale_grad = model.W_q.weight.grad * 1, model.scale.grad * 1\n"                       \
    "scale = model.scale.detach() * 1\n"                                                           \
    "def later(loss):\n"                                                                           \
    "    return loss\n"                                                                            \
    "later(torch.ones(7))\n"                                                                       \
    "one = torch.ones(())\n"

/* What a learner can write, and what holds the same at the end; NULL: no name of theirs. */
static const struct {
    const char *name, *same;
} names[] = {
    {"model.W_q.weight", "w"},
    {"W_q.weight", "w"},
    {"self.W_q.weight", "w"},
    {"model.W_q.weight.grad", "w_grad"},
    {"W_q.weight.grad", "w_grad"},
    {"x.grad", "x_grad"},
    {"model.scale", "scale"},
    {"self.scale", "scale"},
    {"model.scale.grad", "scale_grad"},
    {"model.places", "self.places"},
    {"loss", "loss"},
    {"loss.grad", "one"}, /* another tensor has the name since */
    {"twice.grad", NULL}, /* it is given in parts */
    /* the library's own */
    {"param", NULL},
    {"grad", NULL},
    {"exp_avg", NULL},
    {"input", NULL},
    {"input.grad", NULL},
    {"weight", NULL},
    {"weight.grad", NULL},
    {"other.W_q.weight", NULL},
    {"x.W_q.weight", NULL},
    {".grad", NULL},
};

START_TEST(names_are_those_of_the_code)
{
    struct look a, b;
    struct choice c = any(), other = any();
    c.name = names[_i].name;
    other.name = names[_i].same;
    if (other.name == NULL) {
        EXPECT(!look(&a, NAMED, &c), "%s", c.name);
        EXPECT(strstr(a.err.text, "no tensor of the code") != NULL, "%s", a.err.text);
        look_away(&a);
        return;
    }
    EXPECT(look(&a, NAMED, &c), "%s", a.err.text);
    ck_assert(look(&b, NAMED, &other));
    const struct panel *p = &a.picked.panel[0], *q = &b.picked.panel[0];
    ck_assert_int_eq(p->rows, q->rows);
    ck_assert_int_eq(p->columns, q->columns);
    for (int k = 0; k < p->rows * p->columns; k++) {
        EXPECT(panel_value(p, k) == panel_value(q, k), "%s, cell %d", c.name, k);
    }
    look_away(&a);
    look_away(&b);
}
END_TEST

/* That of the weights, with their axes. */
START_TEST(the_stage_of_gradients_is_that_of_the_weights)
{
    struct look l;
    struct choice c = any();
    c.stage = STAGE_BACKWARD;
    EXPECT(look(&l,
                "q = torch.tensor([[1.0, 2.0], [0.0, 1.0]], requires_grad=True)\n"
                "w = torch.softmax(q @ q.T, -1)\n"
                "((w @ q) * torch.tensor([[1.0, 0.0], [0.0, 3.0]])).sum().backward()\n",
                &c),
           "%s", l.err.text);
    const double want[] = {1, 0, 6, 3}; /* what is multiplied there, times the transpose of q */
    for (int k = 0; k < 4; k++) {
        ck_assert_double_eq(panel_value(&l.picked.panel[0], k), want[k]);
    }
    ck_assert_str_eq(l.picked.text, "backward: w.grad");
    ck_assert_str_eq(l.picked.row.name, "query");
    ck_assert_str_eq(l.picked.column.name, "key");
    look_away(&l);
    EXPECT(look(&l,
                "B, H, T, C = 2, 3, 4, 5\nq = torch.randn(B, H, T, C, requires_grad=True)\n"
                "w = torch.softmax(q @ q.transpose(2, 3), -1)\n(w @ q).sum().backward()\n",
                &c),
           "%s", l.err.text);
    ck_assert_str_eq(l.picked.panel[1].heading, "head 1"); /* as that of the weights, and not H 1 */
    look_away(&l);
}
END_TEST

START_TEST(runs_without_attention_and_empty_tensors)
{
    struct look l;
    struct choice c = any();
    ck_assert(!look(&l, "x = torch.ones(2, 3)\n", &c));
    ck_assert_ptr_nonnull(strstr(l.err.text, "there is no softmax"));
    look_away(&l);
    c.name = "x";
    ck_assert(look(&l, "x = torch.arange(3)\n", &c));
    ck_assert_int_eq(l.picked.panel[0].rows, 1);
    ck_assert_int_eq(l.picked.panel[0].columns, 3);
    ck_assert(l.picked.integers && l.picked.row.bare);
    look_away(&l);
    ck_assert(look(&l, "x = torch.tensor(2.5)\n", &c));
    ck_assert_int_eq(l.picked.panel[0].rows * l.picked.panel[0].columns, 1);
    look_away(&l);
    ck_assert(!look(&l, "x = torch.ones(0, 3)\n", &c));
    ck_assert_ptr_nonnull(strstr(l.err.text, "no cells"));
    look_away(&l);
    ck_assert(!look(&l, "x = torch.full((2, 2), float('nan'))\n", &c));
    ck_assert_ptr_nonnull(strstr(l.err.text, "nothing but NaN"));
    look_away(&l);
}
END_TEST

/* A step shows what its tensor held then, not what was written into it later. */
START_TEST(old_steps_show_old_values)
{
    struct look l;
    struct choice c = any();
    c.setup_step = true;
    c.step = 1;
    ck_assert(look(&l, "x = torch.ones(2, 2)\nx[0, 0] = 7.0\n", &c));
    ck_assert_double_eq(panel_value(&l.picked.panel[0], 0), 1);
    look_away(&l);
    c = any();
    c.name = "x";
    ck_assert(look(&l, "x = torch.ones(2, 2)\nx.mul_(3)\nx = x + 1\n", &c));
    ck_assert_double_eq(panel_value(&l.picked.panel[0], 0), 4);
    look_away(&l);
}
END_TEST

START_TEST(heads_computed_one_by_one_stand_side_by_side)
{
    static const char text[] = "x = torch.randn(2, 4, 5)\n"
                               "def head(x):\n"
                               "    w = torch.softmax(x @ x.transpose(1, 2), dim=-1)\n"
                               "    return w @ x\n"
                               "y = torch.cat([head(x), head(x * 2), head(x * 3)], dim=-1)\n"
                               "z = head(y)\n";
    struct look l;
    struct choice c = any();
    c.batch = 1;
    ck_assert(look(&l, text, &c));
    ck_assert_int_eq(l.picked.panel_count, 3);
    ck_assert_str_eq(l.picked.panel[1].heading, "head 1");
    const struct tape *t = &l.run.tape;
    for (int k = 0; k < 3; k++) {
        const struct tensor *w = &t->event[t->pass[k].softmax].output[0].tensor;
        double cell = tensor_double_at(w, tensor_place(w, 16 + 6));
        ck_assert_double_eq(panel_value(&l.picked.panel[k], 6), cell);
    }
    look_away(&l);
    c.layer = 2;
    ck_assert(look(&l, text, &c));
    ck_assert_int_eq(l.picked.panel_count, 1);
    look_away(&l);
}
END_TEST

START_TEST(tokens_belong_to_the_axes_that_have_as_many)
{
    static const char *const words[] = {"a", "b", "c", "d"};
    struct look l;
    struct choice c = any();
    c.token = words;
    c.token_count = 4;
    ck_assert(look(&l, HEADS(""), &c));
    ck_assert_ptr_eq(l.picked.row.label, words);
    ck_assert_ptr_eq(l.picked.column.label, words);
    look_away(&l);
    c.stage = STAGE_CONTEXT;
    ck_assert(look(&l, HEADS(""), &c));
    ck_assert_ptr_eq(l.picked.row.label, words);
    ck_assert_ptr_null(l.picked.column.label);
    look_away(&l);
    c.token_count = 3;
    ck_assert(!look(&l, HEADS(""), &c));
    ck_assert_ptr_nonnull(strstr(l.err.text, "--labels: 3 labels for 4 rows and 5 columns"));
    look_away(&l);
}
END_TEST

START_TEST(words_of_the_code_follow_the_data)
{
    static const char text[] = "# tokens: the cat sat\nx = torch.randn(3, 2)\n"
                               "w = torch.softmax(x @ x.T, dim=-1)\nc = w @ x\n"
                               "q = torch.randn(3, 2)\n";
    struct look l;
    struct choice c = any();
    ck_assert(look(&l, text, &c));
    ck_assert_str_eq(l.picked.row.label[2], "sat");
    ck_assert_str_eq(l.picked.column.label[0], "the");
    look_away(&l);
    c.name = "q"; /* as many rows by coincidence */
    ck_assert(look(&l, text, &c));
    ck_assert_ptr_null(l.picked.row.label);
    look_away(&l);
}
END_TEST

/* Which axis holds heads is told by its name, wherever it stands. */
static const struct {
    const char *code, *heading; /* of the second table of x; NULL: there is one table alone */
} of_heads[] = {
#define HEADED(name)                                                                               \
    {"B, T, " name ", D = 1, 4, 3, 2\nx = torch.randn(B, " name ", T, D)\n", "head 1"},            \
        {"B, T, " name ", D = 1, 4, 3, 2\nx = torch.randn(B, T, " name ", D)\n", "head 1"},
    HEADED("h") HEADED("H") HEADED("nh") HEADED("n_h") HEADED("heads") HEADED("num_heads")
        HEADED("n_heads") HEADED("n_head") HEADED("nhead") HEADED("num_head") HEADED("nheads")
            HEADED("numHeads") HEADED("kv_heads") HEADED("num_attention_heads")
#undef HEADED
                {"B, T, d_head, D = 1, 4, 3, 2\nx = torch.randn(B, d_head, T, D)\n", "d_head 1"},
    {"B, T, head_size, D = 1, 4, 3, 2\nx = torch.randn(B, head_size, T, D)\n", "head_size 1"},
    {"B, C, H, W = 1, 4, 3, 2\nx = torch.randn(B, C, H, W)\n", "C 1"},
    {"B, T, h = 1, 4, 3\nx = torch.randn(B, T, h)\n", NULL},
    {"# tokens: the cat sat on\nx = torch.randn(1, 4, 3, 2)\n", "cat"},
    {"batch, lookahead, T, D = 1, 3, 4, 2\nx = torch.randn(batch, lookahead, T, D)\n",
     "lookahead 1"},
    {"batch, heading, T, D = 1, 3, 4, 2\nx = torch.randn(batch, heading, T, D)\n", "heading 1"},
    {"B, T, q_heads, D = 1, 4, 3, 2\nx = torch.randn(B, T, q_heads, D)\n", "head 1"},
    /* the width of a head is none, and rows of an image are none where its columns are folded */
    {"B, T, C, n_head = 2, 3, 8, 2\nx = torch.randn(B * n_head, T, C // n_head)\n", "B*n_head 1"},
    {"b, h, w, c = 2, 3, 4, 8\nx = torch.randn(b, h, w, c)\n"
     "x = x.permute(0, 2, 1, 3).reshape(b * w, h, c)\n",
     NULL},
    /* what is folded with the batch need not be heads */
    {"B, N, T, d = 2, 3, 4, 8\ny = torch.randn(B, N, T, d).reshape(B * N, T, d)\n"
     "x = torch.softmax(y @ y.mT, -1)\nz = x @ y\n",
     NULL},
};

START_TEST(heads_are_told_by_the_name_of_their_axis)
{
    struct look l;
    struct choice c = any();
    c.name = "x";
    bool ok = look(&l, of_heads[_i].code, &c);
    EXPECT(ok, "%s: %s", of_heads[_i].code, l.err.text);
    const char *is = l.picked.panel_count > 1 ? l.picked.panel[1].heading : NULL;
    EXPECT(of_heads[_i].heading == NULL ? is == NULL
                                        : is != NULL && strcmp(is, of_heads[_i].heading) == 0,
           "%s: %s", of_heads[_i].code, is != NULL ? is : "one table");
    look_away(&l);
}
END_TEST

#define LAYER(name)                                                                                \
    name " = torch.softmax((x @ torch.randn(6, 6)).view(4, 2, 3).transpose(0, 1) @ "               \
         "(x @ torch.randn(6, 6)).view(4, 2, 3).permute(1, 2, 0), -1)\n"                           \
         "x = (" name " @ x.view(4, 2, 3).transpose(0, 1)).transpose(0, 1).reshape(4, 6)\n"

#define SEEN "how much each query looks at each key"

/* Titles say nothing twice; below them stands what is seen, and which layer it is, where there are
 * several; no step and no shape, which only their author needs. */
static const struct {
    const char *code;
    int layer;
    enum stage stage;
    const char *title, *note; /* what it begins with */
} told[] = {
    {HEADS(""), 0, STAGE_SOFTMAX, "softmax: w", SEEN},
    {HEADS("scores = s\n"), 0, STAGE_SCORES, "scores", "how well each query fits each key"},
    {"q, k, v = torch.randn(3, 4, 4)\nattn_scores = q @ k.T\nscaled = attn_scores / 2\n"
     "softmax_out = torch.softmax(scaled, -1)\no = softmax_out @ v\n",
     0, STAGE_SCORES, "attn_scores", "how well each query fits each key"},
    {"q, k, v = torch.randn(3, 4, 4)\nattn_scores = q @ k.T\nsoftmax_out = "
     "torch.softmax(attn_scores, "
     "-1)\no = softmax_out @ v\n",
     0, STAGE_SOFTMAX, "softmax_out", SEEN},
    {"x = torch.randn(4, 6)\n" LAYER("a") LAYER("b") LAYER("c"), 0, STAGE_SOFTMAX, "softmax: a",
     SEEN " \u00b7 layer 1 of 3"},
    {"x = torch.randn(4, 6)\n" LAYER("a") LAYER("b") LAYER("c"), 3, STAGE_SOFTMAX, "softmax: c",
     SEEN " \u00b7 layer 3 of 3"},
    {"x = torch.randn(4, 6)\nw = torch.randn(6, 6)\nfor k in range(2):\n"
     "    a = torch.softmax((x @ w) @ (x @ w).T, -1)\n    x = a @ x\n",
     2, STAGE_SOFTMAX, "softmax: a", SEEN " \u00b7 softmax 2 of 2"},
};

START_TEST(titles_and_layers_are_told)
{
    struct look l;
    struct choice c = any();
    c.stage = told[_i].stage;
    c.layer = told[_i].layer;
    bool ok = look(&l, told[_i].code, &c);
    EXPECT(ok, "%s: %s", told[_i].code, l.err.text);
    EXPECT(strcmp(l.picked.text, told[_i].title) == 0, "%s: %s", told[_i].code, l.picked.text);
    EXPECT(strncmp(l.picked.note, told[_i].note, strlen(told[_i].note)) == 0, "%s: %s",
           told[_i].code, l.picked.note);
    EXPECT(strstr(l.picked.note, "step") == NULL && strchr(l.picked.note, '(') == NULL, "%s",
           l.picked.note);
    EXPECT(strncmp(l.picked.step, "step ", 5) == 0, "%s", l.picked.step);
    look_away(&l);
}
END_TEST

/* A tensor without heads is drawn whole, whichever head is asked for. */
START_TEST(without_heads_it_is_whole)
{
    static const char text[] = "x = torch.randn(1, 4, 6)\nw = torch.randn(6, 6)\n"
                               "p = x @ w\nq = p.view(1, 4, 2, 3).transpose(1, 2)\n"
                               "a = torch.softmax(q @ q.transpose(-2, -1), -1)\nc = a @ q\n";
    static const struct {
        const char *name;
        bool whole, ok;
    } rows[] = {{"p", true, true}, {"w", true, true}, {"q", false, true}, {"a", false, true}};
    struct choice c = any();
    for (int k = 0; k < 8; k++) {
        struct look l;
        c.name = rows[k / 2].name;
        c.heads = k % 2 == 0 ? "1" : "9";
        bool ok = look(&l, text, &c);
        EXPECT(ok == (k % 2 == 0 || rows[k / 2].whole), "%s, head %s: %s", c.name, c.heads,
               l.err.text);
        EXPECT(!ok || (l.picked.whole == rows[k / 2].whole && l.picked.panel_count == 1),
               "%s is %swhole", c.name, l.picked.whole ? "" : "not ");
        look_away(&l);
    }
}
END_TEST

/* Where a comment with words stands, and whose they are. */
static const struct {
    const char *code, *word; /* of the second row of the weights, and of their second column */
} comments[] = {
    {"# tokens: the cat sat\nx = torch.randn(3, 2)\n", "cat"},
    {"x = torch.randn(3, 2)  # tokens: the cat sat\n", "cat"},
    {"x = torch.randn(3, 2)\n# tokens: the cat sat\n", "cat"},
    {"x = torch.randn(3, 2)\n# tokens: the cat sat\ny = torch.randn(4, 4)\n", "cat"},
    {"x = torch.randn(3, 2)\n# tokens: the cat sat\ny = torch.randn(3, 3)\n", NULL}, /* of y */
    {"y = torch.randn(3, 3)\n# tokens: the cat sat\nx = torch.randn(3, 2)\n", "cat"},
    {"x = torch.randn(3, 2)\n# tokens: the cat sat down\n", NULL},
};

START_TEST(a_comment_speaks_of_the_statement_that_it_stands_at)
{
    struct look l;
    struct choice c = any();
    struct buf code = {0};
    buf_printf(&code, "%s%s", comments[_i].code,
               "W = torch.randn(2, 2)\nq = x @ W\nk = x @ W\nw = torch.softmax(q @ k.T, dim=-1)\nc "
               "= w @ x\n");
    ck_assert(look(&l, buf_text(&code), &c));
    const char *row = l.picked.row.label != NULL ? l.picked.row.label[1] : NULL;
    const char *column = l.picked.column.label != NULL ? l.picked.column.label[1] : NULL;
    EXPECT((row == NULL) == (comments[_i].word == NULL) && (row == NULL) == (column == NULL) &&
               (row == NULL || (strcmp(row, "cat") == 0 && strcmp(column, "cat") == 0)),
           "%s: %s and %s", comments[_i].code, row != NULL ? row : "none",
           column != NULL ? column : "none");
    EXPECT(l.run.tape.lost_count == (strstr(comments[_i].code, "down") != NULL), "%s: %d lost",
           comments[_i].code, l.run.tape.lost_count);
    look_away(&l);
    buf_free(&code);
}
END_TEST

/* A mask has the words of the weights that it is for. */
START_TEST(a_mask_has_the_words_of_its_rows)
{
    static const char text[] = "# tokens: the cat sat\nx = torch.randn(3, 2)\n"
                               "mask = torch.triu(torch.ones(3, 3), diagonal=1).bool()\n"
                               "s = (x @ x.T).masked_fill(mask, -torch.inf)\n"
                               "w = torch.softmax(s, dim=-1)\nc = w @ x\n";
    struct look l;
    struct choice c = any();
    c.name = "mask";
    ck_assert(look(&l, text, &c));
    ck_assert_ptr_nonnull(l.picked.row.label);
    ck_assert_str_eq(l.picked.row.label[1], "cat");
    ck_assert_str_eq(l.picked.column.label[2], "sat");
    look_away(&l);
}
END_TEST

/* Batch and heads in one axis: of PyTorch's own class, and of the code's. */
static const struct {
    const char *text, *note, *backward;
} folds[] = {
    {"layer = nn.MultiheadAttention(4, 2, batch_first=True)\nx = torch.randn(3, 5, 4)\n"
     "out, w = layer(x, x, x, average_attn_weights=False)\nout.sum().backward()\n",
     "batch 0", "backward: gradient of softmax"},
    {"B, H = 3, 2\nx = torch.randn(B, 5, H, 2, requires_grad=True)\n"
     "q = x.transpose(1, 2).reshape(B * H, 5, 2)\n"
     "shares = torch.softmax(q @ q.transpose(1, 2), -1)\nout = shares @ q\n"
     "w = shares.view(B, H, 5, 5)\nout.sum().backward()\n",
     SEEN " \u00b7 batch 0", "backward: shares.grad"},
};

START_TEST(batch_and_heads_in_one_axis_are_told_apart)
{
    struct look l;
    struct choice c = any(), named = {.stage = STAGE_COUNT, .name = "w", .batch = 2, .heads = "1"};
    struct picked w = {.event = 0};
    int event;
    EXPECT(look(&l, folds[_i].text, &c), "%s", l.err.text);
    ck_assert_int_eq(l.picked.panel_count, 2);
    ck_assert_str_eq(l.picked.panel[1].heading, "head 1");
    EXPECT(strstr(l.picked.note, folds[_i].note) != NULL, "%s", l.picked.note);
    ck_assert_str_eq(l.picked.row.name, "query");
    picked_free(&l.picked);
    c.batch = 2;
    c.heads = "1";
    ck_assert(pick_panels(&l.run.tape, &c, l.event, &l.picked, &l.err));
    ck_assert(pick_event(&l.run.tape, &named, &event, &l.err));
    ck_assert(pick_panels(&l.run.tape, &named, event, &w, &l.err));
    for (int k = 0; k < 25; k++) {
        ck_assert_double_eq(panel_value(&l.picked.panel[0], k), panel_value(&w.panel[0], k));
    }
    picked_free(&w);
    picked_free(&l.picked);
    c.stage = STAGE_BACKWARD;
    ck_assert(pick_event(&l.run.tape, &c, &event, &l.err));
    ck_assert(pick_panels(&l.run.tape, &c, event, &l.picked, &l.err));
    ck_assert_str_eq(l.picked.text, folds[_i].backward);
    EXPECT(strstr(l.picked.note, "batch 2 \u00b7 head 1") != NULL, "%s", l.picked.note);
    picked_free(&l.picked);
    c.batch = 3;
    ck_assert(!pick_panels(&l.run.tape, &c, event, &l.picked, &l.err));
    ck_assert_str_eq(l.err.text, "--batch 3: there are 3, counted from 0");
    look_away(&l);
}
END_TEST

Suite *suite_pick(void)
{
    Suite *s = suite_create("pick");
    TCase *t = tcase_create("pick");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, masks_are_remembered_through_softmax, 0,
                        (int)(sizeof masks / sizeof masks[0]));
    tcase_add_test(t, scores_are_masked_from_the_mask_on);
    tcase_add_test(t, the_scale_is_that_of_the_softmax);
    tcase_add_test(t, heads_and_batch_are_chosen);
    tcase_add_loop_test(t, heads_behind_the_queries_are_heads, 0, 2);
    tcase_add_loop_test(t, batch_and_heads_in_one_axis_are_told_apart, 0,
                        (int)(sizeof folds / sizeof folds[0]));
    tcase_add_loop_test(t, what_is_not_there_is_told, 0, (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_loop_test(t, names_are_those_of_the_code, 0, (int)(sizeof names / sizeof names[0]));
    tcase_add_test(t, the_stage_of_gradients_is_that_of_the_weights);
    tcase_add_test(t, runs_without_attention_and_empty_tensors);
    tcase_add_test(t, old_steps_show_old_values);
    tcase_add_test(t, heads_computed_one_by_one_stand_side_by_side);
    tcase_add_test(t, tokens_belong_to_the_axes_that_have_as_many);
    tcase_add_test(t, words_of_the_code_follow_the_data);
    tcase_add_loop_test(t, heads_are_told_by_the_name_of_their_axis, 0,
                        (int)(sizeof of_heads / sizeof of_heads[0]));
    tcase_add_loop_test(t, titles_and_layers_are_told, 0, (int)(sizeof told / sizeof told[0]));
    tcase_add_test(t, without_heads_it_is_whole);
    tcase_add_loop_test(t, a_comment_speaks_of_the_statement_that_it_stands_at, 0,
                        (int)(sizeof comments / sizeof comments[0]));
    tcase_add_test(t, a_mask_has_the_words_of_its_rows);
    suite_add_tcase(s, t);
    return s;
}
