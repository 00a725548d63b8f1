/* Keeps what a node saved for its formulas. PyTorch lets go of it behind each pass that does not
 * keep the graph, and a second pass through a node that had saved variables raises. */
#pragma once

#include "torch/grad/node.h"

/* Takes it for a formula. False, raised: it was written over since. */
bool saved_take(struct interp *in, const struct grad_node *n, const struct grad_saved *s,
                struct value *out);
/* A product's gradient for an argument does not depend on the argument itself, only on how it lies,
 * that of a bias on how the input lies: PyTorch keeps them for the others alone, and does not mind
 * when they were written since. */
bool saved_only_lies(const struct grad_rule *rule, int need, int argument);
/* False, raised: the node was gone through, and what it had saved is gone. */
bool saved_check(struct interp *in, const struct grad_node *n);
void saved_free(struct interp *in, struct grad_node *n);
