/* Finds the gradients that a backward() of the code's own computed (torch.autograd.Function): which
 * of its steps lead to which. For unpack.c. */
#pragma once

#include "trace/tape/record.h"

/* Takes up a gradient that such a backward() gave: the steps that lead to it are among the last
 * ones on the tape. `leaves` remembers for own_gathers. False: raised. */
bool own_take(struct tape *t, struct map *leaves, const struct packed_given *given);
/* An event that adds up what came for a leaf: of an argument of such a function (`of` is the
 * recorder's number of its last operation) it becomes one of the operation that reads the leaf. */
void own_gathers(const struct map *leaves, int of, struct event *e);
