/* Makes views in another shape. */
#pragma once

#include "tensor/shape/tensor.h"

/* The strides of `in` seen as `shape`; false when only a copy can have that shape. Both shapes have
 * the same number of elements. */
bool view_strides(const struct tensor *in, int ndim, const int64_t *shape, int64_t *stride);

/* One size may be -1. Errors: "shape '[2, 3]' is invalid for input of size 8", "view size is not
 * compatible with ...", "only one dimension can be inferred", "invalid shape dimension -2",
 * "cannot reshape tensor of 0 elements into shape [-1, 0] because ...". */
bool view_view(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
               const int64_t *shape);
/* As a view where possible, else a copy; *copied tells which. */
bool view_reshape(struct compute *cx, struct tensor *out, const struct tensor *in, int ndim,
                  const int64_t *shape, bool *copied);
/* start_dim .. end_dim joined into one axis; a copy where it must be (*copied). */
bool view_flatten(struct compute *cx, struct tensor *out, const struct tensor *in,
                  int64_t start_dim, int64_t end_dim, bool *copied);
bool view_unflatten(struct compute *cx, struct tensor *out, const struct tensor *in, int64_t dim,
                    int ndim, const int64_t *sizes);
