/* What the wrong ways share: looking at the event, and carrying it out again with one thing
 * changed, by the same kernel and so with its bits. */
#include "mistakes/wrong.h"

#include "tensor/shape/view.h"
#include "tensor/shape/view_shape.h"
#include "torch/origin/origin_map.h"
#include "torch/origin/origin_search.h"
#include "trace/stage/pass.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>

struct wrong wrong_of(struct tape *t, int event, struct buf *code)
{
    return (struct wrong){.t = t,
                          .cx = &t->session->torch.compute,
                          .event = event,
                          .e = &t->event[event],
                          .code = code};
}

/* --- what the event has --- */

const struct pass *wrong_pass(const struct wrong *w)
{
    return w->e->pass >= 0 ? &w->t->pass[w->e->pass] : NULL;
}

int wrong_source(const struct wrong *w, int event, int input)
{
    int *at, count, last = -1;
    if (event < 0 || input < 0 || input >= w->t->event[event].input_count ||
        !tape_sources(w->t, event, &w->t->event[event].input[input], &at, &count)) {
        return -1;
    }
    for (int k = 0; k < count; k++) {
        last = at[k] > last && at[k] < event ? at[k] : last;
    }
    free(at);
    return last;
}

int wrong_source_past(const struct wrong *w, int event, int input, uint64_t traits)
{
    int k = wrong_source(w, event, input);
    for (int step = 0; k >= 0 && event_does(&w->t->event[k], traits) && step < CHAIN_MOST; step++) {
        k = wrong_source(w, k, 0);
    }
    return k;
}

bool wrong_input(const struct wrong *w, int event, int input, struct tensor *out)
{
    return tape_before(w->t, &w->t->event[event].input[input].of, event, out);
}

const struct tensor *wrong_result(const struct wrong *w)
{
    return &w->e->output[0].tensor;
}

void wrong_factors(const struct wrong *w, int event, int *left, int *right)
{
    const struct pass *p = wrong_pass(w);
    pass_factors(&w->t->event[event], left, right);
    if (p != NULL && event == p->context) {
        *left = p->weights;
        *right = p->value;
    }
}

static bool multiplies(const struct wrong *w, enum stage stage)
{
    return fault_loose_stage(w, w->event) == stage && event_contracts(w->e) &&
           w->e->input_count >= 2 && dtype_is_float(wrong_result(w)->dtype);
}

bool wrong_is_scores(const struct wrong *w)
{
    return multiplies(w, STAGE_SCORES);
}

bool wrong_is_context(const struct wrong *w)
{
    return multiplies(w, STAGE_CONTEXT);
}

bool wrong_is_einsum(const struct wrong *w, int event)
{
    return event_is(&w->t->event[event], OP_einsum);
}

/* --- what comes of it --- */

bool wrong_is_input(struct wrong *w, int event, int input)
{
    struct tensor in;
    if (!wrong_input(w, event, input, &in)) {
        return false;
    }
    bool ok = tensor_clone(w->cx, &w->out, &in);
    tensor_release(&in);
    return ok;
}

bool wrong_read_as(struct wrong *w, struct tensor *in, const struct tensor *like)
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

void wrong_code(const struct wrong *w, const char *text)
{
    if (w->code != NULL) {
        buf_puts(w->code, text);
    }
}

void wrong_code_sizes(const struct wrong *w, const char *name, const struct tensor *t)
{
    if (w->code != NULL) {
        buf_printf(w->code, "%s(", name);
        sizes_put(t->ndim, t->shape, ", ", w->code);
        buf_putc(w->code, ')');
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
static bool keep(struct wrong *w, const struct event *e, const struct tensor *result,
                 struct tensor *out)
{
    struct tensor cast;
    if (!tensor_cast(w->cx, &cast, result, e->output[0].tensor.dtype)) {
        return false;
    }
    bool ok = tensor_clone(w->cx, out, &cast);
    tensor_release(&cast);
    return ok;
}

static bool carry_out(struct wrong *w, const struct event *e, struct call *call, struct tensor *out)
{
    struct search s = {.call = call};
    struct call again = {0};
    if (!origin_rerun(&s, &again)) {
        return false;
    }
    again.has_value |= again.value.type == VALUE_OBJECT; /* NumPy's rows do not say so */
    const struct tensor *result = origin_result(&s, &again);
    bool ok = result != NULL && keep(w, e, result, out);
    origin_release(&s, &again);
    return ok;
}

/* What an operation in place may write to is a copy. */
static bool run_again(struct wrong *w, int event, struct call *call, struct tensor *out)
{
    const struct event *e = &w->t->event[event];
    struct tensor copy;
    if (e->effect != STORAGE_IN_PLACE || e->input_count == 0) {
        return carry_out(w, e, call, out);
    }
    if (!tensor_clone(w->cx, &copy, &e->input[0].shadow->tensor)) {
        return false;
    }
    exchange(e, call, 0, &copy);
    bool ok = carry_out(w, e, call, out);
    exchange(e, call, 0, &copy);
    tensor_release(&copy);
    return ok;
}

bool wrong_again(struct wrong *w, int event, int input, const struct tensor *instead,
                 struct tensor *out)
{
    struct call call;
    struct tensor other = *instead;
    if (!tape_call_of(w->t, event, &call)) {
        return false;
    }
    exchange(&w->t->event[event], &call, input, &other);
    bool ok = run_again(w, event, &call, out);
    exchange(&w->t->event[event], &call, input, &other);
    tape_call_release(w->t, event, &call);
    return ok;
}

/* A number is a tensor of one cell, an input of the event; or it is in the argument alone. */
bool wrong_again_number(struct wrong *w, int event, int argument, double number, struct tensor *out)
{
    const struct event *e = &w->t->event[event];
    struct tensor cell;
    struct call call;
    for (int k = 0; k < e->input_count; k++) {
        const struct tensor *in = &e->input[k].of.tensor;
        if (e->input[k].argument == argument) {
            bool ok = tensor_new(w->cx, &cell, in->dtype, in->ndim, in->shape);
            if (ok) {
                tensor_set_double(&cell, 0, number);
                ok = wrong_again(w, event, k, &cell, out);
                tensor_release(&cell);
            }
            return ok;
        }
    }
    if (!tensor_from_double(w->cx, &cell, DTYPE_FLOAT64, number, true)) {
        return false;
    }
    bool ok = tape_call_of(w->t, event, &call);
    if (ok) {
        struct argument *a = &call.arg[argument];
        a->value = value_float(number);
        a->f = number;
        a->tensor = a->tensor.storage != NULL ? cell : a->tensor;
        ok = run_again(w, event, &call, out);
        tape_call_release(w->t, event, &call);
    }
    tensor_release(&cell);
    return ok;
}
