/* Writes to a tensor from one that shares some of its memory. PyTorch refuses that only where both
 * are dense; else it writes without a copy, so that a cell may be read after it was written and
 * values smear: x[1:, :2] = x[:-1, :2] repeats the first row. This is its order (TensorIterator and
 * the loops of cpu/Loops.h): the axes sorted by the strides of what is written and joined where
 * both tensors allow, then runs along the innermost axis. Where a run lies side by side in both, or
 * repeats one cell, 64 bytes are read before they are written. */
#pragma once

#include "tensor/shape/tensor.h"

/* `n` cells whose values are all read before the first is written; places count from the first cell
 * of each tensor, in elements. */
struct overlap_piece {
    int64_t n;
    int64_t dst, dst_step;
    int64_t src, src_step;
};

/* Calls work for every piece, in order. src must have dst's shape (expanded: stride 0). */
void overlap_each(const struct tensor *dst, const struct tensor *src,
                  void (*work)(void *arg, const struct overlap_piece *piece), void *arg);
/* src broadcast to that shape, for the others: a view that borrows its storage. */
struct tensor overlap_expanded(const struct tensor *src, int ndim, const int64_t *shape);
/* dst = src, of one dtype. */
void overlap_copy(const struct tensor *dst, const struct tensor *src);
