/* Holds operations that count: distinct values, the most frequent one, histograms. */
#include "tensor/cells/sort.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"

#include <math.h>

/* torch.unique(x, dim=...): slices as lists, in the language. */
static bool unique_rows(struct call *c)
{
    struct module *m = interp_import(c->in, "torch._composed");
    struct str *name = str_intern(c->in, "_unique_rows");
    struct value fn;
    const struct value at[4] = {c->arg[0].value, value_bool(c->arg[2].i != 0),
                                value_bool(c->arg[3].i != 0), value_int(c->arg[4].i)};
    const struct args args = {.at = at, .count = 4};
    struct value found;
    return m != NULL && name != NULL && dict_get_str(m->dict, name, &fn) &&
           value_call(c->in, fn, &args, &found) && body_value(c, found);
}

/* PyTorch looks each cell up by its value, and NaN is never found: counted by nobody, at place 0.
 */
static void forget_nans(const struct tensor *values, struct tensor *inverse, struct tensor *counts)
{
    int64_t n = dtype_is_float(values->dtype) ? tensor_numel(values) : 0;
    int64_t *place = tensor_data(inverse), *count = tensor_data(counts);
    for (int64_t k = 0; k < tensor_numel(inverse) && n > 0; k++) {
        place[k] = isnan(tensor_cell(values, place[k])) ? 0 : place[k];
    }
    for (int64_t k = 0; k < n; k++) {
        count[k] = isnan(tensor_cell(values, k)) ? 0 : count[k];
    }
}

/* torch.unique(x): a tensor, or a tuple with what else is asked for. */
bool op_unique(struct call *c)
{
    scoped_chain k = {.c = c};
    struct tensor values;
    scoped_tensor inverse = {0}, counts = {0};
    bool want_inverse = c->arg[2].i != 0, want_counts = c->arg[3].i != 0;
    if (!c->arg[4].none && A(c)->ndim > 1) {
        return unique_rows(c);
    }
    const struct tensor *row = chain_flat(&k, A(c));
    bool ok = row != NULL && reduce_unique(c->cx, &values, &inverse, &counts, row);
    if (ok) {
        forget_nans(&values, &inverse, &counts);
        c->out[c->outputs++] = values;
        if (want_inverse) {
            bool copied;
            ok = view_reshape(c->cx, &c->out[c->outputs], &inverse, A(c)->ndim, A(c)->shape,
                              &copied);
            c->outputs += ok;
        }
        if (want_counts) {
            c->out[c->outputs++] = tensor_ref(&counts);
        }
    }
    return ok;
}

bool op_bincount(struct call *c)
{
    const struct tensor *in = A(c), *weights = body_tensor(c, 1);
    int64_t n = tensor_numel(in), size = c->arg[2].i;
    if (dtype_is_float(in->dtype) || in->dtype == DTYPE_BOOL) {
        return body_refuse(c, "\"bincount_cpu\" not implemented for '%s'",
                           dtype_legacy_name(in->dtype));
    }
    if (size < 0) {
        return body_refuse(c, "minlength should be >= 0");
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t v = tensor_int_at(in, tensor_place(in, k));
        if (v < 0 || in->ndim != 1) {
            return body_refuse(c, "bincount only supports 1-d non-negative integral inputs.");
        }
        size = v + 1 > size ? v + 1 : size;
    }
    enum dtype dtype = weights == NULL                   ? DTYPE_INT64
                       : weights->dtype == DTYPE_FLOAT32 ? DTYPE_FLOAT32
                                                         : DTYPE_FLOAT64;
    if (weights != NULL && !tensor_same_shape(in, weights)) {
        return body_refuse(c, "weights should be 1-d and have the same length as input");
    }
    if (!body_one(c, tensor_zeros(c->cx, &c->out[0], dtype, 1, &size))) {
        return false;
    }
    char *to = tensor_data(&c->out[0]);
    for (int64_t k = 0; k < n; k++) {
        int64_t v = tensor_int_at(in, tensor_place(in, k));
        double w = weights == NULL ? 1 : tensor_cell(weights, k);
        if (dtype == DTYPE_INT64) {
            ((int64_t *)(void *)to)[v] += 1;
        } else if (dtype == DTYPE_FLOAT32) {
            ((float *)(void *)to)[v] += (float)w;
        } else {
            ((double *)(void *)to)[v] += w;
        }
    }
    return true;
}

bool op_histc(struct call *c)
{
    const struct tensor *in = A(c);
    int64_t n = tensor_numel(in), bins = c->arg[1].i;
    double low = c->arg[2].f, high = c->arg[3].f;
    if (!dtype_is_float(in->dtype)) {
        return body_refuse(c, "\"histogram_cpu\" not implemented for '%s'",
                           dtype_legacy_name(in->dtype));
    }
    if (bins <= 0) {
        return body_refuse(c, "torch.histogram(): bins must be > 0, but got %lld for dimension 0",
                           (long long)bins);
    }
    if (low == high && n > 0) {
        low = INFINITY;
        high = -INFINITY;
        for (int64_t k = 0; k < n; k++) {
            double x = tensor_cell(in, k);
            low = x < low || isnan(x) ? x : low;
            high = x > high || isnan(x) ? x : high;
        }
    }
    if (low == high) {
        low -= 1;
        high += 1;
    }
    if (!isfinite(low) || !isfinite(high)) {
        return body_refuse(c, "torch.histc: range of [%g, %g] is not finite", low, high);
    }
    if (low > high) {
        return body_refuse(c, "torch.histc: max must be larger than min");
    }
    scoped_tensor counts = {0};
    if (!tensor_zeros(c->cx, &counts, DTYPE_FLOAT64, 1, &bins)) {
        return false;
    }
    double *to = tensor_data(&counts);
    for (int64_t k = 0; k < n; k++) {
        double x = tensor_cell(in, k);
        if (isnan(x)) { /* lies behind neither end */
            to[0] += 1;
        } else if (x >= low && x <= high) {
            int64_t bin = (int64_t)((x - low) / (high - low) * (double)bins);
            to[bin < bins ? bin : bins - 1] += 1;
        }
    }
    return body_one(c, tensor_cast(c->cx, &c->out[0], &counts, in->dtype));
}
