/* Leaves the code of a generator at a `yield` and finds the way back: the places where its
 * statements were left, and the log of what the interrupted statement had worked out already. */
#include "lang/object/value_method.h"
#include "lang/run/coroutine.h"
#include "lang/run/expression.h"
#include "lang/run/native.h"

/* --- places --- */

const struct pause *pause_pop(struct interp *in)
{
    static const struct pause none;
    struct coroutine *g = in->frame->coroutine;
    if (g->pause_count == 0) {
        return &none;
    }
    const struct pause *p = &g->pauses[--g->pause_count];
    heap_hold(in, p->kept);
    heap_hold(in, p->returned);
    return p;
}

/* Room for one more; NULL: there is none, or no `yield` is the reason. */
static struct pause *pause_room(struct interp *in)
{
    struct coroutine *g = in->frame->coroutine;
    if (g == NULL || !g->suspending) {
        return NULL;
    }
    if (g->pause_count == g->pause_cap) {
        int cap = g->pause_cap == 0 ? 4 : g->pause_cap * 2;
        struct pause *grown = heap_resize(in, g->pauses, (size_t)g->pause_cap * sizeof *grown,
                                          (size_t)cap * sizeof *grown);
        if (grown == NULL) {
            g->suspending = false;
            return NULL;
        }
        g->pauses = grown;
        g->pause_cap = cap;
    }
    return &g->pauses[g->pause_count++];
}

enum flow pause_push(struct interp *in, const struct pause *p)
{
    struct pause *room = pause_room(in);
    if (room == NULL) {
        return FLOW_ERROR;
    }
    *room = *p;
    return FLOW_YIELD;
}

enum flow pause_push_at(struct interp *in, int at)
{
    struct pause *room = pause_room(in);
    if (room == NULL) {
        return FLOW_ERROR;
    }
    *room = (struct pause){0};
    room->at = at;
    return FLOW_YIELD;
}

/* --- the log --- */

static bool log_add(struct interp *in, struct coroutine *g, const struct node *n, struct value v)
{
    if (g->log_count == g->log_cap) {
        int cap = g->log_cap == 0 ? 4 : g->log_cap * 2;
        struct logged *grown = heap_resize(in, g->log, (size_t)g->log_cap * sizeof *grown,
                                           (size_t)cap * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        g->log = grown;
        g->log_cap = cap;
    }
    g->log[g->log_count++] = (struct logged){.node = n, .value = v};
    g->log_at = g->log_count;
    return true;
}

static bool log_take(struct coroutine *g, const struct node *n, struct value *out)
{
    if (g->log_at >= g->log_count || g->log[g->log_at].node != n) {
        return false;
    }
    return value_give(out, g->log[g->log_at++].value);
}

bool pause_logged(struct interp *in, const struct node *n, struct value *out)
{
    struct frame *f = in->frame;
    struct coroutine *g = f->coroutine;
    int start = g->log_at;
    if (log_take(g, n, out)) {
        return heap_hold(in, *out);
    }
    f->logs = n->yields;
    frame_look(f);
    bool ok = eval_now(in, n, out);
    f->logs = true;
    frame_look(f);
    if (!ok) {
        return false;
    }
    g->log_count = start; /* the result stands for its parts */
    return log_add(in, g, n, *out);
}

bool pause_log_value(struct interp *in, const struct node *n, struct value *v)
{
    struct frame *f = in->frame;
    return !f->logs || log_take(f->coroutine, n, v) || log_add(in, f->coroutine, n, *v);
}

static void log_begin(struct frame *f)
{
    f->logs = true;
    frame_look(f);
    f->coroutine->log_at = 0;
}

static void log_end(struct frame *f)
{
    f->logs = false;
    frame_look(f);
    if (!f->coroutine->suspending) {
        f->coroutine->log_count = 0;
    }
}

bool pause_eval(struct interp *in, const struct node *n, struct value *out)
{
    struct frame *f = in->frame;
    if (!n->yields || f->logs) {
        return eval(in, n, out);
    }
    log_begin(f);
    bool ok = eval(in, n, out);
    log_end(f);
    return ok;
}

/* --- yield --- */

static bool suspend(struct coroutine *g, struct value v)
{
    value_copy(&g->yielded, &v);
    g->suspending = true;
    return false;
}

/* Back at a `yield`: what was sent, or thrown. */
static bool answer(struct interp *in, struct coroutine *g, struct value *out)
{
    g->resuming = false;
    if (g->thrown.type == VALUE_OBJECT) {
        struct value exception = g->thrown;
        g->thrown = value_none();
        return raise_value(in, exception);
    }
    *out = g->sent;
    return heap_hold(in, *out);
}

/* A statement that is but a `yield` needs no log: nothing of it is left to do afterwards. */
static enum flow yield_alone(struct interp *in, const struct node *n)
{
    struct coroutine *g = in->frame->coroutine;
    struct value v = value_none();
    if (!g->resuming && n->left != NULL && !eval(in, n->left, &v)) {
        return FLOW_ERROR;
    }
    eval_here(in, n);
    if (g->resuming) {
        return answer(in, g, &v) ? FLOW_NEXT : FLOW_ERROR;
    }
    suspend(g, v);
    return FLOW_YIELD;
}

enum flow pause_statement(struct interp *in, const struct node *n,
                          enum flow (*executor)(struct interp *in, const struct node *n))
{
    struct frame *f = in->frame;
    const struct node *yield = n->kind == NODE_EXPRESSION ? n->left : n;
    if (pause_alone(yield)) {
        return yield_alone(in, yield);
    }
    log_begin(f);
    enum flow flow = executor(in, n);
    log_end(f);
    return f->coroutine->suspending ? FLOW_YIELD : flow;
}

bool eval_yield(struct interp *in, const struct node *n, struct value *out)
{
    struct coroutine *g = in->frame->coroutine;
    struct value v = value_none();
    if (n->left != NULL && !eval(in, n->left, &v)) {
        return false;
    }
    eval_here(in, n);
    return g->resuming ? answer(in, g, out) : suspend(g, v);
}

/* What a method of the delegate gives; StopIteration ends it. */
static bool delegate_call(struct interp *in, struct value delegate, const char *method,
                          struct value arg, struct value *out, bool *done)
{
    struct str *name = str_intern(in, "value");
    *done = false;
    if (name == NULL) {
        return false;
    }
    if (value_call_method(in, delegate, method, 1, &arg, out)) {
        return true;
    }
    *done = raise_is(in, EXCEPTION_StopIteration);
    return *done && value_get_attribute(in, raise_catch(in), name, out);
}

static bool has_method(struct interp *in, struct value v, const char *method, bool *has)
{
    struct value unused;
    return value_find(in, v, method, &unused, has);
}

/* generator.throw() goes to the delegate first; so does the end. */
static bool delegate_throw(struct interp *in, struct coroutine *g, struct value *out, bool *done)
{
    struct value exception = g->thrown, unused;
    bool ends = value_isinstance(in, exception, in->classes[EXCEPTION_GeneratorExit]), has = false;
    heap_hold(in, exception);
    g->thrown = value_none();
    if (!has_method(in, g->delegate, ends ? "close" : "throw", &has)) {
        return false;
    }
    if (has && !ends) {
        return delegate_call(in, g->delegate, "throw", exception, out, done);
    }
    return (!has || value_call_method(in, g->delegate, "close", 0, NULL, &unused)) &&
           raise_value(in, exception);
}

static bool delegate_step(struct interp *in, struct coroutine *g, struct value *out, bool *done)
{
    if (g->thrown.type == VALUE_OBJECT) {
        return delegate_throw(in, g, out, done);
    }
    if (g->delegate.o->class == in->types.iterators[ITERATOR_COROUTINE]) {
        return coroutine_send(in, (struct coroutine *)g->delegate.o, g->sent, out, done);
    }
    if (g->sent.type != VALUE_NONE) {
        return delegate_call(in, g->delegate, "send", g->sent, out, done);
    }
    return value_next(in, g->delegate, out, done);
}

bool eval_yield_from(struct interp *in, const struct node *n, struct value *out)
{
    struct coroutine *g = in->frame->coroutine;
    struct value iterable;
    bool done;
    if (!g->resuming || g->delegate.type == VALUE_NONE) {
        if (!eval(in, n->left, &iterable)) {
            return false;
        }
        eval_here(in, n);
        if (!(n->flag != 0 ? coroutine_awaited : value_iterate)(in, iterable, &g->delegate)) {
            g->delegate = value_none();
            return false;
        }
        g->sent = value_none();
    }
    eval_here(in, n);
    g->resuming = false;
    bool ok = delegate_step(in, g, out, &done);
    if (ok && !done) {
        return suspend(g, *out);
    }
    g->delegate = value_none();
    return ok && heap_hold(in, *out);
}
