/* Enter at a number of a figure leads to the step that made it. */
#ifndef QKV_TUI_ACT_ACT_FIGURE_H
#define QKV_TUI_ACT_ACT_FIGURE_H

#include "tui/viewer.h"

/* False: the key means something else. */
bool act_figure_key(struct viewer *v, uint32_t key, unsigned *reaction);

#endif
