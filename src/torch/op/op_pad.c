/* Puts more cells around a tensor, a value or cells of its own: F.pad. */
#include "base/named.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/arrange_map.h"
#include "torch/op/op_rows.h"

#include <string.h>

enum pad_mode { PAD_REFLECT, PAD_REPLICATE, PAD_CIRCULAR };

/* Which cell of an axis stands at place `at`, counted from the axis's first cell. A circle goes
 * round the cells from low to high that a negative padding leaves; the others see the whole axis.
 */
static int64_t source(enum pad_mode mode, int64_t at, int64_t size, int64_t low, int64_t high)
{
    switch (mode) {
    case PAD_REFLECT:
        return at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
    case PAD_REPLICATE:
        return at < 0 ? 0 : at >= size ? size - 1 : at;
    case PAD_CIRCULAR:
        break;
    }
    return at < low ? at + (high - low) : at >= high ? at - (high - low) : at;
}

static bool pad_axis(struct call *c, enum pad_mode mode, struct tensor *out,
                     const struct tensor *in, int axis, int64_t before, int64_t after)
{
    int64_t size = in->shape[axis], places = size + before + after;
    scoped_tensor index = {0};
    if (places < 1) {
        return body_refuse(c, "padding %lld and %lld leaves nothing of an axis of size %lld",
                           (long long)before, (long long)after, (long long)size);
    }
    if (!tensor_new(c->cx, &index, DTYPE_INT64, 1, &places)) {
        return false;
    }
    int64_t *at = tensor_data(&index);
    int64_t low = before < 0 ? -before : 0, high = after < 0 ? size + after : size;
    for (int64_t k = 0; k < places; k++) {
        at[k] = source(mode, k - before, size, low, high);
    }
    return arrange_index_select(c->cx, out, in, axis, &index);
}

/* Whether the cells suffice: a mirror shows each but the edge once, a circle goes round once. */
static bool cells_suffice(struct call *c, enum pad_mode mode, int axis, const int64_t *pad)
{
    int64_t size = A(c)->shape[axis];
    int64_t most = pad[0] > pad[1] ? pad[0] : pad[1];
    if (mode == PAD_CIRCULAR && most > size) {
        return body_refuse(c, "Padding value causes wrapping around more than once.");
    }
    if (mode != PAD_REFLECT || most < size) {
        return true;
    }
    scoped_buf input = {.budget = c->in->memory};
    if (c->arg[1].count == 2) {
        tensor_shape_text(A(c), &input);
    } else {
        buf_printf(&input, "%d", A(c)->ndim);
    }
    error_set(
        c->cx->err, ERROR_RUNTIME,
        "Argument #%d: Padding size should be less than the corresponding input dimension, but "
        "got: padding (%lld, %lld) at dimension %d of input %s",
        4 + 2 * (A(c)->ndim - 1 - axis), (long long)pad[0], (long long)pad[1], axis,
        buf_text(&input));
    return false;
}

static bool pad_with_itself(struct call *c, enum pad_mode mode)
{
    static const char *const backward[][4] = {
        {"", "ReflectionPad1DBackward0", "ReflectionPad2DBackward0", "ReflectionPad3DBackward0"},
        {"", "ReplicationPad1DBackward0", "ReplicationPad2DBackward0", "ReplicationPad3DBackward0"},
        {"", "CopySlices", "CopySlices", "CopySlices"}};
    int axes = c->arg[1].count / 2, ndim = A(c)->ndim;
    const int64_t *pad = c->arg[1].ints;
    struct chain k = {.c = c};
    if (axes < 1 || axes > 3 || (ndim != axes + 2 && (ndim != axes + 1 || mode == PAD_CIRCULAR))) {
        return error_set(c->cx->err, ERROR_NOT_IMPLEMENTED,
                         "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for "
                         "now");
    }
    const struct tensor *t = A(c);
    for (int d = 0; d < axes; d++) {
        if (!cells_suffice(c, mode, ndim - 1 - d, pad + 2 * d)) {
            return false;
        }
    }
    for (int d = 0; d < axes && t != NULL; d++) {
        t = chain_made(
            &k, pad_axis(c, mode, chain_room(&k), t, ndim - 1 - d, pad[2 * d], pad[2 * d + 1]));
    }
    c->backward = backward[mode][axes];
    c->kept = tensor_ref(A(c)); /* as PyTorch saves it, for all that no formula needs it */
    return chain_end(&k, t);
}

bool op_pad(struct call *c)
{
    static const char *const modes[] = {"reflect", "replicate", "circular"};
    const char *mode = c->arg[2].text;
    int count = c->arg[1].count;
    if (count % 2 != 0) {
        return body_refuse(c, "Padding length must be divisible by 2");
    }
    if (strcmp(mode, "constant") == 0) {
        return body_one(c, arrange_pad(c->cx, &c->out[0], A(c), count / 2, c->arg[1].ints,
                                       c->arg[3].none ? 0 : c->arg[3].f));
    }
    int k = NAMED(modes, mode);
    return k >= 0
               ? pad_with_itself(c, (enum pad_mode)k)
               : error_set(c->cx->err, ERROR_NOT_IMPLEMENTED, "Unrecognised padding mode %s", mode);
}
