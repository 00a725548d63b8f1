/* Tells which names the results of an operation have. Most operations are told by their kind; those
 * that move, join or make axes by a trait, or by the column `axes` of their row. */
#include "torch/op/ops.h"
#include "trace/axes/axes_step.h"
#include "trace/axes/axes_words.h"

/* --- rules by kind --- */

static void rule_nothing(struct step *s)
{
}

/* The result has the inputs' axes, lined up at the last one. */
static void rule_same(struct step *s)
{
    for (int k = 0; k < s->e->output_count; k++) {
        for (int input = 0; input < s->e->input_count; input++) {
            step_meet(s, input, k);
        }
    }
}

/* where(condition, input, other): the condition is asked last. Alone it gives places, as many as
 * there are. */
static void rule_where(struct step *s)
{
    if (s->e->op->kind == KIND_REDUCTION) {
        return;
    }
    for (int input = 1; input < s->e->input_count; input++) {
        step_meet(s, input, 0);
    }
    step_broadcast(s, 0, 0);
}

/* The first input alone, axis by axis; an axis that has become longer or shorter loses its name. */
static void rule_first(struct step *s)
{
    for (int k = 0; k < s->e->output_count && s->e->input_count > 0; k++) {
        if (step_in(s, 0)->ndim == step_out(s, k)->ndim) {
            step_broadcast(s, 0, k);
        }
    }
}

/* Axes are dropped, or kept with size 1 and no name. */
static void rule_fold(struct step *s)
{
    int dims[TENSOR_MAX_DIMS];
    if (s->e->input_count == 0) {
        return;
    }
    int ndim = step_in(s, 0)->ndim;
    int count = step_dims(s, "dim", ndim, dims);
    count = count > 0 ? count : step_dims(s, "axis", ndim, dims);
    for (int k = 0; k < s->e->output_count && count > 0; k++) {
        bool kept = step_out(s, k)->ndim == ndim;
        if (!kept && step_out(s, k)->ndim != ndim - count) {
            continue;
        }
        for (int axis = 0, to = 0; axis < ndim; axis++) {
            bool folded = step_holds(dims, count, axis);
            if (!folded) {
                step_name(s, k, to, step_axis(s, 0, axis));
            }
            to += kept || !folded;
        }
    }
}

/* sort keeps the axes, max(dim) drops one. */
static void rule_order(struct step *s)
{
    if (s->e->input_count > 0 && s->e->output_count > 0 &&
        step_out(s, 0)->ndim != step_in(s, 0)->ndim) {
        rule_fold(s);
    } else {
        rule_first(s); /* the words of the axis do not stay (axes_words.c) */
    }
}

/* Sizes are arguments: zeros(B, T), full((B, T), 0), randint(0, 9, (B, T)). Which one they are is
 * told by the result; zeros_like and uniform_ have an input instead. */
static void rule_make(struct step *s)
{
    struct axis_name at[TENSOR_MAX_DIMS];
    for (int k = s->e->arg_count - 1; k >= 0; k--) {
        const struct argument *a = &s->e->arg[k];
        const struct tensor *to = step_out(s, 0);
        bool sizes = a->ints != NULL || a->value.type == VALUE_INT || list_is(a->value) ||
                     tuple_is(a->value);
        int count = sizes && !a->none ? step_sizes(s, a, at) : 0;
        bool fits = count > 0 && count == to->ndim;
        for (int axis = 0; fits && axis < count; axis++) {
            fits = at[axis].size == to->shape[axis];
        }
        for (int axis = 0; fits && axis < count; axis++) {
            step_name(s, 0, axis, at[axis]);
        }
        if (fits) {
            return;
        }
    }
    rule_first(s);
}

/* --- rules of single operations --- */

/* arange(T), arange(0, T), arange(i, i + T). NumPy calls the end start when it stands alone. */
static void rule_arange(struct step *s)
{
    const struct argument *start = step_argument(s, "start"), *end = step_argument(s, "end");
    struct value none = {.type = VALUE_NONE};
    end = end != NULL ? end : step_argument(s, "stop");
    if (end == NULL) {
        end = start;
        start = NULL;
    }
    struct axis_name name = {0};
    if (end != NULL) {
        name = step_between(s, start != NULL ? start->value : none, end->value);
    }
    if (name.size == step_out(s, 0)->shape[0]) {
        step_name(s, 0, 0, name);
    }
}

static void rule_square(struct step *s) /* eye(n), tri(N) */
{
    static const char *const rows[] = {"n", "N"}, *const columns[] = {"m", "M", "n", "N"};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        step_name_from(s, 0, rows[k]);
    }
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
        step_name_from(s, 1, columns[k]);
    }
}

static void rule_topk(struct step *s)
{
    int ndim = s->in[0].ndim, dim = step_dim(s, "dim", ndim, ndim - 1);
    step_name_from(s, dim, "k");
    for (int axis = 0; axis < ndim; axis++) {
        for (int k = 0; k < s->e->output_count; k++) {
            step_name(s, k, axis, axis == dim ? s->out[0].at[axis] : step_axis(s, 0, axis));
        }
    }
}

/* The table's rows at the places that the indices name: (B, T), (vocab, C) -> (B, T, C). */
static void rule_embedding(struct step *s)
{
    int table = s->e->input[0].argument == step_argument(s, "weight") - s->e->arg ? 0 : 1;
    int places = s->in[1 - table].ndim;
    for (int axis = 0; axis < places; axis++) {
        step_name(s, 0, axis, step_axis(s, 1 - table, axis));
    }
    step_name(s, 0, places, step_axis(s, table, 1));
}

static void rule_one_hot(struct step *s)
{
    int ndim = s->in[0].ndim;
    for (int axis = 0; axis < ndim; axis++) {
        step_name(s, 0, axis, step_axis(s, 0, axis));
    }
    step_name_from(s, ndim, "num_classes");
}

static void rule_multinomial(struct step *s)
{
    int ndim = s->out[0].ndim;
    if (ndim == 2) {
        step_name(s, 0, 0, step_axis(s, 0, 0));
    }
    step_name_from(s, ndim - 1, "num_samples");
}

/* One name per axis where an index tensor says it all: take, gather. */
static void rule_like_index(struct step *s)
{
    if (s->e->input_count > 1) {
        step_broadcast(s, 1, 0);
    }
    if (s->in[0].ndim == s->out[0].ndim) {
        step_broadcast(s, 0, 0);
    }
}

/* --- which rule --- */

/* A rule of the row's own, by its column. */
static rule_fn *const by_row[] = {
#define X(id, name) [AXES_##id] = rule_##name,
    OP_AXES(X)
#undef X
};

/* Rules by what the operation does. */
static const struct {
    uint64_t traits;
    rule_fn *rule;
} by_trait[] = {
    {ADDS_PRODUCT, rule_added_matmul},
    {CONCATENATES, rule_cat},
    {MATMUL | MATVEC, rule_matmul},
    {SQUEEZES, rule_ones},
};

/* The rest, by kind. */
static rule_fn *const by_kind[] = {
    [KIND_CONSTANT] = rule_make, [KIND_ELEMENTWISE] = rule_same, [KIND_REDUCTION] = rule_fold,
    [KIND_SCAN] = rule_first,    [KIND_SOFTMAX] = rule_first,    [KIND_CONTRACTION] = rule_first,
    [KIND_MAP] = rule_first,     [KIND_SORT] = rule_order,       [KIND_RANDOM] = rule_make,
    [KIND_VALUE] = rule_first,
};

static rule_fn *rule_of(const struct op *op)
{
    enum op_axes own = op_told(op)->axes;
    for (size_t k = 0; k < sizeof by_trait / sizeof by_trait[0] && own == AXES_BY_KIND; k++) {
        if (op_does(op, by_trait[k].traits)) {
            return by_trait[k].rule;
        }
    }
    return own != AXES_BY_KIND ? by_row[own] : by_kind[op->kind];
}

bool rules_apply(struct step *s)
{
    rule_fn *rule = rule_of(s->e->op);
    s->ok = true;
    if (s->e->input_count > 0 || s->e->op->kind == KIND_CONSTANT || rule == rule_make) {
        rule(s);
    }
    return s->ok && (s->book->words == NULL || words_apply(s->book->words, s));
}
