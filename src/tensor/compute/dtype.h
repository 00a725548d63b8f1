/* Lists the types of cells, with their names, sizes and categories. Rules are PyTorch 1.13's. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* "To add one: a row here, its conversions in convert.c and its loops." Id, name, the name in
 * PyTorch's error texts, the name in C, category, bytes. Of two types of one category the lower row
 * wins in promotion, but for uint8 with int8 and float16 with bfloat16, which meet above both.
 *
 * float16 and bfloat16 are types to store numbers in: every loop sees them as float32, and what it
 * returns is rounded once, to the nearest, ties to even. */
#define DTYPES(X)                                                                                  \
    X(BOOL, bool, Bool, "bool", BOOL, 1)                                                           \
    X(UINT8, uint8, Byte, "unsigned char", INT, 1)                                                 \
    X(INT8, int8, Char, "signed char", INT, 1)                                                     \
    X(INT16, int16, Short, "short int", INT, 2)                                                    \
    X(INT32, int32, Int, "int", INT, 4)                                                            \
    X(INT64, int64, Long, "long int", INT, 8)                                                      \
    X(FLOAT16, float16, Half, "c10::Half", FLOAT, 2)                                               \
    X(BFLOAT16, bfloat16, BFloat16, "c10::BFloat16", FLOAT, 2)                                     \
    X(FLOAT32, float32, Float, "float", FLOAT, 4)                                                  \
    X(FLOAT64, float64, Double, "double", FLOAT, 8)                                                \
    X(COMPLEX64, complex64, ComplexFloat, "c10::complex<float>", COMPLEX, 8)

enum dtype {
#define X(id, ...) DTYPE_##id,
    DTYPES(X)
#undef X
};
#define X(...) +1
enum { DTYPE_COUNT = 0 DTYPES(X) };
#undef X

/* A higher one wins in promotion. */
enum dtype_category { CATEGORY_BOOL, CATEGORY_INT, CATEGORY_FLOAT, CATEGORY_COMPLEX };

struct complex64 { /* a cell of complex64 */
    float re, im;
};

const char *dtype_name(enum dtype d);        /* "float32": printed as torch.float32 */
const char *dtype_legacy_name(enum dtype d); /* "Float", "Long": as in PyTorch's error texts */
const char *dtype_tensor_name(enum dtype d); /* "torch.FloatTensor", but "CPUBoolType": as there */
const char *dtype_c_name(enum dtype d);      /* "float", "long int": as C++ calls it */
size_t dtype_size(enum dtype d);
enum dtype_category dtype_category(enum dtype d);
enum dtype dtype_promote(enum dtype a, enum dtype b);
static inline bool dtype_is_float(enum dtype d)
{
    return dtype_category(d) == CATEGORY_FLOAT;
}
/* float16 and bfloat16 */
static inline bool dtype_is_short_float(enum dtype d)
{
    return d == DTYPE_FLOAT16 || d == DTYPE_BFLOAT16;
}
/* What loops see. */
static inline enum dtype dtype_seen(enum dtype d)
{
    return dtype_is_short_float(d) ? DTYPE_FLOAT32 : d;
}
