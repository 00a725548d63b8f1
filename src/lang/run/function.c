/* Functions of the language: calling them, and the functions as objects. Binding arguments that do
 * not stand by their places is bind.c. Functions in C are native.c, bound methods are method.c. */
#include "lang/run/coroutine.h"
#include "lang/run/library.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"

#include <stdlib.h>
#include <string.h>

/* Fills slot[], one per parameter: mostly each has its place. */
static inline bool bind(struct interp *in, const struct function *f, const struct args *args,
                        struct value *slot)
{
    const struct node *n = f->node;
    if (!n->positional || args->keyword_count > 0 || args->count > n->parameter_count) {
        return bind_arguments(in, f, args, slot);
    }
    for (int k = 0; k < args->count; k++) {
        value_copy(&slot[k], &args->at[k]);
    }
    for (int k = args->count; k < n->parameter_count; k++) {
        slot[k] = f->defaults[k];
        if (slot_is_empty(slot[k])) {
            return bind_arguments(in, f, args, slot);
        }
    }
    return true;
}

/* --- calling --- */

/* Who watches the run hears of the call and of each parameter. */
static bool tell_call(struct interp *in, const struct function *f, const struct span *site,
                      struct value *slot)
{
    const struct recorder *r = in->recorder;
    if (r != NULL && r->enter != NULL && !r->enter(r->self, f, site)) {
        return false;
    }
    for (int k = 0; r != NULL && k < f->node->parameter_count; k++) {
        if (!names_parameter(in, &f->node->parameters[k], &slot[k])) {
            return false;
        }
    }
    return true;
}

/* A body that is but a `return`, as exec_statement would carry it out. */
static bool run_return(struct interp *in, const struct node *n, struct value *out)
{
    struct frame *f = in->frame;
    size_t held = in->heap.held_count;
    f->here = f->statement = n;
    if (!interp_step(in, 1) || !eval(in, n->left, out)) {
        return false;
    }
    value_copy(&f->returned, out);
    heap_statement(in, held);
    return true;
}

static bool run_body(struct interp *in, struct function *f, struct value *out)
{
    *out = value_none();
    if (f->node->generator) {
        const struct frame *caller = in->frame->outer;
        return coroutine_new(in, caller != NULL ? caller->here : NULL, out);
    }
    if (f->node->kind == NODE_LAMBDA) {
        return eval(in, f->node->left, out);
    }
    const struct node *first = f->node->body.at[0];
    if (first->kind == NODE_RETURN && first->left != NULL) {
        return run_return(in, first, out);
    }
    switch (exec_block(in, &f->node->body)) {
    case FLOW_ERROR:
        return false;
    case FLOW_RETURN:
        value_copy(out, &in->frame->returned);
        return true;
    default:
        return true;
    }
}

bool function_call(struct interp *in, struct function *f, const struct args *args,
                   struct value *out)
{
    const struct node *n = f->node;
    if (!interp_step(in, 1) || !interp_stack(in) || (n->unread != NULL && !library_read(in, n))) {
        return false;
    }
    if (in->limits.depth > 0 && in->depth >= in->limits.depth) {
        return raise_exception(in, EXCEPTION_RecursionError, "maximum recursion depth exceeded");
    }
    struct scope *scope = scope_take(in, n->scope, f->enclosing);
    if (scope == NULL || !bind(in, f, args, scope->slot)) {
        return false;
    }
    const struct span *site = in->frame != NULL ? &in->frame->here->span : &n->span;
    struct frame frame; /* member by member: clearing all of it first costs more than the rest */
    frame.outer = in->frame;
    frame.function = f;
    frame.scope = scope;
    frame.module = f->module;
    frame.class = NULL;
    frame.here = n;
    frame.statement = NULL;
    frame.loop = NULL;
    frame.handling = frame.returned = value_none();
    frame.title = f->qualname->text;
    frame.coroutine = NULL;
    frame.logs = false;
    frame.near = n->scope;
    struct recorder *r = in->recorder;
    in->frame = &frame;
    in->depth++;
    bool ok = (r == NULL || tell_call(in, f, site, scope->slot)) && run_body(in, f, out);
    if (!ok) {
        interp_passed(in);
    }
    if (r != NULL && r->leave != NULL) {
        r->leave(r->self, f);
    }
    in->depth--;
    in->frame = frame.outer;
    scope_give(in, scope);
    return ok && heap_hold(in, *out);
}

/* --- functions as objects --- */

static void function_mark(struct interp *in, struct object *self)
{
    struct function *f = (struct function *)self;
    heap_mark_object(in, f->name);
    heap_mark_object(in, f->qualname);
    heap_mark_object(in, f->module);
    heap_mark_object(in, f->enclosing);
    heap_mark_object(in, f->annotations);
    heap_mark_object(in, f->defined_in);
    for (int k = 0; f->defaults != NULL && k < f->node->parameter_count; k++) {
        heap_mark(in, f->defaults[k]);
    }
}

static void function_free(struct interp *in, struct object *self)
{
    (void)in;
    free(((struct function *)self)->defaults);
}

static bool function_slot_call(struct interp *in, struct value self, const struct args *args,
                               struct value *out)
{
    return function_call(in, (struct function *)self.o, args, out);
}

static bool function_repr(struct interp *in, struct value self, struct buf *out)
{
    (void)in;
    buf_printf(out, "<function %s at 0x%012llx>", ((struct function *)self.o)->qualname->text,
               (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
    return true;
}

static bool defaults_tuple(struct interp *in, const struct function *f, struct value *out)
{
    struct list *l = list_new(in, 0);
    *out = value_none();
    for (int k = 0; l != NULL && k < f->node->parameter_count; k++) {
        if (f->node->parameters[k].kind <= PARAMETER_NORMAL && !slot_is_empty(f->defaults[k]) &&
            !list_append(in, l, f->defaults[k])) {
            return false;
        }
    }
    if (l == NULL || l->count == 0) {
        return l != NULL;
    }
    *out = value_object(tuple_new(in, l->count, l->at));
    return out->type == VALUE_OBJECT;
}

static bool function_get(struct interp *in, struct value self, struct str *name, struct value *out,
                         bool *found)
{
    struct function *f = (struct function *)self.o;
    const char *text = name->text;
    *found = true;
    if (strcmp(text, "__name__") == 0) {
        *out = value_object(f->name);
    } else if (strcmp(text, "__qualname__") == 0) {
        *out = value_object(f->qualname);
    } else if (strcmp(text, "__module__") == 0) {
        *out = value_object(f->module->name);
    } else if (strcmp(text, "__doc__") == 0) {
        if (!library_read(in, f->node)) {
            return false;
        }
        const char *doc = f->node->doc;
        *out = doc != NULL ? value_object(str_new(in, doc, strlen(doc))) : value_none();
        return doc == NULL || out->type == VALUE_OBJECT;
    } else if (strcmp(text, "__defaults__") == 0) {
        return defaults_tuple(in, f, out);
    } else if (strcmp(text, "__annotations__") == 0) {
        if (f->annotations == NULL) {
            f->annotations = dict_new(in);
        }
        *out = value_object(f->annotations);
        return f->annotations != NULL;
    } else {
        return function_inside(in, f, text, out, found);
    }
    return true;
}

static bool function_set(struct interp *in, struct value self, struct str *name, struct value v,
                         bool *done)
{
    struct function *f = (struct function *)self.o;
    *done = str_is(v);
    if (*done && strcmp(name->text, "__name__") == 0) {
        f->name = (struct str *)v.o;
    } else if (*done && strcmp(name->text, "__qualname__") == 0) {
        struct str *title = str_intern(in, str_text(v)); /* tracebacks keep the text */
        if (title == NULL) {
            return false;
        }
        f->qualname = title;
    } else {
        *done = false;
    }
    return true;
}

const struct slots function_slots = {
    .size = sizeof(struct function),
    .has_attributes = true,
    .mark = function_mark,
    .free = function_free,
    .repr = function_repr,
    .get = function_get,
    .set = function_set,
    .call = function_slot_call,
};
