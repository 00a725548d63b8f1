/* Draws what is watched: an expression and its value at the step, a line for each. */
#pragma once

#include "tui/pane.h"

/* How many lines they take of a box that high. */
int pane_watch_height(const struct viewer *v, int height);
void pane_watch(const struct viewer *v, struct grid *g, struct box b);
/* "loss = 1.234", and where it became so: "since step 12, next 40". */
void pane_watch_text(const struct viewer *v, const struct point *p, struct buf *value,
                     struct buf *since);
