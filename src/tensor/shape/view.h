/* A view is another shape, strides and offset over the same storage. Nothing here moves a number,
 * except view_reshape, which copies when no view is possible (and says so).
 * Sources of the rules: ATen/native/TensorShape.cpp, ATen/TensorUtils.cpp computeStride. */
#pragma once

#include "tensor/shape/tensor.h"

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
bool view_movedim(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
                  const int64_t *source, const int64_t *destination);
