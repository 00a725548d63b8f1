/* Visiting the cells of a strided tensor one by one, by their place in the storage.
 *
 *     struct walk w;
 *     for (walk_rows(&w, t); w.left > 0; walk_step(&w))
 *         ... w.place ...
 *
 * Two orders: rows (row-major over the tensor's own shape, what every copy uses) and memory (as
 * they lie in the storage, which is how PyTorch's TensorIterator hands out random draws). */
#ifndef QKV_TENSOR_SHAPE_WALK_H
#define QKV_TENSOR_SHAPE_WALK_H

#include "tensor/shape/tensor.h"

#include <string.h>

struct walk {
    int64_t place; /* of the current cell, in elements from the start of the storage */
    int64_t left;  /* cells not yet passed, the current one included */
    int ndim;      /* axes, the fastest one last; at least 1 */
    int64_t shape[TENSOR_MAX_DIMS];
    int64_t stride[TENSOR_MAX_DIMS];
    int64_t at[TENSOR_MAX_DIMS];
};

void walk_rows(struct walk *w, const struct tensor *t);
void walk_memory(struct walk *w, const struct tensor *t);
void walk_carry(struct walk *w); /* walk_step's slow half */

static inline void walk_step(struct walk *w)
{
    int last = w->ndim - 1;
    w->left--;
    w->place += w->stride[last];
    if (++w->at[last] == w->shape[last]) {
        walk_carry(w);
    }
}

/* The axes of t from the slowest to the fastest in memory (TensorIterator::reorder_dimensions:
 * ascending stride; a stride of 0 moves nothing; equal strides put the smaller axis inside). */
void walk_memory_order(const struct tensor *t, int order[TENSOR_MAX_DIMS]);

/* One cell of `size` (1, 2, 4 or 8) bytes. */
static inline void walk_copy_cell(void *to, const void *from, size_t size)
{
    if (size == 4) {
        memcpy(to, from, 4);
    } else if (size == 8) {
        memcpy(to, from, 8);
    } else if (size == 2) {
        memcpy(to, from, 2);
    } else {
        memcpy(to, from, 1);
    }
}

#endif
