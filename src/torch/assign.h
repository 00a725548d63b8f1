/* Gives an object another tensor: x.data = y, and a.shape = (2, 3) of NumPy. */
#ifndef QKV_TORCH_ASSIGN_H
#define QKV_TORCH_ASSIGN_H

#include "torch/op/op.h"

/* `self` looks at the memory of `other` from now on, and the recorder is told. Both are tensors, or
 * arrays. False: raised. */
bool assign_data(struct interp *in, struct value self, struct value other);

#endif
