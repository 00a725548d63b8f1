/* Moves over the cells. Private to src/tui. */
#pragma once

#include "tui/viewer.h"

/* In the result, by so many rows and columns, as far as it goes. */
unsigned act_move_cell(struct viewer *v, int64_t rows, int64_t columns);
