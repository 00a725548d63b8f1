/* Which singular values of a matrix a pseudo-inverse leaves out: for op_linalg.c, and for the
 * explanation of its cells (trace/explain_solution.c). */
#ifndef QKV_TORCH_CUTOFF_H
#define QKV_TORCH_CUTOFF_H

#include "torch/op.h"

/* Of a call of pinv: those of an (m, n) matrix up to this one count as 0. */
double linalg_cutoff(const struct call *c, enum dtype dtype, int64_t m, int64_t n, double largest);

#endif
