/* Holds NumPy's functions that work cell by cell. Both operands are brought to the type that NumPy
 * computes in; then the kernels of tensor/cells/elementwise.c do it. */
#include "numpy/numpy_math.h"

#include "base/fmath_numpy.h"

#include "numpy/numpy.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_ufunc.h"
#include "numpy/numpy_value.h"
#include "tensor/cells/elementwise_scaled.h"
#include "tensor/cells/elementwise_select.h"
#include "torch/op/op_body.h"

#include <math.h>

/* --- one operand --- */

/* The functions that give floats for integers. */
static bool needs_float(enum unary_op op)
{
    static const enum unary_op whole[] = {UNARY_NEG,    UNARY_ABS,         UNARY_SIGN,
                                          UNARY_SQUARE, UNARY_LOGICAL_NOT, UNARY_BITWISE_NOT,
                                          UNARY_ISNAN,  UNARY_ISINF,       UNARY_ISFINITE};
    for (size_t k = 0; k < sizeof whole / sizeof whole[0]; k++) {
        if (whole[k] == op) {
            return false;
        }
    }
    return true;
}

/* The float type that an elementary function of this type gives. */
static enum dtype float_for(enum dtype d)
{
    if (dtype_is_float(d)) {
        return d;
    }
    return dtype_size(d) == 1 ? DTYPE_FLOAT16 : d == DTYPE_INT16 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
}

bool numpy_narrow(struct compute *cx, struct tensor *t, enum dtype wanted)
{
    if (wanted != DTYPE_FLOAT16 || t->dtype != DTYPE_FLOAT32) {
        return true;
    }
    struct tensor wide = *t;
    bool ok = tensor_cast(cx, t, &wide, wanted);
    tensor_release(&wide);
    return ok;
}

/* exp, log, sin and cos of float32 are NumPy's own. */
static void put_own(enum unary_op op, struct tensor *out, const struct tensor *in)
{
    float (*own)(float) = op == UNARY_EXP   ? fmath_numpy_expf
                          : op == UNARY_LOG ? fmath_numpy_logf
                          : op == UNARY_SIN ? fmath_numpy_sinf
                          : op == UNARY_COS ? fmath_numpy_cosf
                                            : NULL;
    float *to = tensor_data(out);
    const float *from = tensor_data(in);
    int64_t n = tensor_numel(in);
    bool packed = tensor_is_contiguous(in) && tensor_is_contiguous(out);
    for (int64_t k = 0; own != NULL && k < n; k++) {
        if (packed) {
            to[k] = own(from[k]);
        } else {
            double x = tensor_cell(in, k);
            tensor_set_double(out, tensor_place(out, k), own((float)x));
        }
    }
}

static bool numpy_unary(struct interp *in, enum unary_op op, const struct tensor *a,
                        struct tensor *out)
{
    struct compute *cx = &torch_of(in)->compute;
    scoped_tensor cast = {0};
    if (op == UNARY_NEG && a->dtype == DTYPE_BOOL) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` "
            "operator or the logical_not function instead.");
    }
    enum dtype result = needs_float(op) ? float_for(a->dtype) : a->dtype;
    if (!tensor_cast(cx, &cast, a, dtype_seen(result))) {
        return raise_error(in);
    }
    bool ok = op == UNARY_ABS && a->dtype == DTYPE_BOOL ? tensor_copy(cx, out, &cast)
                                                        : elementwise_unary(cx, op, out, &cast);
    if (ok && result == DTYPE_FLOAT32) {
        put_own(op, out, &cast);
    }
    return (ok && numpy_narrow(cx, out, result)) || raise_error(in);
}

/* Numbers with a point have no bits to work on. */
static bool refuse_types(struct call *c, const char *ufunc)
{
    return raise_exception(c->in, EXCEPTION_TypeError,
                           "ufunc '%s' not supported for the input types, and the inputs could not "
                           "be safely coerced to any supported types according to the casting rule "
                           "''safe''",
                           ufunc);
}

bool np_unary(struct call *c)
{
    struct tensor t;
    enum unary_op op = (enum unary_op)c->op->with;
    if (!numpy_ufunc_take(c, 1) ||
        (op == UNARY_BITWISE_NOT && dtype_is_float(A(c)->dtype) && !refuse_types(c, c->op->id))) {
        return false;
    }
    return numpy_unary(c->in, op, A(c), &t) && numpy_ufunc_give(c, &t, 1);
}

/* NaN has NaN's sign, unlike in PyTorch. */
bool np_sign(struct call *c)
{
    struct tensor t;
    if (!numpy_ufunc_take(c, 1) || !numpy_unary(c->in, UNARY_SIGN, &c->arg[0].tensor, &t)) {
        return false;
    }
    const struct tensor *x = &c->arg[0].tensor;
    for (int64_t k = 0; dtype_is_float(t.dtype) && k < tensor_numel(&t); k++) {
        double v = tensor_cell(x, k);
        if (isnan(v)) {
            tensor_set_double(&t, tensor_place(&t, k), v);
        }
    }
    return numpy_ufunc_give(c, &t, 1);
}

static int64_t of_zero(enum dtype d)
{
    return d == DTYPE_INT64 ? INT64_MIN : d == DTYPE_INT32 ? INT32_MIN : 0;
}

/* Of integers an integer: 1 and -1 stay, 0 gives what the processor makes of an infinite number. */
bool np_reciprocal(struct call *c)
{
    struct tensor t;
    if (!numpy_ufunc_take(c, 1)) {
        return false;
    }
    const struct tensor *x = A(c);
    if (dtype_is_float(x->dtype)) {
        return numpy_unary(c->in, UNARY_RECIPROCAL, x, &t) && numpy_ufunc_give(c, &t, 1);
    }
    enum dtype d = x->dtype == DTYPE_BOOL ? DTYPE_INT8 : x->dtype;
    if (!tensor_new_like(c->cx, &t, x, d)) {
        return false;
    }
    for (int64_t k = 0; k < tensor_numel(x); k++) {
        int64_t n = tensor_int_at(x, tensor_place(x, k));
        tensor_set_int(&t, tensor_place(&t, k), n == 0 ? of_zero(d) : n == 1 || n == -1 ? n : 0);
    }
    return numpy_ufunc_give(c, &t, 1);
}

bool np_positive(struct call *c)
{
    struct tensor t;
    return numpy_ufunc_take(c, 1) && tensor_copy(c->cx, &t, A(c)) && numpy_ufunc_give(c, &t, 1);
}

static bool scaled(struct call *c, double factor)
{
    struct tensor t;
    scoped_tensor f = {0};
    if (!numpy_ufunc_take(c, 1) || !tensor_from_double(c->cx, &f, DTYPE_FLOAT64, factor, false)) {
        return false;
    }
    bool ok = numpy_binary(c->in, BINARY_MUL, &c->arg[0].tensor, &f, &t);
    return ok && numpy_ufunc_give(c, &t, 1);
}

OP_IS(np_deg2rad, scaled(c, 3.14159265358979323846 / 180.0))
OP_IS(np_rad2deg, scaled(c, 180.0 / 3.14159265358979323846))

/* Of whole numbers: to tens and hundreds, as float64 on the way. */
static bool round_whole(struct call *c, const struct tensor *a, int64_t decimals)
{
    struct chain k = {.c = c};
    if (a->dtype == DTYPE_BOOL && decimals == 0) {
        return chain_end(&k, chain_cast(&k, a, DTYPE_FLOAT16));
    }
    if (decimals >= 0) {
        return chain_end(&k, chain_copy(&k, a));
    }
    const struct tensor *wide = chain_cast(&k, a, DTYPE_FLOAT64), *rounded = NULL;
    if (wide != NULL) {
        rounded = chain_made(&k, elementwise_round_decimals(c->cx, chain_room(&k), wide, decimals));
    }
    return chain_end(&k, chain_cast(&k, rounded, a->dtype));
}

#define CANNOT_CAST(ufunc)                                                                         \
    "Cannot cast ufunc '" ufunc "' output from dtype('float64') to dtype('bool') with casting "    \
    "rule 'same_kind'"

bool np_round(struct call *c)
{
    const struct tensor *a = A(c);
    const int64_t decimals = c->arg[1].i;
    if (a->dtype == DTYPE_BOOL && decimals != 0) {
        return numpy_raise(c->in, "_UFuncOutputCastingError", "numpy.core._exceptions",
                           EXCEPTION_TypeError,
                           decimals > 0 ? CANNOT_CAST("multiply") : CANNOT_CAST("divide"));
    }
    return dtype_is_float(a->dtype)
               ? body_one(c, elementwise_round_decimals(c->cx, &c->out[0], a, decimals))
               : round_whole(c, a, decimals);
}

/* --- two operands --- */

static bool numpy_cast_both(struct compute *cx, enum dtype d, const struct tensor *a,
                            const struct tensor *b, struct tensor *x, struct tensor *y)
{
    if (!tensor_cast(cx, x, a, d)) {
        return false;
    }
    if (!tensor_cast(cx, y, b, d)) {
        tensor_release(x);
        return false;
    }
    return true;
}

/* Where b is 0, NumPy's integer division gives 0: those cells are divided by 1 and multiplied by
 * 0. */
static bool divide_integers(struct interp *in, enum binary_op op, struct tensor *x,
                            struct tensor *y, struct tensor *out)
{
    struct compute *cx = &torch_of(in)->compute;
    scoped_tensor zero = {0}, is_zero = {0}, safe = {0}, quotient = {0};
    bool ok = false;
    if (!tensor_from_int(cx, &zero, y->dtype, 0, false)) {
        return raise_error(in);
    }
    if (elementwise_binary(cx, BINARY_EQ, &is_zero, y, &zero)) {
        if (elementwise_binary(cx, BINARY_ADD, &safe, y, &is_zero)) {
            if (elementwise_binary(cx, op, &quotient, x, &safe)) {
                ok = elementwise_where(cx, out, &is_zero, &zero, &quotient);
            }
        }
    }
    return ok || raise_error(in);
}

static enum dtype compute_type(enum binary_op op, const struct tensor *a, const struct tensor *b)
{
    const struct tensor *at[2] = {a, b};
    enum dtype d = numpy_result_type(2, at);
    switch (op) {
    case BINARY_DIV:
    case BINARY_ATAN2:
        return dtype_is_float(d) ? d : DTYPE_FLOAT64;
    case BINARY_LOGICAL_AND:
    case BINARY_LOGICAL_OR:
    case BINARY_LOGICAL_XOR:
        return DTYPE_BOOL;
    case BINARY_NUMPY_POW:
        return d == DTYPE_BOOL ? DTYPE_INT8 : d;
    case BINARY_FLOOR_DIV:
    case BINARY_REMAINDER:
    case BINARY_FMOD:
    case BINARY_LSHIFT:
    case BINARY_RSHIFT:
        return d == DTYPE_BOOL ? DTYPE_INT64 : d;
    default:
        return d;
    }
}

bool numpy_binary(struct interp *in, enum binary_op op, const struct tensor *a,
                  const struct tensor *b, struct tensor *out)
{
    struct compute *cx = &torch_of(in)->compute;
    scoped_tensor x = {0}, y = {0};
    enum dtype d = compute_type(op, a, b);
    if (op == BINARY_SUB && d == DTYPE_BOOL) {
        return raise_exception(
            in, EXCEPTION_TypeError,
            "numpy boolean subtract, the `-` operator, is not supported, use the "
            "bitwise_xor, the `^` operator, or the logical_xor function instead.");
    }
    if (!numpy_check_broadcast(in, a, b)) {
        return false;
    }
    if (!numpy_cast_both(cx, dtype_seen(d), a, b, &x, &y)) {
        return raise_error(in);
    }
    bool whole = !dtype_is_float(d);
    bool ok = whole && (op == BINARY_FLOOR_DIV || op == BINARY_REMAINDER || op == BINARY_FMOD)
                  ? divide_integers(in, op, &x, &y, out)
                  : elementwise_binary(cx, op, out, &x, &y) || raise_error(in);
    return ok && (numpy_narrow(cx, out, d) || raise_error(in));
}

static bool any_negative(const struct tensor *t)
{
    int64_t n = tensor_numel(t);
    for (int64_t k = 0; k < n; k++) {
        if (tensor_int_at(t, tensor_place(t, k)) < 0) {
            return true;
        }
    }
    return false;
}

static bool numpy_power(struct interp *in, const struct tensor *a, const struct tensor *b,
                        struct tensor *out)
{
    if (!dtype_is_float(a->dtype) && !dtype_is_float(b->dtype) && any_negative(b)) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "Integers to negative integer powers are not allowed.");
    }
    return numpy_binary(in, BINARY_NUMPY_POW, a, b, out);
}

static bool check_bits(struct call *c)
{
    enum binary_op op = (enum binary_op)c->op->with;
    bool bits = op == BINARY_BITWISE_AND || op == BINARY_BITWISE_OR || op == BINARY_BITWISE_XOR ||
                op == BINARY_LSHIFT || op == BINARY_RSHIFT;
    bool has_float = dtype_is_float(A(c)->dtype) || dtype_is_float(B(c)->dtype);
    return !bits || !has_float || refuse_types(c, c->op->id);
}

bool np_binary(struct call *c)
{
    struct tensor t;
    return numpy_ufunc_take(c, 2) && check_bits(c) &&
           numpy_binary(c->in, (enum binary_op)c->op->with, A(c), B(c), &t) &&
           numpy_ufunc_give(c, &t, 2);
}

static bool power(struct call *c)
{
    struct tensor t;
    return numpy_power(c->in, A(c), B(c), &t) && numpy_ufunc_give(c, &t, 2);
}

OP_IS(np_power, numpy_ufunc_take(c, 2) && power(c))
OP_IS(np_float_power, numpy_ufunc_take(c, 2) && numpy_widen(c, 0, DTYPE_FLOAT64) &&
                          numpy_widen(c, 1, DTYPE_FLOAT64) && power(c))

/* --- operators of the language --- */

static const char *const operator_names[OP_COUNT] = {
    [OP_ADD] = "add",
    [OP_SUB] = "subtract",
    [OP_MUL] = "multiply",
    [OP_DIV] = "divide",
    [OP_FLOOR_DIV] = "floor_divide",
    [OP_MOD] = "remainder",
    [OP_POW] = "power",
    [OP_MATMUL] = "matmul",
    [OP_AND] = "bitwise_and",
    [OP_OR] = "bitwise_or",
    [OP_XOR] = "bitwise_xor",
    [OP_LSHIFT] = "left_shift",
    [OP_RSHIFT] = "right_shift",
    [OP_EQ] = "equal",
    [OP_NE] = "not_equal",
    [OP_LT] = "less",
    [OP_LE] = "less_equal",
    [OP_GT] = "greater",
    [OP_GE] = "greater_equal",
    [OP_NEG] = "negative",
    [OP_INVERT] = "invert",
    [OP_POS] = "positive",
};

const struct op *numpy_operator_row(enum operator_ op)
{
    const char *name = operator_names[op];
    for (const struct op *row = numpy_ops; row->name != NULL && name != NULL; row++) {
        if (row->name[0] == name[0] && strcmp(row->name, name) == 0) {
            return row;
        }
    }
    return NULL;
}

bool numpy_operator(struct interp *in, enum operator_ op, struct value left, struct value right,
                    struct value *out)
{
    const struct value at[2] = {left, right};
    const struct args args = {.at = at,
                              .count = op == OP_NEG || op == OP_POS || op == OP_INVERT ? 1 : 2};
    const struct op *row = numpy_operator_row(op);
    return row != NULL
               ? op_call(in, row, row->name, IN_NUMPY, &args, out)
               : raise_exception(in, EXCEPTION_TypeError, "unsupported operand for an array");
}
