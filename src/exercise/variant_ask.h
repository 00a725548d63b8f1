/* Works out expressions in a variant. */
#ifndef QKV_EXERCISE_VARIANT_ASK_H
#define QKV_EXERCISE_VARIANT_ASK_H

#include "exercise/variant.h"

/* One expression, aside (trace/tape/sandbox.h; `a` has begun); no random number of the run is used
 * up. False: `why` holds the last line of the traceback. */
bool variant_evaluate(struct variant *v, struct sandbox *a, const char *expression,
                      struct value *out, struct buf *why);

/* Markdown with its {{EXPR}} filled in: as print() shows the value. */
bool variant_fill(struct variant *v, const char *markdown, struct buf *out, struct error *err);
/* A number (bools and 0-d tensors too), or a shape: a tuple of integers. */
bool variant_number(struct variant *v, const char *expression, double *out, struct error *err);
bool variant_shape(struct variant *v, const char *expression, int *ndim,
                   int64_t shape[TENSOR_MAX_DIMS], struct error *err);

#endif
