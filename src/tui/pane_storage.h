/* Where the numbers of a view or a copy lie. */
#ifndef QKV_TUI_PANE_STORAGE_H
#define QKV_TUI_PANE_STORAGE_H

#include "tui/pane.h"

bool pane_has_storage(const struct viewer *v);
int pane_storage(const struct viewer *v, struct grid *g, struct box b);

#endif
