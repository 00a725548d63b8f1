/* Makes mistakes of masks on purpose, and mends them: lost, turned around, off by one, behind
 * softmax. */
#include "mistakes/redo.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"

#include <math.h>

/* A mask of any form (masked_fill, where, a tensor that is added, cells written through a key or
 * one by one) is recognised by its effect: which of the scores became very negative. */

#define LOOP_MOST 4096 /* events to look back and ahead for the rest of a loop */

struct masking {
    struct tensor before, behind; /* owned */
    int first, input;             /* the event that laid the mask, or began to, and its scores */
    int64_t count, rows, columns;
    int64_t seen; /* keys that the first query sees before one that is hidden */
    bool added;   /* by a sum: what is hidden keeps a trace of its score */
    double fill;  /* what hides a cell, or is added to it */
};

/* The input that the mask is laid over; -1: the event lays none. */
static int masked_input(const struct redo *r, int event)
{
    const struct event *e = &r->t->event[event];
    for (int j = 0; e->output_count > 0 && j < e->input_count; j++) {
        const struct tensor *in = &e->input[j].of.tensor;
        if (dtype_is_float(in->dtype) && tensor_same_shape(in, &e->output[0].tensor) &&
            redo_stage(r, event) == STAGE_MASK && event_masks(r->t, event, j)) {
            return j;
        }
    }
    return -1;
}

/* Written by the same piece of code into the same tensor: `scores[i, j] = -inf` in a loop. */
static bool same_loop(const struct event *a, const struct event *b)
{
    return a->op == b->op && a->site.source == b->site.source && a->site.line == b->site.line &&
           a->site.column == b->site.column && b->output_count > 0 &&
           a->output[0].serial == b->output[0].serial;
}

/* The first event of the loop that `event` ends; -1: it does not end it. */
static int loop_of(const struct redo *r, int event)
{
    const struct event *e = &r->t->event[event];
    int first = event;
    if (e->effect != STORAGE_IN_PLACE) {
        return event;
    }
    for (int k = event + 1; k < r->t->event_count && k <= event + LOOP_MOST; k++) {
        if (same_loop(e, &r->t->event[k])) {
            return -1;
        }
    }
    for (int k = event - 1; k >= 0 && k >= event - LOOP_MOST; k--) {
        first = same_loop(e, &r->t->event[k]) ? k : first;
    }
    return first;
}

/* tril of scores hides some; tril of ones makes a mask. */
static bool makes_triangle(const struct redo *r, int input)
{
    int k = r->event;
    for (int step = 0; event_does(r->e, TRIANGLES) && step < CHAIN_MOST; step++) {
        k = redo_source(r, k, step == 0 ? input : 0);
        if (k < 0) {
            return true;
        }
        if (redo_stage(r, k) == STAGE_SCORES) {
            return false;
        }
    }
    return event_does(r->e, TRIANGLES);
}

static bool masks(const struct redo *r, struct masking *m)
{
    const struct pass *p = redo_pass(r);
    *m = (struct masking){.input = -1};
    if (p != NULL && p->context >= 0 && r->event > p->softmax) {
        return false;
    }
    m->input = masked_input(r, r->event);
    m->first = m->input < 0 || makes_triangle(r, m->input) ? -1 : loop_of(r, r->event);
    return m->first >= 0;
}

/* Whether the result of the mask leads on: the right code stores it. */
static bool is_stored(const struct redo *r)
{
    if (r->e->effect == STORAGE_IN_PLACE) {
        return true;
    }
    for (int k = r->event + 1; k < r->t->event_count; k++) {
        const struct event *e = &r->t->event[k];
        for (int j = 0; e->figure == NULL && j < e->input_count; j++) {
            if (e->input[j].of.serial == r->e->output[0].serial) {
                return true;
            }
        }
    }
    return false;
}

static bool hidden(const struct masking *m, int64_t k)
{
    return tensor_cell(&m->behind, k) <= SCORE_HIDDEN && tensor_cell(&m->before, k) > SCORE_HIDDEN;
}

static bool open_mask(const struct redo *r, int first, int input, int event, struct masking *m)
{
    if (!redo_take(r, first, input, &m->before)) {
        return false;
    }
    if (!redo_take_result(r, event, &m->behind)) {
        return redo_done(false, &m->before);
    }
    m->count = tensor_numel(&m->before);
    return true;
}

static bool close_mask(struct masking *m, bool ok)
{
    tensor_release(&m->before);
    return redo_done(ok, &m->behind);
}

/* Whether it hides any cell, and what by. */
static bool find_fill(const struct redo *r, struct masking *m)
{
    int last = m->before.ndim - 1;
    if (last < 0 || !tensor_same_shape(&m->before, &m->behind)) {
        return false;
    }
    m->columns = m->before.shape[last];
    m->rows = last > 0 ? m->before.shape[last - 1] : 1;
    m->added = event_does(r->e, ADDS | SUBTRACTS) || event_is(r->e, OP_rsub);
    while (m->seen < m->columns && m->seen < m->count && !hidden(m, m->seen)) {
        m->seen++;
    }
    bool any = false;
    for (int64_t k = 0; k < m->count; k++) {
        double is = tensor_cell(&m->behind, k);
        double fill = m->added && isfinite(is) ? is - tensor_cell(&m->before, k) : is;
        if (hidden(m, k)) {
            any = true;
            m->fill = fill < m->fill ? fill : m->fill;
        }
    }
    return any;
}

/* A mask that hides other cells, or with another number. */
struct change {
    bool (*fits)(const struct masking *m); /* which masks could be so; NULL: every mask */
    bool (*hides)(const struct masking *m, int64_t k);
    const double *fill; /* what takes the cell's place; NULL: the mask's own, set or added */
};

static bool hide_others(struct redo *r, struct masking *m, const struct change *change)
{
    bool added = m->added && change->fill == NULL;
    m->fill = change->fill != NULL ? *change->fill : m->fill;
    if (!tensor_copy(r->cx, &r->out, &m->before)) {
        return false;
    }
    for (int64_t k = 0; k < m->count; k++) {
        if (change->hides(m, k)) {
            tensor_set_double(&r->out, k, (added ? tensor_cell(&m->before, k) : 0) + m->fill);
        }
    }
    return true;
}

static bool changed_mask(struct redo *r, struct change change)
{
    struct masking m;
    return masks(r, &m) && is_stored(r) && open_mask(r, m.first, m.input, r->event, &m) &&
           close_mask(&m, find_fill(r, &m) && (change.fits == NULL || change.fits(&m)) &&
                              (!r->make || hide_others(r, &m, &change)));
}

/* --- lost, or stored where the code loses it --- */

bool make_mask_not_applied(struct redo *r)
{
    struct masking m;
    return masks(r, &m) && is_stored(r) && redo_input(r, m.first, m.input);
}

/* The mask event before this one that took the same scores and whose result nobody took; -1. */
static int unstored_mask(const struct redo *r)
{
    for (int k = r->event - 1; k > redo_pass(r)->scores; k--) {
        struct redo mask = redo_of(r->t, k, NULL);
        struct masking m;
        if (mask.e->pass == r->e->pass && mask.e->output_count > 0 && masks(&mask, &m) &&
            mask.e->input[m.input].of.serial == r->e->input[0].of.serial && !is_stored(&mask)) {
            return k;
        }
    }
    return -1;
}

bool make_mask_stored(struct redo *r)
{
    const struct pass *p = redo_pass(r);
    struct tensor masked;
    bool next = r->e->stage == STAGE_SCALE || r->e->stage == STAGE_SOFTMAX;
    if (p == NULL || p->mask >= 0 || p->scores < 0 || !next || r->e->input_count < 1 ||
        r->event > p->softmax) {
        return false;
    }
    int lost = unstored_mask(r);
    return lost >= 0 &&
           (!r->make || (redo_take_result(r, lost, &masked) && redo_again(r, 0, &masked)));
}

/* --- other cells --- */

static bool was_seen(const struct masking *m, int64_t k)
{
    return !hidden(m, k);
}

bool make_mask_polarity(struct redo *r)
{
    return changed_mask(r, (struct change){.hides = was_seen});
}

/* Whether a triangle as the mask's own, moved by some places, hides the cell. */
static bool hidden_at(const struct masking *m, int64_t k, int64_t more)
{
    int64_t row = k / m->columns % m->rows, column = k % m->columns;
    return column > row + m->seen - 1 + more;
}

static bool is_triangle(const struct masking *m)
{
    bool triangle = m->rows >= 2;
    for (int64_t k = 0; triangle && k < m->count; k++) {
        triangle = hidden(m, k) == hidden_at(m, k, 0);
    }
    return triangle;
}

static bool hides_own(const struct masking *m, int64_t k)
{
    return hidden_at(m, k, -1);
}

static bool hides_late(const struct masking *m, int64_t k)
{
    return hidden_at(m, k, 1);
}

bool make_mask_own(struct redo *r)
{
    return changed_mask(r, (struct change){.fits = is_triangle, .hides = hides_own});
}

bool make_mask_ahead(struct redo *r)
{
    return changed_mask(r, (struct change){.fits = is_triangle, .hides = hides_late});
}

/* --- another number --- */

/* Filled, not added: then 0 hides nothing either, and the mask is lost. */
static bool is_filled(const struct masking *m)
{
    return !m->added;
}

static bool is_finite(const struct masking *m)
{
    return !m->added && isfinite(m->fill);
}

bool make_mask_zero(struct redo *r)
{
    static const double zero = 0;
    return changed_mask(r, (struct change){.fits = is_filled, .hides = hidden, .fill = &zero});
}

bool make_mask_tiny(struct redo *r)
{
    static const double tiny = 1e-9;
    return changed_mask(r, (struct change){.fits = is_finite, .hides = hidden, .fill = &tiny});
}

/* cap * tanh(scores / cap) in front of a mask: what that makes of minus infinity. */
static bool least_capped(const struct redo *r, const struct masking *m, double *least)
{
    int scaled = redo_source(r, m->first, m->input);
    double cap;
    if (scaled < 0 || !event_scales(r->t, scaled, &cap)) {
        return false;
    }
    int bent = redo_source(r, scaled, 0);
    *least = -fabs(cap);
    return bent >= 0 && event_is(&r->t->event[bent], OP_tanh);
}

bool make_mask_capped(struct redo *r)
{
    struct masking m;
    double least;
    return masks(r, &m) && least_capped(r, &m, &least) &&
           changed_mask(r, (struct change){.hides = hidden, .fill = &least});
}

/* --- behind softmax, and the right way --- */

/* Back from the softmax to the mask; *factor: what the scores were scaled by on the way. -1: there
 * is no mask, or it is further away than that. */
static int find_mask(const struct redo *r, int *input, double *factor)
{
    int k = r->event;
    *factor = 1;
    for (int step = 0; step < CHAIN_MOST; step++) {
        double one;
        k = redo_source(r, k, 0);
        const struct event *e = k >= 0 ? &r->t->event[k] : NULL;
        if (e == NULL || e->output_count == 0) {
            return -1;
        }
        *input = masked_input(r, k);
        if (*input >= 0) {
            return k;
        }
        if (event_scales(r->t, k, &one)) {
            *factor *= one;
        } else if (!(event_does(e, COPIES | CONVERTS) || event_is(e, OP_detach))) {
            return -1;
        }
    }
    return -1;
}

/* What that mask hides is set in a tensor. */
static bool hide(const struct redo *r, int mask, int input, struct tensor *in, double with)
{
    struct masking m;
    if (!open_mask(r, mask, input, mask, &m)) {
        return redo_done(false, in);
    }
    for (int64_t k = 0; k < m.count; k++) {
        if (hidden(&m, k)) {
            tensor_set_double(in, tensor_place(in, k), with);
        }
    }
    return close_mask(&m, true);
}

bool make_mask_after_softmax(struct redo *r)
{
    struct tensor x;
    double factor;
    int input, mask = softmax_is(r) ? find_mask(r, &input, &factor) : -1;
    if (mask < 0 || !tensor_same_shape(&r->t->event[mask].output[0].tensor, redo_result(r))) {
        return false;
    }
    redo_code(r, "softmax, then mask");
    return !r->make || (redo_take(r, mask, input, &x) && redo_scale(r, &x, factor) &&
                        softmax_of(r, &x) && hide(r, mask, input, &r->out, 0));
}

/* The mask whose result was lost: the last one of the pass that hides cells of such scores. */
static int lost_mask(const struct redo *r, int *input)
{
    for (int k = r->event - 1; k >= 0; k--) {
        const struct event *e = &r->t->event[k];
        *input = e->pass == r->e->pass ? masked_input(r, k) : -1;
        if (*input >= 0 && tensor_same_shape(&e->output[0].tensor, &r->e->input[0].of.tensor)) {
            return k;
        }
    }
    return -1;
}

bool mend_mask_not_applied(struct redo *r)
{
    struct tensor x, scores;
    int input, mask = redo_pass(r) != NULL && event_normalizes(r->e) ? lost_mask(r, &input) : -1;
    redo_code(r, "the masked scores");
    return mask >= 0 && redo_take(r, r->event, 0, &x) &&
           redo_next(tensor_copy(r->cx, &scores, &x), &x, &scores) &&
           hide(r, mask, input, &x, -INFINITY) && softmax_of(r, &x);
}
