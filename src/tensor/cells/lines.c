/* Goes from line to line, and makes keys to compare their elements by. */
#include "tensor/cells/lines.h"

#include <math.h>

enum { CHUNK = 256 };

void lines_start(struct lines *l, const struct tensor *t, int axis)
{
    l->across = *t;
    l->n = 1;
    l->stride = 1;
    if (t->ndim > 0) {
        l->n = t->shape[axis];
        l->stride = t->stride[axis];
        l->across.shape[axis] = 1;
    }
    l->empty = tensor_numel(&l->across) == 0;
    if (!l->empty) {
        visit_rows(&l->visit, &l->across);
    }
}

struct run lines_run(const struct lines *l)
{
    int64_t size = (int64_t)dtype_size(l->across.dtype);
    return (struct run){lines_cell(l, 0), l->across.dtype, l->n, l->stride * size};
}

void *lines_cell(const struct lines *l, int64_t i)
{
    int64_t size = (int64_t)dtype_size(l->across.dtype);
    return (char *)l->across.storage->data + (l->visit.place + i * l->stride) * size;
}

static int64_t key_of(double x)
{
    int64_t bits;
    if (isnan(x)) {
        return LINES_NAN;
    }
    x += 0.0; /* -0 becomes 0 */
    memcpy(&bits, &x, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits; /* negative numbers run backwards */
}

void run_keys(const struct run *r, int64_t from, int64_t count, int64_t *keys)
{
    if (!dtype_is_float(r->dtype)) {
        run_integers(r, from, count, keys);
        return;
    }
    while (count > 0) {
        double x[CHUNK];
        int64_t n = count < CHUNK ? count : CHUNK;
        run_doubles(r, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            keys[i] = key_of(x[i]);
        }
        keys += n;
        from += n;
        count -= n;
    }
}
