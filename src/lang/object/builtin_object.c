/* Holds the built-in functions that look at objects: isinstance, issubclass, callable, hasattr,
 * getattr, setattr, delattr, dir, vars, globals, locals. */
#include "lang/object/lacking.h"
#include "lang/object/value_method.h"
#include "lang/run/label.h"
#include "lang/run/native.h"

/* --- kinds --- */

/* What is asked: isinstance(*v, ...) where v is given, else issubclass(class, ...). */
struct question {
    struct class *class;
    const struct value *v;
};

static const char *function_of(const struct question *q)
{
    return q->v != NULL ? "isinstance" : "issubclass";
}

/* The answer of a class method that code defined under this name. *out stays as it is where there
 * is none, and where it says NotImplemented: then *asked is false. */
static bool ask_hook(struct interp *in, const struct question *q, struct value of, const char *hook,
                     bool *asked, bool *out)
{
    struct str *name = str_intern(in, hook);
    struct value method, answer;
    const struct value told[2] = {value_object(q->class), q->v != NULL ? *q->v : value_none()};
    const struct args args = {.at = told, .count = q->v != NULL ? 2 : 1};
    *asked = name != NULL && class_lookup_python((const struct class *)of.o, name, &method);
    if (!*asked) {
        return name != NULL;
    }
    if (!value_get_attribute(in, of, name, &method) || !value_call(in, method, &args, &answer)) {
        return false;
    }
    *asked = given(answer);
    return !*asked || value_truth(in, answer, out);
}

/* A protocol of typing decides by itself (_decides_), of an object or of a class. Of an abstract
 * class __subclasshook__ decides what does not inherit from it. */
static bool hooked(struct interp *in, const struct question *q, struct value of, bool *out)
{
    const struct class *wanted = (const struct class *)of.o;
    const struct question kind = {.class = q->class};
    bool asked;
    *out = class_is_subclass(q->class, wanted);
    if (!wanted->has_python_methods || (q->v != NULL && q->class == wanted)) {
        return true;
    }
    return ask_hook(in, q, of, "_decides_", &asked, out) &&
           (asked || *out || ask_hook(in, &kind, of, "__subclasshook__", &asked, out));
}

/* A form such as typing.List answers by itself; *asked is false when it does not. */
static bool form_matches(struct interp *in, struct class *class, struct value of, bool *asked,
                         bool *out)
{
    struct str *name = str_intern(in, "__subclasscheck__");
    struct value check, answer, kind = value_object(class);
    *asked =
        name != NULL && of.type == VALUE_OBJECT && class_lookup_python(of.o->class, name, &check);
    return name != NULL && (!*asked || (value_call_method(in, of, name->text, 1, &kind, &answer) &&
                                        value_truth(in, answer, out)));
}

static bool matches(struct interp *in, const struct question *q, struct value of, bool *out)
{
    const char *function = function_of(q);
    bool asked;
    if (class_is(in, of)) {
        return hooked(in, q, of, out);
    }
    *out = false;
    if (tuple_is(of)) {
        const struct list *l = list_at(of);
        if (!interp_enter(in, "in __instancecheck__")) {
            return false;
        }
        bool ok = true;
        for (int64_t k = 0; k < l->count && ok && !*out; k++) {
            ok = matches(in, q, l->at[k], out);
        }
        interp_leave(in);
        return ok;
    }
    if (of.type == VALUE_NONE) { /* part of a union such as int | None */
        *out = q->class == in->types.none;
        return true;
    }
    if (!form_matches(in, q->class, of, &asked, out)) {
        return false;
    }
    if (asked) {
        return true;
    }
    if (of.type == VALUE_OBJECT && of.o->class == in->types.alias) {
        return raise_type_error(in, "%s() argument 2 cannot be a parameterized generic", function);
    }
    /* A union carries the classes it stands for. */
    struct value classes;
    bool found;
    if (!value_find(in, of, "__args__", &classes, &found)) {
        return false;
    }
    if (found && tuple_is(classes)) {
        return matches(in, q, classes, out);
    }
    return raise_type_error(in, "%s() arg 2 must be a %s, a tuple of %s, or a union", function,
                            q->v != NULL ? "type" : "class", q->v != NULL ? "types" : "classes");
}

/* Whether a class, or one in a tuple, says itself that v is of it. */
static bool claimed(struct interp *in, struct value v, struct value of)
{
    bool yes = false;
    if (tuple_is(of)) {
        const struct list *l = list_at(of);
        for (int64_t k = 0; k < l->count && !yes; k++) {
            yes = claimed(in, v, l->at[k]);
        }
        return yes;
    }
    const struct class *class = class_is(in, of) ? (const struct class *)of.o : NULL;
    return class != NULL && class->slots != NULL && class->slots->has_instance != NULL &&
           class->slots->has_instance(in, class, v);
}

/* A class, a tuple of them, a union, a form of typing. */
static bool object_isinstance(struct interp *in, struct value v, struct value of, bool *out)
{
    const struct question q = {.class = value_class(in, v), .v = &v};
    if (!matches(in, &q, of, out)) {
        return false;
    }
    *out = *out || claimed(in, v, of);
    return true;
}

static bool isinstance(struct interp *in, const struct args *args, struct value *out)
{
    bool result;
    if (args->at[1].type == VALUE_NONE) {
        return raise_type_error(in,
                                "isinstance() arg 2 must be a type, a tuple of types, or a union");
    }
    return object_isinstance(in, args->at[0], args->at[1], &result) &&
           value_give(out, value_bool(result));
}

static bool issubclass(struct interp *in, const struct args *args, struct value *out)
{
    bool result;
    if (!class_is(in, args->at[0])) {
        return raise_type_error(in, "issubclass() arg 1 must be a class");
    }
    const struct question q = {.class = (struct class *)args->at[0].o};
    return matches(in, &q, args->at[1], &result) && value_give(out, value_bool(result));
}

static bool callable(struct interp *in, const struct args *args, struct value *out)
{
    struct value unused;
    struct value v = args->at[0];
    struct str *name = str_intern(in, "__call__");
    bool yes = v.type == VALUE_OBJECT && name != NULL &&
               ((v.o->class->slots != NULL && v.o->class->slots->call != NULL) ||
                class_lookup(v.o->class, name, &unused));
    *out = value_bool(yes);
    return name != NULL;
}

/* --- attributes --- */

/* A module of the prelude may offer what is newer than the version it stands for: `_newer`, a tuple
 * of names. Code that asks whether it is there wants to know the version, and takes its older path.
 */
static bool is_newer(struct interp *in, struct value object, const struct str *name)
{
    struct value names;
    if (object.type != VALUE_OBJECT || object.o->class != in->types.module) {
        return false;
    }
    const struct str *key = str_intern(in, "_newer");
    if (key == NULL || !dict_get_str(((struct module *)object.o)->dict, key, &names) ||
        !tuple_is(names)) {
        return false;
    }
    const struct list *l = (const struct list *)names.o;
    for (int64_t k = 0; k < l->count; k++) {
        if (str_is(l->at[k]) && strcmp(str_text(l->at[k]), name->text) == 0) {
            return true;
        }
    }
    return false;
}

/* For code that asks whether it is there: no sentence is made about what is not. */
static bool find_attribute(struct interp *in, struct value object, struct str *name,
                           struct value *out, bool *found)
{
    *found = false;
    if (is_newer(in, object, name) || value_find_attribute(in, object, name, out, found)) {
        return true;
    }
    if (!raise_is(in, EXCEPTION_AttributeError)) { /* of a property */
        return false;
    }
    raise_catch(in);
    *found = false;
    return true;
}

static bool hasattr(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    struct value unused;
    bool found;
    if (!attribute_name(in, args->at[1], &name)) {
        return false;
    }
    if (!find_attribute(in, args->at[0], name, &unused, &found)) {
        return false;
    }
    *out = value_bool(found || lacking_builtin(in, args->at[0], name->text) != NULL);
    return out->b || lacking_allows(in, args->at[0], name->text);
}

static bool getattr(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    if (!attribute_name(in, args->at[1], &name)) {
        return false;
    }
    if (args->count == 2) {
        return value_get_attribute(in, args->at[0], name, out);
    }
    bool found;
    if (!find_attribute(in, args->at[0], name, out, &found)) {
        return false;
    }
    *out = found ? *out : args->at[2];
    return found || lacking_allows(in, args->at[0], name->text);
}

static bool setattr(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    return attribute_name(in, args->at[1], &name) &&
           value_set_attribute(in, args->at[0], name, args->at[2]) &&
           label_filed(in, name, args->at[2]);
}

static bool delattr(struct interp *in, const struct args *args, struct value *out)
{
    struct str *name;
    return attribute_name(in, args->at[1], &name) && value_delete_attribute(in, args->at[0], name);
}

/* --- namespaces --- */

NATIVE_IS(globals, value_give(out, value_object(in->frame->module->dict)))

static bool locals(struct interp *in, const struct args *args, struct value *out)
{
    const struct frame *f = in->frame;
    if (f->scope == NULL || f->scope->is_class) {
        return value_give(out, value_object(f->scope != NULL ? f->scope->names : f->module->dict));
    }
    struct dict *copy = dict_new(in); /* a function's names are not to be set this way */
    return value_made(out, copy) && scope_names_into(in, f->scope, copy);
}

static bool vars(struct interp *in, const struct args *args, struct value *out)
{
    bool found;
    if (args->count == 0) {
        return locals(in, args, out);
    }
    return value_find(in, args->at[0], "__dict__", out, &found) &&
           (found || raise_type_error(in, "vars() argument must have __dict__ attribute"));
}

static bool add_names(struct interp *in, struct set *names, const struct dict *d)
{
    struct value key, unused;
    for (int64_t at = 0; d != NULL && dict_next(d, &at, &key, &unused);) {
        if (str_is(key) && !set_add(in, names, key)) {
            return false;
        }
    }
    return true;
}

/* The attributes that a built-in kind computes (its slot `get`), for dir(). */
static const struct {
    size_t class; /* in in->types */
    const char *names;
} computed[] = {
#define CLASS(member) offsetof(struct builtin_classes, member)
    {CLASS(object), "__class__ __doc__"},
    {CLASS(integer), "real imag numerator denominator"},
    {CLASS(floating), "real imag"},
    {CLASS(complex), "real imag"},
    {CLASS(range), "start stop step"},
    {CLASS(slice), "start stop step"},
    {CLASS(function), "__annotations__ __closure__ __code__ __defaults__ __dict__ __globals__ "
                      "__kwdefaults__ __module__ __name__ __qualname__"},
    {CLASS(native), "__module__ __name__ __qualname__"},
    {CLASS(method), "__func__ __self__"},
    {CLASS(property), "fget fset fdel"},
#undef CLASS
};

static bool add_words(struct interp *in, struct set *names, const char *words)
{
    for (const char *p = words; *p != '\0'; p += *p == ' ') {
        size_t len = strcspn(p, " ");
        struct value name;
        if (!str_value(in, p, len, &name) || !set_add(in, names, name)) {
            return false;
        }
        p += len;
    }
    return true;
}

static bool add_computed(struct interp *in, struct set *names, const struct class *c)
{
    bool ok = true;
    for (size_t k = 0; ok && k < sizeof computed / sizeof *computed; k++) {
        const struct class *of;
        memcpy(&of, (const char *)&in->types + computed[k].class, sizeof of);
        ok = of != c || add_words(in, names, computed[k].names);
    }
    return ok && (c != in->classes[EXCEPTION_BaseException] ||
                  add_words(in, names,
                            "__cause__ __context__ __dict__ __suppress_context__ "
                            "__traceback__"));
}

/* What a class has, and its bases; `object`: one of its objects is asked. */
static bool add_class(struct interp *in, struct set *names, const struct class *c, bool object)
{
    bool ok = true, own = false, unused;
    for (int k = 0; ok && k < c->mro_count; k++) {
        own = own || !c->mro[k]->native;
        ok = add_names(in, names, c->mro[k]->dict) &&
             (!(object || c->mro[k] == in->types.object) || add_computed(in, names, c->mro[k]));
    }
    struct value hidden = value_object(str_intern(in, "__qualname__")),
                 dict = value_object(str_intern(in, "__dict__"));
    return ok && (!own || (hidden.type == VALUE_OBJECT && dict.type == VALUE_OBJECT &&
                           set_discard(in, names, hidden, &unused) &&
                           (c->slotted || set_add(in, names, dict))));
}

bool builtins_dir(struct interp *in, const struct args *args, struct value *out)
{
    struct set *names = set_new(in, in->types.set);
    bool ok = names != NULL;
    if (args->count == 0) {
        const struct scope *s = in->frame->scope;
        struct dict *own = s != NULL ? dict_new(in) : in->frame->module->dict;
        ok = ok && own != NULL && (s == NULL || scope_names_into(in, s, own)) &&
             add_names(in, names, own);
    } else if (args->at[0].type == VALUE_OBJECT && args->at[0].o->class == in->types.module) {
        ok = ok && add_names(in, names, ((struct module *)args->at[0].o)->dict);
    } else {
        struct value v = args->at[0];
        const struct class *c = class_is(in, v) ? (struct class *)v.o : value_class(in, v);
        ok = ok && (v.type != VALUE_OBJECT || add_names(in, names, v.o->attributes));
        ok = ok && add_class(in, names, c, !class_is(in, v));
    }
    struct list *l = ok ? list_of(in, value_object(names)) : NULL;
    return value_made(out, l) && list_sort(in, l, value_none(), false);
}

bool builtins_object_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"isinstance", isinstance, NULL, "22"}, {"issubclass", issubclass, NULL, "22"},
        {"callable", callable, NULL, "11"},     {"hasattr", hasattr, NULL, "22"},
        {"getattr", getattr, NULL, "23"},       {"setattr", setattr, NULL, "33"},
        {"delattr", delattr, NULL, "22"},       {"globals", globals, NULL, "00"},
        {"locals", locals, NULL, "01"},         {"vars", vars, NULL, "01"},
        {"dir", builtins_dir, NULL, "01"},
    };
    return native_functions(in, in->builtins, "builtins", rows, NATIVE_COUNT(rows));
}
