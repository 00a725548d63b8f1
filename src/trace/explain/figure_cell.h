/* Leads from a cell of a figure back to the operation that made its number. */
#pragma once

#include "trace/tape/tape.h"

struct figure_cell {
    int event; /* -1: no operation made it */
    int output;
    int64_t cell; /* row-major in that output */
};

/* Of cell `cell` of output `part` of a figure: through views and copies (x[0], x.T, x.numpy()) to
 * what computed, drew or wrote it. False with session->in.error: memory. */
bool figure_cell_find(struct tape *t, int event, int part, int64_t cell, struct figure_cell *out);
