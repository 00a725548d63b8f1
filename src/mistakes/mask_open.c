/* Finds and mends masks that hide nothing: scores set to 0 or to 1e-9, 0 and 1 added, minus
 * infinity that is undone before softmax. */
#include "mistakes/redo.h"
#include "mistakes/warn.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"

#include <math.h>

#define HIDES_NOTHING (-1.0) /* e to the power of it, or of more, takes a real share */
#define LEAST_SHARE 1e-7     /* less of a weight is lost when float32 adds it to others */

int mask_open_takes(struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    for (int j = 0; e->output_count > 0 && j < e->input_count; j++) {
        const struct tensor *in = &e->input[j].of.tensor;
        if (dtype_is_float(in->dtype) && tensor_same_shape(in, &e->output[0].tensor) &&
            event_masks(t, event, j)) {
            return j;
        }
    }
    return -1;
}

/* What a mask did to the scores: a number in the place of some, or 1 more or less. */
struct fill {
    bool added;
    double with; /* the number, or what was added */
};

static bool adds(const struct event *e)
{
    return event_does(e, ADDS | SUBTRACTS) || event_is(e, OP_rsub);
}

/* Whether the mask put one and the same number, which hides nothing, where it changed scores. */
static bool is_open(const struct event *e, const struct rows *before, const struct rows *behind,
                    struct fill *fill)
{
    bool any = false, same = true;
    fill->added = adds(e);
    for (int64_t r = 0; same && r < behind->count; r++) {
        for (int64_t k = 0; same && k < behind->length; k++) {
            double was = rows_at(before, r, k), is = rows_at(behind, r, k);
            double with = fill->added ? round(is - was) : is + 0.0; /* -0 is 0 */
            if (was != is) {
                same = (!any || with == fill->with) &&
                       (fill->added ? fabs(is - was - with) < 1e-4 && fabs(with) == 1
                                    : with >= HIDES_NOTHING);
                fill->with = with;
                any = true;
            }
        }
    }
    return any && same;
}

/* How many weights are above 0 where the mask changed a score. */
static int64_t count_open(const struct rows *before, const struct rows *behind,
                          const struct rows *weights)
{
    int64_t open = 0;
    for (int64_t r = 0; r < weights->count; r++) {
        for (int64_t k = 0; k < weights->length; k++) {
            open += rows_at(before, r, k) != rows_at(behind, r, k) && rows_at(weights, r, k) > 0;
        }
    }
    return open;
}

static void warn_of_fill(struct warner *w, int event, const struct fill *fill, int64_t open)
{
    if (fill->added) {
        warn_add(w, event,
                 "the mask moves some scores by %g and leaves the others: it hides none of them",
                 fill->with);
    } else {
        warn_add(w, event, "a score of %g hides nothing: %lld %s above 0 where the mask hides",
                 fill->with, (long long)open, open == 1 ? "weight is" : "weights are");
    }
}

/* What a mask hides, and is undone behind it. */
struct undone {
    int64_t open, row, key; /* weights above 0, and where one of them is */
    double most;            /* the largest */
};

/* Whether all that the mask hides from queries to which it leaves some key has a weight again. */
static bool is_undone(const struct rows *before, const struct rows *behind,
                      const struct rows *weights, struct undone *out)
{
    bool all = true;
    *out = (struct undone){0};
    for (int64_t r = 0; all && r < weights->count; r++) {
        bool leaves = false;
        for (int64_t k = 0; k < weights->length; k++) {
            leaves |= rows_at(behind, r, k) > SCORE_HIDDEN;
        }
        for (int64_t k = 0; all && leaves && k < weights->length; k++) {
            double weight = rows_at(weights, r, k);
            if (rows_at(before, r, k) > SCORE_HIDDEN && rows_at(behind, r, k) <= SCORE_HIDDEN) {
                all = weight > 0;
                *out =
                    (struct undone){out->open + 1, r, k, weight > out->most ? weight : out->most};
            }
        }
    }
    return all && out->most > LEAST_SHARE;
}

/* The first step behind the mask whose score is no longer very negative there. */
static int undoing_step(struct warner *w, const struct pass *p, const struct undone *u)
{
    const struct event *e = w->tape->event;
    for (int k = p->mask + 1; k < p->softmax; k++) {
        if (e[k].pass == w->at && e[k].stage != STAGE_SOFTMAX && e[k].output_count > 0 &&
            tensor_same_shape(&e[k].output[0].tensor, &e[p->softmax].output[0].tensor)) {
            scoped_rows r = {0};
            rows_of_result(w, k, p->axis, &r);
            if (!w->failed && rows_at(&r, u->row, u->key) > SCORE_HIDDEN) {
                return k;
            }
        }
    }
    return -1;
}

static void warn_of_undone(struct warner *w, const struct pass *p, const struct undone *u)
{
    int at = undoing_step(w, p, u);
    if (at >= 0) {
        warn_add(w, at, "this %s undoes the mask before it: %lld %s above 0 where it hides",
                 w->tape->event[at].name, (long long)u->open,
                 u->open == 1 ? "weight is" : "weights are");
    }
}

/* Whether an input holds 0 and 1, both of them, and nothing else. */
static bool is_zero_or_one(struct warner *w, int event, int input)
{
    const struct tensor *x = &w->tape->event[event].input[input].of.tensor;
    scoped_rows r = {0};
    int64_t zeros = 0, ones = 0;
    if (x->ndim == 0) {
        return false;
    }
    rows_of_input(w, event, input, x->ndim - 1, &r);
    for (int64_t k = 0; k < r.count * r.length; k++) {
        double is = rows_at(&r, k / r.length, k % r.length);
        zeros += is == 0;
        ones += is == 1;
    }
    return zeros > 0 && ones > 0 && zeros + ones == r.count * r.length;
}

/* Whether an input tells keys from one another, but not queries: padding, not a bonus for pairs. */
static bool is_of_keys(const struct event *e, int input, int axis)
{
    const struct tensor *x = &e->input[input].of.tensor, *s = &e->output[0].tensor;
    int missing = s->ndim - x->ndim, queries = axis == s->ndim - 1 ? axis - 1 : s->ndim - 1;
    return axis >= missing && x->shape[axis - missing] == s->shape[axis] &&
           (queries < missing || x->shape[queries - missing] == 1) && queries >= 0 &&
           s->shape[queries] > 1;
}

/* Where nothing hides: what a product of queries and keys is added to (baddbmm) are 0 and 1, or
 * such numbers of the keys alone are added to the scores. */
static void warn_of_sum(struct warner *w, const struct pass *p)
{
    const struct event *all = w->tape->event;
    if (p->product < 0) {
        return;
    }
    for (int k = p->product; k < p->softmax; k++) {
        const struct event *e = &all[k];
        bool into = k == p->product && event_does(e, ADDS_PRODUCT);
        bool on_top = k > p->product && e->pass == w->at && adds(e) && e->input_count == 2 &&
                      tensor_same_shape(&e->output[0].tensor, &all[p->softmax].output[0].tensor);
        for (int input = 0; input < (into ? 1 : 2) && (into || on_top); input++) {
            if ((into || is_of_keys(e, input, p->axis)) && is_zero_or_one(w, k, input)) {
                warn_of_fill(w, k, &(struct fill){.added = true, .with = 1}, 0);
                return;
            }
        }
    }
}

void find_mask_hides_nothing(struct warner *w)
{
    const struct pass *p = w->pass;
    const struct event *e = w->tape->event;
    int input = p->mask < 0 || p->mask > p->softmax ? -1 : mask_open_takes(w->tape, p->mask);
    scoped_rows weights = {0}, behind = {0}, before = {0};
    struct fill fill;
    struct undone undone;
    if (p->mask < 0) {
        warn_of_sum(w, p);
    }
    if (input < 0 ||
        !tensor_same_shape(&e[p->mask].output[0].tensor, &e[p->softmax].output[0].tensor)) {
        return;
    }
    rows_of_input(w, p->mask, input, p->axis, &before);
    rows_of_result(w, p->mask, p->axis, &behind);
    rows_of_result(w, p->softmax, p->axis, &weights);
    if (!w->failed && is_open(&e[p->mask], &before, &behind, &fill)) {
        int64_t open = count_open(&before, &behind, &weights);
        if (open > 0) {
            warn_of_fill(w, p->mask, &fill, open);
        }
    } else if (!w->failed && is_undone(&before, &behind, &weights, &undone)) {
        warn_of_undone(w, p, &undone);
    }
}

/* --- the right way --- */

/* Minus infinity where the mask put its number. */
bool mend_mask_hides_nothing(struct redo *r)
{
    int input = adds(r->e) ? -1 : mask_open_takes(r->t, r->event);
    struct tensor before, behind;
    redo_code(r, "-inf in their place");
    if (input < 0 || !redo_take(r, r->event, input, &before)) {
        return false;
    }
    if (!redo_take_result(r, r->event, &behind)) {
        return redo_done(false, &before);
    }
    bool made = tensor_copy(r->cx, &r->out, &behind);
    for (int64_t k = 0; made && k < tensor_numel(&behind); k++) {
        if (tensor_cell(&behind, k) != tensor_cell(&before, k)) {
            tensor_set_double(&r->out, k, -INFINITY);
        }
    }
    tensor_release(&behind);
    return redo_done(made, &before);
}
