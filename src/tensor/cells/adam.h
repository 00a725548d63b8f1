/* One step of Adam or AdamW for one tensor of parameters, in a single walk over its cells: the same
 * numbers as the operations of torch.optim.adam give one after the other. */
#ifndef QKV_TENSOR_CELLS_ADAM_H
#define QKV_TENSOR_CELLS_ADAM_H

#include "tensor/shape/tensor.h"

struct adam {
    double beta1, beta2;
    double size;       /* of the step: lr / (1 - beta1 ^ steps) */
    double correction; /* sqrt(1 - beta2 ^ steps) */
    double eps;
    double decay;  /* that much of x is added to its gradient; 0: none */
    double shrink; /* x is first multiplied by this; 1: it is not */
};

/* Writes x, mean and square. All four are contiguous float32 of one size, and share no cells. */
void adam_step(struct compute *cx, const struct adam *how, const struct tensor *x,
               const struct tensor *grad, const struct tensor *mean, const struct tensor *square);

#endif
