/* Heads and axes: tokens mixed between heads, groups in the wrong order, softmax over the wrong
 * axis or taken twice, comments that say another shape. */
#include "mistakes/warn.h"

#include "trace/axes/axes.h"
#include "trace/axes/axes_judge.h"
#include "trace/stage/softmax_use.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- heads-mixed --- */

/* (..., tokens, heads * width) read as (..., heads, tokens, width): the shape is right, the numbers
 * are not. */
static bool splits_wrongly(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    if (!event_does(e, RESHAPES) || out->ndim != in->ndim + 1 || in->ndim < 2) {
        return false;
    }
    int64_t tokens = in->shape[in->ndim - 2], heads = out->shape[out->ndim - 3];
    return heads > 1 && tokens > 1 && heads != tokens && out->shape[out->ndim - 2] == tokens &&
           heads * out->shape[out->ndim - 1] == in->shape[in->ndim - 1];
}

/* The axis of that input that counts tokens: the one that is summed over, or the only one that is
 * neither summed over nor shared with the other factor. -1: it cannot be told. */
static int token_axis(const struct event *e, int input, bool summed)
{
    int found = -1, sum = pass_summed_axis(e, input), ndim = e->input[input].of.tensor.ndim;
    for (int d = 0; d < ndim && !summed; d++) {
        if (d != sum && !softmax_shares(e, input, d)) {
            found = found < 0 ? d : ndim;
        }
    }
    return summed ? sum : found < ndim && sum >= 0 ? found : -1;
}

/* Whether axis `axis` of a view counts the tokens of rows (..., tokens, numbers), but a step along
 * it ends inside a row, and no other axis of that size goes from row to row. */
static bool steps_inside_rows(const struct event *e, int axis)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    int64_t step = 1, row = in->shape[in->ndim - 1], tokens = out->shape[axis];
    bool counted = false, kept = false;
    for (int d = 0; d + 1 < in->ndim; d++) {
        counted |= in->shape[d] == tokens;
    }
    for (int d = out->ndim - 1; d >= 0; step *= out->shape[d--]) {
        kept |= out->shape[d] == tokens && step % row == 0;
    }
    return counted && !kept && tokens > 1 && row != tokens;
}

/* The same where more axes are cut at once, as (3, batch, heads, tokens, width) of a fused product:
 * queries, keys or values count their tokens by steps inside rows. */
static bool cuts_rows(struct warner *w, int event, const struct pass *p)
{
    const struct tape *t = w->tape;
    const struct event *e = &t->event[event];
    const int at[3][2] = {{p->product, p->query}, {p->product, p->key}, {p->context, p->value}};
    bool cuts = event_does(e, RESHAPES) && e->input[0].of.tensor.ndim >= 2;
    for (int k = 0; cuts && k < 3; k++) {
        int tokens = at[k][0] < 0 ? -1 : token_axis(&t->event[at[k][0]], at[k][1], k == 2);
        int axis = tokens < 0 ? -1 : softmax_follow(&w->graph, at[k][0], at[k][1], tokens, event);
        if (axis >= 0) {
            return steps_inside_rows(e, axis);
        }
    }
    return false;
}

/* Where there are as many heads as tokens: whether heads, not tokens, stand in front in the
 * queries, by the view that has cut them. Not so where the transpose of it was lost. */
static bool heads_stand_in_front(struct warner *w, const struct pass *p)
{
    int at[2], event = p->product, input = p->query;
    int axis = event < 0 ? -1 : w->tape->event[event].input[input].of.tensor.ndim - 3;
    while (axis >= 0 && graph_sources(&w->graph, event, input, at) > 0) {
        event = at[0];
        input = 0;
        const struct event *e = &w->tape->event[event];
        if (!event_moves(e) || e->input_count == 0) {
            break;
        }
        int ndim = e->output[0].tensor.ndim;
        if (event_does(e, RESHAPES) && ndim > e->input[0].of.tensor.ndim) {
            return softmax_follow(&w->graph, p->product, p->query, axis, event) == ndim - 2;
        }
    }
    return true;
}

/* (..., heads, tokens, width) read as (..., tokens, heads * width), heads not turned back. */
static bool joins_wrongly(struct warner *w, int event, const struct pass *p)
{
    const struct event *e = &w->tape->event[event];
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    const struct tensor *made = &w->tape->event[p->context].output[0].tensor;
    int at[2];
    if (!event_does(e, RESHAPES) || in->ndim < 3 || out->ndim != in->ndim - 1 ||
        made->ndim != in->ndim) {
        return false;
    }
    int64_t heads = in->shape[in->ndim - 3], tokens = in->shape[in->ndim - 2];
    int64_t width = in->shape[in->ndim - 1];
    if (heads < 2 || tokens < 2 || out->shape[out->ndim - 1] != heads * width ||
        out->shape[out->ndim - 2] != tokens) {
        return false;
    }
    for (int k = event; k != p->context;) { /* no axis changed its place on the way */
        if (graph_sources(&w->graph, k, 0, at) == 0 || at[0] < p->context ||
            event_transposes(&w->tape->event[at[0]]) ||
            (event_is(&w->tape->event[at[0]], OP_einsum) &&
             (at[0] != p->context || heads == tokens))) {
            return false;
        }
        k = at[0];
    }
    return made->shape[made->ndim - 3] == heads && made->shape[made->ndim - 2] == tokens &&
           (heads != tokens || heads_stand_in_front(w, p));
}

bool warn_heads_mixed(struct warner *w)
{
    const struct tape *t = w->tape;
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (e->pass < 0 || e->input_count == 0 || e->output_count == 0) {
            continue;
        }
        const struct pass *p = &t->pass[e->pass];
        if (e->stage == STAGE_VIEW && (splits_wrongly(e) || cuts_rows(w, k, p)) &&
            !warn_add(
                w, WARNING_heads_mixed, k,
                "this %s cuts the tokens' numbers across the heads: the shape is right, but a "
                "head now holds pieces of other tokens",
                e->name)) {
            return false;
        }
        if (e->stage == STAGE_CONCAT && p->context >= 0 && joins_wrongly(w, k, p) &&
            !warn_add(
                w, WARNING_heads_mixed, k,
                "the heads are joined without transposing back: a row of the result holds several "
                "tokens of one head")) {
            return false;
        }
    }
    return true;
}

/* --- gqa-order --- */

/* Whether the product counts heads by axis `axis` of what event `event` made, which one of its
 * factors holds; where that does not lead to it, heads stand in front of tokens and width. */
static bool counts_heads(struct warner *w, const struct pass *p, int event, int axis)
{
    const struct tensor *t = &w->tape->event[event].output[0].tensor;
    const int at[3][2] = {{p->product, p->key}, {p->product, p->query}, {p->context, p->value}};
    for (int k = 0; k < 3; k++) {
        const struct event *e = at[k][0] >= 0 ? &w->tape->event[at[k][0]] : NULL;
        int ndim = e != NULL ? e->input[at[k][1]].of.tensor.ndim : 0;
        for (int d = 0; d < ndim; d++) {
            if (softmax_follow(&w->graph, at[k][0], at[k][1], d, event) == axis) {
                return softmax_shares(e, at[k][1], d);
            }
        }
    }
    return axis + 2 < t->ndim;
}

static bool same_slices(const struct rows *r, int64_t a, int64_t b)
{
    int64_t row = 0;
    while (row < r->count && rows_at(r, row, a) == rows_at(r, row, b)) {
        row++;
    }
    return row == r->count;
}

/* How many heads stand one behind the other along the rows' axis before they come again, as in
 * h0 h1 h0 h1, where query heads 0 and 1 belong to h0; 0: they do not. */
static int64_t heads_again(const struct rows *r)
{
    for (int64_t heads = 2; 2 * heads <= r->length; heads++) {
        int64_t k = r->length % heads == 0 && !same_slices(r, 0, 1) ? heads : r->length + 1;
        while (k < r->length && same_slices(r, k, k - heads)) {
            k++;
        }
        if (k == r->length) {
            return heads;
        }
    }
    return 0;
}

/* The same along axis `axis` of a tensor before or after event `event`. False: memory. */
static bool heads_again_of(struct warner *w, const struct tape_tensor *of, int event, bool before,
                           int axis, int64_t *heads)
{
    struct rows r;
    if (!rows_open(w, of, event, before, axis, &r)) {
        return false;
    }
    *heads = heads_again(&r);
    rows_close(&r);
    return true;
}

/* Whether an event, or one behind the projection that it comes from, repeats cells. */
static bool repeats(const struct warner *w, int event)
{
    const struct tape *t = w->tape;
    int64_t cells = tensor_numel(&t->event[event].output[0].tensor);
    int at[2];
    while ((event_moves(&t->event[event]) || event_lays(&t->event[event])) &&
           graph_sources(&w->graph, event, 0, at) > 0) {
        event = at[0];
        if (tensor_numel(&t->event[event].output[0].tensor) < cells) {
            return true;
        }
    }
    return false;
}

/* Of an event that puts heads one behind the other, where its input did not have them so: how many;
 * 0: it does not. False: memory. */
static bool put_again(struct warner *w, int event, int64_t *heads)
{
    const struct event *e = &w->tape->event[event];
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    *heads = 0;
    for (int d = 1; d + 1 < out->ndim && *heads == 0; d++) {
        int64_t before = 0;
        if (out->shape[d] < 4 || !counts_heads(w, &w->tape->pass[e->pass], event, d)) {
            continue;
        }
        if (!heads_again_of(w, &e->output[0], event, false, d, heads)) {
            return false;
        }
        for (int k = 0; *heads > 0 && before == 0 && k < in->ndim; k++) {
            if (in->shape[k] == out->shape[d] &&
                !heads_again_of(w, &e->input[0].of, event, true, k, &before)) {
                return false;
            }
        }
        *heads = before == 0 ? *heads : 0;
    }
    return true;
}

bool warn_gqa_order(struct warner *w)
{
    const struct tape *t = w->tape;
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        int64_t heads;
        if (e->pass < 0 || e->input_count == 0 || e->output_count == 0 || !repeats(w, k)) {
            continue;
        }
        if (!put_again(w, k, &heads) ||
            (heads > 0 &&
             !warn_add(w, WARNING_gqa_order, k,
                       "%s puts the %lld heads one behind the other (h0 h1 h0 h1); queries of "
                       "one group stand side by side and need h0 h0 h1 h1",
                       event_is(e, OP___getitem__) ? "indexing" : e->name, (long long)heads))) {
            return false;
        }
    }
    return true;
}

/* --- softmax-axis, softmax-twice --- */

int heads_summed_axis(const struct warner *w, const struct pass *p)
{
    return p->context < 0 ? -1 : pass_summed_axis(&w->tape->event[p->context], p->weights);
}

int heads_collected_axis(struct warner *w, const struct pass *p)
{
    int summed = heads_summed_axis(w, p);
    return summed < 0 ? -1 : softmax_follow(&w->graph, p->context, p->weights, summed, p->softmax);
}

/* Whether the weights of each query add up to 1 when the context takes them after all: they were
 * divided by their sum, as slots are. */
static bool made_whole(struct warner *w, const struct pass *p, int summed, bool *whole)
{
    struct rows r;
    double sum;
    if (!rows_open(w, &w->tape->event[p->context].input[p->weights].of, p->context, true, summed,
                   &r)) {
        return false;
    }
    *whole = rows_broken(&r, &sum) < 0;
    rows_close(&r);
    return true;
}

bool warn_softmax_axis(struct warner *w)
{
    for (int k = 0; k < w->tape->pass_count; k++) {
        const struct pass *p = &w->tape->pass[k];
        int collected = heads_collected_axis(w, p);
        bool whole = true;
        if (collected >= 0 && collected != p->axis &&
            !made_whole(w, p, heads_summed_axis(w, p), &whole)) {
            return false;
        }
        if (!whole &&
            !warn_add(
                w, WARNING_softmax_axis, p->softmax,
                "softmax runs over axis %d, but the values are collected over axis %d: the weights "
                "of a query do not add up to 1",
                p->axis, collected)) {
            return false;
        }
    }
    return true;
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

bool warn_softmax_twice(struct warner *w)
{
    for (int k = 0; k < w->tape->event_count; k++) {
        int before = softmax_before(w, k);
        if (before >= 0 &&
            !warn_add(
                w, WARNING_softmax_twice, k,
                "softmax of weights that are the result of a softmax already (%s%d): the second "
                "one flattens them",
                w->tape->event[before].setup ? "step s" : "step ", w->tape->event[before].number)) {
            return false;
        }
    }
    return true;
}

/* --- shape-comment --- */

bool warn_shape_comment(struct warner *w)
{
    struct shape_comment *at;
    int count;
    bool ok = axes_check_comments(w->tape, &at, &count);
    for (int k = 0; ok && k < count; k++) {
        ok =
            warn_add_at(w, WARNING_shape_comment, at[k].event, &at[k].at,
                        "the comment says %s, but the shape is %s%s%s", at[k].said, at[k].truth,
                        at[k].reason != NULL ? ": " : "", at[k].reason != NULL ? at[k].reason : "");
    }
    if (ok) {
        free(at);
    }
    return ok;
}
