/* Finds keys of a cache that were never written, or were written over before their time. */
#include "mistakes/cache.h"

#include "tensor/shape/tensor.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS ((int64_t)1 << 24) /* of a cache that is looked at */
#define LEAST_WEIGHT 1e-6

/* What was made empty and is filled row by row, as the keys of a product see it. */
struct cache {
    const struct tape_tensor *of; /* its part that becomes the keys */
    int event;                    /* which takes it */
    int made;                     /* the event that made the memory */
};

/* Keys are a part of a cache, only moved or copied since. */
static bool find_cache(const struct tape *t, int event, int input, struct cache *out)
{
    for (int at = event; at >= 0; input = 0) {
        const struct event *e = &t->event[at];
        const struct tape_tensor *of = &e->input[input].of;
        int made = tape_owner(t, of);
        bool empty = made >= 0 && event_does(&t->event[made], FILLS) && of->written >= 0;
        if (empty && tensor_numel(&of->tensor) <= MOST_CELLS) {
            *out = (struct cache){of, at, made};
            return true;
        }
        at = of->maker;
        bool moves = at >= 0 && t->event[at].input_count == 1 &&
                     (event_moves(&t->event[at]) || event_does(&t->event[at], CONVERTS));
        at = moves ? at : -1;
    }
    return false;
}

/* The memory that a cache's part lies in: how often each cell was written. */
struct held {
    int64_t low, high;
    unsigned char *cell;
    bool twice; /* some cell was */
};

static bool open_held(const struct cache *c, struct held *h)
{
    const struct tensor *of = &c->of->tensor;
    *h = (struct held){.low = of->offset, .high = of->offset + 1};
    for (int d = 0; d < of->ndim; d++) {
        int64_t reach = (of->shape[d] - 1) * of->stride[d];
        h->low += reach < 0 ? reach : 0;
        h->high += reach > 0 ? reach : 0;
    }
    h->cell = h->high > h->low ? calloc((size_t)(h->high - h->low), 1) : NULL;
    return h->cell != NULL;
}

/* The numbers that a write has left; to be given back. */
static bool take_written(struct warner *w, const struct tape_write *write, struct tensor *out)
{
    struct tape_tensor of = w->tape->event[write->event].output[0];
    of.tensor = write->region;
    w->failed = !warn_in_time(w) || !tape_after(w->tape, &of, write->event, out);
    return !w->failed;
}

/* Marks the cells that a write has written. Of one at places that a tensor tells, they are those
 * that have changed. */
static void mark(struct warner *w, const struct tape_write *write, struct held *h)
{
    const struct event *e = &w->tape->event[write->event];
    bool picks = event_is(e, OP_index_copy OP_index_put OP_scatter) ||
                 (event_is(e, OP___setitem__) && e->input_count > 2);
    scoped_tensor now = {0};
    if (picks && !take_written(w, write, &now)) {
        return;
    }
    for (int64_t k = 0, count = tensor_numel(&write->region); k < count; k++) {
        int64_t place = tensor_place(&write->region, k);
        if (place >= h->low && place < h->high &&
            (!picks || tensor_cell(&now, k) != tensor_cell(&write->cells, k))) {
            h->twice |= h->cell[place - h->low] != 0;
            h->cell[place - h->low] = 1;
        }
    }
}

bool cache_is_written_over(struct warner *w, const struct pass *p)
{
    const struct tape *t = w->tape;
    struct cache c;
    struct held h;
    if (!find_cache(t, p->product, p->key, &c)) {
        return false;
    }
    if (!open_held(&c, &h)) {
        warn_memory(w);
        return true;
    }
    for (int k = c.of->written; k >= 0 && !h.twice && !w->failed; k = t->write[k].previous) {
        if (t->write[k].event < c.event) {
            mark(w, &t->write[k], &h);
        }
    }
    free(h.cell);
    return h.twice;
}

/* Whether place `index` of an axis holds no cell that was written. */
static bool is_untouched(const struct tensor *of, int axis, int64_t index, const struct held *h)
{
    struct tensor part = *of;
    part.offset += index * part.stride[axis];
    part.shape[axis] = 1;
    for (int64_t k = 0, count = tensor_numel(&part); k < count; k++) {
        if (h->cell[tensor_place(&part, k) - h->low] != 0) {
            return false;
        }
    }
    return true;
}

/* Whether a mask hides all keys of a query, as of one that is padding: its weights mean nothing. */
static bool is_hidden(const struct rows *scores, int64_t row)
{
    for (int64_t k = 0; k < scores->length; k++) {
        if (!(rows_at(scores, row, k) <= SCORE_HIDDEN)) {
            return false;
        }
    }
    return scores->length > 0;
}

/* The largest weight of key `key`; `scores` may be empty. */
static double most_weight(const struct rows *r, const struct rows *scores, int64_t key)
{
    double most = 0;
    for (int64_t k = 0; k < r->count; k++) {
        double x = rows_at(r, k, key);
        most = x > most && !(k < scores->count && is_hidden(scores, k)) ? x : most;
    }
    return most;
}

/* How many keys with a weight lie behind the last that was written. Zeros in front are meant. */
static int64_t count_unwritten(struct warner *w, const struct cache *c, const struct held *h)
{
    const struct pass *p = w->pass;
    const struct tensor *of = &c->of->tensor;
    scoped_rows weights = {0}, scores = {0};
    int64_t unwritten = 0;
    rows_of_result(w, p->softmax, p->axis, &weights);
    if (event_normalizes(&w->tape->event[p->softmax])) {
        rows_of_input(w, p->softmax, 0, p->axis, &scores);
    }
    for (int d = 0; !w->failed && unwritten == 0 && d < of->ndim; d++) {
        int64_t k = of->shape[d] == weights.length ? weights.length : 0;
        for (; k > 0 && is_untouched(of, d, k - 1, h); k--) {
            unwritten += most_weight(&weights, &scores, k - 1) > LEAST_WEIGHT;
        }
        unwritten = k > 0 ? unwritten : 0; /* else it is empty */
    }
    return unwritten;
}

void find_cache_unwritten(struct warner *w)
{
    const struct tape *t = w->tape;
    const struct pass *p = w->pass;
    struct cache c;
    if (p->product < 0 || !find_cache(t, p->product, p->key, &c)) {
        return;
    }
    struct held h;
    if (!open_held(&c, &h)) {
        warn_memory(w);
        return;
    }
    for (int k = c.of->written; k >= 0; k = t->write[k].previous) {
        if (t->write[k].event < c.event) {
            mark(w, &t->write[k], &h);
        }
    }
    int64_t unwritten = count_unwritten(w, &c, &h);
    if (unwritten > 0) {
        warn_add(w, p->softmax,
                 "%lld key%s of the cache %s a weight, and nothing was written there so far: cut "
                 "the cache behind the last token, or hide the rest",
                 (long long)unwritten, unwritten == 1 ? "" : "s", unwritten == 1 ? "has" : "have");
    }
    free(h.cell);
}

/* --- cache-overwritten --- */

/* The rows of an axis that a write covers. */
struct stretch {
    int64_t first, end;
};

/* The axis of the storage's rows: that along which two writes differ; a cache's own axes are those
 * of what its memory was made as. False: the region is no stretch of one axis of `whole`. */
static bool stretch_of(const struct tensor *whole, const struct tensor *region, int axis,
                       struct stretch *out)
{
    int64_t step = whole->stride[axis], from = region->offset - whole->offset, at = from;
    for (int d = 0; d < axis; d++) {
        at -= whole->stride[d] > 0 ? at / whole->stride[d] * whole->stride[d] : 0;
    }
    int64_t others = tensor_numel(whole) / whole->shape[axis], count = tensor_numel(region);
    *out = (struct stretch){at / step, at / step + count / others};
    bool inside = count % others == 0 && at % step == 0 && out->end <= whole->shape[axis];
    return inside && from == at; /* of all that the other axes count */
}

/* Up to the last digits: one token alone is multiplied in another order than several. */
static bool is_same(const struct tensor *a, const struct tensor *b)
{
    bool same = tensor_numel(a) == tensor_numel(b);
    for (int64_t k = 0, count = same ? tensor_numel(a) : 0; same && k < count; k++) {
        double x = tensor_cell(a, k), y = tensor_cell(b, k);
        same = fabs(x - y) <= 1e-3 * (1 + fabs(x));
    }
    return same;
}

/* The write behind one that began a sentence at row 0, if it stands within what that has written
 * while behind it there is room. -1: it goes on where that ended, or something else is done. */
static int overlapping_write(struct warner *w, const struct cache *c, int axis)
{
    const struct tape *t = w->tape;
    const struct tensor *whole = &t->event[c->made].output[0].tensor;
    int order[2] = {-1, -1};
    for (int k = c->of->written; k >= 0; k = t->write[k].previous) { /* the first two */
        if (t->write[k].event < c->event) {
            order[1] = order[0];
            order[0] = k;
        }
    }
    struct stretch a, b;
    bool two = order[1] >= 0 && stretch_of(whole, &t->write[order[0]].region, axis, &a) &&
               stretch_of(whole, &t->write[order[1]].region, axis, &b);
    bool within = two && a.first == 0 && a.end > 1 && b.first > 0 && b.first < a.end &&
                  b.end == b.first + 1 && a.end < whole->shape[axis];
    if (!within) {
        return -1;
    }
    scoped_tensor now = {0};
    const struct tape_write *second = &t->write[order[1]];
    if (!take_written(w, second, &now)) {
        return -1;
    }
    return is_same(&second->cells, &now) ? -1 : order[1];
}

/* The keys end behind the row that was written last: what a longer prompt has left is not hidden by
 * a mask, it is forgotten. */
static bool ends_there(const struct tensor *whole, const struct tensor *keys, int axis,
                       const struct stretch *last)
{
    for (int d = 0; d < keys->ndim; d++) {
        if (keys->stride[d] == whole->stride[axis] && keys->shape[d] == last->end) {
            return keys->offset == whole->offset;
        }
    }
    return false;
}

void find_cache_overwritten(struct warner *w)
{
    const struct tape *t = w->tape;
    const struct pass *p = w->pass;
    struct cache c;
    if (p->product < 0 || !find_cache(t, p->product, p->key, &c)) {
        return;
    }
    const struct tensor *whole = &t->event[c.made].output[0].tensor;
    for (int axis = 0; axis < whole->ndim && !w->failed; axis++) {
        int k = whole->shape[axis] > 1 ? overlapping_write(w, &c, axis) : -1;
        struct stretch last;
        if (k >= 0 && stretch_of(whole, &t->write[k].region, axis, &last) &&
            ends_there(whole, &c.of->tensor, axis, &last)) {
            warn_add(w, t->write[k].event,
                     "this writes over row %lld of the cache, which holds an earlier token, while "
                     "rows behind it are free",
                     (long long)last.first);
            return;
        }
    }
}
