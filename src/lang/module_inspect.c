/* The inspect module: signatures as objects and as text, and a few questions about kinds. */
#include "lang/coroutine.h"
#include "lang/native.h"

#include <string.h>

struct signature {
    struct object object;
    struct value text;       /* "(x, y=1)" */
    struct value parameters; /* dict: name to an object with name, default, annotation */
};

static void signature_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct signature *)self)->text);
    heap_mark(in, ((struct signature *)self)->parameters);
}

static bool signature_str(struct interp *in, struct value self, struct buf *out)
{
    (void)in;
    buf_puts(out, str_text(((struct signature *)self.o)->text));
    return true;
}

static bool signature_repr(struct interp *in, struct value self, struct buf *out)
{
    (void)in;
    buf_printf(out, "<Signature %s>", str_text(((struct signature *)self.o)->text));
    return true;
}

static bool signature_get(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found)
{
    (void)in;
    *found = strcmp(name->text, "parameters") == 0;
    if (*found) {
        *out = ((struct signature *)self.o)->parameters;
    }
    return true;
}

static const struct slots signature_slots = {.size = sizeof(struct signature),
                                             .mark = signature_mark,
                                             .repr = signature_repr,
                                             .str = signature_str,
                                             .get = signature_get};

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

/* The prelude's class that stands for no default and no annotation. */
static struct object *empty_class(struct interp *in)
{
    const struct module *m = interp_import(in, "inspect");
    struct str *name = str_intern(in, "_empty");
    struct value v = value_none();
    if (m == NULL || name == NULL) {
        return NULL;
    }
    bool found = dict_get_str(m->dict, name, &v) && v.type == VALUE_OBJECT;
    return found ? v.o : (struct object *)in->types.object; /* the code took it away */
}

static bool parameters_of(struct interp *in, const struct function *f, bool bound,
                          struct dict *into)
{
    struct object *empty = empty_class(in);
    static const struct slots slots = {.size = sizeof(struct object), .has_attributes = true};
    struct class *c = interp_class(in, "Parameter", "inspect", NULL, &slots);
    for (int k = bound ? 1 : 0; k < f->node->parameter_count; k++) {
        struct object *o = c != NULL && empty != NULL ? object_new(in, c) : NULL;
        struct str *name = str_intern(in, f->node->parameters[k].name);
        struct value annotation = value_object(empty);
        if (o == NULL || name == NULL || (o->attributes = dict_new(in)) == NULL) {
            return false;
        }
        annotation_of(in, f, name->text, &annotation);
        bool has = f->defaults[k].type != VALUE_NOT_IMPLEMENTED;
        if (!interp_set(in, o->attributes, "name", value_object(name)) ||
            !interp_set(in, o->attributes, "default", has ? f->defaults[k] : value_object(empty)) ||
            !interp_set(in, o->attributes, "annotation", annotation) ||
            !interp_set(in, o->attributes, "empty", value_object(empty)) ||
            !dict_set_str(in, into, name, value_object(o))) {
            return false;
        }
    }
    return true;
}

/* The function behind a class, a method or an object that can be called. */
static const struct function *callable_function(struct interp *in, struct value v, bool *bound)
{
    struct value found;
    *bound = false;
    if (class_is(in, v)) {
        struct str *init = str_intern(in, "__init__");
        *bound = true;
        if (init == NULL || !class_lookup_python((struct class *)v.o, init, &found)) {
            return NULL;
        }
        v = found;
    } else if (v.type == VALUE_OBJECT && v.o->class == in->types.method) {
        *bound = true;
        v = ((struct method *)v.o)->function;
    }
    return v.type == VALUE_OBJECT && v.o->class == in->types.function ? (const struct function *)v.o
                                                                      : NULL;
}

static bool signature(struct interp *in, const struct args *args, struct value *out)
{
    bool bound;
    struct buf text = {0};
    if (!arguments_count(in, args, "signature", 1, 1)) {
        return false;
    }
    const struct function *f = callable_function(in, args->at[0], &bound);
    if (f == NULL) {
        return raise_unsupported(in, "inspect.signature() of a %s is not supported",
                                 value_type_name(args->at[0]));
    }
    struct class *c = interp_class(in, "Signature", "inspect", NULL, &signature_slots);
    struct signature *s = c != NULL ? object_new(in, c) : NULL;
    struct dict *parameters = dict_new(in);
    if (s == NULL || parameters == NULL || !parameters_of(in, f, bound, parameters) ||
        !signature_text(in, f, bound, &text)) {
        buf_free(&text);
        return false;
    }
    s->parameters = value_object(parameters);
    *out = value_object(s);
    return str_take(in, &text, &s->text);
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
    *out = value_bool(v.type == VALUE_OBJECT && v.o->class == in->types.function &&
                      ((const struct function *)v.o)->node->generator);
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
        {"signature", signature, NULL},
        {"isclass", is_kind, NULL},
        {"isfunction", is_kind, NULL},
        {"ismethod", is_kind, NULL},
        {"ismodule", is_kind, NULL},
        {"isgenerator", is_generator, NULL},
        {"isgeneratorfunction", is_generator_function, NULL},
        {"getsource", refuse, NULL},
        {"currentframe", refuse, NULL},
        {"getmembers", refuse, NULL},
        {"getfullargspec", refuse, NULL},
        {"getargvalues", refuse, NULL},
    };
    return native_functions(in, d, "inspect", rows, NATIVE_COUNT(rows));
}
