/* Describes a float32 matrix times a vector, added up as OpenBLAS's sgemv does on processors with
 * AVX-512 (one thread), which is what PyTorch calls for mv and addmv. A cell's products go to
 * partial sums that are joined, in ways that depend on the sizes, on how the matrix lies and on the
 * cell's place. */
#ifndef QKV_TENSOR_PRODUCT_GEMV_ORDER_H
#define QKV_TENSOR_PRODUCT_GEMV_ORDER_H

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

/* One step towards a cell. Partial sums start at 0, GEMV_TOTAL at what the result held. */
enum gemv_act {
    GEMV_FUSE,      /* sum[to] = fma(a[k], x[k], sum[to]) */
    GEMV_ADD,       /* sum[to] = sum[to] + a[k] * x[k], the product rounded */
    GEMV_JOIN,      /* sum[to] = sum[to] + sum[from]; from is then 0 again */
    GEMV_END,       /* sum[to] = fma(alpha, sum[from], sum[to]); likewise */
    GEMV_END_APART, /* sum[to] = sum[to] + alpha * sum[from], the product rounded; likewise */
};
enum { GEMV_TOTAL = 0, GEMV_SUMS = 10 };
struct gemv_step {
    enum gemv_act act;
    bool scaled; /* x[k] is multiplied by alpha first */
    int to, from;
    int64_t k;
};
typedef void gemv_take(void *arg, const struct gemv_step *step);
void gemv_order(const struct gemv_form *f, int64_t cell, gemv_take *take, void *arg);

/* For gemv.c. Cells before this one take the same steps as `cell`, but for the place of a. */
int64_t gemv_alike(const struct gemv_form *f, int64_t cell);
bool gemv_in_order(const struct gemv_form *f); /* turned: the products of all cells in order */
bool gemv_in_groups(const struct gemv_form *f, int64_t cell); /* turned: in order by groups */

#endif
