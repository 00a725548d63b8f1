/* Explains the additions of a sum over axes, as reduce_fold carries them out. */
#ifndef QKV_TRACE_EXPLAIN_EXPLAIN_SUM_H
#define QKV_TRACE_EXPLAIN_EXPLAIN_SUM_H

#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

/* Whether the step's operation is one of NumPy's, numpy.linalg among them. */
bool explain_of_numpy(const struct explainer *t);
/* Tells the additions of a cell's sum over `axes` of x, as reduce_fold carries them out. `named`
 * has the shape of input 0 and the memory of x: its cells are pointed at; NULL: none are. At most
 * `most` lines. Rounds to the type of x at the end. */
struct scalar explain_sum_cells(struct explainer *t, const struct tensor *x,
                                const struct tensor *named, unsigned axes, bool keepdim, int most);

#endif
