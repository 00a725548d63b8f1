/* Tells which line of the program is to be read: the step where it parts may be right, and what it
 * is told wrong. */
#pragma once

#include "diff/diff.h"

/* Sets `where` of the culprit, whose reason has set a first one. A line that stands in the
 * reference, too, is not at fault as long as another one may be: where a number got its name, what
 * made a mask, what called the function, what built the module. */
void where_find(struct diff *d);

/* The line in which a span begins, without the blanks around it; NULL: it has no text. */
const char *where_line(const struct span *at, size_t *len);
/* Whether a line stands in the reference, too. */
bool where_is_common(const struct diff *d, const struct span *at);
