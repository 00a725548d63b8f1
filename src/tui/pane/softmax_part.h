/* Tells the parts of a softmax, which key s opens: the row's maximum, subtract, exp, sum, divide;
 * and those of a log_softmax: maximum, subtract, sum, log, minus log. Their numbers are those of
 * the explanation (trace/explain/explain.h); nothing is computed here. */
#pragma once

#include "tui/viewer.h"

struct softmax_part_row {
    const char *name, *steps, *row;
    bool one;                      /* a number for the row, not one for each of its cells */
    const char *sentence, *astray; /* as softmax_line_sentence says them */
};

/* The nth part of the operation that is an event: of log_softmax its own. */
const struct softmax_part_row *softmax_part_row(const struct event *e, int nth);
/* The same of the stop. */
const struct softmax_part_row *softmax_part_here(const struct viewer *v, int nth);
/* Whether line k of the arithmetic is about a part, and says something; one without a name
 * continues the one before. */
bool softmax_part_owns(const struct softmax_part_row *part, const struct explanation *e, int k);
/* Whether the stop is a softmax with these parts, which is not hidden. */
bool softmax_parts_are_there(const struct viewer *v);
/* Whether the stop is one of these parts: the softmax is open. */
bool softmax_parts_are_open(const struct viewer *v);
/* The number that a part ends with; false: it is not in this explanation. */
bool softmax_part_value(const struct explanation *e, const struct softmax_part_row *part,
                        double *out);
/* The same of the sum of the powers, of a log_softmax, too. */
bool softmax_part_sum(const struct explanation *e, double *out);
