/* Finds places of cells, and regions of them: rows, columns, diagonals, prefixes. A region knows
 * row-major cell numbers only, never how a tensor lies in memory. */
#include "torch/origin/origin_region.h"

#include <stdlib.h>

void origin_steps(const struct tensor *t, int64_t step[TENSOR_MAX_DIMS])
{
    int64_t cells = 1;
    for (int d = t->ndim - 1; d >= 0; d--) {
        step[d] = cells;
        cells *= t->shape[d];
    }
}

void origin_place(const struct tensor *t, int64_t cell, int64_t at[TENSOR_MAX_DIMS])
{
    for (int d = t->ndim - 1; d >= 0; d--) {
        at[d] = cell % t->shape[d];
        cell /= t->shape[d];
    }
}

int64_t origin_broadcast(const struct tensor *t, int ndim, const int64_t *at)
{
    int64_t step[TENSOR_MAX_DIMS], cell = 0;
    origin_steps(t, step);
    for (int d = 0; d < t->ndim; d++) {
        int from = d + ndim - t->ndim;
        if (from >= 0 && t->shape[d] != 1) {
            cell += at[from] * step[d];
        }
    }
    return cell;
}

bool origin_add(struct search *s, int source, int64_t cell)
{
    struct origins *o = s->found;
    if (s->source[source].held == SOURCE_SILENT) {
        return true;
    }
    if (cell < 0 || cell >= tensor_numel(s->source[source].tensor)) {
        return error_set(s->call->cx->err, ERROR_INDEX,
                         "%s: the origin of a cell lies outside of argument %d", s->call->op->name,
                         s->source[source].argument);
    }
    if (o->count == o->cap) {
        int64_t cap = o->cap == 0 ? 16 : o->cap * 2;
        struct origin *at = realloc(o->at, (size_t)cap * sizeof *at);
        if (at == NULL) {
            return error_memory(s->call->cx->err);
        }
        o->at = at;
        o->cap = cap;
    }
    o->at[o->count++] = (struct origin){
        .argument = s->source[source].argument, .element = s->source[source].element, .cell = cell};
    return true;
}

static int64_t region_count(const struct region *r)
{
    int64_t count = 1;
    for (int d = 0; d < r->ndim; d++) {
        count *= r->size[d];
    }
    return count;
}

static int64_t region_cell(const struct region *r, int64_t n)
{
    int64_t cell = r->base;
    for (int d = r->ndim - 1; d >= 0; d--) {
        cell += n % r->size[d] * r->step[d];
        n /= r->size[d];
    }
    return cell;
}

static bool add_whole(struct search *s, const struct region *r)
{
    int64_t count = region_count(r);
    for (int64_t n = 0; n < count; n++) {
        if (!origin_add(s, r->source, region_cell(r, n))) {
            return false;
        }
    }
    return true;
}

bool origin_add_regions(struct search *s, int count, const struct region *regions)
{
    int64_t most = 0;
    bool given = false; /* those of the most cells */
    for (int k = 0; k < count; k++) {
        int64_t cells = region_count(&regions[k]);
        most = cells > most ? cells : most;
    }
    for (int k = 0; k < count; k++) {
        if (region_count(&regions[k]) < most) {
            if (!add_whole(s, &regions[k])) {
                return false;
            }
            continue;
        }
        for (int64_t n = 0; n < most && !given; n++) {
            for (int j = k; j < count; j++) {
                if (region_count(&regions[j]) == most &&
                    !origin_add(s, regions[j].source, region_cell(&regions[j], n))) {
                    return false;
                }
            }
        }
        given = true;
    }
    return true;
}

bool origin_add_all(struct search *s, int source)
{
    struct region all = {.source = source, .ndim = 1, .step = {1}};
    all.size[0] = tensor_numel(s->source[source].tensor);
    return add_whole(s, &all);
}

bool origin_add_same(struct search *s, int source)
{
    return origin_add(s, source, origin_broadcast(s->source[source].tensor, s->out->ndim, s->at));
}

struct region origin_row(const struct search *s, int source, unsigned axes, int ndim,
                         const int64_t *at)
{
    const struct tensor *t = s->source[source].tensor;
    struct region r = {.source = source};
    int64_t step[TENSOR_MAX_DIMS];
    bool kept = ndim == t->ndim; /* the output still has the folded axes */
    int next = 0;
    origin_steps(t, step);
    for (int d = 0; d < t->ndim; d++) {
        bool folded = (axes >> d & 1u) != 0;
        if (folded) {
            r.size[r.ndim] = t->shape[d];
            r.step[r.ndim++] = step[d];
        } else if (next < ndim) {
            r.base += at[next] * step[d];
        }
        next += kept || !folded;
    }
    return r;
}
