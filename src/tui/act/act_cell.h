/* Moves over the cells. Private to src/tui. */
#ifndef QKV_TUI_ACT_ACT_CELL_H
#define QKV_TUI_ACT_ACT_CELL_H

#include "tui/viewer.h"

/* In the result, by so many rows and columns, as far as it goes. */
unsigned act_move_cell(struct viewer *v, int64_t rows, int64_t columns);

#endif
