/* Finds the origins of products and of einsum. */
#ifndef QKV_TORCH_ORIGIN_ORIGIN_CONTRACTION_H
#define QKV_TORCH_ORIGIN_ORIGIN_CONTRACTION_H

#include "torch/origin/origin_search.h"

bool origin_contraction(struct search *s);
bool origin_equation(struct search *s, const char *equation); /* as einsum's, operands = sources */

#endif
