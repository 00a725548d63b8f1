/* Raises the TypeError of a call that fits no overload. Where PyTorch's list of overloads is longer
 * than the rows of ops.def, or its types have other names, a row has that list (`listed`); else it
 * is made of the rows.
 *
 * Never decides whether a call is fine: it is asked when no row took the arguments. */
#pragma once

#include "torch/op/op.h"

/* Raises what PyTorch, or NumPy for a row of numpy.def, raises for arguments that fit no overload
 * of those with a bit of `where`: false. */
bool refusal_raise(struct interp *in, const struct op *rows, const char *name, unsigned where,
                   const struct args *args);
