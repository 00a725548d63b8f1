/* Finds, mends and makes mistakes of heads: tokens mixed between them, groups in the wrong order.
 */
#include "mistakes/redo.h"
#include "mistakes/warn.h"
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"

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
    int found = -1, sum = product_summed_axis(e, input), ndim = e->input[input].of.tensor.ndim;
    for (int d = 0; d < ndim && !summed; d++) {
        if (d != sum && !product_shares(e, input, d)) {
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
        int axis = tokens < 0 ? -1 : axis_followed(&w->graph, at[k][0], at[k][1], tokens, event);
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
            return axis_followed(&w->graph, p->product, p->query, axis, event) == ndim - 2;
        }
    }
    return true;
}

/* How many heads the view has made that cut the queries; 0: it cannot be told. */
static int64_t heads_of(struct warner *w, const struct pass *p)
{
    int at[2], event = p->product, input = p->query;
    while (event >= 0 && graph_sources(&w->graph, event, input, at) > 0) {
        event = at[0];
        input = 0;
        const struct event *e = &w->tape->event[event];
        const struct tensor *out = &e->output[0].tensor;
        if (!event_moves(e) || e->input_count == 0) {
            break;
        }
        if (event_does(e, RESHAPES) && out->ndim > e->input[0].of.tensor.ndim && out->ndim >= 3) {
            return out->shape[out->ndim - 2];
        }
    }
    return 0;
}

/* Whether nothing but views read the context's result until here: no axis changed its place. */
static bool is_read_on(struct warner *w, int event, const struct pass *p, bool exact)
{
    int at[2];
    for (int k = event; k != p->context; k = at[0]) {
        if (graph_sources(&w->graph, k, 0, at) == 0 || at[0] < p->context ||
            event_transposes(&w->tape->event[at[0]]) ||
            (event_is(&w->tape->event[at[0]], OP_einsum) && (at[0] != p->context || !exact))) {
            return false;
        }
    }
    return true;
}

/* The axis of the context's result that counts tokens which ask; -1: it cannot be told. */
static int asking_axis(const struct event *e, const struct pass *p)
{
    const struct tensor *weights = &e->input[p->weights].of.tensor;
    int keys = product_summed_axis(e, p->weights), found = -1;
    int queries = keys == weights->ndim - 1 ? weights->ndim - 2 : weights->ndim - 1;
    for (int d = 0; keys >= 0 && d < e->output[0].tensor.ndim; d++) {
        found = product_axis_of(e, p->weights, d) == queries ? d : found;
    }
    return found;
}

/* Whether an axis of tensor `t`, as long as the context's axis `tokens`, is that axis. `t` is what
 * event `event` gives, or with `before` what it takes. */
static bool has_tokens(struct warner *w, int event, const struct tensor *t, bool before,
                       const struct pass *p, int tokens)
{
    const struct event *e = &w->tape->event[event];
    int64_t size = w->tape->event[p->context].output[0].tensor.shape[tokens];
    for (int d = 0; d < t->ndim; d++) {
        int axis = before ? d : axis_before(e, 0, d, true);
        if (t->shape[d] == size && axis >= 0 &&
            axis_followed(&w->graph, event, 0, axis, p->context) == tokens) {
            return true;
        }
    }
    return false;
}

/* Heads in several axes, or beside other axes: (..., groups, heads, tokens, width) read as
 * (..., tokens, all heads' numbers). */
static bool rereads_tokens(struct warner *w, int event, const struct pass *p)
{
    const struct event *e = &w->tape->event[event], *context = &w->tape->event[p->context];
    const struct tensor *out = &e->output[0].tensor, *made = &context->output[0].tensor;
    int tokens = event > p->context ? asking_axis(context, p) : -1;
    if (tokens < 1 || tokens != made->ndim - 2 || made->shape[tokens] < 2) {
        return false;
    }
    int64_t behind = 1, width = made->shape[tokens + 1];
    bool rows = false;
    for (int d = out->ndim - 1; d >= 0; behind *= out->shape[d--]) {
        rows |= out->shape[d] == made->shape[tokens] && behind > width && behind % width == 0;
    }
    return rows && has_tokens(w, event, &e->input[0].of.tensor, true, p, tokens) &&
           !has_tokens(w, event, out, false, p, tokens);
}

/* (..., heads, tokens, width), or heads and batch as one axis, read as (..., tokens, heads *
 * width), heads not turned back. */
static bool joins_wrongly(struct warner *w, int event, const struct pass *p)
{
    const struct event *e = &w->tape->event[event];
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    const struct tensor *made = &w->tape->event[p->context].output[0].tensor;
    if (!event_does(e, RESHAPES) || made->ndim < 3 || out->ndim < 2) {
        return false;
    }
    if (made->ndim > 4) {
        return rereads_tokens(w, event, p);
    }
    bool folded = made->ndim == 3 && !(in->ndim == 3 && out->ndim == 2);
    int64_t tokens = made->shape[made->ndim - 2], width = made->shape[made->ndim - 1];
    int64_t heads = folded ? heads_of(w, p) : made->shape[made->ndim - 3];
    if (heads < 2 || tokens < 2 || out->shape[out->ndim - 1] != heads * width ||
        out->shape[out->ndim - 2] != tokens || made->shape[made->ndim - 3] % heads != 0 ||
        !is_read_on(w, event, p, heads != tokens)) {
        return false;
    }
    bool cut = made->ndim > 3 || heads_of(w, p) == heads; /* else it may be the batch */
    return heads != tokens || (!folded && cut && heads_stand_in_front(w, p));
}

void find_heads_mixed(struct warner *w)
{
    const struct event *e = w->event;
    if (e->pass < 0 || e->input_count == 0 || e->output_count == 0) {
        return;
    }
    const struct pass *p = &w->tape->pass[e->pass];
    if (e->stage == STAGE_VIEW && !products_reread(e) &&
        (splits_wrongly(e) || cuts_rows(w, w->at, p))) {
        warn_add(w, w->at,
                 "this %s cuts the tokens' numbers across the heads: the shape is right, but a "
                 "head now holds pieces of other tokens",
                 e->name);
    }
    if (e->stage == STAGE_CONCAT && p->context >= 0 && joins_wrongly(w, w->at, p)) {
        warn_add(w, w->at,
                 "the heads are joined without transposing back: a row of the result holds several "
                 "tokens of one head");
    }
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
            if (axis_followed(&w->graph, at[k][0], at[k][1], d, event) == axis) {
                return product_shares(e, at[k][1], d);
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
 * h0 h1 h0 h1, where query heads 0 and 1 belong to h0; 0: they do not. The rows are closed. */
static int64_t heads_again(struct rows *r)
{
    int64_t found = 0;
    for (int64_t heads = 2; found == 0 && 2 * heads <= r->length; heads++) {
        int64_t k = r->length % heads == 0 && !same_slices(r, 0, 1) ? heads : r->length + 1;
        while (k < r->length && same_slices(r, k, k - heads)) {
            k++;
        }
        found = k == r->length ? heads : 0;
    }
    rows_close(r);
    return found;
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
 * 0: it does not. */
static int64_t put_again(struct warner *w, int event)
{
    const struct event *e = &w->tape->event[event];
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    struct rows r;
    int64_t heads = 0;
    for (int d = 1; d + 1 < out->ndim && heads == 0; d++) {
        int64_t before = 0;
        if (out->shape[d] < 4 || !counts_heads(w, &w->tape->pass[e->pass], event, d)) {
            continue;
        }
        rows_of_result(w, event, d, &r);
        heads = heads_again(&r);
        for (int k = 0; heads > 0 && before == 0 && k < in->ndim; k++) {
            if (in->shape[k] == out->shape[d]) {
                rows_of_input(w, event, 0, k, &r);
                before = heads_again(&r);
            }
        }
        heads = before == 0 ? heads : 0;
    }
    return heads;
}

void find_gqa_order(struct warner *w)
{
    const struct event *e = w->event;
    bool can = e->pass >= 0 && e->input_count > 0 && e->output_count > 0 && repeats(w, w->at);
    int64_t heads = can ? put_again(w, w->at) : 0;
    if (heads > 0) {
        warn_add(w, w->at,
                 "%s puts the %lld heads one behind the other (h0 h1 h0 h1); queries of one group "
                 "stand side by side and need h0 h0 h1 h1",
                 event_is(e, OP___getitem__) ? "indexing" : e->name, (long long)heads);
    }
}

/* --- splitting on purpose --- */

/* Whether axes of a size above 1 change places. */
static bool moves_numbers(const struct tensor *in, const struct tensor *out)
{
    bool moved = false;
    for (int k = 0; in->ndim == out->ndim && k < in->ndim; k++) {
        moved |=
            in->shape[k] != out->shape[k] || (in->shape[k] > 1 && in->stride[k] != out->stride[k]);
    }
    return moved && tensor_numel(in) > 1 && tensor_numel(in) == tensor_numel(out);
}

static bool turns(const struct redo *r)
{
    return (r->e->pass >= 0 || !r->walk) && event_transposes(r->e) && r->e->input_count == 1 &&
           moves_numbers(&r->e->input[0].of.tensor, redo_result(r));
}

bool heads_turn_keys(const struct redo *r)
{
    const struct tensor *in = &r->e->input[0].of.tensor, *out = redo_result(r);
    const struct pass *p = redo_pass(r);
    int last = in->ndim - 1, end = p != NULL ? p->softmax : r->event + CHAIN_MOST;
    bool swaps = turns(r) && last >= 1 && in->shape[last] == out->shape[last - 1] &&
                 in->shape[last - 1] == out->shape[last] &&
                 in->stride[last] == out->stride[last - 1] &&
                 in->stride[last - 1] == out->stride[last];
    if (!swaps || r->e->stage == STAGE_CONCAT) {
        return false;
    }
    for (int k = r->event + 1; k < end && k < r->t->event_count; k++) { /* any scores take it */
        const struct event *e = &r->t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            if (e->input[j].of.serial == r->e->output[0].serial && event_contracts(e) &&
                redo_stage(r, k) == STAGE_SCORES) {
                return true;
            }
        }
    }
    return false;
}

/* Heads and tokens change places, on the way to scores or context. */
static bool turns_heads(const struct redo *r)
{
    return turns(r) && redo_stage(r, r->event) == STAGE_TRANSPOSE && redo_result(r)->ndim >= 3 &&
           !heads_turn_keys(r);
}

bool make_view_split(struct redo *r)
{
    return (r->walk ? turns(r) : turns_heads(r)) && redo_reread(r, r->event, 0, "view");
}

bool make_no_transpose(struct redo *r)
{
    return turns_heads(r) && redo_input(r, r->event, 0);
}

bool make_reshape_join(struct redo *r)
{
    if (!event_does(r->e, RESHAPES) || redo_stage(r, r->event) != STAGE_CONCAT ||
        r->e->input_count < 1 || redo_result(r)->ndim >= r->e->input[0].of.tensor.ndim) {
        return false;
    }
    int k = redo_source_past(r, r->event, 0, COPIES);
    const struct event *turn = k >= 0 ? &r->t->event[k] : NULL;
    return turn != NULL && event_transposes(turn) &&
           (r->e->pass < 0 || turn->stage == STAGE_CONCAT) &&
           moves_numbers(&turn->input[0].of.tensor, &turn->output[0].tensor) &&
           redo_reread(r, k, 0, "reshape");
}

/* --- the right way --- */

static bool reshaped(const struct redo *r, struct tensor *x, int ndim, const int64_t *size)
{
    struct tensor y;
    bool copied;
    return redo_next(view_reshape(r->cx, &y, x, ndim, size, &copied), x, &y);
}

/* (..., T, H * D) to (..., H, T, D): first cut, then turned. */
static bool split(struct redo *r, struct tensor *x)
{
    const struct tensor *out = redo_result(r);
    int64_t size[TENSOR_MAX_DIMS];
    int n = out->ndim;
    for (int k = 0; k < n; k++) {
        size[k] = out->shape[k == n - 3 ? n - 2 : k == n - 2 ? n - 3 : k];
    }
    redo_code_sizes(r, "view", n, size);
    redo_code(r, ".transpose(%d, %d)", n - 3, n - 2);
    return reshaped(r, x, n, size) && redo_turn(r, x, n - 3, n - 2);
}

/* (..., H, T, D) to (..., T, H * D): first turned, as often as there are axes of heads, then
 * joined. */
static bool join(struct redo *r, struct tensor *x)
{
    const struct tensor *out = redo_result(r);
    bool ok = true;
    for (int k = x->ndim - 2; ok && k > out->ndim - 2; k--) {
        redo_code(r, "transpose(%d, %d).", k - 1, k);
        ok = redo_turn(r, x, k - 1, k);
    }
    redo_code_sizes(r, "reshape", out->ndim, out->shape);
    return ok && reshaped(r, x, out->ndim, out->shape);
}

bool mend_heads_mixed(struct redo *r)
{
    int in = r->e->input[0].of.tensor.ndim, out = redo_result(r)->ndim;
    bool splits = out == in + 1 && out >= 3, joins = out < in && out >= 2;
    const struct tensor *given = &r->e->input[0].of.tensor, *made = redo_result(r);
    joins = joins && given->shape[in - 2] == made->shape[out - 2]; /* not read before */
    return (splits || joins) && redo_take(r, r->event, 0, &r->out) &&
           (splits ? split(r, &r->out) : join(r, &r->out));
}

/* Each head as often as the result has it, side by side. */
bool mend_gqa_order(struct redo *r)
{
    const struct tensor *in = &r->e->input[0].of.tensor, *out = redo_result(r);
    int64_t size[TENSOR_MAX_DIMS] = {0};
    struct tensor *x = &r->out, y;
    int axis = -1, n = in->ndim;
    for (int k = 0; n == out->ndim && k < n; k++) {
        axis = out->shape[k] > in->shape[k] && in->shape[k] > 1 ? k : axis;
    }
    if (axis < 0 || n == TENSOR_MAX_DIMS) {
        return false;
    }
    for (int k = 0; k <= n; k++) {
        size[k] = k == axis + 1 ? out->shape[axis] / in->shape[axis] : in->shape[k - (k > axis)];
    }
    redo_code(r, "repeat_interleave(%lld, dim=%d)", (long long)size[axis + 1], axis);
    return redo_take(r, r->event, 0, x) &&
           redo_next(view_unsqueeze(r->cx, &y, x, axis + 1), x, &y) &&
           redo_next(view_expand(r->cx, &y, x, n + 1, size), x, &y) &&
           reshaped(r, x, out->ndim, out->shape);
}

/* --- values and groups of heads, on purpose --- */

bool make_first_head(struct redo *r)
{
    struct tensor x, y;
    int weights, value;
    if (!redo_is_context(r, &weights, &value)) {
        return false;
    }
    const struct tensor *all = &r->e->input[value].of.tensor;
    if (all->ndim != 4 || all->shape[1] < 2 || redo_result(r)->ndim != 4 ||
        redo_result(r)->shape[1] != all->shape[1]) {
        return false;
    }
    return !r->make || (redo_take(r, r->event, value, &x) &&
                        redo_next(view_narrow(r->cx, &y, &x, 1, 0, 1), &x, &y) &&
                        redo_next(view_expand(r->cx, &y, &x, 4, all->shape), &x, &y) &&
                        redo_again(r, value, &x));
}

/* repeat_interleave along an axis before the last two: which, -1: none. */
static int repeated_axis(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    int found = -1;
    for (int d = 0; in->ndim == out->ndim && d < in->ndim; d++) {
        if (in->shape[d] != out->shape[d]) {
            bool whole = in->shape[d] > 1 && out->shape[d] % in->shape[d] == 0;
            found = found < 0 && whole && d + 2 < in->ndim ? d : in->ndim;
        }
    }
    return found < in->ndim ? found : -1;
}

/* (b, kv_heads, 1 -> r, T, D) read as (b, heads, T, D): the axis that was widened, -1: none. */
static int widened_axis(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    for (int d = 1; in->ndim == out->ndim + 1 && d + 2 < in->ndim; d++) {
        if (in->stride[d] == 0 && in->shape[d] > 1 && in->shape[d - 1] > 1 &&
            out->shape[d - 1] == in->shape[d - 1] * in->shape[d]) {
            return d;
        }
    }
    return -1;
}

static bool repeat_instead(struct redo *r, int axis)
{
    struct tensor x;
    int64_t times[TENSOR_MAX_DIMS];
    const struct tensor *in = &r->e->input[0].of.tensor;
    for (int d = 0; d < in->ndim; d++) {
        times[d] = d == axis ? redo_result(r)->shape[d] / in->shape[d] : 1;
    }
    redo_code_sizes(r, "repeat", in->ndim, times);
    return redo_take(r, r->event, 0, &x) &&
           redo_done(arrange_repeat(r->cx, &r->out, &x, in->ndim, times), &x);
}

bool make_gqa_order(struct redo *r)
{
    const struct tensor *out = redo_result(r);
    bool any = r->e->input_count > 0 && r->e->output_count > 0 && r->e->pass >= 0;
    int axis = any && event_is(r->e, OP_repeat_interleave) ? repeated_axis(r->e) : -1;
    int wide = any && event_is(r->e, OP_reshape) ? widened_axis(r->e) : -1;
    if (!r->make || axis >= 0 || wide < 0) {
        return axis >= 0 ? !r->make || repeat_instead(r, axis) : wide >= 0;
    }
    redo_code(r, "repeat of the heads");
    return redo_take(r, r->event, 0, &r->out) && redo_turn(r, &r->out, wide - 1, wide) &&
           reshaped(r, &r->out, out->ndim, out->shape);
}
