/* Holds the layers that PyTorch computes in one operation: layer_norm, group_norm and nll_loss. */
#include "base/named.h"
#include "tensor/cells/group_norm.h"
#include "tensor/cells/softmax.h"
#include "torch/op/op_rows.h"

#include <math.h>
#include <string.h>

/* --- layer_norm --- */

static void sizes_text(int count, const int64_t *sizes, const char *before, struct buf *out)
{
    buf_printf(out, "[%s", before);
    sizes_put(count, sizes, ", ", out);
    buf_putc(out, ']');
}

static bool refuse_input(struct call *c, const struct argument *shape)
{
    scoped_buf want = {.budget = c->in->memory}, star = {.budget = c->in->memory},
               have = {.budget = c->in->memory};
    sizes_text(shape->count, shape->ints, "", &want);
    sizes_text(shape->count, shape->ints, "*, ", &star);
    tensor_shape_text(A(c), &have);
    body_refuse(c,
                "Given normalized_shape=%s, expected input with shape %s, but got input of size%s",
                buf_text(&want), buf_text(&star), buf_text(&have));
    return false;
}

static bool parameter_fits(struct call *c, int k, const char *name, const struct argument *shape)
{
    const struct tensor *t = body_tensor(c, k);
    bool same = t == NULL || t->ndim == shape->count;
    for (int d = 0; same && t != NULL && d < t->ndim; d++) {
        same = t->shape[d] == shape->ints[d];
    }
    if (!same) {
        scoped_buf want = {.budget = c->in->memory}, have = {.budget = c->in->memory};
        sizes_text(shape->count, shape->ints, "", &want);
        tensor_shape_text(t, &have);
        body_refuse(c,
                    "Expected %s to be of same shape as normalized_shape, but got %s of shape %s "
                    "and normalized_shape = %s",
                    name, name, buf_text(&have), buf_text(&want));
    }
    return same;
}

bool op_layer_norm(struct call *c)
{
    const struct argument *shape = &c->arg[1];
    if (shape->count < 1) {
        return body_refuse(c, "Expected normalized_shape to be at least 1-dimensional, i.e., "
                              "containing at least one element, but got normalized_shape = []");
    }
    if (!parameter_fits(c, 2, "weight", shape) || !parameter_fits(c, 3, "bias", shape)) {
        return false;
    }
    int skip = A(c)->ndim - shape->count;
    bool same = skip >= 0;
    for (int k = 0; same && k < shape->count; k++) {
        same = A(c)->shape[skip + k] == shape->ints[k];
    }
    if (!same) {
        return refuse_input(c, shape);
    }
    return body_one(c, reduce_layer_norm(c->cx, &c->out[0], A(c), shape->count, body_tensor(c, 2),
                                         body_tensor(c, 3), c->arg[4].f));
}

/* --- group_norm --- */

static bool is_vector_of(struct call *c, int k, const char *name)
{
    const struct tensor *t = body_tensor(c, k);
    if (t == NULL || (t->ndim == 1 && t->shape[0] == A(c)->shape[1])) {
        return true;
    }
    scoped_buf own = {.budget = c->in->memory}, in = {.budget = c->in->memory};
    tensor_shape_text(t, &own);
    tensor_shape_text(A(c), &in);
    error_set(
        c->cx->err, ERROR_RUNTIME,
        "Expected %s to be a vector of size equal to the number of channels in input, but got "
        "%s of shape %s and input of shape %s",
        name, name, buf_text(&own), buf_text(&in));
    return false;
}

bool op_group_norm(struct call *c)
{
    int64_t groups = c->arg[1].i;
    if (groups < 1) {
        return body_refuse(c, "Expected num groups to be greater than 0, got %lld",
                           (long long)groups);
    }
    if (A(c)->ndim > 1 && A(c)->shape[1] % groups != 0) {
        scoped_buf in = {.budget = c->in->memory};
        tensor_shape_text(A(c), &in);
        body_refuse(c,
                    "Expected number of channels in input to be divisible by num_groups, but got "
                    "input of shape %s and num_groups=%lld",
                    buf_text(&in), (long long)groups);
        return false;
    }
    if (A(c)->ndim > 1 && (!is_vector_of(c, 2, "weight") || !is_vector_of(c, 3, "bias"))) {
        return false;
    }
    return body_one(c, group_norm(c->cx, &c->out[0], A(c), groups, body_tensor(c, 2),
                                  body_tensor(c, 3), c->arg[4].f));
}

/* --- nll_loss --- */

enum how { LOSS_NONE, LOSS_MEAN, LOSS_SUM };

static bool read_reduction(struct call *c, const char *text, enum how *out)
{
    static const char *const names[] = {"none", "mean", "sum"};
    int k = NAMED(names, text);
    if (k >= 0) {
        *out = (enum how)k;
        return true;
    }
    return error_set(c->cx->err, ERROR_VALUE, "%s is not a valid value for reduction", text);
}

/* input (N, C, ...) or (C), target (N, ...) or (). */
static bool check_loss(struct call *c)
{
    const struct tensor *in = A(c), *target = B(c), *weight = body_tensor(c, 2);
    int64_t classes = in->ndim == 1 ? in->shape[0] : in->ndim > 1 ? in->shape[1] : 0;
    if (in->ndim == 0) {
        return error_set(c->cx->err, ERROR_VALUE, "Expected 1 or more dimensions (got 0)");
    }
    int64_t targets = target->ndim > 0 ? target->shape[0] : 0;
    if (in->ndim != 1 && in->shape[0] != targets) {
        return error_set(c->cx->err, ERROR_VALUE,
                         "Expected input batch_size (%lld) to match target batch_size (%lld).",
                         (long long)in->shape[0], (long long)targets);
    }
    if (in->ndim <= 2 && target->ndim > 1) {
        return body_refuse(c, "0D or 1D target tensor expected, multi-target not supported");
    }
    if (in->ndim == 1 && target->ndim == 1 && in->shape[0] != targets) {
        return body_refuse(c, "size mismatch (got input: [%lld], target: [%lld])",
                           (long long)in->shape[0], (long long)targets);
    }
    if (in->ndim > 2) {
        struct tensor expected = *in;
        expected.ndim = in->ndim - 1;
        memmove(&expected.shape[1], &in->shape[2], sizeof in->shape[0] * (size_t)(in->ndim - 2));
        if (!tensor_same_shape(&expected, target)) {
            scoped_buf want = {.budget = c->in->memory}, have = {.budget = c->in->memory};
            tensor_shape_text(&expected, &want);
            tensor_shape_text(target, &have);
            body_refuse(c, "Expected target size %s, got %s", buf_text(&want), buf_text(&have));
            return false;
        }
    }
    if (target->dtype != DTYPE_INT64 && target->dtype != DTYPE_UINT8) {
        return body_refuse(c, "expected scalar type Long but found %s",
                           dtype_legacy_name(target->dtype));
    }
    if (weight != NULL && (weight->ndim != 1 || weight->shape[0] != classes)) {
        scoped_buf have = {.budget = c->in->memory};
        tensor_shape_text(weight, &have);
        body_refuse(c,
                    "weight tensor should be defined either for all %lld classes or no classes but "
                    "got weight tensor of shape: %s",
                    (long long)classes, buf_text(&have));
        return false;
    }
    return true;
}

/* PyTorch adds up in levels: after each 2^step losses what stands in one level goes to the next.
 * The first loss goes through all of them at once. */
enum { LEVELS = 8 };

struct levels {
    bool in_float; /* round as float32 */
    int step;
    double loss[LEVELS], weight[LEVELS];
};

static double level_add(const struct levels *l, double a, double b)
{
    return l->in_float ? (double)((float)a + (float)b) : a + b;
}

static struct levels levels_for(enum dtype dtype, int64_t n)
{
    int log = 0;
    while (((int64_t)1 << log) < n) {
        log++;
    }
    return (struct levels){.in_float = dtype == DTYPE_FLOAT32,
                           .step = log / LEVELS > 4 ? log / LEVELS : 4};
}

static void levels_take(struct levels *l, int64_t at, double loss, double weight)
{
    l->loss[0] = level_add(l, l->loss[0], loss);
    l->weight[0] = level_add(l, l->weight[0], weight);
    for (int k = 0; k + 1 < LEVELS; k++) {
        int64_t mask = (((int64_t)1 << l->step) - 1) << (k * l->step);
        if ((at & mask) != 0) {
            return;
        }
        l->loss[k + 1] = level_add(l, l->loss[k + 1], l->loss[k]);
        l->weight[k + 1] = level_add(l, l->weight[k + 1], l->weight[k]);
        l->loss[k] = l->weight[k] = 0;
    }
}

static void levels_end(const struct levels *l, double *loss, double *weight)
{
    *loss = *weight = 0;
    for (int k = 0; k < LEVELS; k++) {
        *loss = level_add(l, *loss, l->loss[k]);
        *weight = level_add(l, *weight, l->weight[k]);
    }
}

/* The loss of each target, 0 where it is ignored; their sum, and the sum of their weights. */
static bool losses(struct call *c, double *out, double *sum, double *total)
{
    const struct tensor *in = A(c), *target = B(c), *weight = body_tensor(c, 2);
    int64_t classes = in->ndim == 1 ? in->shape[0] : in->shape[1];
    int64_t n = tensor_numel(target), ignore = c->arg[4].i, inner = tensor_count(in, 2, in->ndim);
    struct levels levels = levels_for(in->dtype, n);
    for (int64_t k = 0; k < n; k++) {
        int64_t label = tensor_int_at(target, tensor_place(target, k));
        out[k] = 0;
        if (label == ignore) {
            continue;
        }
        if (label < 0 || label >= classes) {
            return error_set(c->cx->err, ERROR_INDEX, "Target %lld is out of bounds.",
                             (long long)label);
        }
        int64_t cell = (k / inner * classes + label) * inner + k % inner;
        double w = weight == NULL ? 1 : tensor_cell(weight, label);
        out[k] = -w * tensor_cell(in, cell);
        levels_take(&levels, k, in->dtype == DTYPE_FLOAT32 ? (double)(float)out[k] : out[k], w);
    }
    levels_end(&levels, sum, total);
    return true;
}

static const char *loss_name(const struct call *c, enum how how)
{
    if (A(c)->ndim <= 2) {
        return "NllLossBackward0";
    }
    return how == LOSS_NONE && A(c)->ndim != 4 ? "ViewBackward0" : "NllLoss2DBackward0";
}

bool op_nll_loss(struct call *c)
{
    enum how how = LOSS_MEAN;
    struct tensor one;
    scoped_tensor each = {0};
    double sum = 0, total = 0;
    if (!read_reduction(c, c->arg[6].text, &how) || !check_loss(c) ||
        !tensor_new(c->cx, &each, DTYPE_FLOAT64, B(c)->ndim, B(c)->shape)) {
        return false;
    }
    c->backward = loss_name(c, how);
    bool ok = losses(c, tensor_data(&each), &sum, &total);
    if (ok && how == LOSS_NONE) {
        ok = body_one(c, tensor_cast(c->cx, &c->out[0], &each, A(c)->dtype));
    } else if (ok) {
        ok = tensor_from_double(c->cx, &one, A(c)->dtype, how == LOSS_SUM ? sum : sum / total,
                                false);
        c->out[0] = ok ? one : (struct tensor){0};
        body_one(c, ok);
        ok = ok && tensor_from_double(c->cx, &c->kept, A(c)->dtype, total, false);
    }
    return ok;
}
