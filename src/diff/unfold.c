/* Computes what an operation in one piece has on its way. */
#include "diff/unfold.h"

#include "torch/op/ops.h"
#include "trace/tape/event.h"

#include <math.h>
#include <string.h>

#define MOST_UNFOLDED (1 << 20) /* cells */

/* One axis of an input: rows of `size` cells, `step` apart in row-major order. */
struct rows {
    struct holdings *h;
    int event;
    const struct tensor *x;
    int axis;
    int64_t size, step, count;
};

static int64_t cell_of(const struct rows *r, int64_t row, int64_t k)
{
    return (row / r->step * r->size + k) * r->step + row % r->step;
}

/* A tensor of the input's shape, or with one place along the axis. */
static bool begin(const struct rows *r, bool whole, struct tensor *out)
{
    int64_t shape[TENSOR_MAX_DIMS];
    for (int d = 0; d < r->x->ndim; d++) {
        shape[d] = d == r->axis && !whole ? 1 : r->x->shape[d];
    }
    enum dtype dtype = r->x->dtype == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
    return tensor_new(&r->h->tape->session->torch.compute, out, dtype, r->x->ndim, shape);
}

/* What a row gives: of its cell x, its largest number, sum of exp, mean and variance. */
struct row {
    double most, sum, mean, variance, eps;
};

typedef double way_fn(const struct row *row, double x);

static struct row row_of(const struct rows *r, int64_t row, double eps)
{
    struct row out = {.most = -INFINITY, .eps = eps};
    for (int64_t k = 0; k < r->size; k++) {
        double x = tensor_cell(r->x, cell_of(r, row, k));
        out.most = fmax(out.most, x);
        out.mean += x / (double)r->size;
    }
    for (int64_t k = 0; k < r->size; k++) {
        double x = tensor_cell(r->x, cell_of(r, row, k));
        out.sum += exp(x - out.most);
        out.variance += (x - out.mean) * (x - out.mean) / (double)r->size;
    }
    return out;
}

static double its_most(const struct row *row, double x)
{
    return (void)x, row->most;
}

static double below_most(const struct row *row, double x)
{
    return x - row->most;
}

static double its_exp(const struct row *row, double x)
{
    return exp(x - row->most);
}

static double its_sum(const struct row *row, double x)
{
    return (void)x, row->sum;
}

static double plain_exp(const struct row *row, double x)
{
    return (void)row, exp(x);
}

static double plain_sum(const struct row *row, double x)
{
    return (void)x, row->sum * exp(row->most);
}

static double share(const struct row *row, double x)
{
    return exp(x - row->most) / row->sum;
}

static double log_sum(const struct row *row, double x)
{
    return (void)x, row->most + log(row->sum);
}

static double its_mean(const struct row *row, double x)
{
    return (void)x, row->mean;
}

static double beside_mean(const struct row *row, double x)
{
    return x - row->mean;
}

static double its_square(const struct row *row, double x)
{
    return (x - row->mean) * (x - row->mean);
}

static double its_variance(const struct row *row, double x)
{
    return (void)x, row->variance;
}

static double with_eps(const struct row *row, double x)
{
    return (void)x, row->variance + row->eps;
}

static double its_spread(const struct row *row, double x)
{
    return (void)x, sqrt(row->variance + row->eps);
}

static double over_spread(const struct row *row, double x)
{
    return (void)x, 1 / sqrt(row->variance + row->eps);
}

static double normed(const struct row *row, double x)
{
    return (x - row->mean) / sqrt(row->variance + row->eps);
}

static const struct way {
    const char *ops; /* between spaces */
    const char *name;
    bool whole; /* a number for each cell, not for each row */
    way_fn *of;
} ways[] = {
    {OP_softmax OP_log_softmax, "its largest score", false, its_most},
    {OP_softmax OP_log_softmax, "scores below the largest", true, below_most},
    {OP_softmax OP_log_softmax, "its exp", true, its_exp},
    {OP_softmax OP_log_softmax, "the sum of its exp", false, its_sum},
    {OP_softmax OP_log_softmax, "exp of its scores", true, plain_exp},
    {OP_softmax OP_log_softmax, "the sum of exp of its scores", false, plain_sum},
    {OP_log_softmax, "its shares", true, share},
    {OP_log_softmax, "its logsumexp", false, log_sum},
    {OP_layer_norm, "its mean", false, its_mean},
    {OP_layer_norm, "what lies beside its mean", true, beside_mean},
    {OP_layer_norm, "squares beside its mean", true, its_square},
    {OP_layer_norm, "its variance", false, its_variance},
    {OP_layer_norm, "its variance with eps", false, with_eps},
    {OP_layer_norm, "its standard deviation", false, its_spread},
    {OP_layer_norm, "1 / its standard deviation", false, over_spread},
    {OP_layer_norm, "its rows without weight and bias", true, normed},
};

static bool add_way(const struct rows *r, const struct way *w, double eps)
{
    struct tensor out;
    if (!begin(r, w->whole, &out)) {
        return false;
    }
    for (int64_t row = 0; row < r->count; row++) {
        struct row of = row_of(r, row, eps);
        for (int64_t k = 0; k < (w->whole ? r->size : 1); k++) {
            double x = tensor_cell(r->x, cell_of(r, row, k));
            tensor_set_double(&out, w->whole ? cell_of(r, row, k) : row, w->of(&of, x));
        }
    }
    return holdings_add(r->h, r->event, w->name, &out);
}

static int count_of(const struct tape *t, const char *name)
{
    int count = 0;
    for (int k = 0; k < t->event_count; k++) {
        count += t->event[k].figure == NULL && strcmp(t->event[k].op->name, name) == 0;
    }
    return count;
}

bool unfold(struct holdings *h, int event, const struct tape *other)
{
    const struct event *e = &h->tape->event[event];
    int held = e->input_count > 0 ? holdings_input(h, event, 0) : -1;
    struct tensor x = held >= 0 ? h->at[held].tensor : (struct tensor){0};
    bool norm = held >= 0 && event_is(e, OP_layer_norm);
    int axis = norm ? x.ndim - 1 : held >= 0 ? event_axis(e, x.ndim) : -1;
    const struct argument *eps = norm ? event_argument(e, "eps") : NULL;
    bool ok = true;
    if (!event_is(e, OP_softmax OP_log_softmax OP_layer_norm) || axis < 0 ||
        !dtype_is_float(x.dtype) || tensor_numel(&x) == 0 || tensor_numel(&x) > MOST_UNFOLDED ||
        count_of(other, e->op->name) == count_of(h->tape, e->op->name)) {
        return true;
    }
    struct rows r = {.h = h,
                     .event = event,
                     .x = &x,
                     .axis = axis,
                     .size = x.shape[axis],
                     .step = tensor_count(&x, axis + 1, x.ndim),
                     .count = tensor_numel(&x) / x.shape[axis]};
    for (size_t k = 0; ok && k < sizeof ways / sizeof ways[0]; k++) {
        ok = !event_is(e, ways[k].ops) || add_way(&r, &ways[k], eps != NULL ? eps->f : 0);
    }
    return ok;
}
