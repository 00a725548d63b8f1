/* Random numbers, bit-compatible with PyTorch's CPU generator and NumPy's legacy one. The rules and
 * how far each was checked stand in docs/differences.md: MT19937 seeded by
 * init_genrand, 24-bit uniforms, Box-Muller in pairs below 16 elements and in blocks from 16 on. */
#ifndef QKV_TENSOR_RANDOM_RANDOM_H
#define QKV_TENSOR_RANDOM_RANDOM_H

#include "tensor/shape/tensor.h"

struct mt19937 {
    uint32_t state[624];
    int next; /* 624 = refill first */
};
void mt19937_seed(struct mt19937 *mt, uint32_t seed);            /* init_genrand */
uint32_t mt19937_next(struct mt19937 *mt);                       /* one tempered output */
void mt19937_take(struct mt19937 *mt, uint32_t *out, int count); /* the next ones, faster */

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
bool random_normal(struct compute *cx, struct random *r, const struct tensor *t, double mean,
                   double std);
bool random_integers(struct compute *cx, struct random *r, const struct tensor *t, int64_t low,
                     int64_t high); /* low .. high - 1 */
bool random_integers_through(struct compute *cx, struct random *r, const struct tensor *t,
                             int64_t low, int64_t most); /* low .. most */
bool random_bernoulli(struct compute *cx, struct random *r, const struct tensor *t, double p);
/* one draw per element with its own probability (torch.bernoulli(p)) */
bool random_bernoulli_tensor(struct compute *cx, struct random *r, struct tensor *out,
                             const struct tensor *p);
bool random_exponential(struct compute *cx, struct random *r, const struct tensor *t,
                        double lambda);
bool random_permutation(struct compute *cx, struct random *r, struct tensor *out, int64_t n);
bool random_multinomial(struct compute *cx, struct random *r, struct tensor *out,
                        const struct tensor *weights, int64_t samples, bool replacement);
/* Kept with probability 1-p and scaled by 1/(1-p); p 0 and 1 as PyTorch's shortcuts. */
bool random_dropout(struct compute *cx, struct random *r, struct tensor *out,
                    const struct tensor *in, double p);

/* --- NumPy's legacy streams (np.random.seed / rand / randn / randint / permutation ...) --- */
struct numpy_random {
    struct mt19937 mt;
    bool has_gauss;
    double gauss;
};
void numpy_random_seed(struct numpy_random *r, uint32_t seed); /* init_genrand(seed) */
double numpy_random_double(struct numpy_random *r);
double numpy_random_gauss(struct numpy_random *r);
/* [low, high): the legacy masked rejection of np.random.randint (int64 dtype). */
int64_t numpy_random_integer(struct numpy_random *r, int64_t low, int64_t high);
uint64_t numpy_random_interval(struct numpy_random *r, uint64_t max); /* shuffle, permutation */

#endif
