/* Draws for dropout, bernoulli, multinomial and permutations. */
#pragma once

#include "tensor/random/random.h"

/* one draw per element with its own probability (torch.bernoulli(p)) */
bool random_bernoulli_tensor(struct compute *cx, struct random *r, struct tensor *out,
                             const struct tensor *p);
bool random_permutation(struct compute *cx, struct random *r, struct tensor *out, int64_t n);
bool random_multinomial(struct compute *cx, struct random *r, struct tensor *out,
                        const struct tensor *weights, int64_t samples, bool replacement);
/* Kept with probability 1-p and scaled by 1/(1-p); p 0 and 1 as PyTorch's shortcuts. */
bool random_dropout(struct compute *cx, struct random *r, struct tensor *out,
                    const struct tensor *in, double p);
