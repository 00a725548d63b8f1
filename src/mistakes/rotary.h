/* Tells where rotary positions turn queries and keys: where they are multiplied by tables of
 * cosines and sines. Private to src/mistakes. */
#pragma once

#include "mistakes/warn.h"

/* Which input of a product is a table of cosines, sines or both, only moved since; -1: none, or
 * all are. */
int rotary_table(const struct tape *t, int event);
int rotary_cosines(const struct tape *t, int event); /* the same, if there are cosines in it */
/* Meets in w->graph what leads to input `input` of event `event` from projections on, and says
 * whether it is turned there: multiplied by cosines and by sines. */
bool rotary_turns(struct warner *w, int event, int input);
