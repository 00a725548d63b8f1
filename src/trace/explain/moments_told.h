/* Explains mean and variance of a row of layer_norm, line by line. */
#pragma once

#include "trace/explain/explainer.h"
#include "trace/explain/scalar.h"

struct norm {
    enum dtype dtype;
    int64_t n; /* cells of the row */
    double mean, variance, scale, shift;
};

/* Of the n cells ex->from[from[0 .. n)] (NULL: ex->from[0 .. n)), as the kernels find them; scale
 * is 1 / sqrt(variance + eps). False, with t->failed: memory. */
bool moments_told_find(struct explainer *t, struct norm *m, const int64_t *from);
void moments_told_show(struct explainer *t, const struct norm *m); /* variance and scale */
