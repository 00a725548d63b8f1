/* Finds the origins of products and of einsum. */
#pragma once

#include "torch/origin/origin_search.h"

bool origin_contraction(struct search *s); /* by the row's equation */

/* Rows whose equation depends on the call (columns.h). */
bool find_cov(struct search *s);
bool find_dot(struct search *s);
bool find_einsum(struct search *s);
bool find_inner(struct search *s);
bool find_linear(struct search *s);
bool find_matmul(struct search *s);
bool find_outer(struct search *s);
bool find_solve(struct search *s);
bool find_svd(struct search *s);
bool find_tensordot(struct search *s);
bool find_vdot(struct search *s);
