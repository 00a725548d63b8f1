/* Reads and sets the attributes of tensors. */
#pragma once

#include "lang/run/interp.h"

/* What the object alone tells of a tensor, or of an array. */
enum tensor_fact {
    FACT_NONE,
    FACT_NO,
    FACT_NDIM,
    FACT_SIZE,
    FACT_ITEMSIZE,
    FACT_NBYTES,
    FACT_VERSION, /* how often its memory has been written in place */
    FACT_OUTPUT,  /* of its grad_fn */
    FACT_REQUIRES_GRAD,
    FACT_GRAD,
    FACT_HOOKS,
    FACT_RETAINS_GRAD,
    FACT_BASE
};
struct value tensor_fact(struct value self, enum tensor_fact fact);

/* Slots of torch.Tensor (tensor_attribute.c): *found, *done = false leave the name to others. */
bool tensor_get_attribute(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found);
bool tensor_set_attribute(struct interp *in, struct value self, struct str *name, struct value v,
                          bool *done);
