/* Indexes x[...] and x[...] = value: integers, slices, None, ..., bool and integer tensors, mixed.
 * Rules: torch/csrc/autograd/python_variable_indexing.cpp, ATen/native/TensorAdvancedIndexing.cpp
 * (tensors side by side keep their place, tensors apart move to the front). */
#pragma once

#include "tensor/shape/tensor.h"

enum index_kind { INDEX_INT, INDEX_SLICE, INDEX_NONE, INDEX_ELLIPSIS, INDEX_BOOL, INDEX_TENSOR };

struct index {
    enum index_kind kind;
    int64_t at;                /* INDEX_INT; INDEX_BOOL: 0 or 1 */
    int64_t start, stop, step; /* INDEX_SLICE; absent: start 0, stop INT64_MAX, step 1 */
    struct tensor tensor;      /* INDEX_TENSOR: bool, uint8 or integer; borrowed */
};

/* *is_view: whether out shares in's storage (no tensor among the items).
 * Errors: "index 5 is out of bounds for dimension 0 with size 3", "too many indices for tensor of
 * dimension 2", "The shape of the mask [3] at index 0 does not match the shape of the indexed
 * tensor [4, 2] at index 0", "step must be greater than zero", "shape mismatch: indexing tensors
 * could not be broadcast together with shapes [2], [3]". */
bool index_get(struct compute *cx, struct tensor *out, const struct tensor *in, int count,
               const struct index *items, bool *is_view);
/* Writes value (broadcast, cast) into the cells; tells cx->before_write. accumulate adds. */
bool index_put(struct compute *cx, const struct tensor *in, int count, const struct index *items,
               const struct tensor *value, bool accumulate);
