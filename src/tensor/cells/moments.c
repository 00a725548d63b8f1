/* Computes layer_norm of float32 rows in the order that moments.h describes. The same code is
 * compiled once more for processors that have fmaf as an instruction; it is exact either way, so
 * the bits are the same. Nothing is fused that does not say so. */
#include "tensor/cells/moments.h"

#include "tensor/cells/fold.h"

#include <math.h>
#include <string.h>

enum {
    LANES = 8,
    CHUNK = 16, /* groups of LANES */
    DEPTH = 58  /* chunks are counted in int64 */
};

#define ALWAYS static inline __attribute__((always_inline))

struct moments {
    int64_t n; /* elements per lane */
    float mean[LANES], squares[LANES];
};

/* Joins `lanes` lanes of n elements each to those of `to`, of which there are *to_n. */
ALWAYS void join_lanes(int64_t n, const float *mean, const float *squares, const int lanes,
                       int64_t *to_n, float *to_mean, float *to_squares)
{
    int64_t all = *to_n + n;
    float share = all == 0 ? 0.0f : (float)n / (float)all, own = (float)*to_n;
    for (int l = 0; l < lanes; l++) {
        float d = mean[l] - to_mean[l];
        to_mean[l] += share * d;
        to_squares[l] += squares[l] + d * d * share * own;
    }
    *to_n = all;
}

ALWAYS void join(const struct moments *m, struct moments *to)
{
    join_lanes(m->n, m->mean, m->squares, LANES, &to->n, to->mean, to->squares);
}

ALWAYS void add_chunk(const float *x, int64_t groups, struct moments *to)
{
    struct moments m = {groups, {0}, {0}};
    for (int64_t k = 0; k < groups; k++) {
        float part = 1.0f / (float)(k + 1);
        for (int l = 0; l < LANES; l++) {
            float d = x[k * LANES + l] - m.mean[l];
            m.mean[l] += d * part;
            m.squares[l] += d * (x[k * LANES + l] - m.mean[l]);
        }
    }
    join(&m, to);
}

/* All whole groups of a row, lane by lane, into level[0]. */
ALWAYS void add_groups(const float *x, int64_t groups, struct moments *level)
{
    int64_t chunks = (groups + CHUNK - 1) / CHUNK;
    int depth = 1;
    while (depth < DEPTH && (int64_t)1 << depth < chunks) {
        depth++;
    }
    for (int i = 0; i < depth; i++) {
        level[i] = (struct moments){0};
    }
    for (int64_t i = 0; i < chunks; i++) {
        int64_t left = groups - i * CHUNK;
        add_chunk(x + i * CHUNK * LANES, left < CHUNK ? left : CHUNK, &level[0]);
        for (int j = 1; j < depth && ((i + 1) & (((int64_t)1 << j) - 1)) == 0; j++) {
            join(&level[j - 1], &level[j]);
            level[j - 1] = (struct moments){0};
        }
    }
    for (int i = 1; i < depth; i++) {
        join(&level[i], &level[0]);
    }
}

ALWAYS struct moments_row row_moments(const float *x, int64_t n)
{
    struct moments level[DEPTH];
    int64_t groups = n / LANES, seen = 0;
    float mean = 0.0f, squares = 0.0f;
    add_groups(x, groups, level);
    for (int64_t i = groups * LANES; i < n; i++) {
        float d = x[i] - mean;
        mean += d / (float)++seen;
        squares += d * (x[i] - mean);
    }
    for (int l = 0; l < LANES; l++) {
        join_lanes(groups, &level[0].mean[l], &level[0].squares[l], 1, &seen, &mean, &squares);
    }
    return (struct moments_row){mean, squares / (float)n};
}

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
    (void)cx;
    norm_rows(out, in, rows, n, weight, bias, eps);
}
