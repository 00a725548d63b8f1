/* Tells why a step gives other numbers: the table of reasons, and those by what a step is told and
 * does.
 */
#include "diff/why.h"

#include "diff/why_inputs.h"
#include "diff/why_numbers.h"
#include "lang/object/value.h"
#include "torch/op/ops.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- gradients of before --- */

static bool why_kept(struct parting *f)
{
    const char *name = f->a->name, *end = name != NULL ? strrchr(name, '.') : NULL;
    bool adds = f->e->effect == STORAGE_IN_PLACE && event_does(f->e, ADDS);
    bool in_place = f->f != NULL && f->f->effect == STORAGE_IN_PLACE;
    int before = in_place ? holdings_input(&f->d->r, f->like, 0) : -1;
    bool kept = before >= 0 && f->d->r.at[before].size > 0; /* by the reference, too */
    if (!adds || kept || end == NULL || strcmp(end, ".grad") != 0) {
        return false;
    }
    parting_name(&f->d->x, f->d->culprit.held, f->why);
    buf_puts(f->why, " is added to what it was before: nothing set it to zero (zero_grad)");
    return true;
}

/* --- random numbers --- */

/* It is dropout, and cells were dropped. */
static bool drops(const struct holdings *h, int event)
{
    const struct event *e = &h->tape->event[event];
    int from = event_is(e, OP_dropout) ? holdings_input(h, event, 0) : -1;
    return from >= 0 && h->first[event] >= 0 && h->at[from].numel == h->at[h->first[event]].numel &&
           diff_farthest(&h->at[from], &h->at[h->first[event]]) > 0;
}

static bool why_drawn(struct parting *f)
{
    const struct holdings *r = &f->d->r;
    bool active = drops(&f->d->x, f->event), there = false;
    if (!active && f->e->op->kind != KIND_RANDOM) {
        return false;
    }
    for (int k = 0; k < r->tape->event_count && active && !there; k++) {
        there = drops(r, k);
    }
    buf_puts(f->why, !active ? "it is drawn, and the reference draws other numbers: another seed, "
                               "or another order of the draws before"
                     : there ? "dropout is active here: with the same seed both draw in another "
                               "order, or one of them does not draw"
                             : "dropout is active here, and nowhere in the reference: eval(), or "
                               "training=False");
    return true;
}

/* A table of its own, where the reference takes one that the run has as well: tied weights. */
static bool why_tied(struct parting *f)
{
    const struct holdings *x = &f->d->x, *r = &f->d->r;
    int last = f->e->op->kind == KIND_RANDOM ? x->tape->event_count : 0;
    uint64_t own = last > 0 ? f->e->output[0].serial : 0;
    for (int n = f->event + 1; n < last; n++) {
        const struct event *e = &x->tape->event[n];
        for (int k = 0; k < e->input_count && event_contracts(e); k++) {
            int like = e->input[k].of.serial == own ? diff_like(f->d, n) : -1;
            struct parting of = {.d = f->d, .event = n, .like = like, .e = e};
            of.f = like >= 0 ? &r->tape->event[like] : NULL;
            int wants = like >= 0 ? parting_other_input(&of, k) : -1;
            for (int h = 0; h < x->count && wants >= 0; h++) {
                if (x->at[h].output < 0 || x->at[h].event >= n || x->at[h].twin < 0 ||
                    !diff_same(f->d, x->at[h].twin, wants)) {
                    continue;
                }
                parting_input_name(x, n, k, f->why);
                buf_puts(f->why, " is a table of its own; the reference takes ");
                for (int j = 0; j < of.f->input_count; j++) {
                    if (holdings_input(r, like, j) == wants) {
                        parting_input_name(r, like, j, f->why);
                        break;
                    }
                }
                buf_puts(f->why, " here, which this run has, too: tied weights");
                f->d->culprit.where = &e->code;
                return true;
            }
        }
    }
    return false;
}

/* --- what it is told --- */

static void put_argument(struct tape *t, const struct argument *a, struct buf *out)
{
    struct error *err = &t->session->in.error;
    if (a->none) {
        buf_puts(out, "None");
    } else if (a->ints != NULL) {
        buf_putc(out, '(');
        sizes_put(a->count, a->ints, ", ", out);
        buf_putc(out, ')');
    } else if (a->text != NULL) {
        buf_printf(out, "'%s'", a->text);
    } else if (!value_repr(&t->session->in, a->value, out)) {
        error_clear(err);
    }
}

static bool is_number(const struct argument *a)
{
    return a->value.type == VALUE_INT || a->value.type == VALUE_BOOL ||
           a->value.type == VALUE_FLOAT;
}

/* -1 and the last axis are one. */
static bool same_axis(const struct parting *f, const char *name)
{
    int own = f->a->tensor.ndim, other = f->b->tensor.ndim;
    bool axis = strcmp(name, "dim") == 0 || strcmp(name, "axis") == 0;
    return axis && event_axis(f->e, own) - own == event_axis(f->f, other) - other;
}

static bool is_told(const struct argument *a)
{
    return a->object == NULL && a->tensors == NULL &&
           (is_number(a) || a->text != NULL || a->ints != NULL || a->none);
}

/* 0.125 = 1 / sqrt(64) */
static void put_told(const struct parting *f, const struct argument *a, const struct buf *text,
                     struct buf *out)
{
    scoped_buf name = {0};
    buf_puts(out, buf_text(text));
    if (a->value.type == VALUE_FLOAT && why_numbers_factor(f, a->value.f, &name)) {
        buf_printf(out, " = %s", buf_text(&name));
    }
}

/* The reference's number for one of two operands, which NumPy and PyTorch name differently. */
static const struct argument *number_beside(const struct parting *f, const struct argument *a)
{
    int64_t at = a - f->e->arg;
    bool may = at < 2 && at < f->f->arg_count && is_number(a) && a->object == NULL;
    return may && f->f->arg[at].object == NULL && is_number(&f->f->arg[at]) ? &f->f->arg[at] : NULL;
}

static bool tell_argument(struct parting *f, const char *name, const char *between)
{
    const struct argument *a = event_argument(f->e, name), *b = event_argument(f->f, name);
    b = b == NULL && a != NULL ? number_beside(f, a) : b;
    if (a == NULL || b == NULL || !is_told(a) || !is_told(b) || same_axis(f, name)) {
        return false;
    }
    scoped_buf own = {0}, other = {0};
    put_argument(f->d->x.tape, a, &own);
    put_argument(f->d->r.tape, b, &other);
    bool near = a->value.type == VALUE_FLOAT && b->value.type == VALUE_FLOAT &&
                fabs(a->value.f - b->value.f) <= 1e-7 * fabs(b->value.f);
    if (near || strcmp(buf_text(&own), buf_text(&other)) == 0) {
        return false;
    }
    bool number = strcmp(name, "other") == 0 || strcmp(name, "self") == 0 ||
                  strcmp(name, "x1") == 0 || strcmp(name, "x2") == 0; /* an operand has no name */
    bool scales = number && event_does(f->e, MULTIPLIES | DIVIDES);
    buf_printf(f->why, "%s%s is ", between, scales ? "the factor" : number ? "the number" : name);
    put_told(f, a, &own, f->why);
    buf_puts(f->why, ", in the reference ");
    put_told(f, b, &other, f->why);
    return true;
}

/* All that it takes is what the reference's step takes. */
static bool takes_the_same(const struct parting *f)
{
    for (int k = 0; k < f->e->input_count; k++) {
        int twin = diff_input(f->d, f->event, k), other = parting_other_input(f, k);
        if (twin < 0 || other < 0 || !diff_same(f->d, twin, other)) {
            return false;
        }
    }
    return f->e->input_count > 0;
}

static bool why_argument(struct parting *f)
{
    if (!parting_same_op(f) || f->b == NULL || event_does(f->e, RESHAPES | EXPANDS)) {
        return false;
    }
    const char *p = f->e->op->signature, *between = "";
    for (int k = 0; k < f->e->arg_count; k++) {
        char name[32];
        const char *at;
        size_t len;
        p = op_next_parameter(p, &at, &len);
        snprintf(name, sizeof name, "%.*s", (int)len, at);
        if (len > 0 && len < sizeof name && tell_argument(f, name, between)) {
            between = "; ";
        }
    }
    return *between != '\0';
}

/* Nothing else can be the reason then. */
static bool why_told(struct parting *f)
{
    return parting_same_op(f) && takes_the_same(f) && why_argument(f);
}

/* --- another operation --- */

/* What tells of what one step takes is taken by the other one. */
static bool takes_all(const struct parting *f)
{
    for (int j = 0; j < f->f->input_count; j++) {
        int held = holdings_input(&f->d->r, f->like, j);
        bool taken = held < 0 || !f->d->r.at[held].telling;
        for (int k = 0; k < f->e->input_count && !taken; k++) {
            taken = diff_same(f->d, diff_input(f->d, f->event, k), held);
        }
        if (!taken) {
            return false;
        }
    }
    for (int k = 0; k < f->e->input_count; k++) {
        int held = holdings_input(&f->d->x, f->event, k), twin = diff_input(f->d, f->event, k);
        bool taken = held < 0 || !f->d->x.at[held].telling;
        for (int j = 0; j < f->f->input_count && !taken; j++) {
            taken = diff_same(f->d, holdings_input(&f->d->r, f->like, j), twin);
        }
        if (!taken) {
            return false;
        }
    }
    return true;
}

static bool why_operation(struct parting *f)
{
    if (f->f == NULL || parting_same_op(f) || !parting_shares_input(f) || !takes_all(f) ||
        !tensor_same_shape(&f->a->tensor, &f->b->tensor) || !why_inputs_mends(f)) {
        return false;
    }
    buf_puts(f->why, "the reference does another operation here: ");
    parting_put_code(&f->d->r, f->like, f->why);
    return true;
}

/* --- the table --- */

static const struct why {
    const char *name;
    bool (*is)(struct parting *f);
} whys[] = {
#define WHY(name) {#name, why_##name},
#include "diff/why.def"
#undef WHY
};

bool why_find(struct diff *d)
{
    struct culprit *c = &d->culprit;
    struct parting f = {.d = d,
                        .event = c->event,
                        .like = c->like,
                        .e = &d->x.tape->event[c->event],
                        .f = c->like >= 0 ? &d->r.tape->event[c->like] : NULL,
                        .a = &d->x.at[c->held],
                        .b = c->beside >= 0 ? &d->r.at[c->beside] : NULL,
                        .why = &c->why};
    c->own = c->like >= 0 ? parting_own(&f) : NAN;
    for (size_t k = 0; k < sizeof whys / sizeof whys[0] && c->reason == NULL; k++) {
        if (whys[k].is(&f)) {
            c->reason = whys[k].name;
        }
    }
    return !c->why.failed || error_memory(&d->x.tape->session->in.error);
}
