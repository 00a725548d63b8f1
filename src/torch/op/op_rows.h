/* Declares the functions behind the rows of ops.def. Only ops.c and the op_*.c files include this,
 * and who carries out a row of PyTorch for one of NumPy. */
#pragma once

#include "torch/op/op_body.h"

#define OP(id, ...) bool op_##id(struct call *c);
#define BY(function, with, id, ...) bool op_##function(struct call *c);
#include "torch/op/ops.def"
#undef OP
#undef BY
