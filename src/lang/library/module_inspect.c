/* The inspect module: a signature as text, and a few questions about kinds. The rest of it is in
 * the prelude. */
#include "lang/run/coroutine.h"
#include "lang/run/library.h"
#include "lang/run/native.h"

#include <string.h>

static bool put_annotation(struct interp *in, struct value v, struct buf *out)
{
    if (!class_is(in, v)) {
        return value_repr(in, v, out);
    }
    const struct class *c = (const struct class *)v.o;
    if (c->module != NULL && strcmp(c->module, "builtins") != 0) {
        buf_printf(out, "%s.", c->module);
    }
    buf_puts(out, c->name->text);
    return true;
}

static bool annotation_of(struct interp *in, const struct function *f, const char *name,
                          struct value *out)
{
    struct str *key = str_intern(in, name);
    return key != NULL && f->annotations != NULL && dict_get_str(f->annotations, key, out);
}

/* One parameter as text; the marks / and * before and after it are the caller's. */
static bool put_parameter(struct interp *in, const struct function *f, int k, struct buf *out)
{
    const struct parameter *p = &f->node->parameters[k];
    struct value annotation;
    bool annotated = annotation_of(in, f, p->name, &annotation), ok = true;
    buf_puts(out, p->kind == PARAMETER_ARGS ? "*" : p->kind == PARAMETER_KWARGS ? "**" : "");
    buf_puts(out, p->name);
    if (annotated) {
        buf_puts(out, ": ");
        ok = put_annotation(in, annotation, out);
    }
    if (ok && f->defaults[k].type != VALUE_NOT_IMPLEMENTED) {
        buf_puts(out, annotated ? " = " : "=");
        ok = value_repr(in, f->defaults[k], out);
    }
    return ok;
}

bool signature_text(struct interp *in, const struct function *f, bool bound, struct buf *out)
{
    const struct node *n = f->node;
    bool ok = true, starred = false, first = true;
    struct value returns;
    buf_putc(out, '(');
    for (int k = bound ? 1 : 0; ok && k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->kind == PARAMETER_KEYWORD_ONLY && !starred) {
            buf_puts(out, first ? "*" : ", *");
            starred = true;
            first = false;
        }
        starred |= p->kind == PARAMETER_ARGS;
        buf_puts(out, first ? "" : ", ");
        first = false;
        ok = put_parameter(in, f, k, out);
        bool last_only =
            p->kind == PARAMETER_POSITIONAL_ONLY &&
            (k + 1 == n->parameter_count || n->parameters[k + 1].kind != PARAMETER_POSITIONAL_ONLY);
        buf_puts(out, last_only ? ", /" : "");
    }
    buf_putc(out, ')');
    if (ok && annotation_of(in, f, "return", &returns)) {
        buf_puts(out, " -> ");
        ok = put_annotation(in, returns, out);
    }
    return ok;
}

static bool is_kind(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name; /* isclass, isfunction, ismethod, ismodule */
    if (!arguments_count(in, args, name, 1, 1)) {
        return false;
    }
    struct class *c = value_class(in, args->at[0]);
    *out = value_bool(c == (strcmp(name, "isclass") == 0      ? in->types.type
                            : strcmp(name, "isfunction") == 0 ? in->types.function
                            : strcmp(name, "ismethod") == 0   ? in->types.method
                                                              : in->types.module));
    return true;
}

static bool is_generator(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, in->calling->name, 1, 1)) {
        return false;
    }
    *out = value_bool(coroutine_is(in, args->at[0]));
    return true;
}

static bool is_generator_function(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, in->calling->name, 1, 1)) {
        return false;
    }
    struct value v = args->at[0];
    if (v.type == VALUE_OBJECT && v.o->class == in->types.method) {
        v = ((struct method *)v.o)->function;
    }
    const struct function *f = v.type == VALUE_OBJECT && v.o->class == in->types.function
                                   ? (const struct function *)v.o
                                   : NULL;
    if (f != NULL && !library_read(in, f->node)) {
        return false;
    }
    *out = value_bool(f != NULL && f->node->generator && f->node->flag == 0);
    return true;
}

static bool refuse(struct interp *in, const struct args *args, struct value *out)
{
    (void)args;
    (void)out;
    return raise_unsupported(in, "inspect.%s() is not supported", in->calling->name);
}

bool module_inspect(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {
        {"isclass", is_kind, NULL},          {"isfunction", is_kind, NULL},
        {"ismethod", is_kind, NULL},         {"ismodule", is_kind, NULL},
        {"isgenerator", is_generator, NULL}, {"isgeneratorfunction", is_generator_function, NULL},
        {"currentframe", refuse, NULL},      {"getfullargspec", refuse, NULL},
        {"getargvalues", refuse, NULL},
    };
    return native_functions(in, d, "inspect", rows, NATIVE_COUNT(rows));
}
