/* Takes one step of an optimiser for one tensor of parameters, in a single walk over its cells: the
 * same numbers as the operations of torch.optim give one after the other. All tensors are
 * contiguous float32 of one size, and share no cells. */
#pragma once

#include "tensor/shape/tensor.h"

struct adam {
    double beta1, beta2;
    double size;       /* of the step: lr / (1 - beta1 ^ steps) */
    double correction; /* sqrt(1 - beta2 ^ steps) */
    double eps;
    double decay;  /* that much of x is added to its gradient; 0: none */
    double shrink; /* x is first multiplied by this; 1: it is not */
};

/* Writes x, mean and square. */
void adam_step(struct compute *cx, const struct adam *how, const struct tensor *x,
               const struct tensor *grad, const struct tensor *mean, const struct tensor *square);

struct sgd {
    double size; /* of the step: lr */
    double momentum, damping;
    double decay; /* that much of x is added to its gradient; 0: none */
};

/* Writes x, and buffer: the running sum of gradients, NULL without momentum. */
void sgd_step(struct compute *cx, const struct sgd *how, const struct tensor *x,
              const struct tensor *grad, const struct tensor *buffer);
