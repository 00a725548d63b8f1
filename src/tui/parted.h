/* Finds where a run leaves another program's, for the walk: the answers of `qkv diff`. */
#pragma once

#include "tui/viewer.h"

/* out->same, parted and why; in `m` the steps that give the same, where the code says nothing of
 * it. Without memory or time nothing is known. */
void parted_find(struct earlier *out, struct match *m, const struct run *now,
                 const struct run *other);
