/* Draws from the Mersenne Twister. */
#pragma once

#include <stdint.h>

struct mt19937 {
    uint32_t state[624];
    int next; /* 624 = refill first */
};

void mt19937_seed(struct mt19937 *mt, uint32_t seed);            /* init_genrand */
void mt19937_take(struct mt19937 *mt, uint32_t *out, int count); /* the next ones, faster */
void mt19937_refill(struct mt19937 *mt);

static inline uint32_t mt19937_tempered(uint32_t y)
{
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* One tempered output. */
static inline uint32_t mt19937_next(struct mt19937 *mt)
{
    if (mt->next >= 624) {
        mt19937_refill(mt);
    }
    return mt19937_tempered(mt->state[mt->next++]);
}
