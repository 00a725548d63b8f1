/* Declares what stands behind the inputs of a function cell by cell: out=, where=, ... */
#pragma once

#include "torch/op/op.h"

/* Takes the first `inputs` arguments as arrays, in the type dtype= if that is given. */
bool numpy_ufunc_take(struct call *c, int inputs);
/* The result of a function of `inputs` arguments, as what stands behind them asks (out=, dtype=,
 * where=, ...: UFUNC1); a tensor among the inputs makes it a tensor. t is taken over. */
bool numpy_ufunc_give(struct call *c, struct tensor *t, int inputs);
/* Whether out, or the left side of a += b, can be written: NumPy's errors if not. */
bool numpy_check_cast(struct interp *in, const char *ufunc, enum dtype from, enum dtype to);
bool numpy_check_shape(struct interp *in, const struct tensor *out, int ndim, const int64_t *shape);
