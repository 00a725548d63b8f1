/* Keeps the log in parts, and drops them. */
#include "trace/tape/part.h"

#include "torch/torch.h"

#include <stdlib.h>
#include <string.h>

#define ONE_BIND 256 /* of what is kept in a gap: room for it on the tape */

static struct part *part_new(struct tape *t)
{
    struct part *p = calloc(1, sizeof *p);
    if (p == NULL) {
        raise_memory(&t->session->in);
        return NULL;
    }
    p->step = p->gap_first = p->gap_last = -1;
    return p;
}

bool part_begin(struct tape *t)
{
    struct part *p = part_new(t), *last = t->part;
    if (p == NULL) {
        return false;
    }
    p->number = last != NULL ? last->number + 1 : 1;
    p->logged = t->logged;
    p->serials = t->session->torch.serials;
    p->storages = t->session->torch.compute.storages;
    if (last != NULL) {
        t->closed += part_bytes(last);
        last->next = p;
    } else {
        t->parts = p;
    }
    t->part = p;
    t->draft = (struct draft){0};
    t->saved = NULL;
    p->kept = list_new(&t->session->in, 16);
    return p->kept != NULL;
}

bool part_gives(struct tape *t, const struct operation *o)
{
    struct part *p = t->part;
    const struct call *c = o->call;
    const struct tensor *was = c->before.storage != NULL ? &c->before : &c->arg[0].tensor;
    for (int k = 0; k < o->output_count; k++) {
        const struct tensor_object *made = o->outputs[k];
        if (made->serial > p->serials) {
            continue;
        }
        bool stays = o->effect == STORAGE_IN_PLACE && was->storage == made->tensor.storage;
        if (!stays && !map_set(&p->given, made->serial, 1)) {
            return raise_memory(&t->session->in);
        }
    }
    return true;
}

bool part_keep(struct tape *t, struct part *p, struct object *o)
{
    struct interp *in = &t->session->in;
    uint64_t address = (uint64_t)(uintptr_t)o;
    if (map_get(&p->selves, address, 0) != 0) {
        return true;
    }
    p->kept = p->kept != NULL ? p->kept : list_new(in, 4);
    return p->kept != NULL && list_append(in, p->kept, value_object(o)) &&
           (map_set(&p->selves, address, 1) || raise_memory(in));
}

/* --- storages --- */

static bool add_held(struct tape *t, struct part *p, struct storage *s)
{
    if (p->held_count == p->held_cap) {
        int wider = p->held_cap == 0 ? 64 : p->held_cap * 2;
        void *at = heap_resize(&t->session->in, p->held, (size_t)p->held_cap * sizeof *p->held,
                               (size_t)wider * sizeof *p->held);
        if (at == NULL) {
            return false;
        }
        p->held = at;
        p->held_cap = wider;
    }
    s->since = p->number;
    p->held[p->held_count++] = s;
    return true;
}

bool part_watch(struct tape *t, struct storage *s)
{
    if (!add_held(t, t->part, s)) {
        return false;
    }
    s->watched = true;
    s->references++;
    t->part->due += 64; /* its place in tape.storages */
    return true;
}

static void let_go(struct storage *s)
{
    s->watched = false;
    storage_release(s);
}

/* Parts behind `p` may look at what it holds: the next one takes it over. */
static bool hand_on(struct tape *t, struct part *p)
{
    for (int k = 0; k < p->held_count; k++) {
        struct storage *s = p->held[k];
        if (s->until <= p->number) {
            let_go(s);
        } else if (!add_held(t, p->next, s)) {
            for (; k < p->held_count; k++) {
                let_go(p->held[k]);
            }
            p->held_count = 0;
            return false;
        }
    }
    p->held_count = 0;
    return true;
}

static void free_part(struct tape *t, struct part *p)
{
    for (int k = 0; k < p->held_count; k++) {
        let_go(p->held[k]);
    }
    heap_give(&t->session->in, p->held, (size_t)p->held_cap * sizeof *p->held);
    arena_free(&p->log);
    arena_free(&p->cells);
    map_free(&p->writes);
    map_free(&p->binds);
    map_free(&p->given);
    map_free(&p->selves);
    free(p);
}

/* --- what a gap keeps --- */

struct dropping {
    struct tape *t;
    struct part *gap;
    const struct part *from;
    const struct packed **entered; /* calls that have begun and not ended */
    int depth, cap;
};

/* A copy of a record behind the last one of a list. NULL: raised. */
static void *copy_record(struct dropping *d, const void *record, size_t size, struct packed **first,
                         struct packed **last)
{
    struct packed *copy = arena_alloc(&d->gap->log, size);
    if (copy == NULL) {
        raise_memory(&d->t->session->in);
        return NULL;
    }
    memcpy(copy, record, size);
    copy->next = NULL;
    *(*last != NULL ? &(*last)->next : first) = copy;
    *last = copy;
    d->gap->due += ONE_BIND;
    return copy;
}

static void *copy_behind(struct dropping *d, const void *record, size_t size)
{
    return copy_record(d, record, size, &d->gap->behind, &d->gap->to);
}

static size_t tensor_size(const struct packed_tensor *x)
{
    return sizeof *x + 2 * (size_t)x->ndim * sizeof(int64_t);
}

/* Whether the cells of a write are among those of an earlier one: the same region, or all. */
static bool covers(const struct packed_write *earlier, const struct packed_write *later)
{
    const struct packed_tensor *a = (const void *)(earlier + 1), *b = (const void *)(later + 1);
    const int64_t *shape = (const void *)(a + 1);
    int64_t cells = 1;
    for (int k = 0; k < a->ndim; k++) {
        cells *= shape[k];
    }
    bool all = (size_t)cells * dtype_size(a->dtype) == a->storage->bytes;
    return all || (tensor_size(a) == tensor_size(b) && memcmp(a, b, tensor_size(a)) == 0);
}

/* What memory held before the gap: only its first write tells. */
static bool keep_write(struct dropping *d, const struct packed *record)
{
    const struct packed_write *w = (const struct packed_write *)record;
    const struct packed_tensor *of = (const void *)(w + 1);
    struct part *gap = d->gap;
    if (of->storage->since >= d->from->number) { /* nothing before the gap looks at it */
        return true;
    }
    struct packed_write *earlier =
        (struct packed_write *)(uintptr_t)map_get(&gap->writes, of->storage->id, 0);
    for (; earlier != NULL; earlier = earlier->earlier) {
        if (covers(earlier, w)) {
            return true;
        }
    }
    struct packed_write *copy =
        copy_record(d, w, sizeof *w + tensor_size(of), &gap->first, &gap->last);
    void *cells = copy != NULL ? arena_alloc(&gap->cells, w->bytes > 0 ? w->bytes : 1) : NULL;
    int64_t before = map_get(&gap->writes, of->storage->id, 0);
    if (cells == NULL || !map_set(&gap->writes, of->storage->id, (int64_t)(uintptr_t)copy)) {
        return raise_memory(&d->t->session->in);
    }
    memcpy(cells, w->cells, w->bytes);
    copy->cells = cells;
    copy->earlier = (struct packed_write *)(uintptr_t)before;
    gap->due += sizeof(struct tape_write) + sizeof(struct storage);
    return true;
}

/* What a name that goes on to be known stands for: the last bind of each. A tensor's cells are not
 * kept for its name's sake. */
static bool keep_bind(struct dropping *d, const struct packed *record)
{
    struct packed_bind own = *(const struct packed_bind *)record;
    const struct packed_tensor *of = (const void *)((const struct packed_bind *)record + 1);
    if (d->depth > 0 && (strchr(own.name, '.') == NULL || own.at->source->prelude)) {
        return true;
    }
    if (own.tensor) {
        own.serial = of->serial;
        own.text = "Tensor";
        own.tensor = false;
    }
    uint64_t key = (uint64_t)(uintptr_t)own.name;
    struct packed_bind *last = (struct packed_bind *)(uintptr_t)map_get(&d->gap->binds, key, 0);
    if (last != NULL) {
        own.packed = last->packed;
        *last = own;
        return true;
    }
    last = copy_behind(d, &own, sizeof own);
    return last != NULL && (map_set(&d->gap->binds, key, (int64_t)(uintptr_t)last) ||
                            raise_memory(&d->t->session->in));
}

/* Names behind here belong to another call. */
static bool keep_call(struct dropping *d, const struct packed *record)
{
    const struct packed_enter *e = record->kind == PACKED_ENTER ? (const void *)record : NULL;
    map_free(&d->gap->binds);
    if (e != NULL && e->self != NULL && !part_keep(d->t, d->gap, e->self)) {
        return false;
    }
    return copy_behind(d, record,
                       record->kind == PACKED_ENTER ? sizeof(struct packed_enter)
                                                    : sizeof(struct packed_leave)) != NULL;
}

static bool note_enter(struct dropping *d, const struct packed *record)
{
    if (d->depth == d->cap) {
        int wider = d->cap * 2 + 32;
        void *at = realloc(d->entered, (size_t)wider * sizeof *d->entered);
        if (at == NULL) {
            return raise_memory(&d->t->session->in);
        }
        d->entered = at;
        d->cap = wider;
    }
    d->entered[d->depth++] = record;
    return true;
}

static bool keep_needed(struct dropping *d)
{
    bool ok = true;
    for (const struct packed *p = d->from->first; ok && p != NULL; p = p->next) {
        switch (p->kind) {
        case PACKED_WRITE:
            ok = keep_write(d, p);
            break;
        case PACKED_BIND:
            ok = keep_bind(d, p);
            break;
        case PACKED_ENTER:
            ok = note_enter(d, p);
            break;
        case PACKED_LEAVE:
            ok = d->depth > 0 || keep_call(d, p);
            d->depth -= d->depth > 0;
            break;
        case PACKED_EVENT:
        case PACKED_LOOK: /* of a figure: not in a part that is dropped */
        case PACKED_FIGURE:
        case PACKED_GIVEN:
        case PACKED_KINDS:
            break;
        }
    }
    for (int k = 0; ok && k < d->depth; k++) {
        ok = keep_call(d, d->entered[k]);
    }
    const struct map *given = &d->from->given;
    for (size_t k = 0; ok && k < given->size; k++) {
        ok = !given->at[k].used || map_set(&d->gap->given, given->at[k].key, 1) ||
             raise_memory(&d->t->session->in);
    }
    free(d->entered);
    return ok;
}

/* --- dropping --- */

static struct part *gap_behind(struct tape *t, struct part *before, struct part *p)
{
    struct part *gap = before->gap ? before : part_new(t);
    if (gap != NULL && gap != before) {
        gap->gap = true;
        gap->number = p->number;
        gap->logged = p->logged;
        gap->serials = p->serials;
        gap->storages = p->storages;
        gap->gap_first = p->step;
        gap->loop = t->train.node;
        gap->next = p;
        before->next = gap;
    }
    return gap;
}

bool part_drop(struct tape *t, struct part *before, struct part *p)
{
    struct part *gap = gap_behind(t, before, p);
    if (gap == NULL) {
        return false;
    }
    size_t was = gap == before ? part_bytes(gap) : 0;
    struct dropping d = {.t = t, .gap = gap, .from = p};
    gap->gap_last = p->step;
    bool ok = keep_needed(&d) && hand_on(t, p);
    t->closed += part_bytes(gap) - was - part_bytes(p);
    gap->next = p->next;
    free_part(t, p);
    return ok;
}

/* --- the tape is laid out --- */

void part_give_logs(struct tape *t)
{
    for (struct part *p = t->parts; p != NULL; p = p->next) {
        arena_free(&p->log);
        map_free(&p->writes);
        map_free(&p->binds);
        p->first = p->last = p->behind = p->to = NULL;
        p->due = 0;
    }
}

void part_free_all(struct tape *t)
{
    for (struct part *p = t->parts, *next; p != NULL; p = next) {
        next = p->next;
        free_part(t, p);
    }
    t->parts = t->part = NULL;
}

const struct part *part_of_event(const struct tape *t, int logged)
{
    const struct part *p = t->parts;
    while (p->next != NULL && p->next->logged <= logged) {
        p = p->next;
    }
    return p;
}

const struct part *part_of_object(const struct tape *t, uint64_t serial)
{
    const struct part *p = t->parts;
    while (p->next != NULL && p->next->serials < serial) {
        p = p->next;
    }
    return p;
}

const struct part *part_of_storage(const struct tape *t, uint64_t id)
{
    const struct part *p = t->parts;
    while (p->next != NULL && p->next->storages < id) {
        p = p->next;
    }
    return p;
}

int part_gap(const struct part *p)
{
    return p->gap ? p->index : -1;
}
