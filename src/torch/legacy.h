/* Makes the old constructors: torch.FloatTensor and the like. */
#pragma once

#include "lang/run/native.h"
#include "torch/tensor_object.h"

bool legacy_register(struct interp *in, struct dict *into); /* FloatTensor, ... */
/* The old constructors: sizes (2, 3) give zeros where PyTorch gives whatever is in memory, a list
 * gives its values, a tensor its cells and its gradient. `name` is for errors and the recorder. */
bool tensor_legacy_create(struct interp *in, struct class *class, enum dtype dtype,
                          const char *name, const struct args *args, struct value *out);
/* torch.FloatTensor (the class) or "torch.FloatTensor": its dtype. False: none of those. */
bool legacy_dtype(struct interp *in, struct value v, enum dtype *out);
