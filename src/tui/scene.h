/* The whole screen: a pure function of the tape, of what is chosen, and of the size. */
#ifndef QKV_TUI_SCENE_H
#define QKV_TUI_SCENE_H

#include "tui/grid.h"
#include "tui/viewer.h"

enum { SCENE_WIDTH = 80, SCENE_HEIGHT = 24 }; /* the smallest screen */

/* Into a blank grid of any size; behind viewer_look. */
void scene_draw(const struct viewer *v, struct grid *g);
/* What is shown when the screen is too small. */
void scene_too_small(struct grid *g);

#endif
