/* out=: the result of an operation goes into a tensor that is there already. What that tensor may
 * be is told by the column `out` of the row. */
#ifndef QKV_TORCH_OP_OUT_H
#define QKV_TORCH_OP_OUT_H

#include "torch/op/op.h"

/* Whether the operation makes its result in the dtype of out (and may be called with dtype=). */
bool out_decides(const struct op *op);
/* Writes *result, a tensor or a tuple of them, into `into`, which becomes the result. A tensor of
 * another shape takes the new one. `exact` asks for the very dtype where the result has to have it.
 * False: an exception is raised. */
bool out_store(struct interp *in, const struct op *op, const char *name, bool exact,
               struct value into, struct value *result);

#endif
