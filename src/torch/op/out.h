/* Puts the result of an operation into a tensor that is there already: out=. What that tensor may
 * be is told by the column `out` of the row. */
#pragma once

#include "torch/op/op.h"

/* A call whose keyword `at` is out. Its result, a tensor or a tuple of them, is written into that,
 * which becomes the result; a tensor of another shape takes the new one. */
bool out_call(struct interp *in, const struct op *rows, const char *name, unsigned where,
              const struct args *args, int at, struct value *out);
