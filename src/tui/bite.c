/* Finds in which batch and head a mask hides something, and at which cell: elsewhere it cannot be
 * seen at work. The same of places in memory: those of the first cell are all 0; and of shares:
 * where one word has all, 1.0 * (1 / 1.0) tells nothing. */
#include "tui/bite.h"

#include "torch/op/ops.h"
#include "trace/axes/axes_heads.h"
#include "trace/tape/event.h"
#include "tui/pane/pane_storage.h"

#include <math.h>

#define CELLS_MOST 100000 /* that are looked at */
#define SHOWN_AS_0 0.005  /* a share below it */

/* Whether the step made cell `cell` another one than `before` has, or a truth of it. */
static bool differs(const struct viewer *v, const struct shown *before, int64_t cell)
{
    const struct tensor *out = &v->fetched.out.then;
    double was = 0, is = tensor_cell(out, cell);
    if (before != NULL) {
        was = tensor_cell(&before->then, cell);
    }
    return is != was && !(isnan(is) && isnan(was));
}

/* The first cell of a slice to which a mask, or a comparison, does something; -1: there is none. */
static int64_t first_bitten(const struct viewer *v, const struct shown *before, int64_t batch,
                            int64_t head)
{
    struct plane p = plane_of(v->fetched.out.of, batch, head);
    for (int64_t k = 0; k < p.rows * p.columns; k++) {
        if (differs(v, before, plane_cell(&p, k / p.columns, k % p.columns))) {
            return k;
        }
    }
    return -1;
}

/* What a mask hides something of; NULL: the step is none. */
static const struct shown *masked(const struct viewer *v)
{
    const struct shown *out = &v->fetched.out;
    const struct stepper *s = &v->where.at;
    bool mask =
        stepper_stage(s) == STAGE_MASK || op_does(s->tape->event[stepper_event(s)].op, MASKS);
    int64_t cells = v->fetched.any_out ? tensor_numel(&out->then) : 0;
    for (int k = 0;
         mask && !stepper_folded(s) && cells > 0 && cells <= CELLS_MOST && k < v->fetched.in_count;
         k++) {
        const struct shown *in = &v->fetched.in[k];
        if (tensor_same_shape(&in->then, &out->then) && in->then.dtype == out->then.dtype) {
            return in;
        }
    }
    return NULL;
}

bool bite_turn(struct viewer *v)
{
    const struct shown *out = &v->fetched.out, *before = masked(v);
    int64_t cells = v->fetched.any_out ? tensor_numel(&out->then) : 0;
    bool truths = cells > 0 && cells <= CELLS_MOST && out->then.dtype == DTYPE_BOOL;
    before = truths ? NULL : before;
    if (v->where.chose || (!truths && before == NULL) ||
        first_bitten(v, before, out->slice.batch, out->slice.head) >= 0) {
        return false;
    }
    for (int64_t k = 0; k < out->slice.batches * out->slice.heads; k++) {
        int64_t batch = k / out->slice.heads, head = k % out->slice.heads;
        if (first_bitten(v, before, batch, head) >= 0) {
            v->where.batch = batch;
            v->where.head = head;
            return true;
        }
    }
    return false;
}

/* Of an axis that counts heads the one that the input shows; -1: it shows all, or it is no such
 * axis. */
static int64_t shown_head(const struct viewer *v, int axis)
{
    const struct plane *in = v->fetched.in_count > 0 ? &v->fetched.in[0].slice : NULL;
    bool one = in != NULL && in->heads > 1 && axes_is_heads(v->fetched.out.of, axis) &&
               v->fetched.out.then.shape[axis] == in->heads;
    return one ? in->head : -1;
}

/* Row 1 and column 2, or as near to that as there are any: no two indices are alike, so that each
 * stride has its own part in the place. */
static void choose_place(struct viewer *v)
{
    const struct plane *p = &v->fetched.out.slice;
    const struct tensor *t = &v->fetched.out.then;
    int64_t stride = 1, last = p->columns > 2 ? 2 : p->columns - 1, wish = last == 1 ? 2 : 1;
    v->where.column = last;
    for (int k = p->row_axes - 1; k >= 0; k--) {
        int64_t size = t->shape[p->row_axis[k]], at = size > wish ? wish : size - 1;
        int64_t head = shown_head(v, p->row_axis[k]);
        v->where.row += stride * (head >= 0 ? head : at == last ? 0 : at);
        stride *= size;
        if (head >= 0) {
            continue;
        }
        wish = at > 0 ? 3 - at : wish;
        last = at > 0 ? at : last;
    }
}

/* Whose rows say what each row of the result is made of: shares, or the left factor of a product;
 * NULL: the step is neither. */
static const struct shown *shared_out(const struct viewer *v)
{
    const struct shown *out = &v->fetched.out, *parts = NULL;
    const struct event *e = &v->where.at.tape->event[out->event];
    if (!stepper_folded(&v->where.at) && e->of < 0 && event_normalizes(e)) {
        parts = out;
    } else if (!stepper_folded(&v->where.at) && event_contracts(e) && v->fetched.in_count > 1) {
        parts = &v->fetched.in[0];
    }
    bool rows = parts != NULL && parts->slice.rows == out->slice.rows && parts->slice.columns > 1 &&
                tensor_numel(&parts->then) <= CELLS_MOST;
    return rows ? parts : NULL;
}

static double number_at(const struct shown *s, int64_t row, int64_t column)
{
    return tensor_double_at(&s->then, plane_offset(&s->slice, &s->then, row, column));
}

static bool is_made_of_several(const struct shown *s, int64_t row)
{
    int parts = 0;
    for (int64_t k = 0; k < s->slice.columns && parts < 2; k++) {
        parts += number_at(s, row, k) != 0;
    }
    return parts > 1;
}

/* The first row, unless it is made of one number alone: then the last one that is not. There the
 * first number that is not shown as 0. */
static void choose_shared(struct viewer *v, const struct shown *parts)
{
    const struct shown *out = &v->fetched.out;
    int64_t row = 0, column = 0;
    if (!is_made_of_several(parts, 0)) {
        for (row = parts->slice.rows - 1; row > 0 && !is_made_of_several(parts, row); row--) {
        }
    }
    double least = parts == out ? SHOWN_AS_0 : 0;
    while (column < out->slice.columns && fabs(number_at(out, row, column)) <= least) {
        column++;
    }
    v->where.row = row;
    v->where.column = column < out->slice.columns ? column : 0;
}

/* The gradient of a loss is 0 but at the right answers. */
static bool is_at_targets(const struct tape *t, const struct event *e)
{
    return e->of >= 0 && e->of_argument == 0 && op_is(t->event[e->of].op, OP_nll_loss);
}

void bite_cell(struct viewer *v)
{
    const struct plane *p = &v->fetched.out.slice;
    const struct shown *before = masked(v);
    if (v->where.pointed || v->where.carried || !v->fetched.any_out) {
        return;
    }
    v->where.row = v->where.column = 0;
    const struct shown *parts = shared_out(v);
    int64_t at = before != NULL && before->then.dtype != DTYPE_BOOL
                     ? first_bitten(v, before, p->batch, p->head)
                     : -1;
    if ((is_at_targets(v->where.at.tape, &v->where.at.tape->event[v->fetched.out.event]) ||
         v->fetched.out.then.dtype == DTYPE_BOOL) &&
        tensor_numel(&v->fetched.out.then) <= CELLS_MOST) {
        at = first_bitten(v, NULL, p->batch, p->head);
    }
    if (at >= 0) {
        v->where.row = at / p->columns;
        v->where.column = at % p->columns;
    } else if (pane_has_storage(v) &&
               event_moves(&v->where.at.tape->event[stepper_event(&v->where.at)])) {
        choose_place(v);
    } else if (parts != NULL) {
        choose_shared(v, parts);
    }
}
