/* Wrong ways to project: into queries, keys and values, and out of the heads again. */
#include "mistakes/wrong.h"

#include "tensor/shape/view.h"
#include "trace/tape/event.h"

static bool projects(const struct wrong *w)
{
    return !w->walk && (w->e->stage == STAGE_PROJECT || w->e->stage == STAGE_OUT_PROJ) &&
           event_contracts(w->e) && w->e->input_count >= 2 &&
           event_is(w->e, OP_linear OP_matmul OP_mm OP_addmm);
}

/* Of a square weight matrix: the code runs with both. */
bool fault_weight_turned(struct wrong *w)
{
    int left, right;
    struct tensor weight, turned;
    if (!projects(w)) {
        return false;
    }
    wrong_factors(w, w->event, &left, &right);
    const struct tensor *m = event_is(w->e, OP_linear) ? &w->e->input[right = 1].of.tensor
                                                       : &w->e->input[right].of.tensor;
    if (m->ndim != 2 || m->shape[0] != m->shape[1] || m->shape[0] < 2) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    if (!wrong_input(w, w->event, right, &weight)) {
        return false;
    }
    bool ok = view_transpose(w->cx, &turned, &weight, 0, 1);
    tensor_release(&weight);
    if (ok) {
        ok = wrong_again(w, w->event, right, &turned, &w->out);
        tensor_release(&turned);
    }
    return ok;
}

/* The bias of F.linear, or a vector that is added behind the product. */
static int bias_input(const struct wrong *w)
{
    if (w->walk || (w->e->stage != STAGE_PROJECT && w->e->stage != STAGE_OUT_PROJ)) {
        return -1;
    }
    if (event_is(w->e, OP_linear)) {
        return w->e->input_count > 2 ? 2 : -1;
    }
    for (int k = 0; event_is(w->e, OP_add) && k < w->e->input_count; k++) {
        if (w->e->input[k].of.tensor.ndim == 1 && wrong_result(w)->ndim > 1) {
            return k;
        }
    }
    return -1;
}

bool fault_no_bias(struct wrong *w)
{
    struct tensor nothing;
    int bias = bias_input(w);
    if (bias < 0 || !w->make) {
        return bias >= 0;
    }
    const struct tensor *b = &w->e->input[bias].of.tensor;
    if (!tensor_zeros(w->cx, &nothing, b->dtype, b->ndim, b->shape)) {
        return false;
    }
    bool ok = wrong_again(w, w->event, bias, &nothing, &w->out);
    tensor_release(&nothing);
    return ok;
}

bool fault_no_out_proj(struct wrong *w)
{
    int left, right;
    if (w->walk || w->e->stage != STAGE_OUT_PROJ || !event_contracts(w->e) ||
        w->e->input_count < 2) {
        return false;
    }
    wrong_factors(w, w->event, &left, &right);
    return tensor_same_shape(&w->e->input[left].of.tensor, wrong_result(w)) &&
           (!w->make || wrong_is_input(w, w->event, left));
}
