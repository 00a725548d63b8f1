/* Sums float32 and float64 in PyTorch's order, so that the sums end in PyTorch's bits: a mean that
 * should be zero is the same rounding noise. What is said here of 8 lanes and of groups of 32
 * holds for float32; for float64 it is 4 lanes and groups of 16. Order as of the AVX2 kernel of
 * PyTorch 1.13 on one thread; here it is the same for every processor and number of threads. In
 * words:
 *
 * Chain: elements are added in order into sum 0. After every B of them (B = 16; more only beyond
 *   2^19) sum 0 is added to sum 1 and emptied; after every B*B sum 1 likewise to sum 2, after every
 *   B*B*B sum 2 to sum 3. At the end sums 1, 2 and 3 are added to sum 0.
 * Strip: n elements, a fixed step apart, dealt to chains in turn like cards:
 *   ONE    a single chain;
 *   FOUR   four chains; the last n % 4 elements are added to chain 0 when it has ended, then chains
 *          1, 2 and 3 are;
 *   LANES  four rows of eight chains; the rest's whole groups of eight are added to row 0 when its
 *          chains have ended, then rows 1, 2 and 3 are, lane by lane; the last n % 8 elements are
 *          added up by themselves, and to their sum lanes 0, 1, ... 7.
 * Cell: its strips are added to 0 one after the other. Axes that lie one behind the other in memory
 *   count as one axis. Of the folded axes the one with the smallest stride makes the strips, the
 *   others say how many strips a cell has.
 * The kind of a strip follows from its neighbours, the strips along the next axis:
 *   neighbouring elements, 8 or more         LANES
 *   neighbouring strips, 8 or more           whole groups of 32 are ONE, the rest FOUR
 *   else elements closer than strips         FOUR
 *   else                                     whole groups of 4 are ONE, the rest FOUR */
#pragma once

#include "tensor/compute/adding.h"
#include "tensor/shape/tensor.h"

enum cascade_kind { CASCADE_ONE = 1, CASCADE_FOUR = 4, CASCADE_LANES = 32 }; /* chains, at most */

/* How the cells of a fold are made of strips. Places and steps are in elements. */
struct cascade {
    int64_t n, step;     /* a strip */
    int64_t strips, gap; /* the strips side by side: of one cell when `joined`, else of as many */
    int64_t out_gap;     /* between those cells in the result */
    bool joined;
    int64_t ones;            /* this many of the strips side by side are ONE ... */
    enum cascade_kind other; /* ... and the rest of this kind */
    int lanes;               /* neighbours that are added side by side: 8, of float64 4 */
    int64_t per_cell;        /* elements per cell; a mean divides by it */
    int64_t start;           /* the input's first element */
    int folded, ndim;        /* further axes: first folded ones, then kept ones */
    int64_t shape[TENSOR_MAX_DIMS], stride[TENSOR_MAX_DIMS], out_stride[TENSOR_MAX_DIMS];
};

/* `in` may have any strides. The result is taken to be contiguous. */
void cascade_start(struct cascade *c, const struct tensor *in, unsigned axes, bool keepdim);

/* Sums (or means) of `in`, float32 or float64, into `out`, of the same type, the contiguous result
 * of cascade_start's fold. */
struct cascade_use {
    bool mean;
    bool without_nan; /* NaN counts as 0 */
};
void cascade_run(struct compute *cx, const struct cascade *c, struct cascade_use use,
                 const struct tensor *out, const struct tensor *in);

/* --- for showing a sum --- */

struct cascade_strip {
    int64_t place; /* of its first element, in the input's storage */
    int64_t n, step;
    enum cascade_kind kind;
    int lanes;
};
int64_t cascade_strips(const struct cascade *c); /* per cell */
struct cascade_strip cascade_strip(const struct cascade *c, int64_t cell, int64_t k);

/* Every addition of a cell, strip after strip and chain after chain, which gives its bits; k is the
 * place of the element in the storage. Returns the number of the partial sum that is the cell. */
int cascade_order(const struct cascade *c, int64_t cell, add_take *take, void *arg);
