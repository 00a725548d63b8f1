/* Carries out the formulas of one node, and holds their results against what they must look
 * like. */
#pragma once

#include "torch/grad/node.h"

/* What the last formula gave: one of a Function gives the gradients of all its inputs. */
struct formula_results {
    int argument, item; /* argument -1: none yet */
    struct value value;
    const struct list *parts; /* of one tensor, to be added one by one; NULL: there is only one */
    struct list *slice; /* of a write into a view: the whole gradient, its part, a copy of that */
};

/* The gradient of edge `edge` of a node, from the tuple of those of its outputs (None where there
 * is none), in
 * the sizes and the type of the tensor that it belongs to; None when there is none. The first part,
 * where results->parts has more of them. *fresh: nobody
 * else has it. False: raised. */
bool formula_gradient(struct interp *in, struct grad_node *n, struct list *grads, int edge,
                      struct formula_results *results, struct value *out, bool *fresh);
