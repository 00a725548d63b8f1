/* Writes what stands above the table of a tensor. */
#pragma once

#include "tui/pane.h"

/* Its lines: all of them, and on a small screen. */
enum { TENSOR_HEAD_LINES = 4, TENSOR_HEAD_BRIEF = 2 };

/* How much of it must be there: all, a short name, the shape alone; any name, and the shape. */
enum tight { TIGHT_NOT, TIGHT_NAMED, TIGHT_SHAPED, TIGHT_CALLED };

/* The columns that it takes whole, and at the least: a head that is cut keeps its shape, and a
 * short name as long as there is room for it. */
int tensor_head_width(const struct viewer *v, const struct shown *s, int lines);
int tensor_head_least(const struct viewer *v, const struct shown *s, enum tight tight);
/* compares: the cells are held against other ones, and share their colors. */
void tensor_head_draw(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                      struct box b, int lines);
/* In the place of a result that is still to be guessed: what may be typed. */
void tensor_head_hidden(const struct viewer *v, struct grid *g, struct box b);
