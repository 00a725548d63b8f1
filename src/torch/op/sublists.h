/* Reads torch.einsum with lists of numbers in the place of an equation: einsum(x, [0, 1], y, [1],
 * [0]). */
#pragma once

#include "torch/op/op.h"

/* Whether a call of these rows is one of einsum that is not written as an equation and operands. */
bool sublists_written(struct interp *in, const struct op *rows, const struct args *args);
/* Writes the equation, in the prelude, and calls the row with it. */
bool sublists_call(struct interp *in, const struct op *rows, const struct args *args,
                   struct value *out);
