/* Carries out elementwise operations with one and two inputs: which dtype they work in, which shape
 * comes out, what PyTorch refuses. The loops stand in elementwise_unary.c and elementwise_binary.c.
 */
#include "tensor/cells/elementwise_kernel.h"

#include "tensor/compute/kernel.h"
#include "tensor/shape/overlap.h"
#include "tensor/shape/promotion.h"

#include <math.h>
#include <string.h>

bool elementwise_refuse(struct compute *cx, const char *kernel, enum dtype dtype)
{
    return error_set(cx->err, ERROR_RUNTIME, "\"%s\" not implemented for '%s'", kernel,
                     dtype_legacy_name(dtype));
}

/* The dtype that the row's loops work in and the one that comes out. */
static void choose_dtypes(const struct elementwise_row *row, enum dtype common, enum dtype *work,
                          enum dtype *result)
{
    *work = common;
    if (row->rule == RESULT_FLOAT && dtype_category(common) < CATEGORY_FLOAT) {
        *work = DTYPE_FLOAT32;
    } else if (row->rule == RESULT_BOOL_INT && common == DTYPE_BOOL) {
        *work = DTYPE_INT64;
    }
    *result = row->rule == RESULT_BOOL ? DTYPE_BOOL : *work;
}

/* Refuses a dtype that the row has no loop for. */
static bool check_loop(struct compute *cx, const struct elementwise_row *row, enum dtype work)
{
    if (row->run[work] != NULL) {
        return true;
    }
    if (work == DTYPE_BOOL && row->bool_refusal != NULL) {
        return error_set(cx->err, ERROR_RUNTIME, "%s", row->bool_refusal);
    }
    return elementwise_refuse(cx, row->kernel, work);
}

/* --- shapes and outputs --- */

bool elementwise_grow(struct compute *cx, int *ndim, int64_t shape[TENSOR_MAX_DIMS],
                      const struct tensor *t)
{
    struct tensor grown = {.ndim = *ndim};
    memcpy(grown.shape, shape, sizeof *shape * (size_t)*ndim);
    return tensor_broadcast(cx, &grown, t, ndim, shape);
}

bool elementwise_finish(struct compute *cx, struct iterate *it, struct tensor *out,
                        enum dtype dtype,
                        void (*run)(const void *, void *, const void *const *, int64_t),
                        const void *arg)
{
    struct tensor t;
    if (!iterate_output_new(cx, it, &t, dtype)) {
        return false;
    }
    struct iterate_kernel kernel = {run, arg};
    iterate_run(cx, it, &kernel);
    *out = t;
    return true;
}

/* --- one input --- */

bool elementwise_unary(struct compute *cx, enum unary_op op, struct tensor *out,
                       const struct tensor *in)
{
    const struct elementwise_row *row = elementwise_unary_row(op);
    enum dtype work, result;
    choose_dtypes(row, in->dtype, &work, &result);
    if (!check_loop(cx, row, work)) {
        return false;
    }
    struct iterate it;
    iterate_start(&it, in->ndim, in->shape);
    iterate_input(&it, in, work);
    it.in_vectors = row->in_vectors;
    return elementwise_finish(cx, &it, out, result, row->run[work], NULL);
}

/* --- two inputs --- */

/* PyTorch's refusals that come before shapes are looked at. */
static bool check_operands(struct compute *cx, enum binary_op op, const struct tensor *a,
                           const struct tensor *b)
{
    if (op == BINARY_SUB && a->dtype == DTYPE_BOOL && b->dtype == DTYPE_BOOL) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Subtraction, the `-` operator, with two bool tensors is not supported. "
                         "Use the `^` or `logical_xor()` operator instead.");
    }
    if (op == BINARY_SUB && (a->dtype == DTYPE_BOOL || b->dtype == DTYPE_BOOL)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Subtraction, the `-` operator, with a bool tensor is not supported. If "
                         "you are trying to invert a mask, use the `~` or `logical_not()` "
                         "operator instead.");
    }
    if (op == BINARY_POW && b->wrapped && !dtype_is_float(a->dtype) && !dtype_is_float(b->dtype) &&
        tensor_int_at(b, b->offset) < 0) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "Integers to negative integer powers are not allowed.");
    }
    return true;
}

/* An integer divisor must not hold a 0, as the loop will see it. */
static bool check_divisor(struct compute *cx, enum binary_op op, const struct tensor *b,
                          enum dtype work)
{
    bool divides = op == BINARY_FLOOR_DIV || op == BINARY_REMAINDER || op == BINARY_FMOD ||
                   op == BINARY_TRUNC_DIV;
    if (!divides || dtype_is_float(work)) {
        return true;
    }
    scoped_tensor divisor = {0};
    if (!tensor_cast(cx, &divisor, b, work)) {
        return false;
    }
    bool zero = false;
    for (int64_t k = tensor_numel(&divisor) - 1; k >= 0 && !zero; k--) {
        zero = tensor_int_at(&divisor, tensor_place(&divisor, k)) == 0;
    }
    return !zero || error_set(cx->err, ERROR_RUNTIME, "ZeroDivisionError");
}

const struct kernel *elementwise_wide(const struct compute *cx, int ndim, const int64_t *shape)
{
    const int64_t most = 1 << 17; /* cells of float32: 512 kB */
    int64_t n = 1;
    for (int d = 0; d < ndim && n <= most; d++) {
        n = shape[d] <= most ? n * shape[d] : most + 1;
    }
    return n <= most ? kernel_for(cx) : NULL;
}

/* The row's loop, or the one that PyTorch takes for this power, which is then in *number. Division
 * by a power of two is the same number as the product with its inverse, which is then there. */
static struct iterate_kernel choose_kernel(const struct compute *cx, enum binary_op op,
                                           const struct elementwise_row *row, enum dtype work,
                                           const struct tensor *a, const struct tensor *b,
                                           struct elementwise_number *number)
{
    struct iterate_kernel kernel = {row->run[work], number};
    *number = (struct elementwise_number){0, elementwise_wide(cx, a->ndim, a->shape)};
    if (op == BINARY_POW && b->wrapped) {
        number->by = tensor_double_at(b, b->offset);
        void (*run)(const void *, void *, const void *const *, int64_t) =
            elementwise_binary_pow_run(work, number->by);
        kernel.run = run != NULL ? run : kernel.run;
    }
    if (op == BINARY_DIV && work == DTYPE_FLOAT32 && b->ndim == 0) {
        int exponent;
        float divisor = (float)tensor_double_at(b, b->offset);
        if (fabsf(frexpf(divisor, &exponent)) == 0.5f && exponent > -100 && exponent < 100) {
            number->by = (double)(1 / divisor);
            kernel.run = elementwise_binary_scale;
        }
    }
    return kernel;
}

static bool has_cells(int ndim, const int64_t *shape)
{
    for (int d = 0; d < ndim; d++) {
        if (shape[d] == 0) {
            return false;
        }
    }
    return true;
}

bool elementwise_binary(struct compute *cx, enum binary_op op, struct tensor *out,
                        const struct tensor *a, const struct tensor *b)
{
    const struct elementwise_row *row = elementwise_binary_row(op);
    enum dtype work, result;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    choose_dtypes(row, promotion_result_type(a, b), &work, &result);
    if (!check_operands(cx, op, a, b) || !tensor_broadcast(cx, a, b, &ndim, shape) ||
        !check_loop(cx, row, work) || (has_cells(ndim, shape) && !check_divisor(cx, op, b, work))) {
        return false;
    }
    struct iterate it;
    iterate_start(&it, ndim, shape);
    iterate_input(&it, a, work);
    if (op == BINARY_POW && b->wrapped) {
        iterate_number(&it, b, work);
    } else {
        iterate_input(&it, b, work);
    }
    struct elementwise_number number;
    struct iterate_kernel kernel = choose_kernel(cx, op, row, work, a, b, &number);
    it.in_vectors = row->in_vectors;
    return elementwise_finish(cx, &it, out, result, kernel.run, kernel.arg);
}

static bool check_result(struct compute *cx, enum binary_op op, const struct tensor *a,
                         const struct tensor *b, enum dtype result)
{
    if (promotion_can_cast(result, a->dtype)) {
        return true;
    }
    if (op == BINARY_POW && b->wrapped) {
        return error_set(cx->err, ERROR_RUNTIME, "Found dtype %s but expected %s",
                         dtype_legacy_name(a->dtype), dtype_legacy_name(result));
    }
    return error_set(cx->err, ERROR_RUNTIME,
                     "result type %s can't be cast to the desired output type %s",
                     dtype_legacy_name(result), dtype_legacy_name(a->dtype));
}

struct binary_pieces {
    struct compute *cx;
    const struct tensor *a, *b;
    enum dtype work, result;
    struct iterate_kernel kernel;
};

static struct tensor piece_of(const struct tensor *t, int64_t place, int64_t step, int64_t n)
{
    struct tensor piece = *t; /* borrows */
    piece.ndim = 1;
    piece.offset += place;
    piece.shape[0] = n;
    piece.stride[0] = step;
    return piece;
}

static void run_piece(void *arg, const struct overlap_piece *p)
{
    const struct binary_pieces *all = arg;
    struct tensor a = piece_of(all->a, p->dst, p->dst_step, p->n);
    struct tensor b = piece_of(all->b, p->src, p->src_step, p->n);
    struct iterate it;
    iterate_start(&it, 1, a.shape);
    iterate_input(&it, &a, all->work);
    iterate_input(&it, &b, all->work);
    iterate_output(&it, &a, all->result);
    iterate_run(all->cx, &it, &all->kernel);
}

bool elementwise_binary_into(struct compute *cx, enum binary_op op, const struct tensor *a,
                             const struct tensor *b)
{
    const struct elementwise_row *row = elementwise_binary_row(op);
    enum dtype work, result;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    scoped_tensor other = {0};
    choose_dtypes(row, promotion_result_type(a, b), &work, &result);
    if (!check_operands(cx, op, a, b) || !tensor_check_write(cx, a, b) ||
        !tensor_broadcast(cx, a, b, &ndim, shape) || !tensor_check_broadcast(cx, a, ndim, shape) ||
        !check_result(cx, op, a, b, result) || !check_loop(cx, row, work) ||
        (has_cells(ndim, shape) && !check_divisor(cx, op, b, work)) ||
        !tensor_separate(cx, &other, a, b)) {
        return false;
    }
    bool ok = tensor_announce(cx, a);
    struct elementwise_number number;
    struct iterate_kernel kernel = choose_kernel(cx, op, row, work, a, b, &number);
    if (ok && tensor_overlaps_unseen(a, b)) {
        struct tensor wide = overlap_expanded(b, ndim, shape);
        struct binary_pieces pieces = {cx, a, &wide, work, result, kernel};
        overlap_each(a, &wide, run_piece, &pieces);
    } else if (ok) {
        struct iterate it;
        iterate_start(&it, ndim, shape);
        iterate_input(&it, a, work);
        iterate_input(&it, &other, work);
        iterate_output(&it, a, result);
        it.in_vectors = row->in_vectors;
        iterate_run(cx, &it, &kernel);
    }
    return ok;
}
