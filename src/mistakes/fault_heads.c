/* Holds wrong ways to split heads, to join them, and to repeat those that several queries share. */
#include "mistakes/wrong.h"

#include "tensor/shape/arrange_map.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "trace/tape/event.h"

/* --- splitting --- */

/* Whether axes of a size above 1 change places. */
static bool moves_numbers(const struct tensor *in, const struct tensor *out)
{
    bool moved = false;
    for (int k = 0; in->ndim == out->ndim && k < in->ndim; k++) {
        moved |=
            in->shape[k] != out->shape[k] || (in->shape[k] > 1 && in->stride[k] != out->stride[k]);
    }
    return moved && tensor_numel(in) > 1 && tensor_numel(in) == tensor_numel(out);
}

static bool turns(const struct wrong *w)
{
    return (w->e->pass >= 0 || !w->walk) && event_transposes(w->e) && w->e->input_count == 1 &&
           moves_numbers(&w->e->input[0].of.tensor, wrong_result(w));
}

bool fault_heads_turn_keys(const struct wrong *w)
{
    const struct tensor *in = &w->e->input[0].of.tensor, *out = wrong_result(w);
    const struct pass *p = wrong_pass(w);
    int last = in->ndim - 1, end = p != NULL ? p->softmax : w->event + CHAIN_MOST;
    bool swaps = turns(w) && last >= 1 && in->shape[last] == out->shape[last - 1] &&
                 in->shape[last - 1] == out->shape[last] &&
                 in->stride[last] == out->stride[last - 1] &&
                 in->stride[last - 1] == out->stride[last];
    if (!swaps || w->e->stage == STAGE_CONCAT) {
        return false;
    }
    for (int k = w->event + 1; k < end && k < w->t->event_count; k++) { /* any scores take it */
        const struct event *e = &w->t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            if (e->input[j].of.serial == w->e->output[0].serial && event_contracts(e) &&
                fault_loose_stage(w, k) == STAGE_SCORES) {
                return true;
            }
        }
    }
    return false;
}

/* Heads and tokens change places, on the way to scores or context. */
static bool turns_heads(const struct wrong *w)
{
    return turns(w) && fault_loose_stage(w, w->event) == STAGE_TRANSPOSE &&
           wrong_result(w)->ndim >= 3 && !fault_heads_turn_keys(w);
}

bool fault_view_split(struct wrong *w)
{
    struct tensor in;
    if (!(w->walk ? turns(w) : turns_heads(w))) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    wrong_code_sizes(w, "view", wrong_result(w));
    return wrong_input(w, w->event, 0, &in) && wrong_read_as(w, &in, wrong_result(w));
}

bool fault_no_transpose(struct wrong *w)
{
    return turns_heads(w) && (!w->make || wrong_is_input(w, w->event, 0));
}

/* --- joining --- */

bool fault_reshape_join(struct wrong *w)
{
    const struct tensor *out = wrong_result(w);
    struct tensor in;
    if (!event_does(w->e, RESHAPES) || fault_loose_stage(w, w->event) != STAGE_CONCAT ||
        w->e->input_count < 1 || out->ndim >= w->e->input[0].of.tensor.ndim) {
        return false;
    }
    int k = wrong_source_past(w, w->event, 0, COPIES);
    bool turned = k >= 0 && event_transposes(&w->t->event[k]);
    if (!turned || (w->e->pass >= 0 && w->t->event[k].stage != STAGE_CONCAT) ||
        !moves_numbers(&w->t->event[k].input[0].of.tensor, &w->t->event[k].output[0].tensor)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    wrong_code_sizes(w, "reshape", out);
    return wrong_input(w, k, 0, &in) && wrong_read_as(w, &in, out);
}

/* --- values --- */

bool fault_first_head(struct wrong *w)
{
    struct tensor values, first, spread;
    int weights, value;
    if (!wrong_is_context(w)) {
        return false;
    }
    wrong_factors(w, w->event, &weights, &value);
    const struct tensor *like = &w->e->input[value].of.tensor;
    if (like->ndim != 4 || like->shape[1] < 2 || wrong_result(w)->ndim != 4 ||
        wrong_result(w)->shape[1] != like->shape[1]) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    if (!wrong_input(w, w->event, value, &values)) {
        return false;
    }
    bool ok = view_narrow(w->cx, &first, &values, 1, 0, 1);
    if (ok) {
        ok = view_expand(w->cx, &spread, &first, values.ndim, values.shape);
        tensor_release(&first);
    }
    if (ok) {
        ok = wrong_again(w, w->event, value, &spread, &w->out);
        tensor_release(&spread);
    }
    tensor_release(&values);
    return ok;
}

/* --- groups of heads --- */

/* repeat_interleave along an axis before the last two: which, -1: none. */
static int repeated_axis(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    int found = -1;
    for (int d = 0; in->ndim == out->ndim && d < in->ndim; d++) {
        if (in->shape[d] != out->shape[d]) {
            bool whole = in->shape[d] > 1 && out->shape[d] % in->shape[d] == 0;
            found = found < 0 && whole && d + 2 < in->ndim ? d : in->ndim;
        }
    }
    return found < in->ndim ? found : -1;
}

/* (b, kv_heads, 1 -> r, T, D) read as (b, heads, T, D): the axis that was widened, -1: none. */
static int widened_axis(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    for (int d = 1; in->ndim == out->ndim + 1 && d + 2 < in->ndim; d++) {
        if (in->stride[d] == 0 && in->shape[d] > 1 && in->shape[d - 1] > 1 &&
            out->shape[d - 1] == in->shape[d - 1] * in->shape[d]) {
            return d;
        }
    }
    return -1;
}

static bool repeat_instead(struct wrong *w, int axis)
{
    struct tensor in, sizes = {0};
    int64_t times[TENSOR_MAX_DIMS];
    if (!wrong_input(w, w->event, 0, &in)) {
        return false;
    }
    sizes.ndim = in.ndim;
    for (int d = 0; d < in.ndim; d++) {
        times[d] = d == axis ? wrong_result(w)->shape[d] / in.shape[d] : 1;
        sizes.shape[d] = times[d];
    }
    wrong_code_sizes(w, "repeat", &sizes);
    bool ok = arrange_repeat(w->cx, &w->out, &in, in.ndim, times);
    tensor_release(&in);
    return ok;
}

bool fault_gqa_repeat(struct wrong *w)
{
    struct tensor in, turned;
    if (w->e->input_count < 1 || w->e->output_count < 1) {
        return false;
    }
    int axis = event_is(w->e, OP_repeat_interleave) ? repeated_axis(w->e) : -1;
    int wide = event_is(w->e, OP_reshape) ? widened_axis(w->e) : -1;
    if (w->e->pass < 0 || (axis < 0 && wide < 0)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    if (axis >= 0) {
        return repeat_instead(w, axis);
    }
    if (!wrong_input(w, w->event, 0, &in)) {
        return false;
    }
    wrong_code(w, "repeat of the heads");
    bool ok = view_transpose(w->cx, &turned, &in, wide - 1, wide);
    tensor_release(&in);
    return ok && wrong_read_as(w, &turned, wrong_result(w));
}
