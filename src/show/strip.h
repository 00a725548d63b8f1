/* Tells the flat storage behind a step: a line for each place in memory, with the cell that its
 * input and its result keep there. A view counts the same places in another way; a copy has places
 * of its own. */
#pragma once

#include "trace/tape/tape.h"

/* At most `lines` places, then how many more there are. False with session->in.error: memory. */
bool strip_write(struct tape *t, int event, int lines, struct buf *out);

/* The row-major number of the cell that a tensor keeps at a place of its storage; -1: none. */
int64_t strip_cell(const struct tensor *t, int64_t place);
