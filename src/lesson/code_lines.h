/* Tells which lines of a lesson's code make up a statement, and turns statements off.
 *
 * A statement that is off stands in the code as a comment behind `pass`, on the lines where it was:
 * the numbers of all lines stay, and a block that held nothing else is still one. */
#pragma once

#include "lesson/lesson.h"

struct lines {
    int cell;        /* index into lesson->cells */
    int first, last; /* within the cell, from 1 */
};

/* The lines of the innermost statement on that line. False: there is none (a blank line, a
 * comment), or the cell cannot be parsed. */
bool lines_find(struct lesson *l, int cell, int line, struct lines *out);
/* Turns them into comments. False with err: memory. */
bool lines_off(struct lesson *l, const struct lines *at, struct error *err);
/* What stands before the code of a line that lines_off turned off. */
#define LINES_OFF_FIRST "pass  # "
#define LINES_OFF "# "

/* How many lines the cell has. */
int lines_count(const struct cell *c);
/* Everything of `in` with texts of its own. False with err: memory; nothing is left to free. */
bool lesson_copy(struct lesson *out, const struct lesson *in, struct error *err);
