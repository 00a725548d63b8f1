/* Finds rows of scores that are masked from end to end, and rows of weights that do not add up
 * to 1. */
#include "mistakes/warn.h"
#include "trace/stage/path.h"
#include "trace/stage/product_axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"

#include <math.h>

/* --- row-fully-masked --- */

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

/* How many rows a mask hides from end to end, by a large number that softmax takes away again; 0
 * where it hides a single cell of some row. */
static int64_t count_whole(struct warner *w, const struct pass *p, int mask)
{
    const struct event *e = &w->tape->event[mask];
    scoped_rows in = {0}, out = {0};
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
    return mixed ? 0 : whole;
}

bool rows_run_astray(struct warner *w, const struct pass *p)
{
    struct middle m;
    int collected = softmax_collected_axis(w, p);
    if (collected >= 0) {
        return collected != p->axis;
    }
    return p->product >= 0 && p->product == p->scores && middle_find(&w->graph, p->softmax, &m) &&
           product_shares(&w->tape->event[p->product], -1,
                          axis_followed(&w->graph, m.event, m.input, p->axis, p->product));
}

/* A mask over the queries: nothing is hidden by it. */
static void warn_of_queries(struct warner *w, const struct pass *p)
{
    const struct event *e = w->tape->event;
    bool judged =
        p->mask >= 0 &&
        tensor_same_shape(&e[p->mask].output[0].tensor, &e[p->softmax].output[0].tensor) &&
        !rows_run_astray(w, p);
    int64_t whole = judged ? count_whole(w, p, p->mask) : 0;
    if (whole > 0) {
        warn_add(w, p->mask,
                 "the mask hides all keys of %lld quer%s and no single key of any other: softmax "
                 "takes that away again",
                 (long long)whole, whole == 1 ? "y" : "ies");
    }
}

/* Whether no cell of a step's result is NaN. */
static bool is_clean(struct warner *w, int event)
{
    scoped_rows r = {0};
    bool clean = true;
    rows_of_result(w, event, w->tape->event[event].output[0].tensor.ndim - 1, &r);
    for (int64_t k = 0; !w->failed && clean && k < r.count; k++) {
        for (int64_t j = 0; clean && j < r.length; j++) {
            clean = !isnan(rows_at(&r, k, j));
        }
    }
    return clean;
}

bool rows_are_mended(struct warner *w, int event)
{
    const struct tape *t = w->tape;
    bool mended = false;
    for (int k = event + 1; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        bool takes = false;
        for (int j = 0; j < e->input_count && !takes; j++) {
            takes = e->input[j].of.maker == event;
        }
        bool looks = event_is(e, OP_isnan OP_isfinite) || event_creates(e) || e->of >= 0;
        if (takes && !looks) {
            mended = (event_does(e, MASKS) || event_is(e, OP_nan_to_num)) && is_clean(w, k);
            if (!mended) {
                return false;
            }
        }
    }
    return mended;
}

static void warn_of_rows(struct warner *w, int event)
{
    scoped_rows r = {0};
    rows_of_input(w, event, 0, pass_softmax_axis(&w->tape->event[event]), &r);
    int64_t hidden = hidden_rows(&r);
    if (hidden > 0 && !rows_are_mended(w, event)) {
        warn_add(w, event,
                 "%lld of %lld row%s %s masked throughout: softmax of nothing but -inf is NaN",
                 (long long)hidden, (long long)r.count, r.count == 1 ? "" : "s",
                 hidden == 1 ? "is" : "are");
    }
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

/* --- mask-after-softmax, rows-do-not-sum --- */

/* Puts what lies between the softmax and the weights that the context takes onto the path. */
static void mark_between(struct warner *w, const struct pass *p)
{
    struct graph *g = &w->graph;
    int context, weights;
    pass_on(g, p->softmax, &context, &weights);
    graph_sort(g);
    for (int next = g->count - 1; next >= 0; next--) {
        int k = g->sorted[next];
        g->path[k] = 0;
        for (int j = g->flow.first_out[k]; k > p->softmax && j < g->flow.first_out[k + 1]; j++) {
            const struct flow_edge *edge = g->flow.out[j];
            bool taken = edge->to == p->context && edge->input == p->weights;
            if (taken || (edge->to != p->context && path_on(g, edge->to))) {
                g->path[k] = g->number;
            }
        }
    }
}

/* The axis of an input along which softmax made shares of a pass's scores; -1: it did not. */
static int axis_of_shares(struct warner *w, int event, int input, const struct pass *p)
{
    const struct tensor *in = &w->tape->event[event].input[input].of.tensor;
    for (int d = 0; d < in->ndim; d++) {
        if (axis_followed(&w->graph, event, input, d, p->softmax) == p->axis) {
            return d;
        }
    }
    return -1;
}

bool rows_are_mutual(struct warner *w, const struct pass *p)
{
    const struct tape *t = w->tape;
    int met[4], count = 0;
    mark_between(w, p);
    for (int k = p->softmax + 1; k < p->context && count < 4; k++) {
        const struct event *e = &t->event[k];
        if (path_on(&w->graph, k) && event_does(e, MULTIPLIES | ADDS) && e->input_count == 2) {
            met[count++] = k;
        }
    }
    for (int k = 0; k < 2 * count; k++) {
        int own = axis_of_shares(w, met[k / 2], k % 2, p);
        for (int j = 0; own >= 0 && j < t->pass_count; j++) {
            const struct pass *of = &t->pass[j];
            int other = of != p && of->product == p->product
                            ? axis_of_shares(w, met[k / 2], 1 - k % 2, of)
                            : -1;
            if (other >= 0 && other != own) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the weights become something else on that way: heads are mixed by what is learned, tables
 * of weights multiplied, or other numbers are taken away, as in a gradient by hand or between two
 * maps of attention; or both sides choose. Shares of features (linear attention) are no such
 * weights to begin with. */
static bool turns_into_another(struct warner *w, const struct pass *p)
{
    if (p->linear >= 0 || rows_are_mutual(w, p)) {
        return true;
    }
    mark_between(w, p);
    for (int k = p->softmax + 1; k < p->context; k++) {
        const struct event *e = &w->tape->event[k];
        if (path_on(&w->graph, k) && (event_contracts(e) || event_does(e, SUBTRACTS))) {
            return true;
        }
    }
    return false;
}

bool rows_dropped(const struct warner *w, const struct pass *p)
{
    for (int k = p->softmax; k < p->context; k++) {
        const struct event *e = &w->tape->event[k];
        if (e->stage == STAGE_DROPOUT && w->tape->pass + e->pass == p &&
            e->input[0].of.serial != e->output[0].serial) {
            return true;
        }
    }
    return false;
}

/* Whether one more share goes to nothing at all, as in "softmax off by one": exp(x) over the sum of
 * these and 1, or and exp(-m) where the largest was taken out. */
static bool leaves_a_share(const struct warner *w, const struct pass *p)
{
    const struct event *t = w->tape->event, *e = &t[p->softmax];
    int at = event_does(e, DIVIDES) && e->input_count == 2 ? e->input[1].of.maker : -1;
    bool adds = at >= 0 && event_is(&t[at], OP_add) && t[at].arg_count > 1, share = false,
         sum = false;
    for (int k = 0; adds && k < 2; k++) {
        const struct argument *a = &t[at].arg[k];
        share |= a->object == NULL && value_is_number(a->value) && value_number(a->value) == 1;
    }
    for (int k = 0; adds && k < t[at].input_count; k++) {
        int from = t[at].input[k].of.maker;
        share |= from >= 0 && event_is(&t[from], OP_exp);
        sum |= from >= 0 && event_is(&t[from], OP_sum);
    }
    return share && sum;
}

/* Rows of the weights as the context takes them, along the axis that it sums over. False when
 * nothing can be said: dropout is at work, they are something else by then, or another axis than
 * softmax's is summed. */
static bool taken_rows(struct warner *w, const struct pass *p, struct rows *out)
{
    int axis = softmax_summed_axis(w, p), collected = softmax_collected_axis(w, p);
    if (axis < 0 || rows_dropped(w, p) || turns_into_another(w, p) || leaves_a_share(w, p) ||
        (collected >= 0 && collected != p->axis)) {
        return false;
    }
    rows_of_input(w, p->context, p->weights, axis, out);
    if (out->length < w->tape->event[p->softmax].output[0].tensor.shape[p->axis]) {
        rows_close(out); /* a part of a row: the rest goes elsewhere, or nowhere on purpose */
        return false;
    }
    return true;
}

/* The last mask on the way from softmax to context, -1: none. */
static int late_mask(struct warner *w, const struct pass *p)
{
    const struct tape *t = w->tape;
    int late = -1;
    if (p->context >= 0) {
        mark_between(w, p);
    }
    for (int k = p->softmax + 1; k < p->context; k++) {
        const struct event *e = &t->event[k];
        bool mask = e->pass == w->at && e->stage == STAGE_MASK;
        late = mask && path_on(&w->graph, k) ? k : late;
    }
    return late;
}

/* The rows that a late mask has cut. Behind dropout no row adds up to 1, so what the mask itself
 * made is judged then, unless it was divided by its sums. */
static bool cut_rows(struct warner *w, const struct pass *p, int late, struct rows *out)
{
    const struct event *e = w->tape->event;
    if (!rows_dropped(w, p)) {
        return taken_rows(w, p, out);
    }
    bool judged = tensor_same_shape(&e[late].output[0].tensor, &e[p->softmax].output[0].tensor);
    for (int k = late + 1; k < p->context; k++) {
        judged &= e[k].pass != w->at || e[k].stage != STAGE_SOFTMAX;
    }
    if (judged) {
        rows_of_result(w, late, p->axis, out);
    }
    return judged;
}

void find_mask_after_softmax(struct warner *w)
{
    scoped_rows r = {0};
    double sum;
    int late = late_mask(w, w->pass);
    if (late < 0 || !cut_rows(w, w->pass, late, &r)) {
        return;
    }
    if (rows_broken(&r, &sum) >= 0) {
        warn_add(w, late,
                 "the mask comes after softmax: the first row that it cuts adds up to %.4f, no "
                 "longer to 1",
                 sum);
    }
}

void find_rows_do_not_sum(struct warner *w)
{
    scoped_rows r = {0};
    double sum;
    if (late_mask(w, w->pass) >= 0 || !taken_rows(w, w->pass, &r)) {
        return;
    }
    if (rows_broken(&r, &sum) >= 0) {
        warn_add(w, w->pass->context, "the weights of a query add up to %.4f here, not to 1", sum);
    }
}

/* --- bias-cancelled --- */

/* Whether the numbers are alike along the axis of the keys, and not along all others; a mask that
 * hides all of a query is told as such. */
static bool is_of_queries(struct warner *w, int event, int input, int axis)
{
    const struct event *e = &w->tape->event[event];
    const struct tensor *x = &e->input[input].of.tensor;
    int own = axis - e->output[0].tensor.ndim + x->ndim;
    scoped_rows r = {0};
    bool alike = true, differs = false;
    if (x->ndim < 2) {
        return false;
    }
    rows_of_input(w, event, input, own >= 0 ? own : 0, &r);
    if (w->failed || own < 0 || r.count < 2) {
        return false;
    }
    double first = rows_at(&r, 0, 0);
    for (int64_t k = 0; alike && k < r.count; k++) {
        for (int64_t j = 0; alike && j < r.length; j++) {
            double x0 = rows_at(&r, k, 0), is = rows_at(&r, k, j);
            alike = is == x0 && is > SCORE_HIDDEN;
            differs |= is != first;
        }
    }
    return alike && differs;
}

/* What is added to scores must tell keys from one another: softmax takes away what all keys of a
 * query have. */
void find_bias_cancelled(struct warner *w)
{
    const struct pass *p = w->pass;
    const struct tape *t = w->tape;
    const struct tensor *weights = &t->event[p->softmax].output[0].tensor;
    for (int k = p->product + 1;
         p->product >= 0 && weights->ndim > 1 && weights->shape[p->axis] > 1 && k < p->softmax;
         k++) {
        const struct event *e = &t->event[k];
        bool adds = e->pass == w->at && e->of < 0 && event_does(e, ADDS) && e->input_count == 2 &&
                    e->output_count > 0 && tensor_same_shape(&e->output[0].tensor, weights);
        for (int input = 0; adds && input < 2; input++) {
            const struct tensor *other = &e->input[1 - input].of.tensor;
            int maker = e->input[input].of.maker;
            bool scores = other->ndim == weights->ndim &&
                          other->shape[p->axis] == weights->shape[p->axis] &&
                          (maker < 0 || t->event[maker].pass != w->at);
            if (scores && is_of_queries(w, k, input, p->axis) &&
                !warn_said(w, MISTAKE_row_fully_masked, k)) {
                warn_add(w, k,
                         "what is added here is alike for all keys of a query: softmax takes it "
                         "away again. Does the axis of the keys stand where the queries' should?");
                return;
            }
        }
    }
}
