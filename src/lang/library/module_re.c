/* The module re: compile with its memory of patterns, escape, and the functions that compile and
 * call a method of the pattern. Flags and re.error are in assets/prelude/re.py. */
#include "lang/library/re.h"

#include <string.h>

#define REMEMBERED 256 /* patterns */

struct class *module_re_class(struct interp *in, const char *name)
{
    struct module *m = interp_import(in, "re");
    struct str *key = m != NULL ? str_intern(in, name) : NULL;
    struct value class;
    if (key == NULL) {
        return NULL;
    }
    if (!dict_get_str(m->dict, key, &class) || class.type != VALUE_OBJECT ||
        class.o->class != in->types.type) {
        raise_exception(in, EXCEPTION_AttributeError, "module 're' has no attribute '%s'", name);
        return NULL;
    }
    return (struct class *)class.o;
}

bool module_re_error(struct interp *in, const char *text, const struct str *pattern,
                     int64_t position)
{
    struct class *class = module_re_class(in, "error");
    struct value made, at[3] = {value_none(), value_object((void *)pattern), value_none()};
    const struct args args = {.at = at, .count = 3};
    if (position >= 0) {
        at[2] = value_int(position);
    }
    return class != NULL && str_value(in, text, strlen(text), &at[0]) &&
           class_call(in, class, &args, &made) && raise_value(in, made);
}

/* The patterns made so far, by flags and text. */
static struct dict *memory_of(struct interp *in)
{
    struct module *m = interp_import(in, "re");
    struct str *key = m != NULL ? str_intern(in, "_cache") : NULL;
    struct value known;
    if (key == NULL) {
        return NULL;
    }
    if (dict_get_str(m->dict, key, &known) && dict_is(known)) {
        return dict_of(known);
    }
    struct dict *d = dict_new(in);
    return d != NULL && dict_set_str(in, m->dict, key, value_object(d)) ? d : NULL;
}

static struct re_pattern *pattern_new(struct interp *in, struct str *text, unsigned flags)
{
    struct class *class = module_re_class(in, "Pattern");
    struct re_pattern *p = class != NULL ? object_new(in, class) : NULL;
    struct regex_error err;
    if (p == NULL) {
        return NULL;
    }
    p->text = text;
    if (regex_compile(&p->regex, text->text, text->len, flags, in->memory, &err)) {
        return p;
    }
    switch (err.problem) {
    case REGEX_WRONG:
        module_re_error(in, err.text, text, err.position);
        break;
    case REGEX_UNSUPPORTED:
        raise_unsupported(in, "%s", err.text);
        break;
    default:
        raise_memory(in);
        break;
    }
    return NULL;
}

static struct re_pattern *compile_text(struct interp *in, struct str *text, int64_t flags)
{
    struct dict *memory = memory_of(in);
    struct buf b = {.budget = in->memory};
    struct value key, known;
    if (memory == NULL) {
        return NULL;
    }
    if ((flags & REGEX_LOCALE) != 0) {
        raise_exception(in, EXCEPTION_ValueError, "cannot use LOCALE flag with a str pattern");
        return NULL;
    }
    if ((flags & REGEX_ASCII) != 0 && (flags & REGEX_UNICODE) != 0) {
        raise_exception(in, EXCEPTION_ValueError, "ASCII and UNICODE flags are incompatible");
        return NULL;
    }
    buf_printf(&b, "%lld:", (long long)flags);
    buf_put(&b, text->text, text->len);
    if (!str_take(in, &b, &key)) {
        return NULL;
    }
    if (dict_get_str(memory, str_of(key), &known)) {
        return (struct re_pattern *)known.o;
    }
    struct re_pattern *p = pattern_new(in, text, (unsigned)flags);
    if (dict_count(memory) >= REMEMBERED) {
        dict_clear(in, memory);
    }
    return p != NULL && dict_set_str(in, memory, str_of(key), value_object(p)) ? p : NULL;
}

/* NULL: raised. pattern is a text or a compiled pattern. */
static struct re_pattern *compile(struct interp *in, struct value pattern, struct value flags)
{
    int64_t number = 0;
    struct class *class = module_re_class(in, "Pattern");
    if (class == NULL || (given(flags) && !value_to_int(in, flags, &number))) {
        return NULL;
    }
    if (pattern.type == VALUE_OBJECT && pattern.o->class == class) {
        if (number != 0) {
            raise_exception(in, EXCEPTION_ValueError,
                            "cannot process flags argument with a compiled pattern");
            return NULL;
        }
        return (struct re_pattern *)pattern.o;
    }
    if (!str_is(pattern)) {
        raise_exception(in, EXCEPTION_TypeError,
                        "first argument must be string or compiled pattern");
        return NULL;
    }
    return compile_text(in, str_of(pattern), number);
}

static bool re_compile(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    if (!arguments_take(in, args, "compile(pattern, flags=0)", at)) {
        return false;
    }
    struct re_pattern *p = compile(in, at[0], at[1]);
    *out = value_object(p);
    return p != NULL;
}

/* To add a function that is a method of the pattern: its row. */
static const struct re_function {
    const char *name, *pattern;
    int count; /* arguments but for pattern and flags, which stand first and last */
} functions[] = {
    {"match", "match(pattern, string, flags=0)", 1},
    {"fullmatch", "fullmatch(pattern, string, flags=0)", 1},
    {"search", "search(pattern, string, flags=0)", 1},
    {"findall", "findall(pattern, string, flags=0)", 1},
    {"finditer", "finditer(pattern, string, flags=0)", 1},
    {"split", "split(pattern, string, maxsplit=0, flags=0)", 2},
    {"sub", "sub(pattern, repl, string, count=0, flags=0)", 3},
    {"subn", "subn(pattern, repl, string, count=0, flags=0)", 3},
};

static bool call_method(struct interp *in, const struct args *args, struct value *out)
{
    const struct re_function *f = native_data(in);
    struct value at[5];
    if (!arguments_take(in, args, f->pattern, at)) {
        return false;
    }
    struct re_pattern *p = compile(in, at[0], at[f->count + 1]);
    int count = f->count;
    if (!given(at[count])) {
        count--; /* maxsplit or count was left out */
    }
    return p != NULL && value_call_method(in, value_object(p), f->name, count, at + 1, out);
}

static bool escape(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    struct buf b = {.budget = in->memory};
    if (!arguments_take(in, args, "escape(pattern)", &v)) {
        return false;
    }
    if (!str_is(v)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "decoding to str: need a bytes-like object, %s found",
                               value_type_name(v));
    }
    const struct str *s = str_of(v);
    for (size_t k = 0; k < s->len; k++) {
        if (s->text[k] != '\0' && strchr("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", s->text[k]) != NULL) {
            buf_putc(&b, '\\');
        }
        buf_putc(&b, s->text[k]);
    }
    return str_take(in, &b, out);
}

static bool purge(struct interp *in, const struct args *args, struct value *out)
{
    struct dict *memory = memory_of(in);
    *out = value_none();
    if (memory == NULL || !arguments_count(in, args, "purge", 0, 0)) {
        return false;
    }
    dict_clear(in, memory);
    return true;
}

bool module_re(struct interp *in, struct module *module, bool *found)
{
    struct dict *d = module->dict;
    *found = strcmp(module->name->text, "re") == 0;
    if (!*found) {
        return true;
    }
    bool ok = re_pattern_class(in, d) && re_match_class(in, d) &&
              interp_function(in, d, "compile", re_compile, NULL, "re") &&
              interp_function(in, d, "escape", escape, NULL, "re") &&
              interp_function(in, d, "purge", purge, NULL, "re");
    for (size_t k = 0; ok && k < NATIVE_COUNT(functions); k++) {
        ok = interp_function(in, d, functions[k].name, call_method, &functions[k], "re");
    }
    return ok;
}
