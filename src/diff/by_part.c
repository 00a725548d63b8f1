/* Cuts the reference's tensors as a loop of the run does. */
#include "diff/by_part.h"

#include "diff/parting.h"

#define MOST_PLACES 256 /* along an axis */

struct cut {
    int axis;
    int64_t at, size; /* of so many places */
};

/* A view of what lies at one place along an axis. */
static struct tensor cut_of(const struct tensor *t, const struct cut *c)
{
    struct tensor v = *t; /* borrows */
    v.offset += c->at * t->stride[c->axis];
    v.ndim--;
    for (int k = c->axis; k < v.ndim; k++) {
        v.shape[k] = t->shape[k + 1];
        v.stride[k] = t->stride[k + 1];
    }
    return v;
}

/* The place at which the reference's tensor u holds a. */
static bool find_cut(const struct diff *d, const struct held *a, const struct held *u,
                     struct cut *out)
{
    for (int k = 0; k < u->tensor.ndim; k++) {
        int64_t size = u->tensor.shape[k];
        for (int64_t at = 0;
             size > 1 && at < size && at < MOST_PLACES && a->numel * size == u->numel; at++) {
            struct layout l;
            *out = (struct cut){k, at, size};
            struct held one = {.tensor = cut_of(&u->tensor, out)};
            held_look(&one);
            if (twins_same(a, &one, &d->by, &l)) {
                return true;
            }
        }
    }
    return false;
}

/* The first step of the same kind that takes u. */
static int takes_whole(const struct diff *d, const struct event *e, int u)
{
    for (int n = 0; n < d->r.tape->event_count; n++) {
        const struct event *f = &d->r.tape->event[n];
        bool same = parting_same_work(e, f) || (e->stage == f->stage && e->stage != STAGE_OTHER);
        for (int k = 0; same && d->r.first[n] >= 0 && k < f->input_count; k++) {
            if (diff_same(d, holdings_input(&d->r, n, k), u)) {
                return n;
            }
        }
    }
    return -1;
}

int part_beside(struct diff *d, int event, int *beside)
{
    const struct event *e = &d->x.tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        int own = holdings_input(&d->x, event, k);
        const struct held *a = own >= 0 ? &d->x.at[own] : NULL;
        struct cut c;
        int like = a != NULL && a->telling && a->twin < 0 && a->within
                       ? takes_whole(d, e, a->part_of)
                       : -1;
        if (like < 0 || !find_cut(d, a, &d->r.at[a->part_of], &c)) {
            continue;
        }
        const struct tensor *whole = &d->r.at[d->r.first[like]].tensor;
        if (c.axis >= whole->ndim || whole->shape[c.axis] != c.size) {
            continue;
        }
        struct tensor view = cut_of(whole, &c), part = tensor_ref(&view);
        if (!holdings_add(&d->r, like, NULL, &part)) {
            return -1;
        }
        *beside = d->r.count - 1;
        return like;
    }
    return -1;
}
