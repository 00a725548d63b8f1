/* Small modules: types, string, gc, logging, and builtins itself. inspect is module_inspect.c. */
#include "lang/native.h"

#include <string.h>

/* --- types --- */

/* SimpleNamespace: attributes and nothing else. */
static bool namespace_create(struct interp *in, struct class *class, const struct args *args,
                             struct value *out)
{
    if (args->count > 0) {
        return raise(in, EXCEPTION_TypeError, "no positional arguments expected");
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
        {"NoneType", t->none},
        {"EllipsisType", t->ellipsis},
        {"GeneratorType", t->iterators[ITERATOR_GENERATOR]},
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

/* --- logging: what is a warning or worse goes to standard error --- */

struct logger {
    struct object object;
    struct value name;
    int64_t level;
};

static void logger_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct logger *)self)->name);
}

static bool logger_get(struct interp *in, struct value self, struct str *name, struct value *out,
                       bool *found)
{
    const struct logger *l = (const struct logger *)self.o;
    (void)in;
    *found = true;
    if (strcmp(name->text, "name") == 0) {
        *out = l->name;
    } else if (strcmp(name->text, "level") == 0) {
        *out = value_int(l->level);
    } else {
        *found = false;
    }
    return true;
}

static const struct level {
    const char *name;
    int64_t number;
} levels[] = {{"debug", 10}, {"info", 20},      {"warning", 30}, {"warn", 30},
              {"error", 40}, {"exception", 40}, {"critical", 50}};

/* logger.warning(message, *args), or logging.warning(...) where there is no logger in front. */
static bool emit(struct interp *in, const struct args *args, struct value *out)
{
    const struct level *level = native_data(in);
    bool method = in->calling->method;
    int first = method ? 1 : 0;
    int64_t least = method ? ((struct logger *)args->at[0].o)->level : 30;
    struct buf text = {0};
    *out = value_none();
    if (args->count <= first) {
        return raise(in, EXCEPTION_TypeError, "%s() missing 1 required positional argument: 'msg'",
                     level->name);
    }
    if (level->number < (least > 0 ? least : 30)) {
        return true;
    }
    bool ok;
    if (args->count == first + 1 || !str_is(args->at[first])) {
        ok = value_str(in, args->at[first], &text);
    } else {
        struct list *rest = tuple_new(in, args->count - first - 1, args->at + first + 1);
        ok = rest != NULL && format_percent(in, str_of(args->at[first]), value_object(rest), &text);
    }
    buf_putc(&text, '\n');
    if (ok && in->write != NULL) {
        in->write(in->write_self, buf_text(&text), text.len, true);
    }
    buf_free(&text);
    return ok;
}

static bool set_level(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_none();
    return arguments_count(in, args, "setLevel", 2, 2) &&
           value_to_int(in, args->at[1], &((struct logger *)args->at[0].o)->level);
}

static bool get_logger(struct interp *in, const struct args *args, struct value *out)
{
    struct str *key = str_intern(in, "Logger");
    struct module *m = interp_import(in, "logging");
    struct value class;
    if (!arguments_count(in, args, "getLogger", 0, 1) || key == NULL || m == NULL ||
        !dict_get_str(m->dict, key, &class) || !class_is(in, class)) {
        return false;
    }
    struct logger *l = object_new(in, (struct class *)class.o);
    *out = value_object(l);
    if (l == NULL) {
        return false;
    }
    l->name = args->count == 1 ? args->at[0] : value_object(str_intern(in, "root"));
    return true;
}

static bool fill_logging(struct interp *in, struct dict *d)
{
    static const struct slots slots = {.size = sizeof(struct logger),
                                       .has_attributes = true,
                                       .mark = logger_mark,
                                       .get = logger_get};
    static const struct {
        const char *name;
        int64_t number;
    } numbers[] = {{"DEBUG", 10}, {"INFO", 20}, {"WARNING", 30}, {"ERROR", 40}, {"CRITICAL", 50}};
    struct class *c = interp_class(in, "Logger", "logging", NULL, &slots);
    bool ok = c != NULL && interp_set(in, d, "Logger", value_object(c)) &&
              interp_method(in, c, "setLevel", set_level, NULL) &&
              interp_method(in, c, "addHandler", nothing, NULL) &&
              interp_function(in, d, "getLogger", get_logger, NULL, "logging") &&
              interp_function(in, d, "basicConfig", nothing, NULL, "logging") &&
              interp_function(in, d, "disable", nothing, NULL, "logging");
    for (size_t k = 0; ok && k < NATIVE_COUNT(levels); k++) {
        ok = interp_method(in, c, levels[k].name, emit, &levels[k]) &&
             interp_function(in, d, levels[k].name, emit, &levels[k], "logging");
    }
    for (size_t k = 0; ok && k < NATIVE_COUNT(numbers); k++) {
        ok = interp_set(in, d, numbers[k].name, value_int(numbers[k].number));
    }
    return ok;
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
