/* Explains logsumexp, a sum of cells that are computed first. */
#include "trace/explain/explainer.h"

#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "torch/op/ops.h"
#include "trace/explain/explain_formula.h"
#include "trace/explain/explain_sum.h"
#include "trace/explain/line.h"
#include "trace/explain/scalar.h"

#include <math.h>

#define SHOWN 40 /* additions */

struct made { /* max, x - max, exp */
    struct tensor most, less, powers;
};

static void made_free(struct made *m)
{
    tensor_release(&m->most);
    tensor_release(&m->less);
    tensor_release(&m->powers);
}

/* In the type of the tensor, as the kernels make them; an infinite maximum is left out. */
static bool make(struct explainer *t, const struct tensor *x, unsigned axes, struct made *m)
{
    *m = (struct made){0};
    bool ok = reduce_fold(t->cx, REDUCE_AMAX, &m->most, x, axes, true);
    for (int64_t k = ok ? tensor_numel(&m->most) - 1 : -1; k >= 0; k--) {
        int64_t place = tensor_place(&m->most, k);
        if (isinf(tensor_double_at(&m->most, place))) {
            tensor_set_double(&m->most, place, 0);
        }
    }
    ok = ok && elementwise_binary(t->cx, BINARY_SUB, &m->less, x, &m->most) &&
         elementwise_unary(t->cx, UNARY_EXP, &m->powers, &m->less);
    if (!ok) {
        error_clear(t->cx->err);
    }
    return ok;
}

/* The logarithm of one number, as the kernel takes it. */
static struct scalar logarithm(struct explainer *t, struct scalar x)
{
    scoped_tensor one = {0}, log = {0};
    struct scalar result = x;
    if (!tensor_from_double(t->cx, &one, x.dtype, x.f, false)) {
        t->failed = true;
        return x;
    }
    if (elementwise_unary(t->cx, UNARY_LOG, &log, &one)) {
        result = scalar_cell(&log, 0);
    } else {
        t->failed = true;
    }
    return result;
}

bool explain_log_sum(struct explainer *t)
{
    const struct event *e = t->e;
    if (e->input_count == 0 || e->input[0].argument != 0 ||
        !op_is(e->op, OP_logsumexp OP_special_logsumexp)) {
        return false;
    }
    const struct tensor *x = explainer_input(t, 0);
    unsigned axes = origin_axes(&t->search, x);
    bool in_steps = x->dtype == DTYPE_FLOAT32 || dtype_is_short_float(x->dtype);
    struct made m;
    if (t->ex->from_count == 0 || !in_steps || x->ndim == 0) {
        return false;
    }
    if (make(t, x, axes, &m)) {
        bool keepdim = t->out.ndim == x->ndim;
        struct scalar most = scalar_cell(&m.most, t->cell), sum, log;
        explain_formula(t);
        line_numbers(t, "maximum", -1, "#, taken out of the exponents", &most);
        line_words(t, "sum", -1, "of exp(cell - maximum):");
        sum = explain_sum_cells(t, &m.powers, SUM_CELLS, axes, keepdim, SHOWN);
        log = logarithm(t, sum);
        line_numbers(t, "log", -1, "log(#) = #", NUMBERS(sum, log));
        explainer_result(t, line_computed(t, "add", -1, "# + #", NUMBERS(log, most)));
    }
    made_free(&m);
    return t->ex->computed;
}
