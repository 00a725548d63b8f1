/* Answers what code may ask about a function beyond its name: __code__, __closure__,
 * __kwdefaults__. */
#include "base/named.h"
#include "lang/run/library.h"
#include "lang/run/native.h"

static bool set(struct interp *in, struct object *o, const char *name, struct value v)
{
    if (o->attributes == NULL) {
        o->attributes = dict_new(in);
    }
    return o->attributes != NULL && v.type != VALUE_NONE && interp_set(in, o->attributes, name, v);
}

static bool add_name(struct interp *in, struct list *l, const char *name)
{
    struct str *s = str_intern(in, name);
    return s != NULL && list_append(in, l, value_object(s));
}

static struct value as_tuple(struct interp *in, const struct list *l)
{
    return value_object(tuple_new(in, l->count, l->at));
}

/* The value that a name has in the scopes around a function. */
static bool find_around(const struct function *f, const struct str *name, struct value *out)
{
    for (const struct scope *s = f->enclosing; s != NULL; s = s->parent) {
        if (!s->is_class && scope_get(s, name, out)) {
            return true;
        }
    }
    return false;
}

/* The names that come from around it, in the order of the alphabet. */
static struct list *free_names(struct interp *in, const struct function *f)
{
    const struct names *names = f->node->scope;
    struct list *l = list_new(in, 0);
    for (int k = 0; l != NULL && k < names->free_count; k++) {
        struct value unused;
        struct str *name = str_intern(in, names->free[k]);
        if (name == NULL ||
            (find_around(f, name, &unused) && !list_append(in, l, value_object(name)))) {
            return NULL;
        }
    }
    return l != NULL && list_sort(in, l, value_none(), false) ? l : NULL;
}

static bool closure(struct interp *in, const struct function *f, struct value *out)
{
    const struct list *names = free_names(in, f);
    struct list *cells = list_new(in, 0);
    *out = value_none();
    for (int64_t k = 0; names != NULL && cells != NULL && k < names->count; k++) {
        struct value v;
        struct object *cell = object_new(in, in->types.cell);
        if (cell == NULL || !find_around(f, str_of(names->at[k]), &v) ||
            (v.type == VALUE_NONE ? (cell->attributes = dict_new(in)) == NULL ||
                                        !interp_set(in, cell->attributes, "cell_contents", v)
                                  : !set(in, cell, "cell_contents", v)) ||
            !list_append(in, cells, value_object(cell))) {
            return false;
        }
    }
    if (names == NULL || cells == NULL || cells->count == 0) {
        return names != NULL && cells != NULL;
    }
    *out = as_tuple(in, cells);
    return out->type == VALUE_OBJECT;
}

static bool is_cell(const struct names *names, const char *name)
{
    return named_at(names->cells, names->cell_count, sizeof *names->cells, name) >= 0;
}

static bool code(struct interp *in, const struct function *f, struct value *out)
{
    const struct node *n = f->node;
    struct list *names = list_new(in, 0);
    const struct list *around = free_names(in, f);
    struct object *o = object_new(in, in->types.function_code);
    int count[PARAMETER_KWARGS + 1] = {0};
    *out = value_object(o);
    if (names == NULL || around == NULL || o == NULL) {
        return false;
    }
    for (int late = 0; late < 2; late++) { /* *args and **kwargs stand behind the others */
        for (int k = 0; k < n->parameter_count; k++) {
            int kind = (int)n->parameters[k].kind;
            bool star = kind == PARAMETER_ARGS || kind == PARAMETER_KWARGS;
            if (star == late && !add_name(in, names, n->parameters[k].name)) {
                return false;
            }
            count[kind] += late == 0;
        }
    }
    for (int k = n->parameter_count; k < n->scope->local_count; k++) {
        if (!is_cell(n->scope, n->scope->local[k]) && !add_name(in, names, n->scope->local[k])) {
            return false;
        }
    }
    const char *name = n->kind == NODE_LAMBDA ? "<lambda>" : n->text;
    return set(in, o, "co_name", value_object(str_intern(in, name))) &&
           set(in, o, "co_qualname", value_object(str_intern(in, f->title))) &&
           set(in, o, "co_filename", value_object(str_intern(in, n->span.source->file))) &&
           set(in, o, "co_firstlineno", value_int(n->span.line)) &&
           set(in, o, "co_argcount",
               value_int(count[PARAMETER_NORMAL] + count[PARAMETER_POSITIONAL_ONLY])) &&
           set(in, o, "co_posonlyargcount", value_int(count[PARAMETER_POSITIONAL_ONLY])) &&
           set(in, o, "co_kwonlyargcount", value_int(count[PARAMETER_KEYWORD_ONLY])) &&
           set(in, o, "co_flags",
               value_int(3 + (count[PARAMETER_ARGS] > 0 ? 4 : 0) +
                         (count[PARAMETER_KWARGS] > 0 ? 8 : 0) +
                         (n->flag != 0   ? 128
                          : n->generator ? 32
                                         : 0))) &&
           set(in, o, "co_nlocals", value_int(names->count)) &&
           set(in, o, "co_varnames", as_tuple(in, names)) &&
           set(in, o, "co_freevars", as_tuple(in, around));
}

static bool keyword_defaults(struct interp *in, const struct function *f, struct value *out)
{
    struct dict *d = dict_new(in);
    *out = value_none();
    for (int k = 0; d != NULL && k < f->node->parameter_count; k++) {
        const struct parameter *p = &f->node->parameters[k];
        if (p->kind == PARAMETER_KEYWORD_ONLY && given(f->defaults[k]) &&
            !interp_set(in, d, p->name, f->defaults[k])) {
            return false;
        }
    }
    if (d != NULL && dict_count(d) > 0) {
        *out = value_object(d);
    }
    return d != NULL;
}

bool function_inside(struct interp *in, const struct function *f, const char *name,
                     struct value *out, bool *found)
{
    *found = true;
    if (strcmp(name, "__code__") == 0) {
        return library_read(in, f->node) && code(in, f, out);
    }
    if (strcmp(name, "__closure__") == 0) {
        return library_read(in, f->node) && closure(in, f, out);
    }
    if (strcmp(name, "__kwdefaults__") == 0) {
        return keyword_defaults(in, f, out);
    }
    if (strcmp(name, "__globals__") == 0) {
        return value_give(out, value_object(f->module->dict));
    }
    *found = false;
    return true;
}

bool function_inside_init(struct interp *in)
{
    static const struct slots slots = {.size = sizeof(struct object), .has_attributes = true};
    in->types.cell = interp_class(in, "cell", "builtins", NULL, &slots);
    in->types.function_code = interp_class(in, "code", "builtins", NULL, &slots);
    return in->types.cell != NULL && in->types.function_code != NULL;
}
