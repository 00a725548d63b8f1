/* Writes the results of a run's steps as files of NumPy: `qkv trace --dump DIR`. */
#pragma once

#include "cli/options.h"
#include "trace/report/choice.h"

/* One .npy for each result of the chosen steps, in o->dump, which is made: "019-h.0.attn.att.npy"
 * by the step, its module, its name or operation. *count: so many. A file that is there is kept
 * without o->force. False with session->in.error: ERROR_INPUT, ERROR_MEMORY. */
bool trace_dump(struct tape *t, const struct choice *c, const struct options *o, int *count);
