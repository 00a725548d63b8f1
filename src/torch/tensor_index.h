/* Reads and writes x[...] of a tensor: keys become items of tensor/shape/index.h. */
#pragma once

#include "lang/object/value.h"
#include "tensor/shape/index.h"
#include "torch/op/op.h"

#define TENSOR_INDEX_MAX 32

struct tensor_key { /* a key taken apart; tensor_key_free gives its tensors back */
    struct index items[TENSOR_INDEX_MAX];
    bool owned[TENSOR_INDEX_MAX]; /* the tensor was made for this key */
    int count;
    bool is_tuple; /* x[:, 0] rather than x[0]: decides grad_fn's name */
};

/* Integers, slices, None, ..., bools, tensors, arrays and lists; a tuple of those. A tuple that
 * names more than ndim axes is refused before its items are looked at. */
bool tensor_key_read(struct interp *in, struct value key, int ndim, struct tensor_key *out);
void tensor_key_free(struct tensor_key *key);
/* None, ..., a bool or an integer; false: it is something else. NumPy's keys begin so too. */
bool tensor_index_plain(struct value v, struct index *item);
/* What a tape is told of self[key], of torch or of NumPy: `row` is a row of no table. There are
 * INDEX_ARGUMENTS arguments, and nothing behind them. */
#define INDEX_ARGUMENTS 3
void tensor_index_call(struct call *c, struct interp *in, const struct op *row, struct value self,
                       struct value key);

/* Slots of torch.Tensor. Views keep PyTorch's grad_fn names (Select, Slice, Unsqueeze, Index). */
bool tensor_get_item(struct interp *in, struct value self, struct value key, struct value *out);
bool tensor_set_item(struct interp *in, struct value self, struct value key, struct value v);
