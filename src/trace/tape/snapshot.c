/* Keeps tensors as they were. One copy is kept of each storage that was written. To go back in time
 * it undoes the writes one by one, to go forward it does them again. So reading a tape from end to
 * end, in either direction, costs as much as its writes.
 *
 * Nothing is computed here, cells are only copied. The copies have a limit in bytes; one that was
 * dropped is made again from the storage as it is at the end of the run. */
#include "trace/tape/snapshot.h"

#include "base/grow.h"
#include "trace/tape/cells.h"

#include <stdlib.h>
#include <string.h>

#define KEPT_MOST ((int64_t)256 << 20) /* bytes of all copies together */

struct snapshot {
    uint64_t id;         /* of the storage */
    struct tensor whole; /* the copy, as bytes; no storage: let go */
    int first, done;     /* of the writes: the first of all, the last that it shows, -1: none */
    uint64_t used;       /* when it was asked for last */
};

/* --- the copies --- */

static int first_write(const struct tape *t, int last)
{
    while (t->write[last].previous >= 0) {
        last = t->write[last].previous;
    }
    return last;
}

/* NULL with the error set: no memory. */
static struct snapshot *snapshot_of(struct tape *t, uint64_t id, int last)
{
    struct snapshots *all = &t->snapshots;
    int64_t k = map_get(&all->index, id, -1);
    if (k >= 0) {
        return &all->at[k];
    }
    if (!grow(&all->at, all->count, &all->cap, sizeof *all->at) ||
        !map_set(&all->index, id, all->count)) {
        error_memory(&t->session->in.error);
        return NULL;
    }
    all->at[all->count] = (struct snapshot){.id = id, .first = first_write(t, last)};
    return &all->at[all->count++];
}

static void let_go(struct tape *t, struct snapshot *p)
{
    t->snapshots.bytes -= p->whole.shape[0];
    tensor_release(&p->whole);
    p->whole = (struct tensor){0};
}

/* Lets go of the copy that was asked for longest ago, but for `but`. False: there is none. */
static bool forget_one(struct tape *t, const struct snapshot *but)
{
    struct snapshot *oldest = NULL;
    for (int k = 0; k < t->snapshots.count; k++) {
        struct snapshot *p = &t->snapshots.at[k];
        bool other = p != but && p->whole.storage != NULL;
        oldest = other && (oldest == NULL || p->used < oldest->used) ? p : oldest;
    }
    if (oldest != NULL) {
        let_go(t, oldest);
    }
    return oldest != NULL;
}

/* A copy of `bytes` bytes. Others go when the memory does not suffice. */
static bool copy_bytes(struct tape *t, const struct snapshot *of, const void *from, int64_t bytes,
                       struct tensor *out)
{
    struct compute *cx = &t->session->torch.compute;
    while (t->snapshots.bytes + bytes > KEPT_MOST && forget_one(t, of)) {
    }
    while (!tensor_new(cx, out, DTYPE_UINT8, 1, &bytes)) {
        if (!forget_one(t, of)) {
            return false;
        }
        error_clear(cx->err);
    }
    memcpy(out->storage->data, from, (size_t)bytes);
    return true;
}

/* The copy as the storage is at the end of the run. */
static bool start(struct tape *t, struct snapshot *p, const struct storage *now, int last)
{
    struct tensor whole;
    if (!copy_bytes(t, p, now->data, (int64_t)now->bytes, &whole)) {
        return false;
    }
    if (p->whole.storage != NULL) {
        let_go(t, p);
    }
    p->whole = whole;
    p->done = last;
    t->snapshots.bytes += whole.shape[0];
    return true;
}

/* Somebody still looks at the copy: it stays with them. */
static bool part(struct tape *t, struct snapshot *p)
{
    struct tensor own;
    if (p->whole.storage->references == 1) {
        return true;
    }
    if (!copy_bytes(t, p, p->whole.storage->data, p->whole.shape[0], &own)) {
        return false;
    }
    tensor_release(&p->whole);
    p->whole = own;
    return true;
}

/* --- moving --- */

/* What the region of a write holds behind it, before it is undone. Without memory for that the copy
 * only moves back. */
static void keep_after(struct tape *t, struct tape_write *w, const struct tensor *region)
{
    struct error none = {0};
    bool alike = cells_alike(region);
    size_t bytes = cells_bytes(region, alike), before = t->arena.total;
    if (w->after != NULL || !budget_take(t->session->in.memory, bytes, &none)) {
        error_clear(&none);
        return;
    }
    budget_give(t->session->in.memory, bytes);
    w->after = arena_alloc(&t->arena, bytes + 1);
    w->after_alike = alike;
    if (w->after != NULL) {
        cells_copy(region, alike, w->after);
    }
    size_t more = t->arena.total - before;
    if (more > 0 && budget_take(t->session->in.memory, more, &none)) {
        t->charged += more;
    }
    error_clear(&none);
}

static bool undo(struct tape *t, struct snapshot *p)
{
    struct tape_write *w = &t->write[p->done];
    struct tensor region = w->region;
    region.storage = p->whole.storage;
    keep_after(t, w, &region);
    p->done = w->previous;
    return tensor_write(&t->session->torch.compute, &region, &w->cells);
}

static bool redo(struct tape *t, struct snapshot *p, int write)
{
    const struct tape_write *w = &t->write[write];
    struct tensor region = w->region, after;
    struct storage lent;
    region.storage = p->whole.storage;
    cells_view(&region, w->after_alike, w->after, &lent, &after);
    p->done = write;
    return tensor_write(&t->session->torch.compute, &region, &after);
}

/* The first write behind what the copy shows, when it comes before event `limit`; -1: none. */
static int next_write(const struct tape *t, const struct snapshot *p, int limit)
{
    int next = p->done < 0 ? p->first : t->write[p->done].later;
    return next >= 0 && t->write[next].event < limit ? next : -1;
}

/* Brings the copy to what it was before any write of event `limit` or a later one. */
static bool move(struct tape *t, struct snapshot *p, const struct storage *now, int last, int limit)
{
    for (int k; (k = next_write(t, p, limit)) >= 0;) {
        if (t->write[k].after == NULL) { /* the way forward is not known */
            if (!start(t, p, now, last)) {
                return false;
            }
            break;
        }
        if (!redo(t, p, k)) {
            return false;
        }
    }
    while (p->done >= 0 && t->write[p->done].event >= limit) {
        if (!undo(t, p)) {
            return false;
        }
    }
    return true;
}

/* --- tensors --- */

/* `of` as it was before any write of event `limit` or a later one. */
static bool tensor_as_of(struct tape *t, const struct tape_tensor *of, int limit,
                         struct tensor *out)
{
    const struct storage *now = of->tensor.storage;
    limit = of->looked > 0 && of->looked <= limit ? of->looked - 1 : limit;
    int last = (int)map_get(&t->storages, now->id, -1);
    if (last < 0 || t->write[last].event < limit) {
        *out = tensor_ref(&of->tensor);
        return true;
    }
    struct snapshot *p = snapshot_of(t, now->id, last);
    if (p == NULL) {
        return false;
    }
    p->used = ++t->snapshots.clock;
    bool there = p->whole.storage != NULL ? part(t, p) : start(t, p, now, last);
    if (!there || !move(t, p, now, last, limit)) {
        return false;
    }
    struct tensor view = of->tensor;
    view.storage = p->whole.storage;
    *out = tensor_ref(&view);
    return true;
}

bool tape_before(struct tape *t, const struct tape_tensor *of, int event, struct tensor *out)
{
    return tensor_as_of(t, of, event, out);
}

bool tape_after(struct tape *t, const struct tape_tensor *of, int event, struct tensor *out)
{
    return tensor_as_of(t, of, event + 1, out);
}

void snapshots_free(struct tape *t)
{
    for (int k = 0; k < t->snapshots.count; k++) {
        tensor_release(&t->snapshots.at[k].whole);
    }
    free(t->snapshots.at);
    map_free(&t->snapshots.index);
    t->snapshots = (struct snapshots){0};
}
