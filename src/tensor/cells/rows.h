/* Holds as data the orders in which PyTorch adds up a row of cells, and sums in them. */
#pragma once

#include "base/fmath.h"
#include "base/fmath_rest.h"
#include "tensor/compute/adding.h"
#include "tensor/compute/dtype.h"

/* Softmax: eight lanes of float32, joined in halves, four of float64, joined in order. */
struct add_row rows_of_powers(enum dtype dtype);
/* The gradients of softmax and layer_norm: the first products of the lanes are rounded, the others
 * are fused; a row of fewer than `lanes` cells in order, every product rounded. */
struct add_row rows_of_gradients(enum dtype dtype, int64_t n);
/* group_norm and the 2-norm: lanes that are joined in order, then what is left over. */
struct add_row rows_of_channels(enum dtype dtype);

/* e^x in softmax. Down columns, those that fill no vector take it from the C library. */
static inline bool rows_leave(enum dtype dtype, int64_t columns, int64_t column)
{
    return column >= columns - columns % (dtype == DTYPE_FLOAT64 ? 4 : 8);
}
static inline float rows_power_f32(float x, bool left)
{
    return left ? fmath_expf_rest(x) : fmath_expf(x);
}
static inline double rows_power_f64(double x, bool left)
{
    return left ? fmath_exp(x) : fmath_exp_softmax(x);
}

/* In these orders the sum of x * y, or of x where y is NULL, of n cells. */
float rows_gradients_f32(const float *x, const float *y, int64_t n);
float rows_channels_f32(const float *x, const float *y, int64_t n);
double rows_powers_f64(const double *x, int64_t n);
double rows_gradients_f64(const double *x, const double *y, int64_t n);
double rows_channels_f64(const double *x, const double *y, int64_t n);
