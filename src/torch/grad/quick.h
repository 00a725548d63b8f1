/* Computes the formulas that training calls most, in C: the steps of their twins in the prelude,
 * where nobody records them and no gradient of them is wanted. */
#pragma once

#include "torch/grad/rule.h"

/* From the values of the formula's parameters. Fills *out and returns true, or leaves it alone:
 * then the prelude's formula is to be asked. */
typedef bool quick_formula(struct compute *cx, const struct value *at, struct tensor *out);

/* NULL: there is none of that name. */
quick_formula *quick_find(const char *name);
