/* Holds the right ways, one function each. */
#include "mistakes/remedy.h"

#include "tensor/cells/softmax.h"
#include "tensor/shape/arrange.h"
#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/op/ops.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/flow.h"
#include "trace/tape/snapshot.h"

#include <math.h>

struct right {
    struct tape *t;
    struct compute *cx;
    int event;
    const struct event *e;
    struct tensor in;  /* the step's first input as it was; owned by the caller */
    struct tensor out; /* owned */
    struct buf *code;
};

#define REMEDY(warning, sentence) static bool remedy_##warning(struct right *r);
#include "mistakes/remedies.def"
#undef REMEDY

static const struct {
    enum warning_kind warning;
    const char *sentence;
    bool (*make)(struct right *r);
} rows[] = {
#define REMEDY(warning, sentence) {WARNING_##warning, sentence, remedy_##warning},
#include "mistakes/remedies.def"
#undef REMEDY
};

static void put_sizes(struct right *r, const char *name, int ndim, const int64_t *size)
{
    buf_printf(r->code, "%s(", name);
    sizes_put(ndim, size, ", ", r->code);
    buf_putc(r->code, ')');
}

static bool reshaped(struct right *r, struct tensor *out, const struct tensor *in, int ndim,
                     const int64_t *size)
{
    bool copied;
    return view_reshape(r->cx, out, in, ndim, size, &copied);
}

static const struct pass *pass_of(const struct right *r)
{
    return r->e->pass >= 0 ? &r->t->pass[r->e->pass] : NULL;
}

/* --- heads --- */

/* (..., T, H * D) to (..., H, T, D): first cut, then turned. */
static bool split(struct right *r)
{
    const struct tensor *out = &r->e->output[0].tensor;
    int64_t size[TENSOR_MAX_DIMS];
    struct tensor cut;
    int n = out->ndim;
    for (int k = 0; k < n; k++) {
        size[k] = out->shape[k == n - 3 ? n - 2 : k == n - 2 ? n - 3 : k];
    }
    put_sizes(r, "view", n, size);
    buf_printf(r->code, ".transpose(%d, %d)", n - 3, n - 2);
    if (!reshaped(r, &cut, &r->in, n, size)) {
        return false;
    }
    bool ok = view_transpose(r->cx, &r->out, &cut, n - 3, n - 2);
    tensor_release(&cut);
    return ok;
}

/* (..., H, T, D) to (..., T, H * D): first turned, then joined. */
static bool join(struct right *r)
{
    const struct tensor *out = &r->e->output[0].tensor;
    struct tensor turned;
    int n = r->in.ndim;
    buf_printf(r->code, "transpose(%d, %d).", n - 3, n - 2);
    put_sizes(r, "reshape", out->ndim, out->shape);
    if (!view_transpose(r->cx, &turned, &r->in, n - 3, n - 2)) {
        return false;
    }
    bool ok = reshaped(r, &r->out, &turned, out->ndim, out->shape);
    tensor_release(&turned);
    return ok;
}

static bool remedy_heads_mixed(struct right *r)
{
    int in = r->in.ndim, out = r->e->output[0].tensor.ndim;
    return out == in + 1 && out >= 3 ? split(r) : out == in - 1 && in >= 3 && join(r);
}

static bool remedy_gqa_order(struct right *r)
{
    const struct tensor *out = &r->e->output[0].tensor;
    int axis = -1;
    for (int k = 0; r->in.ndim == out->ndim && k < out->ndim; k++) {
        axis = out->shape[k] > r->in.shape[k] && r->in.shape[k] > 1 ? k : axis;
    }
    if (axis < 0) {
        return false;
    }
    int64_t times = out->shape[axis] / r->in.shape[axis];
    struct tensor wide, apart;
    int64_t size[TENSOR_MAX_DIMS];
    buf_printf(r->code, "repeat_interleave(%lld, dim=%d)", (long long)times, axis);
    if (r->in.ndim == TENSOR_MAX_DIMS || !view_unsqueeze(r->cx, &apart, &r->in, axis + 1)) {
        return false;
    }
    for (int k = 0; k < apart.ndim; k++) {
        size[k] = k == axis + 1 ? times : apart.shape[k];
    }
    bool ok = view_expand(r->cx, &wide, &apart, apart.ndim, size);
    if (ok) {
        ok = reshaped(r, &r->out, &wide, out->ndim, out->shape);
        tensor_release(&wide);
    }
    tensor_release(&apart);
    return ok;
}

/* --- softmax --- */

static bool remedy_softmax_axis(struct right *r)
{
    int last = r->in.ndim - 1;
    if (pass_of(r) == NULL || last < 1 || pass_of(r)->axis == last || !event_normalizes(r->e)) {
        return false;
    }
    buf_puts(r->code, "softmax(dim=-1)");
    return reduce_softmax(r->cx, &r->out, &r->in, last);
}

static bool remedy_not_scaled(struct right *r)
{
    const struct pass *p = pass_of(r);
    const struct event *scores = p != NULL && p->scores >= 0 ? &r->t->event[p->scores] : NULL;
    struct tensor scaled;
    if (scores == NULL || !event_normalizes(r->e) || event_argument(scores, "equation") != NULL ||
        scores->input[p->query].of.tensor.ndim == 0 || r->in.dtype != DTYPE_FLOAT32) {
        return false;
    }
    const struct tensor *q = &scores->input[p->query].of.tensor;
    double root = sqrt((double)q->shape[q->ndim - 1]);
    if (!tensor_copy(r->cx, &scaled, &r->in)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(&scaled); k < count; k++) {
        float quotient = (float)tensor_double_at(&scaled, k) / (float)root; /* as PyTorch does it */
        tensor_set_double(&scaled, k, (double)quotient);
    }
    buf_printf(r->code, "scores / %lld ** 0.5", (long long)q->shape[q->ndim - 1]);
    bool ok = reduce_softmax(r->cx, &r->out, &scaled, p->axis);
    tensor_release(&scaled);
    return ok;
}

/* The mask whose result was lost: the last one of the pass that hides cells of such scores. */
static int lost_mask(const struct right *r, int *input)
{
    for (int k = r->event - 1; k >= 0; k--) {
        const struct event *e = &r->t->event[k];
        for (int j = 0; j < e->input_count && e->pass == r->e->pass && e->stage == STAGE_MASK;
             j++) {
            if (e->output_count > 0 && dtype_is_float(e->output[0].tensor.dtype) &&
                tensor_same_shape(&e->input[j].of.tensor, &e->output[0].tensor) &&
                tensor_same_shape(&e->output[0].tensor, &r->in) && event_masks(r->t, k, j)) {
                *input = j;
                return k;
            }
        }
    }
    return -1;
}

/* What the mask hides, in a copy of what softmax took. */
static bool hide(struct right *r, int mask, int input, struct tensor *scores)
{
    struct tensor before, masked;
    if (!tape_before(r->t, &r->t->event[mask].input[input].of, mask, &before)) {
        return false;
    }
    bool ok = tape_after(r->t, &r->t->event[mask].output[0], mask, &masked);
    for (int64_t k = 0, count = ok ? tensor_numel(scores) : 0; k < count; k++) {
        double was = tensor_double_at(&before, tensor_place(&before, k));
        if (tensor_double_at(&masked, tensor_place(&masked, k)) <= SCORE_HIDDEN &&
            was > SCORE_HIDDEN) {
            tensor_set_double(scores, k, -INFINITY);
        }
    }
    if (ok) {
        tensor_release(&masked);
    }
    tensor_release(&before);
    return ok;
}

static bool remedy_mask_not_applied(struct right *r)
{
    int input = 0, mask = event_normalizes(r->e) ? lost_mask(r, &input) : -1;
    struct tensor scores;
    if (mask < 0 || pass_of(r) == NULL || !tensor_copy(r->cx, &scores, &r->in)) {
        return false;
    }
    buf_puts(r->code, "the masked scores");
    bool ok =
        hide(r, mask, input, &scores) && reduce_softmax(r->cx, &r->out, &scores, pass_of(r)->axis);
    tensor_release(&scores);
    return ok;
}

/* --- all of them --- */

/* Where cross_entropy takes its logarithms: of what the softmax before it was given. */
static bool remedy_softmax_before_loss(struct right *r)
{
    int softmax = r->e->input[0].of.maker;
    const struct event *before = softmax >= 0 ? &r->t->event[softmax] : NULL;
    const struct argument *dim = event_argument(r->e, "dim");
    struct tensor scores;
    if (before == NULL || dim == NULL || !event_is(r->e, OP_log_softmax) ||
        !event_is(before, OP_softmax) ||
        !tape_before(r->t, &before->input[0].of, softmax, &scores)) {
        return false;
    }
    buf_puts(r->code, "log_softmax of the scores");
    bool ok = reduce_log_softmax(r->cx, &r->out, &scores, dim->i);
    tensor_release(&scores);
    return ok;
}

enum remedy_kind remedy_find(const struct warnings *w, int event)
{
    for (int k = 0; w != NULL && k < w->count; k++) {
        for (int j = 0; w->at[k].event == event && j < REMEDY_COUNT; j++) {
            if (rows[j].warning == w->at[k].kind) {
                return (enum remedy_kind)j;
            }
        }
    }
    return REMEDY_COUNT;
}

bool remedy_make(struct tape *t, int event, enum remedy_kind kind, struct tensor *out,
                 struct buf *code)
{
    struct right r = {.t = t,
                      .cx = &t->session->torch.compute,
                      .event = event,
                      .e = &t->event[event],
                      .code = code};
    struct error kept = t->session->in.error;
    error_clear(&t->session->in.error);
    bool ok = r.e->input_count > 0 && r.e->output_count > 0 &&
              tape_before(t, &r.e->input[0].of, event, &r.in);
    if (ok) {
        ok = rows[kind].make(&r);
        tensor_release(&r.in);
    }
    t->session->in.error = kept;
    if (ok) {
        *out = r.out;
    }
    return ok;
}

const char *remedy_sentence(enum remedy_kind kind)
{
    return rows[kind].sentence;
}
