/* Does a step again: looks at the event, and carries it out with one thing changed. */
#include "mistakes/redo.h"

#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/origin/origin_map.h"
#include "torch/origin/origin_search.h"
#include "trace/stage/pass.h"
#include "trace/stage/product_axes.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>

struct redo redo_of(struct tape *t, int event, struct buf *code)
{
    return (struct redo){.t = t,
                         .cx = &t->session->torch.compute,
                         .event = event,
                         .e = &t->event[event],
                         .code = code};
}

bool redo_could(struct redo *r, bool (*way)(struct redo *r))
{
    struct error kept = r->t->session->in.error;
    error_clear(&r->t->session->in.error);
    bool could = way(r);
    r->t->session->in.error = kept;
    return could;
}

bool redo_apply(struct redo *r, bool (*way)(struct redo *r))
{
    r->make = true;
    return redo_could(r, way);
}

/* --- what the event has --- */

const struct pass *redo_pass(const struct redo *r)
{
    return r->e->pass >= 0 ? &r->t->pass[r->e->pass] : NULL;
}

int redo_source(const struct redo *r, int event, int input)
{
    int *at, count, last = -1;
    if (event < 0 || input < 0 || input >= r->t->event[event].input_count ||
        !tape_sources(r->t, event, &r->t->event[event].input[input], &at, &count)) {
        return -1;
    }
    for (int k = 0; k < count; k++) {
        last = at[k] > last && at[k] < event ? at[k] : last;
    }
    free(at);
    return last;
}

int redo_source_past(const struct redo *r, int event, int input, uint64_t traits)
{
    int k = redo_source(r, event, input);
    for (int step = 0; k >= 0 && event_does(&r->t->event[k], traits) && step < CHAIN_MOST; step++) {
        k = redo_source(r, k, 0);
    }
    return k;
}

const struct tensor *redo_result(const struct redo *r)
{
    return &r->e->output[0].tensor;
}

void redo_factors(const struct redo *r, int event, int *left, int *right)
{
    const struct pass *p = redo_pass(r);
    product_factors(&r->t->event[event], left, right);
    if (p != NULL && event == p->context) {
        *left = p->weights;
        *right = p->value;
    }
}

static bool multiplies(const struct redo *r, enum stage stage, int *left, int *right)
{
    bool is = redo_stage(r, r->event) == stage && event_contracts(r->e) && r->e->input_count >= 2 &&
              dtype_is_float(redo_result(r)->dtype);
    if (is) {
        redo_factors(r, r->event, left, right);
    }
    return is;
}

bool redo_is_scores(const struct redo *r, int *query, int *key)
{
    return multiplies(r, STAGE_SCORES, query, key);
}

bool redo_is_context(const struct redo *r, int *weights, int *value)
{
    return multiplies(r, STAGE_CONTEXT, weights, value);
}

/* --- a tensor on its way --- */

bool redo_take(const struct redo *r, int event, int input, struct tensor *x)
{
    return tape_before(r->t, &r->t->event[event].input[input].of, event, x);
}

bool redo_take_result(const struct redo *r, int event, struct tensor *x)
{
    return tape_after(r->t, &r->t->event[event].output[0], event, x);
}

bool redo_done(bool made, struct tensor *x)
{
    tensor_release(x);
    return made;
}

bool redo_next(bool made, struct tensor *x, const struct tensor *next)
{
    tensor_release(x);
    if (made) {
        *x = *next;
    }
    return made;
}

bool redo_turn(const struct redo *r, struct tensor *x, int a, int b)
{
    struct tensor turned;
    return redo_next(view_transpose(r->cx, &turned, x, a, b), x, &turned);
}

bool redo_scale(const struct redo *r, struct tensor *x, double factor)
{
    struct tensor scaled;
    if (!redo_next(tensor_copy(r->cx, &scaled, x), x, &scaled)) {
        return false;
    }
    for (int64_t k = 0, count = tensor_numel(x); factor != 1 && k < count; k++) {
        tensor_set_double(x, k, tensor_double_at(x, k) * factor);
    }
    return true;
}

/* --- whole ways --- */

bool redo_input(struct redo *r, int event, int input)
{
    struct tensor x;
    return !r->make ||
           (redo_take(r, event, input, &x) && redo_done(tensor_clone(r->cx, &r->out, &x), &x));
}

bool redo_reread(struct redo *r, int event, int input, const char *name)
{
    const struct tensor *like = redo_result(r), *in = &r->t->event[event].input[input].of.tensor;
    int64_t stride[TENSOR_MAX_DIMS];
    struct tensor x, flat;
    bool view = view_strides(in, like->ndim, like->shape, stride);
    if (event == r->event) {
        redo_code_sizes(r, view ? name : "reshape", like->ndim, like->shape);
    } else {
        redo_code(r, "%s, no %s", view ? name : "reshape", r->t->event[event].name);
    }
    return !r->make ||
           (redo_take(r, event, input, &x) && redo_next(tensor_copy(r->cx, &flat, &x), &x, &flat) &&
            redo_done(view_view(r->cx, &r->out, &x, like->ndim, like->shape), &x));
}

bool redo_swapped(struct redo *r, int input, int from, int other, bool turn)
{
    struct tensor x;
    return !r->make || (redo_take(r, from, other, &x) && (!turn || redo_turn(r, &x, -1, -2)) &&
                        redo_again(r, input, &x));
}

void redo_code(const struct redo *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (r->code != NULL) {
        buf_vprintf(r->code, format, args);
    }
    va_end(args);
}

void redo_code_sizes(const struct redo *r, const char *name, int ndim, const int64_t *size)
{
    if (r->code != NULL) {
        buf_printf(r->code, "%s(", name);
        sizes_put(ndim, size, ", ", r->code);
        buf_putc(r->code, ')');
    }
}

/* --- once more --- */

/* Exchanges what input `input` of the call stands for; `with` gets what it stood for. */
static void exchange(const struct event *e, struct call *call, int input, struct tensor *with)
{
    struct tensor_object *shadow = e->input[input].shadow;
    struct argument *a = &call->arg[e->input[input].argument];
    struct tensor other = shadow->tensor;
    shadow->tensor = *with;
    if (a->object == shadow) {
        a->tensor = *with;
    }
    *with = other;
}

/* In the dtype that the event's result has: in place it is cast. */
static bool keep(struct redo *r, const struct tensor *result)
{
    struct tensor cast;
    if (!tensor_cast(r->cx, &cast, result, redo_result(r)->dtype)) {
        return false;
    }
    return redo_done(tensor_clone(r->cx, &r->out, &cast), &cast);
}

static bool carry_out(struct redo *r, struct call *call)
{
    struct search s = {.call = call};
    struct call again = {0};
    if (!origin_rerun(&s, &again)) {
        return false;
    }
    again.has_value |= again.value.type == VALUE_OBJECT; /* NumPy's rows do not say so */
    const struct tensor *result = origin_result(&s, &again);
    bool ok = result != NULL && keep(r, result);
    origin_release(&s, &again);
    return ok;
}

/* What an operation in place may write to is a copy. */
static bool run_again(struct redo *r, struct call *call)
{
    const struct event *e = r->e;
    struct tensor copy;
    if (e->effect != STORAGE_IN_PLACE || e->input_count == 0) {
        return carry_out(r, call);
    }
    if (!tensor_clone(r->cx, &copy, &e->input[0].shadow->tensor)) {
        return false;
    }
    exchange(e, call, 0, &copy);
    bool ok = carry_out(r, call);
    exchange(e, call, 0, &copy);
    return redo_done(ok, &copy);
}

bool redo_again(struct redo *r, int input, struct tensor *x)
{
    struct call call;
    struct tensor other = *x;
    if (!tape_call_of(r->t, r->event, &call)) {
        return redo_done(false, x);
    }
    exchange(r->e, &call, input, &other);
    bool ok = run_again(r, &call);
    exchange(r->e, &call, input, &other);
    tape_call_release(r->t, r->event, &call);
    return redo_done(ok, x);
}

/* A number is a tensor of one cell, an input of the event; or it is in the argument alone. */
bool redo_again_number(struct redo *r, int argument, double number)
{
    const struct event *e = r->e;
    struct tensor cell;
    struct call call;
    for (int k = 0; k < e->input_count; k++) {
        const struct tensor *in = &e->input[k].of.tensor;
        if (e->input[k].argument == argument) {
            if (!tensor_new(r->cx, &cell, in->dtype, in->ndim, in->shape)) {
                return false;
            }
            tensor_set_double(&cell, 0, number);
            return redo_again(r, k, &cell);
        }
    }
    if (!tensor_from_double(r->cx, &cell, DTYPE_FLOAT64, number, true)) {
        return false;
    }
    bool ok = tape_call_of(r->t, r->event, &call);
    if (ok) {
        struct argument *a = &call.arg[argument];
        a->value = value_float(number);
        a->f = number;
        a->tensor = a->tensor.storage != NULL ? cell : a->tensor;
        ok = run_again(r, &call);
        tape_call_release(r->t, r->event, &call);
    }
    return redo_done(ok, &cell);
}
