/* Tells which dtype operands are promoted to, and which numbers a dtype can hold. */
#include "tensor/shape/promotion.h"

#include <float.h>
#include <math.h>

enum dtype promotion_result_type_n(int count, const struct tensor *const *tensors)
{
    /* Rank 0: tensors with dimensions, 1: without, 2: Python numbers. A lower rank is asked only
     * when its category (bool, integer, float) is higher. */
    bool present[3] = {false, false, false};
    enum dtype by_rank[3] = {DTYPE_BOOL, DTYPE_BOOL, DTYPE_BOOL};
    for (int i = 0; i < count; i++) {
        const struct tensor *t = tensors[i];
        int rank = t->wrapped ? 2 : t->ndim == 0 ? 1 : 0;
        enum dtype d = t->wrapped && dtype_is_float(t->dtype) ? DTYPE_FLOAT32 : t->dtype;
        by_rank[rank] = dtype_promote(by_rank[rank], d);
        present[rank] = true;
    }
    enum dtype result = DTYPE_BOOL;
    bool any = false;
    for (int rank = 0; rank < 3; rank++) {
        enum dtype d = by_rank[rank];
        if (!present[rank]) {
            continue;
        }
        if (!any) {
            result = d;
        } else if (dtype_category(d) > dtype_category(result)) {
            result = d;
        }
        any = true;
    }
    return result;
}

enum dtype promotion_result_type(const struct tensor *a, const struct tensor *b)
{
    const struct tensor *const both[] = {a, b};
    return promotion_result_type_n(2, both);
}

bool promotion_can_cast(enum dtype from, enum dtype to)
{
    return dtype_category(from) <= dtype_category(to);
}

/* Whether PyTorch's checked conversion of a number takes it. */
static bool fits(enum dtype to, const struct tensor *value)
{
    static const struct {
        double smallest, largest;
    } limits[DTYPE_COUNT] = {
        [DTYPE_UINT8] = {-0xff, 0xff},
        [DTYPE_INT8] = {INT8_MIN, INT8_MAX},
        [DTYPE_INT16] = {INT16_MIN, INT16_MAX},
        [DTYPE_INT32] = {INT32_MIN, INT32_MAX},
        [DTYPE_INT64] = {-0x1p63, 0x1p63},
        [DTYPE_FLOAT16] = {-65504, 65504},
        [DTYPE_BFLOAT16] = {-0x1.fep127, 0x1.fep127},
        [DTYPE_FLOAT32] = {-FLT_MAX, FLT_MAX},
        [DTYPE_FLOAT64] = {-DBL_MAX, DBL_MAX},
        [DTYPE_COMPLEX64] = {-FLT_MAX, FLT_MAX},
    };
    double x = tensor_double_at(value, value->offset);
    if (to == DTYPE_BOOL || (dtype_category(to) >= CATEGORY_FLOAT && (isinf(x) || isnan(x)))) {
        return true;
    }
    if (to == DTYPE_INT64 && !dtype_is_float(value->dtype)) {
        return true;
    }
    double smallest = limits[to].smallest;
    if (to == DTYPE_UINT8 && dtype_is_float(value->dtype)) {
        smallest = 0; /* negative integers down to -255 wrap, negative floats do not */
    }
    return x >= smallest && x <= limits[to].largest;
}

bool promotion_refuse(struct compute *cx, enum dtype to)
{
    static const char *const c_names[DTYPE_COUNT] = {
        [DTYPE_BOOL] = "bool",
        [DTYPE_UINT8] = "uint8_t",
        [DTYPE_INT8] = "int8_t",
        [DTYPE_INT16] = "int16_t",
        [DTYPE_INT32] = "int",
        [DTYPE_INT64] = "int64_t",
        [DTYPE_FLOAT16] = "at::Half",
        [DTYPE_BFLOAT16] = "at::BFloat16",
        [DTYPE_FLOAT32] = "float",
        [DTYPE_FLOAT64] = "double",
        [DTYPE_COMPLEX64] = "c10::complex<float>",
    };
    return error_set(cx->err, ERROR_RUNTIME,
                     "value cannot be converted to type %s without overflow", c_names[to]);
}

bool promotion_check(struct compute *cx, enum dtype to, const struct tensor *value)
{
    return fits(to, value) || promotion_refuse(cx, to);
}
