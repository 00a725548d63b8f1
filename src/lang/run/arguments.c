/* Takes arguments of functions written in C apart by a pattern in Python's notation, or only counts
 * them. The sentences are those of Python's own built-in functions. */
#include "lang/object/number_derived.h"
#include "lang/run/native.h"

#include <ctype.h>

#define MOST_PARAMETERS 24

struct argument_pattern {
    const char *text;
    char function[64];
    struct {
        char name[40];
        bool optional, keyword_only, positional_only;
    } parameter[MOST_PARAMETERS];
    int count, positional, required; /* required: among the positional ones */
};

static const char *skip_default(const char *at)
{
    int depth = 0;
    char quote = 0;
    for (; *at != '\0'; at++) {
        if (quote != 0) {
            quote = *at == quote ? 0 : quote;
        } else if (*at == '\'' || *at == '"') {
            quote = *at;
        } else if (*at == '(' || *at == '[') {
            depth++;
        } else if ((*at == ')' || *at == ']' || *at == ',') && depth == 0) {
            return at;
        } else if (*at == ')' || *at == ']') {
            depth--;
        }
    }
    return at;
}

static void copy_name(char *to, size_t size, const char *from, size_t len)
{
    len = len < size - 1 ? len : size - 1;
    memcpy(to, from, len);
    to[len] = '\0';
}

static void parse(const char *text, struct argument_pattern *p)
{
    const char *at = strchr(text, '(');
    bool keyword_only = false;
    memset(p, 0, sizeof *p);
    copy_name(p->function, sizeof p->function, text,
              at != NULL ? (size_t)(at - text) : strlen(text));
    for (at = at != NULL ? at + 1 : ""; *at != '\0' && *at != ')';) {
        if (*at == ' ' || *at == ',') {
            at++;
        } else if (*at == '*') {
            keyword_only = true;
            at++;
        } else if (*at == '/') {
            for (int k = 0; k < p->count; k++) {
                p->parameter[k].positional_only = true;
            }
            at++;
        } else {
            const char *from = at;
            while (isalnum((unsigned char)*at) || *at == '_') {
                at++;
            }
            if (at == from || p->count == MOST_PARAMETERS) {
                return;
            }
            int k = p->count++;
            copy_name(p->parameter[k].name, sizeof p->parameter[k].name, from, (size_t)(at - from));
            p->parameter[k].keyword_only = keyword_only;
            p->parameter[k].optional = *at == '=';
            p->positional += !keyword_only;
            p->required += !keyword_only && *at != '=';
            at = *at == '=' ? skip_default(at) : at;
        }
    }
}

/* Taken apart once, and kept; where another one is kept already, into `own`. NULL: raised. */
static const struct argument_pattern *pattern_of(struct interp *in, const char *text,
                                                 struct argument_pattern *own)
{
    struct argument_pattern **kept =
        &in->patterns[((uintptr_t)text >> 3 ^ (uintptr_t)text >> 9) % INTERP_PATTERNS];
    if (*kept == NULL) {
        struct argument_pattern *made = arena_alloc(&in->arena, sizeof *made);
        if (made == NULL) {
            raise_memory(in);
            return NULL;
        }
        parse(text, made);
        made->text = arena_copy(&in->arena, text, strlen(text));
        *kept = made->text != NULL ? made : NULL;
        return made;
    }
    if (strcmp((*kept)->text, text) == 0) {
        return *kept;
    }
    parse(text, own);
    return own;
}

static bool refuse_extra(struct interp *in, const struct argument_pattern *p, int count)
{
    if (p->positional == 0) {
        return raise_type_error(in, "%s() takes no positional arguments", p->function);
    }
    if (p->parameter[p->positional - 1].positional_only && p->required < p->positional) {
        return raise_type_error(in, "%s expected at most %d argument%s, got %d", p->function,
                                p->positional, p->positional == 1 ? "" : "s", count);
    }
    if (p->positional < p->count && p->required == p->positional) {
        return raise_type_error(in, "%s expected %d argument%s, got %d", p->function, p->positional,
                                p->positional == 1 ? "" : "s", count);
    }
    return raise_type_error(in, "%s() takes %s %d%s argument%s (%d given)", p->function,
                            p->required == p->positional ? "exactly" : "at most", p->positional,
                            p->positional < p->count ? " positional" : "",
                            p->positional == 1 ? "" : "s", count);
}

static bool take_keyword(struct interp *in, const struct argument_pattern *p,
                         const struct args *args, int at, struct value *out)
{
    const char *name = args->names[at]->text;
    for (int k = 0; k < p->count; k++) {
        if (strcmp(p->parameter[k].name, name) != 0 || p->parameter[k].positional_only) {
            continue;
        }
        if (given(out[k])) {
            return raise_type_error(in, "argument for %s() given by name ('%s') and position (%d)",
                                    p->function, name, k + 1);
        }
        out[k] = args->values[at];
        return true;
    }
    return raise_type_error(in, "'%s' is an invalid keyword argument for %s()", name, p->function);
}

bool arguments_take(struct interp *in, const struct args *args, const char *pattern,
                    struct value *out)
{
    struct argument_pattern own;
    const struct argument_pattern *p = pattern_of(in, pattern, &own);
    if (p == NULL) {
        return false;
    }
    for (int k = 0; k < p->count; k++) {
        out[k] = (struct value){.type = VALUE_NOT_IMPLEMENTED};
    }
    if (args->count > p->positional) {
        return refuse_extra(in, p, args->count);
    }
    for (int k = 0; k < args->count; k++) {
        out[k] = args->at[k];
    }
    for (int k = 0; k < args->keyword_count; k++) {
        if (!take_keyword(in, p, args, k, out)) {
            return false;
        }
    }
    for (int k = 0; k < p->count; k++) {
        if (given(out[k]) || p->parameter[k].optional) {
            continue;
        }
        if (p->parameter[k].positional_only) {
            return raise_type_error(in, "%s expected %s%d argument%s, got %d", p->function,
                                    p->required < p->positional ? "at least " : "", p->required,
                                    p->required == 1 ? "" : "s", args->count);
        }
        if (p->parameter[k].keyword_only) {
            return raise_type_error(in, "%s() missing required keyword argument '%s'", p->function,
                                    p->parameter[k].name);
        }
        return raise_type_error(in, "%s() missing required argument '%s' (pos %d)", p->function,
                                p->parameter[k].name, k + 1);
    }
    return true;
}

/* What the function is called in a sentence: "len", or "list.append" for a method; *self is 1 when
 * the first argument is not to be counted. */
static void full_name(struct interp *in, const char *name, struct buf *out, int *self)
{
    const struct native *n = in->calling;
    *self = n != NULL && n->of != NULL && strcmp(n->name, name) == 0;
    if (*self && n->owner != NULL) {
        buf_printf(out, "%s.", n->owner);
    }
    buf_puts(out, name);
}

bool arguments_count(struct interp *in, const struct args *args, const char *name, int least,
                     int most)
{
    int self;
    if (args->keyword_count == 0 && args->count >= least && args->count <= most) {
        return true;
    }
    scoped_buf full = {.budget = in->memory};
    full_name(in, name, &full, &self);
    int count = args->count - self, few = least - self, many = most - self;
    const char *text = buf_text(&full);
    if (count < 0) {
        raise_type_error(in, "unbound method %s() needs an argument", text);
    } else if (args->keyword_count > 0) {
        raise_type_error(in, "%s() takes no keyword arguments", text);
    } else if (many == 0) {
        raise_type_error(in, "%s() takes no arguments (%d given)", text, count);
    } else if (few == 1 && many == 1) {
        raise_type_error(in, "%s() takes exactly one argument (%d given)", text, count);
    } else {
        int limit = count < few ? few : many;
        const char *kind = few == many ? "" : count < few ? "at least " : "at most ";
        raise_type_error(in, "%s expected %s%d argument%s, got %d", name, kind, limit,
                         limit == 1 ? "" : "s", count);
    }
    return false;
}

bool arguments_method_of(struct interp *in, const struct args *args, const struct class *class,
                         int least, int most)
{
    const char *name = in->calling->name;
    if (!arguments_count(in, args, name, least + 1, most + 1)) {
        return false;
    }
    if (!value_isinstance(in, args->at[0], class)) {
        return raise_type_error(in,
                                "descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
                                name, class->name->text, value_type_name(args->at[0]));
    }
    return true;
}

struct args arguments_rest(const struct args *args)
{
    struct args rest = *args;
    if (rest.count > 0) {
        rest.at++;
        rest.count--;
    }
    return rest;
}

bool native_static(struct interp *in, struct class *class, const char *name, native_fn *fn)
{
    struct str *key = str_intern(in, name);
    struct wrapper *w = object_new(in, in->types.static_method);
    return key != NULL && w != NULL &&
           interp_function(in, class->dict, name, fn, NULL, class->name->text) &&
           dict_get_str(class->dict, key, &w->function) &&
           dict_set_str(in, class->dict, key, value_object(w));
}

bool native_is_index(struct interp *in, struct value v)
{
    struct value unused;
    if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
        return true;
    }
    if (v.type != VALUE_OBJECT) {
        return false;
    }
    const struct slots *slots = v.o->class->slots;
    if (slots != NULL && slots->index != NULL) {
        return number_plain(v).type != VALUE_FLOAT;
    }
    struct str *name = v.o->class->has_python_methods ? str_intern(in, "__index__") : NULL;
    return name != NULL && class_lookup_python(v.o->class, name, &unused);
}

bool nesting_enter(struct interp *in, struct nesting *level, const struct object *object)
{
    for (const struct nesting *n = in->nesting; n != NULL; n = n->outer) {
        if (n->object == object) {
            return false;
        }
    }
    level->object = object;
    level->outer = in->nesting;
    in->nesting = level;
    return true;
}

void nesting_leave(struct interp *in, const struct nesting *level)
{
    in->nesting = level->outer;
}
