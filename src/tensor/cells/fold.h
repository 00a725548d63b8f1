/* Goes through the cells that a cell of a reduction is made of: a run of n elements a fixed step
 * apart. Shared by reduce.c, extreme.c and the other folds; knows only the sum. */
#pragma once

#include "tensor/compute/adding.h"
#include "tensor/shape/tensor.h"

struct fold {
    struct tensor in;   /* owned: a reference to the input, or a copy with the folded axes last */
    struct tensor kept; /* borrowed view: `in` with the folded axes of size 1 */
    int64_t n;          /* elements per cell */
    int64_t stride;     /* between them, in elements */
    int64_t cells;
    int ndim; /* of the result */
    int64_t shape[TENSOR_MAX_DIMS];
};

bool fold_start(struct compute *cx, struct fold *f, const struct tensor *in, unsigned axes,
                bool keepdim);
void fold_end(struct fold *f);
/* The same with a tensor for its result, of that type. */
bool fold_begin(struct compute *cx, struct fold *f, const struct tensor *in, unsigned axes,
                bool keepdim, enum dtype dtype, struct tensor *out);

/* One run. */
struct run {
    const char *first;
    enum dtype dtype;
    int64_t n;
    int64_t step; /* in bytes */
};
struct run fold_run(const struct fold *f, int64_t cell);

/* Elements [from, from + count) as doubles / as integers. */
void run_doubles(const struct run *r, int64_t from, int64_t count, double *out);
void run_integers(const struct run *r, int64_t from, int64_t count, int64_t *out);

/* What is summed: f(x) for each element x, with a parameter c. */
enum term {
    TERM_VALUE,
    TERM_WITHOUT_NAN, /* NaN counts as 0 */
    TERM_SQUARE,      /* (x - c)^2 */
    TERM_EXP,         /* e^(x - c) */
    TERM_ABS,
    TERM_POWER,  /* |x|^c */
    TERM_NONZERO /* 1 where x != 0 */
};
/* In double. Neighbours in memory are added pairwise, in NumPy's order, elements further apart one
 * after the other, as NumPy adds rows. */
double run_sum(const struct run *r, enum term term, double c);
/* As NumPy 1.24 adds: float32 in float32, in rounds of RUN_ROUND elements, and pairwise also where
 * the run is all that there is. Only TERM_VALUE, TERM_WITHOUT_NAN and TERM_SQUARE. */
enum { RUN_ROUND = 8192 };
double run_sum_numpy(const struct run *r, enum term term, double c, bool alone);
/* The additions of both, of n elements; in rounds of `round` (n: in one). */
void run_order(int64_t n, bool pairwise, int64_t round, add_take *take, void *arg);

/* Calls task(arg, from, to) for ranges of [0, count), on several threads when `work` elements are
 * worth it. */
void fold_parallel(struct compute *cx, int64_t count, int64_t work,
                   void (*task)(void *arg, int64_t from, int64_t to), void *arg);
