/* Makes tensors from nothing: constants, ranges, the identity, triangles. */
#pragma once

#include "tensor/shape/tensor.h"

bool factory_full(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                  const int64_t *shape, double value);
bool factory_full_int(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                      const int64_t *shape, int64_t value);
/* [start, end) by step. PyTorch computes start + i*step (in double for float64, float32 as its CPU
 * kernel does); size = ceil((end - start) / step). The caller chooses the dtype. */
bool factory_arange(struct compute *cx, struct tensor *out, enum dtype dtype, double start,
                    double end, double step);
bool factory_arange_int(struct compute *cx, struct tensor *out, enum dtype dtype, int64_t start,
                        int64_t end, int64_t step);
/* steps values from start to end inclusive; as in PyTorch, the second half counts from the end. */
bool factory_linspace(struct compute *cx, struct tensor *out, enum dtype dtype, double start,
                      double end, int64_t steps);
bool factory_logspace(struct compute *cx, struct tensor *out, enum dtype dtype, double start,
                      double end, int64_t steps, double base);
bool factory_eye(struct compute *cx, struct tensor *out, enum dtype dtype, int64_t rows,
                 int64_t columns);
/* Copies with the cells above (tril) or below (triu) the diagonal set to 0. */
bool factory_tril(struct compute *cx, struct tensor *out, const struct tensor *in,
                  int64_t diagonal);
bool factory_triu(struct compute *cx, struct tensor *out, const struct tensor *in,
                  int64_t diagonal);
/* (2, n) int64 indices of the lower / upper triangle. */
bool factory_tril_indices(struct compute *cx, struct tensor *out, int64_t rows, int64_t columns,
                          int64_t diagonal, bool upper);
/* A matrix with `in` (1-D) on a diagonal, or that diagonal of a 2-D `in` (torch.diag). */
bool factory_diag(struct compute *cx, struct tensor *out, const struct tensor *in,
                  int64_t diagonal);
