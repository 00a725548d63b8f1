/* Explains the additions of a sum over axes, as reduce_fold carries them out. */
#pragma once

#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

/* Whether the step's operation is one of NumPy's, numpy.linalg among them. */
bool explain_of_numpy(const struct explainer *t);
/* Tells the additions of a cell's sum over `axes` of x, |x| or x * x, each rounded, as reduce_fold
 * carries them out; no cells are pointed at. At most `most` lines. Rounds to the type of x at the
 * end. */
enum sum_of { SUM_CELLS, SUM_SIZES, SUM_SQUARES };
struct scalar explain_sum_cells(struct explainer *t, const struct tensor *x, enum sum_of of,
                                unsigned axes, bool keepdim, int most);
