/* Decides which cells stand side by side in memory: order= of NumPy's functions. */
#include "numpy/numpy_lay.h"
#include "numpy/numpy_value.h"

#include "tensor/shape/view.h"
#include "torch/op/op_body.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool numpy_order_take(struct call *c, int k, char otherwise, char *order)
{
    struct value v = c->arg[k].value;
    *order = otherwise;
    if (v.type == VALUE_NONE) {
        return true;
    }
    if (!str_is(v)) {
        return raise_exception(c->in, EXCEPTION_TypeError, "order must be str, not %s",
                               value_type_name(v));
    }
    *order = strlen(str_text(v)) == 1 ? (char)toupper((unsigned char)str_text(v)[0]) : '\0';
    return (*order != '\0' && strchr("CFAK", *order) != NULL) ||
           numpy_refuse(c, "order must be one of 'C', 'F', 'A', or 'K' (got '%s')", str_text(v));
}

bool numpy_is_by_column(const struct tensor *t)
{
    int64_t step = 1;
    for (int k = 0; k < t->ndim; k++) {
        if (t->shape[k] != 1 && t->stride[k] != step) {
            return false;
        }
        step *= t->shape[k];
    }
    return true;
}

/* The axes from the slowest to the quickest. */
static void slowest_first(char order, const struct tensor *like, int ndim,
                          int64_t axes[TENSOR_MAX_DIMS])
{
    for (int k = 0; k < ndim; k++) {
        axes[k] = order == 'F' ? ndim - 1 - k : k;
    }
    if (order != 'K' || like == NULL || like->ndim != ndim) {
        return;
    }
    for (int k = 1; k < ndim; k++) { /* stable: axes with one stride keep their order */
        int64_t axis = axes[k];
        int at = k;
        for (; at > 0 && llabs(like->stride[axes[at - 1]]) < llabs(like->stride[axis]); at--) {
            axes[at] = axes[at - 1];
        }
        axes[at] = axis;
    }
}

bool numpy_lay(struct call *c, char order, const struct tensor *like, struct tensor *t)
{
    if (order == 'A') {
        order = like != NULL && numpy_is_by_column(like) && !tensor_is_contiguous(like) ? 'F' : 'C';
    }
    int64_t axes[TENSOR_MAX_DIMS], back[TENSOR_MAX_DIMS];
    slowest_first(order, like, t->ndim, axes);
    bool as_it_is = true;
    for (int k = 0; k < t->ndim; k++) {
        back[axes[k]] = k;
        as_it_is &= axes[k] == k;
    }
    if (as_it_is) {
        return true;
    }
    struct chain k = {.c = c};
    const struct tensor *turned =
        chain_made(&k, view_permute(c->cx, chain_room(&k), t, t->ndim, axes));
    const struct tensor *own = chain_copy(&k, turned);
    tensor_release(t);
    bool ok = own != NULL && view_permute(c->cx, t, own, own->ndim, back);
    chain_free(&k);
    return ok;
}
