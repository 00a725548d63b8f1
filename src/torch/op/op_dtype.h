/* Refuses an operation that PyTorch's CPU does not have for the dtype of its first argument, or
 * that complex tensors do not have here. */
#ifndef QKV_TORCH_OP_OP_DTYPE_H
#define QKV_TORCH_OP_OP_DTYPE_H

#include "torch/op/op.h"

bool op_dtype_check(const struct call *c);

#endif
