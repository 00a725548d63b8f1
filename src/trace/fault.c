/* The wrong ways, one function each. */
#include "trace/fault.h"

#include "tensor/arrange.h"
#include "tensor/reduce.h"
#include "tensor/view.h"
#include "trace/flow.h"

#include <string.h>
#include <stdlib.h>

#define CHAIN_MOST 16
#define VERY_NEGATIVE (-1e4)

struct wrong {
    struct tape *t;
    struct compute *cx;
    int event;
    const struct event *e;
    bool make;         /* else only whether it could be */
    struct tensor out; /* owned */
    struct buf *code;
};

#define FAULT(id, walk, sentence, reason) static bool fault_##id(struct wrong *w);
#include "trace/faults.def"
#undef FAULT

static const struct {
    bool walk;
    const char *sentence, *reason;
    bool (*make)(struct wrong *w);
} kinds[] = {
#define FAULT(id, walk, sentence, reason) {walk, sentence, reason, fault_##id},
#include "trace/faults.def"
#undef FAULT
};

/* --- what the ways share --- */

/* The last event whose result an input holds; -1: none. */
static int source_of(const struct wrong *w, int event, int input)
{
    int *at, count, last = -1;
    if (event < 0 || input >= w->t->event[event].input_count ||
        !tape_sources(w->t, event, &w->t->event[event].input[input], &at, &count)) {
        return -1;
    }
    for (int k = 0; k < count; k++) {
        last = at[k] > last && at[k] < event ? at[k] : last;
    }
    free(at);
    return last;
}

static bool input_before(const struct wrong *w, int event, int input, struct tensor *out)
{
    return tape_before(w->t, &w->t->event[event].input[input].of, event, out);
}

/* The cells in row-major order, read in another shape; `in` is released. */
static bool read_as(struct wrong *w, struct tensor *in, const struct tensor *like)
{
    struct tensor flat;
    bool ok = tensor_copy(w->cx, &flat, in);
    tensor_release(in);
    if (ok) {
        ok = view_view(w->cx, &w->out, &flat, like->ndim, like->shape);
        tensor_release(&flat);
    }
    return ok;
}

static void put_sizes(const struct wrong *w, const char *name, const struct tensor *t)
{
    buf_printf(w->code, "%s(", name);
    for (int k = 0; k < t->ndim; k++) {
        buf_printf(w->code, "%s%lld", k > 0 ? ", " : "", (long long)t->shape[k]);
    }
    buf_putc(w->code, ')');
}

static const struct pass *pass_of(const struct wrong *w)
{
    return w->e->pass >= 0 ? &w->t->pass[w->e->pass] : NULL;
}

/* --- splitting and joining heads --- */

/* Whether axes of a size above 1 change places. */
static bool moves_numbers(const struct tensor *in, const struct tensor *out)
{
    bool moved = false;
    for (int k = 0; in->ndim == out->ndim && k < in->ndim; k++) {
        moved |=
            in->shape[k] != out->shape[k] || (in->shape[k] > 1 && in->stride[k] != out->stride[k]);
    }
    return moved && tensor_numel(in) > 1 && tensor_numel(in) == tensor_numel(out);
}

static bool fault_view_split(struct wrong *w)
{
    struct tensor in;
    if (w->e->pass < 0 || !event_transposes(w->e) || w->e->input_count != 1 ||
        !moves_numbers(&w->e->input[0].of.tensor, &w->e->output[0].tensor)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    put_sizes(w, "view", &w->e->output[0].tensor);
    return input_before(w, w->event, 0, &in) && read_as(w, &in, &w->e->output[0].tensor);
}

static bool fault_reshape_join(struct wrong *w)
{
    const struct tensor *out = &w->e->output[0].tensor;
    int k = w->event, step = 0;
    struct tensor in;
    if (w->e->pass < 0 || w->e->stage != STAGE_CONCAT || !event_is(w->e, " view reshape flatten") ||
        w->e->input_count < 1 || out->ndim >= w->e->input[0].of.tensor.ndim) {
        return false;
    }
    do {
        k = source_of(w, k, 0);
    } while (k >= 0 && event_is(&w->t->event[k], " contiguous clone") && ++step < CHAIN_MOST);
    if (k < 0 || !event_transposes(&w->t->event[k]) || w->t->event[k].stage != STAGE_CONCAT ||
        !moves_numbers(&w->t->event[k].input[0].of.tensor, &w->t->event[k].output[0].tensor)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    put_sizes(w, "reshape", out);
    return input_before(w, k, 0, &in) && read_as(w, &in, out);
}

/* --- softmax --- */

static bool is_softmax(const struct wrong *w)
{
    return event_normalizes(w->e) && pass_of(w) != NULL && w->e->stage == STAGE_SOFTMAX &&
           pass_of(w)->softmax == w->event && w->e->input_count > 0 &&
           dtype_is_float(w->e->input[0].of.tensor.dtype);
}

static bool fault_softmax_axis(struct wrong *w)
{
    struct tensor in;
    int last = w->e->output_count > 0 ? w->e->output[0].tensor.ndim - 1 : 0;
    if (!is_softmax(w) || last < 1 || pass_of(w)->axis != last || pass_of(w)->context < 0) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    buf_puts(w->code, "softmax(dim=-2)");
    if (!input_before(w, w->event, 0, &in)) {
        return false;
    }
    bool ok = reduce_softmax(w->cx, &w->out, &in, last - 1);
    tensor_release(&in);
    return ok;
}

/* All cells of a copy times a factor. */
static bool scaled_copy(struct wrong *w, const struct tensor *in, double factor, struct tensor *out)
{
    if (!tensor_copy(w->cx, out, in)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(out); factor != 1 && k < count; k++) {
        tensor_set_double(out, k, tensor_double_at(out, k) * factor);
    }
    return true;
}

static bool softmax_of(struct wrong *w, struct tensor *in)
{
    bool ok = reduce_softmax(w->cx, &w->out, in, pass_of(w)->axis);
    tensor_release(in);
    return ok;
}

static bool fault_no_scale(struct wrong *w)
{
    struct tensor in, raw;
    double factor;
    if (!is_softmax(w) || pass_of(w)->scaled == 0 || pass_of(w)->scale == 1) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    buf_puts(w->code, "softmax, no scale");
    int before = source_of(w, w->event, 0);
    if (before >= 0 && pass_of(w)->scaled == 1 && event_scales(w->t, before, &factor)) {
        return input_before(w, before, 0, &in) && softmax_of(w, &in);
    }
    if (!input_before(w, w->event, 0, &in)) {
        return false;
    }
    bool ok = scaled_copy(w, &in, 1 / pass_of(w)->scale, &raw);
    tensor_release(&in);
    return ok && softmax_of(w, &raw);
}

/* Back from the softmax to the mask; *factor: what the scores were scaled by on the way. -1: there
 * is no mask, or it is further away than that. */
static int find_mask(struct wrong *w, int *input, double *factor)
{
    int k = w->event, at = 0;
    *factor = 1;
    for (int step = 0; step < CHAIN_MOST; step++) {
        double one;
        k = source_of(w, k, at);
        const struct event *e = k >= 0 ? &w->t->event[k] : NULL;
        if (e == NULL || e->output_count == 0) {
            return -1;
        }
        for (int j = 0; j < e->input_count; j++) {
            const struct tensor *in = &e->input[j].of.tensor;
            if (dtype_is_float(in->dtype) && tensor_same_shape(in, &e->output[0].tensor) &&
                e->stage == STAGE_MASK && event_masks(w->t, k, j)) {
                *input = j;
                return k;
            }
        }
        if (event_scales(w->t, k, &one)) {
            *factor *= one;
        } else if (!event_is(e, " contiguous clone detach to float")) {
            return -1;
        }
        at = 0;
    }
    return -1;
}

/* What the mask hid becomes 0 in the weights. */
static bool hide(struct wrong *w, int mask, const struct tensor *before)
{
    struct tensor masked;
    if (!tape_after(w->t, &w->t->event[mask].output[0], mask, &masked)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(&w->out); k < count; k++) {
        double now = tensor_double_at(&masked, tensor_place(&masked, k));
        double was = tensor_double_at(before, tensor_place(before, k));
        if (now <= VERY_NEGATIVE && was > VERY_NEGATIVE) {
            tensor_set_double(&w->out, tensor_place(&w->out, k), 0);
        }
    }
    tensor_release(&masked);
    return true;
}

static bool fault_mask_after_softmax(struct wrong *w)
{
    struct tensor in, scores;
    double factor;
    int input, mask = is_softmax(w) ? find_mask(w, &input, &factor) : -1;
    if (mask < 0 ||
        !tensor_same_shape(&w->t->event[mask].output[0].tensor, &w->e->output[0].tensor)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    buf_puts(w->code, "softmax, then mask");
    if (!input_before(w, mask, input, &in)) {
        return false;
    }
    bool ok = scaled_copy(w, &in, factor, &scores) && softmax_of(w, &scores);
    if (ok && !hide(w, mask, &in)) {
        tensor_release(&w->out);
        ok = false;
    }
    tensor_release(&in);
    return ok;
}

/* --- groups of heads --- */

/* repeat_interleave along an axis before the last two: which, -1: none. */
static int repeated_axis(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    int found = -1;
    for (int d = 0; in->ndim == out->ndim && d < in->ndim; d++) {
        if (in->shape[d] != out->shape[d]) {
            bool whole = in->shape[d] > 1 && out->shape[d] % in->shape[d] == 0;
            found = found < 0 && whole && d + 2 < in->ndim ? d : in->ndim;
        }
    }
    return found < in->ndim ? found : -1;
}

/* (b, kv_heads, 1 -> r, T, D) read as (b, heads, T, D): the axis that was widened, -1: none. */
static int widened_axis(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    for (int d = 1; in->ndim == out->ndim + 1 && d + 2 < in->ndim; d++) {
        if (in->stride[d] == 0 && in->shape[d] > 1 && in->shape[d - 1] > 1 &&
            out->shape[d - 1] == in->shape[d - 1] * in->shape[d]) {
            return d;
        }
    }
    return -1;
}

static bool repeat_instead(struct wrong *w, int axis)
{
    struct tensor in;
    int64_t times[TENSOR_MAX_DIMS];
    if (!input_before(w, w->event, 0, &in)) {
        return false;
    }
    buf_puts(w->code, "repeat(");
    for (int d = 0; d < in.ndim; d++) {
        times[d] = d == axis ? w->e->output[0].tensor.shape[d] / in.shape[d] : 1;
        buf_printf(w->code, "%s%lld", d > 0 ? ", " : "", (long long)times[d]);
    }
    buf_putc(w->code, ')');
    bool ok = arrange_repeat(w->cx, &w->out, &in, in.ndim, times);
    tensor_release(&in);
    return ok;
}

static bool fault_gqa_repeat(struct wrong *w)
{
    struct tensor in, turned;
    if (w->e->input_count < 1 || w->e->output_count < 1) {
        return false;
    }
    int axis = event_is(w->e, " repeat_interleave") ? repeated_axis(w->e) : -1;
    int wide = event_is(w->e, " reshape") ? widened_axis(w->e) : -1;
    if (w->e->pass < 0 || (axis < 0 && wide < 0)) {
        return false;
    }
    if (!w->make) {
        return true;
    }
    if (axis >= 0) {
        return repeat_instead(w, axis);
    }
    if (!input_before(w, w->event, 0, &in)) {
        return false;
    }
    buf_puts(w->code, "repeat of the heads");
    bool ok = view_transpose(w->cx, &turned, &in, wide - 1, wide);
    tensor_release(&in);
    return ok && read_as(w, &turned, &w->e->output[0].tensor);
}

/* --- all of them --- */

static struct wrong wrong_of(struct tape *t, int event, struct buf *code)
{
    return (struct wrong){.t = t,
                          .cx = &t->session->torch.compute,
                          .event = event,
                          .e = &t->event[event],
                          .code = code};
}

int fault_list(struct tape *t, int event, enum fault_kind found[FAULT_COUNT])
{
    struct wrong w = wrong_of(t, event, NULL);
    int count = 0;
    for (int k = 0; w.e->output_count > 0 && k < FAULT_COUNT; k++) {
        if (kinds[k].make(&w)) {
            found[count++] = (enum fault_kind)k;
        }
    }
    return count;
}

bool fault_make(struct tape *t, int event, enum fault_kind kind, struct tensor *out,
                struct buf *code)
{
    struct wrong w = wrong_of(t, event, code);
    struct error kept = t->session->in.error;
    error_clear(&t->session->in.error);
    w.make = true;
    bool ok = kinds[kind].make(&w);
    t->session->in.error = kept;
    if (ok) {
        *out = w.out;
    }
    return ok;
}

const char *fault_sentence(enum fault_kind kind)
{
    return kinds[kind].sentence;
}

const char *fault_reason(enum fault_kind kind)
{
    return kinds[kind].reason;
}

bool fault_in_walk(enum fault_kind kind)
{
    return kinds[kind].walk;
}
