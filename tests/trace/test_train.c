/* Tests the tape of a training: which steps there are, which of them are kept, and that what is
 * kept is the same as on a tape that keeps all. */
#include "traced.h"

#include "expect.h"
#include "mistakes/warn.h"
#include "show/figure_text.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_train(void);

#define LITTLE_MEMORY ((size_t)12 << 20)

static void run_window(struct traced *t, size_t memory, const char *text, const char *window)
{
    struct error err = {0};
    program_open(&t->program, memory, NULL);
    ck_assert_int_eq(program_run(&t->program,
                                 "import torch, copy\nimport torch.nn as nn\n"
                                 "import torch.nn.functional as F\n",
                                 0),
                     OUTCOME_DONE);
    ck_assert(tape_start(&t->tape, t->program.session));
    ck_assert(window == NULL || train_window_read(window, &t->tape.train.window, &err));
    program_run(&t->program, text, 0);
    tape_finish(&t->tape);
}

static void open_window(struct traced *t, const char *text, const char *window)
{
    run_window(t, 0, text, window);
    ck_assert_msg(t->program.outcome == OUTCOME_DONE, "%s", buf_text(&t->program.traceback));
    ck_assert(stages_find(&t->tape));
    ck_assert(axes_find(&t->tape));
}

/* --- what a step is --- */

#define MODEL                                                                                      \
    "torch.manual_seed(0)\n"                                                                       \
    "w = torch.ones(3, requires_grad=True)\n"                                                      \
    "def loss_of(w, k=1.0):\n    return (w * k).pow(2).sum()\n"

static const struct {
    const char *what, *text;
    int steps, trainings;
    const char *losses; /* of the first three */
    int backwards;      /* of the first */
} trainings[] = {
    {"a loop with an optimiser",
     MODEL "opt = torch.optim.SGD([w], lr=.1)\n"
           "for k in range(14):\n    opt.zero_grad()\n    loss = loss_of(w)\n    loss.backward()\n"
           "    opt.step()\n",
     14, 1, "3 1.92 1.2288", 1},
    {"by hand, in a function that a loop calls",
     MODEL "def train():\n    w.grad = None\n    loss_of(w).backward()\n"
           "    with torch.no_grad():\n        w.sub_(.1 * w.grad)\n"
           "k = 0\nwhile k < 12:\n    train()\n    k += 1\n",
     12, 1, "3 1.92 1.2288", 1},
    {"another tensor takes the place of the weight",
     MODEL "for k in range(3):\n    loss_of(w).backward()\n"
           "    w = (w - .1 * w.grad).detach().requires_grad_()\n",
     3, 1, "3 1.92 1.2288", 1},
    {"gradients are added up in an inner loop",
     MODEL "for k in range(4):\n    w.grad = None\n    for m in range(5):\n"
           "        (loss_of(w) / 5).backward()\n    w.data -= .1 * w.grad\n",
     4, 1, "3 1.92 1.2288", 5},
    {"gradients are added up in turns of one loop",
     MODEL "for k in range(14):\n    loss_of(w).backward()\n    if k % 3 == 2:\n"
           "        w.data -= .1 * w.grad\n        w.grad = None\n",
     14, 1, "3 3 3", 1},
    {"epochs go over batches",
     MODEL "for epoch in range(3):\n    for batch in (1., 2.):\n        w.grad = None\n"
           "        loss_of(w, batch).backward()\n        w.data -= .01 * w.grad\n"
           "    with torch.no_grad():\n        loss_of(w)\n",
     6, 1, "3 11.5248 2.43865", 1},
    {"two loops behind each other",
     MODEL "for k in range(3):\n    w.grad = None\n    loss_of(w).backward()\n"
           "    w.data -= .1 * w.grad\n"
           "for k in range(2):\n    w.grad = None\n    loss_of(w).backward()\n"
           "    w.data -= .1 * w.grad\n",
     5, 2, "3 1.92 1.2288", 1},
    {"torch.autograd.grad",
     MODEL "for k in range(3):\n    g, = torch.autograd.grad(loss_of(w), [w])\n"
           "    w.data -= .1 * g\n",
     3, 1, "3 1.92 1.2288", 1},
    {"without a loop there is none", MODEL "loss_of(w).backward()\nw.data -= .1 * w.grad\n", 0, 0,
     "", 0},
    {"nothing uses the gradients: there is none",
     MODEL "for k in range(12):\n    x = torch.ones(2, requires_grad=True)\n"
           "    x.sum().backward()\n    print(x.grad)\n",
     0, 0, "", 0},
    {"turns that have nothing to do with each other: there is none",
     MODEL "for k in range(3):\n    x = torch.ones(2, requires_grad=True)\n"
           "    (w.detach().sum() * x).sum().backward()\n    print(x.grad.abs().mean())\n",
     0, 1, "", 0},
};

START_TEST(a_step_is_a_turn_of_the_loop_that_uses_gradients)
{
    struct traced t;
    const struct train *r = &t.tape.train;
    struct buf losses = {0};
    open_window(&t, trainings[_i].text, "all");
    ck_assert_msg(r->count == trainings[_i].steps, "%s: %d steps", trainings[_i].what, r->count);
    ck_assert_int_eq(r->trainings, trainings[_i].trainings);
    for (int k = 0; k < r->count && k < 3; k++) {
        buf_printf(&losses, "%s%g", k > 0 ? " " : "", r->step[k].loss);
    }
    ck_assert_msg(strcmp(buf_text(&losses), trainings[_i].losses) == 0, "%s: %s",
                  trainings[_i].what, buf_text(&losses));
    if (r->count > 0) {
        const struct train_step *first = &r->step[0], *last = &r->step[r->count - 1];
        int number;
        ck_assert_int_eq(first->backwards, trainings[_i].backwards);
        ck_assert_int_eq(r->parameter_count, 1);
        ck_assert_str_eq(r->parameter[0].name, "w");
        ck_assert(fabs(first->norm[0] - 2 * sqrt(3)) < 1e-6);
        ck_assert_int_eq(train_step_of(&t.tape, first->first), 0);
        ck_assert_int_eq(train_step_of(&t.tape, last->end - 1), r->count - 1);
        ck_assert_int_eq(train_step_of(&t.tape, 0), -1);
        int size = train_size(&t.tape, r->count - 1, &number);
        ck_assert_int_eq(size, number + 1);
    }
    buf_free(&losses);
    traced_close(&t);
}
END_TEST

/* Turns that only add gradients up are steps, and say how many updates there were before. */
START_TEST(updates_are_counted)
{
    static const int before[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4};
    enum { TURNS = sizeof before / sizeof before[0] };
    struct traced t;
    open_window(&t,
                MODEL "opt = torch.optim.Adam([w], lr=.1)\nfor k in range(13):\n"
                      "    loss_of(w).backward()\n    nn.utils.clip_grad_norm_([w], 1.0)\n"
                      "    if (k + 1) % 3 == 0:\n        opt.step()\n        opt.zero_grad()\n",
                "7");
    ck_assert_int_eq(t.tape.train.count, TURNS);
    for (int k = 0; k < TURNS; k++) {
        const struct train_step *s = &t.tape.train.step[k];
        ck_assert_int_eq(s->updates, before[k]);
        ck_assert_int_eq(s->kept, k < 1 || k == 7 || k == TURNS - 1);
    }
    traced_close(&t);
}
END_TEST

#define MANY                                                                                       \
    "torch.manual_seed(1)\n"                                                                       \
    "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"                 \
    "        self.one = nn.Linear(4, 6)\n        self.two = nn.Linear(6, 3)\n"                     \
    "    def forward(self, x):\n        return self.two(torch.tanh(self.one(x)))\n"                \
    "net = Net()\ny = torch.tensor([0, 1, 2, 1])\n"

/* A model that only a function knows, or an object, gives its parameters their paths all the same.
 */
START_TEST(models_in_functions_are_named)
{
    static const char *const texts[] = {
        "def train(model):\n    opt = torch.optim.SGD(model.parameters(), lr=.1)\n"
        "    for k in range(3):\n        opt.zero_grad()\n"
        "        F.cross_entropy(model(torch.ones(4, 4)), y).backward()\n        opt.step()\n"
        "del net\ntrain(Net())\n",
        "class Trainer:\n    def __init__(self):\n        self.model = Net()\n"
        "        self.opt = torch.optim.SGD(self.model.parameters(), lr=.1)\n"
        "    def fit(self):\n        for k in range(3):\n            self.opt.zero_grad()\n"
        "            F.cross_entropy(self.model(torch.ones(4, 4)), y).backward()\n"
        "            self.opt.step()\n"
        "del net\nTrainer().fit()\n"};
    static const char *const names[] = {"one.weight", "one.bias", "two.weight", "two.bias"};
    struct traced t;
    struct buf text = {0};
    buf_printf(&text, "%s%s", MANY, texts[_i]);
    open_window(&t, buf_text(&text), NULL);
    ck_assert_int_eq(t.tape.train.count, 3);
    ck_assert_int_eq(t.tape.train.parameter_count, 4);
    for (int k = 0; k < 4; k++) {
        const char *name = NULL;
        for (int j = 0; j < 4; j++) {
            const char *own = t.tape.train.parameter[j].name;
            name = own != NULL && strcmp(own, names[k]) == 0 ? own : name;
        }
        ck_assert_msg(name != NULL, "no %s", names[k]);
    }
    buf_free(&text);
    traced_close(&t);
}
END_TEST

/* A gradient that a gap has left is called what it was called before. */
START_TEST(gradients_behind_a_gap_keep_their_names)
{
    struct traced t;
    int found = 0;
    open_window(&t,
                MANY "opt = torch.optim.SGD(net.parameters(), lr=.1)\nx = torch.randn(4, 4)\n"
                     "for k in range(20):\n    opt.zero_grad()\n"
                     "    for p in net.parameters():\n"
                     "        k > 0 and p.grad.requires_grad_(False)\n"
                     "    F.cross_entropy(net(x), y).backward()\n    opt.step()\n",
                "7");
    const struct train_step *s = &t.tape.train.step[7];
    for (int k = s->first; k < s->end; k++) {
        const struct event *e = &t.tape.event[k];
        int maker = e->input_count > 0 ? e->input[0].of.maker : -1;
        if (maker >= 0 && t.tape.event[maker].figure != NULL &&
            strcmp(e->name, "requires_grad_") == 0) {
            const char *name = tape_name(&t.tape, k, &e->input[0].of);
            ck_assert_ptr_nonnull(name);
            ck_assert_ptr_nonnull(strstr(name, ".grad"));
            found++;
        }
    }
    ck_assert_int_eq(found, 4);
    traced_close(&t);
}
END_TEST

/* --- what is kept --- */

static const char *const programs[] = {
    /* memory that is written in every step: weights, Adam's means, gradients, a buffer by rows */
    MANY "opt = torch.optim.Adam(net.parameters(), lr=.05)\nx = torch.randn(4, 4)\n"
         "seen = torch.zeros(20, 3)\n"
         "for k in range(20):\n    opt.zero_grad()\n    out = net(x)\n"
         "    loss = F.cross_entropy(out, y)\n    loss.backward()\n    opt.step()\n"
         "    seen[k] = out[0].detach()\nprint(seen.sum(), net(x)[0])\n",
    /* what one step makes and a later one uses, out of place; batches in each step */
    MANY "opt = torch.optim.SGD(net.parameters(), lr=.1, momentum=.9)\nmean = torch.zeros(3)\n"
         "state = torch.zeros(4, 4)\n"
         "for k in range(15):\n    x = torch.randn(4, 4) + .1 * state\n    state = x\n"
         "    opt.zero_grad()\n    out = net(x)\n    loss = F.cross_entropy(out, y)\n"
         "    loss.backward()\n    opt.step()\n    mean = .9 * mean + .1 * out.mean(0).detach()\n"
         "print(mean, state)\n",
    /* gradients that are never cleared, views that are written, a graph that goes on */
    "w = torch.ones(2, 3, requires_grad=True)\nh = torch.zeros(3)\ntotal = 0\n"
    "for epoch in range(4):\n    for m in range(4):\n        h = torch.tanh(w.sum(0) + h)\n"
    "        h.sum().backward(retain_graph=True)\n        w.data.view(6)[1:4].sub_(.01)\n"
    "        w.data.T[0] *= w.grad[:, 0].sum()\n        w.data.clamp_(-1, 1)\n"
    "        w = w.detach().requires_grad_(); w.grad = torch.zeros(2, 3)\n"
    "        total = total + h.detach()\n"
    "    with torch.no_grad():\n        w.mul_(.99)\nprint(total)\n",
    /* gradients that are added up in some turns and used in the others */
    MANY "opt = torch.optim.SGD(net.parameters(), lr=.1, momentum=.9)\nx = torch.randn(4, 4)\n"
         "for k in range(18):\n    loss = F.cross_entropy(net(x), y) / 3\n    loss.backward()\n"
         "    if k % 3 == 2:\n        opt.step()\n        opt.zero_grad()\n"
         "print(loss)\n",
};

static const char *const windows[] = {NULL, "0", "3,7-9", "14"};

static bool same_cells(const struct tensor *a, const struct tensor *b)
{
    bool same = a->dtype == b->dtype && tensor_same_shape(a, b);
    for (int64_t k = 0; same && k < tensor_numel(a); k++) {
        double x = tensor_double_at(a, tensor_place(a, k));
        double y = tensor_double_at(b, tensor_place(b, k));
        same = x == y || (isnan(x) && isnan(y));
    }
    return same;
}

/* The event of the whole tape; of a gap, its first one. */
static bool stands_for(const struct tape *t, int event, int whole)
{
    if (event < 0 || whole < 0) {
        return event == whole;
    }
    if (t->event[event].stage != STAGE_TRAINING) {
        return t->event[event].logged == whole;
    }
    int end = event + 1 < t->event_count ? t->event[event + 1].logged : INT32_MAX;
    return whole >= t->event[event].logged && whole < end;
}

static void expect_tensor(struct traced *a, struct traced *b, int event, bool before,
                          const struct tape_tensor *x, const struct tape_tensor *y)
{
    int whole = a->tape.event[event].logged;
    struct tensor then, other;
    ck_assert(before ? tape_before(&a->tape, x, event, &then)
                     : tape_after(&a->tape, x, event, &then));
    ck_assert(before ? tape_before(&b->tape, y, whole, &other)
                     : tape_after(&b->tape, y, whole, &other));
    ck_assert_msg(same_cells(&then, &other), "event %d, %d of all: %s", event, whole,
                  a->tape.event[event].name);
    ck_assert_msg(stands_for(&a->tape, x->maker, y->maker), "event %d: made by %d, not %d", event,
                  x->maker, y->maker);
    ck_assert_msg(stands_for(&a->tape, tape_owner(&a->tape, x), tape_owner(&b->tape, y)),
                  "event %d (%s): memory of %d, not %d", event, a->tape.event[event].name,
                  tape_owner(&a->tape, x), tape_owner(&b->tape, y));
    tensor_release(&then);
    tensor_release(&other);
}

/* The same events in the same order, those of a gap as one. */
static void expect_sources(struct traced *a, struct traced *b, int event, int input)
{
    int *x, *y, count, whole;
    const struct event *e = &a->tape.event[event];
    ck_assert(tape_sources(&a->tape, event, &e->input[input], &x, &count));
    ck_assert(
        tape_sources(&b->tape, e->logged, &b->tape.event[e->logged].input[input], &y, &whole));
    int at = 0;
    for (int k = 0; k < whole; k++) {
        while (at < count && !stands_for(&a->tape, x[at], y[k])) {
            at++;
        }
        ck_assert_msg(at < count, "event %d: %d of all is no source", event, y[k]);
    }
    ck_assert_int_eq(at, count - (count > 0));
    free(x);
    free(y);
}

static void expect_event(struct traced *a, struct traced *b, int event)
{
    const struct event *x = &a->tape.event[event], *y = &b->tape.event[x->logged];
    ck_assert_str_eq(x->name, y->name);
    ck_assert_int_eq(x->input_count, y->input_count);
    ck_assert_int_eq(x->output_count, y->output_count);
    bool gone = x->of >= 0 && a->tape.event[x->of].stage == STAGE_TRAINING;
    ck_assert(x->site.line == y->site.line && (gone || x->code.line == y->code.line));
    ck_assert(stands_for(&a->tape, x->of, y->of));
    ck_assert(x->printed == y->printed);
    for (int k = 0; k < x->input_count; k++) {
        const char *name = tape_name(&a->tape, event, &x->input[k].of);
        const char *other = tape_name(&b->tape, x->logged, &y->input[k].of);
        int maker = x->input[k].of.maker;
        const struct event *from = maker >= 0 ? &a->tape.event[maker] : x;
        bool made = from->stage == STAGE_TRAINING ||
                    (from->of >= 0 && a->tape.event[from->of].stage == STAGE_TRAINING);
        ck_assert_msg((made && name == NULL) || (name == NULL) == (other == NULL),
                      "event %d (%s): %s, not %s", event, x->name, name, other);
        ck_assert(name == NULL || made || strcmp(name, other) == 0);
        expect_tensor(a, b, event, true, &x->input[k].of, &y->input[k].of);
        expect_sources(a, b, event, k);
    }
    for (int k = 0; k < x->output_count; k++) {
        expect_tensor(a, b, event, false, &x->output[k], &y->output[k]);
    }
}

START_TEST(what_is_kept_is_as_on_a_tape_that_keeps_all)
{
    struct traced a, b;
    int gaps = 0;
    const char *text = programs[_i / 4], *window = windows[_i % 4];
    open_window(&a, text, window);
    open_window(&b, text, "all");
    for (int k = 0; k < a.tape.event_count; k++) {
        if (a.tape.event[k].stage == STAGE_TRAINING) {
            gaps++;
        } else {
            expect_event(&a, &b, k);
        }
    }
    for (int k = a.tape.event_count - 1; k >= 0; k--) { /* backwards as well */
        if (a.tape.event[k].stage != STAGE_TRAINING) {
            expect_event(&a, &b, k);
        }
    }
    ck_assert_int_eq(gaps, window != NULL && window[0] == '3' ? 3 : _i == 7 ? 1 : gaps);
    ck_assert_int_gt(gaps, 0);
    const struct train *x = &a.tape.train, *y = &b.tape.train;
    ck_assert_int_eq(x->count, y->count);
    for (int k = 0; k < x->count; k++) {
        const struct train_step *s = &x->step[k];
        const struct event *first = &a.tape.event[s->first];
        ck_assert(s->loss == y->step[k].loss);
        ck_assert_int_eq(s->norm_count, y->step[k].norm_count);
        for (int j = 0; j < s->norm_count; j++) {
            ck_assert(s->norm[j] == y->step[k].norm[j]);
        }
        ck_assert_int_eq(s->kept, first->stage != STAGE_TRAINING);
        ck_assert(!s->kept || first->logged == y->step[k].first);
        ck_assert(!s->kept || s->end - s->first == y->step[k].end - y->step[k].first);
        ck_assert(s->kept || (first->figure->gap_first <= k && k <= first->figure->gap_last));
    }
    traced_close(&a);
    traced_close(&b);
}
END_TEST

/* --- NaN in steps that are not kept --- */

#define BREAKS(how)                                                                                \
    "w = torch.ones(3, requires_grad=True)\n"                                                      \
    "opt = torch.optim.SGD([w], lr=.1)\n"                                                          \
    "for k in range(40):\n"                                                                        \
    "    opt.zero_grad()\n"                                                                        \
    "    loss = (w * 2).pow(2).sum()\n" how "    loss.backward()\n"                                \
    "    opt.step()\n"

static const struct {
    const char *text, *window, *said; /* of NaN; NULL: nothing */
} breaks[] = {
    {BREAKS("    if k == 17:\n        loss = torch.log(-loss)\n"), NULL,
     "training step 17, and comes of what is not on the tape: --train-steps 16-17 shows where"},
    {BREAKS("    if k == 17:\n        loss = torch.log(-loss)\n"), "16-17",
     "NaN appears here first: log makes it of a negative number"},
    {BREAKS("    if k == 17:\n        loss = loss + (w - w.detach()).abs().sqrt().sum()\n"), NULL,
     "training step 17, and comes of"}, /* only the gradient has it */
    {BREAKS("    if k == 16:\n        w.grad.add_(0)\n        w.data.fill_(torch.nan)\n"), "17",
     "training step 17, and comes of what is not on the tape: --train-steps 16 shows where"},
    {BREAKS("    if k == 17:\n        loss = loss / 0\n        loss.detach_()\n"
            "        loss.requires_grad_()\n"),
     NULL, NULL}, /* infinite, and no gradient comes of it */
    {BREAKS(""), NULL, NULL},
};

START_TEST(nan_between_is_told_with_its_step)
{
    struct traced t;
    struct warnings w;
    const char *said = NULL;
    open_window(&t, breaks[_i].text, breaks[_i].window);
    ck_assert(warnings_find(&t.tape, &w));
    for (int k = 0; k < w.count; k++) {
        said = w.at[k].kind == MISTAKE_not_a_number ? w.at[k].text : said;
    }
    const char *want = breaks[_i].said;
    EXPECT(want == NULL ? said == NULL : said != NULL && strstr(said, want) != NULL, "got %s",
           said != NULL ? said : "nothing");
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

static const struct {
    const char *window;
    int steps;
    const char *kept;
} choices[] = {
    {NULL, 10, "0123456789"},
    {NULL, 11, "0a"},
    {"all", 12, "0123456789ab"},
    {"0", 4, "03"},
    {"2", 4, "023"},
    {"3-5,9,77", 12, "03459b"},
    {"0", 1, "0"},
};

START_TEST(the_first_the_last_and_the_chosen_steps_are_kept)
{
    struct traced t;
    struct buf text = {0}, kept = {0};
    buf_printf(&text,
               MODEL "for k in range(%d):\n    w.grad = None\n    loss_of(w).backward()\n"
                     "    w.data -= .1 * w.grad\n",
               choices[_i].steps);
    open_window(&t, buf_text(&text), choices[_i].window);
    for (int k = 0; k < t.tape.train.count; k++) {
        if (t.tape.train.step[k].kept) {
            buf_printf(&kept, "%x", (unsigned)k);
        }
    }
    ck_assert_str_eq(buf_text(&kept), choices[_i].kept);
    buf_free(&text);
    buf_free(&kept);
    traced_close(&t);
}
END_TEST

START_TEST(a_gap_says_what_it_stands_for)
{
    struct traced t;
    struct buf text = {0};
    open_window(&t,
                MODEL "best = 9.\nfor k in range(30):\n    w.grad = None\n    loss = loss_of(w)\n"
                      "    loss.backward()\n    w.data -= .1 * w.grad\n"
                      "    if k == 7:\n        best = loss.item()\n        u = w * 1\n"
                      "z = u + 1\nv = w + 1\n",
                NULL);
    int gap = traced_find(&t, "training"), sum = traced_find(&t, "add") - 1;
    const struct event *e = &t.tape.event[gap], *z = &t.tape.event[sum];
    ck_assert_int_ge(gap, 0);
    figure_text(&t.tape, gap, &text);
    ck_assert_str_eq(buf_text(&text), "training steps 1 to 28 are not on the tape; loss 1.92 -> "
                                      "1.122e-05");
    ck_assert_int_eq(e->output_count, 1);
    ck_assert_int_eq(e->output[0].tensor.shape[0], 28);
    ck_assert(e->code.line == 6 && e->code.end_line == 6);
    ck_assert_int_eq(t.tape.figure_count, 0);
    /* made in a step that is not kept */
    ck_assert_int_eq(z->input[0].of.maker, gap);
    ck_assert_str_eq(tape_name(&t.tape, sum, &z->input[0].of), "u");
    /* names are as they were last bound, in steps that are not kept too */
    double best = 0;
    for (int k = 0; k < t.tape.bind_count && t.tape.bind[k].event <= gap + 1; k++) {
        best = strcmp(t.tape.bind[k].name, "best") == 0 ? t.tape.bind[k].value.f : best;
    }
    ck_assert(fabs(best - 3 * pow(.64, 7)) < 1e-6);
    buf_free(&text);
    traced_close(&t);
}
END_TEST

/* Each "name line", and whether its step is of that line; or which of the run's steps it is. */
static void put_warnings(struct traced *t, bool step, struct buf *out)
{
    struct warnings w = {0};
    ck_assert(warnings_find(&t->tape, &w));
    for (int k = 0; k < w.count; k++) {
        const struct event *e = &t->tape.event[w.at[k].event];
        buf_printf(out, "%s %d%s %d; ", mistake_table[w.at[k].kind].found.name, w.at[k].at.line,
                   e->code.line == w.at[k].at.line ? "" : " (elsewhere)", step ? e->logged : 0);
    }
    warnings_free(&w);
}

START_TEST(warnings_stand_where_they_do_on_a_whole_tape)
{
    static const char *const wrong[] = {
        MANY "opt = torch.optim.SGD(net.parameters(), lr=.1)\nx = torch.randn(4, 4)\n"
             "for k in range(30):\n    loss = F.cross_entropy(net(x), y)\n    loss.backward()\n"
             "    opt.step()\n",
        MANY "opt = torch.optim.SGD(net.parameters(), lr=.1, momentum=.9)\n"
             "x = torch.randn(4, 4)\n"
             "def turn(clears):\n    opt.zero_grad()\n    loss = F.cross_entropy(net(x), y)\n"
             "    loss.backward()\n    if clears:\n        opt.zero_grad()\n    opt.step()\n"
             "for k in range(20):\n    turn(False)\nfor k in range(4):\n    turn(k == 1)\n",
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        struct buf found[2] = {{0}, {0}};
        for (int j = 0; j < 2; j++) {
            struct traced t;
            open_window(&t, wrong[k], j == 0 ? NULL : "all");
            put_warnings(&t, k > 0, &found[j]);
            traced_close(&t);
        }
        ck_assert_uint_gt(found[0].len, 0);
        ck_assert_str_eq(buf_text(&found[0]), buf_text(&found[1]));
        buf_free(&found[0]);
        buf_free(&found[1]);
    }
}
END_TEST

START_TEST(memory_does_not_grow_with_the_steps)
{
    static const char *const text =
        MANY "opt = torch.optim.Adam(net.parameters())\nfor k in range(400):\n"
             "    x = torch.randn(4, 4)[:, torch.arange(4)]\n    opt.zero_grad()\n"
             "    F.cross_entropy(net(x), y).backward()\n    opt.step()\n";
    struct traced t;
    run_window(&t, LITTLE_MEMORY, text, NULL);
    ck_assert_int_eq(t.program.outcome, OUTCOME_DONE);
    ck_assert_int_eq(t.tape.train.count, 400);
    traced_close(&t);
    run_window(&t, LITTLE_MEMORY, text, "all"); /* the same would not do for all of them */
    ck_assert_int_eq(t.program.outcome, OUTCOME_LIMIT);
    traced_close(&t);
}
END_TEST

/* A short training is kept whole as long as it leaves half of the memory free. */
START_TEST(a_short_training_of_much_memory_is_not_kept_whole)
{
    static const char *const text =
        "net = nn.Linear(256, 256)\nopt = torch.optim.Adam(net.parameters())\n"
        "x, y = torch.randn(4, 256), torch.arange(4)\ndef step():\n    opt.zero_grad()\n"
        "    F.cross_entropy(net(x), y).backward()\n    opt.step()\n"
        "for k in range(9):\n    step()\nfor k in range(9):\n    step()\n";
    static const struct {
        size_t memory;
        int kept; /* of 18 steps */
    } runs[] = {{(size_t)1 << 30, 18}, {(size_t)48 << 20, 4}};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        struct traced t;
        int kept = 0;
        run_window(&t, runs[k].memory, text, NULL);
        ck_assert_int_eq(t.program.outcome, OUTCOME_DONE);
        ck_assert_int_eq(t.tape.train.count, 18);
        for (int step = 0; step < t.tape.train.count; step++) {
            kept += t.tape.train.step[step].kept;
        }
        ck_assert_int_eq(kept, runs[k].kept);
        ck_assert(t.tape.train.step[0].kept && t.tape.train.step[8].kept);
        traced_close(&t);
    }
}
END_TEST

static const char *const wrong_windows[] = {"",   "x",   "1,",    "3-",  "5-3",
                                            "-1", "1;2", "all,3", "1,2x"};

START_TEST(a_window_that_is_none_is_refused)
{
    struct train_window w;
    struct error err = {0};
    ck_assert(!train_window_read(wrong_windows[_i], &w, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    error_clear(&err);
}
END_TEST

Suite *suite_train(void)
{
    Suite *s = suite_create("train");
    TCase *c = tcase_create("train");
    tcase_set_timeout(c, 120);
    tcase_add_loop_test(c, nan_between_is_told_with_its_step, 0,
                        (int)(sizeof breaks / sizeof breaks[0]));
    tcase_add_test(c, updates_are_counted);
    tcase_add_test(c, gradients_behind_a_gap_keep_their_names);
    tcase_add_loop_test(c, models_in_functions_are_named, 0, 2);
    tcase_add_loop_test(c, a_step_is_a_turn_of_the_loop_that_uses_gradients, 0,
                        (int)(sizeof trainings / sizeof trainings[0]));
    tcase_add_loop_test(c, what_is_kept_is_as_on_a_tape_that_keeps_all, 0, 12);
    tcase_add_loop_test(c, the_first_the_last_and_the_chosen_steps_are_kept, 0,
                        (int)(sizeof choices / sizeof choices[0]));
    tcase_add_test(c, a_gap_says_what_it_stands_for);
    tcase_add_test(c, warnings_stand_where_they_do_on_a_whole_tape);
    tcase_add_test(c, memory_does_not_grow_with_the_steps);
    tcase_add_test(c, a_short_training_of_much_memory_is_not_kept_whole);
    tcase_add_loop_test(c, a_window_that_is_none_is_refused, 0,
                        (int)(sizeof wrong_windows / sizeof wrong_windows[0]));
    suite_add_tcase(s, c);
    return s;
}
