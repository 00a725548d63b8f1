/* Visits the cells of a strided tensor one by one, by their place in the storage.
 *
 *     struct visit it;
 *     for (visit_rows(&it, t); it.left > 0; visit_step(&it))
 *         ... it.place ...
 *
 * Two orders: rows (row-major over the tensor's own shape, what every copy uses) and memory (as
 * they lie in the storage, which is how PyTorch's TensorIterator hands out random draws). */
#pragma once

#include "tensor/shape/tensor.h"

#include <string.h>

struct visit {
    int64_t place; /* of the current cell, in elements from the start of the storage */
    int64_t left;  /* cells not yet passed, the current one included */
    int ndim;      /* axes, the fastest one last; at least 1 */
    int64_t shape[TENSOR_MAX_DIMS];
    int64_t stride[TENSOR_MAX_DIMS];
    int64_t at[TENSOR_MAX_DIMS];
};

void visit_rows(struct visit *it, const struct tensor *t);
void visit_memory(struct visit *it, const struct tensor *t);
void visit_carry(struct visit *it); /* visit_step's slow half */

static inline void visit_step(struct visit *it)
{
    int last = it->ndim - 1;
    it->left--;
    it->place += it->stride[last];
    if (++it->at[last] == it->shape[last]) {
        visit_carry(it);
    }
}

/* The axes of t from the slowest to the fastest in memory (TensorIterator::reorder_dimensions:
 * ascending stride; a stride of 0 moves nothing; equal strides put the smaller axis inside). */
void visit_memory_order(const struct tensor *t, int order[TENSOR_MAX_DIMS]);

/* One cell of `size` (1, 2, 4 or 8) bytes. */
static inline void visit_copy_cell(void *to, const void *from, size_t size)
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
