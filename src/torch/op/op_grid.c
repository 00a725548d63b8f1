/* Operations that combine the cells of vectors: meshgrid, cartesian_prod, combinations. */
#include "tensor/shape/arrange.h"
#include "tensor/shape/arrange_pick.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_body.h"

#include <stdlib.h>
#include <string.h>

#define A(c) (&(c)->arg[0].tensor)

/* Each vector along an axis of its own, repeated along the others. 'xy' turns the first two. */
static bool grid(struct call *c, int count, const struct tensor *const *in, bool xy)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int axis[TENSOR_MAX_DIMS]; /* of vector k */
    for (int k = 0; k < count; k++) {
        axis[k] = xy && count > 1 && k < 2 ? 1 - k : k;
        shape[axis[k]] = in[k]->ndim == 0 ? 1 : in[k]->shape[0];
    }
    if (!body_many(c, count)) {
        return false;
    }
    c->apart = true;
    for (int k = 0; k < count; k++) {
        struct tensor line;
        int64_t thin[TENSOR_MAX_DIMS];
        bool copied;
        for (int d = 0; d < count; d++) {
            thin[d] = d == axis[k] ? shape[d] : 1;
        }
        if (!view_reshape(c->cx, &line, in[k], count, thin, &copied)) {
            return false;
        }
        bool ok = view_expand(c->cx, &c->many[k], &line, count, shape);
        tensor_release(&line);
        if (!ok) {
            return false;
        }
        c->many_count++;
    }
    return true;
}

static bool meshgrid(struct call *c, int count, const struct tensor *const *in,
                     const struct argument *indexing)
{
    const char *how = indexing->none ? "ij" : indexing->text;
    if (strcmp(how, "ij") != 0 && strcmp(how, "xy") != 0) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: "
                         "%s",
                         how);
    }
    if (count == 0) {
        return error_set(c->cx->err, ERROR_RUNTIME, "meshgrid expects a non-empty TensorList");
    }
    for (int k = 0; k < count; k++) {
        if (in[k]->ndim > 1) {
            return error_set(c->cx->err, ERROR_RUNTIME,
                             "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got "
                             "a %dD tensor",
                             in[k]->ndim);
        }
        if (in[k]->dtype != in[0]->dtype) {
            return error_set(c->cx->err, ERROR_RUNTIME,
                             "torch.meshgrid expects all tensors to have the same dtype");
        }
    }
    return grid(c, count, in, how[0] == 'x');
}

bool op_meshgrid(struct call *c)
{
    const struct tensor *in[TENSOR_MAX_DIMS];
    int count = body_tensors(c, 0, TENSOR_MAX_DIMS, in);
    return meshgrid(c, count, in, &c->arg[1]);
}

/* The columns of the answer are the flattened grids. */
bool op_cartesian_prod(struct call *c)
{
    const struct tensor *in[TENSOR_MAX_DIMS], *columns[TENSOR_MAX_DIMS];
    struct tensor flat[TENSOR_MAX_DIMS] = {{0}};
    int count = body_tensors(c, 0, TENSOR_MAX_DIMS, in);
    bool ok = true, copied;
    for (int k = 0; k < count; k++) {
        if (in[k]->ndim != 1) {
            struct buf shape = {.budget = c->in->memory};
            tensor_shape_text(in[k], &shape);
            error_set(c->cx->err, ERROR_RUNTIME, "Expect a 1D vector, but got shape %s",
                      buf_text(&shape));
            buf_free(&shape);
            return false;
        }
        if (in[k]->dtype != in[0]->dtype) {
            return error_set(c->cx->err, ERROR_RUNTIME,
                             "meshgrid expects all tensors to have the same dtype");
        }
    }
    if (count == 1) {
        c->backward = NULL;
        return body_value(c, tensor_object_is(c->in, c->arg[0].value)
                                 ? c->arg[0].value
                                 : value_object(c->arg[0].tensors[0]));
    }
    if (!grid(c, count, in, false)) {
        return false;
    }
    for (int k = 0; k < count && ok; k++) {
        ok = view_reshape(c->cx, &flat[k], &c->many[k], 1, &(int64_t){-1}, &copied);
        columns[k] = &flat[k];
    }
    ok = ok && body_one(c, arrange_stack(c->cx, &c->out[0], count, columns, 1));
    for (int k = 0; k < count; k++) {
        tensor_release(&flat[k]);
        tensor_release(&c->many[k]);
    }
    free(c->many);
    c->many = NULL;
    c->many_count = 0;
    return ok;
}

/* Moves `at` (r positions below n) to the next choice in order; false behind the last one. */
static bool next_choice(int64_t *at, int64_t r, int64_t n, bool again)
{
    for (int64_t k = r - 1; k >= 0; k--) {
        int64_t most = again ? n - 1 : n - r + k;
        if (at[k] < most) {
            at[k]++;
            for (int64_t j = k + 1; j < r; j++) {
                at[j] = again ? at[k] : at[k] + j - k;
            }
            return true;
        }
    }
    return false;
}

/* The places are counted out first and then picked from the input. */
/* How many choices of r out of n there are; INT64_MAX stands for any number beyond counting. */
static int64_t count_choices(int64_t n, int64_t r, bool again)
{
    int64_t of = again ? n + r - 1 : n, rows = n > 0 && r <= of ? 1 : 0;
    for (int64_t k = 0; k < r && rows > 0; k++) {
        if (rows > INT64_MAX / of) {
            return INT64_MAX;
        }
        rows = rows * (of - k) / (k + 1);
    }
    return rows;
}

bool op_combinations(struct call *c)
{
    int64_t r = c->arg[1].i, n = tensor_numel(A(c)), at[TENSOR_MAX_DIMS] = {0};
    bool again = c->arg[2].i != 0;
    struct tensor places;
    if (A(c)->ndim != 1) {
        struct buf shape = {.budget = c->in->memory};
        tensor_shape_text(A(c), &shape);
        error_set(c->cx->err, ERROR_RUNTIME, "Expect a 1D vector, but got shape %s",
                  buf_text(&shape));
        buf_free(&shape);
        return false;
    }
    if (r < 1 || r > TENSOR_MAX_DIMS) {
        return error_set(c->cx->err, ERROR_RUNTIME,
                         "Expect a positive number of elements, at most %d, but got %lld",
                         TENSOR_MAX_DIMS, (long long)r);
    }
    int64_t rows = count_choices(n, r, again);
    if (!tensor_new(c->cx, &places, DTYPE_INT64, 2, (int64_t[]){rows, r})) {
        return false;
    }
    int64_t *to = tensor_data(&places);
    for (int64_t k = 0; k < r; k++) {
        at[k] = again ? 0 : k;
    }
    for (int64_t row = 0; row < rows; row++) {
        memcpy(to + row * r, at, sizeof *at * (size_t)r);
        next_choice(at, r, n, again);
    }
    bool ok = body_one(c, arrange_take(c->cx, &c->out[0], A(c), &places));
    tensor_release(&places);
    return ok;
}
