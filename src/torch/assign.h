/* Gives an object another tensor: x.data = y, and a.shape = (2, 3) of NumPy. */
#pragma once

#include "torch/op/op.h"

/* `self` looks at the memory of `other` from now on, and the recorder is told. Both are tensors, or
 * arrays. False: raised. */
bool assign_data(struct interp *in, struct value self, struct value other);
