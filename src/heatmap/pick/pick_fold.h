/* Takes batch and heads in one axis, as nn.MultiheadAttention has them, apart again. */
#pragma once

#include "base/arena.h"
#include "trace/tape/tape.h"

/* Of scores, weights or their context (batch * heads, query, key) that event `event` gave: how many
 * heads there are, the axis that counts faster. 0: the first axis is no such product, or nobody
 * says of which numbers. */
int64_t pick_fold_heads(const struct tape *t, int event);

/* The same cells with the first axis as two. */
void pick_fold_split(const struct tensor *of, int64_t heads, struct tensor *out);
/* The two axes with names: "B" and "n_head" of "B*n_head". They lie in `arena`. False: memory. */
bool pick_fold_names(const struct tape_tensor *of, int64_t heads, struct arena *arena,
                     struct tape_tensor *out);
