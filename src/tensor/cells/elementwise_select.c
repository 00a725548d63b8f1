/* Carries out operations that choose between their inputs cell by cell: where, masked_fill, clamp;
 * and lerp and fma, which mix them. Their rules for dtypes differ from those of plain arithmetic.
 */
#include "tensor/cells/elementwise_select.h"

#include "tensor/cells/elementwise_kernel.h"

#include "tensor/compute/kernel.h"
#include "tensor/shape/promotion.h"

#include <math.h>
#include <string.h>

/* --- where --- */

TERNARY_LOOP(where_u8, uint8_t, uint8_t, uint8_t, x != 0 ? y : z)
TERNARY_LOOP(where_i8, uint8_t, int8_t, int8_t, x != 0 ? y : z)
TERNARY_LOOP(where_i16, uint8_t, int16_t, int16_t, x != 0 ? y : z)
TERNARY_LOOP(where_i32, uint8_t, int32_t, int32_t, x != 0 ? y : z)
TERNARY_LOOP(where_i64, uint8_t, int64_t, int64_t, x != 0 ? y : z)
TERNARY_LOOP(where_f64, uint8_t, double, double, x != 0 ? y : z)
TERNARY_LOOP(where_large_f32, uint8_t, float, float, x != 0 ? y : z)

/* The argument is what elementwise_wide gives. */
static void where_f32(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct kernel *kernel = arg;
    if (kernel == NULL) {
        where_large_f32(arg, out, in, n);
    } else {
        kernel->choose(out, in[0], in[1], in[2], n);
    }
}

static const struct elementwise_row where_row = {
    .run = {BOOLS(where_u8), INTS(where), FLOATS(where), COMPLEX(where_i64)}};

bool elementwise_where(struct compute *cx, struct tensor *out, const struct tensor *condition,
                       const struct tensor *a, const struct tensor *b)
{
    if (condition->dtype != DTYPE_BOOL && condition->dtype != DTYPE_UINT8) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "where expected condition to be a boolean tensor, but got a tensor with "
                         "dtype %s",
                         dtype_legacy_name(condition->dtype));
    }
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!tensor_broadcast(cx, condition, a, &ndim, shape) ||
        !elementwise_grow(cx, &ndim, shape, b)) {
        return false;
    }
    enum dtype dtype = promotion_result_type(a, b);
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, condition, DTYPE_BOOL);
    iterate_input(&it, a, dtype);
    iterate_input(&it, b, dtype);
    return elementwise_finish(cx, &it, out, dtype, where_row.run[dtype],
                              elementwise_wide(cx, ndim, shape));
}

/* --- masked_fill --- */

/* The mask as bytes. PyTorch 1.13 reads the first byte of whatever dtype the mask has: right for
 * bools and integers 0 and 1, while a float mask of 0.0 and 1.0 masks nothing. */
static bool mask_as_bytes(struct compute *cx, struct tensor *out, const struct tensor *mask,
                          bool used)
{
    struct tensor bits = *mask;
    if (mask->dtype == DTYPE_BOOL) {
        *out = tensor_ref(mask);
        return true;
    }
    if (dtype_is_float(mask->dtype)) {
        size_t size = dtype_size(mask->dtype);
        bits.dtype = size == 2 ? DTYPE_INT16 : size == 4 ? DTYPE_INT32 : DTYPE_INT64;
    }
    if (!tensor_cast(cx, out, &bits, DTYPE_UINT8)) {
        return false;
    }
    for (int64_t k = used ? tensor_numel(out) - 1 : -1; k >= 0; k--) {
        if (tensor_int_at(out, tensor_place(out, k)) > 1) {
            tensor_release(out);
            return error_set(cx->err, ERROR_RUNTIME, "Mask tensor can take 0 and 1 values only");
        }
    }
    return true;
}

/* out is a fresh tensor of the broadcast shape. */
static void fill_masked(struct compute *cx, const struct tensor *out, const struct tensor *in,
                        const struct tensor *bytes, const struct tensor *value)
{
    struct iterate it;
    struct iterate_kernel kernel = {where_row.run[in->dtype],
                                    elementwise_wide(cx, out->ndim, out->shape)};
    iterate_start(&it, out->ndim, out->shape);
    iterate_input(&it, bytes, bytes->dtype);
    iterate_input(&it, value, in->dtype);
    iterate_input(&it, in, in->dtype);
    iterate_output(&it, out, in->dtype);
    iterate_run(cx, &it, &kernel);
}

bool elementwise_masked_fill(struct compute *cx, struct tensor *out, const struct tensor *in,
                             const struct tensor *mask, const struct tensor *value)
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    struct tensor bytes, t;
    if (value->ndim != 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "masked_fill_ only supports a 0-dimensional value tensor, but got tensor "
                         "with %d dimension(s).",
                         value->ndim);
    }
    if (!tensor_broadcast(cx, mask, in, &ndim, shape) || !promotion_check(cx, in->dtype, value) ||
        !tensor_new(cx, &t, in->dtype, ndim, shape)) {
        return false;
    }
    if (!mask_as_bytes(cx, &bytes, mask, tensor_numel(&t) > 0)) {
        tensor_release(&t);
        return false;
    }
    fill_masked(cx, &t, in, &bytes, value);
    tensor_release(&bytes);
    *out = t;
    return true;
}

/* --- clamp --- */

/* x NaN stays; a NaN bound wins over x. */
TERNARY_LOOP(clamp_i8, int8_t, int8_t, int8_t, (x < y ? y : x) > z ? z : (x < y ? y : x))
TERNARY_LOOP(clamp_i16, int16_t, int16_t, int16_t, (x < y ? y : x) > z ? z : (x < y ? y : x))
TERNARY_LOOP(clamp_i32, int32_t, int32_t, int32_t, (x < y ? y : x) > z ? z : (x < y ? y : x))
TERNARY_LOOP(clamp_i64, int64_t, int64_t, int64_t, (x < y ? y : x) > z ? z : (x < y ? y : x))
TERNARY_LOOP(clamp_u8, uint8_t, uint8_t, uint8_t, (x < y ? y : x) > z ? z : (x < y ? y : x))
#define CLAMP_LOOP(name, real)                                                                     \
    static inline real name##_one(real x, real low, real high)                                     \
    {                                                                                              \
        real raised = x < low || low != low ? low : x;                                             \
        real result = raised > high || high != high ? high : raised;                               \
        return x != x ? x : low != low ? low : result;                                             \
    }                                                                                              \
    TERNARY_LOOP(name, real, real, real, name##_one(x, y, z))
CLAMP_LOOP(clamp_f32, float)
CLAMP_LOOP(clamp_f64, double)

INT_LOOPS(BINARY_LOOP, at_least, x < y ? y : x)
INT_LOOPS(BINARY_LOOP, at_most, x > y ? y : x)
FLOAT_LOOPS(BINARY_LOOP, at_least, x != x ? x : ((x < y) | (y != y)) ? y : x)
FLOAT_LOOPS(BINARY_LOOP, at_most, x != x ? x : ((x > y) | (y != y)) ? y : x)

FLOAT_LOOPS(BINARY_LOOP, keep, ((void)y, x))

/* By which bounds there are: low, high, both, or one that bounds nothing. */
static const struct elementwise_row clamp_rows[] = {
    {.kernel = "clamp_min_cpu", .run = {BOOLS(at_least_u8), INTS(at_least), NO_HALF(at_least)}},
    {.kernel = "clamp_max_cpu", .run = {BOOLS(at_most_u8), INTS(at_most), NO_HALF(at_most)}},
    {.kernel = "clamp_cpu", .run = {INTS(clamp), NO_HALF(clamp)}},
    {.run = {NO_HALF(keep)}},
};

/* A single bound that is a Python number and NaN bounds nothing; next to another bound it makes
 * every cell NaN, as a tensor that is NaN does. */
static bool bounds_nothing(const struct tensor *bound, const struct tensor *other)
{
    return other == NULL && bound != NULL && bound->wrapped &&
           isnan(tensor_double_at(bound, bound->offset));
}

/* float16 has a clamp with one tensor: PyTorch takes the maximum or minimum. */
static bool only_tensor(const struct tensor *low, const struct tensor *high)
{
    const struct tensor *bound = low != NULL ? low : high;
    return (low == NULL || high == NULL) && !bound->wrapped;
}

static const char *clamp_kernel(const char *kernel, const struct tensor *low,
                                const struct tensor *high)
{
    if (low != NULL && high != NULL && low->wrapped && high->wrapped) {
        return "clamp_scalar_cpu";
    }
    return low == NULL && high->wrapped ? "clamp_max_scalar_cpu" : kernel;
}

bool elementwise_clamp(struct compute *cx, struct tensor *out, const struct tensor *in,
                       const struct tensor *low, const struct tensor *high)
{
    if (low == NULL && high == NULL) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "torch.clamp: At least one of 'min' or 'max' must not be None");
    }
    const struct tensor *all[3] = {in};
    int count = 1, ndim = in->ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    memcpy(shape, in->shape, sizeof shape);
    for (int i = 0; i < 2; i++) {
        const struct tensor *bound = i == 0 ? low : high;
        if (bound != NULL && !elementwise_grow(cx, &ndim, shape, bound)) {
            return false;
        }
        if (bound != NULL) {
            all[count++] = bound;
        }
    }
    enum dtype dtype = promotion_result_type_n(count, all);
    const struct elementwise_row *row = &clamp_rows[low == NULL ? 1 : high == NULL ? 0 : 2];
    if (row->run[dtype] == NULL && !(dtype == DTYPE_FLOAT16 && only_tensor(low, high))) {
        return elementwise_refuse(cx, clamp_kernel(row->kernel, low, high), dtype);
    }
    if (bounds_nothing(low, high) || bounds_nothing(high, low)) {
        row = &clamp_rows[3];
    }
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, in, dtype);
    for (int i = 0; i < 2; i++) {
        const struct tensor *bound = i == 0 ? low : high;
        if (bound != NULL && bound->wrapped) {
            iterate_number(&it, bound, dtype);
        } else if (bound != NULL) {
            iterate_input(&it, bound, dtype);
        }
    }
    return elementwise_finish(cx, &it, out, dtype, row->run[dtype_seen(dtype)], NULL);
}

/* --- lerp --- */

/* PyTorch's kernel rounds once after multiply and add. For float32 a double holds the product. */
TERNARY_LOOP(lerp_f32, float, float, float,
             z < 0.5f ? (double)x + (double)z * (y - x) : (double)y - (double)(y - x) * (1 - z))
TERNARY_LOOP(lerp_f64, double, double, double, z < 0.5 ? fma(z, y - x, x) : fma(-(y - x), 1 - z, y))

static bool check_lerp(struct compute *cx, const char *name, enum dtype expected, enum dtype got)
{
    return expected == got ||
           error_set(cx->err, ERROR_RUNTIME, "expected dtype %s for `%s` but got dtype %s",
                     dtype_c_name(expected), name, dtype_c_name(got));
}

bool elementwise_lerp(struct compute *cx, struct tensor *out, const struct tensor *a,
                      const struct tensor *b, const struct tensor *weight)
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    enum dtype dtype = a->dtype;
    if (!check_lerp(cx, "end", dtype, b->dtype) ||
        (!weight->wrapped && !check_lerp(cx, "weight", dtype, weight->dtype)) ||
        !tensor_broadcast(cx, a, b, &ndim, shape) || !elementwise_grow(cx, &ndim, shape, weight)) {
        return false;
    }
    if (!dtype_is_float(dtype) || dtype == DTYPE_FLOAT16) {
        return elementwise_refuse(cx, weight->wrapped ? "lerp_kernel_scalar" : "lerp_kernel_tensor",
                                  dtype);
    }
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, a, dtype);
    iterate_input(&it, b, dtype);
    if (weight->wrapped) { /* not rounded to a short float first */
        iterate_number(&it, weight, dtype_seen(dtype));
    } else {
        iterate_input(&it, weight, dtype);
    }
    return elementwise_finish(cx, &it, out, dtype, dtype == DTYPE_FLOAT64 ? lerp_f64 : lerp_f32,
                              NULL);
}

/* --- fma --- */

static void fma_f32(const void *arg, void *out, const void *const *in, int64_t n)
{
    const struct kernel *kernel = arg;
    kernel->fuse(out, in[0], in[1], in[2], n);
}

TERNARY_LOOP(fma_f64, double, double, double, fma(x, y, z))

bool elementwise_fma(struct compute *cx, struct tensor *out, const struct tensor *a,
                     const struct tensor *b, const struct tensor *c, enum dtype dtype)
{
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (!tensor_broadcast(cx, a, b, &ndim, shape) || !elementwise_grow(cx, &ndim, shape, c)) {
        return false;
    }
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, a, dtype);
    iterate_input(&it, b, dtype);
    iterate_input(&it, c, dtype);
    return elementwise_finish(cx, &it, out, dtype, dtype == DTYPE_FLOAT64 ? fma_f64 : fma_f32,
                              kernel_for(cx));
}
