/* Describes a tensor operation that was carried out, as the recorder (lang/run/recorder.h) is told.
 * Borrowed for the length of the report; whoever keeps a tensor takes a reference (tensor_ref). */
#pragma once

#include "torch/op/op.h"

enum storage_effect { STORAGE_NEW, STORAGE_COPY, STORAGE_VIEW, STORAGE_IN_PLACE };

struct operation {
    const struct op *op;
    const char *name; /* as called: "masked_fill_", "__getitem__"; lives as long as the run */
    const struct call *call; /* bound arguments: inputs are arg[k].object and arg[k].tensors */
    int output_count;
    struct tensor_object *const *outputs; /* for in place: the changed tensor itself */
    enum storage_effect effect;           /* of the first output */
};
