/* Draws what is always there: title, stages, rules. */
#pragma once

#include "tui/pane.h"

int pane_title(const struct viewer *v, struct grid *g, struct box b);
int pane_stages(const struct viewer *v, struct grid *g, struct box b);
int pane_rule(const struct viewer *v, struct grid *g, struct box b, const char *title);
