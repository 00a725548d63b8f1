/* The old constructors: torch.FloatTensor and the like. */
#ifndef QKV_TORCH_LEGACY_H
#define QKV_TORCH_LEGACY_H

#include "lang/run/native.h"
#include "torch/tensor_object.h"

bool legacy_register(struct interp *in, struct dict *into); /* FloatTensor, ... */
/* The old constructors: sizes (2, 3) give zeros where PyTorch gives whatever is in memory, a list
 * gives its values. `name` is for errors. */
bool tensor_legacy_new(struct interp *in, enum dtype dtype, const char *name,
                       const struct args *args, struct tensor *out);
/* Tells the recorder about an object that was made so. */
bool tensor_legacy_report(struct interp *in, const char *name, const struct args *args,
                          struct tensor_object *made);
/* torch.FloatTensor (the class) or "torch.FloatTensor": its dtype. False: none of those. */
bool legacy_dtype(struct interp *in, struct value v, enum dtype *out);

#endif
