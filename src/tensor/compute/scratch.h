/* Scratch is memory that an operation needs while it works, and that no tensor holds. */
#pragma once

#include "tensor/compute/compute.h"

/* `count` items of `size` bytes, at least one, for free(). NULL with cx->err set when they do not
 * fit into what the run may use, or the system has no more. They are not charged: they are gone
 * before the operation ends. */
void *scratch_new(struct compute *cx, int64_t count, size_t size);
