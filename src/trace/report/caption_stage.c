/* Holds the conditions of sentences about what a step is for: its part in attention. */
#include "trace/report/captioned.h"

#include "trace/axes/axes_called.h"
#include "trace/axes/axes_heads.h"
#include "trace/stage/graph.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-5 * fabs(b);
}

/* --- projections --- */

/* Nothing was computed to have it: given or drawn, perhaps scaled or counted otherwise since. */
bool caption_stage_given(const struct tape *t, const struct tape_tensor *of)
{
    while (of->maker >= 0 && !of->parameter) {
        const struct event *e = &t->event[of->maker];
        if (event_creates(e) || (e->call >= 0 && t->call[e->call].construction)) {
            return true;
        }
        if ((!event_moves(e) && !event_maps_cells(e)) || e->input_count != 1) {
            return false;
        }
        of = &e->input[0].of;
    }
    return true;
}

bool multiplies_weights(struct captioned *s)
{
    bool linear = event_is(s->e, OP_linear);
    const struct tensor *x = caption_in(s, 0), *weight = caption_in(s, 1);
    if ((!linear && !event_is(s->e, OP_matmul OP_mm)) || weight == NULL || weight->ndim != 2 ||
        x->ndim < 2 || !caption_stage_given(s->t, &s->e->input[1].of)) {
        return false;
    }
    s->n[0] = (double)x->shape[x->ndim - 1];
    s->n[1] = (double)caption_out(s)->shape[caption_out(s)->ndim - 1];
    return true;
}

/* Whether a tensor is nothing but contexts, moved or laid side by side. */
static bool is_of_contexts(const struct captioned *s, const struct tape_tensor *of, int depth)
{
    const struct event *e = of->maker >= 0 ? &s->t->event[of->maker] : NULL;
    if (e == NULL || depth == 0 || e->stage == STAGE_CONTEXT) {
        return e != NULL && e->stage == STAGE_CONTEXT;
    }
    bool all = e->input_count > 0 && (event_moves(e) || event_does(e, JOINS) ||
                                      (event_maps_cells(e) && e->input_count == 1));
    for (int k = 0; all && k < e->input_count; k++) {
        all = is_of_contexts(s, &e->input[k].of, depth - 1);
    }
    return all;
}

/* The width of a context goes several times into what the last matrix takes. */
bool mixes_heads(struct captioned *s)
{
    if (!multiplies_weights(s) || s->p == NULL || s->p->context < 0 ||
        !is_of_contexts(s, &s->e->input[0].of, 16)) {
        return false;
    }
    const struct tensor *context = &s->t->event[s->p->context].output[0].tensor;
    double width = context->ndim > 0 ? (double)context->shape[context->ndim - 1] : 0;
    double heads = width > 0 ? s->n[0] / width : 0;
    bool one_by_one = s->t->pass_count >= heads;
    bool at_once = context->ndim >= 3 && (double)context->shape[context->ndim - 3] == heads;
    s->n[0] = heads;
    return heads >= 2 && heads == floor(heads) && (one_by_one || at_once);
}

/* --- heads --- */

/* Whether the product of queries and keys keeps an axis of that size for itself: heads. */
static bool has_heads(const struct captioned *s, int64_t heads)
{
    const struct tensor *scores = caption_scores(s);
    for (int d = 0; scores != NULL && d + 2 < scores->ndim; d++) {
        if (scores->shape[d] == heads) {
            return heads > 1;
        }
    }
    return false;
}

/* Whether axis `axis` of the result comes to input `input` of a product which keeps it. */
static bool is_kept_by(struct captioned *s, struct graph *g, int axis, int product, int input)
{
    const struct event *e = product < 0 ? NULL : &s->t->event[product];
    int ndim = e == NULL ? 0 : e->input[input].of.tensor.ndim;
    for (int d = 0; d < ndim; d++) {
        bool kept = !event_contracts(e) || product_shares(e, input, d);
        if (kept && axis_followed(g, product, input, d, s->event) == axis) {
            return true;
        }
    }
    return false;
}

/* Whether axis `axis` of the result is there still where queries meet keys, or weights values. What
 * rotates positions cuts rows into pairs or halves, and joins them again before that. */
static bool stays_apart(struct captioned *s, int axis)
{
    struct graph g;
    if (!graph_init(&g, s->t)) {
        error_clear(&s->t->session->in.error);
        return false;
    }
    bool stays = is_kept_by(s, &g, axis, s->p->product, s->p->query) ||
                 is_kept_by(s, &g, axis, s->p->product, s->p->key) ||
                 is_kept_by(s, &g, axis, s->p->context, s->p->value);
    graph_free(&g);
    return stays;
}

static bool cuts_each_row(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    if (in == NULL || s->e->effect != STORAGE_VIEW || in->ndim < 1 || out->ndim != in->ndim + 1 ||
        !event_does(s->e, RESHAPES)) {
        return false;
    }
    for (int d = 0; d + 1 < in->ndim; d++) {
        if (in->shape[d] != out->shape[d]) {
            return false;
        }
    }
    s->n[0] = (double)in->shape[in->ndim - 1];
    s->n[1] = (double)out->shape[out->ndim - 2];
    s->n[2] = (double)out->shape[out->ndim - 1];
    return true;
}

bool cuts_heads(struct captioned *s)
{
    int heads = caption_out(s)->ndim - 2;
    return cuts_each_row(s) && has_heads(s, caption_out(s)->shape[heads]) && stays_apart(s, heads);
}

/* Whether the event takes the two numbers of each pair apart, or as one complex number. */
static bool takes_pairs(const struct event *e, const struct tape_tensor *pairs)
{
    const struct tensor *in = &pairs->tensor, *out = &e->output[0].tensor;
    bool takes = e->input_count > 0 && e->input[0].of.serial == pairs->serial &&
                 e->output_count > 0 && e->effect == STORAGE_VIEW && out->ndim == in->ndim - 1;
    for (int d = 0; takes && d < out->ndim; d++) {
        takes = out->shape[d] == in->shape[d] &&
                (out->stride[d] == in->stride[d] || dtype_category(out->dtype) == CATEGORY_COMPLEX);
    }
    return takes;
}

bool cuts_pairs(struct captioned *s)
{
    bool taken = false;
    int last = caption_out(s)->ndim - 1;
    for (int k = s->event + 1; cuts_each_row(s) && s->n[2] == 2 && !taken &&
                               k < s->t->event_count && s->t->event[k].user_call == s->e->user_call;
         k++) {
        taken = takes_pairs(&s->t->event[k], &s->e->output[0]);
    }
    return taken && caption_out(s)->shape[last - 1] > 1;
}

static int axes_of_size(const struct tensor *x, int64_t size)
{
    int count = 0;
    for (int d = 0; d < x->ndim; d++) {
        count += x->shape[d] == size;
    }
    return count;
}

/* Whether a product has an axis of that size from its weights: one matrix for each head. */
static bool weighs_heads(const struct captioned *s, const struct event *e, int64_t heads)
{
    const struct tensor *x = &e->input[0].of.tensor;
    const struct tensor *weights = e->input_count > 1 ? &e->input[1].of.tensor : x;
    return weights->ndim > 2 && axes_of_size(weights, heads) > 0 &&
           caption_stage_given(s->t, &e->input[1].of) &&
           axes_of_size(&e->output[0].tensor, heads) > axes_of_size(x, heads);
}

/* Whether `of` was made by cutting rows into parts, so many as there are heads. */
static bool was_cut(const struct captioned *s, const struct tape_tensor *of, int64_t heads,
                    int *left)
{
    const struct event *e = of->maker >= 0 ? &s->t->event[of->maker] : NULL;
    if (e == NULL || e->output_count == 0 || e->input_count == 0 || --*left < 0) {
        return false;
    }
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    int last = out->ndim - 1;
    bool cut = event_does(e, RESHAPES) && last > 0 && in->ndim > 0 &&
               in->shape[in->ndim - 1] > out->shape[last] && out->shape[last - 1] > 1;
    if (cut && heads % out->shape[last - 1] == 0) {
        return true; /* the heads, or groups of them */
    }
    if (event_contracts(e)) {
        return weighs_heads(s, e, heads);
    }
    bool goes_on = event_moves(e) || event_maps_cells(e) || event_does(e, JOINS | REPEATS) ||
                   e->effect == STORAGE_IN_PLACE || tensor_same_shape(in, out);
    bool any = false;
    for (int k = 0; goes_on && !any && k < e->input_count; k++) {
        any = was_cut(s, &e->input[k].of, heads, left);
    }
    return any;
}

/* Whether an axis is one of heads: it is called so, or rows were cut into so many parts. Else it
 * may be one of sentences. */
static bool are_heads(const struct captioned *s, const struct tape_tensor *of, int axis)
{
    int left = 64;
    return axes_is_heads(of, axis) || was_cut(s, of, of->tensor.shape[axis], &left);
}

/* Whether exactly these two axes change places. */
static bool swaps(const struct captioned *s, int a, int b)
{
    int order[TENSOR_MAX_DIMS];
    if (a < 0 || !caption_permutes(s, order)) {
        return false;
    }
    for (int d = 0; d < caption_out(s)->ndim; d++) {
        if (order[d] != (d == a ? b : d == b ? a : d)) {
            return false;
        }
    }
    return true;
}

bool moves_heads_front(struct captioned *s)
{
    const struct tensor *out = caption_out(s);
    int ndim = out->ndim;
    if (!swaps(s, ndim - 3, ndim - 2) || !has_heads(s, out->shape[ndim - 3])) {
        return false;
    }
    s->n[0] = (double)out->shape[ndim - 3];
    s->n[1] = (double)out->shape[ndim - 2];
    s->n[2] = (double)out->shape[ndim - 1];
    return caption_scores(s)->ndim == ndim &&
           caption_scores(s)->shape[ndim - 3] == out->shape[ndim - 3] &&
           are_heads(s, &s->e->input[0].of, ndim - 2);
}

bool moves_heads_back(struct captioned *s)
{
    int ndim = caption_out(s)->ndim;
    if (s->p == NULL || s->p->context < 0 || s->e->input_count != 1 ||
        s->e->input[0].of.maker != s->p->context || !swaps(s, ndim - 3, ndim - 2)) {
        return false;
    }
    const struct event *product = &s->t->event[s->p->product];
    const struct tape_tensor *in = &s->e->input[0].of, *query = &product->input[s->p->query].of;
    int64_t heads = caption_out(s)->shape[ndim - 2];
    int left = 64;
    s->n[0] = (double)heads;
    return has_heads(s, heads) && (axes_is_heads(in, ndim - 3) || was_cut(s, query, heads, &left));
}

/* nn.MultiheadAttention counts the heads of all items on one axis: (3, 2 * 4) is seen as
 * (3 * 2, 4). Whether one of the steps that led to `of` did so; s->n gets the heads and the items.
 */
static bool finds_batch(struct captioned *s, const struct tape_tensor *of, double places)
{
    while (of->maker >= 0 && s->t->event[of->maker].input_count > 0) {
        const struct event *e = &s->t->event[of->maker];
        const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
        int last = out->ndim - 1;
        if (!event_moves(e) && e->op->kind != KIND_ELEMENTWISE) {
            return false;
        }
        if (last > 0 && in->ndim == out->ndim && in->shape[last] > out->shape[last] &&
            event_does(e, RESHAPES)) {
            double heads = (double)in->shape[last] / (double)out->shape[last];
            s->n[0] = heads;
            s->n[1] = (double)in->shape[last - 1];
            return s->n[1] > 1 && heads * s->n[1] == places;
        }
        of = &e->input[0].of;
    }
    return false;
}

bool moves_batch_front(struct captioned *s)
{
    if (!moves_heads_front(s) || !finds_batch(s, &s->e->input[0].of, s->n[0])) {
        return false;
    }
    s->n[2] = (double)caption_out(s)->shape[caption_out(s)->ndim - 2];
    s->n[3] = (double)caption_out(s)->shape[caption_out(s)->ndim - 1];
    return true;
}

CAPTION_IF(moves_batch_back,
           moves_heads_back(s) &&
               finds_batch(s, &s->t->event[s->p->product].input[s->p->query].of, s->n[0]))

bool joins_last_axes(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    int ndim = out->ndim;
    if (in == NULL || in->ndim != ndim + 1 || ndim < 1 || !event_does(s->e, RESHAPES)) {
        return false;
    }
    for (int d = 0; d + 1 < ndim; d++) {
        if (in->shape[d] != out->shape[d]) {
            return false;
        }
    }
    s->n[0] = (double)in->shape[ndim - 1];
    s->n[1] = (double)in->shape[ndim];
    return in->shape[ndim - 1] > 1;
}

CAPTION_IF(joins_single_numbers, joins_last_axes(s) && s->n[1] == 1)

bool turns_keys(struct captioned *s)
{
    int ndim = caption_out(s)->ndim;
    if (s->p == NULL || s->p->product < 0 || !swaps(s, ndim - 2, ndim - 1)) {
        return false;
    }
    const struct event *product = &s->t->event[s->p->product];
    return event_does(product, MATMUL) &&
           product->input[s->p->key].of.serial == s->e->output[0].serial;
}

bool lays_rows_below(struct captioned *s)
{
    const struct tensor *above = caption_in(s, 0), *below = caption_in(s, 1), *out = caption_out(s);
    int rows = out->ndim - 2;
    if (!joins(s) || rows < 0 || s->n[0] != 2 || s->n[1] != rows || above->ndim != out->ndim ||
        below->ndim != out->ndim) {
        return false;
    }
    s->n[0] = (double)above->shape[rows];
    s->n[1] = (double)below->shape[rows];
    s->n[2] = (double)out->shape[rows];
    s->n[3] = (double)out->shape[rows + 1];
    return true;
}

/* --- scores and context --- */

bool multiplies_queries_keys(struct captioned *s)
{
    const struct tensor *out = caption_out(s);
    int query, key;
    if (s->p == NULL || s->event != s->p->product || !event_contracts(s->e) ||
        !axes_is_map(s->t, s->event, -1, out, &query, &key) || caption_width(s) == 0) {
        return false;
    }
    s->n[0] = (double)out->shape[query];
    s->n[1] = (double)out->shape[key];
    s->n[2] = (double)caption_width(s);
    return true;
}

/* What it has of queries or keys meets what is made of no token. */
static const struct pass_places *find_places(struct captioned *s)
{
    const struct tensor *out = caption_out(s);
    const struct pass_places *at = s->p != NULL ? tape_places(s->p, s->event) : NULL;
    if (at == NULL || !event_does(s->e, MATMUL) || out->ndim < 2) {
        return NULL;
    }
    const struct tensor *query = caption_in(s, 0);
    s->n[0] = (double)out->shape[out->ndim - 2];
    s->n[1] = (double)out->shape[out->ndim - 1];
    s->n[2] = (double)query->shape[query->ndim - 1];
    return at;
}

bool multiplies_queries_positions(struct captioned *s)
{
    const struct pass_places *at = find_places(s);
    return at != NULL && at->counted && at->input != 0;
}

bool multiplies_positions_keys(struct captioned *s)
{
    const struct pass_places *at = find_places(s);
    return at != NULL && at->counted && at->input == 0;
}

bool collects_values(struct captioned *s)
{
    int query, key;
    if (s->p == NULL || s->event != s->p->context || !event_does(s->e, MATMUL) ||
        s->p->weights > s->p->value) {
        return false;
    }
    const struct tensor *weights = caption_in(s, s->p->weights);
    bool map = axes_is_map(s->t, s->event, s->p->weights, weights, &query, &key);
    s->n[0] = map ? (double)weights->shape[key] : 0;
    return map && key == weights->ndim - 1;
}

bool collects_shares(struct captioned *s)
{
    scoped_tensor weights = {0};
    return collects_values(s) && caption_before(s, s->p->weights, &weights) &&
           caption_adds_up(&weights, weights.ndim - 1);
}

CAPTION_IF(gives_attention, (s->p == NULL || s->p->linear < 0) && gives_row_shares(s))

/* --- scale --- */

CAPTION_IF(scales_by_one, (divides(s) || multiplies(s)) && s->n[0] == 1 && caption_width(s) == 1)

bool divides_by_root(struct captioned *s)
{
    s->n[1] = (double)caption_width(s);
    return divides(s) && s->n[1] > 0 && near(s->n[0], sqrt(s->n[1]));
}

bool multiplies_by_root(struct captioned *s)
{
    s->n[1] = (double)caption_width(s);
    return multiplies(s) && s->n[1] > 0 && near(s->n[0], 1 / sqrt(s->n[1]));
}

bool divides_otherwise(struct captioned *s)
{
    s->n[1] = (double)caption_width(s);
    s->n[2] = sqrt(s->n[1]);
    return divides(s) && s->n[1] > 0;
}

/* --- mask --- */

struct change { /* from the scores that go into a mask to what comes out */
    int64_t cells, changed, infinite, zero;
    double highest; /* of the changed ones */
    bool no_share;  /* softmax takes the result and gives the changed ones 0 */
};

/* The input that holds the scores: numbers, of the result's shape. -1: none. */
static int scores_input(const struct captioned *s)
{
    for (int k = 0; k < s->e->input_count; k++) {
        const struct tensor *in = caption_in(s, k);
        if (dtype_is_float(in->dtype) && tensor_same_shape(in, caption_out(s))) {
            return k;
        }
    }
    return -1;
}

/* Whether a tensor is made of the scores of the step's attention, cell by cell or moved. */
static bool is_of_scores(const struct captioned *s, const struct tape_tensor *of, int depth)
{
    const struct event *e = of->maker >= 0 ? &s->t->event[of->maker] : NULL;
    if (e == NULL || of->maker < s->p->product || depth == 0 ||
        (of->maker != s->p->scores && of->maker != s->p->product && e->pass != s->e->pass)) {
        return false;
    }
    bool is = of->maker == s->p->scores || of->maker == s->p->product || e->stage == STAGE_SCORES;
    for (int k = 0; !is && k < e->input_count; k++) {
        is = is_of_scores(s, &e->input[k].of, depth - 1);
    }
    return is;
}

bool caption_stage_on_scores(const struct captioned *s)
{
    int input = s->p != NULL && s->p->product >= 0 ? scores_input(s) : -1;
    return input >= 0 && is_of_scores(s, &s->e->input[input].of, 12);
}

/* The weights that the pass makes of the event's result, if it does; else false. */
static bool weights_of(const struct captioned *s, struct tensor *out)
{
    const struct event *softmax = s->p != NULL ? &s->t->event[s->p->softmax] : NULL;
    return softmax != NULL && s->p->mask == s->event && s->event < s->p->softmax &&
           caption_stage_on_scores(s) &&
           tensor_same_shape(&softmax->output[0].tensor, caption_out(s)) &&
           tape_after(s->t, &softmax->output[0], s->p->softmax, out);
}

static void compare(const struct tensor *in, const struct tensor *out, const struct tensor *weights,
                    struct change *c)
{
    *c = (struct change){.cells = tensor_numel(out), .highest = -INFINITY, .no_share = true};
    for (int64_t k = 0; k < c->cells; k++) {
        double was = tensor_cell(in, k);
        double is = tensor_cell(out, k);
        if (was == is || (isnan(was) && isnan(is))) {
            continue;
        }
        c->changed++;
        c->infinite += is == -INFINITY;
        c->zero += is == 0;
        c->highest = is > c->highest || isnan(is) ? is : c->highest;
        c->no_share = c->no_share && weights != NULL && tensor_cell(weights, k) == 0;
    }
}

static bool find_change(struct captioned *s, struct change *c)
{
    struct tensor in;
    scoped_tensor out = {0}, weights = {0};
    int input = caption_out(s)->ndim > 0 ? scores_input(s) : -1;
    if (input < 0 || !event_masks(s->t, s->event, input) || !caption_before(s, input, &in)) {
        return false;
    }
    bool ok = caption_result(s, &out);
    if (ok) {
        bool used = weights_of(s, &weights);
        compare(&in, &out, used ? &weights : NULL, c);
        s->n[0] = (double)c->changed;
        s->n[1] = (double)c->cells;
        s->n[2] = c->highest;
    }
    tensor_release(&in);
    error_clear(&s->t->session->in.error);
    return ok;
}

bool masks_nothing(struct captioned *s)
{
    struct change c;
    return find_change(s, &c) && c.changed == 0;
}

CAPTION_IF(masks_no_score, caption_stage_on_scores(s) && masks_nothing(s))

bool fills_with_infinity(struct captioned *s)
{
    struct change c;
    return find_change(s, &c) && c.changed > 0 && c.infinite == c.changed;
}

/* What softmax has made are shares, no scores: to fill these is a mistake. */
bool fills_scores_with_infinity(struct captioned *s)
{
    int input = scores_input(s), maker = input >= 0 ? s->e->input[input].of.maker : -1;
    return (maker < 0 || s->t->event[maker].stage != STAGE_SOFTMAX) && fills_with_infinity(s);
}

/* Behind it something of the same code is carried out: a cell that ends with it shows it. */
static bool code_goes_on(const struct captioned *s)
{
    const struct span *at = &s->e->statement->span;
    bool goes_on = s->e->user_call >= 0;
    for (int k = s->event + 1; k < s->t->event_count && !goes_on; k++) {
        const struct node *n = s->t->event[k].statement;
        goes_on = n != NULL && n->span.source == at->source && n->span.line > at->end_line;
    }
    return goes_on;
}

/* A line of its own whose result nothing takes: x.masked_fill(...) without a name for it. */
bool masks_in_vain(struct captioned *s)
{
    const struct node *n = s->e->statement;
    bool alone = n != NULL && n->kind == NODE_EXPRESSION && s->e->effect == STORAGE_NEW &&
                 s->e->output_count == 1 && n->left->span.line == s->e->code.line &&
                 n->left->span.column == s->e->code.column &&
                 n->left->span.end_line == s->e->code.end_line &&
                 n->left->span.end_column == s->e->code.end_column && code_goes_on(s);
    for (int k = s->event + 1; alone && k < s->t->event_count; k++) {
        for (int j = 0; j < s->t->event[k].input_count; j++) {
            alone = alone && s->t->event[k].input[j].of.serial != s->e->output[0].serial;
        }
    }
    return alone && fills_scores_with_infinity(s);
}

bool masks_with_infinity(struct captioned *s)
{
    struct change c;
    return fills_scores_with_infinity(s) && find_change(s, &c) && c.changed > 0 &&
           c.infinite == c.changed && c.no_share;
}

bool fills_with_low(struct captioned *s)
{
    struct change c;
    return find_change(s, &c) && c.changed > 0 && c.infinite == 0 && c.highest <= -1e3;
}

bool masks_with_low(struct captioned *s)
{
    struct change c;
    return find_change(s, &c) && c.changed > 0 && c.infinite == 0 && c.highest <= -1e3 &&
           c.no_share;
}

bool fills_with_zero(struct captioned *s)
{
    struct change c;
    return find_change(s, &c) && c.changed > 0 && c.zero == c.changed;
}
