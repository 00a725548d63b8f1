/* Tells what axes are called where people read them: each name once. Rows and columns of scores and
 * weights are queries and keys; of any other two axes with one name the second gets a mark,
 * "d_model'". */
#include "trace/axes/axes_called.h"

#include "trace/tape/event.h"

#include <string.h>

/* Whether the context takes the very weights, not their transpose. */
static bool takes_straight(const struct tape *t, const struct pass *p)
{
    const struct tensor *given = &t->event[p->softmax].output[0].tensor;
    const struct tensor *taken = &t->event[p->context].input[p->weights].of.tensor;
    return tensor_same_shape(given, taken) &&
           tensor_is_contiguous(given) == tensor_is_contiguous(taken);
}

/* Whether an axis of weights that are one table is no axis of queries but of a batch: the values
 * have it, too. Of 'bn,bnd->bd', of (w.unsqueeze(-1) * h).sum(1), of w.unsqueeze(1) @ h. */
static bool is_batch(const struct tape *t, const struct pass *p, int axis)
{
    const struct event *e = p->context >= 0 ? &t->event[p->context] : NULL;
    const struct tensor *given = &t->event[p->softmax].output[0].tensor;
    if (e == NULL || given->ndim != 2 || given->shape[axis] < 2 || e->input_count < 2) {
        return false;
    }
    const struct tensor *taken = &e->input[p->weights].of.tensor;
    const struct tensor *value = &e->input[p->value].of.tensor;
    struct einsum_space space;
    if (event_space(e, &space)) {
        bool has = false;
        for (int d = 0; taken->ndim == 2 && d < value->ndim; d++) {
            has |= space.axis[p->value][d] == space.axis[p->weights][axis];
        }
        return has;
    }
    if (event_does(e, MATMUL)) {
        int rows = p->weights <= p->value ? taken->ndim - 2 : taken->ndim - 1;
        return taken->ndim == 3 && taken->shape[rows] == 1;
    }
    return event_does(e, MULTIPLIES) && taken->ndim == 3 && value->ndim == 3 &&
           taken->shape[2] == 1 && taken->shape[axis] == given->shape[axis] &&
           value->shape[axis] == given->shape[axis];
}

/* The axis of the weights that queries have, and that of keys: what the context sums over is told
 * by keys, however softmax went; where that cannot be seen, softmax's axis is, and one of the last
 * two. */
static bool roles(const struct tape *t, const struct pass *p, int *query, int *key)
{
    int ndim = t->event[p->softmax].output[0].tensor.ndim;
    *key = p->keys >= 0 ? p->keys : p->axis;
    *query = p->queries >= 0 ? p->queries : *key == ndim - 1 ? ndim - 2 : ndim - 1;
    if (p->queries >= 0) {
        return !is_batch(t, p, *query);
    }
    return ndim >= 2 && *key >= ndim - 2 && !is_batch(t, p, *query);
}

/* Whether axes change places between a step before the softmax and that. */
static bool is_turned(const struct tape *t, const struct pass *p, int event)
{
    bool turned = false;
    for (int at = p->softmax; at > event && !turned && t->event[at].input_count > 0;) {
        turned = event_transposes(&t->event[at]);
        at = t->event[at].input[0].of.maker;
    }
    return turned;
}

static bool takes(const struct event *e, int maker)
{
    bool found = false;
    for (int k = 0; k < e->input_count && e->output_count > 0; k++) {
        found |= e->input[k].of.maker == maker;
    }
    return found;
}

/* Whether `is` has more axes, and not the last two of `was`: (B, T) as (B, 1, 1, T). */
static bool spreads(const struct tensor *was, const struct tensor *is)
{
    int a = was->ndim, b = is->ndim;
    return b > a && a >= 2 &&
           (was->shape[a - 1] != is->shape[b - 1] || was->shape[a - 2] != is->shape[b - 2]);
}

/* Whether the mask that an event gives, or takes as `of`, gets axes between its own before it meets
 * the scores. Then its axes are no queries and keys, even where there are as many. */
static bool is_spread(const struct tape *t, int event, const struct tensor *of,
                      const struct pass *p)
{
    if (spreads(of, &t->event[event].output[0].tensor) && event_moves(&t->event[event])) {
        return true;
    }
    for (int at = event, k = event + 1; k < p->softmax; k++) {
        const struct event *e = &t->event[k];
        const struct tensor *was = &t->event[at].output[0].tensor, *is = &e->output[0].tensor;
        if (!takes(e, at)) {
            continue;
        }
        if (event_moves(e) && spreads(was, is)) {
            return true;
        }
        if (!event_moves(e) && !tensor_same_shape(was, is)) {
            return false;
        }
        at = k;
    }
    return false;
}

bool axes_is_map(const struct tape *t, int event, int input, const struct tensor *of, int *query,
                 int *key)
{
    const struct event *e = &t->event[event];
    if (e->pass < 0 || e->pass >= t->pass_count || of->ndim < 2) {
        return false;
    }
    const struct pass *p = &t->pass[e->pass];
    if (p->linear >= 0) { /* shares of features: tokens meet no tokens */
        return false;
    }
    const struct tensor *weights = &t->event[p->softmax].output[0].tensor;
    switch (e->stage) {
    case STAGE_SCORES:
        if (input >= 0 || event < p->scores || tape_places(p, event) != NULL) {
            return false;
        }
        break;
    case STAGE_SCALE:
        if (event <= p->scores) { /* of the queries or keys */
            return false;
        }
        break;
    case STAGE_MASK:
        if (of->ndim < weights->ndim && e->output_count > 0 && is_spread(t, event, of, p)) {
            return false;
        }
        break;
    case STAGE_SOFTMAX:
    case STAGE_DROPOUT:
        break;
    case STAGE_CONTEXT:
        if (event != p->context || input != p->weights || !takes_straight(t, p)) {
            return false;
        }
        break;
    default:
        return false;
    }
    int shift = weights->ndim - of->ndim;
    if (shift < 0 || !roles(t, p, query, key)) {
        return false;
    }
    bool last = *query + *key == 2 * weights->ndim - 3; /* the last two, in some order */
    if (!last && ((e->stage == STAGE_MASK && shift > 0) || is_turned(t, p, event))) {
        return false;
    }
    *query -= shift;
    *key -= shift;
    for (int d = 0; d < of->ndim; d++) { /* a mask may have fewer batches */
        int64_t size = weights->shape[d + shift];
        bool role = d == *query || d == *key;
        if (of->shape[d] != size && (role || of->shape[d] != 1)) {
            return false;
        }
    }
    return *query >= 0 && *key >= 0;
}

static bool same_name(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* "d_model'", "T'=3", with as many marks as it takes. */
static const char *marked(struct book *b, const char *const *called, int axis, bool *ok)
{
    scoped_buf text = {0};
    const char *kept = called[axis], *size;
    int marks = 0, same = 0;
    while (same < axis && !same_name(called[same], kept)) {
        same++;
    }
    if (same == axis) {
        return kept;
    }
    size = kept + strcspn(kept, "=");
    buf_puts(&text, kept);
    for (int d = 0; d < axis; d++) {
        if (called[d] != NULL && strcmp(called[d], buf_text(&text)) == 0) {
            marks++;
            buf_clear(&text);
            buf_put(&text, kept, (size_t)(size - kept));
            for (int k = 0; k < marks; k++) {
                buf_putc(&text, '\'');
            }
            buf_puts(&text, size);
            d = -1;
        }
    }
    if (marks > 0) {
        kept = book_keep(b, &text);
        *ok = *ok && kept != NULL;
    }
    return kept;
}

bool axes_call(struct book *b, int event, int input, struct tape_tensor *of)
{
    int ndim = of->tensor.ndim, query, key;
    bool ok = true;
    const char **called = arena_alloc(&b->t->arena, (size_t)ndim * sizeof *called + 1);
    if (called == NULL) {
        return error_memory(&b->t->session->in.error);
    }
    memcpy(called, of->axes, (size_t)ndim * sizeof *called);
    of->called = called;
    if (axes_is_map(b->t, event, input, &of->tensor, &query, &key) &&
        same_name(called[query], called[key])) {
        called[query] = "query";
        called[key] = "key";
    }
    for (int d = 1; d < ndim; d++) {
        called[d] = called[d] != NULL ? marked(b, called, d, &ok) : NULL;
    }
    return ok;
}
