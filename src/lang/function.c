/* Functions of the language, functions in C, bound methods, modules as objects; calling them.
 * Binding arguments to parameters follows Python's rules and words. */
#include "lang/builtin.h"
#include "lang/scope.h"

#include <stdlib.h>
#include <string.h>

/* --- binding arguments to parameters --- */

/* "'a'", "'a' and 'b'", "'a', 'b', and 'c'" */
static void list_names(struct buf *out, int count, const char *const *names)
{
    for (int k = 0; k < count; k++) {
        const char *before = k == 0                       ? ""
                             : k < count - 1              ? ", "
                             : count == 2                 ? " and "
                                                          : ", and ";
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
        if (!star && only == keyword_only && slot[k].type == VALUE_NOT_IMPLEMENTED) {
            names[count++] = p->name;
        }
    }
    struct buf text = {0};
    list_names(&text, count, names);
    raise(in, EXCEPTION_TypeError, "%s() missing %d required %s argument%s: %s",
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
            required += f->defaults[k].type == VALUE_NOT_IMPLEMENTED;
        }
        given_only += p->kind == PARAMETER_KEYWORD_ONLY && slot[k].type != VALUE_NOT_IMPLEMENTED;
    }
    struct buf takes = {0}, only = {0};
    if (required < positional) {
        buf_printf(&takes, "from %d to %d", required, positional);
    } else {
        buf_printf(&takes, "%d", positional);
    }
    if (given_only > 0) {
        buf_printf(&only, " positional argument%s (and %d keyword-only argument%s)",
                   args->count == 1 ? "" : "s", given_only, given_only == 1 ? "" : "s");
    }
    raise(in, EXCEPTION_TypeError, "%s() takes %s positional argument%s but %d%s %s given",
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

static bool take_keywords(struct interp *in, const struct function *f, const struct args *args,
                          struct value *slot, struct dict *rest)
{
    for (int k = 0; k < args->keyword_count; k++) {
        bool positional_only = false;
        int at = find_parameter(f->node, args->names[k]->text, &positional_only);
        if (at >= 0 && !positional_only) {
            if (slot[at].type != VALUE_NOT_IMPLEMENTED) {
                return raise(in, EXCEPTION_TypeError, "%s() got multiple values for argument '%s'",
                             f->qualname->text, args->names[k]->text);
            }
            slot[at] = args->values[k];
        } else if (rest != NULL) {
            if (!dict_set_str(in, rest, args->names[k], args->values[k])) {
                return false;
            }
        } else if (at >= 0) {
            return raise(in, EXCEPTION_TypeError,
                         "%s() got some positional-only arguments passed as keyword arguments: "
                         "'%s'",
                         f->qualname->text, args->names[k]->text);
        } else {
            return raise(in, EXCEPTION_TypeError, "%s() got an unexpected keyword argument '%s'",
                         f->qualname->text, args->names[k]->text);
        }
    }
    return true;
}

/* Fills slot[], one per parameter; VALUE_NOT_IMPLEMENTED marks the ones still empty. */
static bool bind(struct interp *in, const struct function *f, const struct args *args,
                 struct value *slot)
{
    const struct node *n = f->node;
    struct dict *rest = NULL;
    int next = 0;
    bool has_args = false;
    for (int k = 0; k < n->parameter_count; k++) {
        slot[k] = (struct value){.type = VALUE_NOT_IMPLEMENTED};
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
        if (slot[k].type == VALUE_NOT_IMPLEMENTED) {
            slot[k] = f->defaults[k];
        }
        missing[n->parameters[k].kind == PARAMETER_KEYWORD_ONLY] |=
            slot[k].type == VALUE_NOT_IMPLEMENTED;
    }
    return !(missing[0] || missing[1]) || refuse_missing(in, f, slot, !missing[0]);
}

/* --- calling --- */

static bool store_parameters(struct interp *in, const struct function *f,
                             const struct value *slot)
{
    for (int k = 0; k < f->node->parameter_count; k++) {
        const struct parameter *p = &f->node->parameters[k];
        struct str *name = str_intern(in, p->name);
        if (name == NULL || !name_store(in, name, slot[k], &p->span)) {
            return false;
        }
    }
    return true;
}

static bool run_body(struct interp *in, struct function *f, struct value *out)
{
    *out = value_none();
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

bool function_call(struct interp *in, struct function *f, const struct args *args,
                   struct value *out)
{
    struct value few[16], *slot = few;
    int count = f->node->parameter_count;
    if (!interp_step(in, 1) || !interp_stack(in)) {
        return false;
    }
    if (in->limits.depth > 0 && in->depth >= in->limits.depth) {
        return raise(in, EXCEPTION_RecursionError, "maximum recursion depth exceeded");
    }
    if (count > 16 && (slot = calloc((size_t)count, sizeof *slot)) == NULL) {
        return raise_memory(in);
    }
    struct scope *scope = bind(in, f, args, slot)
                              ? scope_new(in, f->node->scope, f->enclosing)
                              : NULL;
    bool ok = scope != NULL;
    if (ok) {
        const struct span *site = in->frame != NULL ? &in->frame->here->span : &f->node->span;
        struct frame frame = {.outer = in->frame,
                              .function = f,
                              .scope = scope,
                              .module = f->module,
                              .here = f->node,
                              .title = f->qualname->text};
        struct recorder *r = in->recorder;
        in->frame = &frame;
        in->depth++;
        if (r != NULL && r->enter != NULL) {
            r->enter(r->self, f, site);
        }
        ok = store_parameters(in, f, slot) && run_body(in, f, out);
        if (!ok) {
            interp_passed(in);
        }
        if (r != NULL && r->leave != NULL) {
            r->leave(r->self, f);
        }
        in->depth--;
        in->frame = frame.outer;
        ok = ok && heap_hold(in, *out);
    }
    if (slot != few) {
        free(slot);
    }
    return ok;
}

bool native_call(struct interp *in, struct native *n, const struct args *args, struct value *out)
{
    const struct native *before = in->calling;
    in->calling = n;
    bool ok = n->fn(in, args, out);
    in->calling = before;
    if (!ok && in->exception.type != VALUE_OBJECT && in->ending == OUTCOME_DONE) {
        raise_error(in); /* the function left its sentence in in->error */
    }
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
        if (f->node->parameters[k].kind <= PARAMETER_NORMAL &&
            f->defaults[k].type != VALUE_NOT_IMPLEMENTED && !list_append(in, l, f->defaults[k])) {
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
        *found = false;
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

/* --- native functions --- */

static bool native_slot_call(struct interp *in, struct value self, const struct args *args,
                             struct value *out)
{
    return interp_stack(in) && native_call(in, (struct native *)self.o, args, out);
}

static bool native_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct native *n = (const struct native *)self.o;
    (void)in;
    if (n->method && n->owner != NULL) {
        buf_printf(out, "<method '%s' of '%s' objects>", n->name, n->owner);
    } else {
        buf_printf(out, "<built-in function %s>", n->name);
    }
    return true;
}

static bool native_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    const struct native *n = (const struct native *)self.o;
    *found = true;
    if (strcmp(name->text, "__name__") == 0 || strcmp(name->text, "__qualname__") == 0) {
        *out = value_object(str_intern(in, n->name));
    } else if (strcmp(name->text, "__module__") == 0 && n->owner != NULL) {
        *out = value_object(str_intern(in, n->owner));
    } else {
        *found = false;
        return true;
    }
    return out->type == VALUE_OBJECT;
}

const struct slots native_slots = {.size = sizeof(struct native),
                                   .repr = native_repr,
                                   .get = native_get,
                                   .call = native_slot_call};

static struct native *native_new(struct interp *in, const char *name, native_fn *fn,
                                 const void *data, const char *owner, bool method)
{
    struct native *n = object_new(in, in->types.native);
    if (n != NULL) {
        n->name = name;
        n->fn = fn;
        n->data = data;
        n->owner = owner;
        n->method = method;
    }
    return n;
}

bool interp_method(struct interp *in, struct class *class, const char *name, native_fn *fn,
                   const void *data)
{
    struct native *n = native_new(in, name, fn, data, class->name->text, true);
    return n != NULL && interp_set(in, class->dict, name, value_object(n));
}

bool interp_function(struct interp *in, struct dict *into, const char *name, native_fn *fn,
                     const void *data, const char *owner)
{
    struct native *n = native_new(in, name, fn, data, owner, false);
    return n != NULL && interp_set(in, into, name, value_object(n));
}

bool interp_set(struct interp *in, struct dict *into, const char *name, struct value v)
{
    struct str *key = str_intern(in, name);
    return key != NULL && dict_set_str(in, into, key, v);
}

/* --- bound methods --- */

struct method *method_new(struct interp *in, struct value function, struct value self)
{
    struct method *m = object_new(in, in->types.method);
    if (m != NULL) {
        m->function = function;
        m->self = self;
    }
    return m;
}

static void method_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct method *)self)->function);
    heap_mark(in, ((struct method *)self)->self);
}

static bool method_call(struct interp *in, struct value self, const struct args *args,
                        struct value *out)
{
    const struct method *m = (const struct method *)self.o;
    struct value few[16], *at = few;
    if (args->count >= 16 && (at = malloc(((size_t)args->count + 1) * sizeof *at)) == NULL) {
        return raise_memory(in);
    }
    at[0] = m->self;
    for (int k = 0; k < args->count; k++) {
        at[k + 1] = args->at[k];
    }
    struct args with_self = *args;
    with_self.at = at;
    with_self.count++;
    bool ok = value_call(in, m->function, &with_self, out);
    if (at != few) {
        free(at);
    }
    return ok;
}

static bool method_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct method *m = (const struct method *)self.o;
    struct buf text = {0};
    bool ok = value_repr(in, m->self, &text);
    if (ok && m->function.o->class == in->types.function) {
        buf_printf(out, "<bound method %s of %s>",
                   ((struct function *)m->function.o)->qualname->text, buf_text(&text));
    } else if (ok && m->function.o->class == in->types.native) {
        buf_printf(out, "<built-in method %s of %s object at 0x%012llx>",
                   ((struct native *)m->function.o)->name, value_type_name(m->self),
                   (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
    } else {
        buf_printf(out, "<bound method of %s>", buf_text(&text));
    }
    buf_free(&text);
    return ok;
}

static bool method_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    struct method *m = (struct method *)self.o;
    *found = true;
    if (strcmp(name->text, "__self__") == 0) {
        *out = m->self;
        return true;
    }
    if (strcmp(name->text, "__func__") == 0) {
        *out = m->function;
        return true;
    }
    return value_find_attribute(in, m->function, name, out, found);
}

static bool method_compare(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out,
                           bool *handled)
{
    (void)self_is_right;
    *handled = (op == OP_EQ || op == OP_NE) && left.type == VALUE_OBJECT &&
               right.type == VALUE_OBJECT && left.o->class == in->types.method &&
               right.o->class == in->types.method;
    if (*handled) {
        const struct method *a = (const struct method *)left.o, *b = (const struct method *)right.o;
        bool same = value_identical(a->function, b->function) && value_identical(a->self, b->self);
        *out = value_bool(same == (op == OP_EQ));
    }
    return true;
}

const struct slots method_slots = {
    .size = sizeof(struct method),
    .mark = method_mark,
    .repr = method_repr,
    .get = method_get,
    .compare = method_compare,
    .call = method_call,
};

/* --- modules as objects --- */

static void module_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct module *)self)->name);
    heap_mark_object(in, ((struct module *)self)->dict);
}

static bool module_repr(struct interp *in, struct value self, struct buf *out)
{
    (void)in;
    buf_printf(out, "<module '%s' (built-in)>", ((struct module *)self.o)->name->text);
    return true;
}

/* A module's own __getattr__ (PEP 562): its AttributeError means that there is no such name. */
static bool module_fallback(struct interp *in, struct module *m, struct str *name,
                            struct value *out, bool *found)
{
    struct str *key = str_intern(in, "__getattr__");
    struct value hook;
    if (key == NULL || !dict_get_str(m->dict, key, &hook) ||
        strncmp(name->text, "__", 2) == 0) {
        return key != NULL;
    }
    const struct value arg = value_object(name);
    const struct args args = {.at = &arg, .count = 1};
    *found = value_call(in, hook, &args, out);
    if (!*found && raise_is(in, EXCEPTION_AttributeError)) {
        raise_catch(in);
        return true;
    }
    return *found;
}

static bool module_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    struct module *m = (struct module *)self.o;
    *found = dict_get_str(m->dict, name, out);
    if (*found) {
        return true;
    }
    if (strcmp(name->text, "__dict__") == 0) {
        *out = value_object(m->dict);
        *found = true;
        return true;
    }
    if (strcmp(name->text, "__name__") == 0) {
        *out = value_object(m->name);
        *found = true;
        return true;
    }
    if (m->get != NULL && (!m->get(in, m, name, out, found) || *found)) {
        return *found;
    }
    return module_fallback(in, m, name, out, found);
}

static bool module_set(struct interp *in, struct value self, struct str *name, struct value v,
                       bool *done)
{
    *done = true;
    return dict_set_str(in, ((struct module *)self.o)->dict, name, v);
}

const struct slots module_slots = {.size = sizeof(struct module),
                                   .has_attributes = true,
                                   .mark = module_mark,
                                   .repr = module_repr,
                                   .get = module_get,
                                   .set = module_set};
