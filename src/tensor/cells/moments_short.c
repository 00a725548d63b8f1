/* layer_norm of bfloat16 rows, to PyTorch's bits: mean and variance grow together as moments.h
 * tells, with sixteen lanes and every step rounded. Slow, and nothing but plain loops. */
#include "tensor/cells/moments_short.h"

#include "tensor/compute/half.h"

#include <math.h>
#include <string.h>

enum { LANES = 16, CHUNK = 16, LEVELS = 48 };

#define R(x) half_round_bfloat16(x)

struct moments { /* of k elements each */
    int64_t k;
    float mean[LANES], squares[LANES];
};

static void join_lane(int64_t k, float *mean, float *squares, int64_t k2, float mean2,
                      float squares2)
{
    if (k2 == 0) {
        return;
    }
    float c = R((float)k2 / (float)(k + k2)), d = R(mean2 - *mean);
    *mean = R(*mean + R(c * d));
    float more = R(R(R(d * d) * c) * R((float)k));
    *squares = R(*squares + R(squares2 + more));
}

static void join(struct moments *a, const struct moments *b)
{
    for (int l = 0; l < LANES; l++) {
        join_lane(a->k, &a->mean[l], &a->squares[l], b->k, b->mean[l], b->squares[l]);
    }
    a->k += b->k;
}

static void add_group(struct moments *m, const uint16_t *x)
{
    float c = R(1.0f / (float)(m->k + 1));
    for (int l = 0; l < LANES; l++) {
        float value = half_from_bfloat16(x[l]), d = R(value - m->mean[l]);
        m->mean[l] = R(m->mean[l] + R(d * c));
        m->squares[l] = R(m->squares[l] + R(d * R(value - m->mean[l])));
    }
    m->k++;
}

/* The whole groups of a row, chunks joined as one carries in binary. */
static struct moments moments_of_groups(const uint16_t *x, int64_t groups)
{
    struct moments level[LEVELS], chunk;
    int used = 0;
    memset(level, 0, sizeof level);
    for (int64_t g = 0, number = 1; g < groups; number++) {
        memset(&chunk, 0, sizeof chunk);
        for (int64_t end = g + CHUNK < groups ? g + CHUNK : groups; g < end; g++) {
            add_group(&chunk, x + g * LANES);
        }
        join(&level[0], &chunk);
        int j = 1;
        for (int64_t mask = number; mask % 2 == 0; mask /= 2, j++) {
            join(&level[j], &level[j - 1]);
            memset(&level[j - 1], 0, sizeof level[0]);
        }
        used = j > used ? j : used;
    }
    for (int j = 1; j < used; j++) {
        join(&level[0], &level[j]);
    }
    return level[0];
}

struct moments_row moments_of_row_bf16(const uint16_t *x, int64_t n)
{
    float mean = 0, squares = 0;
    int64_t k = 0, groups = n / LANES;
    for (int64_t i = groups * LANES; i < n; i++) {
        float value = half_from_bfloat16(x[i]), d = R(value - mean);
        mean = R(mean + R(d / R((float)++k)));
        squares = R(squares + R(d * R(value - mean)));
    }
    struct moments m = moments_of_groups(x, groups);
    for (int l = 0; l < LANES && groups > 0; l++, k += groups) {
        join_lane(k, &mean, &squares, groups, m.mean[l], m.squares[l]);
    }
    return (struct moments_row){mean, R(squares / R((float)n))};
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
