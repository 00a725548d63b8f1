/* The formula of the row, with the names in the code and with numbers. */
#ifndef QKV_TRACE_EXPLAIN_EXPLAIN_FORMULA_H
#define QKV_TRACE_EXPLAIN_EXPLAIN_FORMULA_H

#include "trace/explain/explainer.h"

/* With the names in the code and filled in indices, and with numbers. */
void explain_formula(struct explainer *t);

#endif
