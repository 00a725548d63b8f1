/* Makes views of a part of a tensor. */
#pragma once

#include "tensor/shape/tensor.h"

/* [start, end) with step >= 1 along dim; start and end may be negative or out of range as in a
 * Python slice (INT64_MAX = to the end). */
bool view_slice(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                int64_t start, int64_t end, int64_t step);
/* The same cells in the other order along the axes of that mask: strides below 0, which PyTorch's
 * tensors never have. */
void view_flip(struct tensor *out, const struct tensor *in, unsigned axes);
bool view_narrow(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t start, int64_t length);
bool view_select(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t index);
bool view_diagonal(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t offset,
                   int64_t dim0, int64_t dim1);
/* windows of `size` every `step` along dim, appended as a last axis (Tensor.unfold) */
bool view_unfold(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t size, int64_t step);
bool view_as_strided(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                     const int64_t *shape, const int64_t *stride, int64_t offset);
/* One axis less; the cells are those of its place 0. */
void view_drop_axis(struct tensor *t, int axis);
