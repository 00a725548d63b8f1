/* Finds, mends and makes mistakes of softmax: over the wrong axis, taken twice, left out. */
#include "tensor/cells/softmax.h"
#include "mistakes/redo.h"
#include "mistakes/warn.h"
#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "trace/stage/softmax_use.h"
#include "trace/tape/event.h"

/* --- softmax-axis, softmax-twice --- */

static int collected_axis(struct warner *w, const struct pass *p)
{
    int summed = pass_summed_axis(&w->tape->event[p->context], p->weights);
    return summed < 0 ? -1 : softmax_follow(&w->graph, p->context, p->weights, summed, p->softmax);
}

/* Whether other weights collect these as their values: the product of two softmaxes, by way of a
 * few landmarks. */
static bool is_collected(struct warner *w, const struct pass *p)
{
    for (int k = 0; k < w->tape->pass_count; k++) {
        const struct pass *other = &w->tape->pass[k];
        if (other != p && other->context == p->context && other->weights == p->value &&
            collected_axis(w, other) == other->axis) {
            return true;
        }
    }
    return false;
}

int softmax_summed_axis(struct warner *w, const struct pass *p)
{
    bool collects = p->context >= 0 && !is_collected(w, p);
    return collects ? pass_summed_axis(&w->tape->event[p->context], p->weights) : -1;
}

int softmax_collected_axis(struct warner *w, const struct pass *p)
{
    return softmax_summed_axis(w, p) < 0 ? -1 : collected_axis(w, p);
}

/* Whether the weights of each query add up to 1 when the context takes them after all: they were
 * divided by their sum, as slots are. */
static bool made_whole(struct warner *w, const struct pass *p)
{
    scoped_rows r = {0};
    double sum;
    rows_of_input(w, p->context, p->weights, softmax_summed_axis(w, p), &r);
    return rows_broken(&r, &sum) < 0;
}

void find_softmax_axis(struct warner *w)
{
    const struct pass *p = w->pass;
    int collected = softmax_collected_axis(w, p);
    if (collected >= 0 && collected != p->axis && !made_whole(w, p)) {
        warn_add(w, p->softmax,
                 "softmax runs over axis %d, but the values are collected over axis %d: the "
                 "weights of a query do not add up to 1",
                 p->axis, collected);
    }
}

/* Behind the softmax of a softmax stands nothing but masks and scales. */
static int softmax_before(struct warner *w, int event)
{
    struct middle m;
    int at[2];
    if (!middle_find(&w->graph, event, &m)) {
        return -1;
    }
    int k = m.event, input = m.input;
    while (graph_sources(&w->graph, k, input, at) > 0) {
        struct middle other;
        const struct event *e = &w->tape->event[at[0]];
        double factor;
        if (middle_find(&w->graph, at[0], &other)) {
            return at[0];
        }
        if (!event_masks(w->tape, at[0], 0) && !event_scales(w->tape, at[0], &factor) &&
            !(event_does(e, COPIES | CONVERTS) ||
              event_is(e, OP_dropout OP_view OP_reshape OP_detach))) {
            return -1;
        }
        k = at[0];
        input = 0;
    }
    return -1;
}

void find_softmax_twice(struct warner *w)
{
    int before = softmax_before(w, w->at);
    if (before >= 0) {
        const struct event *e = &w->tape->event[before];
        warn_add(w, w->at,
                 "softmax of weights that are the result of a softmax already (%s%d): the second "
                 "one flattens them",
                 e->setup ? "step s" : "step ", e->number);
    }
}

/* --- on purpose: as one operation, or as a division by a sum --- */

bool softmax_is(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    return event_normalizes(r->e) && redo_stage(r, r->event) == STAGE_SOFTMAX &&
           (p == NULL || p->softmax == r->event) && r->e->input_count > 0 &&
           dtype_is_float(r->e->input[0].of.tensor.dtype);
}

/* exp(x) / exp(x).sum(): the division. The walkthrough leaves its steps alone. */
static bool is_division(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    if (r->walk || !event_does(r->e, DIVIDES) || r->e->input_count != 2 ||
        !tensor_same_shape(&r->e->input[0].of.tensor, redo_result(r)) ||
        !dtype_is_float(redo_result(r)->dtype)) {
        return false;
    }
    return p != NULL ? p->softmax == r->event : redo_stage(r, r->event) == STAGE_SOFTMAX;
}

/* Along which axis the weights add up to 1; -1: not known. */
static int axis_of(const struct redo *r)
{
    const struct pass *p = redo_pass(r);
    if (p != NULL) {
        return p->axis;
    }
    const struct tensor *out = redo_result(r);
    if (is_division(r)) {
        const struct tensor *sum = &r->e->input[1].of.tensor;
        return sum->ndim == out->ndim && sum->shape[out->ndim - 1] == 1 ? out->ndim - 1 : -1;
    }
    const struct argument *dim = event_argument(r->e, "dim");
    return dim == NULL || dim->none ? -1 : (int)(dim->i < 0 ? dim->i + out->ndim : dim->i);
}

/* The last axis is the keys'. */
static bool is_over_keys(const struct redo *r)
{
    return (softmax_is(r) || is_division(r)) && redo_result(r)->ndim > 0 &&
           axis_of(r) == redo_result(r)->ndim - 1;
}

static bool over_axis(struct redo *r, int axis)
{
    struct tensor x, sum;
    if (!r->make || !redo_take(r, r->event, 0, &x)) {
        return !r->make;
    }
    if (!is_division(r)) {
        return redo_done(reduce_softmax(r->cx, &r->out, &x, axis), &x);
    }
    bool ok = reduce_fold(r->cx, REDUCE_SUM, &sum, &x, 1u << axis, true) &&
              redo_done(elementwise_binary(r->cx, BINARY_DIV, &r->out, &x, &sum), &sum);
    return redo_done(ok, &x);
}

bool softmax_of(struct redo *r, struct tensor *scores)
{
    int axis = axis_of(r);
    return redo_done(axis >= 0 && reduce_softmax(r->cx, &r->out, scores, axis), scores);
}

bool make_softmax_axis(struct redo *r)
{
    int last = redo_result(r)->ndim - 1;
    redo_code(r, "softmax(dim=-2)");
    return is_over_keys(r) && last >= 1 && over_axis(r, last - 1);
}

/* (b, heads, tokens, tokens) */
bool make_softmax_heads(struct redo *r)
{
    const struct tensor *weights = redo_result(r);
    return is_over_keys(r) && weights->ndim == 4 && weights->shape[1] > 1 && over_axis(r, 1);
}

bool make_no_softmax(struct redo *r)
{
    return softmax_is(r) && redo_input(r, r->event, 0);
}

bool make_exp_only(struct redo *r)
{
    struct tensor x;
    if (is_division(r)) {
        return redo_input(r, r->event, 0);
    }
    return softmax_is(r) &&
           (!r->make || (redo_take(r, r->event, 0, &x) &&
                         redo_done(elementwise_unary(r->cx, UNARY_EXP, &r->out, &x), &x)));
}

/* --- the right way --- */

bool mend_softmax_axis(struct redo *r)
{
    struct tensor x;
    const struct pass *p = redo_pass(r);
    int last = r->e->input[0].of.tensor.ndim - 1;
    redo_code(r, "softmax(dim=-1)");
    return p != NULL && last >= 1 && p->axis != last && event_normalizes(r->e) &&
           redo_take(r, r->event, 0, &x) && redo_done(reduce_softmax(r->cx, &r->out, &x, last), &x);
}

/* Where cross_entropy takes its logarithms: of what the softmax before it was given. */
bool mend_softmax_before_loss(struct redo *r)
{
    struct tensor x;
    int softmax = r->e->input[0].of.maker;
    const struct argument *dim = event_argument(r->e, "dim");
    redo_code(r, "log_softmax of the scores");
    return softmax >= 0 && dim != NULL && event_does(r->e, LOG_SOFTMAX) &&
           event_does(&r->t->event[softmax], SOFTMAX) && redo_take(r, softmax, 0, &x) &&
           redo_done(reduce_log_softmax(r->cx, &r->out, &x, dim->i), &x);
}
