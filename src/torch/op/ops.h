/* Asks the table of operations by name. */
#pragma once

#include "torch/op/op.h"

/* Whether the row has one of these names, which op_names.h (made of the tables) has as macros:
 * op_is(op, OP_mul OP_multiply). A name that no row has does not compile. */
bool op_is(const struct op *op, const char *names);
bool op_does(const struct op *op, uint64_t traits);   /* whether it has one of these: traits.h */
bool op_name_is(const char *name, const char *names); /* the same of a name; NULL is none */
const struct op *op_find(const char *name, unsigned where); /* the first such row, or NULL */
/* The row that has the columns out, equation, origin and axes of this one (columns.h). */
const struct op *op_told(const struct op *op);

/* Walks a signature: the name of the parameter at p (start with the signature; not NUL-terminated),
 * and behind it the next one. *len is 0 when there is no more. */
const char *op_next_parameter(const char *p, const char **name, size_t *len);
