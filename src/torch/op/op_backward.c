/* Holds what gradients alone are computed with; torch._gradients calls these. */
#include "tensor/cells/backward.h"
#include "tensor/cells/group_norm.h"
#include "torch/op/op_rows.h"

#include <string.h>

static bool cells(struct call *c, enum backward_cell op)
{
    return body_one(c, backward_cells(c->cx, op, &c->out[0], A(c), B(c)));
}

OP_IS(op_cells_backward, cells(c, (enum backward_cell)c->op->with))

bool op_gelu_backward(struct call *c)
{
    bool tanh_form = strcmp(c->arg[2].text, "tanh") == 0;
    return cells(c, tanh_form ? BACKWARD_GELU_TANH : BACKWARD_GELU);
}

OP_KERNEL(op_softmax_backward, backward_softmax, A(c), B(c), c->arg[2].i, c->op->with)
OP_KERNEL(op_layer_norm_backward, backward_norm_input, A(c), B(c), c->arg[2].count,
          body_tensor(c, 3), c->arg[4].f)
OP_KERNEL(op_layer_norm_weight_backward, backward_norm_weight, A(c), B(c), c->arg[2].count,
          c->arg[3].f)
OP_KERNEL(op_layer_norm_bias_backward, backward_norm_bias, A(c), c->arg[1].count)
OP_KERNEL(op_group_norm_backward, group_norm_input, A(c), B(c), c->arg[2].i, body_tensor(c, 3),
          c->arg[4].f)
OP_KERNEL(op_group_norm_weight_backward, group_norm_weight, A(c), B(c), c->arg[2].i, c->arg[3].f)
OP_KERNEL(op_group_norm_bias_backward, group_norm_bias, A(c))
