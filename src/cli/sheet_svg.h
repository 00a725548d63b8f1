/* Writes tables of a sheet as SVG. */
#ifndef QKV_CLI_SHEET_SVG_H
#define QKV_CLI_SHEET_SVG_H

#include "exercise/question.h"

/* What is given, as SVG: a table for each matrix of the last two axes, colored by its numbers. */
void sheet_matrix(const struct given *g, struct buf *out);
/* The table that a cell is asked of, empty, the cell framed; nothing if it has over 3 axes or is
 * large. */
void sheet_blank(const struct question *q, struct buf *out);

#endif
