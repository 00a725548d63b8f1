/* Tells which axis of what goes into an operation an axis of its result was, and which axes the
 * factors of a product share. */
#include "trace/stage/product_axes.h"

#include "tensor/product/einsum.h"
#include "trace/tape/event.h"

/* --- of one operation, and of several --- */

/* The axis of what was reshaped that axis `axis` of the result is, or that it was part of. Of an
 * axis that was joined of several, -1 or the `last` of these. */
static int axis_reshaped(const struct tensor *in, const struct tensor *out, int axis, bool last)
{
    int64_t after = tensor_count(out, axis + 1, out->ndim);
    int64_t behind = 1; /* cells that one step along the axis goes over */
    int64_t whole = last ? 2 * after : after * out->shape[axis];
    for (int d = in->ndim - 1; d >= 0; d--) {
        if (behind <= after && whole <= behind * in->shape[d]) {
            return d;
        }
        behind *= in->shape[d];
    }
    return -1;
}

int axis_before(const struct event *e, int input, int axis, bool last)
{
    if (axis < 0) {
        return -1;
    }
    const struct tensor *in = &e->input[input].of.tensor, *out = &e->output[0].tensor;
    if (event_does(e, COMPLEX_PARTS)) { /* the two parts are a last axis of their own */
        return axis < in->ndim ? axis : -1;
    }
    int stacked = event_is(e, OP_stack) ? event_axis(e, out->ndim) : -1;
    if (stacked >= 0) {
        return axis == stacked ? -1 : axis - (axis > stacked);
    }
    if (event_maps_cells(e)) {
        return axis - (out->ndim - in->ndim);
    }
    bool views = event_is(e, OP_view OP_reshape OP_flatten);
    if (event_transposes(e) || (in->ndim > out->ndim && e->effect == STORAGE_VIEW && !views)) {
        for (int d = 0; d < in->ndim; d++) {
            if (in->shape[d] == out->shape[axis] && in->stride[d] == out->stride[axis]) {
                return d;
            }
        }
        return -1;
    }
    return in->ndim == out->ndim && !views ? axis : axis_reshaped(in, out, axis, last);
}

/* What was met is not looked at again. */
static int follow(struct graph *g, int event, int input, int axis, int scores, int depth)
{
    for (int k = g->flow.first_in[event]; k < g->flow.first_in[event + 1]; k++) {
        int from = g->flow.in[k].from;
        const struct event *e = &g->tape->event[from];
        if (g->flow.in[k].input != input || !graph_meet(g, from) || axis < 0 || depth == 0) {
            continue;
        }
        if (from == scores) {
            return axis;
        }
        for (int j = 0; !event_contracts(e) && j < e->input_count; j++) {
            int found = follow(g, from, j, axis_before(e, j, axis, false), scores, depth - 1);
            if (found >= 0) {
                return found;
            }
        }
    }
    return -1;
}

int axis_followed(struct graph *g, int event, int input, int axis, int to)
{
    graph_begin(g);
    return follow(g, event, input, axis, to, 64);
}

/* --- of products --- */

void product_factors(const struct event *e, int *left, int *right)
{
    bool added = event_does(e, ADDS_PRODUCT);
    *left = added ? 1 : 0;
    *right = *left + 1;
    if (*right >= e->input_count) { /* x @ x has both; a number as operand is no input */
        *right = e->input_count - 1;
        *left = *right > 0 ? *right - 1 : 0;
    }
}

/* The axis of operand `operand` that is axis `axis` of an einsum's space; -1: it has none. */
static int axis_in(const struct event *e, const struct einsum_space *space, int operand, int axis)
{
    for (int d = 0; d < e->input[operand].of.tensor.ndim; d++) {
        if (space->axis[operand][d] == axis) {
            return d;
        }
    }
    return -1;
}

int product_summed_axis(const struct event *e, int input)
{
    struct einsum_space space;
    int left, right, found = -1, ndim = e->input[input].of.tensor.ndim;
    product_factors(e, &left, &right);
    if (!event_is(e, OP_einsum)) {
        bool plain = event_does(e, MATMUL | MATVEC) || event_is(e, OP_linear);
        bool rows = input == left || event_is(e, OP_linear);
        return !plain || ndim < 2 ? -1 : ndim - (rows ? 1 : 2);
    }
    for (int d = 0; e->input_count == 2 && event_space(e, &space) && d < ndim; d++) {
        found = space.axis[input][d] >= space.out_ndim ? d : found;
    }
    return found;
}

int64_t product_summed_cells(const struct event *e)
{
    struct einsum_space space;
    int left, right;
    product_factors(e, &left, &right);
    const struct tensor *x = &e->input[left].of.tensor;
    if (!event_is(e, OP_einsum)) {
        return x->ndim > 0 ? x->shape[x->ndim - 1] : 0;
    }
    int64_t width = event_space(e, &space) ? 1 : 0;
    for (int d = 0; width > 0 && d < x->ndim; d++) {
        width *= space.axis[left][d] >= space.out_ndim ? x->shape[d] : 1;
    }
    return width;
}

bool product_shares(const struct event *e, int input, int axis)
{
    struct einsum_space space;
    int left, right;
    const struct tensor *t = input < 0 ? &e->output[0].tensor : &e->input[input].of.tensor;
    product_factors(e, &left, &right);
    if (!event_is(e, OP_einsum)) {
        int from_end = t->ndim - axis;
        return axis >= 0 && from_end > 2 && from_end <= e->input[left].of.tensor.ndim &&
               from_end <= e->input[right].of.tensor.ndim;
    }
    if (axis < 0 || axis >= t->ndim || !event_space(e, &space)) {
        return false;
    }
    int in_space = input < 0 ? axis : space.axis[input][axis];
    return in_space < space.out_ndim && axis_in(e, &space, left, in_space) >= 0 &&
           axis_in(e, &space, right, in_space) >= 0;
}

bool product_brings(const struct event *e, int input, bool first, int axis)
{
    struct einsum_space space;
    if (!event_is(e, OP_einsum)) {
        return e->input[input].of.tensor.ndim > 1 &&
               axis == e->output[0].tensor.ndim - (first ? 2 : 1);
    }
    if (!event_space(e, &space)) {
        return false;
    }
    for (int k = 0; k < e->input_count; k++) {
        if ((axis_in(e, &space, k, axis) >= 0) != (k == input)) {
            return false;
        }
    }
    return true;
}

int product_axis_of(const struct event *e, int input, int axis)
{
    struct einsum_space space;
    const struct tensor *in = &e->input[input].of.tensor, *out = &e->output[0].tensor;
    if (event_is(e, OP_einsum)) {
        return event_space(e, &space) ? axis_in(e, &space, input, axis) : -1;
    }
    int before = axis - (out->ndim - in->ndim);
    return before >= 0 && before < in->ndim && in->shape[before] == out->shape[axis] ? before : -1;
}
