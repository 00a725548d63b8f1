/* What is always there: title, stages, rules, the footer. */
#ifndef QKV_TUI_PANE_HEAD_H
#define QKV_TUI_PANE_HEAD_H

#include "tui/pane.h"

int pane_title(const struct viewer *v, struct grid *g, struct box b);
int pane_stages(const struct viewer *v, struct grid *g, struct box b);
int pane_rule(const struct viewer *v, struct grid *g, struct box b, const char *title);
int pane_footer(const struct viewer *v, struct grid *g, struct box b);
const char *pane_prompt(enum prompt prompt);

#endif
