/* Tells which axis is that of heads. Walk, heatmaps and JSON ask here, so that all have the same
 * heads. */
#pragma once

#include "trace/tape/tape.h"

/* Whether an axis is called after heads: num_heads, n_head, kv_heads, nh, H, h. No head_dim is, no
 * h behind the others (a hidden size) and none beside a w (an image). */
bool axes_is_heads(const struct tape_tensor *of, int axis);
/* The same, or it is a product with heads: b*num_heads. */
bool axes_has_heads(const struct tape_tensor *of, int axis);
