/* Warns of rows of scores that are masked from end to end. */
#include "mistakes/warn.h"
#include "trace/stage/softmax_use.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"

#include <math.h>

/* Rows of scores that are minus infinity throughout. */
static int64_t hidden_rows(const struct rows *r)
{
    int64_t hidden = 0;
    for (int64_t k = 0; k < r->count; k++) {
        int64_t j = 0;
        while (j < r->length && rows_at(r, k, j) == -INFINITY) {
            j++;
        }
        hidden += r->length > 0 && j == r->length;
    }
    return hidden;
}

static bool takes_scores(const struct event *e)
{
    return event_normalizes(e) && e->input_count > 0 && e->output_count > 0 &&
           e->input[0].of.tensor.ndim > 0;
}

/* The passes stand in the order of their softmax. */
static int axis_of(const struct warner *w, int event)
{
    const struct pass *pass = w->tape->pass;
    int low = 0, high = w->tape->pass_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (pass[middle].softmax < event) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < w->tape->pass_count && pass[low].softmax == event
               ? pass[low].axis
               : w->tape->event[event].output[0].tensor.ndim - 1;
}

/* How many rows a mask hides from end to end, by a large number that softmax takes away again; 0
 * where it hides a single cell of some row. */
static int64_t count_whole(struct warner *w, const struct pass *p, int mask)
{
    const struct event *e = &w->tape->event[mask];
    struct rows in, out;
    int from = 0;
    int64_t whole = 0;
    bool mixed = false;
    while (from < e->input_count &&
           (!dtype_is_float(e->input[from].of.tensor.dtype) ||
            !tensor_same_shape(&e->input[from].of.tensor, &e->output[0].tensor))) {
        from++;
    }
    if (e->effect == STORAGE_IN_PLACE || from == e->input_count) {
        return 0;
    }
    rows_of_input(w, mask, from, p->axis, &in);
    rows_of_result(w, mask, p->axis, &out);
    for (int64_t k = 0; !w->failed && !mixed && k < out.count; k++) {
        int64_t open = 0, hidden = 0;
        for (int64_t j = 0; j < out.length; j++) {
            double now = rows_at(&out, k, j);
            bool seen = rows_at(&in, k, j) > SCORE_HIDDEN;
            hidden += seen && now <= SCORE_HIDDEN && now > -INFINITY;
            open += seen && now > SCORE_HIDDEN;
        }
        whole += hidden > 1 && open == 0;
        mixed = hidden > 0 && open > 0;
    }
    rows_close(&in);
    rows_close(&out);
    return mixed ? 0 : whole;
}

/* Whether softmax runs over another axis than the keys: then its rows are not what queries see. */
static bool runs_astray(struct warner *w, const struct pass *p)
{
    struct middle m;
    int collected = softmax_collected_axis(w, p);
    if (collected >= 0) {
        return collected != p->axis;
    }
    return p->product >= 0 && p->product == p->scores && middle_find(&w->graph, p->softmax, &m) &&
           softmax_shares(&w->tape->event[p->product], -1,
                          softmax_follow(&w->graph, m.event, m.input, p->axis, p->product));
}

/* A mask over the queries: nothing is hidden by it. */
static void warn_of_queries(struct warner *w, const struct pass *p)
{
    const struct event *e = w->tape->event;
    bool judged =
        p->mask >= 0 &&
        tensor_same_shape(&e[p->mask].output[0].tensor, &e[p->softmax].output[0].tensor) &&
        !runs_astray(w, p);
    int64_t whole = judged ? count_whole(w, p, p->mask) : 0;
    if (whole > 0) {
        warn_add(w, p->mask,
                 "the mask hides all keys of %lld quer%s and no single key of any other: softmax "
                 "takes that away again",
                 (long long)whole, whole == 1 ? "y" : "ies");
    }
}

static void warn_of_rows(struct warner *w, int event)
{
    struct rows r;
    rows_of_input(w, event, 0, axis_of(w, event), &r);
    int64_t hidden = hidden_rows(&r);
    if (hidden > 0) {
        warn_add(w, event,
                 "%lld of %lld row%s %s masked throughout: softmax of nothing but -inf is NaN",
                 (long long)hidden, (long long)r.count, r.count == 1 ? "" : "s",
                 hidden == 1 ? "is" : "are");
    }
    rows_close(&r);
}

void find_row_fully_masked(struct warner *w)
{
    for (int k = 0; k < w->tape->event_count && !w->failed; k++) {
        if (takes_scores(&w->tape->event[k])) {
            warn_of_rows(w, k);
        }
    }
    for (int k = 0; k < w->tape->pass_count && !w->failed; k++) {
        warn_of_queries(w, &w->tape->pass[k]);
    }
}
