/* Calls functions of the language, and makes them objects. Binding arguments that do
 * not stand by their places is bind.c. Functions in C are native.c, bound methods are method.c. */
#include "lang/run/call.h"
#include "lang/run/coroutine.h"
#include "lang/run/library.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"

#include <stdlib.h>

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

static bool begin_generator(struct interp *in, struct value *out)
{
    const struct frame *caller = in->frame->outer;
    return coroutine_new(in, caller != NULL ? caller->here : NULL, out);
}

bool function_call(struct interp *in, struct function *f, const struct args *args,
                   struct value *out)
{
    const struct node *n = f->node;
    if (!interp_step(in, 1) || !interp_stack(in) || (n->unread != NULL && !library_read(in, n)) ||
        !call_may_go_deeper(in)) {
        return false;
    }
    struct scope *scope = scope_take(in, n->scope, f->enclosing, 0);
    if (scope == NULL || !bind(in, f, args, scope->slot)) {
        return false;
    }
    const struct span *site = in->frame != NULL ? &in->frame->here->span : &n->span;
    const struct recorder *r = in->recorder;
    struct frame frame;
    call_enter(in, f, scope, &frame);
    bool ok = (r == NULL || tell_call(in, f, site, scope->slot)) &&
              (n->generator ? begin_generator(in, out) : call_body(in, n, out));
    if (!ok) {
        interp_passed(in);
    }
    if (r != NULL && r->leave != NULL) {
        r->leave(r->self, f, ok && !n->generator ? *out : value_none());
    }
    return call_leave(in, &frame, ok, out);
}

QKV_SELDOM bool function_call_anyhow(struct interp *in, struct function *f, const struct value *at,
                                     int count, struct value *out)
{
    const struct args args = {.at = at, .count = count};
    const struct node *n = f->node;
    if (n->positional && !n->generator && n->unread == NULL) {
        f->most = f->least = n->parameter_count;
        while (f->least > 0 && !slot_is_empty(f->defaults[f->least - 1])) {
            f->least--;
        }
    }
    return function_call(in, f, &args, out);
}

bool function_call_at(struct interp *in, struct function *f, const struct value *at, int count,
                      struct value *out)
{
    return call_at_places(in, f, at, count, out);
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
    free(((struct function *)self)->defaults);
}

static bool function_slot_call(struct interp *in, struct value self, const struct args *args,
                               struct value *out)
{
    return function_call(in, (struct function *)self.o, args, out);
}

static bool function_repr(struct interp *in, struct value self, struct buf *out)
{
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
    return value_made(out, tuple_new(in, l->count, l->at));
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
        if (f->node->span.source->prelude && in->frame->module == f->module) {
            f->title = title->text; /* one text for many: Adam.step, SGD.step */
        }
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
