/* Draws the last line of the screen. */
#pragma once

#include "tui/pane.h"

struct pane_hint {
    const char *key, *label; /* a key's name, and what it does; NULL behind the last one */
};

/* As many as there is room for; the first one, help and the last one, which leads out, are always
 * there. A click on one presses its key. */
void pane_hints(struct grid *g, struct box b, const struct pane_hint *all);
int pane_footer(const struct viewer *v, struct grid *g, struct box b);
/* Where the key of gradients leads from here: to the "gradient" of this step, "forward" to the step
 * whose gradient this is; NULL: nowhere. */
const char *pane_footer_gradient(const struct viewer *v);
/* What stands before the text that is typed. */
const char *pane_footer_prompt(enum prompt prompt);
