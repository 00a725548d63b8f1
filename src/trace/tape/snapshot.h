/* Keeps tensors as they were before and after an event. */
#pragma once

#include "trace/tape/tape.h"

void snapshots_free(struct tape *t);

/* `of` as it was right before, or right behind, event `event`: another reference as long as its
 * memory has not been written since, else a copy with the same shape and strides. To be given
 * back with tensor_release. Asking event by event, in either direction, is cheap. False with
 * session->in.error: memory. */
bool tape_before(struct tape *t, const struct tape_tensor *of, int event, struct tensor *out);
bool tape_after(struct tape *t, const struct tape_tensor *of, int event, struct tensor *out);
