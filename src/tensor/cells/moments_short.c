/* Computes layer_norm of bfloat16 rows, to PyTorch's bits: mean and variance grow together as
 * moments.h tells, with sixteen lanes and every step rounded. Slow, and nothing but plain loops. */
#include "tensor/cells/moments_short.h"

#include "tensor/compute/half.h"

#include <math.h>

enum { LANES = 16 };
#define CELL uint16_t
#define READ(cell) half_from_bfloat16(cell)
#define R(x) half_round_bfloat16(x)
#define EMPTY_TOO false
#include "tensor/cells/moments_cells.inc"

struct moments_row moments_of_row_bf16(const uint16_t *x, int64_t n)
{
    return row_moments(x, n);
}

void moments_layer_norm_bf16(uint16_t *out, const uint16_t *in, int64_t rows, int64_t n,
                             const uint16_t *weight, const uint16_t *bias, float eps)
{
    for (int64_t row = 0; row < rows; row++, in += n, out += n) {
        struct moments_row m = moments_of_row_bf16(in, n);
        float scale = R(1.0f / R(sqrtf(R(m.variance + R(eps)))));
        float shift = R(-scale * m.mean);
        for (int64_t i = 0; i < n; i++) {
            float y = half_from_bfloat16(in[i]) * scale + shift;
            y = weight ? y * half_from_bfloat16(weight[i]) : y;
            y = bias ? y + half_from_bfloat16(bias[i]) : y;
            out[i] = half_to_bfloat16(y);
        }
    }
}
