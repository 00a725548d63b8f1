/* Tells in which module of a model an event takes place, and what a weight is called there: by the
 * paths that named_modules() and named_parameters() of the outermost module under way give,
 * "h.0.attn" and "h.0.attn.c_attn.weight".
 *
 * Modules in plain lists and dictionaries, and objects of the code's own classes with a forward or
 * a __call__, have the path by which they are reached: "blocks.0". An object that stands at two
 * places has the first one. Paths are those at the end of the run. */
#pragma once

#include "trace/tape/tape.h"

/* The path of the innermost module under way that the outermost one holds; "" is that one itself;
 * NULL: the event is in no module. What computes a gradient is in the module of the event that it
 * is the gradient of. */
const char *event_module(const struct tape *t, int event);
/* The same of a call; of one that computes a gradient, where it was called. */
const char *call_module(const struct tape *t, int call);

/* What the code calls that outermost module at the end of the run: "model", "model.h.0". NULL: no
 * name of the top level leads to it, or the event is in no module. */
const char *event_model(const struct tape *t, int event);

/* The path of a tensor below the outermost module under way; where none is, below the model that
 * holds the most. NULL: it is none of a model's. */
const char *event_weight(const struct tape *t, int event, const struct tape_tensor *of);

/* Finds the paths of all calls. For tape_finish. False: raised (memory). */
bool modules_find(struct tape *t);
void modules_free(struct tape *t);

/* Who is told the registered parameters and buffers of a model with their paths, in the order of
 * named_parameters(). False: raised. */
struct weight_reader {
    void *self;
    bool (*weight)(void *self, uint64_t serial, const char *path);
};
/* Whether a value is a torch.nn.Module. */
bool module_is(const struct tape *t, struct value v);
/* False: raised. */
bool module_read(struct tape *t, struct value module, const struct weight_reader *reader);
