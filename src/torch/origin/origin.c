/* Tells where a cell came from: the kinds of operations whose answer is one place or a row of
 * cells. Only looks at shapes, arguments and signatures; kinds that must run the operation again
 * are in origin_map.c and origin_sort.c. */
#include "torch/origin/origin_search.h"

#include "torch/origin/origin_contraction.h"
#include "torch/origin/origin_map.h"
#include "torch/origin/origin_region.h"
#include "torch/torch.h"

#include <stdlib.h>
#include <string.h>

static bool none(struct search *s)
{
    return true;
}

static bool elementwise(struct search *s)
{
    for (int k = 0; k < s->sources; k++) {
        if (!origin_add_same(s, k)) {
            return false;
        }
    }
    return true;
}

/* Only the first tensor is folded along dim; any other counts as a whole (bincount's weights). */
static bool reduction(struct search *s)
{
    for (int k = 0; k < s->sources; k++) {
        unsigned axes = k == 0 ? origin_axes(s, s->source[0].tensor) : ~0u;
        struct region row = origin_row(s, k, axes, s->out->ndim, s->at);
        if (!origin_add_regions(s, 1, &row)) {
            return false;
        }
    }
    return true;
}

/* NumPy's scans without an axis run over all cells in row-major order. */
static bool scan(struct search *s)
{
    if (s->sources == 0) {
        return true;
    }
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = origin_axes(s, t);
    struct region row = {.ndim = 1, .size = {s->cell + 1}, .step = {1}};
    for (int d = 0; axes != ~0u && d < t->ndim; d++) {
        if (axes >> d & 1u) {
            row = origin_row(s, 0, axes, s->out->ndim, s->at);
            row.size[0] = s->at[d] + 1;
        }
    }
    return origin_add_regions(s, 1, &row);
}

/* Without dim, F.softmax takes an axis by the number of axes. */
static bool softmax(struct search *s)
{
    if (s->sources == 0) {
        return true;
    }
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = origin_axes(s, t);
    if (axes == ~0u) {
        axes = t->ndim == 0 || t->ndim == 1 || t->ndim == 3 ? 1u : 2u;
    }
    struct region row = origin_row(s, 0, axes, s->out->ndim, s->at);
    return origin_add_regions(s, 1, &row);
}

/* Drawn with a tensor as parameter: bernoulli's chances, normal's mean and std. What is filled, or
 * only lends its shape, has no say. */
static bool drawn(struct search *s)
{
    const struct op *op = s->call->op;
    size_t len = strlen(op->name);
    bool like = len > 5 && strcmp(op->name + len - 5, "_like") == 0;
    bool filled = (op->where & IN_PLACE) != 0;
    return like || filled || origin_argument(s, "p") != NULL || elementwise(s);
}

static bool (*const by_kind[])(struct search *s) = {
    [KIND_CONSTANT] = none,       [KIND_ELEMENTWISE] = elementwise,
    [KIND_REDUCTION] = reduction, [KIND_SCAN] = scan,
    [KIND_SOFTMAX] = softmax,     [KIND_CONTRACTION] = origin_contraction,
    [KIND_MAP] = origin_map,      [KIND_SORT] = origin_sort,
    [KIND_RANDOM] = drawn,        [KIND_VALUE] = none,
};

bool origin_find(struct call *call, int output, const struct tensor *out, int64_t cell,
                 struct origins *origins)
{
    struct search s = {.call = call, .output = output, .out = out, .cell = cell, .found = origins};
    *origins = (struct origins){0};
    if (cell < 0 || cell >= tensor_numel(out)) {
        return error_set(call->cx->err, ERROR_INDEX, "cell %lld is none of the %lld cells of %s",
                         (long long)cell, (long long)tensor_numel(out), call->op->name);
    }
    origin_place(out, cell, s.at);
    bool known = false;
    bool ok =
        origin_collect(&s) && origin_special(&s, &known) && (known || by_kind[call->op->kind](&s));
    free(s.source);
    if (!ok) {
        origins_free(origins);
    }
    return ok;
}

static bool find_one_by_one(struct call *call, int output, const struct tensor *out,
                            struct origin *each)
{
    bool ok = true;
    for (int64_t k = 0; ok && k < tensor_numel(out); k++) {
        struct origins found;
        ok = origin_find(call, output, out, k, &found);
        each[k] = ok && found.count > 0 ? found.at[0] : (struct origin){.argument = -1};
        origins_free(&found);
    }
    return ok;
}

bool origin_find_all(struct call *call, int output, const struct tensor *out, struct origin *each)
{
    struct origins found = {0};
    struct search s = {.call = call, .output = output, .out = out, .found = &found};
    if (call->op->kind != KIND_MAP || tensor_numel(out) == 0) {
        return find_one_by_one(call, output, out, each);
    }
    bool known = false;
    bool ok =
        origin_collect(&s) && origin_special(&s, &known) && (known || origin_map_all(&s, each));
    free(s.source);
    origins_free(&found);
    return ok && (!known || find_one_by_one(call, output, out, each));
}

void origins_free(struct origins *origins)
{
    free(origins->at);
    *origins = (struct origins){0};
}
