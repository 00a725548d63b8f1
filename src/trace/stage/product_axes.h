/* Tells which axis of what goes into an operation an axis of its result was, and which axes the
 * factors of a product share. */
#pragma once

#include "trace/stage/graph.h"

/* The axis of input `input` that axis `axis` of an event's result is; of one that was joined of
 * several, the `last` of these or -1. -1: it cannot be told. */
int axis_before(const struct event *e, int input, int axis, bool last);
/* The axis of the result of `to` that axis `axis` of input `input` of `event` was; -1. */
int axis_followed(struct graph *g, int event, int input, int axis, int to);

/* Which inputs a product multiplies. Of x @ x both are the same. */
void product_factors(const struct event *e, int *left, int *right);
/* The axis of input `input` that a product sums over: of several the last one; -1: it cannot be
 * told. */
int product_summed_axis(const struct event *e, int input);
/* How many products are added up in a cell of the result; 0: it cannot be told. */
int64_t product_summed_cells(const struct event *e);
/* Whether that axis of a product's input, or with -1 of its result, counts heads or a batch: both
 * factors have it, and it stays. */
bool product_shares(const struct event *e, int input, int axis);
/* Whether factor `input` of a product, its first or its second, alone brings axis `axis` of the
 * result. */
bool product_brings(const struct event *e, int input, bool first, int axis);
/* The axis of input `input` of a product that axis `axis` of its result was; -1. */
int product_axis_of(const struct event *e, int input, int axis);
