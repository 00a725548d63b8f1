/* Tests the table of operations: its order, its signatures, its texts; that every row can be found;
 * and the names in grad_fn that depend on the path taken. */
#include "expect.h"
#include "program.h"
#include "session/session.h"
#include "torch/op/op.h"
#include "torch/op/ops.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_ops(void);

/* --- reading a signature, apart from signature.c --- */

#define PARAMETERS_MAX 16

struct declared {
    char type[24], name[32];
};

static const char *const types[] = {"Tensor", "Other",  "Number",  "Tensor[]", "Tensor...", "int",
                                    "int[]",  "int[*]", "int...",  "float",    "bool",      "str",
                                    "dtype",  "object", "ignored", "rare"};

static void word(const char **p, const char *end_at, char *out, size_t size, const char *row)
{
    size_t len = strcspn(*p, end_at);
    EXPECT(len > 0 && len < size, "%s: a word is missing or too long at '%s'", row, *p);
    memcpy(out, *p, len);
    out[len] = '\0';
    *p += len;
}

/* "(Tensor input, int... size, *, dtype? dtype=None)"; fails on anything else. */
static int parameters(const struct op *op, struct declared *out)
{
    const char *p = op->signature;
    int count = 0;
    bool starred = false, had_default = false;
    EXPECT(*p == '(', "%s: no (", op->name);
    for (p++; *p != ')';) {
        if (*p == '*') {
            EXPECT(!starred, "%s: * twice", op->name);
            starred = true;
            p++;
        } else {
            struct declared *a = &out[count++];
            EXPECT(count < PARAMETERS_MAX, "%s: too many parameters", op->name);
            word(&p, " ", a->type, sizeof a->type, op->name);
            EXPECT(*p == ' ', "%s: no name after %s", op->name, a->type);
            p++;
            word(&p, "=,)", a->name, sizeof a->name, op->name);
            if (*p == '=') {
                p++;
                had_default = true;
                char text[24];
                word(&p, ",)", text, sizeof text, op->name);
            } else {
                EXPECT(!had_default || starred, "%s: %s needs a default", op->name, a->name);
            }
        }
        if (*p == ',') {
            EXPECT(p[1] == ' ', "%s: no space after a comma", op->name);
            p += 2;
        }
    }
    EXPECT(p[1] == '\0', "%s: text after )", op->name);
    return count;
}

static bool known_type(const char *type)
{
    size_t len = strlen(type);
    len -= len > 0 && type[len - 1] == '?';
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
        if (strncmp(types[k], type, len) == 0 && types[k][len] == '\0') {
            return true;
        }
    }
    return false;
}

/* Whether a name stands in the formula as a word of its own. */
static bool mentions(const char *formula, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = strstr(formula, name); at != NULL; at = strstr(at + 1, name)) {
        bool starts = at == formula || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool ends = !(isalnum((unsigned char)at[len]) || at[len] == '_');
        if (starts && ends) {
            return true;
        }
    }
    return false;
}

/* --- the table --- */

START_TEST(order)
{
    const struct op *op = &ops[_i];
    EXPECT(_i == 0 || strcmp(ops[_i - 1].name, op->name) <= 0,
           "%s stands behind %s: rows are in the order of the alphabet", op->name,
           ops[_i > 0 ? _i - 1 : 0].name);
}
END_TEST

START_TEST(row)
{
    const struct op *op = &ops[_i];
    struct declared a[PARAMETERS_MAX];
    int count = parameters(op, a);
    unsigned methods = IN_METHOD | IN_PLACE | IN_PROPERTY;
    EXPECT(op->run != NULL, "%s has no function", op->name);
    EXPECT(op->where != 0, "%s can be called nowhere", op->name);
    EXPECT(op->kind <= KIND_VALUE, "%s has no kind", op->name);
    EXPECT(op->formula != NULL && op->formula[0] != '\0', "%s has no formula", op->name);
    EXPECT(count <= OP_MAX_ARGUMENTS, "%s takes too many arguments", op->name);
    EXPECT(op->kind != KIND_VALUE || op->backward == NULL, "%s: a value has no gradient", op->name);
    for (int k = 0; k < count; k++) {
        EXPECT(known_type(a[k].type), "%s: unknown type %s", op->name, a[k].type);
        for (int j = 0; j < k; j++) {
            EXPECT(strcmp(a[j].name, a[k].name) != 0, "%s: %s twice", op->name, a[k].name);
        }
        if (op->kind == KIND_ELEMENTWISE &&
            (strcmp(a[k].type, "Tensor") == 0 || strcmp(a[k].type, "Other") == 0)) {
            EXPECT(mentions(op->formula, a[k].name), "%s: the formula '%s' lacks %s", op->name,
                   op->formula, a[k].name);
        }
    }
    if ((op->where & methods) != 0) {
        EXPECT(count > 0 && (strcmp(a[0].type, "Tensor") == 0 || strcmp(a[0].type, "Other") == 0),
               "%s: a method needs a tensor in front", op->name);
    }
    EXPECT((op->where & IN_SPECIAL) == 0 || strncmp(op->name, "linalg_", 7) == 0 ||
               strncmp(op->name, "special_", 8) == 0,
           "%s: whose module is it in?", op->name);
}
END_TEST

/* Rows of one function that read the same `with` do the same, under other names or in other
 * overloads: rules, captions, axes and origins have to find the same in them. Which types they take
 * may differ. vdot is apart: it tells of NumPy's too, which takes arrays of any axes. */
START_TEST(alike)
{
    const uint64_t taken = PYTHON | COMPLEX_TOO | COMPLEX_PARTS;
    const struct op *op = &ops[_i], *told = op_told(op);
    for (int k = 0; k < _i && strcmp(op->name, "vdot") != 0; k++) {
        const struct op *other = &ops[k], *same = op_told(other);
        if (other->run != op->run || other->with != op->with || other->one != op->one ||
            other->two != op->two) {
            continue;
        }
        EXPECT(op->kind == other->kind, "%s and %s: other kinds", op->name, other->name);
        for (int bit = 4; bit < 64; bit++) {
            uint64_t trait = TRAIT(bit);
            EXPECT((trait & taken) != 0 || op_does(op, trait) == op_does(other, trait),
                   "%s and %s: only one has trait %d", op->name, other->name, bit);
        }
        EXPECT(told->axes == same->axes, "%s and %s: other axes", op->name, other->name);
        EXPECT(told->origin == same->origin, "%s and %s: other origins", op->name, other->name);
        EXPECT(op->kind != KIND_REDUCTION || (told->noun == NULL) == (same->noun == NULL),
               "%s and %s: one has no noun", op->name, other->name);
    }
}
END_TEST

START_TEST(backward)
{
    static const char *const others[] = {"NotImplemented", "CopySlices", "CopyBackwards"};
    const char *name = ops[_i].backward;
    bool ok = name == NULL;
    for (size_t k = 0; name != NULL && k < sizeof others / sizeof others[0]; k++) {
        ok |= strcmp(name, others[k]) == 0;
    }
    if (!ok) {
        const char *tail = strstr(name, "Backward");
        for (const char *next = tail; next != NULL; next = strstr(next + 1, "Backward")) {
            tail = next; /* the gradient of a gradient: TanhBackwardBackward0 */
        }
        ok = isupper((unsigned char)name[0]) && tail != NULL && isdigit((unsigned char)tail[8]) &&
             tail[9] == '\0';
    }
    EXPECT(ok, "%s: %s is no name of a grad_fn", ops[_i].name, name);
}
END_TEST

START_TEST(found)
{
    const struct op *op = &ops[_i];
    int first = _i;
    while (first > 0 && strcmp(ops[first - 1].name, op->name) == 0) {
        first--;
    }
    for (unsigned bit = 1; bit <= IN_NUMPY; bit *= 2) {
        if ((op->where & bit) != 0) {
            EXPECT(op_find(op->name, bit) == &ops[first], "%s is not found", op->name);
        }
    }
}
END_TEST

START_TEST(not_found)
{
    static const char *const names[] = {"", "A", "addd", "ad", "softmax_", "zzz", "matmul "};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        EXPECT(op_find(names[k], ~0u) == NULL, "'%s' is found", names[k]);
    }
    ck_assert_ptr_null(op_find("T", IN_TORCH));
    ck_assert_ptr_null(op_find("matmul", IN_PLACE));
    ck_assert_ptr_null(ops[op_count].name);
}
END_TEST

/* --- grad_fn: x (2, 3), y (3, 4), v (3), b (5, 2, 3), w (4, 3), all asking for gradients --- */

static const char *const paths[][2] = {
    {"x @ y", "MmBackward0"},
    {"x @ v", "MvBackward0"},
    {"v @ v", "DotBackward0"},
    {"v @ y", "SqueezeBackward3"},
    {"b @ y", "UnsafeViewBackward0"},
    {"x @ b.mT", "UnsafeViewBackward0"},
    {"x @ b.mT.contiguous()", "CloneBackward0"},
    {"v @ b.mT", "UnsafeViewBackward0"},
    {"b @ b.mT", "UnsafeViewBackward0"},
    {"torch.bmm(b, b.mT)", "BmmBackward0"},
    {"F.linear(x, w)", "MmBackward0"},
    {"F.linear(x, w, torch.ones(4))", "AddmmBackward0"},
    {"F.linear(b, w)", "UnsafeViewBackward0"},
    {"F.linear(b, w, torch.ones(4))", "ViewBackward0"},
    {"F.linear(b.transpose(0, 1), w, torch.ones(4))", "AddBackward0"},
    {"F.linear(v, w)", "SqueezeBackward3"},
    {"F.linear(v, w, torch.ones(4))", "AddBackward0"},
    {"x.reshape(6)", "ReshapeAliasBackward0"},
    {"x.t().reshape(6)", "UnsafeViewBackward0"},
    {"b.flatten(1)", "ReshapeAliasBackward0"},
    {"x.t().contiguous()", "CloneBackward0"},
    {"x * 2", "MulBackward0"},
    {"2 / x", "MulBackward0"},
    {"2 - x", "RsubBackward1"},
    {"torch.rsub(x, x)", "RsubBackward0"},
    {"x % 2", "RemainderBackward0"},
    {"x % x", "RemainderBackward1"},
    {"x ** 2", "PowBackward0"},
    {"x ** x", "PowBackward1"},
    {"2 ** x", "PowBackward1"},
    {"x // 2", "NotImplemented"},
    {"torch.div(x, 2, rounding_mode='floor')", "DivBackward2"},
    {"x.clamp(0, 1)", "ClampBackward1"},
    {"x.clamp(min=x)", "ClampBackward0"},
    {"x.sum()", "SumBackward0"},
    {"x.sum(0)", "SumBackward1"},
    {"x.max()", "MaxBackward1"},
    {"x.max(0)[0]", "MaxBackward0"},
    {"torch.max(x, x)", "MaximumBackward0"},
    {"x.split(1)[0]", "SplitBackward0"},
    {"x.split([1, 1])[0]", "SplitWithSizesBackward0"},
    {"x.T", "PermuteBackward0"},
    {"x.t()", "TBackward0"},
    {"x.masked_fill(x > 0, 0)", "MaskedFillBackward0"},
    {"x.masked_fill(x > 0, torch.tensor(0.))", "MaskedFillBackward1"},
    {"torch.einsum('ij,jk->ik', x, y)", "ViewBackward0"},
    {"torch.einsum('ij->ji', x)", "PermuteBackward0"},
    {"torch.einsum('ij->i', x)", "SumBackward1"},
    {"torch.einsum('i,j->ij', v, v)", "MulBackward0"},
    {"(x * 1).fill_(2)", "FillBackward2"},
    {"(x * 1).transpose_(0, 1)", "TransposeBackward1"},
    {"(x * 1).eq_(0)", "EqBackward0"},
};

static struct session *session;
static struct buf printed;

static void keep(void *self, const char *text, size_t len, bool is_error)
{
    (void)self;
    (void)is_error;
    buf_put(&printed, text, len);
}

static void start(void)
{
    session = malloc(sizeof *session);
    ck_assert_ptr_nonnull(session);
    ck_assert(session_init(session, 0, 1));
    session->in.stack_own = own_stack;
    session->in.write = keep;
    printed = (struct buf){0};
}

static void end(void)
{
    session_free(session);
    free(session);
    buf_free(&printed);
}

/* Runs the code; its output stands in `printed`. */
static void run(const char *code)
{
    struct value last;
    bool has_last;
    const struct source source = {
        .file = "test.py", .first_line = 1, .text = code, .len = strlen(code)};
    enum outcome outcome = interp_run(&session->in, &source, &last, &has_last);
    if (outcome != OUTCOME_DONE) {
        struct buf text = {0};
        interp_traceback(&session->in, &text);
        ck_abort_msg("%s\n%s", code, buf_text(&text));
    }
}

START_TEST(path)
{
    struct buf code = {0};
    buf_printf(&code,
               "import torch\n"
               "import torch.nn.functional as F\n"
               "x = torch.ones(2, 3, requires_grad=True)\n"
               "y = torch.ones(3, 4, requires_grad=True)\n"
               "v = torch.ones(3, requires_grad=True)\n"
               "b = torch.ones(5, 2, 3, requires_grad=True)\n"
               "w = torch.ones(4, 3, requires_grad=True)\n"
               "print(%s)\n",
               paths[_i][0]);
    run(buf_text(&code));
    const char *at = strstr(buf_text(&printed), "grad_fn=<");
    EXPECT(at != NULL && strncmp(at + 9, paths[_i][1], strlen(paths[_i][1])) == 0,
           "%s: expected %s, got %s", paths[_i][0], paths[_i][1], buf_text(&printed));
    buf_free(&code);
}
END_TEST

/* Results without a gradient, results that are the tensor itself, and what changes in place. */
START_TEST(identity)
{
    run("import torch\n"
        "x = torch.ones(2, 3)\n"
        "print(x.float() is x, x.contiguous() is x, x.to('cpu') is x, x.double() is x,\n"
        "      x.t().contiguous() is x, x.requires_grad_() is x, x.detach() is x)\n"
        "y = x.detach()\n"
        "print(y.add_(1) is y, x.data_ptr() == y.data_ptr(), x[0, 0].item())\n"
        "print(x.argmax().grad_fn, (x > 0).grad_fn, x.detach().grad_fn, x.numel())\n");
    ck_assert_str_eq(buf_text(&printed), "True True True False False True False\n"
                                         "True True 2.0\n"
                                         "None None None 6\n");
}
END_TEST

Suite *suite_ops(void)
{
    Suite *s = suite_create("ops");
    TCase *table = tcase_create("table");
    tcase_add_loop_test(table, order, 0, op_count);
    tcase_add_loop_test(table, row, 0, op_count);
    tcase_add_loop_test(table, alike, 0, op_count);
    tcase_add_loop_test(table, backward, 0, op_count);
    tcase_add_loop_test(table, found, 0, op_count);
    tcase_add_test(table, not_found);
    suite_add_tcase(s, table);
    TCase *runs = tcase_create("runs");
    tcase_add_checked_fixture(runs, start, end);
    tcase_add_loop_test(runs, path, 0, (int)(sizeof paths / sizeof paths[0]));
    tcase_add_test(runs, identity);
    suite_add_tcase(s, runs);
    return s;
}
