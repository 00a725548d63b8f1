/* The Mersenne Twister. */
#ifndef QKV_TENSOR_RANDOM_MT19937_H
#define QKV_TENSOR_RANDOM_MT19937_H

#include "tensor/random/random.h"

void mt19937_seed(struct mt19937 *mt, uint32_t seed);            /* init_genrand */
uint32_t mt19937_next(struct mt19937 *mt);                       /* one tempered output */
void mt19937_take(struct mt19937 *mt, uint32_t *out, int count); /* the next ones, faster */

#endif
