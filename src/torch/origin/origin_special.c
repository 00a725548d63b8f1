/* Finds the origins of rows of ops.def whose kind does not tell them: sums into places that an
 * index names, looking up in a table, windows. The cells of an index are no origins. */
#include "torch/origin/origin_search.h"

#include "tensor/shape/index.h"
#include "torch/op/ops.h"
#include "torch/origin/origin_contraction.h"
#include "torch/origin/origin_map.h"
#include "torch/origin/origin_region.h"

#include <string.h>

static int64_t int_at(const struct tensor *t, int64_t cell)
{
    return tensor_int_at(t, tensor_place(t, cell));
}

/* The row of output cell o starts at `o`: the cells o .. o + n along dim of prepend, input, append
 * set side by side. */
static bool find_diff(struct search *s)
{
    const char *const names[] = {"prepend", "input", "append"};
    int64_t n = origin_argument(s, "n")->i;
    int dim = origin_dim(origin_argument(s, "dim")->i, s->out);
    int64_t at[TENSOR_MAX_DIMS], from = 0;
    memcpy(at, s->at, sizeof at);
    for (int k = 0; k < 3; k++) {
        int source = origin_source(s, names[k]);
        int64_t size = source < 0 ? 0 : s->source[source].tensor->shape[dim];
        for (int64_t j = s->at[dim]; j <= s->at[dim] + n; j++) {
            at[dim] = j - from;
            if (j >= from && j < from + size &&
                !origin_add(s, source,
                            origin_broadcast(s->source[source].tensor, s->out->ndim, at))) {
                return false;
            }
        }
        from += size;
    }
    return true;
}

/* input, and every place of source whose index names this place of dim. */
static bool find_index_add(struct search *s)
{
    int source = origin_source(s, "source"), index = origin_source(s, "index");
    const struct tensor *from = s->source[source].tensor, *places = s->source[index].tensor;
    int dim = origin_dim(origin_argument(s, "dim")->i, s->out);
    int64_t at[TENSOR_MAX_DIMS];
    memcpy(at, s->at, sizeof at);
    bool ok = origin_add_same(s, 0);
    for (int64_t j = 0; j < tensor_numel(places) && ok; j++) {
        if (int_at(places, j) == s->at[dim]) {
            at[dim] = j;
            ok = origin_add(s, source, origin_broadcast(from, s->out->ndim, at));
        }
    }
    return ok;
}

/* The number of the cell of `input` that each of the index's places stands for. */
static bool index_targets(struct search *s, int input, const struct argument *indices,
                          struct tensor *out)
{
    struct compute *cx = s->call->cx;
    struct index items[TENSOR_MAX_DIMS];
    scoped_tensor numbers = {0};
    const struct tensor *t = s->source[input].tensor;
    bool is_view;
    if (!tensor_new(cx, &numbers, DTYPE_INT64, t->ndim, t->shape)) {
        return false;
    }
    for (int64_t k = 0; k < tensor_numel(t); k++) {
        ((int64_t *)tensor_data(&numbers))[k] = k;
    }
    for (int k = 0; k < indices->count && k < TENSOR_MAX_DIMS; k++) {
        items[k] = (struct index){.kind = INDEX_TENSOR, .tensor = indices->tensors[k]->tensor};
    }
    return index_get(cx, out, &numbers, indices->count, items, &is_view);
}

/* Accumulating, a cell is the sum of what it was and of all values that the indices send here. A
 * value that broadcasting sends here more than once is named once. */
static bool find_index_put(struct search *s)
{
    int values = origin_source(s, "values");
    scoped_tensor targets = {0};
    int64_t at[TENSOR_MAX_DIMS];
    if (origin_argument(s, "accumulate")->i == 0) {
        return origin_map(s);
    }
    bool ok = origin_add_same(s, 0);
    int64_t before = s->found->count;
    if (!ok || !index_targets(s, 0, origin_argument(s, "indices"), &targets)) {
        return false;
    }
    for (int64_t k = 0; k < tensor_numel(&targets) && ok; k++) {
        if (int_at(&targets, k) != s->cell) {
            continue;
        }
        origin_place(&targets, k, at);
        int64_t cell = origin_broadcast(s->source[values].tensor, targets.ndim, at);
        bool known = false;
        for (int64_t j = before; j < s->found->count; j++) {
            known |= s->found->at[j].cell == cell;
        }
        ok = known || origin_add(s, values, cell);
    }
    return ok;
}

/* input, and every cell of src on this line along dim whose index points here. */
static bool find_scatter_add(struct search *s)
{
    int source = origin_source(s, "src"), index = origin_source(s, "index");
    const struct tensor *from = s->source[source].tensor, *places = s->source[index].tensor;
    int dim = origin_dim(origin_argument(s, "dim")->i, s->out), ndim = s->out->ndim;
    int64_t at[TENSOR_MAX_DIMS], step[TENSOR_MAX_DIMS];
    memcpy(at, s->at, sizeof at);
    bool ok = origin_add_same(s, 0);
    for (int d = 0; d < ndim; d++) {
        if (d != dim && at[d] >= places->shape[d]) {
            return ok; /* index does not cover this line */
        }
    }
    origin_steps(places, step);
    for (int64_t j = 0; ndim > 0 && j < places->shape[dim] && ok; j++) {
        int64_t cell = 0, origin = 0, of[TENSOR_MAX_DIMS];
        at[dim] = j;
        origin_steps(from, of);
        for (int d = 0; d < ndim; d++) {
            cell += at[d] * step[d];
            origin += at[d] * of[d];
        }
        if (int_at(places, cell) == s->at[dim]) {
            ok = origin_add(s, source, origin);
        }
    }
    return ok;
}

static bool find_isin(struct search *s)
{
    return origin_add_same(s, 0) && origin_add_all(s, 1);
}

/* A sorted row (one for all, or one for each row of the values) and the value that is looked up. */
static bool look_up(struct search *s, int table, int value)
{
    const struct tensor *t = s->source[table].tensor;
    struct region row =
        origin_row(s, table, t->ndim > 0 ? 1u << (t->ndim - 1) : 0, s->out->ndim, s->at);
    bool one = t->ndim <= 1 || t->ndim != s->out->ndim; /* a single row for all values */
    if (one) {
        row = (struct region){.source = table, .ndim = 1, .size = {tensor_numel(t)}, .step = {1}};
    }
    return (value < 0 || origin_add_same(s, value)) && origin_add_regions(s, 1, &row);
}

static bool find_bucketize(struct search *s)
{
    return look_up(s, origin_source(s, "boundaries"), origin_source(s, "input"));
}

static bool find_searchsorted(struct search *s)
{
    int value = origin_source(s, "input");
    return look_up(s, 0, value >= 0 ? value : origin_source(s, "v"));
}

/* The last axes of input, and the weight and bias of this place. */
static bool find_layer_norm(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = 0;
    for (int d = t->ndim - s->call->arg[1].count; d < t->ndim; d++) {
        axes |= 1u << d;
    }
    struct region row = origin_row(s, 0, axes, s->out->ndim, s->at);
    bool ok = origin_add_regions(s, 1, &row);
    for (int k = 1; k < s->sources && ok; k++) {
        ok = origin_add_same(s, k);
    }
    return ok;
}

/* The row along dim of the gradient and of the output; of log_softmax's output the own cell alone.
 */
static bool find_softmax_backward(struct search *s)
{
    bool logarithm = op_is(s->call->op, OP__log_softmax_backward_data);
    unsigned axes = origin_axes(s, s->source[0].tensor);
    struct region rows[2];
    for (int k = 0; k < 2; k++) {
        rows[k] = origin_row(s, k, axes, s->out->ndim, s->at);
    }
    return origin_add_regions(s, logarithm ? 1 : 2, rows) && (!logarithm || origin_add_same(s, 1));
}

/* The last axes of the gradient and the input, and of the weight. */
static bool find_layer_norm_backward(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = 0;
    for (int d = t->ndim - s->call->arg[2].count; d < t->ndim; d++) {
        axes |= 1u << d;
    }
    struct region rows[2];
    for (int k = 0; k < 2; k++) {
        rows[k] = origin_row(s, k, axes, s->out->ndim, s->at);
    }
    return origin_add_regions(s, 2, rows) && (s->sources < 3 || origin_add_all(s, 2));
}

/* The gradient at this place of every row; for the weight also the input, whose rows are
 * normalized. */
static bool find_layer_norm_sum(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = (1u << (t->ndim - s->out->ndim)) - 1;
    struct region column = origin_row(s, 0, axes, s->out->ndim, s->at);
    return origin_add_regions(s, 1, &column) && (s->sources < 2 || origin_add_all(s, 1));
}

/* --- group_norm: a row is a group of channels --- */

struct groups {
    int64_t channel, group;   /* of the input: its cells */
    int64_t channels, groups; /* of an item */
};

static struct groups groups_of(const struct search *s, int source)
{
    const struct tensor *t = s->source[source].tensor;
    struct groups g = {tensor_numel(t), 0, t->shape[1], origin_argument(s, "num_groups")->i};
    g.channel /= t->shape[0] * g.channels;
    g.group = g.channel * (g.channels / g.groups);
    return g;
}

/* `count` cells of every item from the one at `base` on. */
static bool add_of_items(struct search *s, int source, int64_t base, int64_t count)
{
    const struct tensor *t = s->source[source].tensor;
    struct region cells = {source, base, 2, {t->shape[0], count}, {1, 1}};
    cells.step[0] = tensor_numel(t) / t->shape[0];
    return origin_add_regions(s, 1, &cells);
}

static bool find_group_norm(struct search *s)
{
    struct groups g = groups_of(s, 0);
    struct region row = {0, s->cell / g.group * g.group, 1, {g.group}, {1}};
    bool ok = origin_add_regions(s, 1, &row);
    for (int k = 1; k < s->sources && ok; k++) {
        ok = origin_add(s, k, s->cell / g.channel % g.channels);
    }
    return ok;
}

/* The group of the gradient and of the input, and its weights. */
static bool find_group_norm_backward(struct search *s)
{
    struct groups g = groups_of(s, 1);
    int64_t group = s->cell / g.group, width = g.channels / g.groups;
    struct region rows[] = {{0, group * g.group, 1, {g.group}, {1}},
                            {1, group * g.group, 1, {g.group}, {1}},
                            {2, group % g.groups * width, 1, {width}, {1}}};
    return origin_add_regions(s, 2, rows) && (s->sources < 3 || origin_add_regions(s, 1, &rows[2]));
}

/* The channel of every item; of the input, for the weight, the group that it belongs to. */
static bool find_group_norm_sum(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    int64_t channel = tensor_numel(t) / (t->shape[0] * t->shape[1]);
    bool ok = add_of_items(s, 0, s->cell * channel, channel);
    if (ok && s->sources > 1) {
        struct groups g = groups_of(s, 1);
        ok = add_of_items(s, 1, s->cell * channel / g.group * g.group, g.group);
    }
    return ok;
}

/* --- rows that stand alone --- */

/* The class of target n; -1 for a target that is ignored. */
static int64_t class_of(const struct search *s, int64_t n)
{
    int64_t class = int_at(s->source[1].tensor, n);
    return class == origin_argument(s, "ignore_index")->i ? -1 : class;
}

static bool add_score(struct search *s, int64_t n)
{
    const struct tensor *in = s->source[0].tensor;
    int64_t class = class_of(s, n), inner = tensor_count(in, 2, in->ndim);
    int64_t batch = in->ndim > 1 ? n / inner * in->shape[1] : 0;
    return class < 0 || origin_add(s, 0, (batch + class) * inner + n % inner);
}

/* The weight of target n's class, when no target before it has the same. */
static bool add_weight(struct search *s, int weight, int64_t first, int64_t n)
{
    int64_t class = class_of(s, n);
    for (int64_t k = first; k < n && class >= 0; k++) {
        class = class_of(s, k) == class ? -1 : class;
    }
    return weight < 0 || class < 0 || origin_add(s, weight, class);
}

/* The score of each target's class, and that class's weight. */
static bool find_nll_loss(struct search *s)
{
    bool each = strcmp(origin_argument(s, "reduction")->text, "none") == 0;
    int weight = origin_source(s, "weight");
    int64_t targets = s->source[0].tensor->ndim > 1 ? tensor_numel(s->source[1].tensor) : 1;
    int64_t first = each ? s->cell : 0, end = each ? s->cell + 1 : targets;
    bool ok = true;
    for (int64_t n = first; n < end && ok; n++) {
        ok = add_score(s, n) && add_weight(s, weight, first, n);
    }
    return ok;
}

/* The chances of the row that was drawn from. */
static bool find_multinomial(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    struct region row = origin_row(s, 0, 1u << (t->ndim - 1), s->out->ndim, s->at);
    return origin_add_regions(s, 1, &row);
}

/* A share between two neighbours of the sorted row; several shares make a first axis. */
static bool find_quantile(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    int share = origin_source(s, "q");
    int leading = share >= 0 && s->source[share].tensor->ndim == 1 ? 1 : 0;
    struct region row =
        origin_row(s, 0, origin_axes(s, t), s->out->ndim - leading, s->at + leading);
    return origin_add_regions(s, 1, &row) &&
           (share < 0 || origin_add(s, share, leading ? s->at[0] : 0));
}

/* The place of a value depends on the whole row. */
static bool find_argsort(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    struct region row = origin_row(s, 0, origin_axes(s, t), s->out->ndim, s->at);
    return origin_add_regions(s, 1, &row);
}

/* The axes that are added at the end do not ask for another cell. */
static bool find_leading(struct search *s)
{
    int64_t width = s->out->shape[s->out->ndim - 1];
    return origin_add(s, 0, s->cell / width);
}

/* A complex number is a pair of floats. */
static bool find_pair(struct search *s)
{
    return origin_add(s, 0, 2 * s->cell) && origin_add(s, 0, 2 * s->cell + 1);
}

static bool find_half(struct search *s)
{
    return origin_add(s, 0, s->cell / 2);
}

static bool find_same(struct search *s)
{
    return origin_add(s, 0, s->cell);
}

/* The diagonal; NumPy's may lie beside it. */
static bool find_trace(struct search *s)
{
    const struct tensor *t = s->source[0].tensor;
    const struct argument *offset = origin_argument(s, "offset");
    int64_t by = offset != NULL ? offset->i : 0;
    if (t->ndim != 2) {
        return origin_add_all(s, 0);
    }
    int64_t row = by < 0 ? -by : 0, column = by > 0 ? by : 0;
    int64_t rows = t->shape[0] - row, columns = t->shape[1] - column;
    int64_t count = rows < columns ? rows : columns;
    struct region diagonal = {.base = row * t->shape[1] + column,
                              .ndim = 1,
                              .size = {count > 0 ? count : 0},
                              .step = {t->shape[1] + 1}};
    return count <= 0 || origin_add_regions(s, 1, &diagonal);
}

bool origin_special(struct search *s, bool *known)
{
#define X(id, name) [ORIGIN_##id] = find_##name,
    static bool (*const finds[])(struct search *s) = {OP_ORIGINS(X) OP_ORIGINS_OF_TWO(X)};
#undef X
    enum op_origin origin = op_told(s->call->op)->origin;
    if (origin == ORIGIN_BY_KIND) {
        return true;
    }
    *known = true; /* a list of numbers has no cells to name */
    return s->sources < (origin > ORIGIN_OF_TWO ? 2 : 1) || finds[origin](s);
}
