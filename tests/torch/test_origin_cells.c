/* Tests exact origins, in their order, asked as a recorder asks: from within the report of an
 * operation.
 * */
#include "session/session.h"
#include "torch/op/operation.h"
#include "torch/origin/origin.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_origin_cells(void);

/* `name` is the operation to wait for (the last report counts); the answer is a list of
 * argument:cell, or argument.element:cell in a list of tensors. */
static const struct {
    const char *code, *name;
    int output;
    int64_t cell;
    const char *answer;
} cases[] = {
    /* products: in the order in which they are added up */
    {"f(2, 3) @ f(3, 2)", "matmul", 0, 1, "0:0 1:1 0:1 1:3 0:2 1:5"},
    {"f(3) @ f(2, 3, 2)", "matmul", 0, 3, "0:0 1:7 0:1 1:9 0:2 1:11"},
    {"f(2, 1, 1, 2) @ f(3, 2, 1)", "matmul", 0, 4, "0:2 1:2 0:3 1:3"},
    {"torch.linalg.solve(f(2, 2), f(2))", "linalg_solve", 0, 1, "0:0 0:1 0:2 0:3 1:0 1:1"},
    {"torch.linalg.qr(f(2, 1))", "linalg_qr", 1, 0, "0:0 0:1"},
    {"F.linear(f(2, 2), f(3, 2), f(3))", "linear", 0, 5, "0:2 1:4 0:3 1:5 2:2"},
    {"torch.addmm(f(3), f(2, 2), f(2, 3))", "addmm", 0, 4, "0:1 1:2 2:1 1:3 2:4"},
    {"torch.einsum('ij,ji->i', f(2, 2), f(2, 2))", "einsum", 0, 1, "1.0:2 1.1:1 1.0:3 1.1:3"},
    {"torch.einsum('ij,ji', f(2, 2), f(2, 2))", "einsum", 0, 0,
     "1.0:0 1.1:0 1.0:1 1.1:2 1.0:2 1.1:1 1.0:3 1.1:3"},
    {"torch.einsum('bij->bji', [f(2, 2, 3)])", "einsum", 0, 7, "1.0:9"},
    {"torch.tensordot(f(2, 3), f(3, 2, 2), dims=([0, 1], [1, 0]))", "tensordot", 0, 1,
     "0:0 1:1 0:1 1:5 0:2 1:9 0:3 1:3 0:4 1:7 0:5 1:11"},
    {"torch.outer(f(2), f(3))", "outer", 0, 4, "0:1 1:1"},
    {"torch.trace(f(2, 3))", "trace", 0, 0, "0:0 0:4"},
    /* places and rows */
    {"f(2, 3) + f(3)", "add", 0, 4, "0:4 1:1"},
    {"2 * f(3)", "mul", 0, 1, "0:1"},
    {"torch.where(f(2, 2) > 1, f(2), torch.tensor(0.))", "where", 0, 3, "0:3 1:1 2:0"},
    {"f(2, 2).masked_fill_(torch.tensor([True, False]), -1e9)", "masked_fill", 0, 2, "0:2 1:0"},
    {"f(2, 3).sum(1)", "sum", 0, 1, "0:3 0:4 0:5"},
    {"f(2, 3, 2).mean((0, -1), keepdim=True)", "mean", 0, 1, "0:2 0:3 0:8 0:9"},
    {"f(2, 2).sum()", "sum", 0, 0, "0:0 0:1 0:2 0:3"},
    {"f(2, 3).cumsum(0)", "cumsum", 0, 4, "0:1 0:4"},
    {"F.softmax(f(2, 3), dim=-1)", "softmax", 0, 4, "0:3 0:4 0:5"},
    {"F.layer_norm(f(2, 2), (2,), f(2), f(2))", "layer_norm", 0, 3, "0:2 0:3 2:1 3:1"},
    {"f(2, 2).argmax(0)", "argmax", 0, 1, "0:1 0:3"},
    /* cells that are moved */
    {"F.nll_loss(f(3, 2), torch.tensor([0, 1, 0]), f(2))", "nll_loss", 0, 0, "0:0 2:0 0:3 2:1 0:4"},
    {"f(2, 3).t()", "t", 0, 1, "0:3"},
    {"f(2, 6).view(2, 3, 2).transpose(1, 2)", "transpose", 0, 7, "0:8"},
    {"f(3, 1).expand(3, 2).reshape(6)", "reshape", 0, 3, "0:3"},
    {"torch.cat([f(2, 2), f(3, 2)])", "cat", 0, 7, "0.1:3"},
    {"torch.stack([f(2), f(2)], 1)", "stack", 0, 1, "0.1:0"},
    {"f(2, 4).chunk(2, dim=-1)", "chunk", 1, 2, "0:6"},
    {"f(2, 2).tril()", "tril", 0, 2, "0:2"},
    {"f(2, 2).tril()", "tril", 0, 1, ""},
    {"F.pad(f(2), (1, 0), value=0.)", "pad", 0, 0, ""},
    {"F.pad(f(2), (1, 0), value=1.)", "pad", 0, 0, ""},
    {"F.pad(f(2), (1, 0))", "pad", 0, 2, "0:1"},
    {"F.embedding(torch.tensor([2, 0]), f(3, 2))", "embedding", 0, 1, "1:5"},
    {"f(2, 3).gather(1, torch.tensor([[2], [1]]))", "gather", 0, 1, "0:4"},
    {"(f(5, 9) > 3).t()", "t", 0, 13, "0:29"},
    {"(f(5, 9) > 3).float()", "float", 0, 44, "0:44"},
    {"f(2, 3).bool()", "bool", 0, 5, "0:5"},
    {"f(3).to(torch.uint8)", "to", 0, 2, "0:2"},
    {"f(3).view(torch.int32)", "view", 0, 1, "0:1"},
    {"f(1100, 1000).t()", "t", 0, 1099999, "0:1099999"},
    {"f(1100, 1000).t()", "t", 0, 1099, "0:1099000"},
    {"torch.as_strided(f(4, 3).t(), (2, 2), (4, 1), 1)", "as_strided", 0, 2, "0:9"},
    {"f(3).copy_(f(3))", "copy", 0, 1, "1:1"},
    {"x = f(2, 2); x.fill_diagonal_(9.)", "fill_diagonal", 0, 3, ""},
    {"torch.zeros(2, 2)", "zeros", 0, 3, ""},
    /* x[...] */
    {"f(3, 4)[1:, ::2]", "__getitem__", 0, 3, "0:10"},
    {"f(3, 4)[[2, 0]]", "__getitem__", 0, 1, "0:9"},
    {"f(4)[torch.tensor([False, True, False, True])]", "__getitem__", 0, 1, "0:3"},
    {"x = f(2, 3)\nx[:, 1] = f(2)", "__setitem__", 0, 4, "2:1"},
    {"x = f(2, 3)\nx[:, 1] = f(2)", "__setitem__", 0, 3, "0:3"},
    {"x = f(2, 3)\nx[0] = 7", "__setitem__", 0, 1, ""},
    {"x = f(2, 3)\nx[0] = 0", "__setitem__", 0, 4, "0:4"},
    /* by the order of values */
    {"torch.tensor([3., 1., 2.]).sort()", "sort", 0, 2, "0:0"},
    {"torch.tensor([3., 1., 2.]).sort()", "sort", 1, 0, "0:0 0:1 0:2"},
    {"torch.tensor([[1., 5., 5.], [4., 2., 3.]]).topk(2)", "topk", 0, 0, "0:1"},
    {"torch.tensor([[1., 5.], [4., 2.]]).max(0)", "max", 0, 1, "0:1"},
    {"torch.tensor([[1., 5.], [4., 2.]]).msort()", "msort", 0, 1, "0:3"},
    {"torch.tensor([4., 2., 3.]).median()", "median", 0, 0, "0:2"},
    {"torch.tensor([2., 1., 2.]).unique()", "unique", 0, 1, "0:0 0:2"},
    /* drawn */
    {"torch.bernoulli(f(3) / 3)", "bernoulli", 0, 1, "0:1"},
    {"torch.rand_like(f(3))", "rand_like", 0, 1, ""},
    {"torch.rand(3)", "rand", 0, 1, ""},
    {"F.dropout(f(3), 0.5)", "dropout", 0, 2, "0:2"},
    /* what an index sends here */
    {"f(3).index_add_(0, torch.tensor([1, 0, 1]), f(3))", "index_add", 0, 1, "0:1 3:0 3:2"},
    {"f(4).diff()", "diff", 0, 2, "0:2 0:3"},
    /* NumPy */
    {"np.concatenate([a(2, 2), a(1, 2)])", "concatenate", 0, 5, "0.1:1"},
    {"a(2, 3).reshape(3, 2)", "reshape", 0, 3, "0:3"},
    {"np.dot(a(2, 2), a(2, 2))", "dot", 0, 1, "0:0 1:1 0:1 1:3"},
    {"np.sum(a(2, 3), axis=0)", "sum", 0, 1, "0:1 0:4"},
    {"a(4)[::-1]", "__getitem__", 0, 0, "0:3"},
    {"x = a(2, 2)\nx[1] = a(2)", "__setitem__", 0, 2, "2:0"},
    {"np.where(a(2) > 0, a(2), 0.)", "where", 0, 1, "0:1 1:1"},
    {"np.sort(np.array([3., 1., 2.]))", "sort", 0, 0, "0:1"},
};

struct asked {
    struct session *session;
    const char *name;
    int output;
    int64_t cell;
    struct buf answer;
    bool answered;
};

static bool report(void *self, const struct operation *operation, const struct span *site)
{
    struct asked *a = self;
    (void)site;
    if (strcmp(operation->op->name, a->name) != 0 || a->output >= operation->output_count) {
        return true;
    }
    struct call call = *operation->call; /* as a recorder would keep it */
    struct origins o;
    buf_free(&a->answer);
    a->answered = true;
    if (!origin_find(&call, a->output, &operation->outputs[a->output]->tensor, a->cell, &o)) {
        buf_printf(&a->answer, "error: %s", a->session->in.error.text);
        error_clear(&a->session->in.error);
        return true;
    }
    for (int64_t k = 0; k < o.count; k++) {
        const struct origin *at = &o.at[k];
        bool list = call.arg[at->argument].tensors != NULL;
        buf_printf(&a->answer, "%s%d", k > 0 ? " " : "", at->argument);
        if (list) {
            buf_printf(&a->answer, ".%d", at->element);
        }
        buf_printf(&a->answer, ":%lld", (long long)at->cell);
    }
    origins_free(&o);
    return true;
}

static void run(struct session *s, const char *text)
{
    static const char preparation[] =
        "import torch, numpy as np\n"
        "import torch.nn.functional as F\n"
        "def f(*s): return torch.arange(1., torch.zeros(s).numel() + 1).view(*s)\n"
        "def a(*s): return np.arange(1., np.prod(s) + 1).reshape(s)\n";
    struct buf all = {0};
    struct value last;
    bool has_last;
    buf_printf(&all, "%s%s\n", preparation, text);
    struct source source = {
        .file = "test", .first_line = 1, .text = buf_text(&all), .len = all.len};
    enum outcome outcome = interp_run(&s->in, &source, &last, &has_last);
    if (outcome == OUTCOME_EXCEPTION) {
        buf_putc(&all, '\n');
        raise_summary(&s->in, s->in.exception, &all);
    }
    ck_assert_msg(outcome == OUTCOME_DONE, "%s %s", buf_text(&all), s->in.error.text);
    buf_free(&all);
}

START_TEST(cell)
{
    struct session *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    ck_assert(session_init(s, 0, 1));
    struct asked a = {
        .session = s, .name = cases[_i].name, .output = cases[_i].output, .cell = cases[_i].cell};
    struct recorder recorder = {.self = &a, .operation = report};
    s->in.recorder = &recorder;
    run(s, cases[_i].code);
    ck_assert_msg(a.answered, "%s: %s was not reported", cases[_i].code, a.name);
    ck_assert_msg(strcmp(buf_text(&a.answer), cases[_i].answer) == 0, "%s: %s instead of %s",
                  cases[_i].code, buf_text(&a.answer), cases[_i].answer);
    buf_free(&a.answer);
    session_free(s);
    ck_assert_uint_eq(s->memory.used, 0);
    free(s);
}
END_TEST

/* A cell that is none, and an operation that draws no conclusion from the error before. */
START_TEST(outside)
{
    struct session *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    ck_assert(session_init(s, 0, 1));
    struct asked a = {.session = s, .name = "add", .cell = 3};
    struct recorder recorder = {.self = &a, .operation = report};
    s->in.recorder = &recorder;
    run(s, "f(3) + 1");
    ck_assert_str_eq(buf_text(&a.answer), "error: cell 3 is none of the 3 cells of add");
    buf_free(&a.answer);
    session_free(s);
    free(s);
}
END_TEST

Suite *suite_origin_cells(void)
{
    Suite *s = suite_create("origin_cells");
    TCase *t = tcase_create("cells");
    tcase_add_loop_test(t, cell, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(t, outside);
    suite_add_tcase(s, t);
    return s;
}
