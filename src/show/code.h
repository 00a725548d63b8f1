/* Writes pieces of the learner's code as text on one line. */
#pragma once

#include "trace/tape/tape.h"

/* The code of a span: lines joined with a space, comments left out. */
void code_of_span(const struct span *at, struct buf *out);
/* The expression of an event, or the whole statement that writes what it is: x[i] = y. Within a
 * composite that is shown open (`inside`), the program's own code. */
const struct span *code_span(const struct event *e, bool inside);
/* The code to show beside an event: the whole statement when the event gives it its value, else the
 * expression alone; `inside` as above. */
void code_of_event(const struct tape *t, int event, bool inside, struct buf *out);
/* Cuts a text to `width` columns; what was cut ends in "...". */
void code_fit(struct buf *text, int width);
/* How many bytes of a text stand on a line of `width` columns when the rest goes on below: up to a
 * method's dot, else a space or a bracket. All of it when it fits. */
size_t code_break(const char *text, int width);

/* Appends as much of a line from byte `at` on as stands on `width` columns, so that what goes on
 * below can be typed as it is seen: " \\" behind it, but within brackets; "# " where a comment goes
 * on. Returns where the rest begins. */
size_t code_part(const char *line, size_t at, int width, struct buf *out);

/* Columns that a text takes on a terminal. */
int code_width(const char *text, size_t len);
