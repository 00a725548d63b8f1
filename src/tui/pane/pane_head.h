/* What is always there: title, stages, rules. */
#ifndef QKV_TUI_PANE_PANE_HEAD_H
#define QKV_TUI_PANE_PANE_HEAD_H

#include "tui/pane.h"

int pane_title(const struct viewer *v, struct grid *g, struct box b);
int pane_stages(const struct viewer *v, struct grid *g, struct box b);
int pane_rule(const struct viewer *v, struct grid *g, struct box b, const char *title);

#endif
