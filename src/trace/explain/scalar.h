/* A scalar is one number in the type that it is computed in, with the arithmetic of that type. */
#pragma once

#include "tensor/shape/tensor.h"

/* A number with as many digits as it takes to read the same bits again: 0.1, 0.262547, -inf. */
void scalar_digits(double value, enum dtype dtype, struct buf *out);

struct scalar { /* one cell, in the type that it is computed in */
    enum dtype dtype;
    double f;  /* float types, and the real part */
    int64_t i; /* the others */
    double imaginary;
};
struct scalar scalar_float(double value, enum dtype dtype); /* rounded to it */
/* The same without the sign of a zero: -0.0 is 0.0. */
struct scalar scalar_unsigned_zero(struct scalar x);
struct scalar scalar_int(int64_t value, enum dtype dtype); /* wrapped to it */
struct scalar scalar_cell(const struct tensor *x, int64_t cell);
struct scalar scalar_as(struct scalar x, enum dtype dtype); /* converted as tensor_cast does */
struct scalar scalar_add(struct scalar a, struct scalar b);
struct scalar scalar_subtract(struct scalar a, struct scalar b);
struct scalar scalar_multiply(struct scalar a, struct scalar b);
struct scalar scalar_divide(struct scalar a, struct scalar b); /* of floats */
/* a * b + sum, rounded once; integers wrap. */
struct scalar scalar_fused(struct scalar a, struct scalar b, struct scalar sum);
struct scalar scalar_negated(struct scalar x);
double scalar_double(struct scalar x);
void scalar_text(struct scalar x, struct buf *out);
/* Each # of the format is the next of the numbers: "# * # = #"; each @ too, in parentheses when it
 * is negative: "# - @ = #". The ~ of "# ~* # + #" is not shown. */
void scalars_text(struct buf *out, const char *format, const struct scalar *at);
/* What a format comes to, in the type of its first number: + - * / of numbers, parentheses, "sqrt("
 * and whole numbers; words end in ": ". Every sign rounds, but ~*: a product that is rounded only
 * together with the sum beside it. */
struct scalar scalars_computed(const char *format, const struct scalar *at);
#define NUMBERS(...) ((const struct scalar[]){__VA_ARGS__})
