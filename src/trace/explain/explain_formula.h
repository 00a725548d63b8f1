/* Writes the formula of the row, with the names in the code and with numbers. */
#pragma once

#include "trace/explain/explainer.h"

/* Adds the formula with the names in the code and filled in indices, and with numbers. */
void explain_formula(struct explainer *t);
/* A rule in words, with the names of tensors and the numbers of axes in it. */
void explain_in_words(struct explainer *t, const char *rule, struct buf *out);
/* The formula of the row as it was called: clamp without a maximum has another one. In the
 * signature's names; "" if there is none. */
const char *explain_formula_of(const struct event *e);
