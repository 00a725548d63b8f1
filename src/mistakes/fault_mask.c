/* Holds wrong ways to hide scores. A mask of any form (masked_fill, where, a tensor that is added,
 * cells written through a key or one by one) is recognised by its effect: which of the scores
 * became very negative. */
#include "mistakes/wrong.h"

#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>

#define LOOP_MOST 4096 /* events to look back and ahead for the rest of a loop */

struct masking {
    struct tensor before, behind; /* owned */
    int first, input;             /* the event that laid the mask, or began to, and its scores */
    int64_t count, rows, columns;
    bool *hidden; /* malloc'ed: of each cell, row-major */
    bool added;   /* by a sum: what is hidden keeps a trace of its score */
    double fill;  /* what hides a cell, or is added to it */
};

/* --- which event --- */

/* The input that the mask is laid over; -1: the event lays none. */
static int masked_input(const struct wrong *w, int event)
{
    const struct event *e = &w->t->event[event];
    for (int j = 0; e->output_count > 0 && j < e->input_count; j++) {
        const struct tensor *in = &e->input[j].of.tensor;
        if (dtype_is_float(in->dtype) && tensor_same_shape(in, &e->output[0].tensor) &&
            fault_loose_stage(w, event) == STAGE_MASK && event_masks(w->t, event, j)) {
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
static int loop_of(const struct wrong *w, int event)
{
    const struct event *e = &w->t->event[event];
    int first = event;
    if (e->effect != STORAGE_IN_PLACE) {
        return event;
    }
    for (int k = event + 1; k < w->t->event_count && k <= event + LOOP_MOST; k++) {
        if (same_loop(e, &w->t->event[k])) {
            return -1;
        }
    }
    for (int k = event - 1; k >= 0 && k >= event - LOOP_MOST; k--) {
        first = same_loop(e, &w->t->event[k]) ? k : first;
    }
    return first;
}

/* tril of scores hides some; tril of ones makes a mask. */
static bool makes_triangle(const struct wrong *w, int input)
{
    int k = w->event;
    for (int step = 0; event_does(w->e, TRIANGLES) && step < CHAIN_MOST; step++) {
        k = wrong_source(w, k, step == 0 ? input : 0);
        if (k < 0) {
            return true;
        }
        if (fault_loose_stage(w, k) == STAGE_SCORES) {
            return false;
        }
    }
    return event_does(w->e, TRIANGLES);
}

static bool masks(const struct wrong *w, struct masking *m)
{
    const struct pass *p = wrong_pass(w);
    *m = (struct masking){.input = -1};
    if (w->walk || (p != NULL && p->context >= 0 && w->event > p->softmax)) {
        return false;
    }
    m->input = masked_input(w, w->event);
    m->first = m->input < 0 || makes_triangle(w, m->input) ? -1 : loop_of(w, w->event);
    return m->first >= 0;
}

/* Whether the result of the mask leads on: the right code stores it. */
static bool is_stored(const struct wrong *w)
{
    if (w->e->effect == STORAGE_IN_PLACE) {
        return true;
    }
    for (int k = w->event + 1; k < w->t->event_count; k++) {
        const struct event *e = &w->t->event[k];
        for (int j = 0; e->figure == NULL && j < e->input_count; j++) {
            if (e->input[j].of.serial == w->e->output[0].serial) {
                return true;
            }
        }
    }
    return false;
}

/* --- what it did --- */

static double cell(const struct tensor *t, int64_t k)
{
    return tensor_double_at(t, tensor_place(t, k));
}

static void look(struct masking *m)
{
    int last = m->before.ndim - 1;
    m->columns = m->before.shape[last];
    m->rows = last > 0 ? m->before.shape[last - 1] : 1;
    m->fill = 0;
    for (int64_t k = 0; k < m->count; k++) {
        double was = cell(&m->before, k), is = cell(&m->behind, k);
        m->hidden[k] = is <= SCORE_HIDDEN && was > SCORE_HIDDEN;
        double fill = m->added && isfinite(is) ? is - was : is;
        m->fill = m->hidden[k] && fill < m->fill ? fill : m->fill;
    }
}

static bool open_mask(struct wrong *w, struct masking *m)
{
    if (!wrong_input(w, m->first, m->input, &m->before)) {
        return false;
    }
    if (!tape_after(w->t, &w->e->output[0], w->event, &m->behind)) {
        tensor_release(&m->before);
        return false;
    }
    m->added = (event_does(w->e, ADDS | SUBTRACTS) || event_is(w->e, OP_rsub));
    m->count = tensor_numel(&m->before);
    m->hidden = calloc((size_t)m->count + 1, sizeof *m->hidden);
    if (m->hidden == NULL || m->before.ndim == 0 || !tensor_same_shape(&m->before, &m->behind)) {
        free(m->hidden);
        tensor_release(&m->before);
        tensor_release(&m->behind);
        return false;
    }
    look(m);
    return true;
}

static void close_mask(struct masking *m)
{
    free(m->hidden);
    tensor_release(&m->before);
    tensor_release(&m->behind);
}

static bool hides_any(const struct masking *m)
{
    for (int64_t k = 0; k < m->count; k++) {
        if (m->hidden[k]) {
            return true;
        }
    }
    return false;
}

/* The scores with other cells hidden. */
static bool hide_others(struct wrong *w, const struct masking *m,
                        bool (*hides)(const struct masking *m, int64_t k))
{
    if (!tensor_copy(w->cx, &w->out, &m->before)) {
        return false;
    }
    for (int64_t k = 0; k < m->count; k++) {
        if (hides(m, k)) {
            double was = cell(&m->before, k);
            tensor_set_double(&w->out, k, m->added ? was + m->fill : m->fill);
        }
    }
    return true;
}

/* A mask that hides other cells, or with another number. `fits` says which masks could be so. */
struct change {
    bool (*fits)(const struct masking *m); /* NULL: every mask */
    bool (*hides)(const struct masking *m, int64_t k);
    const double *fill; /* NULL: the mask's own */
};

static bool changed_mask(struct wrong *w, struct change change)
{
    struct masking m;
    if (!masks(w, &m) || !is_stored(w) || !open_mask(w, &m)) {
        return false;
    }
    bool ok = hides_any(&m) && (change.fits == NULL || change.fits(&m));
    if (ok && w->make) {
        m.fill = change.fill != NULL ? *change.fill : m.fill;
        ok = hide_others(w, &m, change.hides);
    }
    close_mask(&m);
    return ok;
}

/* --- lost, or stored where the code loses it --- */

bool fault_mask_lost(struct wrong *w)
{
    struct masking m;
    bool can = masks(w, &m) && is_stored(w);
    return can && (!w->make || wrong_is_input(w, m.first, m.input));
}

/* The mask event before this one that took the same scores and whose result nobody took; -1. */
static int lost_mask(const struct wrong *w, int input)
{
    const struct pass *p = wrong_pass(w);
    for (int k = w->event - 1; k > p->scores; k--) {
        struct wrong mask = wrong_of(w->t, k, NULL);
        struct masking m;
        if (mask.e->pass == w->e->pass && mask.e->output_count > 0 && masks(&mask, &m) &&
            mask.e->input[m.input].of.serial == w->e->input[input].of.serial && !is_stored(&mask)) {
            return k;
        }
    }
    return -1;
}

bool fault_mask_stored(struct wrong *w)
{
    const struct pass *p = wrong_pass(w);
    struct tensor masked;
    bool next = w->e->stage == STAGE_SCALE || w->e->stage == STAGE_SOFTMAX;
    if (w->walk || p == NULL || p->mask >= 0 || p->scores < 0 || !next || w->e->input_count < 1 ||
        w->event > p->softmax) {
        return false;
    }
    int lost = lost_mask(w, 0);
    if (lost < 0 || !w->make) {
        return lost >= 0;
    }
    if (!tape_after(w->t, &w->t->event[lost].output[0], lost, &masked)) {
        return false;
    }
    bool ok = wrong_again(w, w->event, 0, &masked, &w->out);
    tensor_release(&masked);
    return ok;
}

/* --- other cells --- */

static bool was_seen(const struct masking *m, int64_t k)
{
    return !m->hidden[k];
}

bool fault_mask_inverted(struct wrong *w)
{
    return changed_mask(w, (struct change){.hides = was_seen});
}

/* By how much the last key that a query sees is ahead of it, in every table; `odd` says that it is
 * no triangle. */
static int64_t ahead_of(const struct masking *m, bool *odd)
{
    int64_t seen = 0;
    while (seen < m->columns && !m->hidden[seen]) {
        seen++;
    }
    *odd = m->rows < 2;
    for (int64_t k = 0; k < m->count; k++) {
        int64_t row = k / m->columns % m->rows, column = k % m->columns;
        *odd |= m->hidden[k] != (column > row + seen - 1);
    }
    return seen - 1;
}

static bool is_triangle(const struct masking *m)
{
    bool odd;
    ahead_of(m, &odd);
    return !odd;
}

static bool hidden_at(const struct masking *m, int64_t k, int64_t more)
{
    int64_t row = k / m->columns % m->rows, column = k % m->columns, seen = 0;
    while (seen < m->columns && !m->hidden[seen]) {
        seen++;
    }
    return column > row + seen - 1 + more;
}

static bool hides_own(const struct masking *m, int64_t k)
{
    return hidden_at(m, k, -1);
}

static bool hides_late(const struct masking *m, int64_t k)
{
    return hidden_at(m, k, 1);
}

bool fault_mask_own(struct wrong *w)
{
    return changed_mask(w, (struct change){.fits = is_triangle, .hides = hides_own});
}

bool fault_mask_ahead(struct wrong *w)
{
    return changed_mask(w, (struct change){.fits = is_triangle, .hides = hides_late});
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

static bool was_hidden(const struct masking *m, int64_t k)
{
    return m->hidden[k];
}

bool fault_mask_zero(struct wrong *w)
{
    static const double zero = 0;
    return changed_mask(w, (struct change){.fits = is_filled, .hides = was_hidden, .fill = &zero});
}

bool fault_mask_tiny(struct wrong *w)
{
    static const double tiny = 1e-9;
    return changed_mask(w, (struct change){.fits = is_finite, .hides = was_hidden, .fill = &tiny});
}

/* --- behind softmax --- */

/* Back from the softmax to the mask; *factor: what the scores were scaled by on the way. -1: there
 * is no mask, or it is further away than that. */
static int find_mask(struct wrong *w, int *input, double *factor)
{
    int k = w->event;
    *factor = 1;
    for (int step = 0; step < CHAIN_MOST; step++) {
        double one;
        k = wrong_source(w, k, 0);
        const struct event *e = k >= 0 ? &w->t->event[k] : NULL;
        if (e == NULL || e->output_count == 0) {
            return -1;
        }
        *input = masked_input(w, k);
        if (*input >= 0) {
            return k;
        }
        if (event_scales(w->t, k, &one)) {
            *factor *= one;
        } else if (!(event_does(e, COPIES | CONVERTS) || event_is(e, OP_detach))) {
            return -1;
        }
    }
    return -1;
}

/* What the mask hid becomes 0 in the weights. */
static bool hide(struct wrong *w, int mask, const struct tensor *before)
{
    struct tensor masked;
    if (!tape_after(w->t, &w->t->event[mask].output[0], mask, &masked)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(&w->out); k < count; k++) {
        if (cell(&masked, k) <= SCORE_HIDDEN && cell(before, k) > SCORE_HIDDEN) {
            tensor_set_double(&w->out, tensor_place(&w->out, k), 0);
        }
    }
    tensor_release(&masked);
    return true;
}

bool fault_mask_after_softmax(struct wrong *w)
{
    struct tensor in, scores;
    double factor;
    int input, mask = fault_softmax_is(w) ? find_mask(w, &input, &factor) : -1;
    if (mask < 0 || !tensor_same_shape(&w->t->event[mask].output[0].tensor, wrong_result(w))) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    wrong_code(w, "softmax, then mask");
    if (!wrong_input(w, mask, input, &in)) {
        return false;
    }
    bool ok = fault_softmax_scaled(w, &in, factor, &scores) && fault_softmax_of(w, &scores);
    if (ok && !hide(w, mask, &in)) {
        tensor_release(&w->out);
        ok = false;
    }
    tensor_release(&in);
    return ok;
}
