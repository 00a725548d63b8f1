/* This is the one loop over strided tensors, for elementwise operations, copies, casts and writes.
 *
 * An iteration has up to three inputs and one output, all broadcast to one shape. The work itself
 * is a kernel over contiguous runs: whatever the strides and dtypes of the operands are, the kernel
 * sees plain arrays of the dtype it asked for. Elements may be done in any order and on any thread,
 * so a kernel must compute each from the inputs at its own place alone. */
#pragma once

#include "tensor/shape/tensor.h"

#define ITERATE_INPUTS 3
#define ITERATE_CHUNK                                                                              \
    512 /* no kernel is called with a larger n: it may keep arrays of this size                    \
         */

/* A run of contiguous cells comes in pieces of a multiple of 32, but for its end: what PyTorch's
 * loops over bfloat16 do with the last n % 32 elements can differ from the rest. */
#define ITERATE_VECTOR 32
#define ITERATE_ALONE 15 /* so few cells that they fill no vector of float32 */

/* out[i] from in[0][i], in[1][i], ... for i < n. out never overlaps an input, even when the tensors
 * do. No alignment is promised beyond the element's own. */
struct iterate_kernel {
    void (*run)(const void *arg, void *out, const void *const *in, int64_t n);
    const void *arg;
};

struct iterate_operand {
    char *data;
    enum dtype dtype;                /* as stored */
    enum dtype cast;                 /* as computed with */
    enum dtype seen;                 /* as the kernel sees it: dtype_seen(cast) */
    int64_t stride[TENSOR_MAX_DIMS]; /* in bytes; 0 along broadcast axes */
};

struct iterate {
    int ndim;
    int inputs;
    int64_t shape[TENSOR_MAX_DIMS];
    struct iterate_operand out;
    struct iterate_operand in[ITERATE_INPUTS];
    /* What decides the strides of a fresh output: the inputs that take part, after their casts. */
    int layouts;
    /* The kernel computes cells that fill no vector another way. Where an operand's cells are no
     * neighbours, PyTorch's loop takes all of them so: ITERATE_ALONE at once. */
    bool in_vectors;
    bool same_shape;                                 /* none is broadcast */
    bool same_contiguous;                            /* and all are contiguous */
    bool same_dense;                                 /* or all have the same strides without gaps */
    int64_t layout[ITERATE_INPUTS][TENSOR_MAX_DIMS]; /* in elements; 0 along broadcast axes */
};

void iterate_start(struct iterate *it, int ndim, const int64_t *shape);
/* The tensor must broadcast to the shape. The kernel gets it cast. */
void iterate_input(struct iterate *it, const struct tensor *t, enum dtype cast);
/* A 0-d input that PyTorch passes as a plain number: it says nothing about the output's strides. */
void iterate_number(struct iterate *it, const struct tensor *t, enum dtype cast);
/* The output: an existing tensor of exactly the shape, or a fresh one with the strides that
 * PyTorch's TensorIterator would give it (after all inputs were named). */
void iterate_output(struct iterate *it, const struct tensor *t, enum dtype cast);
bool iterate_output_new(struct compute *cx, struct iterate *it, struct tensor *out,
                        enum dtype dtype);
/* Runs the kernel, or copies the only input to the output when kernel is NULL. */
void iterate_run(struct compute *cx, struct iterate *it, const struct iterate_kernel *kernel);

/* Strides of a dense tensor of this shape whose axes are ordered like those of the given strides:
 * `count` rows of TENSOR_MAX_DIMS each, the first that tells two axes apart decides. */
void iterate_dense_strides(int ndim, const int64_t *shape, int count, const int64_t *const *strides,
                           int64_t *out);
