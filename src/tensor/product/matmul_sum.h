/* Tells how the products behind a cell are added up. */
#pragma once

#include "tensor/product/gemm.h"

enum gemm_sum matmul_sum_of(const struct tensor *a, const struct tensor *b); /* torch.matmul */
enum gemm_sum matmul_sum_of_batch(enum dtype dtype, int64_t M, int64_t N, int64_t K);
/* By the operation's name; a and b as they were given to it. Not for torch.einsum, whose pairs are
 * batches: ask matmul_sum_of_batch with the sizes of the axes that only one has, and of the sum. */
enum gemm_sum matmul_sum_named(const char *operation, bool numpy, const struct tensor *a,
                               const struct tensor *b);
/* The matrices that are multiplied there, by the same names; K = 0 when there are none. */
struct gemm_form matmul_form_named(const char *operation, const struct tensor *a,
                                   const struct tensor *b);
/* One cell of addmm and of baddbmm with GEMM_FUSED: alpha * sum + beta * c, of which one product is
 * fused with the addition. Which one is OpenBLAS's choice between its kernels, by size and layout,
 * and by the place of the cell in its matrix. Where the sum is taken in panels each of them is
 * added in that way, the first one to beta * c. */
double matmul_scaled(enum dtype dtype, bool fuses_beta, double alpha, double sum, double beta,
                     double c);
bool matmul_fuses_beta(enum dtype dtype, const struct gemm_form *f, enum gemm_deal deal);
/* How the matrices of a batch lie once torch.matmul joined the axes of the batch (of two operands)
 * to one. Where the strides do not allow that it makes a contiguous copy (*copied). It borrows, and
 * copies nothing: then the last two strides are those of the copy. */
struct tensor matmul_reshaped(const struct tensor *t, const struct tensor *other, bool *copied);
/* The matrices of a product as they are multiplied; a and b have two axes or more. */
struct gemm_form matmul_form(const struct tensor *a, const struct tensor *b);
/* Whether matmul joins t's leading axes into rows of one matrix, rather than making a batch:
 * always, but for a batch of transposed matrices. */
bool matmul_folds(const struct tensor *t, int other_ndim);
