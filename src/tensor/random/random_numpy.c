/* Draws from NumPy's legacy generator (np.random.seed, rand, randn, randint, permutation, ...): the
 * primitives that the calls are made of. Rules: numpy/random/src/legacy/legacy-distributions.c and
 * numpy/random/src/distributions/distributions.c. */
#include "tensor/random/random_numpy.h"

#include "base/fmath.h"

#include <math.h>

void numpy_random_seed(struct numpy_random *r, uint32_t seed)
{
    mt19937_seed(&r->mt, seed);
    r->has_gauss = false;
    r->gauss = 0;
}

/* 53 bits of two outputs; the quotient is exact. */
static double of_two(uint32_t high, uint32_t low)
{
    return ((double)(high >> 5) * 67108864.0 + (double)(low >> 6)) * 0x1p-53;
}

double numpy_random_double(struct numpy_random *r)
{
    uint32_t high = mt19937_next(&r->mt);
    return of_two(high, mt19937_next(&r->mt));
}

void numpy_random_doubles(struct numpy_random *r, double *out, int64_t n)
{
    enum { SOME = 256 };
    uint32_t drawn[2 * SOME];
    for (int64_t k = 0; k < n; k += SOME) {
        int some = n - k < SOME ? (int)(n - k) : SOME;
        mt19937_take(&r->mt, drawn, 2 * some);
        for (int i = 0; i < some; i++) {
            out[k + i] = of_two(drawn[2 * i], drawn[2 * i + 1]);
        }
    }
}

/* Marsaglia's polar method; the second of a pair comes first. */
double numpy_random_gauss(struct numpy_random *r)
{
    if (r->has_gauss) {
        r->has_gauss = false;
        return r->gauss;
    }
    double x1, x2, square;
    do {
        x1 = 2.0 * numpy_random_double(r) - 1.0;
        x2 = 2.0 * numpy_random_double(r) - 1.0;
        square = x1 * x1 + x2 * x2;
    } while (square >= 1.0 || square == 0.0);
    double factor = sqrt(-2.0 * fmath_log(square) / square);
    r->gauss = factor * x1;
    r->has_gauss = true;
    return factor * x2;
}

/* Masks to the next power of two and tries again: unbiased, and a stream that others can follow. */
uint64_t numpy_random_interval(struct numpy_random *r, uint64_t max)
{
    if (max == 0) {
        return 0;
    }
    uint64_t mask = max;
    for (int shift = 1; shift < 64; shift *= 2) {
        mask |= mask >> shift;
    }
    uint64_t value;
    do {
        value = mt19937_next(&r->mt);
        if (max > 0xffffffffu) {
            value = value << 32 | mt19937_next(&r->mt);
        }
        value &= mask;
    } while (value > max);
    return value;
}

int64_t numpy_random_integer(struct numpy_random *r, int64_t low, int64_t high)
{
    uint64_t width = (uint64_t)high - 1 - (uint64_t)low;
    return (int64_t)((uint64_t)low + numpy_random_interval(r, width));
}
