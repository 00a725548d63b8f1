/* Tells which cell of an input has the largest part in a cell of a result, and the other way round:
 * where a reader goes on who follows one number. */
#pragma once

#include "trace/tape/tape.h"

/* A number that is followed: events [begin, event] make output `output` of the last one; what is
 * followed is input `input` of event `reader`, one of these. */
struct carried {
    struct tape *t;
    int begin, event, output;
    int reader, input;
};

/* The cell of that input, row-major, with the largest part in cell `cell` of the output: of a
 * product the largest one; else the cell at the same place, if it has a part and is not 0. -1: none
 * has. */
int64_t carried_from(const struct carried *c, int64_t cell);
/* The cell of the output in which cell `cell` of that input has the largest part. -1: there is
 * none, or the output is too large to look. */
int64_t carried_to(const struct carried *c, int64_t cell);

/* Calls mark for each cell of what goes into events [begin, event] that cell `cell` of the output
 * is made of, however many steps lie between: cell `at` of input `input` of event `event`. As far
 * as STEPS_MOST origins lead; reader and input do not matter. */
void carried_parts(const struct carried *c, int64_t cell,
                   void (*mark)(void *to, int event, int input, int64_t at), void *to);
