/* Gives the names of axes as they are shown. Private to src/trace/axes. */
#pragma once

#include "trace/axes/axes_book.h"

/* Sets `called` of input `input` (-1: of a result) of an event, whose axes have their names. False:
 * memory. */
bool axes_call(struct book *b, int event, int input, struct tape_tensor *of);

/* Whether a tensor of event `event` (input `input`; -1: a result) holds scores or weights: which of
 * its axes are the queries, which the keys. A mask may have fewer axes, or fewer batches. */
bool axes_is_map(const struct tape *t, int event, int input, const struct tensor *of, int *query,
                 int *key);
