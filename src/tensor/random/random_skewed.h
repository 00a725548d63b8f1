/* The lopsided distributions of PyTorch's CPU generator, bit for bit: waiting for a success,
 * Cauchy, log-normal, Poisson. All draw in double, one cell after the other. */
#ifndef QKV_TENSOR_RANDOM_RANDOM_SKEWED_H
#define QKV_TENSOR_RANDOM_RANDOM_SKEWED_H

#include "tensor/random/random.h"

/* How many tosses until the first success of chance p. Integers too. */
bool random_geometric(struct compute *cx, struct random *r, const struct tensor *t, double p);
bool random_cauchy(struct compute *cx, struct random *r, const struct tensor *t, double median,
                   double sigma);
/* exp of a normal number. */
bool random_log_normal(struct compute *cx, struct random *r, const struct tensor *t, double mean,
                       double std);
/* Counts with the mean values in `rates`. */
bool random_poisson(struct compute *cx, struct random *r, struct tensor *out,
                    const struct tensor *rates);

#endif
