/* Small modules: types, string, gc, logging, and builtins itself. inspect is module_inspect.c. */
#include "lang/run/native.h"

#include <string.h>

/* --- types --- */

/* SimpleNamespace: attributes and nothing else. */
static bool namespace_create(struct interp *in, struct class *class, const struct args *args,
                             struct value *out)
{
    if (args->count > 0) {
        return raise_type_error(in, "no positional arguments expected");
    }
    struct object *o = object_new(in, class);
    *out = value_object(o);
    if (o == NULL || (o->attributes = dict_new(in)) == NULL) {
        return false;
    }
    for (int k = 0; k < args->keyword_count; k++) {
        if (!dict_set_str(in, o->attributes, args->names[k], args->values[k])) {
            return false;
        }
    }
    return true;
}

static bool namespace_repr(struct interp *in, struct value self, struct buf *out)
{
    struct nesting level;
    struct value key, v;
    bool ok = true, first = true;
    const char *name = self.o->class->name->text;
    if (strcmp(name, "SimpleNamespace") == 0) {
        name = "namespace";
    }
    if (!nesting_enter(in, &level, self.o)) {
        buf_printf(out, "%s(...)", name);
        return true;
    }
    buf_printf(out, "%s(", name);
    const struct dict *d = self.o->attributes;
    for (int64_t at = 0; d != NULL && ok && dict_next(d, &at, &key, &v); first = false) {
        buf_printf(out, "%s%s=", first ? "" : ", ", str_text(key));
        ok = value_repr(in, v, out);
    }
    buf_putc(out, ')');
    nesting_leave(in, &level);
    return ok;
}

static bool namespace_compare(struct interp *in, enum operator_ op, struct value left,
                              struct value right, bool self_is_right, struct value *out,
                              bool *handled)
{
    (void)self_is_right;
    *handled = (op == OP_EQ || op == OP_NE) && left.type == VALUE_OBJECT &&
               right.type == VALUE_OBJECT && left.o->class->slots == right.o->class->slots &&
               left.o->attributes != NULL && right.o->attributes != NULL;
    return !*handled || value_compare(in, op, value_object(left.o->attributes),
                                      value_object(right.o->attributes), out);
}

static bool fill_types(struct interp *in, struct dict *d)
{
    static const struct slots slots = {.size = sizeof(struct object),
                                       .has_attributes = true,
                                       .create = namespace_create,
                                       .repr = namespace_repr,
                                       .compare = namespace_compare};
    const struct builtin_classes *t = &in->types;
    const struct {
        const char *name;
        struct class *class;
    } rows[] = {
        {"SimpleNamespace", interp_class(in, "SimpleNamespace", "types", NULL, &slots)},
        {"FunctionType", t->function},
        {"LambdaType", t->function},
        {"MethodType", t->method},
        {"BuiltinFunctionType", t->native},
        {"BuiltinMethodType", t->native},
        {"ModuleType", t->module},
        {"CodeType", t->function_code},
        {"CellType", t->cell},
        {"TracebackType", t->traceback},
        {"GenericAlias", t->alias},
        {"UnionType", t->type_union},
        {"NotImplementedType", t->not_implemented},
        {"NoneType", t->none},
        {"EllipsisType", t->ellipsis},
        {"GeneratorType", t->iterators[ITERATOR_GENERATOR]},
        {"CoroutineType", t->iterators[ITERATOR_COROUTINE]},
    };
    bool ok = rows[0].class != NULL;
    for (size_t k = 0; ok && k < NATIVE_COUNT(rows); k++) {
        ok = interp_set(in, d, rows[k].name, value_object(rows[k].class));
    }
    return ok;
}

/* --- string --- */

static bool fill_string(struct interp *in, struct dict *d)
{
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"
#define MARKS "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    static const struct {
        const char *name, *text;
    } rows[] = {
        {"ascii_lowercase", LOWER},
        {"ascii_uppercase", UPPER},
        {"ascii_letters", LOWER UPPER},
        {"digits", DIGITS},
        {"hexdigits", DIGITS "abcdefABCDEF"},
        {"octdigits", "01234567"},
        {"punctuation", MARKS},
        {"whitespace", " \t\n\r\v\f"},
        {"printable", DIGITS LOWER UPPER MARKS " \t\n\r\v\f"},
    };
    for (size_t k = 0; k < NATIVE_COUNT(rows); k++) {
        struct value v;
        if (!str_value(in, rows[k].text, strlen(rows[k].text), &v) ||
            !interp_set(in, d, rows[k].name, v)) {
            return false;
        }
    }
    return true;
}

/* --- gc --- */

static bool collect(struct interp *in, const struct args *args, struct value *out)
{
    (void)in;
    (void)args;
    *out = value_int(0);
    return true;
}

static bool nothing(struct interp *in, const struct args *args, struct value *out)
{
    (void)in;
    (void)args;
    *out = value_none();
    return true;
}

static bool fill_gc(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {
        {"collect", collect, NULL}, {"enable", nothing, NULL}, {"disable", nothing, NULL}};
    return native_functions(in, d, "gc", rows, NATIVE_COUNT(rows));
}

/* --- logging: where the code stands; the rest is in assets/prelude/logging.py --- */

/* (file, line) of the code outside the prelude */
static bool here(struct interp *in, const struct args *args, struct value *out)
{
    const struct span *span = interp_here(in, true);
    const char *file = span != NULL && span->source != NULL ? span->source->file : "";
    struct value name;
    return arguments_count(in, args, "_here", 0, 0) && str_value(in, file, strlen(file), &name) &&
           pair_new(in, name, value_int(span != NULL ? span->line : 0), out);
}

/* The exception that the code handles, or None. */
static bool handled(struct interp *in, const struct args *args, struct value *out)
{
    *out = raise_handled(in);
    return arguments_count(in, args, "_handled", 0, 0);
}

static bool fill_logging(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {{"_here", here, NULL}, {"_handled", handled, NULL}};
    return native_functions(in, d, "logging", rows, NATIVE_COUNT(rows));
}

static bool fill_builtins(struct interp *in, struct dict *d)
{
    return dict_copy_into(in, d, in->builtins);
}

bool module_tools(struct interp *in, struct module *module, bool *found)
{
    static const struct {
        const char *name;
        bool (*fill)(struct interp *in, struct dict *d);
    } modules[] = {{"types", fill_types},     {"string", fill_string},
                   {"gc", fill_gc},           {"inspect", module_inspect},
                   {"logging", fill_logging}, {"builtins", fill_builtins}};
    for (size_t k = 0; k < sizeof modules / sizeof modules[0]; k++) {
        if (strcmp(module->name->text, modules[k].name) == 0) {
            *found = true;
            return modules[k].fill(in, module->dict);
        }
    }
    return true;
}
