/* Declares what the operations on matrices share (op_linalg.c, op_decompose.c): what is asked of an
 * argument, its matrices in double, results in its type. Private to them. */
#pragma once

#include "torch/op/op_body.h"

/* The size of an axis counted from the end: 1 the columns, 2 the rows. */
int64_t linalg_size(const struct tensor *t, int from_end);
/* RuntimeError, as PyTorch words it, when the first argument is none. */
bool linalg_is_matrix(struct call *c, const char *name, const struct tensor *t);
bool linalg_is_float(struct call *c, const char *name);
/* RuntimeError in general, and torch.linalg.LinAlgError to be caught by name. */
bool linalg_raise(struct call *c, int64_t element, const char *name, const char *text);

/* The cells of t in row-major order, in double. */
double *linalg_doubles(struct chain *k, const struct tensor *t);
/* A fresh float64 tensor: the batch axes of t, then `count` more. */
const struct tensor *linalg_batch(struct chain *k, const struct tensor *t, int count, int64_t m,
                                  int64_t n);
/* How many matrices t holds. */
int64_t linalg_count(const struct tensor *t);
/* out[at] = result, in the dtype of the input. */
bool linalg_give(struct call *c, int at, const struct tensor *result);
/* The same with the columns as neighbours in memory, as LAPACK leaves matrices. */
bool linalg_give_columns(struct chain *k, int at, const struct tensor *result);
