/* Goes through the graph from its end to its leaves: what backward() and torch.autograd.grad() do.
 *
 * The order is PyTorch's, for it decides in which order gradients are added: of the nodes whose
 * gradients have all come, the newest goes first; leaves go at once. */
#pragma once

#include "torch/grad/node.h"

struct grad_order {
    const struct list *roots;  /* tensors */
    const struct list *grads;  /* their gradients: a tensor, or None for ones */
    const struct list *inputs; /* NULL: all leaves collect theirs; else only what leads to these */
    bool keeps_graph;
    bool creates_graph; /* the gradients can be differentiated again */
    bool accumulates;   /* into .grad; else the gradients of `inputs` are given */
};

/* *out is a tuple with the gradient of each input, None where it has none. False: raised. */
bool engine_run(struct interp *in, const struct grad_order *order, struct value *out);
void engine_mark(struct interp *in);
