/* Writes one event as text: the shapes that go in and come out, and where the result lies. */
#pragma once

#include "show/stepper.h"

/* The shapes of one event: "(2, 6, 3) @ (3, 2) -> (2, 6, 2)"; with names: "(b, t, d) @ ...". False:
 * no axis has a name, and nothing was written. */
bool step_shapes(const struct event *e, bool names, struct buf *out);
/* "new storage", "view of #3, strides 12 1 2 1", "in place"; by name "view of x", where that has
 * one: on a page no step has a number. */
void step_storage(const struct tape *t, int event, bool by_name, struct buf *out);
/* The same of an event that is shown at a stop: a group may write into what it made itself. */
void step_storage_at(const struct stepper *s, int event, bool by_name, struct buf *out);
