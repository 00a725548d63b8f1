/* Says where the gradients of a node go. Private to torch/grad. */
#pragma once

#include "torch/grad/node.h"

/* x.grad_fn.next_functions: ((node, number of its output), ...) */
bool grad_next_functions(struct interp *in, struct grad_node *n, struct value *out);
