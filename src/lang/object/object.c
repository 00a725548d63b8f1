/* Holds the methods of `object`, which every class inherits: what super().__init__(),
 * super().__setattr__(name, value) and object.__new__(cls) reach. They do the plain thing and never
 * come back to a method that code defined. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

static bool init(struct interp *in, const struct args *args, struct value *out)
{
    if (args->count == 0) {
        return raise_type_error(in, "unbound method object.__init__() needs an argument");
    }
    if (args->count == 1 && args->keyword_count == 0) {
        return true;
    }
    /* A native kind that was filled when it was made (a tensor, a string) lets them pass. */
    struct class *class = value_class(in, args->at[0]);
    if (class->slots != &object_slots) {
        return true;
    }
    return raise_type_error(
        in, "object.__init__() takes exactly one argument (the instance to initialize)");
}

static bool new(struct interp *in, const struct args *args, struct value *out)
{
    static const struct args none = {0};
    if (args->count == 0 || !class_is(in, args->at[0])) {
        return raise_type_error(in, "object.__new__(X): X is not a type object (%s)",
                                args->count == 0 ? "nothing" : value_type_name(args->at[0]));
    }
    struct class *class = (struct class *)args->at[0].o;
    const struct slots *slots = class->slots;
    if (slots == NULL || slots->create == NULL) {
        return raise_type_error(in, "cannot create '%s' instances", class->name->text);
    }
    const struct args rest = arguments_rest(args);
    return slots->create(in, class, slots->filled_by_init ? &none : &rest, out);
}

static bool get_attribute(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    bool found;
    return attribute_name(in, args->at[1], &name) &&
           attribute_plain(in, args->at[0], name, out, &found) &&
           (found ||
            raise_exception(in, EXCEPTION_AttributeError, "'%s' object has no attribute '%s'",
                            value_type_name(args->at[0]), name->text));
}

static bool set_attribute(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    return attribute_name(in, args->at[1], &name) &&
           attribute_set_plain(in, args->at[0], name, args->at[2]);
}

static const struct slots *kind_of(struct interp *in, struct value v)
{
    return bigint_is(v) ? &bigint_slots : value_class(in, v)->slots;
}

static bool delete_attribute(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    return attribute_name(in, args->at[1], &name) && attribute_delete_plain(in, args->at[0], name);
}

static bool repr(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    struct value self = args->at[0];
    const struct slots *slots = kind_of(in, self);
    bool ok = true;
    if (strcmp(in->calling->name, "__str__") == 0) {
        /* object.__str__ asks the object's own repr. */
        ok = slots != NULL && slots->str != NULL ? slots->str(in, self, &b)
                                                 : value_repr(in, self, &b);
    } else if (self.type != VALUE_OBJECT) {
        ok = value_repr(in, self, &b);
    } else if (slots != NULL && slots->repr != NULL) {
        ok = slots->repr(in, self, &b);
    } else {
        class_put_address(in, self, &b);
    }
    return ok && str_take(in, &b, out);
}

static bool compare(struct interp *in, const struct args *args, struct value *out)
{
    bool equal = strcmp(in->calling->name, "__eq__") == 0;
    if (value_identical(args->at[0], args->at[1])) {
        *out = value_bool(equal);
    } else {
        *out = (struct value){.type = VALUE_NOT_IMPLEMENTED};
    }
    return true;
}

/* __lt__, __le__, __gt__, __ge__ of what has no order */
static bool no_order(struct interp *in, const struct args *args, struct value *out)
{
    return value_give(out, (struct value){.type = VALUE_NOT_IMPLEMENTED});
}

static bool hash(struct interp *in, const struct args *args, struct value *out)
{
    uint64_t h;
    struct value self = args->at[0];
    const struct slots *slots = kind_of(in, self);
    if (self.type != VALUE_OBJECT) {
        if (!value_hash(in, self, &h)) {
            return false;
        }
    } else if (slots == &list_slots || slots == &dict_slots) {
        return raise_type_error(in, "unhashable type: '%s'", value_type_name(self));
    } else if (slots != NULL && slots->hash != NULL) {
        if (!slots->hash(in, self, &h)) {
            return false;
        }
    } else {
        h = (uint64_t)(uintptr_t)self.o >> 4;
    }
    return value_give(out, value_int((int64_t)h));
}

static bool format(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    if (!str_is(args->at[1])) {
        return raise_type_error(in, "__format__() argument must be str, not %s",
                                value_type_name(args->at[1]));
    }
    struct value self = args->at[0];
    const char *spec = str_text(args->at[1]);
    const struct slots *slots = kind_of(in, self);
    bool ok;
    if (value_is_number(self) || bigint_is(self)) {
        ok = format_number(in, self, spec, &b);
    } else if (str_is(self)) {
        ok = format_string(in, str_of(self), spec, &b);
    } else if (slots != NULL && slots->format != NULL) {
        ok = slots->format(in, self, spec, &b);
    } else if (spec[0] != '\0') {
        ok = raise_type_error(in, "unsupported format string passed to %s.__format__",
                              value_type_name(self));
    } else {
        ok = value_str(in, self, &b);
    }
    return ok && str_take(in, &b, out);
}

NATIVE_IS(nothing, value_give(out, value_none()))

/* type.mro(cls) */
static bool mro(struct interp *in, const struct args *args, struct value *out)
{
    const struct class *c = (const struct class *)args->at[0].o;
    struct list *l = list_new(in, c->mro_count);
    for (int k = 0; l != NULL && k < c->mro_count; k++) {
        if (!list_append(in, l, value_object(c->mro[k]))) {
            return false;
        }
    }
    return value_made(out, l);
}

/* type.__subclasses__(cls): the classes made of it that there are, the oldest first. */
static bool subclasses(struct interp *in, const struct args *args, struct value *out)
{
    const struct class *c = (const struct class *)args->at[0].o;
    struct list *l = list_new(in, 0);
    struct value method;
    for (struct object *o = in->heap.objects; l != NULL && o != NULL; o = o->next) {
        const struct class *kind = class_is(in, value_object(o)) ? (struct class *)o : NULL;
        for (int k = 0; kind != NULL && k < kind->base_count; k++) {
            if (kind->bases[k] == c && !list_append(in, l, value_object(o))) {
                return false;
            }
        }
    }
    return value_made(out, l) && value_call_method(in, *out, "reverse", 0, NULL, &method);
}

/* list.__class_getitem__(int) is list[int] */
NATIVE_IS(class_get_item, arguments_count(in, args, "__class_getitem__", 2, 2) &&
                              alias_new(in, args->at[0], args->at[1], out))

/* function.__get__(object, class): the bound method */
static bool bind(struct interp *in, const struct args *args, struct value *out)
{
    *out = args->at[1].type == VALUE_NONE ? args->at[0]
                                          : value_object(method_new(in, args->at[0], args->at[1]));
    return out->type == VALUE_OBJECT;
}

/* A method of the class. */
static bool of_class(struct interp *in, struct class *class, const char *name, native_fn *fn)
{
    struct str *key = str_intern(in, name);
    struct wrapper *w = object_new(in, in->types.class_method);
    return key != NULL && w != NULL && interp_method(in, class, name, fn, NULL) &&
           dict_get_str(class->dict, key, &w->function) &&
           dict_set_str(in, class->dict, key, value_object(w));
}

bool object_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"__init__", init, NULL, NULL},
        {"__new__", new, NULL, NULL},
        {"__getattribute__", get_attribute, NULL, "11"},
        {"__setattr__", set_attribute, NULL, "22"},
        {"__delattr__", delete_attribute, NULL, "11"},
        {"__repr__", repr, NULL, "00"},
        {"__str__", repr, NULL, "00"},
        {"__eq__", compare, NULL, "11"},
        {"__ne__", compare, NULL, "11"},
        {"__lt__", no_order, NULL, "11"},
        {"__le__", no_order, NULL, "11"},
        {"__gt__", no_order, NULL, "11"},
        {"__ge__", no_order, NULL, "11"},
        {"__hash__", hash, NULL, "00"},
        {"__format__", format, NULL, "11"},
        {"__dir__", builtins_dir, NULL, "00"},
    };
    static const struct native_row of_function[] = {{"__get__", bind, NULL, "12"}};
    static const struct native_row of_type[] = {{"mro", mro, NULL, "00"},
                                                {"__subclasses__", subclasses, NULL, "00"}};
    struct class *object = in->types.object;
    struct class *const subscripted[] = {in->types.list, in->types.tuple, in->types.dict,
                                         in->types.set, in->types.frozenset};
    struct class *const callables[] = {in->types.function, in->types.native, in->types.method,
                                       in->types.slice, in->types.not_implemented};
    bool ok = of_class(in, object, "__init_subclass__", nothing);
    for (size_t k = 0; ok && k < sizeof subscripted / sizeof *subscripted; k++) {
        ok = of_class(in, subscripted[k], "__class_getitem__", class_get_item);
    }
    for (size_t k = 0; ok && k < sizeof callables / sizeof *callables; k++) {
        ok = native_dunders(in, callables[k]);
    }
    return ok && native_methods(in, object, rows, NATIVE_COUNT(rows)) &&
           native_methods(in, in->types.function, of_function, 1) &&
           native_methods(in, in->types.type, of_type, NATIVE_COUNT(of_type));
}
