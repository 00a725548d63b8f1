/* Declares what the operations on products share with tensordot. */
#pragma once

#include "lang/run/interp.h"

/* One side of tensordot's pair of lists: integers in a list, or one. At most TENSOR_MAX_DIMS. */
bool axes_read(struct interp *in, struct value v, int *count, int64_t *out);
