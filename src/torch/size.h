/* Makes torch.Size, and tuples whose items have names. */
#pragma once

#include "lang/run/native.h"
#include "torch/tensor_object.h"

bool size_init(struct interp *in);
bool size_register(struct interp *in, struct dict *into); /* Size */
/* torch.return_types.topk(values=..., indices=...): a tuple with names. */
bool return_type_new(struct interp *in, const char *type, int count, const struct value *at,
                     struct value *out);
/* torch.Size of these sizes. When they are those of a tensor, each knows its axis (label.h); else
 * `of` is NULL. */
bool size_new(struct interp *in, int count, const int64_t *sizes, const struct tensor_object *of,
              struct value *out);
