/* Reads and sets the attributes of tensors. */
#ifndef QKV_TORCH_TENSOR_ATTRIBUTE_H
#define QKV_TORCH_TENSOR_ATTRIBUTE_H

#include "lang/run/interp.h"

/* Slots of torch.Tensor (tensor_attribute.c): *found, *done = false leave the name to others. */
bool tensor_get_attribute(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found);
bool tensor_set_attribute(struct interp *in, struct value self, struct str *name, struct value v,
                          bool *done);

#endif
