/* The 36 conversions between dtypes, and plain moves when the dtype stays.
 * Every function walks one run; contiguous runs have a loop of their own that vectorises. */
#include "tensor/convert.h"

#include <float.h>
#include <math.h>
#include <string.h>

int64_t convert_to_int(double value)
{
    return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? (int64_t)value
                                                                            : INT64_MIN;
}

static inline int32_t to_int32(double value)
{
    return value > -0x1p31 - 1 && value < 0x1p31 ? (int32_t)value : INT32_MIN;
}

#define AS_BOOL(x) ((uint8_t)((x) != 0))
#define AS_UINT8_INT(x) ((uint8_t)(x))
#define AS_UINT8_FLOAT(x) ((uint8_t)convert_to_int((double)(x)))
#define AS_INT32_INT(x) ((int32_t)(uint32_t)(x))
#define AS_INT32_FLOAT(x) to_int32((double)(x))
#define AS_INT64_INT(x) ((int64_t)(x))
#define AS_INT64_FLOAT(x) convert_to_int((double)(x))
#define AS_FLOAT32(x) ((float)(x))
#define AS_FLOAT64(x) ((double)(x))

#define CONVERT(name, source, target, rule)                                                        \
    static void name(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n)    \
    {                                                                                              \
        if (dst_step == (int64_t)sizeof(target) && src_step == (int64_t)sizeof(source)) {          \
            target *restrict to = (void *)dst;                                                     \
            const source *restrict from = (const void *)src;                                       \
            for (int64_t i = 0; i < n; i++) {                                                      \
                to[i] = rule(from[i]);                                                             \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            *(target *)(void *)(dst + i * dst_step) =                                              \
                rule(*(const source *)(const void *)(src + i * src_step));                         \
        }                                                                                          \
    }

#define CONVERT_INT(name, source)                                                                  \
    CONVERT(name##_to_bool, source, uint8_t, AS_BOOL)                                              \
    CONVERT(name##_to_uint8, source, uint8_t, AS_UINT8_INT)                                        \
    CONVERT(name##_to_int32, source, int32_t, AS_INT32_INT)                                        \
    CONVERT(name##_to_int64, source, int64_t, AS_INT64_INT)                                        \
    CONVERT(name##_to_float32, source, float, AS_FLOAT32)                                          \
    CONVERT(name##_to_float64, source, double, AS_FLOAT64)

#define CONVERT_FLOAT(name, source)                                                                \
    CONVERT(name##_to_bool, source, uint8_t, AS_BOOL)                                              \
    CONVERT(name##_to_uint8, source, uint8_t, AS_UINT8_FLOAT)                                      \
    CONVERT(name##_to_int32, source, int32_t, AS_INT32_FLOAT)                                      \
    CONVERT(name##_to_int64, source, int64_t, AS_INT64_FLOAT)                                      \
    CONVERT(name##_to_float32, source, float, AS_FLOAT32)                                          \
    CONVERT(name##_to_float64, source, double, AS_FLOAT64)

/* A bool is a byte of 0 or 1, so it reads as uint8. */
CONVERT_INT(uint8, uint8_t)
CONVERT_INT(int32, int32_t)
CONVERT_INT(int64, int64_t)
CONVERT_FLOAT(float32, float)
CONVERT_FLOAT(float64, double)

#define ROW(name)                                                                                  \
    {                                                                                              \
        name##_to_bool, name##_to_uint8, name##_to_int32, name##_to_int64, name##_to_float32,      \
            name##_to_float64                                                                      \
    }

static void (*const table[DTYPE_COUNT][DTYPE_COUNT])(char *, int64_t, const char *, int64_t,
                                                     int64_t) = {
    [DTYPE_BOOL] = ROW(uint8),  [DTYPE_UINT8] = ROW(uint8),     [DTYPE_INT32] = ROW(int32),
    [DTYPE_INT64] = ROW(int64), [DTYPE_FLOAT32] = ROW(float32), [DTYPE_FLOAT64] = ROW(float64),
};

void convert_run(enum dtype to, void *dst, int64_t dst_step, enum dtype from, const void *src,
                 int64_t src_step, int64_t n)
{
    int64_t size = (int64_t)dtype_size(to);
    if (to == from && dst_step == size && src_step == size) {
        if (dst != src) {
            memmove(dst, src, (size_t)(n * size));
        }
        return;
    }
    table[from][to](dst, dst_step, src, src_step, n);
}

/* Whether PyTorch's checked conversion of a number takes it. */
static bool fits(enum dtype to, const struct tensor *value)
{
    static const double largest[DTYPE_COUNT] = {
        [DTYPE_UINT8] = 0xff,      [DTYPE_INT32] = INT32_MAX, [DTYPE_INT64] = 0x1p63,
        [DTYPE_FLOAT32] = FLT_MAX, [DTYPE_FLOAT64] = DBL_MAX,
    };
    double x = tensor_double_at(value, value->offset);
    if (to == DTYPE_BOOL || (dtype_is_float(to) && (isinf(x) || isnan(x)))) {
        return true;
    }
    if (to == DTYPE_INT64 && !dtype_is_float(value->dtype)) {
        return true;
    }
    double smallest = -largest[to];
    if (to == DTYPE_INT32) {
        smallest = INT32_MIN;
    } else if (to == DTYPE_UINT8 && dtype_is_float(value->dtype)) {
        smallest = 0; /* negative integers down to -255 wrap, negative floats do not */
    }
    return x >= smallest && x <= largest[to];
}

bool convert_check(struct compute *cx, enum dtype to, const struct tensor *value)
{
    static const char *const c_names[DTYPE_COUNT] = {"bool",    "uint8_t", "int",
                                                     "int64_t", "float",   "double"};
    return fits(to, value) ||
           error_set(cx->err, ERROR_RUNTIME,
                     "value cannot be converted to type %s without overflow", c_names[to]);
}
