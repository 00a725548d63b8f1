/* Computes the product of two vectors as OpenBLAS's sdot and ddot add it up on processors with
 * AVX-512 (one thread). */
#pragma once

#include "tensor/product/gemv_order.h"

/* The steps of gemv_order.h, in which ADD_TOTAL is kept in float64 and rounded at the end. Only
 * ADD_FUSED, ADD_ROUNDED and ADD_JOIN are taken. */
enum { DOT_LANES = 64, DOT_SUMS = 1 + DOT_LANES };
struct dot_form {
    int64_t K;
    bool spread; /* the numbers of one of the vectors are not neighbours */
    bool wide;   /* they are float64 */
};
void dot_order(const struct dot_form *f, add_take *take, void *arg);

float dot_run(struct compute *cx, int64_t K, const float *a, int64_t a_step, const float *b,
              int64_t b_step);
double dot_run_f64(struct compute *cx, int64_t K, const double *a, int64_t a_step, const double *b,
                   int64_t b_step);
static inline struct dot_form dot_form_of(int64_t K, int64_t a_step, int64_t b_step, bool wide)
{
    return (struct dot_form){K, K > 1 && (a_step != 1 || b_step != 1), wide};
}
