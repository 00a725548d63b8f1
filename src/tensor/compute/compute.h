/* Declares what a tensor operation needs from its surroundings: where errors go, how much memory
 * there is, which kernels and how many threads. One per run; there are no globals.
 *
 * Neither the kernels nor the threads change a result: a cell is always summed in the same order,
 * so the same run gives the same bytes with any setting (tested). */
#pragma once

#include "base/budget.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct tensor;
struct workers;

enum simd { SIMD_BASELINE, SIMD_AVX2, SIMD_AVX512 }; /* AVX2 with FMA */

#define COMPUTE_SMALL 256 /* sizes of blocks that are kept */

struct compute {
    struct error *err;       /* borrowed */
    struct budget *memory;   /* borrowed; NULL = unlimited */
    struct workers *workers; /* owned; NULL = one thread */
    enum simd simd;
    uint64_t storages; /* how many were made: the next storage's id - 1 */
    /* Blocks of 64, 128, ... 16384 bytes that were given back, for the next ones of that size. */
    struct storage *small[COMPUTE_SMALL];
    int small_count;
    size_t small_bytes;    /* of all of them */
    struct storage *spare; /* large blocks given back, kept for the next request of that size */
    /* Called before the cells of `region` are overwritten in place, while somebody records. False
     * (with cx->err set) stops the write. NULL when nobody listens. */
    bool (*before_write)(void *observer, const struct tensor *region);
    void *observer;
};

/* threads 0 = one per core (at most 16); simd is the best of this machine unless lowered after. */
void compute_init(struct compute *cx, struct error *err, struct budget *memory, int threads);
void compute_release(struct compute *cx); /* every storage must be gone by now */
enum simd compute_best_simd(void);

/* Runs task(arg, part) for part = 0 .. parts-1, on the workers and the calling thread; returns when
 * all are done. The task must write only to cells that belong to its part. */
void compute_parallel(struct compute *cx, int parts, void (*task)(void *arg, int part), void *arg);
int compute_threads(const struct compute *cx);
