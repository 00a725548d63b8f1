/* Finds the order in which overlapping tensors are written: see overlap.h. */
#include "tensor/shape/overlap.h"

#include <string.h>

enum { BLOCK_BYTES = 64 };

struct axis {
    int64_t size, dst, src; /* strides in elements */
};

/* Axes of more than one cell, the smallest stride of dst first. */
static int sort_axes(const struct tensor *dst, const struct tensor *src, struct axis *axes)
{
    int count = 0;
    for (int d = dst->ndim - 1; d >= 0; d--) {
        if (dst->shape[d] == 1) {
            continue;
        }
        struct axis own = {dst->shape[d], dst->stride[d], src->stride[d]};
        int at = count++;
        for (; at > 0 && axes[at - 1].dst > own.dst; at--) {
            axes[at] = axes[at - 1];
        }
        axes[at] = own;
    }
    return count;
}

/* Joins neighbours that both tensors run through without a gap. */
static int join_axes(struct axis *axes, int count)
{
    int last = 0;
    for (int d = 1; d < count; d++) {
        struct axis *a = &axes[last];
        if (axes[d].dst == a->dst * a->size && axes[d].src == a->src * a->size) {
            a->size *= axes[d].size;
        } else {
            axes[++last] = axes[d];
        }
    }
    return count == 0 ? 0 : last + 1;
}

void overlap_each(const struct tensor *dst, const struct tensor *src,
                  void (*work)(void *arg, const struct overlap_piece *piece), void *arg)
{
    struct axis axes[TENSOR_MAX_DIMS] = {{1, 1, 1}};
    int64_t at[TENSOR_MAX_DIMS] = {0}, rows = tensor_numel(dst);
    int count = join_axes(axes, sort_axes(dst, src, axes));
    const struct axis *inner = &axes[0];
    if (rows == 0) {
        return;
    }
    int64_t block = BLOCK_BYTES / (int64_t)dtype_size(dst->dtype);
    bool in_blocks = inner->dst == 1 && (inner->src == 1 || inner->src == 0);
    int64_t whole = in_blocks ? inner->size / block * block : 0;
    struct overlap_piece p = {.dst_step = inner->dst, .src_step = inner->src};
    int64_t dst_row = 0, src_row = 0;
    for (rows /= inner->size; rows > 0; rows--) {
        int64_t step = inner->src == 0 ? whole : block; /* a repeated cell is read once */
        for (int64_t i = 0; i < inner->size; i += p.n) {
            p.n = i < whole ? step : 1;
            p.dst = dst_row + i * inner->dst;
            p.src = src_row + i * inner->src;
            work(arg, &p);
        }
        for (int d = 1; d < count; d++) {
            dst_row += axes[d].dst;
            src_row += axes[d].src;
            if (++at[d] < axes[d].size) {
                break;
            }
            dst_row -= axes[d].dst * axes[d].size;
            src_row -= axes[d].src * axes[d].size;
            at[d] = 0;
        }
    }
}

struct tensor overlap_expanded(const struct tensor *src, int ndim, const int64_t *shape)
{
    struct tensor wide = *src;
    wide.ndim = ndim;
    for (int d = ndim - 1, own = src->ndim - 1; d >= 0; d--, own--) {
        wide.shape[d] = shape[d];
        wide.stride[d] = own < 0 || src->shape[own] == 1 ? 0 : src->stride[own];
    }
    return wide;
}

struct copy {
    char *dst;
    const char *src;
    size_t size;
};

static void copy_piece(void *arg, const struct overlap_piece *p)
{
    const struct copy *c = arg;
    char *to = c->dst + (size_t)p->dst * c->size;
    const char *from = c->src + (size_t)p->src * c->size;
    char cell[16];
    if (p->src_step == 1) { /* side by side, or one cell */
        memmove(to, from, (size_t)p->n * c->size);
        return;
    }
    memcpy(cell, from, c->size);
    for (int64_t i = 0; i < p->n; i++) {
        memcpy(to + (size_t)i * c->size, cell, c->size);
    }
}

void overlap_copy(const struct tensor *dst, const struct tensor *src)
{
    struct copy c = {tensor_data(dst), tensor_data(src), dtype_size(dst->dtype)};
    overlap_each(dst, src, copy_piece, &c);
}
