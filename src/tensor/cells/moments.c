/* Computes layer_norm of float32 rows in the order that moments.h describes. The same code is
 * compiled once more for processors that have fmaf as an instruction; it is exact either way, so
 * the bits are the same. Nothing is fused that does not say so. */
#include "tensor/cells/moments.h"

#include "tensor/cells/fold.h"

#include <math.h>
#include <string.h>

enum { LANES = 8 };
#define CELL float
#define READ(cell) (cell)
#define R(x) (x)
#define EMPTY_TOO true
#include "tensor/cells/moments_cells.inc"

struct moments_row moments_of_row(const float *x, int64_t n)
{
    return row_moments(x, n);
}

struct moments_f64 moments_of_row_f64(const double *x, int64_t n)
{
    struct run r = {(const char *)x, DTYPE_FLOAT64, n, sizeof *x};
    double mean = run_sum(&r, TERM_VALUE, 0.0) / (double)n;
    return (struct moments_f64){mean, run_sum(&r, TERM_SQUARE, mean) / (double)n};
}

ALWAYS float fused(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

ALWAYS void norm_rows(float *out, const float *in, int64_t rows, int64_t n, const float *weight,
                      const float *bias, float eps)
{
    for (int64_t row = 0; row < rows; row++, in += n, out += n) {
        struct moments_row m = row_moments(in, n);
        float scale = 1.0f / sqrtf(m.variance + eps), shift = -scale * m.mean;
        if (weight && bias) {
            int64_t i = 0;
            for (; n - i >= LANES; i += LANES) { /* the compiler takes LANES at a time */
                float y[LANES];
                for (int l = 0; l < LANES; l++) {
                    y[l] = fused(fused(in[i + l], scale, shift), weight[i + l], bias[i + l]);
                }
                memcpy(out + i, y, sizeof y);
            }
            for (; i < n; i++) {
                out[i] = fused(fused(in[i], scale, shift), weight[i], bias[i]);
            }
        } else if (weight) {
            for (int64_t i = 0; i < n; i++) {
                out[i] = fused(in[i], scale, shift) * weight[i] + 0.0f;
            }
        } else if (bias) {
            for (int64_t i = 0; i < n; i++) {
                out[i] = fused(in[i], scale, shift) + bias[i];
            }
        } else {
            for (int64_t i = 0; i < n; i++) {
                out[i] = fused(in[i], scale, shift) + 0.0f;
            }
        }
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void norm_rows_fma(float *out, const float *in,
                                                              int64_t rows, int64_t n,
                                                              const float *weight,
                                                              const float *bias, float eps)
{
    norm_rows(out, in, rows, n, weight, bias, eps);
}
#endif

void moments_layer_norm(const struct compute *cx, float *out, const float *in, int64_t rows,
                        int64_t n, const float *weight, const float *bias, float eps)
{
#if defined(__x86_64__)
    if (cx->simd != SIMD_BASELINE && __builtin_cpu_supports("fma")) {
        norm_rows_fma(out, in, rows, n, weight, bias, eps);
        return;
    }
#endif
    norm_rows(out, in, rows, n, weight, bias, eps);
}
