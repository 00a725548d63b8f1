/* Holds operations that pick cells by number, or write to them. x[...] is tensor_index.c. */
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/arrange_pick.h"
#include "tensor/shape/index.h"
#include "tensor/shape/promotion.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_part.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/op_rows.h"
#include "torch/op/ops.h"

#include <string.h>

/* --- picking --- */

static bool whole_index(struct call *c, const struct tensor *index, const char *name)
{
    return index->dtype == DTYPE_INT64 ||
           body_refuse(c, "%s(): Expected dtype int64 for index", name);
}

OP_IS(op_gather, whole_index(c, C(c), "gather") &&
                     body_one(c, arrange_gather(c->cx, &c->out[0], A(c), c->arg[1].i, C(c))))

/* gather, with input and indices broadcast against each other but for dim. */
bool op_take_along_dim(struct call *c)
{
    const struct tensor *in = A(c), *index = B(c);
    struct tensor row;
    scoped_tensor wide_in = {0}, wide_index = {0}, places = {0};
    int64_t shape_in[TENSOR_MAX_DIMS], shape_index[TENSOR_MAX_DIMS];
    bool copied;
    int dim;
    if (!whole_index(c, index, "gather")) {
        return false;
    }
    if (c->arg[2].none) {
        if (!view_reshape(c->cx, &row, in, 1, &(int64_t){-1}, &copied)) {
            return false;
        }
        bool ok = view_reshape(c->cx, &places, index, 1, &(int64_t){-1}, &copied);
        if (ok) {
            ok = body_one(c, arrange_gather(c->cx, &c->out[0], &row, 0, &places));
        }
        tensor_release(&row);
        return ok;
    }
    if (in->ndim != index->ndim) {
        return body_refuse(
            c,
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            "but got %d dimensions for input, and %d dimensions for indices",
            in->ndim, index->ndim);
    }
    if (!tensor_dim(c->cx, in, c->arg[2].i, &dim)) {
        return false;
    }
    for (int d = 0; d < in->ndim; d++) {
        int64_t size = in->shape[d] == 1 ? index->shape[d] : in->shape[d];
        shape_in[d] = d == dim ? in->shape[d] : size;
        shape_index[d] = d == dim ? index->shape[d] : size;
    }
    return view_expand(c->cx, &wide_in, in, in->ndim, shape_in) &&
           view_expand(c->cx, &wide_index, index, in->ndim, shape_index) &&
           body_one(c, arrange_gather(c->cx, &c->out[0], &wide_in, dim, &wide_index));
}

OP_KERNEL(op_index_select, arrange_index_select, A(c), c->arg[1].i, C(c))

bool op_embedding(struct call *c)
{
    if (c->arg[3].value.type != VALUE_NONE && c->arg[3].given) {
        return raise_unsupported(c->in, "embedding with max_norm is not supported");
    }
    return body_one(c, arrange_embedding(c->cx, &c->out[0], B(c), A(c)));
}

bool op_one_hot(struct call *c)
{
    if (A(c)->dtype != DTYPE_INT64) {
        return body_refuse(c, "one_hot is only applicable to index tensor.");
    }
    return body_one(c, arrange_one_hot(c->cx, &c->out[0], A(c), c->arg[1].i));
}

/* --- where the cells are not 0 --- */

/* One int64 vector per axis. */
static bool nonzero_tuple(struct call *c)
{
    struct tensor row = *A(c);
    scoped_tensor places = {0};
    if (row.ndim == 0) { /* a number is a row of one */
        row.ndim = 1;
        row.shape[0] = row.stride[0] = 1;
    }
    if (!arrange_nonzero(c->cx, &places, &row)) {
        return false;
    }
    int64_t columns = places.shape[1];
    bool ok = body_many(c, columns);
    for (int64_t k = 0; ok && k < columns; k++) {
        ok = view_select(c->cx, &c->many[k], &places, 1, k);
        c->many_count += ok;
    }
    return ok;
}

OP_IS(op_where_nonzero, nonzero_tuple(c))
OP_IS(op_nonzero,
      c->arg[1].i != 0 ? nonzero_tuple(c) : body_one(c, arrange_nonzero(c->cx, &c->out[0], A(c))))

/* --- writing to picked cells: the result is a copy of the input --- */

bool op_scatter(struct call *c)
{
    scoped_tensor number = {0};
    if (!whole_index(c, C(c), "scatter")) {
        return false;
    }
    if (c->arg[3].object != NULL && A(c)->dtype != D(c)->dtype) {
        return body_refuse(c, "scatter(): Expected self.dtype to be equal to src.dtype");
    }
    return tensor_cast(c->cx, &number, D(c), A(c)->dtype) &&
           body_one(c, arrange_scatter(c->cx, &c->out[0], A(c), c->arg[1].i, C(c), &number, false));
}

bool op_scatter_add(struct call *c)
{
    if (A(c)->dtype != D(c)->dtype) {
        return body_refuse(c, "scatter(): Expected self.dtype to be equal to src.dtype");
    }
    return whole_index(c, C(c), "scatter") &&
           body_one(c, arrange_scatter(c->cx, &c->out[0], A(c), c->arg[1].i, C(c), D(c), true));
}

/* The numbers of index name places of an axis of `size`; `back`: they may count from its end. */
static bool check_places(struct call *c, const struct tensor *index, int dim, int64_t size,
                         bool back)
{
    bool copies = op_is(c->op, OP_index_copy);
    for (int64_t k = 0; k < tensor_numel(index); k++) {
        int64_t place = tensor_int_at(index, tensor_place(index, k));
        if (place >= (back ? -size : 0) && place < size) {
            continue;
        }
        return op_is(c->op, OP_index_add)
                   ? error_set(c->cx->err, ERROR_INDEX, "index out of range in self")
                   : error_set(c->cx->err, ERROR_INDEX,
                               "%sindex %lld is out of bounds for dimension %d with size %lld",
                               copies ? "index_copy_(): " : "", (long long)place, dim,
                               (long long)size);
    }
    return true;
}

/* A number as a row of one cell. */
static struct tensor as_row(const struct tensor *x)
{
    struct tensor row = *x;
    if (row.ndim == 0) {
        row.ndim = 1;
        row.shape[0] = row.stride[0] = 1;
    }
    return row;
}

/* As x[:, index] = source: the input, or a copy of it, in which `source` stands (or is added) at
 * the places of dim that index names. */
static bool put_places(struct call *c, const struct tensor *source, bool add, bool here)
{
    struct index items[TENSOR_MAX_DIMS];
    struct tensor whole, index;
    /* index_fill clones its input; the others make a contiguous result */
    bool fills = op_is(c->op, OP_index_fill);
    bool (*begin)(struct compute *, struct tensor *, const struct tensor *) =
        fills ? tensor_clone : tensor_copy;
    int dim;
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &dim)) {
        return false;
    }
    whole = as_row(A(c));
    if (!check_places(c, C(c), dim, whole.shape[dim], fills) ||
        !tensor_cast(c->cx, &index, C(c), DTYPE_INT64)) {
        return false;
    }
    for (int d = 0; d < dim; d++) {
        items[d] = (struct index){.kind = INDEX_SLICE, .stop = INT64_MAX, .step = 1};
    }
    items[dim] = (struct index){.kind = INDEX_TENSOR, .tensor = index};
    bool ok = here || begin(c->cx, &c->out[0], A(c));
    if (ok) {
        whole = as_row(here ? A(c) : &c->out[0]);
        ok = index_put(c->cx, &whole, dim + 1, items, source, add);
        ok = here ? ok : body_one(c, ok);
    }
    tensor_release(&index);
    return ok;
}

bool op_index_fill(struct call *c)
{
    if (D(c)->ndim != 0) {
        return body_refuse(c,
                           "index_fill_ only supports a 0-dimensional value tensor, but got tensor "
                           "with %d dimension(s).",
                           D(c)->ndim);
    }
    if (C(c)->dtype != DTYPE_INT64) {
        return error_set(c->cx->err, ERROR_INDEX, "index_fill_(): Expected dtype int64 for index.");
    }
    if (C(c)->ndim > 1) {
        return body_refuse(c, "Index has to be a vector/scalar");
    }
    return promotion_check(c->cx, A(c)->dtype, D(c)) && put_places(c, D(c), false, c->in_place);
}

/* t without axis `dim`: what one place of it holds. Borrows. */
static struct tensor slice_of(const struct tensor *t, int dim)
{
    struct tensor slice = *t;
    slice.ndim = t->ndim > 0 ? t->ndim - 1 : 0;
    for (int d = dim; d < slice.ndim; d++) {
        slice.shape[d] = t->shape[d + 1];
        slice.stride[d] = t->stride[d + 1];
    }
    return slice;
}

static bool refuse_slices(struct call *c, const struct tensor *into, int dim,
                          const struct tensor *from)
{
    scoped_buf a = {0}, b = {0};
    sizes_put(into->ndim, into->shape, " ", &a);
    sizes_put(from->ndim, from->shape, " ", &b);
    body_refuse(c,
                "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
                "slice shape: %s at dimension %d and source slice shape: %s at dimension 0.",
                buf_text(&a), dim, buf_text(&b));
    return false;
}

static bool check_copy(struct call *c)
{
    const struct tensor *index = C(c), *source = D(c);
    struct error *err = c->cx->err;
    int64_t count = tensor_numel(index);
    int dim;
    if (index->ndim > 1) {
        return error_set(err, ERROR_INDEX,
                         "index_copy_(): Index should have dimension 1 or 0 (got %d)", index->ndim);
    }
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &dim)) {
        return false;
    }
    if (source->ndim == 0 && count != 1) {
        return error_set(err, ERROR_INDEX,
                         "index_copy_(): When source is scalar, index should have one element "
                         "(got %lld)",
                         (long long)count);
    }
    if (source->ndim != A(c)->ndim && source->ndim != 0 && A(c)->ndim != 0) {
        return error_set(err, ERROR_INDEX,
                         "index_copy_(): When source and destination are not scalars, their "
                         "dimensionality must match. Source dimensionality (%d), destination "
                         "dimensionality (%d)",
                         source->ndim, A(c)->ndim);
    }
    if (index->dtype != DTYPE_INT64) {
        return body_refuse(c, "index_copy_(): Expected a long tensor for index, but got %s",
                           dtype_legacy_name(index->dtype));
    }
    if (A(c)->dtype != source->dtype) {
        return body_refuse(c,
                           "index_copy_(): self and source expected to have the same dtype, but "
                           "got (self) %s and (source) %s",
                           dtype_legacy_name(A(c)->dtype), dtype_legacy_name(source->dtype));
    }
    const struct tensor into = slice_of(A(c), dim), from = slice_of(source, dim);
    if (!tensor_same_shape(&into, &from)) {
        return refuse_slices(c, &into, dim, &from);
    }
    return source->ndim == 0 || count == source->shape[dim] ||
           error_set(err, ERROR_INDEX,
                     "index_copy_(): Number of indices (%lld) should be equal to source.size(dim) "
                     "(%lld)",
                     (long long)count, (long long)source->shape[dim]);
}

OP_IS(op_index_copy, check_copy(c) && put_places(c, D(c), false, false))

static bool refuse_matrix(struct call *c)
{
    scoped_buf sizes = {0};
    tensor_shape_text(C(c), &sizes);
    error_set(c->cx->err, ERROR_INDEX,
              "index_add_(): Index is supposed to be a vector, but got dim: %d with type: %s and "
              "size: %s",
              C(c)->ndim, dtype_legacy_name(C(c)->dtype), buf_text(&sizes));
    return false;
}

static bool check_add(struct call *c)
{
    const struct tensor *index = C(c), *source = D(c);
    int dim;
    if (!tensor_dim(c->cx, A(c), c->arg[1].i, &dim)) {
        return false;
    }
    if (index->ndim > 1) {
        return refuse_matrix(c);
    }
    if (index->dtype != DTYPE_INT64 && index->dtype != DTYPE_INT32) {
        return body_refuse(c, "index_add_(): Expected dtype int32/int64 for index but got: %s",
                           dtype_legacy_name(index->dtype));
    }
    if (A(c)->dtype != source->dtype) {
        return body_refuse(c,
                           "index_add_(): self (%s) and source (%s) must have the same scalar type",
                           dtype_legacy_name(A(c)->dtype), dtype_legacy_name(source->dtype));
    }
    if (dim > 0 && dim >= source->ndim) {
        return body_refuse(
            c, "index_add_(): Indexing dim %d is out of bounds of the source tensor with dim %d",
            dim, source->ndim);
    }
    int64_t have = source->ndim == 0 ? 1 : source->shape[dim];
    return tensor_numel(index) == have ||
           body_refuse(c,
                       "index_add_(): Number of indices (%lld) should be equal to "
                       "source.size(dim): (%lld), for dim: %d",
                       (long long)tensor_numel(index), (long long)have, dim);
}

/* *out = source with the axes of x: what one place of it holds broadcasts. Borrows. */
static bool source_for(struct call *c, const struct tensor *source, int dim, struct tensor *out)
{
    const struct tensor into = slice_of(A(c), dim), from = slice_of(source, dim);
    struct tensor both = {0};
    *out = *source;
    if (A(c)->ndim < 2) {
        return true;
    }
    if (!tensor_broadcast(c->cx, &into, &from, &both.ndim, both.shape) ||
        !tensor_check_broadcast(c->cx, &into, both.ndim, both.shape)) {
        return false;
    }
    out->ndim = A(c)->ndim;
    for (int d = out->ndim - 1, k = from.ndim; d >= 0; d--) {
        bool has = d != dim && k > 0;
        k -= has;
        out->shape[d] = has ? from.shape[k] : 1;
        out->stride[d] = has ? from.stride[k] : 0;
    }
    out->shape[dim] = source->ndim == 0 ? 1 : source->shape[dim];
    out->stride[dim] = source->ndim == 0 ? 0 : source->stride[dim];
    return true;
}

bool op_index_add(struct call *c)
{
    scoped_chain k = {.c = c};
    const struct tensor *source = D(c);
    struct tensor seen;
    int dim = 0;
    if (!check_add(c)) {
        return false;
    }
    if (c->arg[4].f != 1) {
        source = chain_binary(&k, BINARY_MUL, source, &c->arg[4].tensor);
    }
    return source != NULL && tensor_dim(c->cx, A(c), c->arg[1].i, &dim) &&
           source_for(c, source, dim, &seen) && put_places(c, &seen, true, false);
}

/* The next cells of source, in order, where the mask is True. */
bool op_masked_scatter(struct call *c)
{
    const struct tensor *source = C(c);
    scoped_tensor mask = {0};
    int64_t used = 0, n = tensor_numel(A(c)), most = tensor_numel(source);
    if (!view_expand(c->cx, &mask, B(c), A(c)->ndim, A(c)->shape)) {
        return false;
    }
    if (!tensor_copy(c->cx, &c->out[0], A(c))) {
        return false;
    }
    size_t size = dtype_size(A(c)->dtype);
    char *to = tensor_data(&c->out[0]);
    bool ok =
        A(c)->dtype == source->dtype ||
        body_refuse(
            c, "masked_scatter: expected self and source to have same dtypes but got %s and %s",
            dtype_legacy_name(A(c)->dtype), dtype_legacy_name(source->dtype));
    for (int64_t k = 0; ok && k < n; k++) {
        double chosen = tensor_cell(&mask, k);
        if (chosen == 0) {
            continue;
        }
        if (chosen != 1 && !dtype_is_float(mask.dtype)) {
            ok = body_refuse(c, "Mask tensor can take 0 and 1 values only");
            break;
        }
        if (used == most) {
            ok = body_refuse(c, "Number of elements of source < number of ones in mask");
            break;
        }
        const char *from = source->storage->data;
        memcpy(to + (size_t)k * size, from + (size_t)tensor_place(source, used++) * size, size);
    }
    return body_one(c, ok);
}

/* x[indices] = values, with a tuple of tensors; also over x itself. */
bool op_index_put(struct call *c)
{
    struct index items[TENSOR_MAX_DIMS];
    const struct argument *indices = &c->arg[1];
    if (indices->count > TENSOR_MAX_DIMS) {
        return error_set(c->cx->err, ERROR_INDEX, "too many indices for tensor of dimension %d",
                         A(c)->ndim);
    }
    for (int k = 0; k < indices->count; k++) {
        items[k] = (struct index){.kind = INDEX_TENSOR, .tensor = indices->tensors[k]->tensor};
    }
    if (c->in_place) {
        return index_put(c->cx, A(c), indices->count, items, C(c), c->arg[3].i != 0);
    }
    return tensor_clone(c->cx, &c->out[0], A(c)) &&
           body_one(c, index_put(c->cx, &c->out[0], indices->count, items, C(c), c->arg[3].i != 0));
}
