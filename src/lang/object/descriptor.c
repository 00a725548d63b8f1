/* Makes super, property, staticmethod and classmethod objects, with property's
 * setter and deleter. What they do to an attribute is attribute.c. */
#include "lang/run/native.h"

static void super_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct super *)self)->after);
    heap_mark(in, ((struct super *)self)->self);
}

/* super() without arguments: the class whose body holds the function, and its first argument. */
static bool super_implied(struct interp *in, struct super *s)
{
    if (in->frame != NULL && in->frame->function == NULL && in->frame->scope == NULL) {
        return raise_exception(in, EXCEPTION_RuntimeError, "super(): no arguments");
    }
    for (const struct frame *f = in->frame; f != NULL; f = f->outer) {
        if (f->function == NULL || f->scope == NULL) {
            continue;
        }
        if (f->function->node->parameter_count == 0) {
            return raise_exception(in, EXCEPTION_RuntimeError, "super(): no arguments");
        }
        if (f->function->defined_in == NULL) {
            break;
        }
        struct str *first = str_intern(in, f->function->node->parameters[0].name);
        s->after = f->function->defined_in;
        if (first == NULL) {
            return false;
        }
        struct scope *scope = f->scope;
        while (scope != NULL && !scope_get(scope, first, &s->self)) {
            scope = scope->parent;
        }
        return scope != NULL ||
               raise_exception(in, EXCEPTION_RuntimeError, "super(): arg[0] deleted");
    }
    return raise_exception(in, EXCEPTION_RuntimeError, "super(): __class__ cell not found");
}

static bool super_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    struct super *s = object_new(in, class);
    if (s == NULL) {
        return false;
    }
    *out = value_object(s);
    if (args->count == 0) {
        return super_implied(in, s);
    }
    if (args->count != 2 || !class_is(in, args->at[0])) {
        return raise_type_error(in, "super() takes a class and an instance");
    }
    s->after = (struct class *)args->at[0].o;
    s->self = args->at[1];
    struct class *of = class_is(in, s->self) ? (struct class *)s->self.o : value_class(in, s->self);
    if (!class_is_subclass(of, s->after)) {
        return raise_type_error(in, "super(type, obj): obj must be an instance or subtype of type");
    }
    return true;
}

/* super()[key], len(super()) are rare; their dunder methods are found by name. */
const struct slots super_slots = {
    .size = sizeof(struct super), .mark = super_mark, .create = super_create};

static void property_mark(struct interp *in, struct object *self)
{
    struct property *p = (struct property *)self;
    heap_mark(in, p->get);
    heap_mark(in, p->set);
    heap_mark(in, p->delete_);
    heap_mark(in, p->doc);
}

static bool property_create(struct interp *in, struct class *class, const struct args *args,
                            struct value *out)
{
    struct value at[4];
    struct property *p = object_new(in, class);
    if (p == NULL ||
        !arguments_take(in, args, "property(fget=None, fset=None, fdel=None, doc=None)", at)) {
        return false;
    }
    struct value *member[4] = {&p->get, &p->set, &p->delete_, &p->doc};
    for (int k = 0; k < 4; k++) {
        *member[k] = at[k].type == VALUE_NOT_IMPLEMENTED ? value_none() : at[k];
    }
    return value_give(out, value_object(p));
}

/* p.setter(f): a copy of the property with that function. */
static bool property_with(struct interp *in, const struct args *args, struct value *out)
{
    const char *which = native_data(in);
    const struct property *old = (const struct property *)args->at[0].o;
    struct property *p = object_new(in, old->object.class);
    if (p == NULL) {
        return false;
    }
    p->get = old->get;
    p->set = old->set;
    p->delete_ = old->delete_;
    p->doc = old->doc;
    *(which[0] == 's' ? &p->set : which[0] == 'g' ? &p->get : &p->delete_) = args->at[1];
    return value_give(out, value_object(p));
}

static bool property_get(struct interp *in, struct value self, struct str *name, struct value *out,
                         bool *found)
{
    struct property *p = (struct property *)self.o;
    *found = true;
    if (strcmp(name->text, "fget") == 0) {
        *out = p->get;
    } else if (strcmp(name->text, "fset") == 0) {
        *out = p->set;
    } else if (strcmp(name->text, "fdel") == 0) {
        *out = p->delete_;
    } else if (strcmp(name->text, "__doc__") == 0) {
        *out = p->doc;
        return p->doc.type != VALUE_NONE || p->get.type == VALUE_NONE ||
               value_find_attribute(in, p->get, name, out, found);
    } else {
        *found = false;
    }
    return true;
}

const struct slots property_slots = {.size = sizeof(struct property),
                                     .mark = property_mark,
                                     .create = property_create,
                                     .get = property_get};

static void wrapper_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct wrapper *)self)->function);
}

static bool wrapper_create(struct interp *in, struct class *class, const struct args *args,
                           struct value *out)
{
    if (!arguments_count(in, args, class->name->text, 1, 1)) {
        return false;
    }
    struct wrapper *w = object_new(in, class);
    if (w == NULL) {
        return false;
    }
    w->function = args->at[0];
    return value_give(out, value_object(w));
}

static bool wrapper_call(struct interp *in, struct value self, const struct args *args,
                         struct value *out)
{
    return value_call(in, ((struct wrapper *)self.o)->function, args, out);
}

const struct slots wrapper_slots = {.size = sizeof(struct wrapper),
                                    .mark = wrapper_mark,
                                    .create = wrapper_create,
                                    .call = wrapper_call};

bool descriptor_init(struct interp *in)
{
    static const struct native_row rows[] = {{"getter", property_with, "getter", "11"},
                                             {"setter", property_with, "setter", "11"},
                                             {"deleter", property_with, "deleter", "11"}};
    return native_methods(in, in->types.property, rows, NATIVE_COUNT(rows));
}
