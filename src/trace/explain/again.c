/* Carries the row's own function out once more, on the inputs as they were or on the one cell of
 * each that counts, so that a result has the bits of the kernel. Copies take the place of what the
 * function may write to; nothing of the tape is changed, no random number is drawn. */
#include "trace/explain/again.h"
#include "torch/origin/origin_map.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/scalar.h"

#include <stdlib.h>
#include <string.h>

/* A stand-in for input k, owned. */
typedef bool stand_in_fn(struct explainer *t, int k, struct tensor *out);

/* The cell that broadcasting brings to the place asked for: the same number of axes, all of size 1,
 * so that the types are promoted in the same way. */
static bool one_cell(struct explainer *t, int k, struct tensor *out)
{
    const struct tensor *x = explainer_input(t, k);
    struct tensor view = *x;
    if (tensor_numel(x) == 0) {
        return tensor_copy(t->cx, out, x);
    }
    int64_t cell = origin_broadcast(x, t->out.ndim, t->at);
    if (cell >= tensor_numel(x)) { /* an operand of another shape */
        cell = 0;
    }
    view.offset = tensor_place(x, cell);
    for (int d = 0; d < view.ndim; d++) {
        view.shape[d] = 1;
    }
    bool ok = tensor_copy(t->cx, out, &view);
    if (ok) {
        out->wrapped = x->wrapped;
    }
    return ok;
}

/* The same cells in a copy of the whole storage: resize_ looks beyond the tensor's own cells. */
static bool copy_storage(struct explainer *t, const struct tensor *x, struct tensor *out)
{
    struct tensor bytes;
    int64_t count = (int64_t)x->storage->bytes;
    if (!tensor_new(t->cx, &bytes, DTYPE_UINT8, 1, &count)) {
        return false;
    }
    memcpy(bytes.storage->data, x->storage->data, (size_t)count);
    *out = *x;
    out->storage = bytes.storage;
    return true;
}

static bool whole(struct explainer *t, int k, struct tensor *out)
{
    size_t len;
    const char *name = explainer_parameter(t, t->e->input[k].argument, &len);
    bool written = t->e->effect == STORAGE_IN_PLACE && t->e->input[k].argument == 0;
    bool into = len == 3 && memcmp(name, "out", len) == 0;
    if (!written && !into) {
        *out = tensor_ref(explainer_input(t, k));
        return true;
    }
    return copy_storage(t, explainer_input(t, k), out);
}

/* A result that is a fresh object belongs to the heap, but nobody will ever see it. */
static void drop_value(const struct explainer *t, const struct call *again)
{
    struct value v = again->value;
    bool fresh = again->has_value || again->value.type == VALUE_OBJECT;
    fresh = fresh && v.type == VALUE_OBJECT && origin_is_array(again->in, v);
    for (int k = 0; fresh && k < again->arg_count; k++) {
        fresh = again->arg[k].value.type != VALUE_OBJECT || again->arg[k].value.o != v.o;
    }
    for (int k = 0; fresh && k < t->e->input_count; k++) {
        fresh = v.o != &t->e->input[k].shadow->object;
    }
    if (fresh) {
        tensor_release(&tensor_object_of(v)->tensor);
    }
}

/* NumPy's functions leave their result in value without saying so. */
static const struct tensor *result_of(const struct explainer *t, struct call *again)
{
    again->has_value |= again->value.type == VALUE_OBJECT;
    return origin_result(&t->search, again);
}

/* Exchanges the inputs for their stand-ins, and back. */
static void exchange(struct explainer *t, struct tensor *held)
{
    for (int k = 0; k < t->e->input_count; k++) {
        struct tensor_object *shadow = t->e->input[k].shadow;
        struct argument *a = &t->call.arg[t->e->input[k].argument];
        struct tensor other = held[k];
        held[k] = shadow->tensor;
        shadow->tensor = other;
        if (a->object == shadow) {
            a->tensor = other;
        }
    }
}

bool again_on(struct explainer *t, struct tensor *held, struct tensor *out)
{
    struct call again = {0};
    exchange(t, held);
    bool ok = origin_rerun(&t->search, &again);
    if (ok) {
        const struct tensor *result = result_of(t, &again);
        ok = result != NULL;
        *out = ok ? tensor_ref(result) : (struct tensor){0};
        drop_value(t, &again);
        origin_release(&t->search, &again);
    }
    exchange(t, held);
    error_clear(t->cx->err);
    return ok;
}

static bool carry_out(struct explainer *t, stand_in_fn *stand_in, struct tensor *out)
{
    int count = t->e->input_count, made = 0;
    struct tensor *held = calloc((size_t)count + 1, sizeof *held);
    bool ok = held != NULL;
    for (; ok && made < count; made += ok) {
        ok = stand_in(t, made, &held[made]);
    }
    t->failed |= !ok;
    ok = ok && again_on(t, held, out);
    for (int k = 0; k < made; k++) {
        tensor_release(&held[k]);
    }
    free(held);
    return ok;
}

/* On the one cell of each input that broadcasting brings here; false: it gave something else. */
static bool again_one_cell(struct explainer *t, struct tensor *out)
{
    return carry_out(t, one_cell, out);
}

/* On everything. */
static bool again_all(struct explainer *t, struct tensor *out)
{
    return carry_out(t, whole, out);
}

/* One cell alone may have another last bit than in a row: vectors and what they leave over go
 * through other functions. */
static bool is_the_cell(const struct explainer *t, const struct tensor *out)
{
    struct scalar made = scalar_cell(out, 0), is = scalar_cell(&t->out, t->cell);
    double x = scalar_double(made), y = scalar_double(is);
    return x == y || (x != x && y != y);
}

bool again_result(struct explainer *t, bool from_one_cell)
{
    scoped_tensor one = {0}, all = {0};
    if (from_one_cell && again_one_cell(t, &one) && tensor_numel(&one) == 1 &&
        is_the_cell(t, &one)) {
        explainer_result_of(t, &one, 0);
        return true;
    }
    bool ok = again_all(t, &all);
    if (ok && t->cell < tensor_numel(&all)) {
        explainer_result_of(t, &all, t->cell);
    }
    return ok;
}
