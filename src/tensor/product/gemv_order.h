/* Describes a float32 matrix times a vector, added up as OpenBLAS's sgemv does on processors with
 * AVX-512 (one thread), which is what PyTorch calls for mv and addmv. A cell's products go to
 * partial sums that are joined, in ways that depend on the sizes, on how the matrix lies and on the
 * cell's place. */
#pragma once

#include "tensor/compute/adding.h"
#include "tensor/compute/compute.h"

enum { GEMV_BLOCK = 4096 };  /* products, or rows of a turned matrix, taken together */
enum { GEMV_SMALL = 16384 }; /* cells: beyond, short sums are no case of their own */

struct gemv_form {
    int64_t M, K; /* cells of the result, products of each */
    bool turned;  /* neighbours in a column are neighbours in memory, not those in a row */
    bool dense;   /* its rows (turned: columns) lie without gaps */
    bool spread;  /* the vector's numbers are not neighbours */
    bool repeats; /* the vector is one number: PyTorch multiplies itself */
};
/* What PyTorch makes of the strides; a matrix that is neither way is copied first. */
struct gemv_form gemv_form_of(int64_t M, int64_t K, int64_t row, int64_t column, int64_t step);

enum { GEMV_SUMS = 10 };
void gemv_order(const struct gemv_form *f, int64_t cell, add_take *take, void *arg);

/* For gemv.c. Cells before this one take the same steps as `cell`, but for the place of a. */
int64_t gemv_alike(const struct gemv_form *f, int64_t cell);
bool gemv_in_order(const struct gemv_form *f); /* turned: the products of all cells in order */
bool gemv_in_groups(const struct gemv_form *f, int64_t cell); /* turned: in order by groups */
