/* Holds operations that fold axes: sums, means, extremes, norms, softmax, and the running forms. */
#include "tensor/cells/extreme.h"
#include "tensor/cells/norm.h"
#include "tensor/cells/reduce.h"
#include "tensor/cells/scan.h"
#include "tensor/cells/softmax.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"
#include "torch/op/ops.h"

#include <math.h>
#include <string.h>

#define ALL_AXES (~0u)

/* --- sums and their kin --- */

/* The input, cast first when a dtype is asked for. */
static bool fold(struct call *c, enum reduction op, unsigned axes, bool keepdim,
                 const struct argument *dtype)
{
    struct tensor in;
    if (dtype == NULL || dtype->none) {
        return body_one(c, reduce_fold(c->cx, op, &c->out[0], A(c), axes, keepdim));
    }
    if (op == REDUCE_MEAN && !dtype_is_float(dtype->dtype)) {
        return body_refuse(c,
                           "mean(): could not infer output dtype. Optional dtype must be either a "
                           "floating point or complex dtype. Got: %s",
                           dtype_legacy_name(dtype->dtype));
    }
    if (!tensor_cast(c->cx, &in, A(c), dtype->dtype)) {
        return false;
    }
    struct tensor folded;
    bool ok = reduce_fold(c->cx, op, &folded, &in, axes, keepdim);
    tensor_release(&in);
    if (!ok || folded.dtype == dtype->dtype) {
        c->out[0] = ok ? folded : c->out[0];
        return body_one(c, ok);
    }
    ok = body_one(c, tensor_cast(c->cx, &c->out[0], &folded, dtype->dtype)); /* whole numbers */
    tensor_release(&folded);
    return ok;
}

static enum reduction own_fold(const struct call *c)
{
    return (enum reduction)c->op->with;
}

OP_IS(op_fold, fold(c, own_fold(c), ALL_AXES, false, &c->arg[1]))

/* (input, dim, keepdim, *, dtype), or without a dtype */
static bool fold_dims(struct call *c, enum reduction op)
{
    unsigned axes;
    const struct argument *dtype = c->arg_count > 3 ? &c->arg[3] : NULL;
    return body_axes(c, A(c), 1, &axes) && fold(c, op, axes, c->arg[2].i != 0, dtype);
}

OP_IS(op_fold_dims, fold_dims(c, own_fold(c)))

bool op_nanmean(struct call *c)
{
    struct chain k = {.c = c};
    unsigned axes;
    bool keep = c->arg[2].i != 0;
    if (!dtype_is_float(A(c)->dtype)) {
        return body_refuse(c, "nanmean(): expected input to have floating point dtype but got %s",
                           dtype_legacy_name(A(c)->dtype));
    }
    if (!body_axes(c, A(c), 1, &axes)) {
        return false;
    }
    const struct tensor *sum = chain_fold(&k, REDUCE_NANSUM, A(c), axes, keep);
    const struct tensor *number =
        chain_unary(&k, UNARY_LOGICAL_NOT, chain_unary(&k, UNARY_ISNAN, A(c)));
    const struct tensor *count = chain_fold(&k, REDUCE_SUM, number, axes, keep);
    return chain_end(&k, chain_binary(&k, BINARY_DIV, sum, count));
}

/* One dim, given as a plain integer in argument 1. */
static bool one_axis(struct call *c, unsigned *axes)
{
    int dim;
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &dim)) {
        return false;
    }
    *axes = 1u << dim;
    return true;
}

bool op_prod_dim(struct call *c)
{
    unsigned axes;
    return one_axis(c, &axes) && fold(c, REDUCE_PROD, axes, c->arg[2].i != 0, &c->arg[3]);
}

bool op_truth(struct call *c)
{
    unsigned axes = ALL_AXES;
    return (c->arg_count == 1 || one_axis(c, &axes)) &&
           fold(c, own_fold(c), axes, c->arg_count > 1 && c->arg[2].i != 0, NULL);
}

bool op_count_nonzero(struct call *c)
{
    unsigned axes;
    return body_axes(c, A(c), 1, &axes) && fold(c, REDUCE_COUNT_NONZERO, axes, false, NULL);
}

bool op_aminmax(struct call *c)
{
    unsigned axes = ALL_AXES;
    bool keep = c->arg[2].i != 0;
    return (c->arg[1].none || one_axis(c, &axes)) && fold(c, REDUCE_AMIN, axes, keep, NULL) &&
           body_two(c, "aminmax", reduce_fold(c->cx, REDUCE_AMAX, &c->out[1], A(c), axes, keep));
}

bool op_logsumexp(struct call *c)
{
    struct chain k = {.c = c};
    unsigned axes;
    bool keep = c->arg[2].i != 0;
    if (A(c)->dtype != DTYPE_FLOAT32 || A(c)->ndim == 0 || tensor_numel(A(c)) == 0) {
        return fold_dims(c, REDUCE_LOGSUMEXP);
    }
    if (!body_axes(c, A(c), 1, &axes)) {
        return false;
    }
    /* PyTorch's steps, each rounded: the largest is taken out of the exponents, unless it is
     * infinite */
    const struct tensor *most = chain_fold(&k, REDUCE_AMAX, A(c), axes, true);
    const struct tensor *infinite = chain_unary(&k, UNARY_ISINF, most);
    const struct tensor *zero = chain_number(&k, 0.0);
    most = chain_where(&k, infinite, zero, most);
    const struct tensor *powers =
        chain_unary(&k, UNARY_EXP, chain_binary(&k, BINARY_SUB, A(c), most));
    const struct tensor *sum = chain_fold(&k, REDUCE_SUM, powers, axes, keep);
    const struct tensor *logs = chain_unary(&k, UNARY_LOG, sum);
    const struct tensor *shaped =
        logs == NULL
            ? NULL
            : chain_made(&k, view_view(c->cx, chain_room(&k), most, logs->ndim, logs->shape));
    return chain_end(&k, chain_binary(&k, BINARY_ADD, logs, shaped));
}

/* --- variance --- */

typedef bool spread_fn(struct compute *cx, struct tensor *out, const struct tensor *in,
                       unsigned axes, int64_t correction, bool keepdim, bool root);

/* The variance, or the root of it, as the row says. */
static bool spread(struct call *c, spread_fn *fn, bool dims, int64_t correction, bool keepdim)
{
    unsigned axes = ALL_AXES;
    return (!dims || body_axes(c, A(c), 1, &axes)) &&
           body_one(c, fn(c->cx, &c->out[0], A(c), axes, correction, keepdim, c->op->with));
}

OP_IS(op_spread, spread(c, reduce_var_one, true, c->arg[2].i, c->arg[3].i != 0))
OP_IS(op_spread_all, spread(c, reduce_var_one, false, c->arg[1].i, false))
OP_IS(op_spread_correction,
      spread(c, reduce_var_one, true, c->arg[2].none ? 1 : c->arg[2].i, c->arg[3].i != 0))

/* Both outputs, over the same axes. */
static bool with_mean(struct call *c, bool dims, int64_t correction, bool keepdim)
{
    unsigned axes = ALL_AXES;
    if (!dtype_is_float(A(c)->dtype)) {
        return body_refuse(c, "%s only support floating point and complex dtypes", c->op->name);
    }
    return spread(c, reduce_var, dims, correction, keepdim) &&
           (!dims || body_axes(c, A(c), 1, &axes)) &&
           body_two(c, NULL, reduce_mean_moving(c->cx, &c->out[1], A(c), axes, keepdim));
}

OP_IS(op_with_mean, with_mean(c, true, c->arg[2].i, c->arg[3].i != 0))
OP_IS(op_with_mean_all, with_mean(c, false, c->arg[1].i, false))

/* --- extremes --- */

bool op_extreme(struct call *c)
{
    if (tensor_numel(A(c)) == 0) {
        return body_refuse(c,
                           "%s(): Expected reduction dim to be specified for input.numel() == 0. "
                           "Specify the reduction dim with the 'dim' argument.",
                           c->op->name);
    }
    return fold(c, own_fold(c), ALL_AXES, false, NULL);
}

/* The extreme along dim into `values` (or NULL), and its place. */
static bool extreme(struct call *c, struct tensor *values, struct tensor *places,
                    const struct tensor *in, int64_t dim, bool keepdim)
{
    return (own_fold(c) == REDUCE_AMAX ? reduce_max : reduce_min)(c->cx, values, places, in, dim,
                                                                  keepdim);
}

OP_IS(op_extreme_dim,
      body_two(c, c->op->name,
               extreme(c, &c->out[0], &c->out[1], A(c), c->arg[1].i, c->arg[2].i != 0)))

/* The place of the extreme along dim, or in the flattened tensor. */
bool op_place(struct call *c)
{
    struct tensor flat, *out = &c->out[0];
    bool copied, keep = c->arg[2].i != 0;
    int64_t dim = c->arg[1].none ? 0 : c->arg[1].i;
    if (!c->arg[1].none) {
        return body_one(c, extreme(c, NULL, out, A(c), dim, keep));
    }
    if (tensor_numel(A(c)) == 0) {
        return error_set(c->cx->err, ERROR_INDEX,
                         "%s(): Expected reduction dim to be specified for input.numel() == 0.",
                         c->op->name);
    }
    if (!view_reshape(c->cx, &flat, A(c), 1, &(int64_t){-1}, &copied)) {
        return false;
    }
    bool ok = extreme(c, NULL, out, &flat, 0, false);
    tensor_release(&flat);
    for (int k = 0; ok && keep && k < A(c)->ndim; k++) {
        out->shape[k] = 1;
        out->stride[k] = 1;
        out->ndim = k + 1;
    }
    return body_one(c, ok);
}

/* --- norms --- */

static bool p_norm(struct call *c, int dims, double p, bool keepdim, const struct argument *dtype)
{
    unsigned axes;
    scoped_tensor in = {0};
    if (!dtype_is_float(dtype->none ? A(c)->dtype : dtype->dtype)) {
        const char *got = dtype_legacy_name(A(c)->dtype);
        return op_is(c->op, OP_norm) ? body_refuse(c,
                                                   "norm(): input dtype should be either floating "
                                                   "point or complex. Got %s instead.",
                                                   got)
                                     : body_refuse(c,
                                                   "linalg.vector_norm: Expected a floating point "
                                                   "or complex tensor as input. Got %s",
                                                   got);
    }
    return tensor_cast(c->cx, &in, A(c), dtype->none ? A(c)->dtype : dtype->dtype) &&
           body_axes(c, A(c), dims, &axes) &&
           body_one(c, reduce_norm(c->cx, &c->out[0], &in, axes, p, keepdim));
}

/* p of norm: None, 'fro' or a number. */
static bool read_power(struct call *c, double *p)
{
    const char *text = body_text(c, 1);
    struct value v = c->arg[1].value;
    *p = 2;
    if (text == NULL) {
        return v.type == VALUE_NONE || value_to_double(c->in, v, p);
    }
    if (strcmp(text, "nuc") == 0) {
        return raise_unsupported(c->in, "the nuclear norm is not supported: norm(p='nuc')");
    }
    return strcmp(text, "fro") == 0 ||
           body_refuse(c, "only valid string values are 'fro' and 'nuc', found %s", text);
}

bool op_norm(struct call *c)
{
    double p;
    return read_power(c, &p) && p_norm(c, 2, p, c->arg[3].i != 0, &c->arg[4]);
}

OP_IS(op_linalg_vector_norm, p_norm(c, 2, c->arg[1].f, c->arg[3].i != 0, &c->arg[4]))

bool op_dist(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *gap = chain_binary(&k, BINARY_SUB, A(c), &c->arg[1].tensor);
    return chain_end(&k, gap == NULL ? NULL
                                     : chain_made(&k, reduce_norm(c->cx, chain_room(&k), gap,
                                                                  ALL_AXES, c->arg[2].f, false)));
}

/* --- softmax --- */

static bool soften(struct call *c, int64_t dim, const struct argument *dtype)
{
    scoped_tensor in = {0};
    return tensor_cast(c->cx, &in, A(c), dtype->none ? A(c)->dtype : dtype->dtype) &&
           (body_one(c, c->op->with ? reduce_log_softmax(c->cx, &c->out[0], &in, dim)
                                    : reduce_softmax(c->cx, &c->out[0], &in, dim)));
}

OP_IS(op_soften, soften(c, c->arg[1].i, &c->arg[2]))

/* What F.softmax takes when dim is missing. */
static int64_t implicit_dim(const struct call *c)
{
    int ndim = A(c)->ndim;
    return !c->arg[1].none ? c->arg[1].i : ndim == 0 || ndim == 1 || ndim == 3 ? 0 : 1;
}

OP_IS(op_soften_functional, soften(c, implicit_dim(c), &c->arg[3]))

/* --- running forms --- */

bool op_running(struct call *c)
{
    bool product = own_fold(c) == REDUCE_PROD;
    struct tensor in;
    const struct argument *dtype = &c->arg[2];
    if (!tensor_cast(c->cx, &in, A(c), dtype->none ? A(c)->dtype : dtype->dtype)) {
        return false;
    }
    scoped_tensor all = {0};
    bool ok = product ? reduce_cumprod(c->cx, &all, &in, c->arg[1].i)
                      : reduce_cumsum(c->cx, &all, &in, c->arg[1].i);
    tensor_release(&in);
    if (ok && !dtype->none && dtype->dtype == DTYPE_BOOL) {
        body_refuse(c, "\"%s_out_cpu\" not implemented for 'Bool'", c->op->name);
    } else if (ok) { /* integers were added up in int64 */
        body_one(c, tensor_cast(c->cx, &c->out[0], &all, dtype->none ? all.dtype : dtype->dtype));
    }
    return c->outputs == 1;
}

OP_IS(op_running_extreme,
      body_two(c, c->op->name,
               reduce_cummax(c->cx, &c->out[0], &c->out[1], A(c), c->arg[1].i, c->op->with)))
OP_KERNEL(op_logcumsumexp, reduce_logcumsumexp, A(c), c->arg[1].i)
