/* Says where the gradients of a node go. Private to torch/grad. */
#ifndef QKV_TORCH_GRAD_NODE_NEXT_H
#define QKV_TORCH_GRAD_NODE_NEXT_H

#include "torch/grad/node.h"

/* x.grad_fn.next_functions: ((node, number of its output), ...) */
bool grad_next_functions(struct interp *in, struct grad_node *n, struct value *out);

#endif
