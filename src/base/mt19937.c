/* Draws from the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded by init_genrand.
 * PyTorch's CPU generator, NumPy's legacy one and Python's are this engine; what they make of its
 * outputs differs. */
#include "base/mt19937.h"

#define STATE_SIZE 624
#define SHIFT_SIZE 397

void mt19937_seed(struct mt19937 *mt, uint32_t seed)
{
    mt->state[0] = seed;
    for (uint32_t i = 1; i < STATE_SIZE; i++) {
        uint32_t before = mt->state[i - 1];
        mt->state[i] = 1812433253u * (before ^ (before >> 30)) + i;
    }
    mt->next = STATE_SIZE;
}

static uint32_t twist(uint32_t high, uint32_t low)
{
    uint32_t mixed = (high & 0x80000000u) | (low & 0x7fffffffu);
    return (mixed >> 1) ^ ((low & 1u) != 0 ? 0x9908b0dfu : 0u);
}

void mt19937_refill(struct mt19937 *mt)
{
    uint32_t *s = mt->state;
    for (int i = 0; i < STATE_SIZE - SHIFT_SIZE; i++) {
        s[i] = s[i + SHIFT_SIZE] ^ twist(s[i], s[i + 1]);
    }
    for (int i = STATE_SIZE - SHIFT_SIZE; i < STATE_SIZE - 1; i++) {
        s[i] = s[i + SHIFT_SIZE - STATE_SIZE] ^ twist(s[i], s[i + 1]);
    }
    s[STATE_SIZE - 1] = s[SHIFT_SIZE - 1] ^ twist(s[STATE_SIZE - 1], s[0]);
    mt->next = 0;
}

void mt19937_take(struct mt19937 *mt, uint32_t *restrict out, int count)
{
    while (count > 0) {
        if (mt->next >= STATE_SIZE) {
            mt19937_refill(mt);
        }
        int left = STATE_SIZE - mt->next, some = count < left ? count : left;
        const uint32_t *state = mt->state + mt->next;
        for (int i = 0; i < some; i++) {
            out[i] = mt19937_tempered(state[i]);
        }
        mt->next += some;
        out += some;
        count -= some;
    }
}
