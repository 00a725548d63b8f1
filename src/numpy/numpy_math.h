/* Declares operations cell by cell, with NumPy's types. */
#pragma once

#include "tensor/cells/elementwise.h"
#include "torch/op/op.h"

/* float16 is computed in float32: t becomes `wanted` when that is what is left to do. */
bool numpy_narrow(struct compute *cx, struct tensor *t, enum dtype wanted);
bool numpy_binary(struct interp *in, enum binary_op op, const struct tensor *a,
                  const struct tensor *b, struct tensor *out);
/* The row behind an operator; NULL: arrays have none. */
const struct op *numpy_operator_row(enum operator_ op);
/* An operator of the language on two operands of which one is NumPy's. */
bool numpy_operator(struct interp *in, enum operator_ op, struct value left, struct value right,
                    struct value *out);
const struct op *numpy_operator_row(enum operator_ op); /* NULL: there is none */
