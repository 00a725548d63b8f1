/* Generator expressions: carried out element by element, as they are asked for. What they have not
 * reached yet is not computed, so they may run over an iterator without end. Functions with `yield`
 * are not supported. */
#include "lang/native.h"

struct genexpr {
    struct object object;
    const struct node *node;
    struct scope *scope;
    /* of the frame that made it */
    const struct function *function;
    struct module *module;
    struct class *class;
    struct list *iterators; /* one for each clause that has begun */
    int level;              /* the clause that is asked next; -1: finished */
    bool running;
};

bool genexpr_new(struct interp *in, const struct node *n, struct scope *scope,
                 struct value iterable, struct value *out)
{
    struct value iterator;
    struct genexpr *g = object_new(in, in->types.iterators[ITERATOR_GENERATOR]);
    *out = value_object(g);
    if (g == NULL) {
        return false;
    }
    g->node = n;
    g->scope = scope;
    g->function = in->frame->function;
    g->module = in->frame->module;
    g->class = in->frame->class;
    g->iterators = list_new(in, n->clause_count);
    return g->iterators != NULL && value_iterate(in, iterable, &iterator) &&
           list_append(in, g->iterators, iterator);
}

static void genexpr_mark(struct interp *in, struct object *self)
{
    struct genexpr *g = (struct genexpr *)self;
    heap_mark_object(in, g->scope);
    heap_mark_object(in, (void *)(uintptr_t)g->function);
    heap_mark_object(in, g->module);
    heap_mark_object(in, g->class);
    heap_mark_object(in, g->iterators);
}

/* Whether the element just assigned passes the conditions of its clause. */
static bool passes(struct interp *in, const struct clause *c, bool *truth)
{
    *truth = true;
    for (int k = 0; k < c->conditions.count && *truth; k++) {
        struct value v;
        if (!eval(in, c->conditions.at[k], &v) || !value_truth(in, v, truth)) {
            return false;
        }
    }
    return true;
}

/* Begins the next clause. */
static bool go_deeper(struct interp *in, struct genexpr *g)
{
    struct value iterable, iterator;
    int k = g->level + 1;
    if (!eval(in, g->node->clauses[k].iterable, &iterable) ||
        !value_iterate(in, iterable, &iterator)) {
        return false;
    }
    g->level = k;
    if (k < g->iterators->count) {
        g->iterators->at[k] = iterator;
        return true;
    }
    return list_append(in, g->iterators, iterator);
}

static bool advance(struct interp *in, struct genexpr *g, struct value *out, bool *done)
{
    size_t held = in->heap.held_count;
    for (;;) {
        const struct clause *c = &g->node->clauses[g->level];
        struct value item;
        bool over, truth;
        in->heap.held_count = held; /* what came before is kept by its scope, or gone */
        in->frame->here = c->iterable;
        if (!interp_step(in, 1) || !value_next(in, g->iterators->at[g->level], &item, &over)) {
            return false;
        }
        if (over) {
            *done = --g->level < 0;
            if (*done) {
                return true;
            }
            continue;
        }
        if (!assign(in, c->target, item) || !passes(in, c, &truth)) {
            return false;
        }
        if (truth && g->level + 1 == g->node->clause_count) {
            return eval(in, g->node->left, out);
        }
        if (truth && !go_deeper(in, g)) {
            return false;
        }
    }
}

static bool genexpr_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct genexpr *g = (struct genexpr *)self.o;
    *done = g->level < 0;
    if (*done) {
        return true;
    }
    if (g->running) {
        return raise(in, EXCEPTION_ValueError, "generator already executing");
    }
    if (!interp_enter(in, "while calling a Python object")) {
        return false;
    }
    struct frame frame = {.outer = in->frame,
                          .function = g->function,
                          .scope = g->scope,
                          .module = g->module,
                          .class = g->class,
                          .here = g->node,
                          .title = "<genexpr>"};
    in->frame = &frame;
    g->running = true;
    bool ok = advance(in, g, out, done);
    if (!ok) {
        g->level = -1;
        if (raise_is(in, EXCEPTION_StopIteration)) {
            raise_catch(in);
            raise(in, EXCEPTION_RuntimeError, "generator raised StopIteration");
        }
        interp_passed(in);
    }
    g->running = false;
    in->frame = frame.outer;
    interp_leave(in);
    return ok;
}

static bool genexpr_iterate(struct interp *in, struct value self, struct value *iterator)
{
    (void)in;
    *iterator = self;
    return true;
}

static bool genexpr_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct genexpr *g = (const struct genexpr *)self.o;
    (void)in;
    buf_printf(out, "<generator object %s%s<genexpr> at 0x%012llx>",
               g->function != NULL ? g->function->qualname->text : "",
               g->function != NULL ? ".<locals>." : "",
               (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
    return true;
}

static const struct slots genexpr_slots = {
    .size = sizeof(struct genexpr),
    .mark = genexpr_mark,
    .repr = genexpr_repr,
    .iterate = genexpr_iterate,
    .next = genexpr_next,
};

bool genexpr_init(struct interp *in)
{
    in->types.iterators[ITERATOR_GENERATOR]->slots = &genexpr_slots;
    return true;
}
