/* Axis labels: small numbers for the names that integers carry ("B", "num_heads", "B*T").
 * 0 is no label. Labels of products are made on demand and stay short. */
#ifndef QKV_LANG_LABEL_H
#define QKV_LANG_LABEL_H

#include "lang/value.h"

uint32_t label_of(struct interp *in, const char *name);          /* 0 when memory is out */
const char *label_text(const struct interp *in, uint32_t label); /* "" for 0 */
/* The label of a result: `a * b`, `a // b`, ... of two labelled integers; 0 when there is none.
 * A product with an unlabelled 1 keeps the label; others give "". */
uint32_t label_combine(struct interp *in, enum operator_ op, struct value a, struct value b);

#endif
