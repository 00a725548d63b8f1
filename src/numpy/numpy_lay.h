/* Decides which cells stand side by side in memory: order= of NumPy's functions. */
#pragma once

#include "numpy/numpy.h"

/* The letter of argument k: 'C' row by row, 'F' column by column, 'A' and 'K' as they were. None
 * stands for `otherwise`. */
bool numpy_order_take(struct call *c, int k, char otherwise, char *order);
/* Lays the cells of t, a fresh row-major array, into that order; 'A' and 'K' ask how `like` lies
 * (NULL: row by row). Its shape stays. On failure t is released. */
bool numpy_lay(struct call *c, char order, const struct tensor *like, struct tensor *t);
/* Whether the cells stand one behind the other, the first axis the quickest. */
bool numpy_is_by_column(const struct tensor *t);
