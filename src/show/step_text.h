/* One event as text: the shapes that go in and come out, and where the result lies. */
#pragma once

#include "trace/tape/tape.h"

/* The shapes of one event: "(2, 6, 3) @ (3, 2) -> (2, 6, 2)"; with names: "(b, t, d) @ ...". False:
 * no axis has a name, and nothing was written. */
bool step_shapes(const struct event *e, bool names, struct buf *out);
/* "new storage", "view of #3, strides 12 1 2 1", "in place". */
void step_storage(const struct tape *t, int event, struct buf *out);
