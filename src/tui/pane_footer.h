/* The last line of the screen. */
#ifndef QKV_TUI_PANE_FOOTER_H
#define QKV_TUI_PANE_FOOTER_H

#include "tui/pane.h"

int pane_footer(const struct viewer *v, struct grid *g, struct box b);
/* What stands before the text that is typed. */
const char *pane_footer_prompt(enum prompt prompt);

#endif
