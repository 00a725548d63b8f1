/* Functions of the language: calling them, and the functions as objects. Binding arguments to
 * parameters follows Python's rules and words. Functions in C are native.c, bound methods are
 * method.c. */
#include "lang/run/coroutine.h"
#include "lang/run/library.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"

#include <stdlib.h>
#include <string.h>

/* --- binding arguments to parameters --- */

/* "'a'", "'a' and 'b'", "'a', 'b', and 'c'" */
static void list_names(struct buf *out, int count, const char *const *names)
{
    for (int k = 0; k < count; k++) {
        const char *before = k == 0 ? "" : k < count - 1 ? ", " : count == 2 ? " and " : ", and ";
        buf_printf(out, "%s'%s'", before, names[k]);
    }
}

static bool refuse_missing(struct interp *in, const struct function *f, const struct value *slot,
                           bool keyword_only)
{
    const char *names[64];
    int count = 0;
    const struct node *n = f->node;
    for (int k = 0; k < n->parameter_count && count < 64; k++) {
        const struct parameter *p = &n->parameters[k];
        bool only = p->kind == PARAMETER_KEYWORD_ONLY;
        bool star = p->kind == PARAMETER_ARGS || p->kind == PARAMETER_KWARGS;
        if (!star && only == keyword_only && slot_is_empty(slot[k])) {
            names[count++] = p->name;
        }
    }
    struct buf text = {.budget = in->memory};
    list_names(&text, count, names);
    raise_exception(in, EXCEPTION_TypeError, "%s() missing %d required %s argument%s: %s",
                    f->qualname->text, count, keyword_only ? "keyword-only" : "positional",
                    count == 1 ? "" : "s", buf_text(&text));
    buf_free(&text);
    return false;
}

static bool refuse_extra(struct interp *in, const struct function *f, const struct args *args,
                         const struct value *slot)
{
    int positional = 0, required = 0, given_only = 0;
    const struct node *n = f->node;
    for (int k = 0; k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->kind == PARAMETER_NORMAL || p->kind == PARAMETER_POSITIONAL_ONLY) {
            positional++;
            required += slot_is_empty(f->defaults[k]);
        }
        given_only += p->kind == PARAMETER_KEYWORD_ONLY && !slot_is_empty(slot[k]);
    }
    struct buf takes = {.budget = in->memory}, only = {.budget = in->memory};
    if (required < positional) {
        buf_printf(&takes, "from %d to %d", required, positional);
    } else {
        buf_printf(&takes, "%d", positional);
    }
    if (given_only > 0) {
        buf_printf(&only, " positional argument%s (and %d keyword-only argument%s)",
                   args->count == 1 ? "" : "s", given_only, given_only == 1 ? "" : "s");
    }
    raise_exception(
        in, EXCEPTION_TypeError, "%s() takes %s positional argument%s but %d%s %s given",
        f->qualname->text, buf_text(&takes), positional == 1 && required == positional ? "" : "s",
        args->count, buf_text(&only), args->count == 1 && given_only == 0 ? "was" : "were");
    buf_free(&takes);
    buf_free(&only);
    return false;
}

static int find_parameter(const struct node *n, const char *name, bool *positional_only)
{
    for (int k = 0; k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->kind != PARAMETER_ARGS && p->kind != PARAMETER_KWARGS &&
            strcmp(p->name, name) == 0) {
            *positional_only = p->kind == PARAMETER_POSITIONAL_ONLY;
            return k;
        }
    }
    return -1;
}

/* All parameters that were named and may not be. */
static bool refuse_named(struct interp *in, const struct function *f, const struct args *args)
{
    struct buf names = {.budget = in->memory};
    for (int k = 0; k < f->node->parameter_count; k++) {
        const struct parameter *p = &f->node->parameters[k];
        for (int j = 0; j < args->keyword_count && p->kind == PARAMETER_POSITIONAL_ONLY; j++) {
            if (strcmp(args->names[j]->text, p->name) == 0) {
                buf_printf(&names, "%s%s", names.len > 0 ? ", " : "", p->name);
            }
        }
    }
    raise_exception(in, EXCEPTION_TypeError,
                    "%s() got some positional-only arguments passed as keyword arguments: '%s'",
                    f->qualname->text, buf_text(&names));
    buf_free(&names);
    return false;
}

static bool take_keywords(struct interp *in, const struct function *f, const struct args *args,
                          struct value *slot, struct dict *rest)
{
    for (int k = 0; k < args->keyword_count; k++) {
        bool positional_only = false;
        int at = find_parameter(f->node, args->names[k]->text, &positional_only);
        if (at >= 0 && !positional_only) {
            if (!slot_is_empty(slot[at])) {
                return raise_exception(in, EXCEPTION_TypeError,
                                       "%s() got multiple values for argument '%s'",
                                       f->qualname->text, args->names[k]->text);
            }
            slot[at] = args->values[k];
        } else if (rest != NULL) {
            if (!dict_set_str(in, rest, args->names[k], args->values[k])) {
                return false;
            }
        } else if (at >= 0) {
            return refuse_named(in, f, args);
        } else {
            return raise_exception(in, EXCEPTION_TypeError,
                                   "%s() got an unexpected keyword argument '%s'",
                                   f->qualname->text, args->names[k]->text);
        }
    }
    return true;
}

/* Fills slot[], one per parameter; an empty slot marks the ones still empty. */
static bool bind(struct interp *in, const struct function *f, const struct args *args,
                 struct value *slot)
{
    const struct node *n = f->node;
    struct dict *rest = NULL;
    int next = 0;
    bool has_args = false;
    if (n->positional && args->keyword_count == 0 && args->count == n->parameter_count) {
        if (args->count > 0) {
            memcpy(slot, args->at, (size_t)args->count * sizeof *slot);
        }
        return true;
    }
    for (int k = 0; k < n->parameter_count; k++) {
        switch (n->parameters[k].kind) {
        case PARAMETER_ARGS: {
            int left = args->count > next ? args->count - next : 0;
            struct list *t = tuple_new(in, left, args->at + (left > 0 ? next : 0));
            slot[k] = value_object(t);
            has_args = true;
            if (t == NULL) {
                return false;
            }
            break;
        }
        case PARAMETER_KWARGS:
            rest = dict_new(in);
            slot[k] = value_object(rest);
            if (rest == NULL) {
                return false;
            }
            break;
        case PARAMETER_KEYWORD_ONLY:
            break;
        default:
            if (next < args->count) {
                slot[k] = args->at[next++];
            }
        }
    }
    if (!take_keywords(in, f, args, slot, rest)) {
        return false;
    }
    if (args->count > next && !has_args) {
        return refuse_extra(in, f, args, slot);
    }
    bool missing[2] = {false, false}; /* of the normal ones, of the keyword-only ones */
    for (int k = 0; k < n->parameter_count; k++) {
        if (slot_is_empty(slot[k])) {
            slot[k] = f->defaults[k];
        }
        missing[n->parameters[k].kind == PARAMETER_KEYWORD_ONLY] |= slot_is_empty(slot[k]);
    }
    return !(missing[0] || missing[1]) || refuse_missing(in, f, slot, !missing[0]);
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
    switch (exec_block(in, &f->node->body)) {
    case FLOW_ERROR:
        return false;
    case FLOW_RETURN:
        *out = in->frame->returned;
        return true;
    default:
        return true;
    }
}

static bool function_call(struct interp *in, struct function *f, const struct args *args,
                          struct value *out)
{
    const struct node *n = f->node;
    if (!interp_step(in, 1) || !interp_stack(in) || (n->unread != NULL && !library_read(in, n))) {
        return false;
    }
    if (in->limits.depth > 0 && in->depth >= in->limits.depth) {
        return raise_exception(in, EXCEPTION_RecursionError, "maximum recursion depth exceeded");
    }
    struct scope *scope = scope_new(in, n->scope, f->enclosing);
    if (scope == NULL || !bind(in, f, args, scope->slot)) {
        return false;
    }
    const struct span *site = in->frame != NULL ? &in->frame->here->span : &n->span;
    struct frame frame = {.outer = in->frame,
                          .function = f,
                          .scope = scope,
                          .module = f->module,
                          .here = n,
                          .title = f->qualname->text};
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
