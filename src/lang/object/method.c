/* A bound method is a function together with its first argument. */
#include "lang/object/builtin.h"
#include "lang/run/scope.h"

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

bool method_call_on(struct interp *in, struct value function, struct value self,
                    const struct args *args, struct value *out)
{
    struct value few[16], *at = few;
    size_t bytes = ((size_t)args->count + 1) * sizeof *at;
    if (args->count >= 16 && (at = heap_resize(in, NULL, 0, bytes)) == NULL) {
        return false;
    }
    at[0] = self;
    for (int k = 0; k < args->count; k++) {
        at[k + 1] = args->at[k];
    }
    struct args with_self = *args;
    with_self.at = at;
    with_self.count++;
    bool ok = value_call(in, function, &with_self, out);
    if (at != few) {
        heap_give(in, at, bytes);
    }
    return ok;
}

static bool method_call(struct interp *in, struct value self, const struct args *args,
                        struct value *out)
{
    const struct method *m = (const struct method *)self.o;
    return method_call_on(in, m->function, m->self, args, out);
}

static bool method_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct method *m = (const struct method *)self.o;
    scoped_buf text = {.budget = in->memory};
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
    return ok;
}

static bool method_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    struct method *m = (struct method *)self.o;
    *found = true;
    if (strcmp(name->text, "__self__") == 0) {
        return value_give(out, m->self);
    }
    if (strcmp(name->text, "__func__") == 0) {
        return value_give(out, m->function);
    }
    struct value own; /* such as __call__, which is not the function's */
    *found = false;
    return class_lookup(in->types.method, name, &own) ||
           value_find_attribute(in, m->function, name, out, found);
}

static bool method_compare(struct interp *in, enum operator_ op, struct value left,
                           struct value right, bool self_is_right, struct value *out, bool *handled)
{
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

/* types.MethodType(function, instance) */
static bool method_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    return arguments_count(in, args, "method", 2, 2) &&
           value_made(out, method_new(in, args->at[0], args->at[1]));
}

const struct slots method_slots = {
    .create = method_create,
    .size = sizeof(struct method),
    .mark = method_mark,
    .repr = method_repr,
    .get = method_get,
    .compare = method_compare,
    .call = method_call,
};
