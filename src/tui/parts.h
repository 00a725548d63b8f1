/* The parts of a softmax, into which s goes: the row's maximum, subtract, exp, sum, divide. Their
 * numbers are those of the explanation (trace/explain/explain.h); nothing is computed here. */
#ifndef QKV_TUI_PARTS_H
#define QKV_TUI_PARTS_H

#include "tui/viewer.h"

struct part_row {
    const char *name, *steps, *row, *sentence;
};

const struct part_row *part_row(enum softmax_part part);
/* Whether a line of the arithmetic belongs to a part. */
bool part_has(enum softmax_part part, const struct explained_step *step);
/* Whether the stop is a softmax with these parts, which is not hidden. */
bool parts_are_there(const struct viewer *v);
/* Whether the stop is one of these parts: the softmax is open. */
bool parts_are_open(const struct viewer *v);
/* The number that a part ends with; false: it is not in this explanation. */
bool part_value(const struct explanation *e, enum softmax_part part, double *out);

#endif
