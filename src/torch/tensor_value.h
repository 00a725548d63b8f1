/* Makes a tensor of values of the language, and values of a tensor. */
#pragma once

#include "lang/run/interp.h"
#include "tensor/shape/tensor.h"

/* Nested lists, numbers, arrays, tensors to a fresh tensor: torch.tensor(data). dtype < 0 infers
 * (bool, int64, default float). TypeErrors and ValueErrors are PyTorch's: "expected sequence of
 * length 2 at dim 1 (got 3)". */
bool tensor_from_value(struct interp *in, struct value data, int dtype, struct tensor *out);
/* False, raised: an array that goes backwards (a[::-1]) becomes no tensor. */
bool tensor_refuse_backwards(struct interp *in, const struct tensor *t);
/* tolist(): nested lists of Python numbers; a 0-d tensor gives a number. */
bool tensor_to_value(struct interp *in, const struct tensor *t, struct value *out);
/* The 0-d (or one-element) tensor's Python number: item(). */
bool tensor_item(struct interp *in, const struct tensor *t, struct value *out);
