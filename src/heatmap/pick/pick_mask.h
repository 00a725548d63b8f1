/* Finds the cells that a mask hides. */
#pragma once

#include "trace/tape/tape.h"

/* Which cells of the result of event `event` are masked, as an array of as many places as it has
 * cells, in row-major order; malloc'ed. *out is NULL when none is. False: memory. */
bool masked_cells(struct tape *t, int event, bool **out);
