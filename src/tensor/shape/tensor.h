/* Holds a tensor: shape, strides and offset over a storage that several tensors may share.
 *
 * The alphabet of dimensions used in every signature and comment of src/tensor:
 *     B batch   H head   T token (query)   S token (key)   C channels   M, N rows and columns
 *     K the axis that a contraction sums over            n any number of elements
 *
 * Ownership: `struct tensor` is a value that holds one counted reference to its storage. Every
 * function with an `out` parameter takes uninitialised memory there, leaves it untouched on failure
 * and on success fills it with a tensor that the caller gives back with tensor_release. `out` is
 * never one of the inputs. Inputs are borrowed.
 *
 * Rules are PyTorch 1.13's, as measured (c10/core, aten/src/ATen/native); the texts of errors are
 * PyTorch's own, since learners meet them there. */
#pragma once

#include "base/buf.h"
#include "tensor/compute/dtype.h"
#include "tensor/compute/storage.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TENSOR_MAX_DIMS 16

struct tensor {
    struct storage *storage;
    enum dtype dtype;
    int ndim;     /* 0 .. TENSOR_MAX_DIMS */
    bool wrapped; /* a Python number in disguise: it takes part in promotion by category only */
    int64_t shape[TENSOR_MAX_DIMS];
    int64_t stride[TENSOR_MAX_DIMS]; /* in elements; 0 after expand, negative in a[::-1] of NumPy */
    int64_t offset;                  /* in elements, from the start of the storage */
};

/* --- lifetime --- */

/* A fresh contiguous tensor with undefined bytes. Fails with ERROR_LIMIT over the memory budget and
 * with ERROR_RUNTIME for a negative size ("Trying to create tensor with negative dimension -1:
 * [2, -1]"). The product of the sizes never overflows silently. */
bool tensor_new(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                const int64_t *shape);
/* The shape of `in` and its order of strides, dense (torch.empty_like): a transposed input gives a
 * transposed result. */
bool tensor_new_like(struct compute *cx, struct tensor *out, const struct tensor *in,
                     enum dtype dtype);
void tensor_like_strides(const struct tensor *in, int64_t stride[TENSOR_MAX_DIMS]);
bool tensor_zeros(struct compute *cx, struct tensor *out, enum dtype dtype, int ndim,
                  const int64_t *shape);
/* 0-d, marked as a wrapped Python number when `wrapped`. */
bool tensor_from_double(struct compute *cx, struct tensor *out, enum dtype dtype, double value,
                        bool wrapped);
bool tensor_from_int(struct compute *cx, struct tensor *out, enum dtype dtype, int64_t value,
                     bool wrapped);

struct tensor tensor_ref(const struct tensor *t); /* another reference to the same storage */
void tensor_release(struct tensor *t);            /* drops it; safe on a zeroed tensor */
/* A tensor of a block, given back where the block ends: scoped_tensor t = {0}; */
#define scoped_tensor __attribute__((cleanup(tensor_release))) struct tensor

/* --- looking --- */

int64_t tensor_numel(const struct tensor *t);
int64_t tensor_count(const struct tensor *t, int from, int to); /* of these axes alone */
bool tensor_is_contiguous(const struct tensor *t);
bool tensor_same_shape(const struct tensor *a, const struct tensor *b);
void *tensor_data(const struct tensor *t); /* address of the first element (offset applied) */

/* The element at flat storage index `place` (in elements from the start of the storage). Integers
 * and bools convert to double; int64 beyond 2^53 needs tensor_int_at. */
double tensor_double_at(const struct tensor *t, int64_t place);
int64_t tensor_int_at(const struct tensor *t, int64_t place);
/* Writes that element, converted to the tensor's dtype as tensor_cast does. Asks and tells nobody:
 * for a tensor that has just been made. */
void tensor_set_double(const struct tensor *t, int64_t place, double value);
void tensor_set_int(const struct tensor *t, int64_t place, int64_t value);
/* Storage place of the k-th element in row-major order of the tensor's own shape. */
int64_t tensor_place(const struct tensor *t, int64_t k);
double tensor_cell(const struct tensor *t, int64_t k); /* what is there */

/* "[2, 3, 4]" as PyTorch's errors print shapes; the second for any list of sizes. */
void tensor_shape_text(const struct tensor *t, struct buf *out);
void tensor_sizes_text(int count, const int64_t *sizes, struct buf *out);
/* "(2, 3)", "(2,)": as Python prints a shape, and a person writes it. */
void tensor_tuple_text(const struct tensor *t, struct buf *out);
/* The same of any sizes, with `between` between two of them; NumPy's errors have "," there. */
void sizes_put_tuple(int count, const int64_t *sizes, const char *between, struct buf *out);
/* The numbers alone: "2, 3". */
void sizes_put(int count, const int64_t *sizes, const char *between, struct buf *out);

/* --- axes --- */

/* Refuses more than TENSOR_MAX_DIMS axes. */
bool tensor_check_rank(struct compute *cx, int64_t ndim);
/* Refuses sizes whose product, times the bytes of a cell, is beyond counting; a size of 0 is left
 * out. Every view that can have more cells than its storage asks, so that nobody behind it has to.
 */
bool tensor_check_numel(struct compute *cx, int ndim, const int64_t *shape);

/* dim in [-ndim, ndim) to [0, ndim); a 0-d tensor accepts -1 and 0. IndexError "Dimension out of
 * range (expected to be in range of [-2, 1], but got 2)". */
bool tensor_dim(struct compute *cx, const struct tensor *t, int64_t dim, int *out);

/* The shape two tensors broadcast to. RuntimeError "The size of tensor a (3) must match the size of
 * tensor b (4) at non-singleton dimension 1". */
bool tensor_broadcast(struct compute *cx, const struct tensor *a, const struct tensor *b, int *ndim,
                      int64_t shape[TENSOR_MAX_DIMS]);

/* --- moving values --- */

/* Contiguous copy in row-major order (clone(memory_format=contiguous)). */
bool tensor_copy(struct compute *cx, struct tensor *out, const struct tensor *in);
/* A copy with the strides of tensor_new_like: Tensor.clone() without an argument. */
bool tensor_clone(struct compute *cx, struct tensor *out, const struct tensor *in);
/* The tensor itself (another reference) when it is contiguous, else a copy. */
bool tensor_contiguous(struct compute *cx, struct tensor *out, const struct tensor *in);
/* A copy in another dtype (C conversion rules as PyTorch: float to int truncates, to bool is != 0),
 * with the strides of tensor_new_like; the same reference when the dtype is already right. */
bool tensor_cast(struct compute *cx, struct tensor *out, const struct tensor *in, enum dtype to);
/* Whether it goes back along some axis. No kernel takes such a tensor (numpy_read copies it);
 * views, copies and writes do. */
bool tensor_steps_back(const struct tensor *t);
/* The first place that the tensor reaches in its storage, and one past the last; it has a cell. */
void tensor_reach(const struct tensor *t, int64_t *first, int64_t *end);
/* Whether every cell of the tensor has memory of its own and they leave no gap between them. */
bool tensor_is_dense(const struct tensor *t);
/* Refuses what PyTorch refuses of a write in place: a dst with cells that share memory (expand), a
 * src that covers the same cells in another order or only in part. */
bool tensor_check_write(struct compute *cx, const struct tensor *dst, const struct tensor *src);
/* Refuses a broadcast shape that is not dst's own: "output with shape [3] doesn't match ...". */
bool tensor_check_broadcast(struct compute *cx, const struct tensor *dst, int ndim,
                            const int64_t *shape);
/* Whether the two may share cells in a way that PyTorch does not notice: see
 * tensor/shape/overlap.h. */
bool tensor_overlaps_unseen(const struct tensor *dst, const struct tensor *src);
/* src, or a copy of it when writing to dst could change cells of src that are still to be read. */
bool tensor_separate(struct compute *cx, struct tensor *out, const struct tensor *dst,
                     const struct tensor *src);
/* Tells cx->before_write about a write that does not go through tensor_write. */
bool tensor_announce(struct compute *cx, const struct tensor *dst);

/* Writes src (broadcast, cast) into the cells of dst. The one door for writes in place: it tells
 * cx->before_write first. src may be dst; tensor_check_write is asked. RuntimeError as copy_ gives
 * when src does not broadcast to dst. */
bool tensor_write(struct compute *cx, const struct tensor *dst, const struct tensor *src);
