/* Lists the columns behind the formula of a row of ops.def, where kind and traits do not tell: what
 * out= may be, where cells come from, what becomes of the names of axes. A row of NumPy, and the
 * second row of a name, have those of PyTorch's first row of the name (op_told in ops.h). */
#pragma once

/* What out= may be, and PyTorch's sentence when it is not: the table in out.c. */
enum op_out {
    OUT_CASTS, /* any type that the result can be cast to */
    OUT_CAT,
    OUT_DECIDES, /* the result is made in its type */
    OUT_DIAG,
    OUT_DOT,
    OUT_EXPECTED,
    OUT_EXTREME,
    OUT_FLOAT_POWER,
    OUT_FOUND,
    OUT_LOGSUMEXP,
    OUT_MULTINOMIAL,
    OUT_NONZERO,
    OUT_QUANTILE,
    OUT_SCALAR_TYPE,
    OUT_SCAN,
    OUT_TAKE,
    OUT_TRUTH
};

/* How the TypeError of a call that fits no overload speaks of them (call/refusal.c). */
enum op_listing {
    LISTED,
    PARTLY_LISTED, /* PyTorch takes an old form too, which it does not list */
    ALONE          /* there is but this one, and the error names the argument */
};

/* clang-format off */
/* The functions of torch/origin: find_NAME. Those of the second list ask for two operands. */
#define OP_ORIGINS(X)                                                                              \
    X(ARGSORT, argsort) X(BUCKETIZE, bucketize) X(COV, cov) X(DIFF, diff) X(EINSUM, einsum)        \
    X(GROUP_NORM, group_norm) X(GROUP_NORM_BACKWARD, group_norm_backward)                          \
    X(GROUP_NORM_SUM, group_norm_sum) X(HALF, half) X(INDEX_ADD, index_add)                        \
    X(INDEX_PUT, index_put) X(ISIN, isin) X(LAYER_NORM, layer_norm)                                \
    X(LAYER_NORM_BACKWARD, layer_norm_backward) X(LAYER_NORM_SUM, layer_norm_sum)                  \
    X(LEADING, leading) X(MULTINOMIAL, multinomial) X(NLL_LOSS, nll_loss) X(PAIR, pair)            \
    X(QUANTILE, quantile) X(SAME, same) X(SCATTER_ADD, scatter_add)                                \
    X(SEARCHSORTED, searchsorted) X(SOFTMAX_BACKWARD, softmax_backward) X(SVD, svd)                \
    X(TRACE, trace)
#define OP_ORIGINS_OF_TWO(X)                                                                       \
    X(DOT, dot) X(INNER, inner) X(LINEAR, linear) X(A_MATMUL, matmul) X(OUTER, outer)                \
    X(SOLVE, solve) X(TENSORDOT, tensordot) X(VDOT, vdot)
/* clang-format on */

#define X(id, name) ORIGIN_##id,
enum op_origin { ORIGIN_BY_KIND, OP_ORIGINS(X) ORIGIN_OF_TWO, OP_ORIGINS_OF_TWO(X) };
#undef X

/* The functions of trace/axes: rule_NAME. */
/* clang-format off */
#define OP_AXES(X)                                                                                 \
    X(ARANGE, arange) X(CDIST, cdist) X(DIAGONAL, diagonal) X(DROP, drop) X(EINSUM, einsum)        \
    X(EMBEDDING, embedding) X(EXPAND, expand) X(FIRST, first) X(FLATTEN, flatten)                  \
    X(HSTACK, hstack) X(INDEX, index) X(INNER, inner) X(LAST_TWO, last_two)                        \
    X(LIKE_INDEX, like_index) X(LINEAR, linear) X(MAKE, make) X(A_MATMUL, matmul)                    \
    X(MESHGRID, meshgrid) X(MOVEDIM, movedim) X(MULTINOMIAL, multinomial) X(NARROW, narrow)        \
    X(NOTHING, nothing) X(ONE_HOT, one_hot) X(OUTER, outer) X(PERMUTE, permute)                    \
    X(REPEAT, repeat) X(REPEAT_EITHER, repeat_either) X(REPEAT_INTERLEAVE, repeat_interleave)      \
    X(SAME, same) X(SPLIT, split) X(SQUARE, square) X(STACK, stack) X(TENSORDOT, tensordot)        \
    X(TOPK, topk) X(TRANSPOSE, transpose) X(UNFLATTEN, unflatten) X(VIEW, view)                    \
    X(VIEW_AS, view_as) X(WHERE, where)
/* clang-format on */

#define X(id, name) AXES_##id,
enum op_axes { AXES_BY_KIND, OP_AXES(X) };
#undef X
