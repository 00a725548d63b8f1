/* Holds operations that put cells in order of size: sort, topk, median, quantiles, and looking a
 * value up in a sorted row. */
#include "base/named.h"
#include "tensor/cells/extreme.h"
#include "tensor/cells/sort.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "torch/op/op_rows.h"

#include <math.h>
#include <string.h>

/* --- order --- */

/* Both forms end in dim and descending; only the longer one speaks of stable. */
static bool sort(struct call *c, struct tensor *values, struct tensor *places)
{
    int dim = c->arg_count - 2;
    bool stable = dim == 2 && c->arg[1].i != 0;
    return reduce_sort(c->cx, values, places, A(c), c->arg[dim].i, c->arg[dim + 1].i != 0, stable);
}

OP_IS(op_sort, body_two(c, "sort", sort(c, &c->out[0], &c->out[1])))

bool op_argsort(struct call *c)
{
    scoped_tensor values = {0};
    bool ok = body_one(c, sort(c, &values, &c->out[0]));
    return ok;
}

bool op_msort(struct call *c)
{
    scoped_tensor places = {0};
    bool ok = body_one(c, reduce_sort(c->cx, &c->out[0], &places, A(c), 0, false, false));
    return ok;
}

OP_IS(op_topk, body_two(c, "topk",
                        reduce_topk(c->cx, &c->out[0], &c->out[1], A(c), c->arg[1].i, c->arg[2].i,
                                    c->arg[3].i != 0, c->arg[4].i != 0)))
OP_IS(op_kthvalue, body_two(c, "kthvalue",
                            reduce_kthvalue(c->cx, &c->out[0], &c->out[1], A(c), c->arg[1].i,
                                            c->arg[2].i, c->arg[3].i != 0)))
OP_IS(op_mode,
      body_two(c, "mode",
               reduce_mode(c->cx, &c->out[0], &c->out[1], A(c), c->arg[1].i, c->arg[2].i != 0)))

bool op_median(struct call *c)
{
    scoped_chain k = {.c = c};
    if (A(c)->dtype == DTYPE_BOOL) {
        return body_refuse(c, "\"median_cpu\" not implemented for 'Bool'");
    }
    const struct tensor *row = chain_flat(&k, A(c));
    if (row != NULL && row->shape[0] == 0 && dtype_is_float(row->dtype)) {
        return body_one(c, tensor_from_double(c->cx, &c->out[0], A(c)->dtype, NAN, false));
    }
    return row != NULL &&
           body_one(c, reduce_median(c->cx, &c->out[0], NULL, row, 0, false, c->op->with));
}

OP_IS(op_median_dim, body_two(c, c->op->name,
                              reduce_median(c->cx, &c->out[0], &c->out[1], A(c), c->arg[1].i,
                                            c->arg[2].i != 0, c->op->with)))

/* --- quantiles: between two neighbours in order of size --- */

/* lerp, as PyTorch's compiler made it: the product is fused with the sum. */
static double weighted(double a, double b, double weight, bool single)
{
    double step = b - a, rest = 1 - weight;
    if (!single) {
        return weight < 0.5 ? fma(weight, step, a) : fma(-rest, step, b);
    }
    return (double)(weight < 0.5 ? fmaf((float)weight, (float)step, (float)a)
                                 : fmaf(-(float)rest, (float)step, (float)b));
}

/* The value at the fractional place `at` of a sorted row; single: of float32. */
static double between(const double *row, double at, const char *how, bool single)
{
    double low = floor(at), high = ceil(at);
    double a = row[(int64_t)low], b = row[(int64_t)high];
    if (strcmp(how, "lower") == 0) {
        return a;
    }
    if (strcmp(how, "higher") == 0) {
        return b;
    }
    if (strcmp(how, "nearest") == 0) {
        return row[(int64_t)nearbyint(at)];
    }
    return weighted(a, b, strcmp(how, "midpoint") == 0 ? 0.5 : at - low, single);
}

/* out (one row per q) from `sorted`, whose last axis is in order. */
static bool quantiles(struct call *c, struct tensor *out, const struct tensor *sorted,
                      const struct tensor *q)
{
    int64_t n = sorted->shape[sorted->ndim - 1], rows = n == 0 ? 0 : tensor_numel(sorted) / n;
    int64_t shape[TENSOR_MAX_DIMS + 1], count = tensor_numel(q);
    int ndim = 0;
    if (q->ndim == 1) {
        shape[ndim++] = count;
    }
    for (int d = 0; d + 1 < sorted->ndim; d++) {
        shape[ndim++] = sorted->shape[d];
    }
    scoped_tensor row = {0};
    if (!tensor_new(c->cx, &row, DTYPE_FLOAT64, 1, &n)) {
        return false;
    }
    if (!tensor_new(c->cx, out, DTYPE_FLOAT64, ndim, shape)) {
        return false;
    }
    double *to = tensor_data(out), *cells = tensor_data(&row);
    bool single = sorted->dtype == DTYPE_FLOAT32;
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t k = 0; k < n; k++) {
            cells[k] = tensor_cell(sorted, r * n + k);
        }
        for (int64_t j = 0; j < count; j++) {
            double share = tensor_cell(q, j);
            double at = single ? (double)((float)share * (float)(n - 1)) : share * (double)(n - 1);
            to[j * rows + r] =
                isnan(cells[n - 1]) ? cells[n - 1] : between(cells, at, c->arg[4].text, single);
        }
    }
    return true;
}

bool op_quantile(struct call *c)
{
    struct chain k = {.c = c};
    struct tensor unused;
    const struct tensor *in = A(c), *q = B(c), *sorted = NULL, *wide = NULL;
    static const char *const ways[] = {"linear", "lower", "higher", "midpoint", "nearest"};
    if (NAMED(ways, c->arg[4].text) < 0) {
        return body_refuse(c,
                           "quantile() interpolation must be one of linear, lower, higher, "
                           "midpoint or nearest, but got %s",
                           c->arg[4].text);
    }
    if (tensor_numel(in) == 0) {
        return body_refuse(c, "quantile() input tensor must be non-empty");
    }
    if (q->ndim > 1) {
        return body_refuse(c, "quantile() q must be a scalar or 1D tensor");
    }
    if (!dtype_is_float(in->dtype)) {
        return body_refuse(c, "quantile() input tensor must be either float or double dtype");
    }
    if (c->arg[1].object != NULL && q->dtype != in->dtype) {
        return body_refuse(c, "quantile() q tensor must be same dtype as the input tensor");
    }
    for (int64_t j = 0; j < tensor_numel(q); j++) {
        double share = tensor_cell(q, j);
        if (!(share >= 0 && share <= 1)) {
            return c->arg[1].object == NULL
                       ? body_refuse(c, "quantile() q must be in the range [0, 1] but got %g",
                                     share)
                       : body_refuse(c, "quantile() q values must be in the range [0, 1]");
        }
    }
    int64_t dim = c->arg[2].none ? 0 : c->arg[2].i;
    const struct tensor *rows = c->arg[2].none ? chain_flat(&k, in) : in;
    if (rows != NULL && reduce_sort(c->cx, chain_room(&k), &unused, rows, dim, false, false)) {
        tensor_release(&unused);
        sorted = chain_made(&k, true);
        sorted =
            chain_made(&k, view_movedim(c->cx, chain_room(&k), sorted, 1, &dim, &(int64_t){-1}));
    }
    if (sorted != NULL && quantiles(c, chain_room(&k), sorted, q)) {
        wide = chain_made(&k, true);
    }
    if (wide != NULL && c->arg[3].i != 0) { /* keepdim */
        int64_t at = c->arg[2].none ? 0 : dim < 0 ? dim + in->ndim : dim;
        for (int d = 0; wide != NULL && d < (c->arg[2].none ? in->ndim : 1); d++) {
            wide = chain_unsqueeze(&k, wide, at + (q->ndim == 1 ? 1 : 0));
        }
    }
    return chain_end(&k, chain_cast(&k, wide, in->dtype));
}

/* --- looking up --- */

/* Where x is to be inserted into a sorted row of n cells: NaN behind all. */
static int64_t find_place(const struct tensor *row, int64_t from, int64_t n, double x, bool right)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        double at = tensor_cell(row, from + middle);
        if (right ? !(at > x) : !(at >= x)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool look_up(struct call *c, const struct tensor *row, const struct tensor *x, bool int32,
                    bool right)
{
    int64_t n = row->ndim == 0 ? 0 : row->shape[row->ndim - 1], count = tensor_numel(x);
    int64_t width = x->ndim == 0 ? 1 : x->shape[x->ndim - 1];
    scoped_tensor places = {0};
    if (row->ndim == 0) {
        return body_refuse(c,
                           "torch.searchsorted(): input value can be a scalar only when boundaries "
                           "tensor dimension is 1, but we got boundaries tensor dim(0) and input "
                           "value's dim(%d) numel(%lld)",
                           x->ndim, (long long)count);
    }
    bool fits = row->ndim == 1 || row->ndim == x->ndim;
    for (int d = 0; fits && row->ndim > 1 && d + 1 < x->ndim; d++) {
        fits = row->shape[d] == x->shape[d];
    }
    if (!fits) {
        scoped_buf have = {.budget = c->in->memory}, asked = {.budget = c->in->memory};
        tensor_shape_text(row, &have);
        tensor_shape_text(x, &asked);
        body_refuse(c,
                    "torch.searchsorted(): boundaries tensor should be 1 dimension or the first "
                    "N-1 dimensions of boundaries tensor and input value tensor must match, but we "
                    "got boundaries tensor %s and input value tensor %s",
                    buf_text(&have), buf_text(&asked));
        return false;
    }
    if (!tensor_new(c->cx, &places, DTYPE_INT64, x->ndim, x->shape)) {
        return false;
    }
    int64_t *to = tensor_data(&places);
    for (int64_t k = 0; k < count; k++) {
        int64_t from = row->ndim == 1 ? 0 : k / width * n;
        to[k] = find_place(row, from, n, tensor_cell(x, k), right);
    }
    return body_one(c, tensor_cast(c->cx, &c->out[0], &places, int32 ? DTYPE_INT32 : DTYPE_INT64));
}

bool op_searchsorted(struct call *c)
{
    if (c->arg[3].i != 0 && !c->arg[4].none && strcmp(c->arg[4].text, "left") == 0) {
        return body_refuse(c, "torch.searchsorted(): side and right can't be set to opposites, got "
                              "side of left while right was True");
    }
    bool right = c->arg[3].i != 0 || (!c->arg[4].none && strcmp(c->arg[4].text, "right") == 0);
    return look_up(c, A(c), B(c), c->arg[2].i != 0, right);
}

bool op_bucketize(struct call *c)
{
    if (B(c)->ndim != 1) {
        return body_refuse(c, "boundaries tensor must be 1 dimension, but got dim(%d)", B(c)->ndim);
    }
    return look_up(c, B(c), A(c), c->arg[2].i != 0, c->arg[3].i != 0);
}

/* --- differences --- */

bool op_diff(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *parts[3], *x = A(c);
    int count = 0, dim;
    if (!c->arg[3].none) {
        parts[count++] = &c->arg[3].tensor;
    }
    parts[count++] = x;
    if (!c->arg[4].none) {
        parts[count++] = &c->arg[4].tensor;
    }
    if (x->ndim == 0) {
        return body_refuse(c, "diff expects input to be at least one-dimensional");
    }
    if (!tensor_dim(c->cx, x, c->arg[2].i, &dim)) {
        return false;
    }
    for (int j = 0; j < count; j++) {
        if (parts[j]->ndim != A(c)->ndim) {
            return body_refuse(c,
                               "diff expects prepend or append to be the same dimension as input");
        }
        for (int d = 0; d < A(c)->ndim; d++) {
            if (d != dim && parts[j]->shape[d] != A(c)->shape[d]) {
                return body_refuse(c,
                                   "diff expects the shape of tensor to prepend or append to match "
                                   "that of input except along the differencing dimension; "
                                   "input.size(%d) = %lld, but got tensor.size(%d) = %lld",
                                   d, (long long)A(c)->shape[d], d, (long long)parts[j]->shape[d]);
            }
        }
    }
    if (count > 1) {
        x = chain_made(&k, arrange_cat(c->cx, chain_room(&k), count, parts, dim));
    }
    for (int64_t n = 0; x != NULL && n < c->arg[1].i && (n == 0 || x->shape[dim] > 0); n++) {
        struct chain step = {.c = c};
        int64_t size = x->shape[dim];
        const struct tensor *next =
            chain_made(&step, view_slice(c->cx, chain_room(&step), x, dim, 1, INT64_MAX, 1));
        const struct tensor *here = chain_made(
            &step, view_slice(c->cx, chain_room(&step), x, dim, 0, size > 0 ? size - 1 : 0, 1));
        enum binary_op minus = x->dtype == DTYPE_BOOL ? BINARY_LOGICAL_XOR : BINARY_SUB;
        const struct tensor *gap = chain_binary(&step, minus, next, here);
        struct tensor kept = gap != NULL ? tensor_ref(gap) : (struct tensor){0};
        bool ok = gap != NULL;
        chain_free(&step);
        chain_free(&k);
        *chain_room(&k) = kept;
        x = chain_made(&k, ok);
    }
    return chain_end(&k, x);
}
