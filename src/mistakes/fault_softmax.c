/* Wrong ways to turn scores into weights: as one operation, or as a division by a sum. */
#include "mistakes/wrong.h"

#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "tensor/cells/softmax.h"
#include "trace/tape/event.h"

bool fault_softmax_is(const struct wrong *w)
{
    const struct pass *p = wrong_pass(w);
    return event_normalizes(w->e) && fault_loose_stage(w, w->event) == STAGE_SOFTMAX &&
           (p == NULL || p->softmax == w->event) && w->e->input_count > 0 &&
           dtype_is_float(w->e->input[0].of.tensor.dtype);
}

/* exp(x) / exp(x).sum(): the division. The walkthrough leaves its steps alone. */
static bool is_division(const struct wrong *w)
{
    const struct pass *p = wrong_pass(w);
    if (w->walk || !event_does(w->e, DIVIDES) || w->e->input_count != 2 ||
        !tensor_same_shape(&w->e->input[0].of.tensor, wrong_result(w)) ||
        !dtype_is_float(wrong_result(w)->dtype)) {
        return false;
    }
    return p != NULL ? p->softmax == w->event : fault_loose_stage(w, w->event) == STAGE_SOFTMAX;
}

/* Along which axis the weights add up to 1; -1: not known. */
static int axis_of(const struct wrong *w)
{
    const struct pass *p = wrong_pass(w);
    if (p != NULL) {
        return p->axis;
    }
    const struct tensor *out = wrong_result(w);
    if (is_division(w)) {
        const struct tensor *sum = &w->e->input[1].of.tensor;
        return sum->ndim == out->ndim && sum->shape[out->ndim - 1] == 1 ? out->ndim - 1 : -1;
    }
    const struct argument *dim = event_argument(w->e, "dim");
    return dim == NULL || dim->none ? -1 : (int)(dim->i < 0 ? dim->i + out->ndim : dim->i);
}

/* The last axis is the keys'. */
static bool is_over_keys(const struct wrong *w)
{
    return (fault_softmax_is(w) || is_division(w)) && wrong_result(w)->ndim > 0 &&
           axis_of(w) == wrong_result(w)->ndim - 1;
}

static bool divided_over(struct wrong *w, const struct tensor *powers, int axis)
{
    struct tensor sum;
    if (!reduce_fold(w->cx, REDUCE_SUM, &sum, powers, 1u << axis, true)) {
        return false;
    }
    bool ok = elementwise_binary(w->cx, BINARY_DIV, &w->out, powers, &sum);
    tensor_release(&sum);
    return ok;
}

static bool over_axis(struct wrong *w, int axis)
{
    struct tensor in;
    if (!wrong_input(w, w->event, 0, &in)) {
        return false;
    }
    bool ok =
        is_division(w) ? divided_over(w, &in, axis) : reduce_softmax(w->cx, &w->out, &in, axis);
    tensor_release(&in);
    return ok;
}

bool fault_softmax_axis(struct wrong *w)
{
    int last = wrong_result(w)->ndim - 1;
    if (!is_over_keys(w) || last < 1) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    wrong_code(w, "softmax(dim=-2)");
    return over_axis(w, last - 1);
}

/* (b, heads, tokens, tokens) */
bool fault_softmax_heads(struct wrong *w)
{
    const struct tensor *weights = wrong_result(w);
    bool heads = is_over_keys(w) && weights->ndim == 4 && weights->shape[1] > 1;
    return heads && (!w->make || over_axis(w, 1));
}

bool fault_no_softmax(struct wrong *w)
{
    return fault_softmax_is(w) && (!w->make || wrong_is_input(w, w->event, 0));
}

bool fault_exp_only(struct wrong *w)
{
    struct tensor in;
    if (!fault_softmax_is(w) && !is_division(w)) {
        return false;
    }
    if (!w->make || is_division(w)) {
        return !w->make || wrong_is_input(w, w->event, 0);
    }
    if (!wrong_input(w, w->event, 0, &in)) {
        return false;
    }
    bool ok = elementwise_unary(w->cx, UNARY_EXP, &w->out, &in);
    tensor_release(&in);
    return ok;
}

bool fault_softmax_of(struct wrong *w, struct tensor *scores)
{
    bool ok = axis_of(w) >= 0 && reduce_softmax(w->cx, &w->out, scores, axis_of(w));
    tensor_release(scores);
    return ok;
}

bool fault_softmax_scaled(struct wrong *w, const struct tensor *in, double factor,
                          struct tensor *out)
{
    if (!tensor_copy(w->cx, out, in)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(out); factor != 1 && k < count; k++) {
        tensor_set_double(out, k, tensor_double_at(out, k) * factor);
    }
    return true;
}
