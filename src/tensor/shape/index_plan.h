/* Works out indexing by tensors: which cells of the source stand at which place of the result.
 * Between index.c, which reads the items, and the loops that copy; nobody else includes it.
 *
 * The result's axes are [before | replaced | after]: the source's axes before and after the indexed
 * ones, and in the middle the common shape of the index tensors. */
#pragma once

#include "tensor/shape/index.h"

/* What the items leave of a tensor: a view, and index tensors for some of the view's axes. */
struct index_picked {
    struct tensor view;
    int count; /* entries of tensors[]; 0: the view is the whole answer */
    bool has[TENSOR_MAX_DIMS];
    struct tensor tensors[TENSOR_MAX_DIMS];
};
bool index_pick(struct compute *cx, struct index_picked *p, const struct tensor *in, int count,
                const struct index *items);
void index_picked_release(struct index_picked *p);

struct index_plan {
    struct tensor src;                   /* the view, indexed axes moved together */
    int before, replaced, after;         /* numbers of axes */
    int ndim;                            /* their sum */
    int64_t shape[TENSOR_MAX_DIMS];      /* of the result */
    int64_t stride[TENSOR_MAX_DIMS];     /* of src along the result's axes, 0 along replaced ones */
    int64_t out_stride[TENSOR_MAX_DIMS]; /* what PyTorch gives a fresh result */
    int64_t *offsets; /* in elements, one per place of the replaced axes, row-major; malloc */
    int64_t count;    /* of the offsets */
    int axes;         /* of src: which are indexed, and by what */
    bool has[TENSOR_MAX_DIMS];
    struct tensor index[TENSOR_MAX_DIMS];
};
/* The shapes; then, when those are found right, the offsets with their bounds. */
bool index_plan_make(struct compute *cx, struct index_plan *plan, const struct index_picked *p);
bool index_plan_offsets(struct compute *cx, struct index_plan *plan);
void index_plan_release(struct index_plan *plan);
