/* Draws as NumPy's Generator does, from a stream of 64-bit numbers (PCG64, XSL-RR: O'Neill, 2014).
 * Rules: numpy/random/src/pcg64, bit_generator.pyx (SeedSequence), distributions.c. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pcg64 {
    uint64_t high, low;                     /* the state, 128 bits */
    uint64_t increment_high, increment_low; /* odd */
    bool has_half;                          /* of a number whose lower half was given out */
    uint32_t half;
};

/* Starts the stream that default_rng(seed) is: the seed as 32-bit words, the lowest first. */
void pcg64_seed(struct pcg64 *r, const uint32_t *words, size_t count);
uint32_t pcg64_next_half(struct pcg64 *r);
double pcg64_double(struct pcg64 *r);      /* [0, 1), 53 bits */
double pcg64_gauss(struct pcg64 *r);       /* standard normal, by ziggurat */
double pcg64_exponential(struct pcg64 *r); /* of mean 1, by ziggurat */
/* Evenly from 0 ... max: by Lemire's product, or by trying again what a mask leaves too large. */
uint64_t pcg64_interval(struct pcg64 *r, uint64_t max);
uint64_t pcg64_masked(struct pcg64 *r, uint64_t max);
