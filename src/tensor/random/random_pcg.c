/* Makes the numbers of NumPy's Generator, and draws from them. */
#include "tensor/random/random_pcg.h"

#include "base/fmath.h"

/* --- 128 bits --- */

/* high, low = a * b */
static void multiply(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    *low = a * b;
}

static void add(struct pcg64 *r, uint64_t high, uint64_t low)
{
    r->low += low;
    r->high += high + (r->low < low);
}

static void step(struct pcg64 *r)
{
    const uint64_t factor_high = 0x2360ED051FC65DA4u, factor_low = 0x4385DF649FCCF645u;
    uint64_t high, low;
    multiply(r->low, factor_low, &high, &low);
    r->high = high + r->high * factor_low + r->low * factor_high;
    r->low = low;
    add(r, r->increment_high, r->increment_low);
}

static uint64_t pcg64_next(struct pcg64 *r)
{
    step(r);
    uint64_t mixed = r->high ^ r->low;
    unsigned turn = (unsigned)(r->high >> 58);
    return turn == 0 ? mixed : mixed >> turn | mixed << (64 - turn);
}

uint32_t pcg64_next_half(struct pcg64 *r)
{
    if (r->has_half) {
        r->has_half = false;
        return r->half;
    }
    uint64_t next = pcg64_next(r);
    r->has_half = true;
    r->half = (uint32_t)(next >> 32);
    return (uint32_t)next;
}

/* --- seeds: SeedSequence, after O'Neill's seed_seq --- */

enum { POOL = 4 };

static uint32_t hash(uint32_t value, uint32_t *constant, uint32_t factor)
{
    value ^= *constant;
    *constant *= factor;
    value *= *constant;
    return value ^ value >> 16;
}

static uint32_t mix(uint32_t x, uint32_t y)
{
    uint32_t mixed = 0xca01f9ddu * x - 0x4973f715u * y;
    return mixed ^ mixed >> 16;
}

void pcg64_seed(struct pcg64 *r, const uint32_t *words, size_t count)
{
    uint32_t pool[POOL], constant = 0x43b0d7e5u;
    const uint32_t factor = 0x931e8875u;
    for (size_t k = 0; k < POOL; k++) {
        pool[k] = hash(k < count ? words[k] : 0, &constant, factor);
    }
    for (size_t from = 0; from < POOL; from++) {
        for (size_t to = 0; to < POOL; to++) {
            if (from != to) {
                pool[to] = mix(pool[to], hash(pool[from], &constant, factor));
            }
        }
    }
    for (size_t from = POOL; from < count; from++) {
        for (size_t to = 0; to < POOL; to++) {
            pool[to] = mix(pool[to], hash(words[from], &constant, factor));
        }
    }
    uint64_t start[POOL] = {0};
    constant = 0x8b51f9ddu;
    for (size_t k = 0; k < 2 * POOL; k++) {
        uint64_t word = hash(pool[k % POOL], &constant, 0x58f38dedu);
        start[k / 2] |= word << (k % 2 * 32);
    }
    *r = (struct pcg64){.increment_high = start[2] << 1 | start[3] >> 63,
                        .increment_low = start[3] << 1 | 1};
    step(r);
    add(r, start[0], start[1]);
    step(r);
}

/* --- draws --- */

double pcg64_double(struct pcg64 *r)
{
    return (double)(pcg64_next(r) >> 11) * (1.0 / 9007199254740992.0);
}

struct layer {
    uint64_t inside;
    double width, height;
};

static const struct layer normal[256] = {
#define NORMAL_LAYER(k, w, f) {k, w, f},
#define EXPONENTIAL_LAYER(k, w, f)
#include "tensor/random/ziggurat.def"
#undef NORMAL_LAYER
#undef EXPONENTIAL_LAYER
};

static const struct layer exponential[256] = {
#define NORMAL_LAYER(k, w, f)
#define EXPONENTIAL_LAYER(k, w, f) {k, w, f},
#include "tensor/random/ziggurat.def"
#undef NORMAL_LAYER
#undef EXPONENTIAL_LAYER
};

/* Whether a point between two layers lies under the curve. */
static bool is_under(struct pcg64 *r, const struct layer *table, size_t k, double curve)
{
    return (table[k - 1].height - table[k].height) * pcg64_double(r) + table[k].height < curve;
}

/* Beyond the last layer. */
static double normal_tail(struct pcg64 *r, bool negative)
{
    const double start = 3.6541528853610087963519472518, inverse = 0.27366123732975827203338247596;
    for (;;) {
        double x = -inverse * fmath_log1p(-pcg64_double(r)), y = -fmath_log1p(-pcg64_double(r));
        if (y + y > x * x) {
            return negative ? -(start + x) : start + x;
        }
    }
}

double pcg64_gauss(struct pcg64 *r)
{
    for (;;) {
        uint64_t bits = pcg64_next(r), size = bits >> 9 & 0x000fffffffffffffu;
        size_t k = bits & 0xff;
        double x = (double)size * normal[k].width;
        x = (bits >> 8 & 1) != 0 ? -x : x;
        if (size < normal[k].inside) {
            return x;
        }
        if (k == 0) {
            return normal_tail(r, (size >> 8 & 1) != 0);
        }
        if (is_under(r, normal, k, fmath_exp(-0.5 * x * x))) {
            return x;
        }
    }
}

double pcg64_exponential(struct pcg64 *r)
{
    for (;;) {
        uint64_t bits = pcg64_next(r) >> 3, size = bits >> 8;
        size_t k = bits & 0xff;
        double x = (double)size * exponential[k].width;
        if (size < exponential[k].inside) {
            return x;
        }
        if (k == 0) {
            return 7.69711747013104972 - fmath_log1p(-pcg64_double(r));
        }
        if (is_under(r, exponential, k, fmath_exp(-x))) {
            return x;
        }
    }
}

uint64_t pcg64_interval(struct pcg64 *r, uint64_t max)
{
    if (max == 0) {
        return 0;
    }
    if (max == UINT32_MAX) {
        return pcg64_next_half(r);
    }
    if (max == UINT64_MAX) {
        return pcg64_next(r);
    }
    if (max < UINT32_MAX) {
        uint32_t sides = (uint32_t)max + 1, least = (uint32_t)(UINT32_MAX - max) % sides;
        uint64_t product = (uint64_t)pcg64_next_half(r) * sides;
        while ((uint32_t)product < least) {
            product = (uint64_t)pcg64_next_half(r) * sides;
        }
        return product >> 32;
    }
    uint64_t sides = max + 1, least = (UINT64_MAX - max) % sides, high, low;
    do {
        multiply(pcg64_next(r), sides, &high, &low);
    } while (low < least);
    return high;
}

uint64_t pcg64_masked(struct pcg64 *r, uint64_t max)
{
    uint64_t mask = max, value = 0;
    for (int shift = 1; shift < 64; shift *= 2) {
        mask |= mask >> shift;
    }
    while (max > 0) {
        value = (max > UINT32_MAX ? pcg64_next(r) : pcg64_next_half(r)) & mask;
        if (value <= max) {
            break;
        }
    }
    return max == 0 ? 0 : value;
}
