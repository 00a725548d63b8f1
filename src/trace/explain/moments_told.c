/* Explains mean and variance of a row as layer_norm's kernels (tensor/cells/moments.h) find
 * them. */
#include "trace/explain/moments_told.h"

#include "tensor/cells/moments.h"
#include "tensor/cells/moments_short.h"
#include "tensor/compute/half.h"
#include "trace/explain/line.h"

#include <math.h>
#include <stdlib.h>

bool moments_told_find(struct explainer *t, struct norm *m, const int64_t *from)
{
    float *f = malloc((size_t)m->n * sizeof *f + 1);
    uint16_t *h = malloc((size_t)m->n * sizeof *h + 1);
    double *d = malloc((size_t)m->n * sizeof *d + 1);
    double eps = origin_argument(&t->search, "eps")->f;
    bool ok = f != NULL && d != NULL && h != NULL;
    for (int64_t k = 0; ok && k < m->n; k++) {
        d[k] = explainer_value(t, from != NULL ? from[k] : k).f;
        f[k] = (float)d[k];
        h[k] = half_to_bfloat16(f[k]);
    }
    if (ok && m->dtype == DTYPE_BFLOAT16) {
        struct moments_row row = moments_of_row_bf16(h, m->n);
        struct scalar variance = scalar_float((double)row.variance, m->dtype);
        struct scalar room = scalar_add(variance, scalar_float(eps, m->dtype));
        struct scalar root = scalar_float((double)sqrtf((float)room.f), m->dtype);
        struct scalar scale = scalar_divide(scalar_float(1, m->dtype), root);
        m->mean = (double)row.mean;
        m->variance = variance.f;
        m->scale = scale.f;
        m->shift = scalar_float(-scale.f * m->mean, m->dtype).f;
    } else if (ok && m->dtype == DTYPE_FLOAT32) {
        struct moments_row row = moments_of_row(f, m->n);
        float scale = 1.0f / sqrtf(row.variance + (float)eps), shift = -scale * row.mean;
        m->mean = (double)row.mean;
        m->variance = (double)row.variance;
        m->scale = (double)scale;
        m->shift = (double)shift;
    } else if (ok) {
        struct moments_f64 row = moments_of_row_f64(d, m->n);
        m->mean = row.mean;
        m->variance = row.variance;
        m->scale = 1.0 / sqrt(m->variance + eps);
        m->shift = -m->scale * m->mean;
    }
    free(f);
    free(h);
    free(d);
    t->failed |= !ok;
    return ok;
}

void moments_told_show(struct explainer *t, const struct norm *m)
{
    struct buf text = {0};
    struct scalar variance = scalar_float(m->variance, m->dtype);
    buf_puts(&text, "mean of (cell - mean) ** 2 over the row = ");
    scalar_text(variance, &text);
    line_add(t, "variance", -1, &text, NULL, m->variance);
    buf_puts(&text, "1 / sqrt(");
    scalar_text(variance, &text);
    buf_printf(&text, " + %g) = ", origin_argument(&t->search, "eps")->f);
    scalar_text(scalar_float(m->scale, m->dtype), &text);
    line_add(t, "factor", -1, &text, NULL, m->scale);
}
