/* Views: other shapes, strides and offsets over the same storage. Nothing here moves a number,
 * except view_reshape, which copies when no view is possible (and says so).
 * Sources of the rules: ATen/native/TensorShape.cpp, ATen/TensorUtils.cpp computeStride. */
#ifndef QKV_TENSOR_SHAPE_VIEW_H
#define QKV_TENSOR_SHAPE_VIEW_H

#include "tensor/shape/tensor.h"

/* One size may be -1. Errors: "shape '[2, 3]' is invalid for input of size 8", "view size is not
 * compatible with ...", "only one dimension can be inferred", "invalid shape dimension -2",
 * "cannot reshape tensor of 0 elements into shape [-1, 0] because ...". */
bool view_view(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
               const int64_t *shape);
/* As a view where possible, else a copy; *copied tells which. */
bool view_reshape(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                  const int64_t *shape, bool *copied);
bool view_transpose(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim0,
                    int64_t dim1);
bool view_permute(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                  const int64_t *dims);
bool view_t(struct compute *cx, struct tensor *out, const struct tensor *in);  /* .t(): <= 2-D */
bool view_T(struct compute *cx, struct tensor *out, const struct tensor *in);  /* reverses axes */
bool view_mT(struct compute *cx, struct tensor *out, const struct tensor *in); /* last two */
/* shape entries of -1 keep the size; more leading dimensions may be added. */
bool view_expand(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                 const int64_t *shape);
bool view_unsqueeze(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
bool view_squeeze_all(struct compute *cx, struct tensor *out, const struct tensor *in);
bool view_squeeze(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim);
/* [start, end) with step >= 1 along dim; start and end may be negative or out of range as in a
 * Python slice (INT64_MAX = to the end). */
bool view_slice(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                int64_t start, int64_t end, int64_t step);
bool view_narrow(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t start, int64_t length);
bool view_select(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t index);
bool view_diagonal(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t offset,
                   int64_t dim0, int64_t dim1);
/* start_dim .. end_dim joined into one axis; a copy where it must be (*copied). */
bool view_flatten(struct compute *cx, struct tensor *out, const struct tensor *in,
                  int64_t start_dim, int64_t end_dim, bool *copied);
bool view_unflatten(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    int ndim, const int64_t *sizes);
bool view_movedim(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                  const int64_t *source, const int64_t *destination);
/* windows of `size` every `step` along dim, appended as a last axis (Tensor.unfold) */
bool view_unfold(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                 int64_t size, int64_t step);
bool view_as_strided(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                     const int64_t *shape, const int64_t *stride, int64_t offset);

#endif
