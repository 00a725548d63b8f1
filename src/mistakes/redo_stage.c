/* Tells the steps of attention that belong to no pass: scores without a softmax, a softmax without
 * values, a split that nothing follows, as in the first cells of a lesson. They are recognised by
 * what they do and by what stands before them. */
#include "mistakes/redo.h"
#include "trace/tape/event.h"

/* The last two axes of the right operand were exchanged for it, or an einsum has them. */
static bool loose_scores(const struct redo *r, int event)
{
    int left, right;
    const struct event *e = &r->t->event[event];
    if (!event_contracts(e) || e->input_count < 2 || e->output[0].tensor.ndim < 2) {
        return false;
    }
    redo_factors(r, event, &left, &right);
    if (event_is(e, OP_einsum)) {
        return tensor_same_shape(&e->input[left].of.tensor, &e->input[right].of.tensor);
    }
    int k = redo_source(r, event, right);
    return k >= 0 && event_transposes(&r->t->event[k]) && !e->input[right].of.parameter &&
           !r->t->event[k].input[0].of.parameter;
}

/* A scale or a mask on the way from such scores. */
static bool from_scores(const struct redo *r, int event)
{
    double factor;
    int k = redo_source(r, event, 0);
    for (int step = 0; k >= 0 && step < CHAIN_MOST; step++) {
        const struct event *e = &r->t->event[k];
        if (loose_scores(r, k)) {
            return true;
        }
        if (!(event_does(e, COPIES | MASKS) || event_is(e, OP_detach)) &&
            !event_scales(r->t, k, &factor)) {
            return false;
        }
        k = redo_source(r, k, 0);
    }
    return false;
}

/* e / e.sum(): of powers of e. */
static bool loose_division(const struct redo *r, const struct event *e, int event)
{
    int sum = redo_source(r, event, 1), exp = redo_source(r, event, 0);
    return sum >= 0 && exp >= 0 && event_is(&r->t->event[sum], OP_sum) &&
           event_is(&r->t->event[exp], OP_exp) &&
           r->t->event[sum].input[0].of.serial == e->input[0].of.serial;
}

/* Between heads and tokens: behind a view that made the axis of heads. */
static bool loose_split(const struct redo *r, const struct event *e, int event)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    int k = redo_source(r, event, 0);
    bool split = k >= 0 && event_does(&r->t->event[k], RESHAPES) &&
                 r->t->event[k].input[0].of.tensor.ndim < in->ndim;
    return split && in->ndim >= 3 && in->ndim == out->ndim &&
           in->stride[in->ndim - 1] == out->stride[out->ndim - 1];
}

static bool loose_join(const struct redo *r, const struct event *e, int event)
{
    int k = redo_source_past(r, event, 0, COPIES);
    return e->output[0].tensor.ndim < e->input[0].of.tensor.ndim && k >= 0 &&
           event_transposes(&r->t->event[k]) && r->t->event[k].output[0].tensor.ndim >= 3;
}

static enum stage loose_stage(const struct redo *r, int event)
{
    const struct event *e = &r->t->event[event];
    double factor;
    if (e->output_count == 0 || e->input_count == 0) {
        return STAGE_OTHER;
    }
    if (event_normalizes(e)) {
        return STAGE_SOFTMAX;
    }
    if (event_does(e, DIVIDES) && e->input_count == 2 && loose_division(r, e, event)) {
        return STAGE_SOFTMAX;
    }
    if ((event_does(e, MASKS | ADDS) || event_is(e, OP___setitem__)) &&
        event_masks(r->t, event, 0)) {
        return STAGE_MASK;
    }
    if (event_contracts(e)) {
        return loose_scores(r, event) ? STAGE_SCORES : STAGE_OTHER;
    }
    if (event_transposes(e)) {
        return e->input_count == 1 && loose_split(r, e, event) ? STAGE_TRANSPOSE : STAGE_OTHER;
    }
    if (event_does(e, RESHAPES)) {
        return loose_join(r, e, event) ? STAGE_CONCAT : STAGE_OTHER;
    }
    return event_scales(r->t, event, &factor) && from_scores(r, event) ? STAGE_SCALE : STAGE_OTHER;
}

enum stage redo_stage(const struct redo *r, int event)
{
    const struct event *e = &r->t->event[event];
    return e->pass >= 0 ? e->stage : r->walk ? STAGE_OTHER : loose_stage(r, event);
}
