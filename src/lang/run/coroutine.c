/* Makes generators as objects: made by the call of a function with `yield` (or by a generator
 * expression, genexpr.c), resumed by next, send, throw and close. How the code is left and found
 * again is pause.c. */
#include "lang/run/coroutine.h"

#include "lang/object/value_method.h"
#include "lang/run/native.h"
#include "lang/run/statement.h"

struct coroutine *coroutine_make(struct interp *in, const struct node *n, const char *name)
{
    bool async = n->kind == NODE_DEF && n->flag != 0;
    struct coroutine *g =
        object_new(in, in->types.iterators[async ? ITERATOR_COROUTINE : ITERATOR_GENERATOR]);
    if (g == NULL) {
        return NULL;
    }
    g->frame = *in->frame;
    scope_keep(g->frame.scope);
    g->frame.outer = NULL;
    g->frame.logs = false;
    frame_look(&g->frame);
    g->frame.statement = NULL;
    g->frame.coroutine = g;
    g->frame.here = n;
    g->frame.handling = g->frame.returned = value_none();
    g->node = n;
    g->name = str_intern(in, name);
    return g->name != NULL ? g : NULL;
}

bool coroutine_new(struct interp *in, const struct node *site, struct value *out)
{
    const struct function *f = in->frame->function;
    struct coroutine *g = coroutine_make(in, f->node, f->name->text);
    *out = value_object(g);
    if (g == NULL) {
        return false;
    }
    g->qualname = f->qualname;
    g->site = site;
    return true;
}

bool coroutine_is(const struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.iterators[ITERATOR_GENERATOR];
}

static bool is_async(const struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.iterators[ITERATOR_COROUTINE];
}

bool coroutine_awaited(struct interp *in, struct value v, struct value *out)
{
    bool has = false;
    if (is_async(in, v)) {
        const struct coroutine *g = (const struct coroutine *)v.o;
        *out = v;
        return g->state == COROUTINE_FRESH ||
               raise_exception(in, EXCEPTION_RuntimeError,
                               g->state == COROUTINE_FINISHED
                                   ? "cannot reuse already awaited coroutine"
                                   : "coroutine is being awaited already");
    }
    return value_call_found(in, v, "__await__", 0, NULL, out, &has) &&
           (has || raise_type_error(in, "object %s can't be used in 'await' expression",
                                    value_type_name(v))) &&
           (out->type == VALUE_OBJECT ||
            raise_type_error(in, "__await__() returned non-iterator of type '%s'",
                             value_type_name(*out)));
}

static void coroutine_mark(struct interp *in, struct object *self)
{
    struct coroutine *g = (struct coroutine *)self;
    const struct value values[] = {g->sent,     g->thrown,         g->yielded,
                                   g->delegate, g->frame.handling, g->frame.returned};
    heap_mark_object(in, (void *)(uintptr_t)g->frame.function);
    heap_mark_object(in, g->frame.scope);
    heap_mark_object(in, g->frame.module);
    heap_mark_object(in, g->frame.class);
    heap_mark_object(in, g->name);
    heap_mark_object(in, g->qualname);
    heap_mark_object(in, g->iterators);
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        heap_mark(in, values[k]);
    }
    for (int k = 0; k < g->pause_count; k++) {
        heap_mark(in, g->pauses[k].kept);
        heap_mark(in, g->pauses[k].returned);
    }
    for (int k = 0; k < g->log_count; k++) {
        heap_mark(in, g->log[k].value);
    }
}

static void coroutine_free(struct interp *in, struct object *self)
{
    struct coroutine *g = (struct coroutine *)self;
    heap_give(in, g->pauses, (size_t)g->pause_cap * sizeof *g->pauses);
    heap_give(in, g->log, (size_t)g->log_cap * sizeof *g->log);
}

/* --- running --- */

static enum flow run(struct interp *in, struct coroutine *g)
{
    if (g->thrown.type == VALUE_OBJECT && (!g->resuming || g->node->kind == NODE_GENERATOR)) {
        struct value exception = g->thrown;
        g->thrown = value_none();
        return flow_of(raise_value(in, exception));
    }
    if (g->node->kind == NODE_GENERATOR) {
        return genexpr_run(in, g);
    }
    if (g->node->kind == NODE_DEF) {
        return exec_generator(in, &g->node->body);
    }
    bool ok = pause_eval(in, g->node->left, &g->frame.returned);
    return g->suspending ? FLOW_YIELD : ok ? FLOW_RETURN : FLOW_ERROR;
}

/* A StopIteration that its code lets out would look like its end. */
static void explain_stop(struct interp *in, struct coroutine *g)
{
    struct value before = g->frame.handling, stop = raise_catch(in);
    g->frame.handling = stop; /* becomes the context */
    raise_exception(in, EXCEPTION_RuntimeError, "%s raised StopIteration",
                    g->object.class->name->text);
    g->frame.handling = before;
    if (in->exception.type == VALUE_OBJECT) {
        exception_set_cause(in, in->exception, stop);
    }
}

static void finish(struct coroutine *g)
{
    g->state = COROUTINE_FINISHED;
    g->frame.scope = NULL;
    g->frame.near = NULL;
    g->iterators = NULL;
    g->delegate = value_none();
    g->pause_count = g->log_count = 0;
}

/* Goes on until the next `yield` or the end. */
static bool resume(struct interp *in, struct coroutine *g, struct value *out, bool *done)
{
    struct recorder *r = g->node->kind != NODE_GENERATOR ? in->recorder : NULL;
    if (!interp_enter(in, "while calling a Python object")) {
        return false;
    }
    const struct span *here = r != NULL ? interp_here(in, false) : NULL;
    const struct span *site = here != NULL ? here : &g->node->span;
    g->resuming = g->state == COROUTINE_PAUSED;
    g->state = COROUTINE_RUNNING;
    g->frame.outer = in->frame;
    in->frame = &g->frame;
    bool entered = r == NULL || r->enter == NULL || r->enter(r->self, g->frame.function, site);
    enum flow flow = entered ? run(in, g) : FLOW_ERROR;
    *done = flow != FLOW_YIELD;
    *out = value_none();
    if (flow == FLOW_YIELD || flow == FLOW_RETURN) {
        value_copy(out, flow == FLOW_YIELD ? &g->yielded : &g->frame.returned);
    }
    if (flow == FLOW_ERROR) {
        if (raise_is(in, EXCEPTION_StopIteration)) {
            explain_stop(in, g);
        }
        interp_passed(in);
    }
    if (r != NULL && r->leave != NULL) {
        r->leave(r->self, g->frame.function, value_none());
    }
    in->frame = g->frame.outer;
    g->frame.outer = NULL;
    g->sent = g->thrown = g->yielded = value_none();
    g->resuming = g->suspending = false;
    if (*done) {
        finish(g);
    } else {
        g->state = COROUTINE_PAUSED;
    }
    interp_leave(in);
    return flow != FLOW_ERROR && heap_hold(in, *out);
}

static bool refuse_running(struct interp *in, const struct coroutine *g)
{
    return g->state != COROUTINE_RUNNING ||
           raise_value_error(in, "%s already executing", g->object.class->name->text);
}

bool coroutine_send(struct interp *in, struct coroutine *g, struct value v, struct value *out,
                    bool *done)
{
    *out = value_none();
    *done = g->state == COROUTINE_FINISHED;
    if (*done && is_async(in, value_object(g))) {
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "cannot reuse already awaited coroutine");
    }
    if (*done || !refuse_running(in, g)) {
        return *done;
    }
    if (g->state == COROUTINE_FRESH && v.type != VALUE_NONE) {
        return raise_type_error(in, "can't send non-None value to a just-started %s",
                                g->object.class->name->text);
    }
    g->sent = v;
    return resume(in, g, out, done);
}

static bool coroutine_throw(struct interp *in, struct coroutine *g, struct value exception,
                            struct value *out, bool *done)
{
    *done = false;
    if (!refuse_running(in, g)) {
        return false;
    }
    if (g->state == COROUTINE_FINISHED) {
        return raise_value(in, exception);
    }
    g->thrown = exception;
    return resume(in, g, out, done);
}

bool coroutine_close(struct interp *in, struct coroutine *g)
{
    static const struct args none = {0};
    struct value leave, unused;
    bool done;
    if (!refuse_running(in, g)) {
        return false;
    }
    if (g->state != COROUTINE_PAUSED) {
        finish(g);
        return true;
    }
    if (!class_call(in, in->classes[EXCEPTION_GeneratorExit], &none, &leave)) {
        return false;
    }
    if (coroutine_throw(in, g, leave, &unused, &done)) {
        return done || raise_exception(in, EXCEPTION_RuntimeError, "%s ignored GeneratorExit",
                                       g->object.class->name->text);
    }
    if (raise_is(in, EXCEPTION_GeneratorExit)) {
        raise_catch(in);
        return true;
    }
    return false;
}

/* --- slots and methods --- */

static struct coroutine *self_of(const struct args *args)
{
    return (struct coroutine *)args->at[0].o;
}

static bool coroutine_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct coroutine *g = (struct coroutine *)self.o;
    bool goes_on = g->state == COROUTINE_PAUSED || g->state == COROUTINE_FRESH;
    return goes_on ? resume(in, g, out, done) : coroutine_send(in, g, value_none(), out, done);
}

static bool coroutine_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct coroutine *g = (const struct coroutine *)self.o;
    buf_printf(out, "<%s object %s at 0x%012llx>", self.o->class->name->text, g->qualname->text,
               (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
    return true;
}

static bool coroutine_get(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found)
{
    const struct coroutine *g = (const struct coroutine *)self.o;
    *found = true;
    if (strcmp(name->text, "__name__") == 0) {
        *out = value_object(g->name);
    } else if (strcmp(name->text, "__qualname__") == 0) {
        *out = value_object(g->qualname);
    } else if (strcmp(name->text, "gi_running") == 0) {
        *out = value_bool(g->state == COROUTINE_RUNNING);
    } else if (strcmp(name->text, "gi_yieldfrom") == 0) {
        *out = g->delegate;
    } else {
        *found = false;
    }
    return true;
}

static bool send(struct interp *in, const struct args *args, struct value *out)
{
    bool done;
    return coroutine_send(in, self_of(args), args->at[1], out, &done) &&
           (!done || raise_stop(in, *out));
}

/* throw(exception), or throw(class, value, traceback) */
static bool throw(struct interp * in, const struct args *args, struct value *out)
{
    bool done;
    struct value exception;
    bool with_value = args->count > 2 && args->at[2].type != VALUE_NONE;
    if (with_value && class_is(in, args->at[1])) {
        const struct args value = {.at = args->at + 2, .count = 1};
        exception = args->at[2];
        if (!value_isinstance(in, exception, (struct class *)args->at[1].o) &&
            !class_call(in, (struct class *)args->at[1].o, &value, &exception)) {
            return false;
        }
    } else if (!exception_make(in, args->at[1], &exception)) {
        if (raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in);
            raise_type_error(
                in, "exceptions must be classes or instances deriving from BaseException, not %s",
                value_type_name(args->at[1]));
        }
        return false;
    }
    return coroutine_throw(in, self_of(args), exception, out, &done) &&
           (!done || raise_stop(in, *out));
}

NATIVE_IS(close, coroutine_close(in, self_of(args)))

static const struct slots coroutine_slots = {
    .size = sizeof(struct coroutine),
    .mark = coroutine_mark,
    .free = coroutine_free,
    .repr = coroutine_repr,
    .get = coroutine_get,
    .iterate = iterator_self,
    .next = coroutine_next,
};

static const struct slots async_slots = {
    .size = sizeof(struct coroutine),
    .mark = coroutine_mark,
    .free = coroutine_free,
    .repr = coroutine_repr,
    .get = coroutine_get,
};

bool coroutine_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"send", send, NULL, "11"},
        {"throw", throw, NULL, "13"},
        {"close", close, NULL, "00"},
    };
    struct class *c = in->types.iterators[ITERATOR_GENERATOR];
    struct class *async = in->types.iterators[ITERATOR_COROUTINE];
    c->slots = &coroutine_slots;
    async->slots = &async_slots;
    return native_methods(in, c, rows, NATIVE_COUNT(rows)) &&
           native_methods(in, async, rows, NATIVE_COUNT(rows));
}
