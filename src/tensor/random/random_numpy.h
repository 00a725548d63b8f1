/* Draws from NumPy's stream of random numbers. */
#pragma once

#include "tensor/random/random.h"

void numpy_random_seed(struct numpy_random *r, uint32_t seed); /* init_genrand(seed) */
double numpy_random_double(struct numpy_random *r);
void numpy_random_doubles(struct numpy_random *r, double *out, int64_t n); /* the next ones */
double numpy_random_gauss(struct numpy_random *r);
/* [low, high): the legacy masked rejection of np.random.randint (int64 dtype). */
int64_t numpy_random_integer(struct numpy_random *r, int64_t low, int64_t high);
uint64_t numpy_random_interval(struct numpy_random *r, uint64_t max); /* shuffle, permutation */
