/* The Mersenne Twister. */
#ifndef QKV_BASE_MT19937_H
#define QKV_BASE_MT19937_H

#include <stdint.h>

struct mt19937 {
    uint32_t state[624];
    int next; /* 624 = refill first */
};

void mt19937_seed(struct mt19937 *mt, uint32_t seed);            /* init_genrand */
uint32_t mt19937_next(struct mt19937 *mt);                       /* one tempered output */
void mt19937_take(struct mt19937 *mt, uint32_t *out, int count); /* the next ones, faster */

#endif
