/* Tests that what is said of a step is true of that very step: every sentence, on every step of the
 * lessons and of the programs in tests/cases and tests/large, against numbers that are worked out
 * here. */
#include "claimed.h"
#include "claimed_backward.h"
#include "traced.h"
#include "training.h"
#include "walked.h"

#include "base/file.h"
#include "lesson/catalog.h"
#include "numpy/numpy.h"
#include "torch/op/ops.h"
#include "trace/axes/axes.h"
#include "trace/explain/name.h"
#include "trace/report/caption.h"
#include "trace/stage/stages.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_captions(void);

/* How many lines it takes where whole words go into a line. */
static int lines_of(const char *text, size_t width)
{
    int lines = 1;
    size_t used = 0;
    for (const char *p = text; *p != '\0';) {
        size_t word = strcspn(p, " ");
        bool fits = used == 0 || used + 1 + word <= width;
        lines += !fits;
        used = fits ? used + (used > 0) + word : word;
        p += word;
        p += strspn(p, " ");
    }
    return lines;
}

static struct buf faults; /* of a tape: all of them are told at its end */

static void fault(struct tape *t, int k, const char *what, const char *sentence)
{
    const struct event *e = &t->event[k];
    buf_printf(&faults, "%s: step %s%d, %s: %s\n", what, e->setup ? "s" : "", e->number, e->name,
               sentence);
}

static void check_step(struct tape *t, int k, const char *what)
{
    struct buf text = {0};
    enum caption id = caption_of(t, k, &text);
    const char *sentence = buf_text(&text);
    struct claimed s;
    if (id == CAPTION_COUNT) {
        fault(t, k, what, "(nothing is said)");
    } else if (strpbrk(sentence, "{}") != NULL || text.data[text.len - 1] != '.' ||
               lines_of(sentence, 78) > 2) { /* of a screen of 80 columns */
        fault(t, k, what, sentence);
    } else {
        claimed_open(&s, t, k, sentence);
        if (!claimed_holds(&s, id)) {
            fault(t, k, what, sentence);
        }
        claimed_free(&s);
    }
    buf_free(&text);
}

static void check_faults(void)
{
    char told[3000];
    snprintf(told, sizeof told, "%s", buf_text(&faults));
    buf_free(&faults);
    faults = (struct buf){0};
    ck_assert_msg(told[0] == '\0', "not so, or too long:\n%s", told);
}

/* --- names of axes --- */

static void check_names(const struct tape_tensor *of, const char *what, int step)
{
    for (int a = 0; of->called != NULL && a < of->tensor.ndim; a++) {
        for (int b = a + 1; b < of->tensor.ndim; b++) {
            const char *one = axis_called(of, a), *other = axis_called(of, b);
            ck_assert_msg(one == NULL || other == NULL || strcmp(one, other) != 0,
                          "%s: step %d: %s twice", what, step, one);
        }
    }
}

/* --- programs --- */

static const char *const folders[] = {
    "tests/cases",  "tests/claimed", "tests/large",
    "tests/traces", "tests/seeds",   "../shared/seeds" /* where they are: not ours to keep */};
static char *paths[400];
static int path_count;

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_folder(const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *f; d != NULL && (f = readdir(d)) != NULL;) {
        size_t len = strlen(f->d_name);
        bool code = len > 3 && strcmp(f->d_name + len - 3, ".py") == 0;
        bool notebook = len > 6 && strcmp(f->d_name + len - 6, ".ipynb") == 0;
        if ((code || notebook) && path_count < 400) {
            struct buf path = {0};
            buf_printf(&path, "%s/%s", folder, f->d_name);
            paths[path_count++] = path.data;
        }
    }
    if (d != NULL) {
        closedir(d);
    }
}

/* Large tables are passed over: they are made of the same operations. */
static bool is_small(const struct event *e)
{
    bool small = e->output_count > 0 && tensor_numel(&e->output[0].tensor) <= 20000;
    for (int k = 0; k < e->input_count; k++) {
        small = small && tensor_numel(&e->input[k].of.tensor) <= 20000;
    }
    return small;
}

#define STEPS_MOST 1500 /* of a program */

/* Whether a word of a text is a name that the prelude keeps for itself: _f, but not __init__. */
static bool has_own_word(const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        bool begins = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');
        if (begins && p[0] == '_' && isalpha((unsigned char)p[1])) {
            return true;
        }
    }
    return false;
}

/* The prelude's own names are not shown: of functions and tensors by name, of axes. A formula for a
 * size has a name or a number on either side of each sign. */
static void check_own_words(struct tape *t, int k, const char *what)
{
    const struct event *e = &t->event[k];
    const struct tape_tensor *all[] = {e->output_count > 0 ? &e->output[0] : NULL,
                                       e->input_count > 0 ? &e->input[0].of : NULL};
    for (int c = e->call; c >= 0; c = t->call[c].parent) {
        if (t->call[c].prelude && has_own_word(t->call[c].name)) {
            fault(t, k, what, t->call[c].name);
        }
    }
    for (int j = 0; j < 2 && all[j] != NULL; j++) {
        const char *name = j == 0 ? tape_result_name(t, k, 0) : tape_name(t, k, all[j]);
        if (name != NULL && has_own_word(name)) {
            fault(t, k, what, name);
        }
        for (int d = 0; all[j]->axes != NULL && d < all[j]->tensor.ndim; d++) {
            const char *axis = all[j]->axes[d];
            if (axis != NULL && (has_own_word(axis) || strchr("*+-/", axis[0]) != NULL ||
                                 strchr("*+-/", axis[strlen(axis) - 1]) != NULL)) {
                fault(t, k, what, axis);
            }
        }
    }
}

/* A result that lies in the memory of what went in is called a view, and no other is. */
static void check_effect(struct tape *t, int k, const char *what)
{
    const struct event *e = &t->event[k];
    bool shares = false, same = false;
    for (int j = 0; j < e->input_count; j++) {
        same |= e->input[j].of.serial == e->output[0].serial; /* told as the same tensor */
        shares |= e->input[j].of.tensor.storage == e->output[0].tensor.storage;
    }
    if (e->effect != STORAGE_IN_PLACE && !same && shares != (e->effect == STORAGE_VIEW)) {
        fault(t, k, what, shares ? "(a view is called a copy)" : "(a copy is called a view)");
    }
}

static void check_tape(struct tape *t, const char *what)
{
    for (int k = 0, checked = 0; k < t->event_count && checked < STEPS_MOST; k++) {
        const struct event *e = &t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            check_names(&e->input[j].of, what, e->number);
        }
        for (int j = 0; j < e->output_count; j++) {
            check_names(&e->output[j], what, e->number);
        }
        if (e->output_count > 0 && e->figure == NULL) {
            check_own_words(t, k, what);
            check_effect(t, k, what);
        }
        if (is_small(e)) {
            check_step(t, k, what);
            checked++;
        } else if (e->output_count > 0 && caption_of(t, k, NULL) == CAPTION_COUNT) {
            fault(t, k, what, "(nothing is said of what is large)");
        }
    }
    check_faults();
}

START_TEST(lessons_are_told_truly)
{
    struct walked w;
    walked_open(&w, lesson_files[_i].name);
    check_tape(&w.tape, lesson_files[_i].name);
    walked_close(&w);
}
END_TEST

#define PARTS 8

static void check_program(const char *path)
{
    struct program p;
    struct tape t = {0};
    struct lesson l = {0};
    struct buf text = {0};
    struct error err = {0};
    enum lesson_format format = strstr(path, ".ipynb") ? LESSON_NOTEBOOK : LESSON_PYTHON;
    ck_assert_msg(file_read(path, (size_t)1 << 24, &text, &err), "%s", err.text);
    ck_assert_msg(lesson_read(&l, path, format, buf_text(&text), text.len, &err), "%s", err.text);
    program_open(&p, 0, NULL);
    ck_assert(tape_start(&t, p.session));
    for (int k = 0; k < l.count; k++) {
        const struct source *source = l.cells[k].code ? lesson_source(&l, &l.cells[k]) : NULL;
        if (source != NULL &&
            interp_run(&p.session->in, source, &p.last, &p.has_last) != OUTCOME_DONE) {
            break;
        }
    }
    tape_finish(&t);
    error_clear(&p.session->in.error);
    ck_assert(stages_find(&t) && axes_find(&t));
    check_tape(&t, path);
    tape_free(&t);
    program_close(&p);
    lesson_free(&l);
    buf_free(&text);
}

START_TEST(programs_are_told_truly)
{
    ck_assert_int_ge(path_count, 100);
    for (int k = _i; k < path_count; k += PARTS) {
        check_program(paths[k]);
    }
}
END_TEST

/* --- modules of the prelude --- */

static const char *const module_programs[] = {
    "x = torch.randn(1, 3, 8, 8)\nP = 4\np = F.unfold(x, P, stride=P)\nq = F.fold(p, 8, P, "
    "stride=P)\n",
    "x = torch.randn(1, 3, 8, 8)\nP = 4\nz = x.reshape(1, 4, x.size(1) * P * P)\n",
    "from torch.utils.data import DataLoader, TensorDataset, random_split\n"
    "ds = TensorDataset(torch.randn(6, 2), torch.arange(6))\n"
    "for x, y in DataLoader(ds, batch_size=2, shuffle=True):\n    s = x.sum()\n"
    "a, b = random_split(ds, [4, 2])\nx, y = next(iter(DataLoader(b, 2)))\n",
    "x = torch.randn(2, 3, 8, 8, requires_grad=True)\nm = nn.Sequential(nn.Conv2d(3, 4, 3), "
    "nn.BatchNorm2d(4), "
    "nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(.5))\ny = m(x)\ny.sum().backward()\n",
    "x = torch.randn(4, 3, requires_grad=True)\nm = "
    "nn.BatchNorm1d(3)\nm(x).pow(2).sum().backward()\n"
    "m.eval()\nm(x).pow(2).sum().backward()\n",
    "x = torch.randn(2, 4, 8)\ny = nn.InstanceNorm1d(4)(x)\nz = nn.AdaptiveAvgPool1d(2)(x)\n"
    "w = nn.ConstantPad1d(1, 0)(x)\nv = nn.ConvTranspose1d(4, 2, 3)(x)\nu = nn.GroupNorm(2, "
    "4)(x)\n",
    "r, h = nn.LSTM(4, 3, batch_first=True)(torch.randn(2, 5, 4))\ng, h = nn.GRU(4, "
    "3)(torch.randn(2, 5, 4))\n"
    "c = nn.LSTMCell(4, 3)(torch.randn(2, 4))\n",
    "x = torch.randn(2, 5, 4)\nl = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)\ny = "
    "l(x)\n"
    "d = nn.TransformerDecoderLayer(4, 2, 8, batch_first=True)(x, y)\n",
    "x = torch.randn(5, 2, 4)\na, w = nn.MultiheadAttention(4, 2)(x, x, x)\nb, w = "
    "nn.MultiheadAttention(4, 2, kdim=3, vdim=3)(x, torch.randn(6, 2, 3), torch.randn(6, 2, 3))\n",
    "l = nn.Linear(3, 2)\nfor make in (torch.optim.Adam, torch.optim.RMSprop, torch.optim.Adagrad, "
    "torch.optim.NAdam):\n"
    "    o = make(l.parameters(), lr=.1)\n    l(torch.ones(2, 3)).sum().backward()\n    "
    "nn.utils.clip_grad_norm_(l.parameters(), 1.)\n    o.step()\n    o.zero_grad()\n",
    "import torch.distributions as D\nc = D.Categorical(logits=torch.randn(3))\ns = c.sample()\np "
    "= c.log_prob(s)\n"
    "n = D.Normal(torch.zeros(2), torch.ones(2))\nx = n.rsample()\nk = D.kl_divergence(n, n)\n",
    "from einops import rearrange, reduce, repeat, einsum, pack\nfrom einops.layers.torch import "
    "Rearrange\n"
    "x = torch.randn(2, 6, 4)\ny = rearrange(x, 'b (n p) d -> b n (p d)', p=2)\nz = reduce(x, 'b n "
    "d -> b d', 'mean')\n"
    "w = repeat(x, 'b n d -> b (n r) d', r=2)\nv = Rearrange('b n (h d) -> b h n d', h=2)(x)\n",
    "import numpy as np\nx = np.random.default_rng(0).normal(size=(3, 4))\ny = np.linalg.norm(x, "
    "axis=-1)\n"
    "z = np.einsum('ij,kj->ik', x, x)\ne = np.exp(z - z.max(-1, keepdims=True))\nw = np.r_[0:3]\n"
    "m = np.tril(np.ones((3, 3)))\nc = np.convolve(w, w)\np = np.pad(x, 1)\ng = np.gradient(x)\n",
    "from scipy.special import softmax\nimport numpy as np\ny = softmax(np.ones((2, 3)), "
    "axis=-1)\n",
    "from torch.utils.checkpoint import checkpoint\nl = nn.Linear(3, 3)\nx = torch.ones(2, 3, "
    "requires_grad=True)\n"
    "checkpoint(l, x).sum().backward()\n",
    "from torch.nn.utils import weight_norm, spectral_norm\nl = weight_norm(nn.Linear(3, "
    "3))\nl(torch.ones(2, 3)).sum().backward()\n",
    "from torch.optim.swa_utils import AveragedModel\nl = nn.Linear(3, 3)\na = "
    "AveragedModel(l)\na.update_parameters(l)\n",
    "x = torch.randn(2, 4, requires_grad=True)\nj = torch.autograd.functional.jacobian(lambda v: "
    "v.softmax(-1), x)\n"
    "f = torch.fft.rfft(x)\ns = torch.special.expit(x)\nn = torch.linalg.norm(x)\n",
    "x = torch.randn(2, 4, 3)\nt = torch.randn(2, 4, 3)\nl = nn.TripletMarginLoss()(x, t, x + "
    "1)\nc = nn.CosineEmbeddingLoss()"
    "(x[0], t[0], torch.ones(4))\nb = nn.BCELoss()(x.sigmoid(), t.sigmoid())\nh = "
    "nn.HuberLoss()(x, t)\n"
    "n = nn.CrossEntropyLoss(label_smoothing=.1)(x[0], torch.tensor([0, 1, 2, 0]))\n",
    "m = nn.Embedding(5, 3, "
    "padding_idx=0)(torch.tensor([1, 0]))\n"
    "p = nn.utils.rnn.pad_sequence([torch.ones(2), torch.ones(3)], batch_first=True)\n",
    "nn.init.xavier_uniform_(torch.empty(3, 3))\nnn.init.orthogonal_(torch.empty(3, 3))\nw = "
    "torch.empty(3, 3)\n"
    "nn.init.kaiming_normal_(w)\nnn.init.trunc_normal_(w, std=.02)\n",
};

START_TEST(modules_keep_their_own_names)
{
    struct traced t;
    traced_open(&t, module_programs[_i]);
    check_tape(&t.tape, module_programs[_i]);
    traced_close(&t);
}
END_TEST

/* --- a training --- */

static const char products[] =
    "x, y, u = torch.randn(2, 4, 3), torch.randn(2, 3, 5), torch.randn(3)\n"
    "W = torch.randn(3, 5)\n"
    "for p in (x, y, u, W):\n    p.requires_grad_()\n"
    "a = x @ W\nc = x @ y\nd = x @ u\ne = u @ W\n"
    "g = torch.matmul(x, y.transpose(1, 2).transpose(1, 2)) / 2\n" /* matmul(...).grad */
    "(g.exp().sum() + a.exp().sum() + c.exp().sum() + d.exp().sum() + e.exp().sum()).backward()\n";

static const char squares[] =
    "a, y = torch.randn(3, 2, requires_grad=True), torch.randn(3, 2, requires_grad=True)\n"
    "z = torch.randn(3, 2)\n"
    "mean = F.mse_loss(a, z)\nmean.backward()\n"
    "total = F.mse_loss(z, y, reduction='sum')\n(total * 3).backward()\n"
    "each = F.mse_loss(a, z, reduction='none')\n(each * each).sum().backward()\n";

/* Of these writes only the last is one of an optimizer. */
static const char written[] =
    "m, n = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)), nn.Sequential(nn.Linear(3, 2), "
    "nn.BatchNorm1d(2))\n"
    "nn.init.trunc_normal_(m[0].weight)\nnn.init.kaiming_uniform_(m[0].weight)\n"
    "n.load_state_dict(m.state_dict())\nnn.init.constant_(m[0].bias, 0.5)\n"
    "sgd = torch.optim.SGD(m.parameters(), lr=0.1)\n"
    "m(torch.randn(4, 3)).exp().sum().backward()\nsgd.step()\n";

START_TEST(only_optimizers_step)
{
    struct traced t;
    traced_open(&t, written);
    int steps = 0, others = 0;
    for (int k = 0; k < t.tape.event_count; k++) {
        bool before = k < traced_find(&t, "ones_like");
        bool says = t.tape.event[k].output_count > 0 &&
                    caption_of(&t.tape, k, NULL) == CAPTION_PARAMETER_STEPS;
        steps += says && !before;
        others += says && before;
    }
    ck_assert_int_eq(steps, 4);
    ck_assert_int_eq(others, 0);
    traced_close(&t);
}
END_TEST

static const char batch[] = "m, x = nn.MultiheadAttention(8, 2), torch.randn(5, 3, 8)\n"
                            "w = torch.tensor([2.], requires_grad=True)\n"
                            "for _ in range(2):\n    (m(x, x, x)[0].mean() * w).sum().backward()\n"
                            "t = torch.randn(5, requires_grad=True)[-1:]\n"
                            "a = F.binary_cross_entropy_with_logits(t, t.sigmoid())\n"
                            "loss = a + t.cumsum(0).flip(0).sum()\nloss.backward()\n";

START_TEST(gradients_are_told_truly)
{
    struct traced t;
    traced_open(&t, squares);
    claimed_computed = 0;
    check_tape(&t.tape, "squares");
    ck_assert_int_ge(claimed_computed, 5);
    traced_close(&t);
    traced_open(&t, batch);
    check_tape(&t.tape, "batch");
    traced_close(&t);
    traced_open(&t, products);
    check_tape(&t.tape, "products");
    traced_close(&t);
    traced_open(&t, training);
    claimed_computed = claimed_in_words = 0;
    check_tape(&t.tape, "training");
    printf("captions: %d formulas of gradients computed, %d in words\n", claimed_computed,
           claimed_in_words);
    ck_assert_int_ge(claimed_computed, 36);
    ck_assert_int_ge(claimed_in_words, 20);
    traced_close(&t);
}
END_TEST

/* --- every row --- */

/* Drawn numbers: their rows have no goldens. */
static const char drawn[] =
    "np.random.seed(0)\n"
    "for r in (np.random, np.random.RandomState(0)):\n"
    "    r.rand(2, 3); r.randn(4); r.randint(0, 9, size=(2, 2)); r.uniform(0, 2, size=3)\n"
    "    r.normal(0, 1, size=(2, 2)); r.permutation(5); r.choice(5, size=3); r.exponential(1.0, "
    "3)\n"
    "    r.random_sample(2); r.random(3); r.ranf(2) if r is np.random else 0\n"
    "    r.sample(2) if r is np.random else 0; r.standard_normal(3)\n"
    "    r.shuffle(np.arange(4))\n"
    "g = np.random.default_rng(0)\n"
    "g.random(3); g.uniform(0, 1, 2); g.standard_normal(4); g.normal(0, 1, 3)\n"
    "g.standard_exponential(2); g.exponential(1.0, 2); g.integers(0, 7, 5)\n";

/* Rows that were left out of the goldens. */
static const char left_out[] =
    "torch._gelu_backward(f(3, 4), f(3, 4))\n"
    "torch._group_norm_backward(f(2, 4, 3), f(2, 4, 3), 2)\n"
    "torch._group_norm_bias_backward(f(2, 4, 3))\n"
    "torch._group_norm_weight_backward(f(2, 4, 3), f(2, 4, 3), 2)\n"
    "torch._hardsigmoid_backward(f(3, 4), f(3, 4))\n"
    "torch._hardswish_backward(f(3, 4), f(3, 4))\n"
    "torch._layer_norm_backward(f(3, 4), f(3, 4), (4,))\n"
    "torch._layer_norm_bias_backward(f(3, 4), (4,))\n"
    "torch._layer_norm_weight_backward(f(3, 4), f(3, 4), (4,))\n"
    "torch._silu_backward(f(3, 4), f(3, 4))\n"
    "torch._tanh_backward(f(3, 4), f(3, 4))\n"
    "x = torch.ones(2, 3)\n"
    "torch.empty(2, 3), torch.empty_like(x), x.new(2, 3), x.new_empty(2), 2 / x\n"
    "x.data = torch.zeros(2, 3)\n";

static const struct {
    const char *name;
    enum op_kind kind;
} drawn_rows[] = {
#define OP(id, name, signature, where, kind, ...) {name, kind},
#define BY(function, law, id, name, signature, where, kind, ...) {name, kind},
#include "numpy/numpy_generator.def"
#include "numpy/numpy_random.def"
#undef OP
#undef BY
};

static const struct {
    const char *path; /* of calls of every row, as Python prints them; NULL: `drawn` */
    const struct op *rows;
} tables[] = {
    {"tests/operations/torch.txt", ops},
    {"tests/operations/numpy.txt", numpy_ops},
    {NULL, NULL},
};

/* The preparation up to the first row, then its calls; those that raise are passed over. */
static void calls_of(const char *text, struct buf *prepared, struct buf *calls)
{
    const char *rows = strstr(text, "\n# ");
    buf_put(prepared, text, (size_t)(rows - text) + 1);
    for (const char *p = strstr(rows, "\n>>> "); p != NULL; p = strstr(p + 1, "\n>>> ")) {
        size_t len = strcspn(p + 5, "\n");
        buf_printf(calls, "try:\n    %.*s\nexcept Exception:\n    pass\n", (int)len, p + 5);
    }
}

static bool has_step(const struct tape *t, const char *name, const char *signature)
{
    for (int k = 0; k < t->event_count; k++) {
        const struct op *op = t->event[k].op;
        if (strcmp(op->name, name) == 0 &&
            (signature == NULL || strcmp(op->signature, signature) == 0)) {
            return true;
        }
    }
    return false;
}

START_TEST(rows_have_captions)
{
    struct program p;
    struct tape t = {0};
    struct buf text = {0}, prepared = {0}, calls = {0};
    struct error err = {0};
    program_open(&p, 0, NULL);
    if (tables[_i].path != NULL) {
        ck_assert_msg(file_read(tables[_i].path, (size_t)1 << 24, &text, &err), "%s", err.text);
        calls_of(buf_text(&text), &prepared, &calls);
        buf_puts(&calls, tables[_i].rows == ops ? left_out : "");
    } else {
        buf_puts(&prepared, "import numpy as np\n");
        buf_puts(&calls, drawn);
    }
    ck_assert_int_eq(program_run(&p, buf_text(&prepared), 0), OUTCOME_DONE);
    ck_assert(tape_start(&t, p.session));
    ck_assert_msg(program_run(&p, buf_text(&calls), 0) == OUTCOME_DONE, "%s",
                  buf_text(&p.traceback));
    tape_finish(&t);
    ck_assert(stages_find(&t) && axes_find(&t));
    for (int k = 0; k < t.event_count; k++) {
        if (t.event[k].output_count > 0) {
            check_step(&t, k, t.event[k].op->signature);
        }
    }
    for (const struct op *row = tables[_i].rows; row != NULL && row->name != NULL; row++) {
        bool gpu = strcmp(row->name, "cuda") == 0 || strcmp(row->name, "pin_memory") == 0;
        if (row->kind != KIND_VALUE && !gpu && !has_step(&t, row->name, row->signature)) {
            buf_printf(&faults, "%s%s: no step of it was looked at\n", row->name, row->signature);
        }
    }
    for (size_t k = 0; tables[_i].rows == NULL && k < sizeof drawn_rows / sizeof drawn_rows[0];
         k++) {
        if (drawn_rows[k].kind != KIND_VALUE && !has_step(&t, drawn_rows[k].name, NULL)) {
            buf_printf(&faults, "%s: no step of it was looked at\n", drawn_rows[k].name);
        }
    }
    check_faults();
    tape_free(&t);
    program_close(&p);
    buf_free(&text);
    buf_free(&prepared);
    buf_free(&calls);
}
END_TEST

/* --- one sentence after the other --- */

#define ATTENTION                                                                                  \
    "q, k, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)\n"                          \
    "hidden = torch.ones(3, 3).triu(1).bool()\n"                                                   \
    "s = q @ k.T\n"
#define REST "w = torch.softmax(s, dim=-1)\nc = w @ v\n"
#define CACHE "x, W, old = torch.randn(3, 4), torch.randn(4, 4), torch.randn(2, 4)\n"
#define USED "c = torch.softmax(x @ W @ k.T, dim=-1) @ k\n"

/* Relative positions: their scores are shifted and added to those of the keys. */
#define PLACES                                                                                     \
    "q, k, v = (torch.randn(4, 8) @ torch.randn(8, 24)).chunk(3, -1)\n"                            \
    "table = torch.outer(torch.arange(3., -1, -1), torch.randn(8)).sin()\n"                        \
    "r = F.linear(table, torch.randn(8, 8))\n"
#define RELATIVE                                                                                   \
    PLACES                                                                                         \
    "AC, BD = q @ k.T, torch.mm(q, r.T)\nBD = F.pad(BD, (1, 0)).view(5, 4)[1:].view(4, 4)\n"       \
    "o = torch.softmax(AC + BD, -1) @ v\n"
#define BIASED(bias)                                                                               \
    "def fill(m):\n    m.weight.data.fill_(.25)\n    return m.weight\n"                            \
    "q, k, v = torch.randn(3, 2, 3, 4)\ni = torch.arange(3)\nb = " bias                            \
    "\ns = q @ k.mT + b\no = torch.softmax(s, -1) @ v\n"
#define TURNED PLACES "o = torch.softmax(q @ k.T + torch.mm(r, k.T), -1) @ v\n"

static const struct {
    const char *code, *op, *sentence;
} sentences[] = {
    {"x = torch.randn(3, requires_grad=True)\nL = x[0] * 2\nL.backward()\n", "ones_like",
     "Backward begins here: L grows as fast as itself, so its gradient is 1."},
    {"x = torch.randn(3, requires_grad=True)\nloss = x[0] * 2\nloss.backward()\n", "ones_like",
     "Backward begins here: the loss grows as fast as itself, so its gradient is 1."},
    {"x = torch.randn(3, requires_grad=True)\n(x[0] * 2).backward()\n", "ones_like",
     "Backward begins here: the loss grows as fast as itself, so its gradient is 1."},
    {"x = torch.tensor([2.], requires_grad=True)\n"
     "for _ in range(2):\n    loss = (x * 3.5).sum()\n    loss.backward()\n",
     "add_", "Added to what x.grad held before, the number 3.5."},
    {"x = torch.tensor([2.], requires_grad=True)\n"
     "x.grad = torch.zeros(1)\nloss = (x * 3.5).sum()\nloss.backward()\n",
     "add_", "Added to what x.grad held before, the number 0."},
    {ATTENTION REST, "T",
     "Rows and columns change places: each key is a column now. No number "
     "moves."},
    {ATTENTION REST, "matmul",
     "Each query collects the 3 values, in the shares of its row of "
     "weights."},
    {ATTENTION "s = s / 2\n" REST, "div",
     "Divided by 2, the square root of head width 4, to keep softmax soft."},
    {"q, k, v = torch.randn(3, 1), torch.randn(3, 1), torch.randn(3, 1)\n"
     "s = q @ k.T / k.shape[-1] ** 0.5\ny = torch.softmax(s, dim=-1) @ v\n",
     "div", "Head width 1: the square root of 1 is 1, and no score changes."},
    {ATTENTION "s = s / 3 ** 0.5\n" REST, "div",
     "Every number is divided by 1.7321. The square root of head width 4 is 2."},
    {"x = torch.ones(2, 2) / 2 ** 30\n", "div", "Every number is divided by 1073741824."},
    {ATTENTION "s = s * 0.5\n" REST, "mul",
     "Times 0.5, 1 over the square root of head width 4, to keep softmax soft."},
    {ATTENTION "s = s.masked_fill(hidden, -torch.inf)\n" REST, "masked_fill",
     "3 of 9 scores become minus infinity: softmax gives them a share of 0."},
    {ATTENTION "s.masked_fill(hidden, -torch.inf)\n" REST, "masked_fill",
     "This result is thrown away: only in it are 3 of 9 scores minus infinity."},
    {ATTENTION "t = s.masked_fill(hidden, -torch.inf)\n" REST, "masked_fill",
     "In the result 3 of 9 scores are minus infinity."},
    {ATTENTION "s = s.masked_fill(hidden, -1e9)\n" REST, "masked_fill",
     "3 of 9 scores become -1e+09 or less: softmax rounds their share to 0."},
    {ATTENTION "s = s.masked_fill(torch.zeros(3, 3).bool(), -torch.inf)\n" REST, "masked_fill",
     "No score changes: this mask has no effect here."},
    /* what is laid over another mask, or a bias, changes no score */
    {ATTENTION "m = torch.eye(3).masked_fill(hidden.T, -1e9)\nm = m.masked_fill(m == 1, 1.)\n"
               "s = s + m\n" REST,
     "masked_fill", "No number changes."},
    {"q, k, v, b = torch.randn(4, 3, 3)\ns = q @ k.T\n"
     "b = torch.add(b, torch.full((3, 3), -1e9).triu(1))\ns += b\nc = s.softmax(-1) @ v\n",
     "add", "3 of 9 numbers become -1e+09 or less, which is not minus infinity."},
    {ATTENTION "w = torch.softmax(s, dim=0)\nc = w @ v\n", "softmax",
     "Each column of 3, not each row, becomes shares that add up to 1."},
    {ATTENTION REST "W = torch.randn(4, 2)\nz = c.T\n", "T",
     "Rows and columns change places. No number moves."},
    {"h = torch.randn(5, 3, 8).view(5, 6, 4).transpose(0, 1)\n"
     "c = torch.softmax(h @ h.mT, dim=-1) @ h\n",
     "transpose",
     "The 2 heads of 3 batch items go in front: each has its own table, 5 by 4. No number moves."},
    {"x = torch.randn(5, 3, 8)\nnn.MultiheadAttention(8, 2)(x, x, x)\n", "transpose",
     "The 2 heads of 3 batch items go behind the rows again, side by side in each. No number "
     "moves."},
    /* sentences are no heads, nor are keys beside values */
    {"x = torch.randn(5, 2, 8)\nq = nn.Linear(8, 8)(x).transpose(0, 1)\n"
     "y = (q @ q.mT).softmax(-1) @ q\n",
     "transpose", "Axes 0 and 1 change places. No number moves."},
    {"x = torch.randn(5, 2, 8)\nq = nn.Linear(8, 8)(x).permute(1, 0, 2)\n"
     "y = ((q @ q.mT).softmax(-1) @ q).transpose(0, 1)\n",
     "transpose", "Axes 0 and 1 change places. No number moves."},
    {"num_heads = 2\nq = torch.randn(5, num_heads, 8).transpose(0, 1)\n"
     "y = (q @ q.mT).softmax(-1) @ q\n",
     "transpose", "The 2 heads go in front: each has its own table, 5 by 8. No number moves."},
    {"q = nn.Linear(8, 8)(torch.randn(3, 5, 8)).view(3, 5, 2, 4).transpose(1, 2)\n"
     "y = (q @ q.mT).softmax(-1) @ q\n",
     "transpose", "The 2 heads go in front: each has its own table, 5 by 4. No number moves."},
    {"q = torch.einsum('bte,hed->bthd', torch.randn(3, 5, 8), torch.randn(2, 8, 4))\n"
     "q = q.transpose(1, 2)\ny = ((q @ q.mT).softmax(-1) @ q).transpose(1, 2)\n",
     "transpose", "The 2 heads go behind the rows again, side by side in each. No number moves."},
    {"x = torch.randn(2, 5, 8)\nk, v = nn.Linear(8, 16)(x).view(2, 5, 2, 8).permute(2, 0, 1, 3)\n"
     "y = (x @ k.mT).softmax(-1) @ v\n",
     "view", "The same 160 numbers in the same order: (2, 5, 2, 8) instead of (2, 5, 16)."},
    {"x = torch.randn(1, 5, 8)\nk = nn.Linear(8, 8)(x).view(1, 5, 2, 4)\n"
     "k = k.permute(0, 2, 1, 3).reshape(2, 5, 4)\ny = (k @ k.mT).softmax(-1) @ k\n",
     "view", "Each row of 8 numbers is cut into 2 heads of 4. No number moves."},
    {CACHE "k = torch.cat([old, x @ W], dim=0)\n" USED, "cat",
     "The rows stand below one another: 2 and 3 make 5, of 4 numbers each."},
    {CACHE "k = torch.cat([old, old, x @ W])\n" USED, "cat",
     "3 tables stand below one another: 7 rows of 4 numbers."},
    {"x = torch.zeros(2, 6)\nx[1, :4] = torch.arange(4.0)\n", "__setitem__",
     "Writes into the tensor itself: 3 of its 12 numbers change."},
    {"x = torch.zeros(2, 6)\ny = x.view(3, 4)\n", "view",
     "The same 12 numbers in the same order: (3, 4) instead of (2, 6)."},
    {"x = torch.zeros(2, 6)\ny = torch.exp(x)\n", "exp", "Each number x becomes exp(x)."},
    {"x = torch.zeros(2, 6)\ny = x.round(decimals=2)\n", "round",
     "Each number is rounded to 2 digits behind the point."},
    {"x = torch.zeros(2, 6)\ny = x.round(decimals=1)\n", "round",
     "Each number is rounded to 1 digit behind the point."},
    {"x = torch.zeros(2, 6)\ny = x.round(decimals=-2)\n", "round",
     "Each number is rounded to a multiple of 100; a half goes to the even one."},
    {"w, b = torch.ones(2, 3), torch.ones(3, requires_grad=True)\ny = w @ b\n"
     "(y * y).sum().backward()\n",
     "mv", "Forward y = w @ b, so backward db = w.T @ dy."},
    /* each way to make a step */
    {"x = torch.arange(6.).view(2, 3)\ny = x.float()\n", "float",
     "There is nothing to do: this is the same tensor."},
    {"x = torch.randn(3, 4)\ny = x.T.clone()\n", "clone",
     "12 numbers, copied in the order in which they lie, not in which they are counted."},
    {"x = torch.arange(6).view(2, 3)\ny = x.float()\n", "float",
     "6 numbers, copied as float32 instead of int64. None changes."},
    {"x = torch.tensor([True, False])\ny = x.float()\n", "float",
     "True becomes 1, False becomes 0: 2 of them, copied as float32."},
    {"x = torch.tensor([1.5, 2.])\ny = x.to(torch.int64)\n", "to",
     "2 numbers, copied as int64 instead of float32. 1 of them changed."},
    {"x = torch.tensor([0., 2., 3.])\ny = x.bool()\n", "bool",
     "2 of 3 numbers are not 0: they become True, the others False."},
    {"x = torch.arange(2, 10, 2)\n", "arange", "From 2 to 8 in steps of 2: 4 numbers."},
    {"x = torch.full((2, 3), 7.)\n", "full", "All 7: 6 numbers, (2, 3)."},
    {"x = torch.randint(0, 1, (2, 2))\n", "randint",
     "Drawn by chance: 4 whole numbers, here from 0 to 0."},
    {"x = torch.ones(4, 4).tril(-1)\n", "tril",
     "The numbers on and above the diagonal become 0: 10 of 16 change."},
    {"x = torch.ones(2, 3)\ny = x.argmax(dim=-1)\n", "argmax",
     "Each row's 3 numbers become one: the place of the largest, from 0."},
    {"x = torch.ones(2, 3)\ny = x.sum(dim=0)\n", "sum",
     "Each column's 2 numbers become one: their sum."},
    {"x = torch.ones(2, 3, 4)\ny = x.mean(dim=(0, 1))\n", "mean",
     "Each 6 numbers become one: their mean."},
    {"x = torch.ones(2, 3)\nv, i = x.topk(2)\n", "topk",
     "The 2 largest of each 3 numbers along axis 1, and their places."},
    {"x = torch.ones(2, 3)\nv, i = torch.sort(x, descending=True)\n", "sort",
     "Each 3 numbers along axis 1 are put in order, the largest first."},
    {"x = torch.arange(4)\ny = x.roll(-1)\n", "roll",
     "The numbers move on; what leaves at the front comes in at the end."},
    {"x = torch.ones(4, 4)\ny = x.roll((2, 1), (0, 1))\n", "roll",
     "The numbers move on; what leaves at the end comes in at the front."},
    {"x = torch.ones(4, 4)\ny = x.roll((-1, 1), (0, 1))\n", "roll",
     "The numbers move on; what leaves at one end comes in at the other."},
    {"import numpy as np\nx = np.roll(np.arange(4), -1)\n", "roll",
     "The numbers move on; what leaves at the front comes in at the end."},
    {"x = torch.ones(2, 5).quantile(0.5, dim=-1)\n", "quantile",
     "Numbers below which a given share of each 5 along axis 1 lies: (2,)."},
    {"x = torch.ones(2, 5).quantile(0.5)\n", "quantile",
     "Numbers below which a given share of the 10 lies: ()."},
    {"x = torch.ones(2, 3)\ny = x.cumsum(dim=1)\n", "cumsum",
     "Along axis 1 each number becomes the sum of those up to it."},
    {"q = torch.randn(3, 4)\ny = q[:1] @ q[0]\n", "matmul",
     "1 dot product of length 4: each row of q[:1] with q[0]."},
    {"y = F.layer_norm(torch.ones(2, 1), (1,))\n", "layer_norm",
     "Each 1 number loses its mean and is divided by its spread."},
    {"x = torch.arange(3)\ny = x.repeat(2, 1)\n", "repeat",
     "3 numbers, written 2 times: (3,) becomes (2, 3)."},
    {"x = torch.ones(2, 3)\ny = torch.cat([x, x, x], dim=1)\n", "cat",
     "3 tables stand side by side: their rows become 9 numbers long."},
    {"x = torch.ones(2, 3)\ny = torch.stack([x, x])\n", "stack",
     "2 tensors become one, along a new axis 0."},
    {"x = torch.ones(4, 6)\na, b = x.chunk(2)\n", "chunk",
     "2 views share the 24 numbers. None is copied."},
    {"x = torch.ones(3)\ny = x.unsqueeze(0)\n", "unsqueeze",
     "The same 3 numbers in the same order: (1, 3) instead of (3,)."},
    {"x = torch.ones(2, 3)\ny = x[:, :10]\n", "__getitem__",
     "The same 6 numbers in the same shape. A view: none is copied."},
    {"x = torch.ones(2, 3)\ny = x[1]\n", "__getitem__",
     "Row 1 of 2, where the first is row 0. A view: none is copied."},
    {"x = torch.ones(2, 3)\ny = x[:, 2]\n", "__getitem__",
     "Column 2 of 3, where the first is column 0. A view: none is copied."},
    {"x = torch.ones(2, 3, 4)\ny = x[0, :, 1:3]\n", "__getitem__",
     "Axis 0 at 0, axis 2 from 1 to 2: 6 of the 24 numbers. None is copied."},
    {"x = torch.ones(5, 4)\nids = torch.tensor([0, 3])\ny = x[ids]\n", "__getitem__",
     "2 rows, copied out of 5: ids says which."},
    {"x = torch.arange(4.)\nmask = x > 1\ny = x[mask]\n", "__getitem__",
     "2 of 4 numbers, copied: those where the mask is True."},
    {"x = torch.zeros(2, 3)\nx[0] = 5\n", "__setitem__",
     "Writes into the tensor itself: 3 of its 6 numbers change."},
    {"x = torch.arange(4.)\ny = x > 1\n", "gt", "2 of 4 are True: where x > 1."},
    {"x = torch.arange(4.)\nkept = x == 2\ny = kept & (x > 1)\n", "bitwise_and",
     "1 of 4 is True: where both inputs are."},
    {"x = torch.arange(4.)\nlow = torch.where(x > 1, x, 0.)\n", "where",
     "1 of 4 numbers become 0."},
    {"total = torch.ones(2, 1)\nscores = torch.ones(2, 3)\ny = scores / total\n", "div",
     "Each number becomes scores / total. total, (2, 1): each of its numbers serves a row."},
    {"x, m = torch.ones(3, 4, 4), torch.ones(3, 1, 1)\ny = x * m\n", "mul",
     "Each number becomes x * m. m, (3, 1, 1): each of its numbers serves a whole table."},
    {"x, m = torch.ones(2, 3, 4, 4), torch.ones(3, 1, 1)\ny = x * m\n", "mul",
     "Each number becomes x * m. m, (3, 1, 1): each of its numbers serves whole tables."},
    {"x, m = torch.ones(2, 3, 4, 4), torch.ones(3, 4, 1)\ny = x * m\n", "mul",
     "Each number becomes x * m. m, (3, 4, 1): each of its numbers serves whole rows."},
    {"x, m = torch.ones(2, 3, 4, 4), torch.ones(2, 1, 1, 4)\ny = x * m\n", "mul",
     "Each number becomes x * m. m, (2, 1, 1, 4), is repeated to fit."},
    {"x, m = torch.ones(2, 3, 4, 4), torch.ones(2, 1, 1, 1)\ny = x * m\n", "mul",
     "Each number becomes x * m. m, (2, 1, 1, 1), is repeated to fit."},
    {"x, m = torch.ones(2, 3, 4, 4), torch.ones(4, 4)\ny = x * m\n", "mul",
     "Each number becomes x * m. m, (4, 4), serves for all."},
    {"hidden = torch.ones(2, 2).bool()\nscores = torch.zeros(2, 2)\ny = scores + hidden\n", "add",
     "Each number becomes scores + hidden. True counts as 1, False as 0."},
    {"x = torch.ones(3)\nx += 1\n", "add_", "Each number x becomes x + 1."},
    {"x = torch.ones(1, requires_grad=True)\nloss = x.sum() * 3\nloss.backward()\n", "expand",
     "How fast the loss grows with the one number of x."},
    {"r, p = torch.tensor([0.05]), torch.tensor([0.4])\nok = r < p.min()\n", "lt",
     "1 of 1 is True: where r < p.min()."},
    {"x, keys, queries = torch.randn(5, 8), nn.Linear(8, 6), nn.Linear(8, 6)\n"
     "q, k = queries(x), keys(x)\nw = torch.softmax(k @ q.T / 6 ** 0.5, dim=0)\n"
     "o = w.T @ torch.randn(5, 3)\n",
     "linear", "Each row's 8 numbers become 6 by weights, plus a bias: the keys."},
    {"q, k, v = torch.randn(3, 4, 4)\nlow = torch.finfo(torch.float32).min\n"
     "mask = torch.zeros(4, 4)\nmask = torch.where(torch.ones(4, 4).triu(1) > 0, low, mask)\n"
     "w = torch.softmax(q @ k.T / 2 + mask, dim=-1)\no = w @ v\n",
     "where", "6 of 16 numbers become -3.4028e+38 or less, which is not minus infinity."},
    {"x = torch.randn(2, 5, 8)\nw = torch.softmax(x @ x.transpose(1, 2), dim=-1)\n"
     "o = torch.cat([w @ x, x], dim=-1)\ny = o @ torch.randn(16, 8)\nz = y.sin()\n",
     "matmul", "Each row's 16 numbers become 8, by a last table of weights."},
    {"x, r, to_qkv = torch.randn(4, 8), torch.randn(4, 8), nn.Linear(8, 24, bias=False)\n"
     "q, k, v = to_qkv(x).chunk(3, dim=-1)\n"
     "w = torch.softmax((q @ k.T + q @ r.T) * 8 ** -0.5, dim=-1)\no = w @ v\n",
     "linear", "Each row's 8 numbers become 24 by weights: queries, keys and values."},
    {"x, to_qkv = torch.randn(4, 8), nn.Linear(8, 24, bias=False)\n"
     "q, k, v = to_qkv(x).chunk(3, dim=-1)\n"
     "o = q.softmax(-1) @ (k.softmax(0).T @ v)\n",
     "linear", "Each row's 8 numbers become 24 by weights: queries, keys and values."},
    {"x, to_q, k, v = torch.randn(6, 8), nn.Linear(8, 4), torch.randn(6, 4), torch.randn(6, 4)\n"
     "q = to_q(x)\nm, n = q.view(2, 3, 4).mean(1), k.view(2, 3, 4).mean(1)\n"
     "a, b, c = [torch.softmax(s @ t.T, -1) for s, t in ((q, n), (m, n), (m, k))]\n"
     "o = a @ torch.linalg.pinv(b) @ (c @ v)\n",
     "linear", "Each row's 8 numbers become 4 by weights, plus a bias: the queries."},
    {"q, k, v = torch.randn(3, 3, 4)\no = (q @ k.T).softmax(-1) * 0.5 @ v\n", "mul",
     "Every number is multiplied by 0.5."},
    {"x, to_v, to_qk = torch.randn(6, 8), nn.Linear(8, 8), nn.Linear(8, 8, bias=False)\n"
     "v, qk = to_v(x), to_qk(x)\nsv = v[qk.argmax(-1).argsort(-1)]\n"
     "w = (qk @ qk.T * 8 ** -0.5).softmax(-1)\no = w @ sv\n",
     "linear", "Each row's 8 numbers become 8 by weights: queries and keys."},
    {RELATIVE, "linear", "Each row's 8 numbers become 8 by weights: the positions."},
    {RELATIVE, "mm", "Every query meets every position: 4 by 4 dot products of length 8."},
    {TURNED, "mm", "Every position meets every key: 4 by 4 dot products of length 8."},
    {RELATIVE, "add",
     "To each of 16 scores that of its position is added: from -7.1404 to 13.129."},
    {BIASED("torch.tensor([.5, .25])[:, None, None] * (i - i[:, None]).clamp(max=0)"), "add",
     "To each of 18 scores a bias is added that positions give: from -1 to 0."},
    {BIASED("torch.full_like(nn.Embedding(5, 2).weight, 2.)[i - i[:, None] + 2].permute(2, 0, 1)"),
     "add", "To each of 18 scores a bias is added that positions give: from 2 to 2."},
    {BIASED("F.embedding(i - i[:, None] + 2, fill(nn.Embedding(5, 2))).permute(2, 0, 1)"), "add",
     "To each of 18 scores a bias is added, learned for positions: from 0.25 to 0.25."},
    {BIASED("fill(nn.Embedding(3, 3))"), "add",
     "To each of 18 scores a bias is added that is learned: from 0.25 to 0.25."},
    {BIASED("torch.rand(3, 3).ceil()"), "add",
     "To each of 18 scores a number is added: from 1 to 1."},
    {BIASED("torch.arange(9.).view(3, 3)"), "add",
     "Each number becomes (q @ k.mT) + b. b, (3, 3), serves for all."},
    {"x, rows = torch.randn(4, 8), torch.randn(4, 8)\nq, k, v = (x @ torch.randn(8, 24)).chunk(3, "
     "-1)\n"
     "r = F.linear(rows, torch.randn(8, 8))\no = torch.softmax(q @ k.T + q @ r.T, -1) @ v\n",
     "linear", "Each row's 8 numbers become 8 by weights: a further table for the scores."},
    {"table = torch.ones(5, 2, requires_grad=True)\n"
     "b = table[torch.tensor([0, 1, 1, 3])].unsqueeze(0)\n(b * b).sum().backward()\n",
     "reshape", "How fast the loss grows with each of the 8 numbers of table[...]."},
    {"a_long_name = torch.ones(2, requires_grad=True) * 1\n"
     "another_name_of_the_kind = a_long_name * 2 + a_long_name.exp()\n"
     "a_third_one = a_long_name.sigmoid() * a_long_name.tanh() * a_long_name.sin()\n"
     "(another_name_of_the_kind + a_third_one).sum().backward()\n",
     "add", "a_long_name went 5 ways: all its gradients are added."},
    {"x = torch.ones(2, 2, requires_grad=True)\nloss = x.sum() + 3 * x[0, 0]\nloss.backward()\n",
     "expand", "How fast the loss grows with each of the 4 numbers of x, a part of x.grad."},
    /* the new h of h = h + f(h) has the whole of its own */
    {"h = torch.ones(2, requires_grad=True) * 1\nh = h + h.exp()\nh.sum().backward()\n", "expand",
     "How fast the loss grows with each of the 2 numbers of h."},
    {"import numpy as np\ns = torch.ones(2, 2, requires_grad=True)\nw = s.exp() / np.sqrt(4)\n"
     "w.sum().backward()\n",
     "div", "Forward w = s.exp() / 2, so backward d(s.exp()) = dw / 2."},
    {"s = torch.ones(2, 2, requires_grad=True)\nw = torch.softmax(s, dim=-1)\n"
     "(w * w.detach()).sum().backward()\n",
     "_softmax_backward_data",
     "Forward w = softmax(s), so backward ds = (dw - t) * w, t = the sum of dw * w over each row."},
    /* what a function of the program's own calls its tensors is not told */
    {"x = torch.ones(3, 5, requires_grad=True)\n"
     "loss = F.cross_entropy(x, torch.tensor([0, 4, 2]), label_smoothing=.1)\nloss.backward()\n",
     "mul",
     "Forward y = nll_loss(...) * 0.9, so backward d(nll_loss(...)) = dy * 0.9, dy = loss.grad "
     "passed on unchanged."},
    {"x = torch.ones(3, 5, requires_grad=True)\n"
     "loss = F.cross_entropy(x, torch.ones(3, 5))\nloss.backward()\n",
     "div", "Forward loss = neg(...) / 3, so backward d(neg(...)) = dloss / 3."},
    {"q, k, v = torch.ones(3, 2, 3, 4, requires_grad=True)\n"
     "y = F.scaled_dot_product_attention(q, k, v, is_causal=True)\ny.sum().backward()\n",
     "_softmax_backward_data",
     "Forward w = softmax(z), so backward dz = (dw - s) * w, s = the sum of dw * w over each row. "
     "Masked: 6 of 18 are exactly 0."},
    {"y, target = torch.ones(3, 4, requires_grad=True), torch.zeros(3, 4)\n"
     "loss = F.mse_loss(y, target) + 0.1 * y.mean()\nloss.backward()\n",
     "mul",
     "Forward z = the mean of (y - target)^2, so backward dy = 2 / 12 * (y - target) * dz, dz = "
     "loss.grad passed on unchanged, a part of y.grad."},
    {"y, target = torch.ones(3, 4, requires_grad=True), torch.zeros(3, 4)\n"
     "loss = F.mse_loss(y, target)\nloss.backward()\n",
     "mul",
     "Forward loss = the mean of (y - target)^2, so backward dy = 2 / 12 * (y - target) * dloss."},
    {"y = torch.ones(2)\nw = torch.ones(2, 2, requires_grad=True)\nout = w.exp()\n"
     "((out - y) ** 2).mean().backward()\n",
     "mul",
     "Forward out = exp(w), so backward dw = dout * out, dout = (out - y).grad passed on "
     "unchanged."},
    {"y = torch.ones(2, 2).bool()\ns = torch.ones(2, 2, requires_grad=True) * 1\n"
     "s = s.masked_fill(y, 0.)\ns.sum().backward()\n",
     "masked_fill",
     "Forward z is s, filled where y is True, so backward ds is dz, and exactly 0 there. Masked: "
     "4 of 4 are exactly 0."},
    /* q is not called what it is not: the result of f is another one than what f is given */
    {"def f(q, c):\n    p = q * c\n    return p + 1\n"
     "q = -torch.ones(2, 2, requires_grad=True)\nq = f(q, torch.ones(2, 2))\n"
     "q.sum().backward()\n",
     "mul", "Forward p = q * c, so backward dq = dp * c."},
    {"def f(x, c):\n    p = x * c\n    return p + 1\n"
     "q = -torch.ones(2, 2, requires_grad=True)\nq = f(q, torch.ones(2, 2))\n"
     "q.sum().backward()\n",
     "mul", "Forward p = x * c, so backward dx = dp * c, dp = q.grad passed on unchanged."},
    {"x, layer = torch.ones(2, 3), nn.Linear(3, 4)\ny = layer(x)\n(y * y).sum().backward()\n", "mm",
     "Forward y = x @ layer.weight.T + layer.bias, so backward d(layer.weight) = dy.T @ x."},
    {"x, W = torch.ones(2, 3), torch.ones(4, 3, requires_grad=True)\n(x @ W.T).sum().backward()\n",
     "empty_like", "Room for W.grad: the next step copies it here."},
    {"x, W = torch.ones(2, 3), torch.ones(4, 3, requires_grad=True)\n(x @ W.T).sum().backward()\n",
     "copy_", "W.grad begins here: a copy of the gradient, laid out in memory like its tensor."},
    {"W = torch.ones(2, requires_grad=True)\n(W * 2).sum().backward()\n"
     "W.grad.requires_grad_(False)\n",
     "requires_grad_",
     "The same tensor: what is done with this gradient itself is not remembered."},
    {"x = torch.ones(2)\ny = (x + 1).exp()\n", "exp", "Each number c becomes exp(c)."},
    {"def f(t):\n    return t.exp()\nx = torch.ones(2)\nw = x + f(x)\n", "add",
     "Each number becomes y + z: y from the first input, z from the second."},
    {"def f(x):\n    return x.exp()\nw = f(torch.ones(2)) == 1\n", "eq",
     "0 of 2 are True: where c == 1, c each number."},
    {"def f(t):\n    return t.exp()\nw = f(torch.ones(2)) + f(torch.ones(2))\n", "add",
     "Each number becomes x + y: x from the first input, y from the second."},
    {"y = torch.ones(4, 1) @ torch.ones(1, 3)\n", "matmul",
     "Each row's 1 number becomes 3: times a (1, 3) table."},
    {"y = torch.broadcast_to(torch.tensor(1.), (4,))\n", "broadcast_to",
     "A view of 1 number as (4,): none is copied."},
    {"x = torch.ones(3, 2)\ny = torch.view_as_complex(x)\n", "view_as_complex",
     "Each two of 6 numbers, shown as one complex number: (3,). None is copied."},
    {"x = torch.ones(3, 2)\ny = torch.view_as_real(torch.view_as_complex(x))\n", "view_as_real",
     "3 complex numbers, each shown as its two parts: (3, 2). None is copied."},
    {"x = torch.ones(2, 3)\ny = F.pad(x, (1, 1))\n", "pad",
     "4 places are put around it: (2, 3) becomes (2, 5)."},
    {"x = torch.ones(2, 3)\ny = F.pad(x, (2, -1))\n", "pad",
     "Places are put around it, or cut off: (2, 3) becomes (2, 4)."},
    {"W = torch.ones(3, 4)\nx = torch.ones(2, 3)\ny = x @ W\n", "matmul",
     "Each row's 3 numbers become 4: times a (3, 4) table."},
    {"layer = nn.Linear(3, 4)\ny = layer(torch.ones(2, 3))\n", "linear",
     "Each row's 3 numbers become 4: times a (4, 3) table, turned, plus a bias."},
    {"x = torch.ones(2, 3).exp()\nz = x.sin() @ x.T\n", "matmul",
     "Each row's 3 numbers become 2: times a (3, 2) table."},
    {"a, b = torch.ones(3).exp(), torch.ones(3).exp()\ny = a @ b\n", "matmul",
     "The dot product of a and b: 3 products, added up."},
    {"q, k = torch.ones(2, 3), torch.ones(4, 3)\ns = torch.einsum('qd,kd->qk', q, k)\n", "einsum",
     "'qd,kd->qk': products, added up over d."},
    {"table = nn.Embedding(5, 2)\ny = table(torch.tensor([1, 1, 4]))\n", "embedding",
     "3 rows, copied out of 5: the index says which."},
    {"x = torch.arange(6.).view(2, 3)\ny = F.layer_norm(x, (3,))\n", "layer_norm",
     "Each row of 3 numbers loses its mean and is divided by its spread: rows do not meet."},
    {"x = torch.zeros(2, 3)\ny = x.log_softmax(dim=-1)\n", "log_softmax",
     "Along axis 1 stand logarithms of shares: what exp makes of them adds up to 1."},
    {"x = torch.full((2, 2), -torch.inf)\nx[0] = 0\ny = x.softmax(-1)\n", "softmax",
     "1 of 2 rows become NaN: nothing but minus infinity. The others add up to 1."},
    {"x = torch.ones(2, 3)\ny = x.expand(4, 2, 3)\n", "expand",
     "The same 6 numbers, shown as (4, 2, 3). None is copied."},
    {"x = torch.ones(2, 3)\ny = x.detach()\n", "detach",
     "The same 6 numbers, cut off from gradients. None is copied."},
    {"x = torch.ones(2, 3, 4)\ny = x.permute(2, 0, 1)\n", "permute",
     "The axes change places: (2, 3, 4) becomes (4, 2, 3). No number moves."},
    {"p = torch.tensor([.5, .5])\ni = torch.multinomial(p, 4, replacement=True)\n", "multinomial",
     "Drawn by chance, by shares: 4 places, here 0 to 1."},
    {"x = torch.arange(3)\ny = F.one_hot(x, 3)\n", "one_hot",
     "Each number becomes a row of zeros with a single 1: (3, 3)."},
    {"x = torch.zeros(4, 3)\nids = torch.tensor([1, 3, 1])\n"
     "x.index_add_(0, ids, torch.rand(3, 3))\n",
     "index_add_", "3 rows are added, each to that one of 4 which ids names."},
    {"x = torch.zeros(4, 3)\nids = torch.tensor([1, 2, 1])\n"
     "x.index_add_(1, ids, torch.rand(4, 3))\n",
     "index_add_", "Writes into the tensor itself: 8 of its 12 numbers change."},
    {"x = torch.ones(3)\ny = F.gelu(x)\n", "gelu",
     "Each number x becomes x * (1 + erf(x / sqrt(2))) / 2."},
    {"x = torch.ones(3)\ny = x.clamp(min=0)\n", "clamp", "Each number x becomes max(x, 0)."},
    {"x = torch.zeros(4, 3)\nl = F.cross_entropy(x, torch.tensor([0, 1, 2, 0]))\n", "nll_loss",
     "Minus the logarithm of the share that each right answer got, and the mean of these 4."},
    {"x = torch.zeros(4, 3)\nl = F.cross_entropy(x, torch.tensor([0, 1, 2, 0]), reduction='sum')\n",
     "nll_loss",
     "Minus the logarithm of the share that each right answer got, and the sum of these 4."},
    {"x, y = torch.meshgrid(torch.ones(2), torch.ones(3), indexing='ij')\n", "meshgrid",
     "2 tensors, each shown as (2, 3). None is copied."},
    {"x = torch.tensor([1., 3.])\ny = x.max() > 2\n", "gt", "x.max() > 2 is True."},
    {"x = torch.tensor([1., 3.])\nm = max(-math.inf, x.max())\n", "gt",
     "max compares two numbers, 3 and minus infinity, and goes on with the larger: 3."},
    {"x = torch.tensor([1., 3.])\nm = max(4, x.max())\n", "gt",
     "max compares two numbers, 3 and 4, and goes on with the larger: 4."},
    {"x = torch.tensor([1., 3.])\nm = min(x)\n", "lt",
     "min compares two numbers, 3 and 1, and goes on with the smaller: 1."},
    {"x = torch.tensor([1., 3.])\nm = max(x, key=lambda v: v)\n", "gt",
     "max compares two numbers: 3 > 1 is True."},
    {"x = torch.tensor([3., 1.])\ny = sorted(x)\n", "lt",
     "sorted compares two numbers: 1 < 3 is True."},
    {"x = torch.tensor([3., 1.])\ny = [2, x[1]].index(1)\n", "eq",
     "index compares two numbers: 1 == 1 is True."},
    {"x = torch.tensor([3., 1.])\ny = x[0] in (2, 3)\n", "eq",
     "in compares two numbers: 3 == 3 is True."},
    {"a, b = torch.ones(4), torch.ones(3)\ny = a[:, None] * b\n", "mul",
     "Each number becomes a[:, None] * b. Both are repeated to fit."},
    {"a, b = torch.ones(4, 1), torch.ones(3)\ny = (2 * a) + (3 * b)\n", "add",
     "Each number becomes (2 * a) + (3 * b). Both are repeated to fit."},
    {"a, b = torch.ones(4, 1), torch.ones(3)\ny = a < b\n", "lt",
     "0 of 12 are True: where a < b. Both are repeated to fit."},
};

/* What a function of Python does by itself has not the name of what it gives in the end. */
static const struct {
    const char *line, *op, *name;
} by_themselves[] = {
    {"m = max(x[0], x[1])", "gt", "gt(...)"},
    {"m = min(-1., x.max())", "lt", "lt(...)"},
    {"m = sorted(x)", "lt", "lt(...)"},
    {"m = x[1] in [x[0], 3.]", "eq", "eq(...)"},
    {"m = [x[0], x[1]].count(x[1])", "eq", "eq(...)"},
    {"for a, b in zip(x, x): pass", "unbind", "b"},
    {"m = sum([x[0], x[0], x[1]])", "add", "m"},
    {"print(sum(x))", "unbind", "unbind(...)[0]"},
    {"m = list(x)", "unbind", "list(x)[0]"},
    {"print(x.gt(0))", "gt", "x.gt(0)"},
    {"m = torch.gt(x, 0)", "gt", "m"},
    {"print(x > max(2, 3))", "gt", "(x > max(2, 3))"},
    {"print(sum([x[0]]) + 1)", "add", "(sum([x[0]]) + 1)"},
};

START_TEST(nobody_else_has_its_name)
{
    struct traced t;
    struct buf code = {0}, name = {0};
    buf_printf(&code, "x = torch.tensor([1., 3.])\n%s\n", by_themselves[_i].line);
    traced_open(&t, buf_text(&code));
    int step = traced_find(&t, by_themselves[_i].op);
    ck_assert_msg(step >= 0, "%s", buf_text(&code));
    struct explainer x = {.tape = &t.tape, .event = step, .e = &t.tape.event[step]};
    name_result(&x, &name);
    ck_assert_str_eq(buf_text(&name), by_themselves[_i].name);
    buf_free(&code);
    buf_free(&name);
    traced_close(&t);
}
END_TEST

START_TEST(sentences_are)
{
    struct traced t;
    struct buf text = {0};
    traced_open(&t, sentences[_i].code);
    int step = traced_find(&t, sentences[_i].op);
    ck_assert_msg(step >= 0, "%s: no %s", sentences[_i].code, sentences[_i].op);
    caption_of(&t.tape, step, &text);
    ck_assert_str_eq(buf_text(&text), sentences[_i].sentence);
    buf_free(&text);
    traced_close(&t);
}
END_TEST

/* --- heads, pairs and halves --- */

#define HEADS                                                                                      \
    "x, W = torch.randn(2, 3, 8), torch.randn(8, 8)\n"                                             \
    "q, k, v = [(x @ W).view(2, 3, 2, 4) for _ in range(3)]\n"
#define ROTATED                                                                                    \
    "q, k, v = [y.transpose(1, 2) for y in (rotated(q), rotated(k), v)]\n"                         \
    "c = torch.softmax(q @ k.transpose(2, 3), -1) @ v\n"

/* What rotates positions cuts rows, too: how many steps tell of heads, how many of pairs. */
static const struct {
    const char *code;
    int heads, pairs;
} rotations[] = {
    {HEADS "def rotated(y):\n    return y\n" ROTATED, 3, 0},
    {HEADS "def rotated(y):\n    a, b = y.view(2, 3, 2, 2, 2).unbind(-1)\n"
           "    return torch.stack((-b, a), -1).flatten(-2)\n" ROTATED,
     3, 2},
    {HEADS "def rotated(y):\n    z = y.view(2, 3, 2, 2, 2)\n"
           "    return torch.cat((-z[..., 1, :], z[..., 0, :]), -1)\n" ROTATED,
     3, 0},
    {HEADS "def rotated(y):\n    a, b = y.chunk(2, -1)\n"
           "    return torch.cat((-b, a), -1)\n" ROTATED,
     3, 0},
    {HEADS "def rotated(y):\n    out = torch.empty_like(y)\n    out[..., ::2] = -y[..., 1::2]\n"
           "    out[..., 1::2] = y[..., ::2]\n    return out\n" ROTATED,
     3, 0},
    {HEADS "def rotated(y):\n    z = torch.view_as_complex(y.reshape(2, 3, 2, -1, 2))\n"
           "    return torch.view_as_real(z * 1j).flatten(3)\n" ROTATED,
     3, 2},
    /* before there are heads, in as many pieces */
    {"def turned(y):\n    a, b = y.view(2, 3, 4, 2).unbind(-1)\n"
     "    return torch.stack((-b, a), -1).reshape(2, 3, 8)\n"
     "x, W = torch.randn(2, 3, 8), torch.randn(8, 8)\n"
     "q, k, v = turned(x @ W), turned(x @ W), x @ W\n"
     "q, k, v = [y.view(2, 3, 4, 2).transpose(1, 2) for y in (q, k, v)]\n"
     "c = torch.softmax(q @ k.transpose(2, 3), -1) @ v\n",
     3, 2},
    /* one head, as many batch items as pairs */
    {"def turned(y):\n    z = y.view(2, 3, 2, 2)\n"
     "    return torch.stack((-z[..., 1], z[..., 0]), -1).reshape(2, 3, 4)\n"
     "x, W = torch.randn(2, 3, 4), torch.randn(4, 4)\n"
     "c = torch.softmax(turned(x @ W) @ turned(x @ W).transpose(1, 2), -1) @ (x @ W)\n",
     0, 2},
    /* heads of two numbers, one after the other: no pairs */
    {"x, W = torch.randn(3, 8), torch.randn(8, 8)\n"
     "q, k, v = [(x @ W).view(3, 4, 2) for _ in range(3)]\n"
     "for h in range(4):\n    c = torch.softmax(q[:, h] @ k[:, h].T, -1) @ v[:, h]\n",
     0, 0},
};

START_TEST(rotated_pairs_are_no_heads)
{
    struct traced t;
    int heads = 0, pairs = 0;
    traced_open(&t, rotations[_i].code);
    for (int k = 0; k < t.tape.event_count; k++) {
        enum caption said = caption_of(&t.tape, k, NULL);
        heads += said == CAPTION_HEADS_CUT;
        pairs += said == CAPTION_PAIRS_CUT;
    }
    ck_assert_msg(heads == rotations[_i].heads && pairs == rotations[_i].pairs,
                  "%d heads, %d pairs:\n%s", heads, pairs, rotations[_i].code);
    check_tape(&t.tape, rotations[_i].code);
    traced_close(&t);
}
END_TEST

/* --- roles --- */

/* One product that holds all three, however it is split, and whatever is done with them on the
 * way: all are told. */
static const char *const splits[] = {
    "q, k, v = qkv.chunk(3, -1)\n",
    "q, k, v = (t for t in qkv.chunk(3, -1))\n",
    "q, k, v = [t.view(1, 4, 4) for t in qkv.chunk(3, -1)]\n",
    "q, k, v = map(lambda t: t.clone(), qkv.split(4, -1))\n",
    "q, k, v = qkv.view(1, 4, 3, 4).unbind(2)\n",
    "q, k, v = qkv.view(1, 4, 3, 4).permute(2, 0, 1, 3)\n",
    "q, k, v = qkv[..., :4], qkv[..., 4:8], qkv[..., 8:]\n",
    "q, k, v = (qkv[..., c::3] for c in range(3))\n",
};
static const char *const ways[] = {
    "",
    "k, v = torch.cat([past, k], 1), torch.cat([past, v], 1)\n",
    "kept = torch.zeros(2, 1, 8, 4)\nkept[0, :, :4] = k\nkept[1, :, :4] = v\n"
    "k, v = kept[0, :, :4], kept[1, :, :4]\n",
    "kept = torch.zeros(1, 4, 4)\nkept.copy_(k)\nk = kept\nv = F.normalize(v, dim=-1)\n",
    "k = torch.cat([-k[..., 2:], k[..., :2]], -1) * turn + k\nv = v[:, torch.arange(4)]\n",
    "k = k @ turn\nv = v @ turn\n",
    "q = q * .5\nk = F.layer_norm(k, (4,))\nv = torch.stack([v, v]).sum(0)\n",
};

static void expect_role(const char *code, const char *role)
{
    struct traced t;
    struct buf text = {0};
    traced_open(&t, code);
    int step = 0;
    while (step < t.tape.event_count && t.tape.event[step].stage != STAGE_PROJECT) {
        step++;
    }
    ck_assert_msg(step < t.tape.event_count, "%s: no projection", code);
    caption_of(&t.tape, step, &text);
    const char *told = strrchr(buf_text(&text), ':');
    ck_assert_msg(told != NULL && strcmp(told + 2, role) == 0, "%s: %s", code, buf_text(&text));
    buf_free(&text);
    traced_close(&t);
}

START_TEST(all_three_roles_are_told)
{
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        struct buf code = {0};
        buf_printf(&code,
                   "past, turn = torch.randn(1, 3, 4), torch.randn(4, 4)\n"
                   "qkv = torch.randn(1, 4, 6) @ torch.randn(6, 12)\n"
                   "%s%so = torch.softmax(q @ k.mT / 2, -1) @ v\n",
                   splits[_i], ways[k]);
        expect_role(buf_text(&code), "queries, keys and values.");
        buf_free(&code);
    }
}
END_TEST

#define GIVEN                                                                                      \
    "x, W = torch.randn(4, 4), torch.randn(4, 4)\na, b = torch.randn(3, 4), torch.randn(3, 4)\n"

static const struct {
    const char *code, *role;
} roles[] = {
    {GIVEN "q = x @ W\no = torch.softmax(q @ a.T, -1) @ b\n", "the queries."},
    {GIVEN
     "q = (x @ W).view(4, 2, 2).mT.mT.reshape(4, 4) / 2\no = torch.softmax(q @ a.T, -1) @ b\n",
     "the queries."},
    {GIVEN "k = x @ W\no = torch.softmax(a @ k.T, -1) @ x\n", "the keys."},
    {GIVEN "v = x @ W\no = torch.softmax(a @ x.T, -1) @ v\n", "the values."},
    /* one tensor in two roles, at once or in another attention */
    {GIVEN "k = x @ W\no = torch.softmax(a @ k.T, -1) @ k\n", "keys and values."},
    {GIVEN "q = x @ W\no = torch.softmax(q @ q.T, -1) @ x\n", "queries and keys."},
    {GIVEN "k, v = (x @ torch.randn(4, 8)).chunk(2, -1)\no = torch.softmax(a @ k.T, -1) @ v\n",
     "keys and values."},
    {GIVEN "q = x @ W\no = torch.softmax(q @ a.T, -1) @ b\np = torch.softmax(a @ q.T, -1) @ q\n",
     "queries, keys or values."},
    /* what meets a learned vector may be both */
    {GIVEN "k, q, v = x @ W, nn.Linear(4, 4), torch.randn(4)\n"
           "o = torch.softmax(torch.tanh(k + q(a[0])) @ v, -1) @ x\n",
     "queries, keys or values."},
    {GIVEN "k, v = x @ W, nn.Linear(4, 1)\n"
           "o = (torch.softmax(v(torch.tanh(k)), 0) * x).sum(0)\n",
     "queries, keys or values."},
    /* and where the way cannot be followed, none is */
    {GIVEN "q = (x @ W).cumsum(0)\no = torch.softmax(q @ a.T, -1) @ b\n",
     "queries, keys or values."},
};

START_TEST(roles_are)
{
    expect_role(roles[_i].code, roles[_i].role);
}
END_TEST

/* --- labels --- */

static const struct {
    const char *code;  /* behind a comment that names three words */
    const char *name;  /* of the tensor that is looked at: the last one so called */
    const char *words; /* of its axes: "the cat sat | -" */
} labels[] = {
    {"x = torch.randn(3, 2)\n", "x", "the cat sat|-"},
    {"x = torch.randn(2, 3, 2)\n", "x", "-|the cat sat|-"},
    {"x = torch.randn(1, 3)\n", "x", "-|the cat sat"},
    {"x = torch.randn(3, 2)\ny = torch.randn(3, 2)\n", "y", "-|-"}, /* no coincidence */
    {"x = torch.randn(3, 2)\ny = x @ torch.randn(2, 3)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x @ x.T\n", "y", "the cat sat|the cat sat"},
    {"x = torch.randn(3, 2)\ny = (x @ x.T).softmax(-1) @ x\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x[1:]\n", "y", "cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x[:, 0]\n", "y", "the cat sat"},
    {"x = torch.randn(3, 2)\ny = x[torch.tensor([2, 0, -3])]\n", "y", "sat the the|-"},
    {"x = torch.randn(3, 2)\ni = torch.tensor([2, 0])\ny = x[i, None]\ni[0] = 1\n", "y",
     "sat the|-|-"},
    {"x = torch.randn(3, 2)\ni = torch.tensor([1, 0])\ny = x[i, i]\n", "y", "cat the"},
    {"x = torch.randn(3, 2)\ny = (x @ x.T)[torch.tensor([1, 0]), torch.tensor([1, 2])]\n", "y",
     "-"},
    {"x = torch.randn(3, 2)\ny = x[torch.tensor([2]), torch.tensor([0, 1])]\n", "y", "-"},
    {"x = torch.randn(3, 2)\ny = x[torch.tensor([[2, 0], [1, 1]])]\n", "y", "-|-|-"},
    {"x = torch.randn(3, 2)\ny = x[[2, 0]]\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x[torch.arange(3) < 2]\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny, i = x.topk(1)\n", "i", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny, i = x.topk(3, dim=0)\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.argsort(dim=1)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x.flip(0)\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.sort(dim=0)[0]\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.sum(-1)\n", "y", "the cat sat"},
    {"x = torch.randn(3, 2)\ny = torch.zeros_like(x)\n", "y", "-|-"},
    {"x = torch.randn(3, 4)\ny = x.view(3, 2, 2).transpose(0, 1)\n", "y", "-|the cat sat|-"},
    {"x = torch.randn(3, 4)\ny = x.view(2, 3, 2)\n", "y", "-|-|-"}, /* rows were cut */
    {"x = torch.randn(1, 3, 4)\ny = x.view(-1, 4)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = torch.cat([x[:1], x[1:]])\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = torch.cat([x[1:], x[:1]])\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = torch.cat([x, x], dim=1)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = torch.stack([x, x])\n", "y", "-|the cat sat|-"},
    {"x = torch.randn(3, 2)\n# tokens: a dog ran\nz = torch.randn(3, 2)\ny = x + z\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\n# tokens: a dog ran\nz = torch.randn(3, 2)\ny = x @ z.T\n", "y",
     "the cat sat|a dog ran"},
    {"x = torch.randn(3, 2)\ny = x.narrow(0, 1, 2)\n", "y", "cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x.narrow(0, -2, 1)\n", "y", "cat|-"},
    {"x = torch.randn(3, 2)\ny = torch.narrow(x, 0, torch.tensor(2), 1)\n", "y", "sat|-"},
    {"x = torch.randn(3, 2)\ny = x[-2:]\n", "y", "cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x[:1]\n", "y", "the|-"},
    {"x = torch.randn(3, 2)\ny = x[1:2]\n", "y", "cat|-"},
    {"x = torch.randn(3, 2)\ny = x[::2]\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x[1]\n", "y", "-"},
    {"x = torch.randn(3, 2)\ny = x[None, 1:]\n", "y", "-|cat sat|-"},
    {"x = torch.randn(3, 2)\na, y, c = x.chunk(3)\n", "y", "cat|-"},
    {"x = torch.randn(3, 2)\na, y = x.split([1, 2])\n", "y", "cat sat|-"},
    {"x = torch.randn(3, 2)\na, y = x.tensor_split((2,))\n", "y", "sat|-"},
    {"x = torch.randn(3, 2)\na, y, b = x.unbind()\n", "y", "-"},
    {"x = torch.randn(3, 2)\ny = x.T[:, 1:]\n", "y", "-|cat sat"},
    {"x = torch.randn(3, 3)\ny = x.diagonal()\n", "y", "-"},
    {"x = torch.randn(3, 2)\ny = torch.diag_embed(x)\n", "y", "-|-|-"},
    {"x = torch.randn(3, 2)\ny = x.repeat(2, 1)\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.roll(1, 0)\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.unsqueeze(1)\n", "y", "the cat sat|-|-"},
    {"x = torch.randn(3, 2)\ny = x.expand(2, 3, 2)\n", "y", "-|the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x.index_select(0, torch.tensor([1, 0]))\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.flatten()\n", "y", "-"},
    {"x = torch.randn(3, 2)\ny = x.unfold(0, 2, 1)\n", "y", "-|-|-"},
    {"x = torch.randn(3, 2)\ny = torch.hstack([x, x])\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = torch.vstack([x[:2], x[2:]])\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = F.pad(x, (0, 0, 0, 1))\n", "y", "-|-"},
    {"i = torch.tensor([0, 1, 1])\ny = nn.Embedding(2, 4)(i)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 4)\na, b = x.split(2, dim=1)\ny = b\n", "b", "the cat sat|-"},
    {"x = torch.randn(3, 4)\na, b = x.split(2)\ny = b\n", "a", "the cat|-"},
};

/* The words of each axis of what `name` was last: "the cat sat|-" */
static void words_of(const struct tape *t, const char *wanted, struct buf *out)
{
    const struct tape_tensor *of = NULL;
    for (int k = 0; k < t->event_count; k++) {
        for (int j = 0; j < t->event[k].output_count; j++) {
            const char *name = tape_result_name(t, k, j);
            of = name != NULL && strcmp(name, wanted) == 0 ? &t->event[k].output[j] : of;
        }
    }
    ck_assert_ptr_nonnull(of);
    for (int axis = 0; axis < of->tensor.ndim; axis++) {
        const char *const *word = axis_words(of, axis);
        buf_puts(out, axis > 0 ? "|" : "");
        for (int64_t k = 0; word != NULL && k < of->tensor.shape[axis]; k++) {
            buf_printf(out, "%s%s", k > 0 ? " " : "", word[k]);
        }
        buf_puts(out, word == NULL ? "-" : "");
    }
}

static void expect_words(const char *code, const char *name, const char *words)
{
    struct traced t;
    struct buf got = {0};
    traced_open(&t, code);
    words_of(&t.tape, name, &got);
    ck_assert_msg(strcmp(buf_text(&got), words) == 0, "%s\nis  %s\nnot %s", code, buf_text(&got),
                  words);
    buf_free(&got);
    traced_close(&t);
}

START_TEST(labels_are)
{
    struct buf code = {0};
    buf_printf(&code, "# tokens: the cat sat\n%s", labels[_i].code);
    expect_words(buf_text(&code), labels[_i].name, labels[_i].words);
    buf_free(&code);
}
END_TEST

static const struct {
    const char *line; /* before a tensor of so many rows */
    int rows;
    const char *words;
} comments[] = {
    {"# tokens: the cat sat", 3, "the cat sat|-"},
    {"#tokens:a", 1, "a|-"},
    {"#tokens:ab", 1, "ab|-"},
    {"#\t tokens:  a  b\tc ", 3, "a b c|-"},
    {"## tokens: a b", 2, "a b|-"},
    {"y = 1 # one # tokens: a b", 2, "a b|-"},
    {"# tokens: a # tokens: b", 4, "a # tokens: b|-"},
    {"# tokens : a b", 2, "-|-"},
    {"# token: a b", 2, "-|-"},
    {"tokens = 'a b'", 2, "-|-"},
    {"# tokens", 1, "-|-"},
    {"# tokens:", 1, "-|-"},
    {"# tokens: ", 1, "-|-"},
    {"# tokens: a b", 3, "-|-"},
    {"# tokens: a b c", 2, "-|-"},
    {"#", 1, "-|-"},
    {"text = 'the old cat'\n# tokens: {text} [?]", 4, "the old cat [?]|-"},
    {"text=\"it is\"\n# tokens: {*text}", 5, "i t _ i s|-"},
    {"text = 'on '\n# tokens: < {*text} >", 5, "< o n _ >|-"},
    {"text = 'the old cat'\n# tokens: {text}", 2, "-|-"},
    {"text = 3\n# tokens: {text}", 1, "{text}|-"},
    {"context = 'a b'\n# tokens: {text}", 1, "{text}|-"},
    {"text = 'a b'\n# tokens: {text", 1, "{text|-"},
};

START_TEST(comments_are_read)
{
    struct buf code = {0};
    buf_printf(&code, "%s\nx = torch.randn(%d, 5)\n", comments[_i].line, comments[_i].rows);
    expect_words(buf_text(&code), "x", comments[_i].words);
    buf_free(&code);
}
END_TEST

Suite *suite_captions(void)
{
    Suite *s = suite_create("captions");
    TCase *t = tcase_create("captions");
    for (size_t k = 0; k < sizeof folders / sizeof folders[0]; k++) {
        add_folder(folders[k]);
    }
    qsort(paths, (size_t)path_count, sizeof paths[0], compare);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, nobody_else_has_its_name, 0,
                        sizeof by_themselves / sizeof by_themselves[0]);
    tcase_add_loop_test(t, modules_keep_their_own_names, 0,
                        (int)(sizeof module_programs / sizeof module_programs[0]));
    tcase_add_loop_test(t, sentences_are, 0, (int)(sizeof sentences / sizeof sentences[0]));
    tcase_add_loop_test(t, rows_have_captions, 0, (int)(sizeof tables / sizeof tables[0]));
    tcase_add_loop_test(t, rotated_pairs_are_no_heads, 0,
                        (int)(sizeof rotations / sizeof rotations[0]));
    tcase_add_loop_test(t, all_three_roles_are_told, 0, (int)(sizeof splits / sizeof splits[0]));
    tcase_add_loop_test(t, roles_are, 0, (int)(sizeof roles / sizeof roles[0]));
    tcase_add_test(t, gradients_are_told_truly);
    tcase_add_test(t, only_optimizers_step);
    tcase_add_loop_test(t, labels_are, 0, (int)(sizeof labels / sizeof labels[0]));
    tcase_add_loop_test(t, comments_are_read, 0, (int)(sizeof comments / sizeof comments[0]));
    tcase_add_loop_test(t, lessons_are_told_truly, 0, (int)lesson_count);
    suite_add_tcase(s, t);
    t = tcase_create("captions, all");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, programs_are_told_truly, 0, PARTS);
    suite_add_tcase(s, t);
    return s;
}
