/* Declares what ndarray has beside its operations. */
#pragma once

#include "lang/run/interp.h"
#include "tensor/print/print.h"

/* str or repr, with what formatter={...} says of each cell. */
bool numpy_put_text(struct interp *in, const struct tensor *t, bool repr,
                    struct numpy_print_options options, struct value formatter, struct buf *out);
/* made.base: the array whose cells it shows, when it shows from's. */
void numpy_set_base(struct interp *in, struct value made, struct value from);
/* False: raised. The array is read-only. */
bool numpy_may_write(struct interp *in, struct value array, const char *called);
/* shape, dtype, T, ... of arrays and scalars. */
bool numpy_get_attribute(struct interp *in, struct value self, struct str *name, struct value *out,
                         bool *found);
