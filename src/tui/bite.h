/* Finds where something happens: a mask may hide nothing in the first batch. Private to src/tui. */
#pragma once

#include "tui/viewer.h"

/* Where nobody chose a batch or a head: turns to one in which the mask, or the comparison, of the
 * step that was fetched does something. True: that is another one than was fetched. */
bool bite_turn(struct viewer *v);
/* Where nobody chose a cell: the first one that the mask hides; of a view, or a copy of places, one
 * whose place tells the strides apart; of shares, or a product with them, one of a row that more
 * than one word has a part in; else the first of all. */
void bite_cell(struct viewer *v);
