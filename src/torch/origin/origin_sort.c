/* Finds the origins of cells that the order of values decides: the operation is carried out once
 * more on the real values, and the places that it gives tell where a value came from. A place
 * itself, as a result, has the whole row as its origin. Never changes an argument. */
#include "torch/op/ops.h"
#include "torch/origin/origin_map.h"
#include "torch/origin/origin_region.h"
#include "torch/origin/origin_search.h"

#include <math.h>
#include <string.h>

/* The folded axis: dim, the first one for msort (which has no dim), or all cells. The values of
 * unique have lost their place. */
static unsigned sorted_axes(const struct search *s, const struct tensor *t)
{
    bool whole = origin_argument(s, "dim") == NULL && origin_argument(s, "axis") == NULL;
    if (op_is(s->call->op, OP_unique)) {
        return ~0u;
    }
    return whole && s->out->ndim == t->ndim && t->ndim > 1 ? 1u : origin_axes(s, t);
}

static bool same_cell(const struct tensor *a, int64_t i, const struct tensor *b, int64_t j)
{
    int64_t from = tensor_place(a, i), to = tensor_place(b, j);
    if (!dtype_is_float(a->dtype) && !dtype_is_float(b->dtype)) {
        return tensor_int_at(a, from) == tensor_int_at(b, to);
    }
    double x = tensor_double_at(a, from), y = tensor_double_at(b, to);
    return x == y || (isnan(x) && isnan(y));
}

/* Without places: the cells of the row that have the value. A value between two cells (quantile)
 * belongs to the whole row. */
static bool add_equal(struct search *s, const struct region *row)
{
    struct origins all = {0}, *found = s->found;
    int64_t before = found->count;
    const struct tensor *t = s->source[0].tensor;
    s->found = &all;
    bool ok = origin_add_regions(s, 1, row);
    s->found = found;
    for (int64_t k = 0; k < all.count && ok; k++) {
        if (same_cell(t, all.at[k].cell, s->out, s->cell)) {
            ok = origin_add(s, 0, all.at[k].cell);
        }
    }
    origins_free(&all);
    return ok && (found->count > before || origin_add_regions(s, 1, row));
}

bool origin_sort(struct search *s)
{
    struct call again;
    if (s->sources == 0) {
        return true;
    }
    const struct tensor *t = s->source[0].tensor;
    struct region row = origin_row(s, 0, sorted_axes(s, t), s->out->ndim, s->at);
    if (s->output > 0) {
        return origin_add_regions(s, 1, &row);
    }
    if (!origin_rerun(s, &again)) {
        return false;
    }
    bool places = again.outputs == 2 && row.ndim <= 1 && again.out[1].dtype == DTYPE_INT64 &&
                  tensor_same_shape(&again.out[1], s->out);
    int64_t place = places ? tensor_int_at(&again.out[1], tensor_place(&again.out[1], s->cell)) : 0;
    origin_release(s, &again);
    if (places && row.ndim == 1) {
        return origin_add(s, 0, row.base + place * row.step[0]);
    }
    return add_equal(s, &row);
}
