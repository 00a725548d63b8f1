/* The parts of a softmax, which key s opens: the row's maximum, subtract, exp, sum, divide. Their
 * numbers are those of the explanation (trace/explain/explain.h); nothing is computed here. */
#pragma once

#include "tui/viewer.h"

struct softmax_part_row {
    const char *name, *steps, *row, *sentence;
};

const struct softmax_part_row *softmax_part_row(enum softmax_part part);
/* Whether a line of the arithmetic belongs to a part. */
bool softmax_part_has(enum softmax_part part, const struct explained_step *step);
/* Whether a part has one number for the row, not one for each of its cells. */
bool softmax_part_is_one(enum softmax_part part);
/* Whether line k of the arithmetic is about a part, and says something; one without a name
 * continues the one before. */
bool softmax_part_owns(enum softmax_part part, const struct explanation *e, int k);
/* Whether the stop is a softmax with these parts, which is not hidden. */
bool softmax_parts_are_there(const struct viewer *v);
/* Whether the stop is one of these parts: the softmax is open. */
bool softmax_parts_are_open(const struct viewer *v);
/* The number that a part ends with; false: it is not in this explanation. */
bool softmax_part_value(const struct explanation *e, enum softmax_part part, double *out);
