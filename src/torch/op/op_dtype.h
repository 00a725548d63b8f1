/* Refuses an operation that PyTorch's CPU does not have for the dtype of its first argument, or
 * that complex tensors do not have here. */
#pragma once

#include "torch/op/op.h"

bool op_dtype_check(const struct call *c);
