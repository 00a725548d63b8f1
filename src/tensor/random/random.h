/* Draws random numbers, bit-compatible with PyTorch's CPU generator and NumPy's legacy one. The
 * rules and how far each was checked stand in docs/differences.md: MT19937 seeded by init_genrand,
 * 24-bit uniforms, Box-Muller in pairs below 16 elements and in blocks from 16 on. */
#pragma once

#include "base/mt19937.h"
#include "tensor/shape/tensor.h"

struct random {
    struct mt19937 mt;
    bool has_normal; /* torch: a cached second normal of a pair */
    double normal;
    uint64_t seed;
};

void random_seed(struct random *r, uint64_t seed); /* torch.manual_seed: the low 32 bits seed */
uint32_t random_u32(struct random *r);
double random_53(struct random *r); /* [0, 1) from two outputs */

/* Fill the cells of t in place, in row-major order (cx->before_write is told). Floats only where
 * the name says so; error texts are PyTorch's ("normal expects std >= 0.0, but found std -1"). */
bool random_uniform(struct compute *cx, struct random *r, const struct tensor *t, double from,
                    double to);
bool random_integers(struct compute *cx, struct random *r, const struct tensor *t, int64_t low,
                     int64_t high); /* low .. high - 1 */
bool random_integers_through(struct compute *cx, struct random *r, const struct tensor *t,
                             int64_t low, int64_t most); /* low .. most */
bool random_bernoulli(struct compute *cx, struct random *r, const struct tensor *t, double p);
bool random_exponential(struct compute *cx, struct random *r, const struct tensor *t,
                        double lambda);

/* --- NumPy's legacy streams (np.random.seed / rand / randn / randint / permutation ...) --- */
struct numpy_random {
    struct mt19937 mt;
    bool has_gauss;
    double gauss;
};
