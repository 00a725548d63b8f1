/* Answers what the reasons ask of a step and of its counterpart. */
#include "diff/parting.h"

#include "show/code.h"
#include "trace/explain/again.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- names and places --- */

void parting_place(const struct holdings *h, int event, struct buf *out)
{
    const struct event *e = &h->tape->event[event];
    buf_puts(out, "step ");
    event_number(e, out);
    if (e->code.source != NULL) {
        buf_puts(out, ", ");
        location_line(h->tape, &e->code, out);
    }
}

void parting_name(const struct holdings *h, int held, struct buf *out)
{
    const struct held *of = &h->at[held];
    if (of->name != NULL) {
        buf_puts(out, of->name);
    } else if (of->output >= 0) {
        scoped_buf code = {0};
        code_of_span(code_span(&h->tape->event[of->event], false), &code);
        code_fit(&code, 40);
        buf_puts(out, buf_text(&code));
    } else {
        buf_puts(out, "a tensor");
    }
}

void parting_input_name(const struct holdings *h, int event, int input, struct buf *out)
{
    const char *name = tape_name(h->tape, event, &h->tape->event[event].input[input].of);
    if (name != NULL) {
        buf_puts(out, name);
    } else {
        parting_name(h, holdings_input(h, event, input), out);
    }
}

void parting_put_code(const struct holdings *h, int event, struct buf *out)
{
    scoped_buf code = {0};
    code_of_span(code_span(&h->tape->event[event], false), &code);
    code_fit(&code, 60);
    buf_printf(out, "%s (", buf_text(&code));
    parting_place(h, event, out);
    buf_puts(out, ")");
}

/* --- inputs --- */

int parting_other_input(const struct parting *f, int k)
{
    for (int j = 0; f->f != NULL && j < f->f->input_count; j++) {
        if (f->f->input[j].argument == f->e->input[k].argument &&
            f->f->input[j].element == f->e->input[k].element) {
            return holdings_input(&f->d->r, f->like, j);
        }
    }
    return -1;
}

bool parting_same_op(const struct parting *f)
{
    return f->f != NULL && strcmp(f->e->op->name, f->f->op->name) == 0;
}

bool parting_same_work(const struct event *e, const struct event *f)
{
    static const uint64_t works[] = {ADDS, SUBTRACTS, MULTIPLIES, DIVIDES};
    bool same = strcmp(e->op->name, f->op->name) == 0 || (event_contracts(e) && event_contracts(f));
    for (size_t k = 0; k < sizeof works / sizeof works[0]; k++) {
        same = same || (event_does(e, works[k]) && event_does(f, works[k]));
    }
    return same;
}

/* The reference's own, in the shape that the step had. */
static const struct held *stand_in(const struct parting *f, int k)
{
    int own = holdings_input(&f->d->x, f->event, k), other = parting_other_input(f, k);
    if (own < 0 || other < 0) {
        return NULL;
    }
    const struct held *a = &f->d->x.at[own], *b = &f->d->r.at[other];
    return tensor_same_shape(&a->tensor, &b->tensor) ? b : NULL;
}

bool parting_again(const struct parting *f, const struct tensor *const *with, struct tensor *out)
{
    struct tape *t = f->d->x.tape;
    struct explainer x = {
        .tape = t, .event = f->event, .e = f->e, .cx = &t->session->torch.compute};
    struct tensor *held = calloc((size_t)f->e->input_count + 1, sizeof *held);
    bool can = held != NULL && f->e->op->kind != KIND_RANDOM && f->e->effect != STORAGE_IN_PLACE &&
               tape_call_of(t, f->event, &x.call);
    if (!can) {
        free(held);
        return false;
    }
    x.search = (struct search){.call = &x.call, .out = &f->e->output[0].tensor};
    for (int k = 0; k < f->e->input_count; k++) {
        int own = holdings_input(&f->d->x, f->event, k);
        const struct tensor *one = with[k] != NULL ? with[k] : &f->d->x.at[own].tensor;
        held[k] = tensor_ref(one);
    }
    bool ok = again_on(&x, held, out);
    for (int k = 0; k < f->e->input_count; k++) {
        tensor_release(&held[k]);
    }
    free(held);
    tape_call_release(t, f->event, &x.call);
    return ok;
}

double parting_own(const struct parting *f)
{
    const struct tensor **with = calloc((size_t)f->e->input_count + 1, sizeof *with);
    struct tensor result = {0};
    double own = NAN;
    bool any = with != NULL && f->b != NULL;
    for (int k = 0; any && k < f->e->input_count; k++) {
        const struct held *one = stand_in(f, k);
        with[k] = one != NULL ? &one->tensor : NULL;
    }
    if (any && parting_again(f, with, &result)) {
        struct held again = {.tensor = result, .numel = tensor_numel(&result)};
        if (again.numel == f->b->numel && twins_aligned(&again, f->b)) {
            own = diff_farthest(&again, f->b);
        }
        tensor_release(&result);
    }
    free(with);
    return own;
}

bool parting_shares_input(const struct parting *f)
{
    for (int k = 0; k < f->e->input_count; k++) {
        int twin = diff_input(f->d, f->event, k);
        for (int j = 0; j < f->f->input_count && twin >= 0; j++) {
            if (diff_same(f->d, holdings_input(&f->d->r, f->like, j), twin)) {
                return true;
            }
        }
    }
    return false;
}
