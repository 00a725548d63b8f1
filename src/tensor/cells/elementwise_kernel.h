/* Shows how the loops of the elementwise operations are written and found: macros that make one
 * loop per dtype, and the rows that name them. Included by the elementwise_*.c files only. */
#pragma once

#include "tensor/cells/elementwise.h"
#include "tensor/shape/iterate.h"

/* Which dtype the loop works in and which it returns. */
enum result_rule {
    RESULT_SAME,     /* the (common) dtype of the inputs */
    RESULT_FLOAT,    /* integers and bools become float32 first */
    RESULT_BOOL,     /* works in the inputs' dtype, returns bool */
    RESULT_BOOL_INT, /* as RESULT_SAME, but bool becomes int64 */
};

struct elementwise_row {
    enum result_rule rule;
    const char *kernel;       /* as PyTorch names it where a dtype has no loop */
    const char *bool_refusal; /* a whole sentence, where PyTorch has one for bool */
    bool in_vectors;          /* struct iterate */
    void (*run[DTYPE_COUNT])(const void *arg, void *out, const void *const *in, int64_t n);
};

const struct elementwise_row *elementwise_unary_row(enum unary_op op);
const struct elementwise_row *elementwise_binary_row(enum binary_op op);
/* x ** y for a Python number y, where PyTorch has a loop of its own for it, else NULL. Its argument
 * is y, a double. */
void (*elementwise_binary_pow_run(enum dtype dtype, double exponent))(const void *, void *,
                                                                      const void *const *, int64_t);
/* The kernels for a result of this shape, or NULL where it is too large for the caches: there the
 * loops wait for memory, and stores of the widest vectors take up to twice as long as narrow ones
 * (make bench: scale and mask of the layer). */
const struct kernel *elementwise_wide(const struct compute *cx, int ndim, const int64_t *shape);
/* What a loop with a number gets: loops of powers only look at `by`. The kernel may be NULL. */
struct elementwise_number {
    double by;
    const struct kernel *kernel;
};
/* Float32 times the number that is its argument. */
void elementwise_binary_scale(const void *arg, void *out, const void *const *in, int64_t n);

/* `"abs_cpu" not implemented for 'Bool'`. */
bool elementwise_refuse(struct compute *cx, const char *kernel, enum dtype dtype);
/* shape (of ndim axes) grows to the broadcast of itself and t. */
bool elementwise_grow(struct compute *cx, int *ndim, int64_t shape[TENSOR_MAX_DIMS],
                      const struct tensor *t);
/* A fresh output for the inputs named so far, filled by run(arg). */
bool elementwise_finish(struct compute *cx, struct iterate *it, struct tensor *out,
                        enum dtype dtype,
                        void (*run)(const void *, void *, const void *const *, int64_t),
                        const void *arg);

/* PyTorch's loops over float32 take this many cells at a time. What is left goes through the C
 * library: fmath_expf_rest, or NEAR, which is right but for a cell in thousands. */
#define FLOAT_VECTOR 16
#define IN_VECTORS(i, n) ((i) < (n) / FLOAT_VECTOR * FLOAT_VECTOR)
#define IN_WIDE_VECTORS(n) ((n) / 8 * 8) /* so many of n cells of float64 */
#define NEAR(function, x) ((float)fmath_##function((double)(x)))

/* A loop over x (and y, and z) of type `source`; the expression is cast to `target`. */
#define UNARY_LOOP(name, source, target, expression)                                               \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const source *restrict from = in[0];                                                       \
        target *restrict to = out;                                                                 \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const source x = from[i];                                                              \
            to[i] = (target)(expression);                                                          \
        }                                                                                          \
    }
#define BINARY_LOOP(name, source, target, expression)                                              \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const source *restrict from_x = in[0], *restrict from_y = in[1];                           \
        target *restrict to = out;                                                                 \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const source x = from_x[i], y = from_y[i];                                             \
            to[i] = (target)(expression);                                                          \
        }                                                                                          \
    }
#define TERNARY_LOOP(name, first, source, target, expression)                                      \
    static void name(const void *arg, void *out, const void *const *in, int64_t n)                 \
    {                                                                                              \
        const first *restrict from_x = in[0];                                                      \
        const source *restrict from_y = in[1], *restrict from_z = in[2];                           \
        target *restrict to = out;                                                                 \
        (void)arg;                                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            const first x = from_x[i];                                                             \
            const source y = from_y[i], z = from_z[i];                                             \
            to[i] = (target)(expression);                                                          \
        }                                                                                          \
    }

/* One loop per dtype: NAME_u8, NAME_i32, ... A bool is a byte of 0 or 1. */
#define INT_LOOPS(LOOP, name, expression)                                                          \
    LOOP(name##_u8, uint8_t, uint8_t, expression)                                                  \
    SIGNED_LOOPS(LOOP, name, expression)
#define SIGNED_LOOPS(LOOP, name, expression)                                                       \
    LOOP(name##_i8, int8_t, int8_t, expression)                                                    \
    LOOP(name##_i16, int16_t, int16_t, expression)                                                 \
    LOOP(name##_i32, int32_t, int32_t, expression)                                                 \
    LOOP(name##_i64, int64_t, int64_t, expression)
#define FLOAT_LOOPS(LOOP, name, expression)                                                        \
    LOOP(name##_f32, float, float, expression)                                                     \
    LOOP(name##_f64, double, double, expression)
#define TEST_LOOPS(LOOP, name, expression)                                                         \
    LOOP(name##_u8, uint8_t, uint8_t, expression)                                                  \
    LOOP(name##_i8, int8_t, uint8_t, expression)                                                   \
    LOOP(name##_i16, int16_t, uint8_t, expression)                                                 \
    LOOP(name##_i32, int32_t, uint8_t, expression)                                                 \
    LOOP(name##_i64, int64_t, uint8_t, expression)                                                 \
    LOOP(name##_f32, float, uint8_t, expression)                                                   \
    LOOP(name##_f64, double, uint8_t, expression)

/* Initialisers of elementwise_row.run. Many of PyTorch's loops do not exist for float16 (Half) on
 * the CPU: those have NO_HALF. */
#define NO_HALF(name) NO_SHORT(name), [DTYPE_BFLOAT16] = name##_f32
#define NO_SHORT(name) [DTYPE_FLOAT32] = name##_f32, [DTYPE_FLOAT64] = name##_f64
#define FLOATS(name) NO_HALF(name), [DTYPE_FLOAT16] = name##_f32
/* Loops that round on the way, NAME_f16 and NAME_bf16. */
#define ROUNDED(name) NO_SHORT(name), [DTYPE_FLOAT16] = name##_f16, [DTYPE_BFLOAT16] = name##_bf16
#define INTS(name) SIGNED(name, name##_u8)
#define SIGNED(name, bytes)                                                                        \
    [DTYPE_UINT8] = bytes, [DTYPE_INT8] = name##_i8, [DTYPE_INT16] = name##_i16,                   \
    [DTYPE_INT32] = name##_i32, [DTYPE_INT64] = name##_i64
#define BOOLS(function) [DTYPE_BOOL] = function
#define COMPLEX(function) [DTYPE_COMPLEX64] = function
