/* Declares NumPy's dtypes. */
#pragma once

#include "lang/run/native.h"
#include "torch/op/op.h"

const char *numpy_dtype_name(enum dtype d); /* "float64", "bool" */
/* np.float32, 'float32', float, np.dtype(...): TypeError for what is none. */
bool numpy_dtype_read(struct interp *in, struct value v, enum dtype *out);
/* Argument k (object dtype=None): *given tells whether it is there. */
bool numpy_dtype_take(struct call *c, int k, enum dtype *out, bool *given);
bool numpy_dtype_new(struct interp *in, enum dtype d, struct value *out);
bool numpy_dtype_init(struct interp *in);
bool numpy_dtype_register(struct interp *in, struct dict *into);
/* NumPy's promotion of two types, and of operands (0-d ones count by kind only). */
enum dtype numpy_promote(enum dtype a, enum dtype b);
enum dtype numpy_result_type(int count, const struct tensor *const *operands);
