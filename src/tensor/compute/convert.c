/* Holds the conversions between dtypes, each from each, and plain moves when the dtype stays.
 * Every function walks one run; contiguous runs have a loop of their own that vectorises. */
#include "tensor/compute/convert.h"

#include "tensor/compute/half.h"

int64_t convert_to_int(double value)
{
    return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? (int64_t)value
                                                                            : INT64_MIN;
}

static inline int32_t to_int32(double value)
{
    return value > -0x1p31 - 1 && value < 0x1p31 ? (int32_t)value : INT32_MIN;
}

/* How a target takes a number of type int64 or less, and a float. */
#define BOOL_OF_INT(x) ((uint8_t)((x) != 0))
#define BOOL_OF_FLOAT(x) ((uint8_t)((x) != 0))
#define UINT8_OF_INT(x) ((uint8_t)(x))
#define UINT8_OF_FLOAT(x) ((uint8_t)convert_to_int((double)(x)))
#define INT8_OF_INT(x) ((int8_t)(uint8_t)(x))
#define INT8_OF_FLOAT(x) ((int8_t)(uint8_t)to_int32((double)(x)))
#define INT16_OF_INT(x) ((int16_t)(uint16_t)(x))
#define INT16_OF_FLOAT(x) ((int16_t)(uint16_t)to_int32((double)(x)))
#define INT32_OF_INT(x) ((int32_t)(uint32_t)(x))
#define INT32_OF_FLOAT(x) to_int32((double)(x))
#define INT64_OF_INT(x) ((int64_t)(x))
#define INT64_OF_FLOAT(x) convert_to_int((double)(x))
#define FLOAT16_OF_INT(x) half_to_float16((float)(x))
#define FLOAT16_OF_FLOAT(x) half_to_float16((float)(x))
#define BFLOAT16_OF_INT(x) half_to_bfloat16((float)(x))
#define BFLOAT16_OF_FLOAT(x) half_to_bfloat16((float)(x))
#define FLOAT32_OF_INT(x) ((float)(x))
#define FLOAT32_OF_FLOAT(x) ((float)(x))
#define FLOAT64_OF_INT(x) ((double)(x))
#define FLOAT64_OF_FLOAT(x) ((double)(x))
#define COMPLEX64_OF_INT(x) ((struct complex64){(float)(x), 0})
#define COMPLEX64_OF_FLOAT(x) ((struct complex64){(float)(x), 0})
/* And a complex number, which loses its imaginary part. */
#define BOOL_OF_COMPLEX(z) ((uint8_t)((z).re != 0 || (z).im != 0))
#define UINT8_OF_COMPLEX(z) UINT8_OF_FLOAT((z).re)
#define INT8_OF_COMPLEX(z) INT8_OF_FLOAT((z).re)
#define INT16_OF_COMPLEX(z) INT16_OF_FLOAT((z).re)
#define INT32_OF_COMPLEX(z) INT32_OF_FLOAT((z).re)
#define INT64_OF_COMPLEX(z) INT64_OF_FLOAT((z).re)
#define FLOAT16_OF_COMPLEX(z) half_to_float16((z).re)
#define BFLOAT16_OF_COMPLEX(z) half_to_bfloat16((z).re)
#define FLOAT32_OF_COMPLEX(z) ((z).re)
#define FLOAT64_OF_COMPLEX(z) ((double)(z).re)
#define COMPLEX64_OF_COMPLEX(z) (z)

#define CONVERT(name, source, read, target, rule)                                                  \
    static void name(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n)    \
    {                                                                                              \
        if (dst_step == (int64_t)sizeof(target) && src_step == (int64_t)sizeof(source)) {          \
            target *restrict to = (void *)dst;                                                     \
            const source *restrict from = (const void *)src;                                       \
            for (int64_t i = 0; i < n; i++) {                                                      \
                to[i] = rule(read(from[i]));                                                       \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            *(target *)(void *)(dst + i * dst_step) =                                              \
                rule(read(*(const source *)(const void *)(src + i * src_step)));                   \
        }                                                                                          \
    }

/* Every target: its id, its type in memory. */
#define TARGETS(X, ...)                                                                            \
    X(BOOL, uint8_t, __VA_ARGS__)                                                                  \
    X(UINT8, uint8_t, __VA_ARGS__)                                                                 \
    X(INT8, int8_t, __VA_ARGS__)                                                                   \
    X(INT16, int16_t, __VA_ARGS__)                                                                 \
    X(INT32, int32_t, __VA_ARGS__)                                                                 \
    X(INT64, int64_t, __VA_ARGS__)                                                                 \
    X(FLOAT16, uint16_t, __VA_ARGS__)                                                              \
    X(BFLOAT16, uint16_t, __VA_ARGS__)                                                             \
    X(FLOAT32, float, __VA_ARGS__)                                                                 \
    X(FLOAT64, double, __VA_ARGS__)                                                                \
    X(COMPLEX64, struct complex64, __VA_ARGS__)

#define FROM_INT(id, target, from, source, read)                                                   \
    CONVERT(from##_to_##id, source, read, target, id##_OF_INT)
#define FROM_FLOAT(id, target, from, source, read)                                                 \
    CONVERT(from##_to_##id, source, read, target, id##_OF_FLOAT)
#define FROM_COMPLEX(id, target, from, source, read)                                               \
    CONVERT(from##_to_##id, source, read, target, id##_OF_COMPLEX)

static inline struct complex64 itself(struct complex64 z)
{
    return z;
}

/* A bool is a byte of 0 or 1, so it reads as uint8. */
TARGETS(FROM_INT, uint8, uint8_t, +)
TARGETS(FROM_INT, int8, int8_t, +)
TARGETS(FROM_INT, int16, int16_t, +)
TARGETS(FROM_INT, int32, int32_t, +)
TARGETS(FROM_INT, int64, int64_t, +)
TARGETS(FROM_FLOAT, float16, uint16_t, half_from_float16)
TARGETS(FROM_FLOAT, bfloat16, uint16_t, half_from_bfloat16)
TARGETS(FROM_FLOAT, float32, float, +)
TARGETS(FROM_FLOAT, float64, double, +)
TARGETS(FROM_COMPLEX, complex64, struct complex64, itself)

#define CELL(id, target, from) [DTYPE_##id] = from##_to_##id,
#define ROW(from)                                                                                  \
    {                                                                                              \
        TARGETS(CELL, from)                                                                        \
    }

static void (*const table[DTYPE_COUNT][DTYPE_COUNT])(char *, int64_t, const char *, int64_t,
                                                     int64_t) = {
    [DTYPE_BOOL] = ROW(uint8),          [DTYPE_UINT8] = ROW(uint8),
    [DTYPE_INT8] = ROW(int8),           [DTYPE_INT16] = ROW(int16),
    [DTYPE_INT32] = ROW(int32),         [DTYPE_INT64] = ROW(int64),
    [DTYPE_FLOAT16] = ROW(float16),     [DTYPE_BFLOAT16] = ROW(bfloat16),
    [DTYPE_FLOAT32] = ROW(float32),     [DTYPE_FLOAT64] = ROW(float64),
    [DTYPE_COMPLEX64] = ROW(complex64),
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

#define SUM_OR(x, y) ((uint8_t)((x) | (y)))
#define SUM_UINT8(x, y) ((uint8_t)((x) + (y)))
#define SUM_INT8(x, y) ((int8_t)(uint8_t)((x) + (y)))
#define SUM_INT16(x, y) ((int16_t)(uint16_t)((x) + (y)))
#define SUM_INT32(x, y) ((int32_t)((uint32_t)(x) + (uint32_t)(y)))
#define SUM_INT64(x, y) ((int64_t)((uint64_t)(x) + (uint64_t)(y)))
#define SUM_FLOAT16(x, y) half_to_float16(half_from_float16(x) + half_from_float16(y))
#define SUM_BFLOAT16(x, y) half_to_bfloat16(half_from_bfloat16(x) + half_from_bfloat16(y))
#define SUM_REAL(x, y) ((x) + (y))
#define SUM_COMPLEX(x, y) ((struct complex64){(x).re + (y).re, (x).im + (y).im})

#define ADD(id, type, rule)                                                                        \
    case DTYPE_##id:                                                                               \
        for (int64_t i = 0; i < n; i++) {                                                          \
            type *cell = (type *)(void *)(at + i * to_step);                                       \
            *cell = rule(*cell, *(const type *)(const void *)(source + i * from_step));            \
        }                                                                                          \
        break;

void convert_add(enum dtype dtype, void *to, int64_t to_step, const void *from, int64_t from_step,
                 int64_t n)
{
    char *at = to;
    const char *source = from;
    switch (dtype) {
        ADD(BOOL, uint8_t, SUM_OR)
        ADD(UINT8, uint8_t, SUM_UINT8)
        ADD(INT8, int8_t, SUM_INT8)
        ADD(INT16, int16_t, SUM_INT16)
        ADD(INT32, int32_t, SUM_INT32)
        ADD(INT64, int64_t, SUM_INT64)
        ADD(FLOAT16, uint16_t, SUM_FLOAT16)
        ADD(BFLOAT16, uint16_t, SUM_BFLOAT16)
        ADD(FLOAT32, float, SUM_REAL)
        ADD(FLOAT64, double, SUM_REAL)
        ADD(COMPLEX64, struct complex64, SUM_COMPLEX)
    }
}
