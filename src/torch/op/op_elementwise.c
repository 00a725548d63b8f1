/* Holds operations that compute each cell from the cells at the same place of their inputs. */
#include "tensor/cells/complex64.h"
#include "tensor/cells/elementwise_scaled.h"
#include "tensor/cells/elementwise_select.h"
#include "tensor/cells/gelu.h"
#include "tensor/compute/half.h"
#include "tensor/shape/index.h"
#include "tensor/shape/iterate.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view.h"
#include "torch/op/op_rows.h"

#include <math.h>

OP_IS(op_unary, body_one(c, elementwise_unary(c->cx, (enum unary_op)c->op->with, &c->out[0], A(c))))

/* op(a, b), over a's own cells when called in place. */
static bool binary(struct call *c, enum binary_op op, const struct tensor *a,
                   const struct tensor *b)
{
    if (c->in_place) {
        return elementwise_binary_into(c->cx, op, a, b);
    }
    return body_one(c, elementwise_binary(c->cx, op, &c->out[0], a, b));
}

OP_IS(op_binary, binary(c, (enum binary_op)c->op->with, A(c), B(c)))

#define COMPARISONS(X)                                                                             \
    X(EQ, eq, "EqBackward0", "EqBackward1")                                                        \
    X(NE, ne, "NeBackward0", "NeBackward1")                                                        \
    X(LT, lt, "LtBackward0", "LtBackward1")                                                        \
    X(LE, le, "LeBackward0", "LeBackward1")                                                        \
    X(GT, gt, "GtBackward0", "GtBackward1")                                                        \
    X(GE, ge, "GeBackward0", "GeBackward1")

/* x.eq_(y) keeps x's dtype and, unlike x == y, a place in the graph. */
#define X(id, name, of_number, of_tensor)                                                          \
    bool op_##name(struct call *c)                                                                 \
    {                                                                                              \
        const char *in_place = c->arg[1].object == NULL ? of_number : of_tensor;                   \
        c->backward = c->in_place ? in_place : NULL;                                               \
        return body_one(c, elementwise_binary(c->cx, BINARY_##id, &c->out[0], A(c), B(c)));        \
    }
COMPARISONS(X)
#undef X

OP_IS(op_abs, body_one(c, A(c)->dtype == DTYPE_COMPLEX64
                              ? complex_abs(c->cx, &c->out[0], A(c))
                              : elementwise_unary(c->cx, UNARY_ABS, &c->out[0], A(c))))

bool op_bitwise_not(struct call *c)
{
    if (dtype_is_float(A(c)->dtype)) {
        return body_refuse(c, "\"bitwise_not_cpu\" not implemented for '%s'",
                           dtype_legacy_name(A(c)->dtype));
    }
    return body_one(c, elementwise_unary(c->cx, UNARY_BITWISE_NOT, &c->out[0], A(c)));
}

/* --- arithmetic --- */

/* In bfloat16 the factor is rounded, and then only the end; past the last whole vector, the product
 * too. */
static bool scaled_bfloat16(struct call *c, enum binary_op op, const struct tensor *a,
                            const struct tensor *b, const struct argument *alpha)
{
    struct chain k = {.c = c};
    const struct tensor *factor =
        chain_cast(&k, chain_cast(&k, &alpha->tensor, DTYPE_BFLOAT16), DTYPE_FLOAT32);
    const struct tensor *x = chain_cast(&k, a, DTYPE_FLOAT32);
    const struct tensor *times =
        chain_binary(&k, BINARY_MUL, chain_cast(&k, b, DTYPE_FLOAT32), factor);
    int64_t n = times == NULL ? 0 : tensor_numel(times);
    bool whole = tensor_same_shape(a, b) && tensor_is_dense(a) && tensor_is_dense(b);
    for (int64_t i = whole ? n / ITERATE_VECTOR * ITERATE_VECTOR : 0; i < n; i++) {
        float rounded = half_round_bfloat16((float)tensor_double_at(times, i));
        tensor_set_double(times, i, (double)rounded);
    }
    return chain_end(&k, chain_cast(&k, chain_binary(&k, op, x, times), DTYPE_BFLOAT16));
}

/* PyTorch's kernels round once after a product and a sum of float32 or float64. */
static bool rounds_once(enum dtype dtype)
{
    return dtype == DTYPE_FLOAT32 || dtype == DTYPE_FLOAT64;
}

/* a * b + c in the common type, rounded once. */
static const struct tensor *chain_fma(struct chain *k, const struct tensor *a,
                                      const struct tensor *b, const struct tensor *c,
                                      enum dtype common)
{
    return a == NULL ? NULL
                     : chain_made(k, elementwise_fma(k->c->cx, chain_room(k), a, b, c, common));
}

static bool scaled_by(struct call *c, enum binary_op op, const struct tensor *a,
                      const struct tensor *b, const struct argument *alpha)
{
    scoped_chain k = {.c = c};
    if (dtype_is_float(alpha->tensor.dtype) && !dtype_is_float(promotion_result_type(a, b))) {
        return body_refuse(
            c, "For integral input tensors, argument alpha must not be a floating point number.");
    }
    if (promotion_result_type(a, b) == DTYPE_BFLOAT16) {
        return scaled_bfloat16(c, op, a, b, alpha);
    }
    enum dtype common = promotion_result_type(a, b);
    if (rounds_once(common)) {
        const struct tensor *factor = chain_number(&k, op == BINARY_SUB ? -alpha->f : alpha->f);
        return factor != NULL && chain_end(&k, chain_fma(&k, factor, b, a, common));
    }
    const struct tensor *times = chain_binary(&k, BINARY_MUL, b, &alpha->tensor);
    return times != NULL && binary(c, op, a, times);
}

/* a + alpha * b or a - alpha * b. */
static bool scaled(struct call *c, enum binary_op op, const struct tensor *a,
                   const struct tensor *b, const struct argument *alpha)
{
    return !alpha->given || alpha->f == 1 ? binary(c, op, a, b) : scaled_by(c, op, a, b, alpha);
}

OP_IS(op_add, scaled(c, BINARY_ADD, A(c), B(c), &c->arg[2]))
OP_IS(op_sub, scaled(c, BINARY_SUB, A(c), B(c), &c->arg[2]))

bool op_rsub(struct call *c)
{
    c->backward = c->arg[1].object == NULL ? "RsubBackward1" : "RsubBackward0";
    return scaled(c, BINARY_SUB, B(c), A(c), &c->arg[2]);
}

bool op_div(struct call *c)
{
    const char *mode = c->arg[2].none ? NULL : c->arg[2].text;
    if (mode == NULL) {
        return binary(c, BINARY_DIV, A(c), B(c));
    }
    c->backward = "DivBackward2";
    if (strcmp(mode, "floor") == 0) {
        return binary(c, BINARY_FLOOR_DIV, A(c), B(c));
    }
    if (strcmp(mode, "trunc") == 0) {
        return binary(c, BINARY_TRUNC_DIV, A(c), B(c));
    }
    return body_refuse(
        c, "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%s'",
        mode);
}

/* number / tensor: PyTorch takes the reciprocal and multiplies. */
bool op_rdiv(struct call *c)
{
    struct chain k = {.c = c};
    return chain_end(&k,
                     chain_binary(&k, BINARY_MUL, chain_unary(&k, UNARY_RECIPROCAL, A(c)), B(c)));
}

bool op_remainder(struct call *c)
{
    if (c->arg[0].object == NULL) {
        c->backward = "NotImplemented";
    } else if (c->arg[1].object != NULL) {
        c->backward = "RemainderBackward1";
    }
    return binary(c, BINARY_REMAINDER, A(c), B(c));
}

bool op_fmod(struct call *c)
{
    c->backward = c->arg[1].object != NULL ? "FmodBackward1" : "FmodBackward0";
    return binary(c, BINARY_FMOD, A(c), B(c));
}

bool op_float_power(struct call *c)
{
    struct chain k = {.c = c};
    const struct tensor *base = chain_cast(&k, A(c), DTYPE_FLOAT64);
    const struct tensor *exponent = chain_cast(&k, B(c), DTYPE_FLOAT64);
    return chain_end(&k, chain_binary(&k, BINARY_POW, base, exponent));
}

OP_KERNEL(op_lerp, elementwise_lerp, A(c), B(c), &c->arg[2].tensor)

/* input + value * tensor1 (* or /) tensor2 */
/* bfloat16 is rounded at the end only. */
static bool add_scaled_bfloat16(struct chain *k, enum binary_op op)
{
    const struct call *c = k->c;
    const struct tensor *x = chain_cast(k, A(c), DTYPE_FLOAT32);
    const struct tensor *first = chain_cast(k, &c->arg[1].tensor, DTYPE_FLOAT32);
    const struct tensor *second = chain_cast(k, &c->arg[2].tensor, DTYPE_FLOAT32);
    first = c->arg[3].given ? chain_binary(k, BINARY_MUL, first, &c->arg[3].tensor) : first;
    const struct tensor *sum = chain_binary(k, BINARY_ADD, x, chain_binary(k, op, first, second));
    return chain_end(k, chain_cast(k, sum, DTYPE_BFLOAT16));
}

/* All in the common type, to which the factor is cast too: 0.5 is 0 among integers. */
static bool add_scaled(struct call *c, enum binary_op op)
{
    struct chain k = {.c = c};
    const struct argument *value = &c->arg[3];
    const struct tensor *all[] = {A(c), &c->arg[1].tensor, &c->arg[2].tensor};
    enum dtype common = promotion_result_type_n(3, all);
    const struct tensor *first = &c->arg[1].tensor;
    if (A(c)->dtype == DTYPE_BFLOAT16) {
        return add_scaled_bfloat16(&k, op);
    }
    if (value->given && value->f != 1) {
        first = chain_binary(&k, BINARY_MUL, chain_cast(&k, first, common),
                             chain_cast(&k, &value->tensor, common));
    }
    if (op == BINARY_MUL && rounds_once(common)) {
        return chain_end(&k, chain_fma(&k, first, &c->arg[2].tensor, A(c), common));
    }
    const struct tensor *product = chain_binary(&k, op, first, &c->arg[2].tensor);
    return chain_end(&k, chain_binary(&k, BINARY_ADD, A(c), product));
}

OP_IS(op_addcmul, add_scaled(c, BINARY_MUL))

bool op_addcdiv(struct call *c)
{
    if (!dtype_is_float(c->arg[1].tensor.dtype) && !dtype_is_float(c->arg[2].tensor.dtype)) {
        return error_set(
            c->cx->err, ERROR_RUNTIME,
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv "
            "behavior can be implemented as (input + value * torch.trunc(tensor1 / "
            "tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter "
            "implementation: (input + value * tensor1 / tensor2), for all dtypes.");
    }
    return add_scaled(c, BINARY_DIV);
}

/* --- choosing --- */

static bool clamp(struct call *c, const struct tensor *low, const struct tensor *high)
{
    if (low == NULL && high == NULL) {
        return body_refuse(c, "torch.clamp: At least one of 'min' or 'max' must not be None");
    }
    bool one_of_two = c->arg_count == 3 && (low == NULL || high == NULL);
    for (int k = 1; k < c->arg_count && k < 3 && !one_of_two; k++) { /* a limit that is no number */
        if (c->arg[k].object == NULL && c->arg[k].f != c->arg[k].f) {
            return body_one(
                c, elementwise_binary(c->cx, BINARY_MUL, &c->out[0], A(c), &c->arg[k].tensor));
        }
    }
    return body_one(c, elementwise_clamp(c->cx, &c->out[0], A(c), low, high));
}

OP_IS(op_clamp, clamp(c, body_tensor(c, 1), body_tensor(c, 2)))
OP_IS(op_clamp_min, clamp(c, B(c), NULL))
OP_IS(op_clamp_max, clamp(c, NULL, B(c)))

static bool choose(struct call *c, const struct tensor *condition, const struct tensor *a,
                   const struct tensor *b)
{
    if (condition->dtype != DTYPE_BOOL && condition->dtype != DTYPE_UINT8) {
        return body_refuse(
            c, "where expected condition to be a boolean tensor, but got a tensor with dtype %s",
            dtype_legacy_name(condition->dtype));
    }
    return body_one(c, elementwise_where(c->cx, &c->out[0], condition, a, b));
}

OP_IS(op_where, choose(c, A(c), B(c), &c->arg[2].tensor))
OP_IS(op_where_method, choose(c, B(c), A(c), &c->arg[2].tensor))

/* Whether cells of t lie in one place: an axis that expand() made. */
static bool is_expanded(const struct tensor *t)
{
    bool expanded = false;
    for (int d = 0; d < t->ndim; d++) {
        expanded |= t->stride[d] == 0 && t->shape[d] > 1;
    }
    return expanded;
}

/* x[mask] = value, which PyTorch writes through an expanded x as well. */
static bool fill_through(struct call *c, const struct tensor *value)
{
    struct index item = {.kind = INDEX_TENSOR};
    if (!view_expand(c->cx, &item.tensor, B(c), A(c)->ndim, A(c)->shape)) {
        return false;
    }
    bool ok = index_put(c->cx, A(c), 1, &item, value, false);
    tensor_release(&item.tensor);
    return ok;
}

bool op_masked_fill(struct call *c)
{
    const struct tensor *value = &c->arg[2].tensor;
    if (value->ndim != 0) {
        return body_refuse(c,
                           "masked_fill_ only supports a 0-dimensional value tensor, but got "
                           "tensor with %d dimension(s).",
                           value->ndim);
    }
    if (c->in_place && is_expanded(A(c)) && B(c)->dtype == DTYPE_BOOL) {
        return promotion_check(c->cx, A(c)->dtype, value) && fill_through(c, value);
    }
    return body_one(c, elementwise_masked_fill(c->cx, &c->out[0], A(c), B(c), value));
}

/* --- activations --- */

bool op_relu_in(struct call *c)
{
    c->in_place = c->arg[1].i != 0;
    return body_one(c, elementwise_unary(c->cx, UNARY_RELU, &c->out[0], A(c)));
}

bool op_silu(struct call *c)
{
    c->in_place = c->arg[1].i != 0;
    return body_one(c, elementwise_unary(c->cx, UNARY_SILU, &c->out[0], A(c)));
}

bool op_gelu(struct call *c)
{
    const char *how = c->arg[1].text;
    bool tanh_form = strcmp(how, "tanh") == 0;
    if (!tanh_form && strcmp(how, "none") != 0) {
        return body_refuse(c, "approximate argument must be either none or tanh.");
    }
    if (!tanh_form && gelu_is_dense(A(c))) {
        return body_one(c, gelu_dense(c->cx, &c->out[0], A(c)));
    }
    return body_one(
        c, elementwise_unary(c->cx, tanh_form ? UNARY_GELU_TANH : UNARY_GELU, &c->out[0], A(c)));
}

static bool activate(struct call *c, enum scaled how, double first, double second)
{
    return body_one(c, elementwise_scaled(c->cx, how, &c->out[0], A(c), first, second));
}

static bool bent(struct call *c, enum scaled how, const char *in_place)
{
    c->in_place = c->arg[2].i != 0;
    c->backward = c->in_place ? in_place : c->backward;
    return activate(c, how, c->arg[1].f, 0);
}

OP_IS(op_leaky_relu, bent(c, SCALED_LEAKY_RELU, "LeakyReluBackward1"))
OP_IS(op_elu, bent(c, SCALED_ELU, "EluBackward1"))
OP_IS(op_softplus, activate(c, SCALED_SOFTPLUS, c->arg[1].f, c->arg[2].f))
OP_IS(op_hardshrink, activate(c, SCALED_HARDSHRINK, c->arg[1].f, 0))

bool op_hard(struct call *c)
{
    c->in_place = c->arg[1].i != 0;
    return activate(c, (enum scaled)c->op->with, 0, 0);
}

bool op_softshrink(struct call *c)
{
    double lambd = c->arg[1].f;
    if (lambd < 0) {
        return body_refuse(c, "lambda must be greater or equal to 0, but found to be %g.", lambd);
    }
    return activate(c, SCALED_SOFTSHRINK, lambd, 0);
}

/* The limits of a tensor of whole numbers are cut to whole ones. */
static bool clamp_whole(struct call *c)
{
    scoped_tensor low = {0}, high = {0};
    return tensor_from_int(c->cx, &low, DTYPE_INT64, (int64_t)c->arg[1].f, true) &&
           tensor_from_int(c->cx, &high, DTYPE_INT64, (int64_t)c->arg[2].f, true) &&
           clamp(c, &low, &high);
}

bool op_hardtanh(struct call *c)
{
    enum dtype dtype = A(c)->dtype;
    c->in_place = c->arg[3].i != 0;
    if (dtype == DTYPE_BOOL) {
        return body_refuse(c, "Bool inputs not supported for hardtanh");
    }
    if (dtype == DTYPE_UINT8 && (c->arg[1].f < 0 || c->arg[2].f < 0)) {
        return body_refuse(c, "cannot do hardtanh on an unsigned type with negative limits");
    }
    return dtype_is_float(dtype) ? clamp(c, B(c), &c->arg[2].tensor) : clamp_whole(c);
}

OP_KERNEL(op_round_decimals, elementwise_round_decimals, A(c), c->arg[1].i)

/* --- whole tensors compared --- */

bool op_allclose(struct call *c)
{
    bool same;
    if (A(c)->dtype != B(c)->dtype) {
        return body_refuse(c, "%s did not match %s", dtype_legacy_name(A(c)->dtype),
                           dtype_legacy_name(B(c)->dtype));
    }
    return elementwise_allclose(c->cx, &same, A(c), B(c), c->arg[2].f, c->arg[3].f,
                                c->arg[4].i != 0) &&
           body_value(c, value_bool(same));
}

bool op_equal(struct call *c)
{
    bool same;
    return elementwise_equal(c->cx, &same, A(c), B(c)) && body_value(c, value_bool(same));
}
