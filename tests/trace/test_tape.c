/* Tests the tape: what an event keeps, tensors as they were, where values come from, names, memory.
 */
#include "traced.h"

#include "expect.h"
#include "mistakes/warnings.h"
#include "torch/origin/origin.h"
#include "trace/axes/axes.h"
#include "trace/report/json.h"
#include "trace/stage/stages.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_tape(void);

/* The cells of a tensor, in order: "1 2 3". */
static void put_cells(const struct tensor *t, struct buf *out)
{
    for (int64_t k = 0; k < tensor_numel(t); k++) {
        buf_printf(out, "%s%g", k > 0 ? " " : "", tensor_double_at(t, tensor_place(t, k)));
    }
}

static void expect_cells(struct tape *t, bool before, const struct tape_tensor *of, int event,
                         const char *expected)
{
    struct tensor then;
    struct buf text = {0};
    ck_assert(before ? tape_before(t, of, event, &then) : tape_after(t, of, event, &then));
    put_cells(&then, &text);
    ck_assert_str_eq(buf_text(&text), expected);
    tensor_release(&then);
    buf_free(&text);
}

START_TEST(an_old_step_never_shows_a_later_write)
{
    struct traced t;
    traced_open(&t,
                "x = torch.zeros(2, 2)\ny = x.T\nx[0] = 1\nx.add_(1)\ny[0, 1] = 7\nz = y + 0\n");
    struct tape *tape = &t.tape;
    static const char *const x[] = {"0 0 0 0", "0 0 0 0", "", "", "2 2 1 1"};
    ck_assert_int_eq(tape->event_count, 6);
    ck_assert_int_eq(tape->write_count, 3);
    const struct tape_tensor *made = &tape->event[0].output[0], *view = &tape->event[1].output[0];
    expect_cells(tape, false, made, 0, x[0]);
    expect_cells(tape, false, view, 1, x[1]);
    expect_cells(tape, false, made, 2, "1 1 0 0");
    expect_cells(tape, true, made, 3, "1 1 0 0");
    expect_cells(tape, false, made, 3, "2 2 1 1");
    expect_cells(tape, true, view, 4, "2 1 2 1");
    expect_cells(tape, false, view, 4, "2 7 2 1");
    expect_cells(tape, false, made, 5, "2 2 7 1");
    expect_cells(tape, true, &tape->event[3].input[0].of, 3, "1 1 0 0");
    expect_cells(tape, false, made, 0, x[0]); /* again, behind a later one */
    traced_close(&t);
}
END_TEST

/* out=: the copy into the tensor that was given is an event, and its readers take from there. */
START_TEST(what_goes_into_out_is_on_the_tape)
{
    struct traced t;
    traced_open(&t, "a = torch.ones(2)\nq = torch.zeros(2)\ntorch.add(a, 5, out=q)\nb = q * 1\n"
                    "torch.add(a, 6, out=q)\n");
    struct tape *tape = &t.tape;
    int *at, count, copy = 3, reader = 4;
    ck_assert_int_eq(tape->event_count, 7);
    ck_assert_str_eq(tape->event[copy].name, "copy_");
    ck_assert_int_eq(tape->event[copy].effect, STORAGE_IN_PLACE);
    expect_cells(tape, true, &tape->event[1].output[0], copy, "0 0");
    expect_cells(tape, true, &tape->event[reader].input[0].of, reader, "6 6");
    expect_cells(tape, false, &tape->event[6].output[0], 6, "7 7");
    ck_assert(tape_sources(tape, reader, &tape->event[reader].input[0], &at, &count));
    ck_assert_int_eq(count, 2);
    ck_assert_int_eq(at[1], copy);
    free(at);
    traced_close(&t);
}
END_TEST

/* NumPy's a += b is one event, and who reads a takes from it. */
START_TEST(an_array_is_written_in_place)
{
    struct traced t;
    traced_open(&t, "a = np.ones(2)\nb = a\nb += np.arange(2)\nc = a * 2\na *= 3\n");
    struct tape *tape = &t.tape;
    int *at, count, write = 2, reader = 3;
    ck_assert_int_eq(tape->event_count, 5);
    ck_assert_str_eq(tape->event[write].name, "add");
    ck_assert_int_eq(tape->event[write].effect, STORAGE_IN_PLACE);
    ck_assert_int_eq(tape->event[write].input_count, 2);
    expect_cells(tape, true, &tape->event[0].output[0], write, "1 1");
    expect_cells(tape, false, &tape->event[write].output[0], write, "1 2");
    expect_cells(tape, true, &tape->event[reader].input[0].of, reader, "1 2");
    expect_cells(tape, false, &tape->event[4].output[0], 4, "3 6");
    ck_assert(tape_sources(tape, reader, &tape->event[reader].input[0], &at, &count));
    ck_assert_int_eq(count, 2);
    ck_assert_int_eq(at[1], write);
    free(at);
    traced_close(&t);
}
END_TEST

START_TEST(sources_are_the_maker_and_the_writes)
{
    struct traced t;
    int *at, count;
    traced_open(&t, "x = torch.zeros(4)\nx[0] = 1\nx[3] = 2\ny = x[:2]\nx[1] = 5\nz = y * 2\n");
    struct tape *tape = &t.tape;
    ck_assert(tape_sources(tape, 3, &tape->event[3].input[0], &at, &count));
    ck_assert_int_eq(count, 3); /* zeros and both writes before the slice */
    ck_assert_int_eq(at[0], 0);
    ck_assert_int_eq(at[1], 1);
    ck_assert_int_eq(at[2], 2);
    free(at);
    ck_assert(tape_sources(tape, 5, &tape->event[5].input[0], &at, &count));
    ck_assert_int_eq(count, 2); /* the slice, and the write into it behind its back */
    ck_assert_int_eq(at[0], 3);
    ck_assert_int_eq(at[1], 4);
    free(at);
    traced_close(&t);
}
END_TEST

START_TEST(arguments_stay_as_they_were)
{
    struct traced t;
    struct call call;
    struct origins o;
    traced_open(&t, "x = torch.arange(6.).view(2, 3)\nrows = [1, 0]\ni = torch.tensor([2, 0])\n"
                    "y = x[rows]\nz = x[:, i]\nrows[0] = 0\ni[0] = 1\nx.zero_()\n");
    struct tape *tape = &t.tape;
    for (int k = 0; k < tape->event_count; k++) {
        struct event *e = &tape->event[k];
        if (strcmp(e->name, "__getitem__") != 0) {
            continue;
        }
        bool rows = strcmp(tape_result_name(tape, k, 0), "y") == 0;
        ck_assert(tape_call_of(tape, k, &call));
        ck_assert_msg(origin_find(&call, 0, &e->output[0].tensor, 0, &o), "%s",
                      t.program.session->in.error.text);
        ck_assert_int_eq(o.count, 1);
        ck_assert_int_eq(o.at[0].cell, rows ? 3 : 2);
        origins_free(&o);
        tape_call_release(tape, k, &call);
    }
    traced_close(&t);
}
END_TEST

/* The tuple of a size is collected while the tape is read: what it says are the integers. */
START_TEST(sizes_hold_no_object)
{
    struct traced t;
    int seen = 0;
    traced_open(&t, "x = torch.empty((2, 3))\ny = x.view((3, 2))\nz = y.sum((0, 1))\n"
                    "w = torch.zeros([4]).reshape(2, -1)\n");
    for (int k = 0; k < t.tape.event_count; k++) {
        for (int j = 0; j < t.tape.event[k].arg_count; j++) {
            const struct argument *a = &t.tape.event[k].arg[j];
            seen += a->ints != NULL;
            ck_assert(a->ints == NULL || a->value.type != VALUE_OBJECT);
        }
    }
    ck_assert_int_eq(seen, 5);
    traced_close(&t);
}
END_TEST

static bool gather(void *self, const char *text, size_t len)
{
    buf_put(self, text, len);
    return true;
}

/* What only the run's statements held is gone when the tape is told. */
START_TEST(nothing_is_told_of_what_was_collected)
{
    struct traced t;
    struct warnings none = {0};
    struct buf before = {0}, after = {0};
    struct json_about about = {.file = "t.py",
                               .values = true,
                               .all = true,
                               .choice = {.stage = STAGE_COUNT},
                               .take = gather};
    traced_open(&t,
                "m = nn.MultiheadAttention(4, 2, batch_first=True)\nx = torch.randn((1, 3, 4))\n"
                "y = m(x, x, x)[0].reshape((3, 4)).sum((0,), keepdim=True)\n"
                "z = np.stack([np.ones((2, 3)), np.zeros((2, 3))]).transpose((2, 0, 1))\n"
                "w = torch.cat([y, y], 0)[[1, 0], (0, 1)].to('cpu').type(torch.float64)\n"
                "e = torch.einsum('ij,jk->ik', y.repeat((4, 1)), torch.eye(4))\n");
    about.self = &before;
    ck_assert(json_write(&about, &t.tape, &none));
    heap_collect(&t.program.session->in);
    about.self = &after;
    ck_assert(json_write(&about, &t.tape, &none));
    ck_assert_uint_gt(before.len, 1000);
    ck_assert_str_eq(buf_text(&after), buf_text(&before));
    buf_free(&before);
    buf_free(&after);
    traced_close(&t);
}
END_TEST

/* Cells can make a text of any length: it ends where the caller wants it to. */
START_TEST(json_has_an_end)
{
    struct traced t;
    struct warnings none = {0};
    struct buf out = {0};
    struct json_about about = {.file = "t.py",
                               .values = true,
                               .all = true,
                               .choice = {.stage = STAGE_COUNT},
                               .most = 1000000,
                               .take = gather,
                               .self = &out};
    traced_open(&t, "x = torch.zeros(1000)\nfor i in range(300):\n    y = x + 1\n");
    ck_assert(!json_write(&about, &t.tape, &none));
    const struct error *err = &t.program.session->in.error;
    ck_assert_int_eq(err->kind, ERROR_LIMIT);
    ck_assert_str_eq(err->text,
                     "the JSON is longer than 1000000 bytes; --step, --stage, --module, --line "
                     "and --backward give a part of it");
    ck_assert_uint_le(out.len, about.most);
    buf_free(&out);
    traced_close(&t);
}
END_TEST

/* Frames are called as their code is, not as a decorator lets itself be called. */
START_TEST(a_decorated_call_is_named_once)
{
    struct traced t;
    traced_open(&t, "import functools\n"
                    "def w(f):\n"
                    "    @functools.wraps(f)\n"
                    "    def call(x):\n"
                    "        return f(x)\n"
                    "    return call\n"
                    "class A:\n"
                    "    @w\n"
                    "    def go(self):\n"
                    "        return torch.ones(2)\n"
                    "a = A().go()\n");
    const struct tape_call *go = &t.tape.call[t.tape.event[0].user_call];
    ck_assert_str_eq(go->name, "A.go");
    ck_assert_str_eq(t.tape.call[go->parent].name, "w.<locals>.call");
    traced_close(&t);
}
END_TEST

/* ModuleList and Sequential share extend(), MaxPool1d and MaxPool2d forward(): of a class with a
 * name that is the library's own. */
START_TEST(what_classes_share_is_called_by_the_class_of_the_object)
{
    struct traced t;
    traced_open(&t, "rows = nn.ModuleList(nn.Linear(2, 2) for _ in range(2))\n"
                    "y = nn.MaxPool1d(2)(rows[0](torch.ones(1, 2)))\n");
    const char *const wanted[] = {"ModuleList.extend", "MaxPool1d.forward"};
    for (int j = 0; j < 2; j++) {
        bool found = false;
        for (int k = 0; k < t.tape.call_count; k++) {
            found |= strcmp(t.tape.call[k].name, wanted[j]) == 0;
        }
        ck_assert_msg(found, "%s", wanted[j]);
    }
    traced_close(&t);
}
END_TEST

/* However an object was given the tensor: as an attribute of the code that reads it. */
START_TEST(what_an_object_keeps_has_its_name)
{
    static const struct kept {
        const char *code, *name;
    } rows[] = {
        {"self.mask = torch.ones(2)", "self.mask"},
        {"self.register_buffer('mask', torch.ones(2))", "self.mask"},
        {"self.register_buffer('mask', None)\n        self.mask = torch.ones(2)", "self.mask"},
        {"self.register_buffer(f'm{0}', tensor=torch.ones(2)); self.mask = self.m0", "self.mask"},
        {"setattr(self, 'ma' + 'sk', torch.ones(2))", "self.mask"},
        {"for m in [self]: nn.Module.register_buffer(m, 'mask', torch.ones(2))", "a.mask"},
        {"n = nn.BatchNorm1d(2); self.norm = n; n.register_buffer('more', n.running_mean)\n"
         "        self.__dict__['mask'] = n.running_var",
         "norm.running_var"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char code[512];
        snprintf(code, sizeof code,
                 "class A(nn.Module):\n"
                 "    def __init__(self):\n"
                 "        super().__init__()\n"
                 "        %s\n"
                 "    def forward(self, x):\n"
                 "        return x * self.mask\n"
                 "a = A()\n"
                 "out = a(torch.randn(2))\n",
                 rows[k].code);
        struct traced t;
        traced_open(&t, code);
        int mul = traced_find(&t, "mul");
        const char *name = tape_name(&t.tape, mul, &t.tape.event[mul].input[1].of);
        ck_assert_msg(name != NULL && strcmp(name, rows[k].name) == 0, "%s: %s", rows[k].code,
                      name != NULL ? name : "no name");
        traced_close(&t);
    }
}
END_TEST

START_TEST(names_are_those_of_the_moment)
{
    struct traced t;
    traced_open(&t, "class A(nn.Module):\n"
                    "    def __init__(self):\n"
                    "        super().__init__()\n"
                    "        self.mask = torch.ones(2)\n"
                    "    def forward(self, x):\n"
                    "        y = x * 2\n"
                    "        y = y + self.mask\n"
                    "        return y\n"
                    "a = A()\n"
                    "q = torch.ones(2)\n"
                    "out = a(q)\n"
                    "end = out - 1\n");
    struct tape *tape = &t.tape;
    int mul = traced_find(&t, "mul"), add = traced_find(&t, "add"), sub = traced_find(&t, "sub");
    ck_assert_str_eq(tape_name(tape, mul, &tape->event[mul].input[0].of), "x");
    ck_assert_str_eq(tape_name(tape, add, &tape->event[add].input[0].of), "y");
    ck_assert_str_eq(tape_name(tape, add, &tape->event[add].input[1].of), "self.mask");
    ck_assert_str_eq(tape_name(tape, sub, &tape->event[sub].input[0].of), "out");
    ck_assert_str_eq(tape_result_name(tape, mul, 0), "y");
    ck_assert_str_eq(tape_result_name(tape, add, 0), "y");
    ck_assert_str_eq(tape_result_name(tape, sub, 0), "end");
    const struct tape_call *forward = &tape->call[tape->event[mul].user_call];
    ck_assert_str_eq(forward->name, "A.forward");
    ck_assert(!forward->prelude && !forward->construction);
    ck_assert_int_eq(forward->first, mul);
    ck_assert_int_eq(forward->end, add + 1);
    int ones = 0; /* the mask, made in the constructor */
    ck_assert(tape->call[tape->event[ones].call].construction);
    traced_close(&t);
}
END_TEST

/* A name that a loop lends is that of its own lines only. */
START_TEST(a_loop_only_lends_its_name)
{
    struct traced run;
    traced_open(&run, "W, U = torch.ones(2, 2), torch.ones(2, 2)\n"
                      "for name, p in [('W', W), ('U', U)]:\n"
                      "    a = p + 1\n"
                      "shapes = [(t.shape) for t in (W, U)]\n"
                      "b = W - U\n");
    struct tape *tape = &run.tape;
    const struct event *e = tape->event;
    int add = traced_find(&run, "add"), sub = traced_find(&run, "sub");
    ck_assert_str_eq(tape_name(tape, add, &e[add].input[0].of), "p");
    ck_assert_str_eq(tape_name(tape, sub, &e[sub].input[0].of), "W");
    ck_assert_str_eq(tape_name(tape, sub, &e[sub].input[1].of), "U");
    traced_close(&run);
    traced_open(&run, "W, U = torch.ones(2, 2), torch.ones(2, 2)\n"
                      "for p in (W, U):\n    p *= 2\n"
                      "b = W - U\n"); /* no name for good by `p *= 2` */
    sub = traced_find(&run, "sub");
    ck_assert_str_eq(tape_name(tape, sub, &tape->event[sub].input[0].of), "W");
    ck_assert_str_eq(tape_name(tape, sub, &tape->event[sub].input[1].of), "U");
    traced_close(&run);
}
END_TEST

START_TEST(a_size_says_where_it_came_from)
{
    struct traced t;
    traced_open(&t, "x = torch.ones(2, 3)\nb, c = x.shape\nn = x.size(1)\nm = c\n");
    struct tape *tape = &t.tape;
    uint64_t serial = tape->event[0].output[0].serial;
    static const struct {
        const char *name;
        int axis;
    } sizes[] = {{"b", 0}, {"c", 1}, {"n", 1}};
    int met = 0;
    for (int k = 0; k < tape->bind_count; k++) {
        const struct tape_bind *b = &tape->bind[k];
        for (int j = 0; j < 3; j++) {
            if (strcmp(b->name, sizes[j].name) == 0) {
                ck_assert_uint_eq(b->size_of, serial);
                ck_assert_int_eq(b->axis, sizes[j].axis);
                met++;
            }
        }
        if (strcmp(b->name, "m") == 0) { /* by then it has a name of its own */
            ck_assert_uint_eq(b->size_of, 0);
            ck_assert_int_eq(b->integer, 3);
            met++;
        }
    }
    ck_assert_int_eq(met, 4);
    traced_close(&t);
}
END_TEST

/* Of several names for one tensor the one that stands in the code. */
START_TEST(a_tensor_has_the_name_that_is_said)
{
    static const struct {
        const char *code, *op, *name;
    } of[] = {
        {"def att(x, mem):\n    return x.exp() + mem.log()\na = torch.ones(2)\natt(a, a)\n", "exp",
         "x"},
        {"def att(x, mem):\n    return x.exp() + mem.log()\na = torch.ones(2)\natt(a, a)\n", "log",
         "mem"},
        {"a = torch.ones(2)\nb = a\na.exp()\n", "exp", "a"},
        {"a = torch.ones(2)\nb = a\nb.exp()\n", "exp", "b"},
        {"a = torch.ones(2)\nb = a\na = torch.zeros(2)\nc = [b, a]\n[c[0].exp(), a]\n", "exp", "b"},
        /* it is said, but of another tensor */
        {"W = torch.ones(2)\nkept = [p for p in (W,) if p.dim()]\n"
         "def f(p):\n    return kept[0].log() + p\nf(torch.zeros(2))\n",
         "log", "W"},
        {"W = torch.ones(2)\nkept = []\nfor w in (W,):\n    kept.append(w)\n"
         "w = torch.zeros(2)\nkept[0].log() + w\n",
         "log", "W"},
        {"w = torch.ones(2)\nclass M:\n    pass\nm = M()\nm.kept = w\n"
         "def f(w):\n    return m.kept.log() + w\nf(torch.zeros(2))\n",
         "log", "m.kept"},
        {"class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, q):\n"
         "        return q * 2\n    @staticmethod\n    def backward(ctx, g):\n"
         "        return g * 2\n"
         "a = torch.ones(2, requires_grad=True)\nq = torch.zeros(2)\n"
         "F.apply(a).sum().backward()\n",
         "empty_like", "a"},
    };
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        struct traced t;
        traced_open(&t, of[k].code);
        int step = traced_find(&t, of[k].op);
        const char *name = tape_name(&t.tape, step, &t.tape.event[step].input[0].of);
        ck_assert_msg(name != NULL && strcmp(name, of[k].name) == 0, "%s: %s", of[k].code, name);
        traced_close(&t);
    }
}
END_TEST

/* What a loss calls its inputs itself is nobody's name: both leaves have gradients of their own. */
static const char *const losses[] = {
    "F.mse_loss(x, t)",
    "F.l1_loss(x, t)",
    "F.smooth_l1_loss(x, t)",
    "F.huber_loss(x, t)",
    "F.binary_cross_entropy(x, t)",
    "F.binary_cross_entropy(x.sigmoid(), t, reduction='sum')",
    "F.binary_cross_entropy_with_logits(x, t)",
    "F.binary_cross_entropy_with_logits(x, t, pos_weight=torch.tensor([2., 1., 3.]))",
    "F.kl_div(x.log(), t)",
    "F.kl_div(x, t, log_target=True)",
    "F.cross_entropy(x, t)",
    "F.poisson_nll_loss(x, t)",
    "F.gaussian_nll_loss(x, t, torch.ones(2, 3))",
    "F.soft_margin_loss(x, t)",
    "F.cosine_similarity(x, t).sum()",
    "F.pairwise_distance(x, t).sum()",
    "F.margin_ranking_loss(x[0], t[0], torch.ones(3))",
    "torch.dist(x, t)",
};

START_TEST(a_loss_names_its_gradients)
{
    struct traced t;
    struct buf text = {0};
    bool of_x = false, of_t = false;
    buf_printf(&text,
               "import torch.nn.functional as F\ntorch.manual_seed(0)\n"
               "x = torch.rand(2, 3, requires_grad=True)\n"
               "t = torch.rand(2, 3, requires_grad=True)\n"
               "loss = %s\nloss.backward()\n",
               losses[_i]);
    traced_open(&t, buf_text(&text));
    for (int k = 0; k < t.tape.event_count; k++) {
        const char *name = t.tape.event[k].gradient;
        bool x = name != NULL && strncmp(name, "x.grad", 6) == 0;
        bool target = name != NULL && strncmp(name, "t.grad", 6) == 0;
        of_x = of_x || x;
        of_t = of_t || target;
        ck_assert_msg(x || target || name == NULL || !t.tape.event[k].gathers, "%s: %s", losses[_i],
                      name);
    }
    traced_close(&t);
    buf_free(&text);
    ck_assert_msg(of_x && of_t, "%s", losses[_i]);
}
END_TEST

/* No operation of the graph made a leaf: its gradient is found by the tensor. */
START_TEST(a_leaf_leads_to_its_gradient)
{
    struct traced t;
    traced_open(&t, "a = torch.tensor([1., 2.])\nw = torch.tensor([3., 4.], requires_grad=True)\n"
                    "y = a * w\ny.sum().backward()\n");
    int found = gradient_other(&t.tape, 1);
    ck_assert_int_gt(found, 1);
    ck_assert_str_eq(t.tape.event[found].gradient, "w.grad");
    ck_assert_int_eq(t.tape.event[found].of, 2);
    ck_assert_int_eq(gradient_other(&t.tape, 0), -1); /* a asks for none */
    ck_assert_int_eq(gradient_other(&t.tape, 2), found);
    ck_assert_int_eq(gradient_other(&t.tape, found), 2);
    traced_close(&t);
}
END_TEST

/* A thousand writes into a large tensor cost what they write, not a copy each. */
START_TEST(writes_cost_what_they_write)
{
    struct traced t;
    traced_open(&t, "x = torch.zeros(1024, 768)\nfor k in range(1024):\n    x[k] = k\n");
    size_t whole = 1024 * 768 * sizeof(float);
    ck_assert_int_eq(t.tape.write_count, 1024);
    ck_assert_msg(t.program.session->memory.used < 6 * whole, "%zu bytes in use",
                  t.program.session->memory.used);
    struct tensor then;
    int last = traced_find(&t, "__setitem__");
    ck_assert(tape_before(&t.tape, &t.tape.event[0].output[0], last - 511, &then));
    ck_assert_double_eq(tensor_double_at(&then, 511 * 768), 511);
    ck_assert_double_eq(tensor_double_at(&then, 512 * 768), 0);
    tensor_release(&then);
    traced_close(&t);
}
END_TEST

/* What does not fit ends the run with the sentence on --max-memory; the tape until then is there.
 */
START_TEST(memory_is_bounded)
{
    struct program p;
    struct tape tape;
    program_open(&p, (size_t)48 << 20, NULL);
    program_run(&p, "import torch\n", 0);
    ck_assert(tape_start(&tape, p.session));
    program_run(&p, "x = torch.zeros(1000, 1000)\nfor k in range(100): y = x + k\n", 0);
    tape_finish(&tape);
    ck_assert_int_eq(p.outcome, OUTCOME_LIMIT);
    ck_assert_msg(strstr(buf_text(&p.traceback), "--max-memory") != NULL, "%s",
                  buf_text(&p.traceback));
    ck_assert_int_gt(tape.event_count, 3);
    ck_assert_uint_le(p.session->memory.peak, (size_t)48 << 20);
    tape_free(&tape);
    program_close(&p);
}
END_TEST

/* While code runs, --max-memory counts what its records will take when they are read. */
static const char *const counted[] = {
    "y = x + torch.tensor(2.)\n",
    "y = torch.cat([x] * 40)\n",
    "y = x.view([1] * 15 + [2])\n",
    "y = x[[0, 1] * 20]\n",
    "y = torch.tensor([[1, 2]] * 20)\n",
    "f()\n",
    "y = k\n",
    "y = x\n",
    "x[0] = k\n",
    "y = x + x\n",
    "y = x.split(1)\n",
    "print(k)\n",
};

START_TEST(records_are_counted_before_they_are_read)
{
    struct program p;
    struct tape tape;
    struct buf text = {0};
    buf_puts(&text, "x = torch.zeros(2)\nfor k in range(300):\n");
    for (int k = 0; k < 8; k++) {
        buf_printf(&text, "    %s", counted[_i]);
    }
    program_open(&p, 0, NULL);
    program_run(&p, "import torch\ndef f(): pass\n", 0);
    ck_assert(tape_start(&tape, p.session));
    program_run(&p, buf_text(&text), 0);
    ck_assert_int_eq(p.outcome, OUTCOME_DONE);
    size_t charged = tape.charged;
    tape_finish(&tape);
    ck_assert_uint_ge(2 * charged, tape.arena.total); /* whose blocks grow */
    ck_assert_uint_le(charged, 3 * tape.arena.total);
    tape_free(&tape);
    program_close(&p);
    buf_free(&text);
}
END_TEST

/* out= of another shape gets another storage: who reads it reads what was written last. */
static void expect_sizes(const struct tape_tensor *of, const char *expected)
{
    struct buf text = {0};
    tensor_shape_text(&of->tensor, &text);
    ck_assert_str_eq(buf_text(&text), expected);
    buf_free(&text);
}

/* What gives an object another memory has a line, with the shape before and the one behind it. */
START_TEST(another_memory_is_an_event)
{
    static const struct {
        const char *text, *name, *before, *after;
        bool moved;
    } rows[] = {
        {"x = torch.ones(2)\nx.resize_(2, 3)\n", "resize_", "[2]", "[2, 3]", true},
        {"x = torch.ones(6)\nx.resize_(2, 3)\n", "resize_", "[6]", "[2, 3]", false},
        {"x = torch.ones(2)\nx.data = torch.zeros(3)\n", "set_data", "[2]", "[3]", true},
        {"w = nn.Parameter(torch.ones(2))\nw.data = torch.zeros(3)\n", "set_data", "[2]", "[3]",
         true},
        {"a = np.ones(4)\na.resize((2, 3), refcheck=False)\n", "resize", "[4]", "[2, 3]", true},
        {"a = np.ones(6)\na.shape = (2, 3)\n", "set_data", "[6]", "[2, 3]", false},
        {"a = np.ones(3)\na += 1\n", "add", "[3]", "[3]", false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct traced t;
        traced_open(&t, rows[k].text);
        int at = traced_find(&t, rows[k].name);
        ck_assert_int_eq(at, t.tape.event_count - 1);
        const struct event *e = &t.tape.event[at];
        ck_assert_int_eq(e->effect, STORAGE_IN_PLACE);
        expect_sizes(&e->input[0].of, rows[k].before);
        expect_sizes(&e->output[0], rows[k].after);
        ck_assert_int_eq(tape_moved(e, 0), rows[k].moved);
        traced_close(&t);
    }
}
END_TEST

START_TEST(a_resized_out_keeps_its_link)
{
    struct traced t;
    traced_open(&t, "a = torch.ones(2, 2)\nc = torch.empty(3)\ntorch.add(a, a, out=c)\nd = c * 3\n"
                    "e = torch.zeros(2)\ne.resize_(9)\ng = e + 1\n");
    static const char *const readers[][2] = {{"mul", "copy_"}, {"add", "resize_"}};
    for (int k = 0; k < 2; k++) {
        int reader = traced_find(&t, readers[k][0]), count, *at;
        ck_assert(tape_sources(&t.tape, reader, &t.tape.event[reader].input[0], &at, &count));
        ck_assert_int_eq(count, 1);
        ck_assert_str_eq(t.tape.event[at[0]].name, readers[k][1]);
        free(at);
    }
    traced_close(&t);
}
END_TEST

/* Forward, backward and at random: always what the tensor held then, also when some still look at
 * another state, and when there is no memory to remember the way forward. */
static void check_state(struct traced *t, int step, int tight)
{
    struct tape *tape = &t->tape;
    const struct event *e = &tape->event[step];
    struct tensor before, after;
    if (strcmp(e->name, "__setitem__") != 0) {
        return;
    }
    int64_t k = e->arg[1].value.i;
    ck_assert(tape_before(tape, &e->input[0].of, step, &before));
    ck_assert(tape_after(tape, &e->output[0], step, &after));
    for (int64_t row = 0; row < 40; row++) {
        double seen = tensor_double_at(&before, row * 3 + 1),
               then = tensor_double_at(&after, row * 3 + 1);
        ck_assert_msg(seen == (row < k ? (double)row + 1 : 0), "%d: step %d, row %d", tight, step,
                      (int)row);
        ck_assert_msg(then == (row <= k ? (double)row + 1 : 0), "%d: step %d, row %d", tight, step,
                      (int)row);
    }
    tensor_release(&before);
    tensor_release(&after);
}

START_TEST(states_are_right_in_any_order)
{
    struct traced t;
    traced_open(
        &t,
        "x = torch.zeros(40, 3)\nfor k in range(40):\n    x[k] = torch.tensor([7., k + 1, k])\n");
    struct budget *memory = &t.program.session->memory;
    int events = t.tape.event_count;
    if (_i == 1) { /* one copy fits, and not much more */
        memory->limit = memory->used + 2048;
    }
    for (int k = 0; k < events; k++) {
        check_state(&t, k, _i);
    }
    for (int k = events - 1; k >= 0; k--) {
        check_state(&t, k, _i);
    }
    for (int k = 0; k < 200; k++) {
        check_state(&t, k * 7919 % events, _i);
    }
    traced_close(&t);
}
END_TEST

/* However small the memory is: the sentence on --max-memory, or the whole run; never anything else.
 */
START_TEST(little_memory_is_told)
{
    static const char text[] =
        "x = torch.zeros(64, 64)\nl = nn.Linear(64, 64)\n"
        "for k in range(300):\n    x[k % 64] = l(x[0]) * k\n    y = torch.cat([x, x])[:, k % 64]\n";
    int ended = 0, done = 0;
    for (size_t limit = 1 << 20; limit < (size_t)64 << 20; limit += limit / 4) {
        struct program p;
        struct tape tape;
        struct warnings warnings = {0};
        program_open(&p, 0, NULL);
        program_run(&p, "import torch\nimport torch.nn as nn\n", 0);
        p.session->memory.limit = p.session->memory.used + limit;
        ck_assert(tape_start(&tape, p.session));
        program_run(&p, text, 0);
        tape_finish(&tape);
        if (p.outcome != OUTCOME_DONE) {
            ck_assert_int_eq(p.outcome, OUTCOME_LIMIT);
            ck_assert_msg(strstr(buf_text(&p.traceback), "--max-memory") != NULL, "%zu: %s", limit,
                          buf_text(&p.traceback));
            ended++;
        } else {
            done++;
        }
        error_clear(&p.session->in.error);
        if (!stages_find(&tape) || !axes_find(&tape) || !warnings_find(&tape, &warnings)) {
            ck_assert_msg(p.session->in.error.text[0] != '\0', "%zu: no sentence", limit);
        }
        warnings_free(&warnings);
        tape_free(&tape);
        program_close(&p);
    }
    ck_assert_int_gt(ended, 3);
    ck_assert_int_gt(done, 1);
}
END_TEST

/* --timeout holds for those who read the tape, too. */
START_TEST(reading_is_bounded_in_time)
{
    struct traced t;
    struct warnings warnings = {0};
    traced_open(&t, "x = torch.ones(3, 4)\ny = torch.softmax(x @ x.T, -1) @ x\n");
    struct session *s = t.program.session;
    s->in.limits.seconds = 1e-9;
    for (int k = 0; k < 3; k++) {
        bool ok = k == 0   ? stages_find(&t.tape)
                  : k == 1 ? axes_find(&t.tape)
                           : warnings_find(&t.tape, &warnings);
        ck_assert(!ok);
        ck_assert_int_eq(s->in.error.kind, ERROR_LIMIT);
        ck_assert_msg(strstr(s->in.error.text, "--timeout") != NULL, "%s", s->in.error.text);
        error_clear(&s->in.error);
    }
    traced_close(&t);
}
END_TEST

START_TEST(all_memory_is_given_back)
{
    struct traced t;
    traced_open(&t, "l = nn.Linear(3, 4)\nx = torch.ones(2, 3)\ny = l(x)\ny[:, 0] = 1\n"
                    "z = torch.cat([y, y], dim=-1)[torch.tensor([0, 1])]\n");
    size_t held = t.program.session->memory.used;
    tape_free(&t.tape);
    ck_assert_uint_lt(t.program.session->memory.used, held);
    program_close(&t.program); /* under the address sanitizer: nothing leaks */
}
END_TEST

/* Tensors of more axes than are copied at once, in a record that is longer than a block of the log:
 * it moves while it is written, and what stands around it stays. */
START_TEST(a_long_record_is_whole)
{
    struct traced t;
    traced_open(&t, "x = torch.arange(12.).view(1, 2, 1, 3, 1, 2)\n"
                    "a = [x.transpose(1, 5) + k for k in range(300)]\n"
                    "y = torch.stack(a)\nz = y[7] * 2\n");
    struct tape *tape = &t.tape;
    const int stack = tape->event_count - 3;
    const struct event *e = &tape->event[stack];
    ck_assert_str_eq(e->name, "stack");
    ck_assert_int_eq(e->input_count, 300);
    for (int k = 0; k < 300; k++) {
        static const int64_t shape[] = {1, 2, 1, 3, 1, 2};
        const struct tape_tensor *of = &e->input[k].of;
        ck_assert_int_eq(of->maker, tape->event[stack - 1].output[0].maker - 2 * (299 - k));
        ck_assert_int_eq(of->tensor.ndim, 6);
        ck_assert_mem_eq(of->tensor.shape, shape, sizeof shape);
    }
    const struct tensor *turned = &tape->event[2].output[0].tensor;
    ck_assert_int_eq(turned->stride[1], 1);
    ck_assert_int_eq(turned->stride[5], 6);
    expect_cells(tape, true, &e->input[7].of, stack, "7 13 9 15 11 17 8 14 10 16 12 18");
    expect_cells(tape, false, &tape->event[stack + 2].output[0], stack + 2,
                 "14 26 18 30 22 34 16 28 20 32 24 36");
    traced_close(&t);
}
END_TEST

/* Names of a class are no names of what is around it. */
START_TEST(a_class_has_its_own_names)
{
    static const char *const names[] = {"n",   "C.n", "C.W", "C.D.n", "C.D.f", "C.D",
                                        "C.k", "C.g", "C",   "F.n",   "F",     "E.ONE",
                                        "E",   "f",   "p",   "n",     "y"};
    struct traced t;
    int at = 0;
    traced_open(&t, "import enum\n"
                    "n = 7\n"
                    "class C:\n"
                    "    n = 4\n"
                    "    W = torch.ones(2)\n"
                    "    class D:\n"
                    "        n = 5\n"
                    "        def f(self): pass\n"
                    "    for k in (1,): pass\n"
                    "    def g(self): pass\n"
                    "def f(p):\n"
                    "    class F:\n"
                    "        n = 6\n"
                    "class E(enum.Enum):\n"
                    "    ONE = 1\n"
                    "f(1)\n"
                    "n = 8\n"
                    "y = C.W + n\n");
    for (int k = 0; k < t.tape.bind_count; k++) {
        const struct tape_bind *b = &t.tape.bind[k];
        bool known = b->at.source->prelude || strcmp(b->name, "enum") == 0;
        for (size_t j = 0; !known && j < sizeof names / sizeof names[0]; j++) {
            known = strcmp(names[j], b->name) == 0;
        }
        ck_assert_msg(known, "%s in line %d", b->name, b->at.line);
        at += strcmp(b->name, "n") == 0;
    }
    ck_assert_int_eq(at, 2);
    ck_assert_str_eq(tape_name(&t.tape, t.tape.event_count - 1,
                               &t.tape.event[t.tape.event_count - 1].input[0].of),
                     "C.W");
    traced_close(&t);
}
END_TEST

Suite *suite_tape(void)
{
    Suite *s = suite_create("tape");
    TCase *t = tcase_create("tape");
    tcase_add_test(t, an_old_step_never_shows_a_later_write);
    tcase_add_test(t, what_goes_into_out_is_on_the_tape);
    tcase_add_test(t, an_array_is_written_in_place);
    tcase_add_test(t, sources_are_the_maker_and_the_writes);
    tcase_add_test(t, arguments_stay_as_they_were);
    tcase_add_test(t, sizes_hold_no_object);
    tcase_add_test(t, nothing_is_told_of_what_was_collected);
    tcase_add_test(t, json_has_an_end);
    tcase_add_test(t, a_decorated_call_is_named_once);
    tcase_add_test(t, what_classes_share_is_called_by_the_class_of_the_object);
    tcase_add_test(t, what_an_object_keeps_has_its_name);
    tcase_add_test(t, names_are_those_of_the_moment);
    tcase_add_test(t, a_loop_only_lends_its_name);
    tcase_add_test(t, a_size_says_where_it_came_from);
    tcase_add_test(t, a_tensor_has_the_name_that_is_said);
    tcase_add_loop_test(t, a_loss_names_its_gradients, 0, sizeof losses / sizeof losses[0]);
    tcase_add_test(t, a_leaf_leads_to_its_gradient);
    tcase_add_test(t, writes_cost_what_they_write);
    tcase_add_test(t, memory_is_bounded);
    tcase_add_loop_test(t, records_are_counted_before_they_are_read, 0,
                        (int)(sizeof counted / sizeof counted[0]));
    tcase_add_test(t, another_memory_is_an_event);
    tcase_add_test(t, a_resized_out_keeps_its_link);
    tcase_add_loop_test(t, states_are_right_in_any_order, 0, 2);
    tcase_add_test(t, a_long_record_is_whole);
    tcase_add_test(t, little_memory_is_told);
    tcase_add_test(t, reading_is_bounded_in_time);
    tcase_add_test(t, all_memory_is_given_back);
    tcase_add_test(t, a_class_has_its_own_names);
    suite_add_tcase(s, t);
    return s;
}
