/* Carries the run out again up to the step, and runs the expression there. */
#include "tui/ask.h"

#include "torch/tensor_object.h"
#include "tui/page/known.h"
#include "tui/page/stack.h"
#include "tui/revisit.h"
#include "tui/word.h"

#include <string.h>

struct asked {
    struct revisit again;
    const struct stepper *at;
    int call; /* whose names are asked for, -1: the top level; and ... */
    int end;  /* ... how many binds are behind it */
    const char *expression;
    struct buf *out;
    bool told;    /* the answer is in `out` */
    bool unbound; /* it is that a name is not bound */
};

/* --- the answer --- */

static void put_list(const char *what, int count, const int64_t *number, struct buf *out)
{
    buf_puts(out, what);
    sizes_put_tuple(count, number, ", ", out);
}

static void answer(struct sandbox *a, bool ok, struct value last, struct buf *out)
{
    buf_put(out, buf_text(&a->printed), a->printed.len);
    if (!ok) {
        interp_traceback(a->in, out);
        return;
    }
    if (tensor_object_is(a->in, last)) {
        const struct tensor *t = &tensor_object_of(last)->tensor;
        put_list("shape ", t->ndim, t->shape, out);
        put_list("  strides ", t->ndim, t->stride, out);
        buf_printf(out, "  %s%s\n", dtype_name(t->dtype),
                   tensor_is_contiguous(t) ? "" : "  not contiguous");
    }
    bool silent = last.type == VALUE_NONE && (a->printed.len > 0 || !a->gives);
    if (!silent && !interp_pretty(a->in, last, out)) {
        interp_traceback(a->in, out);
    }
    buf_puts(out, out->len > 0 && out->data[out->len - 1] != '\n' ? "\n" : "");
}

/* Among the names of the top level at the end of the run. */
static void answer_at_end(struct tape *t, const char *expression, struct buf *out)
{
    struct sandbox a;
    struct value last;
    sandbox_begin(&a, t);
    bool ok = sandbox_run(&a, expression, &last);
    answer(&a, ok, last, out);
    sandbox_end(&a);
}

/* --- at the step --- */

static bool mentions(const char *expression, const char *name)
{
    size_t len = strlen(name), from, end;
    for (int k = 0; word_find(expression, strlen(expression), k, &from, &end); k++) {
        if (end - from == len && strncmp(expression + from, name, len) == 0) {
            return true;
        }
    }
    return false;
}

/* The bind that a name has its value of there; NULL: there is none. */
static const struct tape_bind *bound_now(const struct asked *q, const char *name)
{
    const struct bindings *all = &q->at->bindings;
    const struct tape *t = q->at->tape;
    for (int call = q->call;; call = known_around(t, call)) {
        const struct binding *b = bindings_find(all, call, name);
        int now = b != NULL ? chain_before(all->in_call, b->last, q->end) : -1;
        if (now >= 0 || call < 0) {
            return now >= 0 ? &t->bind[now] : NULL;
        }
    }
}

/* Whether the numbers that the expression names are those of the run that is walked. */
static bool same_numbers(struct sandbox *a, const struct asked *q)
{
    const struct stepper *s = q->at;
    bool same = true;
    for (int k = 0; same && k < s->bindings.name_count; k++) {
        const char *name = s->bindings.name[k];
        const struct tape_bind *b = mentions(q->expression, name) ? bound_now(q, name) : NULL;
        struct value v;
        if (b == NULL || strchr(name, '.') != NULL || b->value.type != VALUE_FLOAT) {
            continue;
        }
        same = revisit_ask(&q->again, a, name, &v) && v.type == VALUE_FLOAT &&
               memcmp(&v.f, &b->value.f, sizeof v.f) == 0;
    }
    return same;
}

static int answer_here(struct revisit *r, struct sandbox *a)
{
    struct asked *q = (struct asked *)(void *)r;
    struct value last = value_none();
    if (same_numbers(a, q)) {
        bool ok = revisit_ask(r, a, q->expression, &last);
        q->unbound = !ok && raise_is(a->in, EXCEPTION_NameError);
        answer(a, ok, last, q->out);
        q->told = true;
    }
    return -1;
}

/* --- what cannot be told --- */

static const char *where(const struct asked *q)
{
    return q->again.cells >= 0 ? "text" : "step";
}

/* The first bind of a name behind the step, where it has none before; NULL: there is none. */
static const struct tape_bind *bound_later(const struct asked *q, const char *name)
{
    const struct bindings *all = &q->at->bindings;
    const struct tape *t = q->at->tape;
    const struct tape_bind *later = NULL;
    for (int call = q->call;; call = known_around(t, call)) {
        const struct binding *b = bindings_find(all, call, name);
        int next = b != NULL ? chain_from(all->in_call, b->last, q->end) : -1;
        if (b != NULL && chain_before(all->in_call, b->last, q->end) >= 0) {
            return NULL; /* of a caller, say: it is bound, and not seen from here */
        }
        later = next >= 0 && later == NULL ? &t->bind[next] : later;
        if (call < 0) {
            return later;
        }
    }
}

static void put_unbound(const struct asked *q)
{
    const struct bindings *all = &q->at->bindings;
    const struct tape *t = q->at->tape;
    struct buf *out = q->out;
    for (int k = 0; k < all->name_count; k++) {
        const char *name = all->name[k];
        const struct tape_bind *later = mentions(q->expression, name) ? bound_later(q, name) : NULL;
        if (later == NULL) {
            continue;
        }
        buf_printf(out, "At this %s %s is not bound yet", where(q), name);
        if (later->event > 0 && later->event <= t->event_count) {
            const struct event *before = &t->event[later->event - 1];
            buf_printf(out, "; that comes behind step %s%d", before->setup ? "s" : "",
                       before->number);
        }
        buf_puts(out, ".\n");
    }
}

static void put_refusal(const struct asked *q, const struct error *why, struct buf *out)
{
    buf_printf(out, "What %s was at this %s cannot be told: ", q->expression, where(q));
    revisit_refusal(why, out);
}

/* Where the run is carried out to. */
static void find_moment(struct asked *q, const struct viewer *v)
{
    const struct tape *t = q->at->tape;
    struct revisit *r = &q->again;
    *r = (struct revisit){.v = v, .cells = -1, .look = answer_here};
    if (viewer_reads(v)) {
        r->cells = viewer_stop(v)->ran;
        r->event = viewer_stop(v)->event;
        q->call = -1;
        q->end = known_behind(t, r->cells);
    } else {
        r->event = stepper_event(q->at);
        r->up = stack_chosen(v);
        q->call = t->event[r->event].user_call;
        for (int k = 0; k < r->up; k++) {
            q->call = known_around(t, q->call);
        }
        q->end = revisit_binds(t, stepper_end(q->at) - 1);
    }
}

void ask(const struct viewer *v, const char *expression, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    struct tape *t = s->tape;
    struct error why = {0};
    if (s->row < 0 && !viewer_reads(v)) { /* a run without a step */
        answer_at_end(t, expression, out);
        return;
    }
    struct asked q = {.at = s, .expression = expression, .out = out};
    find_moment(&q, v);
    int event = q.again.event;
    bool reads = q.again.cells >= 0;
    if (!reads && t->event[event].stage == STAGE_TRAINING) {
        buf_puts(out, "The steps of this part of the training are not kept, and nothing can be "
                      "asked there. :train N keeps training step N.\n");
    } else if (!revisit_run(&q.again, &why) || !q.told) {
        put_refusal(&q, &why, out);
    } else if (q.unbound && !reads && event + 1 == t->event_count) {
        buf_clear(out); /* there is no other step to ask at */
        answer_at_end(t, expression, out);
    } else if (q.unbound) {
        put_unbound(&q);
    }
}
