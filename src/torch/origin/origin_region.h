/* Takes the answer to a search. Most are regions: a first cell and steps along some axes, in
 * row-major cell numbers of one source. */
#pragma once

#include "torch/origin/origin_search.h"

struct region {
    int source;
    int64_t base; /* the first cell */
    int ndim;
    int64_t size[TENSOR_MAX_DIMS * 2], step[TENSOR_MAX_DIMS * 2];
};
void origin_steps(const struct tensor *t, int64_t step[TENSOR_MAX_DIMS]); /* row-major */
void origin_place(const struct tensor *t, int64_t cell, int64_t at[TENSOR_MAX_DIMS]);
/* The cell of t that broadcasting brings to place `at` of ndim axes. */
int64_t origin_broadcast(const struct tensor *t, int ndim, const int64_t *at);
bool origin_add(struct search *s, int source, int64_t cell);
/* Regions of the most cells are given cell by cell in turn (a row and a column), others whole. */
bool origin_add_regions(struct search *s, int count, const struct region *regions);
bool origin_add_all(struct search *s, int source);
bool origin_add_same(struct search *s, int source); /* the broadcast place */
/* The cells of a source along `axes`, for place `at` of an output that has lost them or not. */
struct region origin_row(const struct search *s, int source, unsigned axes, int ndim,
                         const int64_t *at);
