/* Tells what the parameters and buffers of the models that the code holds are called, by the names
 * that named_parameters() and named_buffers() give. */
#pragma once

#include "trace/tape/tape.h"

/* Finds them among the names of the top level, as they are at the end of the run: "head.W_q.weight"
 * of `model = Model()`; "layer.weight" of a model that is one layer. For tape_finish. False:
 * raised (memory). */
bool parameters_name(struct tape *t);

/* The same while the code runs, the names of the functions under way too: a model that is built and
 * trained in one is gone at the end. */
bool parameters_name_now(struct tape *t);

/* The name of the parameter or buffer with that serial; NULL: it is neither, or belongs to no such
 * model. */
const char *parameter_name(const struct tape *t, uint64_t serial);
