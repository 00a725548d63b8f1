/* Declares operations that compute each cell from those at its place in the inputs, broadcast.
 *
 * The common dtype is PyTorch's result_type: tensors with dimensions outrank 0-d tensors, which
 * outrank wrapped Python numbers, unless the category (bool < int < float) is higher. */
#pragma once

#include "tensor/shape/tensor.h"

/* "To add one: a row here and its loops in elementwise_unary.c or elementwise_binary.c." The name
 * is what error texts say. */
/* EXP_LOOP and LOG_LOOP are for functions that PyTorch's loops compose of them: the C library's for
 * what fills no vector. LOG_LIBRARY is the C library's throughout. */
/* clang-format off */
#define ELEMENTWISE_UNARY(X)                                                                       \
    X(NEG, neg) X(ABS, abs) X(SIGN, sign)                                                          \
    X(SQUARE, square) X(SQRT, sqrt) X(RSQRT, rsqrt)                                                \
    X(RECIPROCAL, reciprocal) X(EXP, exp) X(EXP2, exp2)                                            \
    X(EXPM1, expm1) X(LOG, log) X(LOG2, log2)                                                      \
    X(LOG10, log10) X(LOG1P, log1p) X(SIN, sin)                                                    \
    X(COS, cos) X(TAN, tan) X(ASIN, asin)                                                          \
    X(ACOS, acos) X(ATAN, atan) X(SINH, sinh)                                                      \
    X(COSH, cosh) X(TANH, tanh) X(ERF, erf)                                                        \
    X(SIGMOID, sigmoid) X(RELU, relu) X(SILU, silu)                                                \
    X(GELU, gelu) X(GELU_TANH, gelu_tanh) X(LOGSIGMOID, logsigmoid)                                \
    X(FLOOR, floor) X(CEIL, ceil) X(ROUND, round)                                                  \
    X(TRUNC, trunc) X(FRAC, frac) X(LOGICAL_NOT, logical_not)                                      \
    X(EXP_LOOP, exp) X(LOG_LOOP, log) X(LOG_LIBRARY, log)                                          \
    X(BITWISE_NOT, bitwise_not) X(ISNAN, isnan) X(ISINF, isinf)                                    \
    X(ISFINITE, isfinite) X(ISPOSINF, isposinf) X(ISNEGINF, isneginf)
/* clang-format on */

/* clang-format off */
#define ELEMENTWISE_BINARY(X)                                                                      \
    X(ADD, add) X(SUB, sub)                                                                        \
    X(MUL, mul) X(DIV, div)                                                                        \
    X(FLOOR_DIV, floor_divide) X(REMAINDER, remainder)                                             \
    X(FMOD, fmod) X(TRUNC_DIV, div_trunc)                                                          \
    X(POW, pow) X(NUMPY_POW, power) X(ATAN2, atan2)                                                                    \
    X(MAXIMUM, maximum) X(MINIMUM, minimum)                                                        \
    X(EQ, eq) X(NE, ne)                                                                            \
    X(LT, lt) X(LE, le)                                                                            \
    X(GT, gt) X(GE, ge)                                                                            \
    X(LOGICAL_AND, logical_and) X(LOGICAL_OR, logical_or)                                          \
    X(LOGICAL_XOR, logical_xor) X(BITWISE_AND, bitwise_and)                                        \
    X(BITWISE_OR, bitwise_or) X(BITWISE_XOR, bitwise_xor)                                          \
    X(LSHIFT, bitwise_left_shift) X(RSHIFT, bitwise_right_shift)
/* clang-format on */

enum unary_op {
#define X(id, name) UNARY_##id,
    ELEMENTWISE_UNARY(X)
#undef X
};
enum binary_op {
#define X(id, name) BINARY_##id,
    ELEMENTWISE_BINARY(X)
#undef X
};

/* Integers become float32 for the functions that need it (sqrt, exp, ...), as in PyTorch. */
bool elementwise_unary(struct compute *cx, enum unary_op op, struct tensor *out,
                       const struct tensor *in);
bool elementwise_binary(struct compute *cx, enum binary_op op, struct tensor *out,
                        const struct tensor *a, const struct tensor *b);
/* out = op(a, b) written over a's own cells (a.add_(b)): the result must be castable to a's dtype
 * ("result type Float can't be cast to the desired output type Long") and b broadcast to a. */
bool elementwise_binary_into(struct compute *cx, enum binary_op op, const struct tensor *a,
                             const struct tensor *b);
