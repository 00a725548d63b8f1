/* Tests the formulas of gradients (assets/prelude/torch._gradients*.py) against the rows of
 * ops.def: each argument that gradients can go to has one, or stands in `refused` with the reason;
 * each formula belongs to a row; and each agrees with finite differences in float64.
 *
 * The calls are those of tests/origin_calls.h, made from signatures and written by hand. "To test a
 * formula that they do not fit: a line in `programs`." */
#include "expect.h"
#include "program.h"
#include "session/session.h"
#include "torch/grad/rule.h"

#include "origin_calls.h"
#include "torch/op/ops.h"

#include "lang/object/builtin.h"
#include "lang/run/native.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_gradients(void);

/* Arguments without a formula: `argument` NULL stands for all of the row. */
static const struct {
    const char *id, *argument, *reason;
} refused[] = {
    {"softmax_backward", NULL, "a gradient of it is composed: see softmax__input"},
    {"log_softmax_backward", NULL, "a gradient of it is composed: see log_softmax__input"},
    {"bool", NULL, "the result is no float"},
    {"byte", NULL, "the result is no float"},
    {"char", NULL, "the result is no float"},
    {"int", NULL, "the result is no float"},
    {"long", NULL, "the result is no float"},
    {"short", NULL, "the result is no float"},
    {"conj", NULL, "gradients of complex numbers are not computed"},
    {"polar", NULL, "gradients of complex numbers are not computed"},
    {"view_as_complex", NULL, "gradients of complex numbers are not computed"},
    {"view_as_real", NULL, "gradients of complex numbers are not computed"},
    {"unique", NULL, "PyTorch has no gradient either"},
    {"i0", NULL, "its slope, the Bessel function of order 1, is not there"},
    {"pinv", NULL, "no program that trains was seen to use it"},
    {"qr", NULL, "no program that trains was seen to use it"},
    {"qr_mode", NULL, "no program that trains was seen to use it"},
    {"svd", NULL, "no program that trains was seen to use it"},
    {"view_dtype", NULL, "the bytes of a number have no slope"},
    {"rdiv", "other", "a number"},
    {"fill", "value", "a number"},
};

/* Arguments that only say where, or what the result looks like. */
static bool is_key(const struct op *op, const char *name)
{
    static const char *const keys[] = {
        "index", "indices", "mask",    "condition",  "target",
        "key",   "repeats", "weights", "boundaries", "tensor_indices_or_sections",
    };
    size_t len = strlen(op->name);
    bool pattern = strcmp(name, "other") == 0 &&
                   (strcmp(op->name, "to") == 0 || strcmp(op->name + len - 3, "_as") == 0);
    bool looked_up = strcmp(op->id, "embedding") == 0 && strcmp(name, "input") == 0;
    bool weighed = strcmp(op->id, "nll_loss") == 0 && strcmp(name, "weight") == 0;
    return pattern || looked_up || weighed || listed(name, keys, sizeof keys / sizeof keys[0]);
}

static bool is_refused(const char *id, const char *argument)
{
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        if (strcmp(refused[k].id, id) == 0 &&
            (refused[k].argument == NULL ||
             (argument != NULL && strcmp(refused[k].argument, argument) == 0))) {
            return true;
        }
    }
    return false;
}

static bool is_differentiable(const struct op *op)
{
    return op->backward != NULL && strcmp(op->backward, "NotImplemented") != 0;
}

static bool takes_tensor(const struct declared *a)
{
    return strncmp(a->type, "Tensor", 6) == 0 || strcmp(a->type, "Other") == 0;
}

/* --- a session --- */

static struct session *session;

static void forget_errors(void)
{
    if (session->in.exception.type != VALUE_NONE) {
        raise_catch(&session->in);
    }
    session->in.ending = OUTCOME_DONE;
    error_clear(&session->in.error);
}

/* Runs text; false when it raises or ends. */
static bool evaluate(const char *text, struct value *out)
{
    bool has = false;
    char *kept = arena_alloc(&session->in.arena, strlen(text) + 1);
    struct source *source = arena_alloc(&session->in.arena, sizeof *source);
    strcpy(kept, text);
    *source = (struct source){.file = "test", .first_line = 1, .text = kept, .len = strlen(text)};
    return interp_run(&session->in, source, out, &has) == OUTCOME_DONE;
}

/* check(where, name, (arguments, keywords)): "" when the gradients agree with finite differences,
 * None when the call does not fit or asks for none, else what is wrong. `backward` is True while a
 * formula is carried out. */
static const char driver[] =
    "import math\n"
    "F = torch.nn.functional\n"
    "backward = False\n"
    "def leaves_of(v):\n"
    "    if isinstance(v, torch.Tensor):\n"
    "        return [v] if v.is_floating_point() else []\n"
    "    if isinstance(v, dict):\n"
    "        return leaves_of(list(v.values()))\n"
    "    if isinstance(v, (list, tuple)):\n"
    "        return [t for item in v for t in leaves_of(item)]\n"
    "    return []\n"
    "def filled(v, made):\n"
    "    if isinstance(v, torch.Tensor):\n"
    "        return made.pop(0) if v.is_floating_point() else v\n"
    "    if type(v) in (list, tuple):\n"
    "        return type(v)([filled(item, made) for item in v])\n"
    "    return v\n"
    "def turned(x):\n"
    "    if x.dim() < 2:\n"
    "        return x * 1\n"
    "    return x.transpose(0, -1).contiguous().transpose(0, -1) * 1\n"
    "def outputs(made):\n"
    "    made = list(made) if isinstance(made, (list, tuple)) else [made]\n"
    "    return [t for t in made if isinstance(t, torch.Tensor)]\n"
    "def carry_out(where, name, a, k):\n"
    "    if where == 1:\n"
    "        return getattr(torch, name)(*a, **k)\n"
    "    if where == 2:\n"
    "        return getattr(a[0], name)(*a[1:], **k)\n"
    "    if where == 4:\n"
    "        return getattr(a[0], name + '_')(*a[1:], **k)\n"
    "    if where == 8:\n"
    "        return getattr(F, name)(*a, **k)\n"
    "    if where == 16:\n"
    "        return getattr(a[0], name)\n"
    "    if where == 64:\n"
    "        family, _, rest = name.partition('_')\n"
    "        return getattr(getattr(torch, family), rest)(*a, **k)\n"
    "    return name(*a, **k)\n"
    "def total(made, which):\n"
    "    sum = 0.0\n"
    "    for j, t in enumerate(made):\n"
    "        if which[j]:\n"
    "            w = torch.cos(torch.arange(t.numel(), dtype=torch.float64) * 1.7 + j + 0.3)\n"
    "            sum = sum + (t * w.view(t.shape)).sum()\n"
    "    return sum\n"
    "def compare(where, name, call, prepare):\n"
    "    global backward\n"
    "    kept = [t.detach().double().clone() for t in leaves_of(list(call))]\n"
    "    def run(xs):\n"
    "        torch.manual_seed(3)\n"
    "        a, k = call\n"
    "        xs = [prepare(x) for x in xs]\n"
    "        a = [filled(v, xs) for v in a]\n"
    "        k = {key: filled(v, xs) for key, v in k.items()}\n"
    "        return outputs(carry_out(where, name, a, k))\n"
    "    xs = [x.clone().requires_grad_() for x in kept]\n"
    "    try:\n"
    "        made = run(xs)\n"
    "    except (TypeError, RuntimeError, IndexError, ValueError, AttributeError):\n"
    "        return None\n"
    "    which = [t.requires_grad and t.dtype == torch.float64 for t in made]\n"
    "    if not any(which):\n"
    "        return None\n"
    "    backward = True\n"
    "    total(made, which).backward()\n"
    "    backward = False\n"
    "    for number, x in enumerate(xs):\n"
    "        flat = kept[number].view(-1)\n"
    "        for cell in range(flat.numel()):\n"
    "            sides = []\n"
    "            for h in (1e-6, -1e-6):\n"
    "                before = flat[cell].item()\n"
    "                flat[cell] = before + h\n"
    "                with torch.no_grad():\n"
    "                    sides.append(total(run(kept), which).item())\n"
    "                flat[cell] = before\n"
    "            slope = (sides[0] - sides[1]) / 2e-6\n"
    "            grad = 0.0 if x.grad is None else x.grad.reshape(-1)[cell].item()\n"
    "            if slope != slope:\n"
    "                continue\n"
    "            if not abs(grad - slope) <= 1e-6 * max(1.0, abs(slope)):\n"
    "                return f'tensor {number} cell {cell}: {grad} is not {slope}'\n"
    "    return ''\n"
    "def check(where, name, call):\n"
    "    said = None\n"
    "    for prepare in (lambda x: x * 1, turned):\n"
    "        one = compare(where, name, call, prepare)\n"
    "        if one:\n"
    "            return one\n"
    "        said = one if said is None else said\n"
    "    return said\n";

static void setup(void)
{
    struct value unused;
    session = calloc(1, sizeof *session);
    ck_assert_ptr_nonnull(session);
    ck_assert(session_init(session, 0, 1));
    session->in.stack_own = own_stack;
    ck_assert(evaluate(preparation, &unused));
    ck_assert(evaluate(driver, &unused));
}

static void teardown(void)
{
    session_free(session);
    free(session);
}

/* --- which formulas there are --- */

/* Whether some row of the id names the argument at that place as a formula does. */
static bool has_formula(const struct grad_rule *rule, int place)
{
    return rule->formulas[place].name != NULL;
}

START_TEST(every_argument)
{
    struct buf faults = {0};
    for (const struct op *op = ops; op->name != NULL; op++) {
        struct declared a[OP_MAX_ARGUMENTS];
        int count = is_differentiable(op) ? read_parameters(op, a) : 0;
        const struct grad_rule *rule = count > 0 ? rule_of(&session->in, op) : NULL;
        EXPECT(count == 0 || rule != NULL, "%s: a formula names what the row has not", op->id);
        for (int k = 0; k < count; k++) {
            bool known = has_formula(rule, k), let_off = is_refused(op->id, a[k].name);
            if (takes_tensor(&a[k]) && !is_key(op, a[k].name) && !known && !let_off) {
                buf_printf(&faults, "%s: no formula %s__%s\n", op->name, op->id, a[k].name);
            }
            if (known && let_off) {
                buf_printf(&faults, "%s__%s is not refused any more\n", op->id, a[k].name);
            }
        }
        if (faults.len > 2500) {
            break;
        }
    }
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

static bool row_takes(const char *id, size_t len, const char *argument)
{
    for (const struct op *op = ops; op->name != NULL; op++) {
        struct declared a[OP_MAX_ARGUMENTS];
        if (strlen(op->id) != len || memcmp(op->id, id, len) != 0) {
            continue;
        }
        int count = read_parameters(op, a);
        for (int k = 0; k < count; k++) {
            if (strcmp(a[k].name, argument) == 0) {
                return true;
            }
        }
    }
    /* these two rows stand in torch/tensor_index.c */
    return (len == 7 && memcmp(id, "getitem", len) == 0) ||
           (len == 7 && memcmp(id, "setitem", len) == 0);
}

START_TEST(every_formula)
{
    const struct module *m = interp_import(&session->in, "torch._gradients");
    struct value key, value;
    int seen = 0;
    ck_assert_ptr_nonnull(m);
    for (int64_t at = 0; dict_next(m->dict, &at, &key, &value);) {
        const char *name = str_text(key), *cut = strstr(name, "__");
        bool function = value.type == VALUE_OBJECT && value.o->class == session->in.types.function;
        if (name[0] == '_' || !function) {
            continue;
        }
        seen++;
        EXPECT(cut != NULL && row_takes(name, (size_t)(cut - name), cut + 2),
               "%s belongs to no row", name);
    }
    EXPECT(seen > 300, "only %d formulas", seen);
}
END_TEST

/* --- finite differences --- */

/* Rows that finite differences say nothing about. */
static const struct {
    const char *id, *reason;
} unmeasured[] = {
    {"bernoulli", "drawn"},
    {"bernoulli_fill", "drawn"},
    {"exponential_fill", "drawn"},
    {"normal_fill", "drawn"},
    {"normal_tensors", "drawn: PyTorch gives 0"},
    {"random_fill", "drawn"},
    {"random_fill_any", "drawn"},
    {"random_fill_to", "drawn"},
    {"uniform_fill", "drawn"},
    {"bfloat16", "not in float64"},
    {"float", "not in float64"},
    {"half", "not in float64"},
    {"cholesky", "input is symmetric: see programs"},
    {"complex", "complex: see tests/cases/nn_fourier_mixing.py"},
    {"imag", "of complex numbers: see tests/cases/nn_fourier_mixing.py"},
};

static bool is_measured(const struct op *op)
{
    for (size_t k = 0; k < sizeof unmeasured / sizeof unmeasured[0]; k++) {
        if (strcmp(unmeasured[k].id, op->id) == 0) {
            return false;
        }
    }
    return is_differentiable(op) && !is_refused(op->id, NULL) && op->where != IN_INTERNAL;
}

/* Calls whose gradient is a convention, or that PyTorch refuses in the backward pass too. */
static const char *const unfit[] = {
    "P(f(3, 4), torch.tensor([0, 3, 1]), f(4), reduction='none')",
    "P(f(3, 4), torch.tensor([0, -100, 1]), f(4), reduction='sum')",
    "P(f(2, 4, 3), torch.tensor([[0, 3, 1], [2, 2, -100]]), f(4))",
    "P(f(3, 4), [torch.tensor([2, 0, 2]), torch.tensor([1, 3, 1])], f(3))",
    "P(f(2, 3, 4)[:, 1:, ::2], f(2), f(1))",
    "P(f(3, 4), 0, torch.tensor([[0, 2, 0, 1]]), f(2, 4))",
};

/* One call; true when it was measured. */
static bool measure(unsigned where, const char *name, const char *call, struct buf *faults)
{
    struct buf line = {0};
    struct value said, stage;
    session_seed(session, 3);
    buf_printf(&line, "backward = False\ncheck(%u, %s, %s)", where, name, call);
    bool ok = evaluate(buf_text(&line), &said);
    buf_free(&line);
    if (!ok) {
        struct buf text = {0};
        if (session->in.exception.type == VALUE_OBJECT) {
            raise_summary(&session->in, session->in.exception, &text);
        } else {
            buf_puts(&text, session->in.error.text);
        }
        forget_errors();
        bool in_formula = evaluate("backward", &stage) && stage.type == VALUE_BOOL && stage.b;
        if (in_formula) {
            buf_printf(faults, "%s %s: %s\n", name, call, buf_text(&text));
        }
        buf_free(&text);
        return in_formula;
    }
    if (str_is(said) && str_text(said)[0] != '\0') {
        buf_printf(faults, "%s %s: %s\n", name, call, str_text(said));
    }
    return str_is(said);
}

static bool measure_everywhere(const struct op *op, const char *call, struct buf *faults)
{
    static const unsigned ways[] = {IN_TORCH,      IN_METHOD,   IN_PLACE,
                                    IN_FUNCTIONAL, IN_PROPERTY, IN_SPECIAL};
    bool ran = false, called = false;
    char name[64];
    snprintf(name, sizeof name, "'%s'", op->name);
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        bool writes = ways[k] == IN_PLACE;
        if ((op->where & ways[k]) != 0 && (writes || !called)) { /* one way, and in place */
            ran |= measure(ways[k], name, call, faults);
            called |= !writes && ran;
        }
    }
    return ran;
}

static bool measure_row(const struct op *op, struct buf *faults)
{
    struct declared a[OP_MAX_ARGUMENTS];
    int count = read_parameters(op, a);
    bool ran = false, has_dim = false;
    char text[256];
    for (int k = 0; k < count; k++) {
        has_dim |= strcmp(a[k].name, "dim") == 0;
    }
    bool generated = !listed(op->name, by_hand, sizeof by_hand / sizeof by_hand[0]);
    for (size_t shape = 0; generated && shape < SHAPES; shape++) {
        for (int choice = 0; choice < (has_dim ? CHOICES : 1); choice++) {
            write_call(op, shape, choice, text, sizeof text);
            bool masks =
                strstr(op->signature, "mask") != NULL || strstr(op->signature, "condition") != NULL;
            bool mixed = masks != (strstr(text, "b(") != NULL);
            if (mixed || listed(text, unfit, sizeof unfit / sizeof unfit[0])) {
                continue;
            }
            ran |= measure_everywhere(op, text, faults);
        }
    }
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        if (strcmp(calls[k].name, op->name) == 0 &&
            !listed(calls[k].text, unfit, sizeof unfit / sizeof unfit[0])) {
            ran |= measure_everywhere(op, calls[k].text, faults);
        }
    }
    return ran;
}

/* Every row of one kind. */
START_TEST(slopes)
{
    struct buf faults = {0};
    for (const struct op *op = ops; op->name != NULL && faults.len < 2500; op++) {
        if ((int)op->kind == _i && is_measured(op) && !measure_row(op, &faults)) {
            buf_printf(&faults, "%s%s: no call fits\n", op->name, op->signature);
        }
    }
    EXPECT(faults.len == 0, "\n%.3000s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

/* What no single call of a row shows. */
static const struct {
    const char *function, *call;
} programs[] = {
    {"lambda x: torch.linalg.cholesky(x @ x.t() + torch.eye(3).double())", "P(f(3, 3))"},
    {"lambda x: torch.cholesky(x @ x.t() + torch.eye(3).double(), upper=True)", "P(f(3, 3))"},
    {"lambda x: x[1:, ::2]", "P(f(3, 4))"},
    {"lambda x: x[[0, 2, 0]]", "P(f(3, 4))"},
    {"lambda x: x[:, torch.tensor([1, 1])]", "P(f(3, 4))"},
    {"lambda x: x[torch.tensor([0, 1]), torch.tensor([2, 2])]", "P(f(3, 4))"},
    {"lambda x: x[x > 0.5]", "P(f(3, 4))"},
    {"lambda x: x[..., None, -1]", "P(f(3, 4))"},
    {"lambda x: x[None, True, 1]", "P(f(3, 4))"},
    {"lambda x: 2 ** x + 1.5 / x + (3 - x) + x ** -0.5", "P(f(3, 4))"},
    {"lambda x: x.prod(1)", "P(torch.tensor([[0.5, 0, 2], [0, 0, 3], [1, 2, 3]]))"},
    {"lambda x: x.prod()", "P(torch.tensor([0.5, 0, 2]))"},
    {"lambda x: x.cumprod(1)", "P(torch.tensor([[0.5, 0, 2], [0, 0, 3], [1, 2, 3]]))"},
    {"lambda x: F.pad(x, (1, 2, 2, 1), mode='reflect')", "P(f(1, 1, 4, 5))"},
    {"lambda x: F.pad(x, (1, 2, 2, 1), mode='replicate')", "P(f(1, 1, 4, 5))"},
    {"lambda x: F.pad(x, (1, 2, 2, 1), mode='circular')", "P(f(1, 1, 4, 5))"},
    {"lambda x: F.pad(x, (-1, 2, 0, -1))", "P(f(3, 4))"},
    {"lambda x: x.as_strided((3, 2), (1, 2), 1)", "P(f(3, 4))"},
    {"lambda x: torch.einsum('iij->j', x)", "P(f(3, 3, 2))"},
    {"lambda x, y: torch.einsum('ij,k->i', x, y)", "P(f(3, 3), f(2))"},
    {"lambda x, y: torch.tensordot(x, y, ([0], [1]))", "P(f(3, 2), f(4, 3, 2))"},
    {"lambda x, p: torch.linalg.vector_norm(x, p, 1)", "P(f(3, 4) - 0.5, 0.5)"},
    {"lambda x, p: torch.linalg.vector_norm(x, p, 1)", "P(f(3, 4) - 0.5, 1.5)"},
    {"lambda x, p: torch.linalg.vector_norm(x, p, 1)", "P(f(3, 4) - 0.5, 3)"},
    {"lambda x, p: torch.linalg.vector_norm(x, p)", "P(f(3, 4) - 0.5, math.inf)"},
    {"lambda x, y, p: torch.cdist(x, y, p)", "P(f(3, 4), f(2, 4), 1.0)"},
    {"lambda x, y, p: torch.cdist(x, y, p)", "P(f(2, 3, 4), f(2, 2, 4), 3.0)"},
    {"lambda x, y, p: torch.cdist(x, y, p)", "P(f(3, 4), f(2, 4), math.inf)"},
    {"lambda x: torch.quantile(x, 0.4, 1, interpolation='nearest')", "P(f(3, 4))"},
    {"lambda x: torch.quantile(x, 0.4, 0, True, interpolation='midpoint')", "P(f(3, 4))"},
    {"lambda x, y: torch.linalg.solve(x, y)", "P(f(3, 3), f(3, 2))"},
    {"lambda x, y: torch.linalg.solve(x, y)", "P(f(2, 3, 3), f(2, 3))"},
    {"lambda x: [torch.std_mean(x, 1)[0], x.std(0, keepdim=True)]", "P(f(3, 4))"},
    {"lambda x: [x.chunk(2)[1], x.split([1, 2], 0)[0]]", "P(f(3, 4))"},
    {"lambda x: torch.logsumexp(x, (0, 2), True)", "P(f(3, 4, 2))"},
    {"lambda x: x.to(torch.float64).type_as(x)", "P(f(3, 4))"},
};

/* Functions that write in place, into views and into what is a view. */
static const char writes[] = "def view_of_row(x, y):\n"
                             "    h = x * 1\n"
                             "    h[0].mul_(y)\n"
                             "    return h\n"
                             "def view_shown(x, y):\n"
                             "    h = x * 1\n"
                             "    row = h[1]\n"
                             "    h.mul_(2)\n"
                             "    return [row * y, h]\n"
                             "def view_of_view(x, y):\n"
                             "    h = x * 1\n"
                             "    h.t()[1:].narrow(0, 1, 1).exp_()\n"
                             "    return h\n"
                             "def row_into_zeros(x, y):\n"
                             "    h = torch.zeros(3, 4).double()\n"
                             "    h[0].copy_(y)\n"
                             "    h[1] += x[1]\n"
                             "    h[2] = x.sum(0)\n"
                             "    return h\n"
                             "def masked(x, y):\n"
                             "    h = x * 1\n"
                             "    h[h > 0.5] = 0\n"
                             "    h[:, torch.tensor([0, 2])] = y[:2]\n"
                             "    return h\n"
                             "def number_over(x, y):\n"
                             "    h = x * 1\n"
                             "    h.view(-1)[2:5].fill_(3)\n"
                             "    h.diagonal().zero_()\n"
                             "    return h.mul_(2).add_(y)\n"
                             "def turned_base(x, y):\n"
                             "    h = x.t() * 1\n"
                             "    h[1].mul_(3)\n"
                             "    h[2:].div_(x.t()[2:] + 1)\n"
                             "    return h.t() * y\n";

static const char *const writers[] = {"view_of_row",    "view_shown", "view_of_view",
                                      "row_into_zeros", "masked",     "number_over",
                                      "turned_base"};

START_TEST(whole_programs)
{
    struct buf faults = {0};
    struct value unused;
    ck_assert(evaluate(writes, &unused));
    for (size_t k = 0; k < sizeof programs / sizeof programs[0]; k++) {
        if (!measure(0, programs[k].function, programs[k].call, &faults)) {
            buf_printf(&faults, "%s %s does not run\n", programs[k].function, programs[k].call);
        }
    }
    for (size_t k = 0; k < sizeof writers / sizeof writers[0]; k++) {
        if (!measure(0, writers[k], "P(f(3, 4), f(4))", &faults)) {
            buf_printf(&faults, "%s does not run\n", writers[k]);
        }
    }
    EXPECT(faults.len == 0, "\n%.3000s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

/* The test itself: a wrong gradient is noticed. */
START_TEST(wrong_formula)
{
    struct buf faults = {0};
    struct value unused;
    ck_assert(evaluate("class Wrong(torch.autograd.Function):\n"
                       "    @staticmethod\n"
                       "    def forward(ctx, x):\n"
                       "        return x * x\n"
                       "    @staticmethod\n"
                       "    def backward(ctx, grad):\n"
                       "        return grad\n",
                       &unused));
    ck_assert(measure(0, "Wrong.apply", "P(f(3))", &faults));
    EXPECT(strstr(buf_text(&faults), "tensor 0 cell 0") != NULL, "%s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

Suite *suite_gradients(void)
{
    Suite *s = suite_create("gradients");
    TCase *t = tcase_create("formulas");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 240);
    tcase_add_test(t, every_argument);
    tcase_add_test(t, every_formula);
    tcase_add_loop_test(t, slopes, 0, KIND_VALUE + 1);
    tcase_add_test(t, whole_programs);
    tcase_add_test(t, wrong_formula);
    suite_add_tcase(s, t);
    return s;
}
