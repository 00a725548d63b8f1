/* Binds the arguments of a call to the parameters of a function, by Python's rules and in its
 * words. */
#include "lang/run/scope.h"

/* "'a'", "'a' and 'b'", "'a', 'b', and 'c'" */
static void list_names(struct buf *out, int count, const char *const *names)
{
    for (int k = 0; k < count; k++) {
        const char *before = k == 0 ? "" : k < count - 1 ? ", " : count == 2 ? " and " : ", and ";
        buf_printf(out, "%s'%s'", before, names[k]);
    }
}

/* What the function is called. One of the prelude that several classes share is told as that of the
 * nearest class of its module's, where `_told` of that class names it: ReLU.forward. */
static const char *called(struct interp *in, const struct function *f, const struct args *args)
{
    struct str *key = args->count > 0 ? str_intern(in, "_told") : NULL;
    struct value self = args->count > 0 ? args->at[0] : value_none(), told;
    const char *name = strrchr(f->qualname->text, '.');
    if (key == NULL || name == NULL || self.type != VALUE_OBJECT ||
        !class_lookup_python(self.o->class, key, &told) || !str_is(told) ||
        strstr(str_text(told), name + 1) == NULL) {
        return f->qualname->text;
    }
    const struct class *c = self.o->class;
    for (int k = 0; k < self.o->class->mro_count; k++) {
        const char *of = class_module(in, self.o->class->mro[k]);
        if (of != NULL && strncmp(of, "torch.", 6) == 0) {
            c = self.o->class->mro[k];
            break;
        }
    }
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "%s%s", c->name->text, name);
    const struct str *kept = str_intern(in, buf_text(&text));
    return kept != NULL ? kept->text : f->qualname->text;
}

static bool refuse_missing(struct interp *in, const struct function *f, const struct args *args,
                           const struct value *slot, bool keyword_only)
{
    const char *names[64];
    int count = 0;
    const struct node *n = f->node;
    for (int k = 0; k < n->parameter_count && count < 64; k++) {
        const struct parameter *p = &n->parameters[k];
        bool only = p->kind == PARAMETER_KEYWORD_ONLY;
        bool star = p->kind == PARAMETER_ARGS || p->kind == PARAMETER_KWARGS;
        if (!star && only == keyword_only && slot_is_empty(slot[k])) {
            names[count++] = p->name;
        }
    }
    scoped_buf text = {.budget = in->memory};
    list_names(&text, count, names);
    return raise_type_error(in, "%s() missing %d required %s argument%s: %s", called(in, f, args),
                            count, keyword_only ? "keyword-only" : "positional",
                            count == 1 ? "" : "s", buf_text(&text));
}

static bool refuse_extra(struct interp *in, const struct function *f, const struct args *args,
                         const struct value *slot)
{
    int positional = 0, required = 0, given_only = 0;
    const struct node *n = f->node;
    for (int k = 0; k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->kind == PARAMETER_NORMAL || p->kind == PARAMETER_POSITIONAL_ONLY) {
            positional++;
            required += slot_is_empty(f->defaults[k]);
        }
        given_only += p->kind == PARAMETER_KEYWORD_ONLY && !slot_is_empty(slot[k]);
    }
    scoped_buf takes = {.budget = in->memory}, only = {.budget = in->memory};
    if (required < positional) {
        buf_printf(&takes, "from %d to %d", required, positional);
    } else {
        buf_printf(&takes, "%d", positional);
    }
    if (given_only > 0) {
        buf_printf(&only, " positional argument%s (and %d keyword-only argument%s)",
                   args->count == 1 ? "" : "s", given_only, given_only == 1 ? "" : "s");
    }
    return raise_type_error(in, "%s() takes %s positional argument%s but %d%s %s given",
                            called(in, f, args), buf_text(&takes),
                            positional == 1 && required == positional ? "" : "s", args->count,
                            buf_text(&only), args->count == 1 && given_only == 0 ? "was" : "were");
}

static int find_parameter(const struct node *n, const char *name, bool *positional_only)
{
    for (int k = 0; k < n->parameter_count; k++) {
        const struct parameter *p = &n->parameters[k];
        if (p->kind != PARAMETER_ARGS && p->kind != PARAMETER_KWARGS &&
            strcmp(p->name, name) == 0) {
            *positional_only = p->kind == PARAMETER_POSITIONAL_ONLY;
            return k;
        }
    }
    return -1;
}

/* All parameters that were named and may not be. */
static bool refuse_named(struct interp *in, const struct function *f, const struct args *args)
{
    scoped_buf names = {.budget = in->memory};
    for (int k = 0; k < f->node->parameter_count; k++) {
        const struct parameter *p = &f->node->parameters[k];
        for (int j = 0; j < args->keyword_count && p->kind == PARAMETER_POSITIONAL_ONLY; j++) {
            if (strcmp(args->names[j]->text, p->name) == 0) {
                buf_printf(&names, "%s%s", names.len > 0 ? ", " : "", p->name);
            }
        }
    }
    return raise_type_error(
        in, "%s() got some positional-only arguments passed as keyword arguments: '%s'",
        called(in, f, args), buf_text(&names));
}

static bool take_keywords(struct interp *in, const struct function *f, const struct args *args,
                          struct value *slot, struct dict *rest)
{
    for (int k = 0; k < args->keyword_count; k++) {
        bool positional_only = false;
        int at = find_parameter(f->node, args->names[k]->text, &positional_only);
        if (at >= 0 && !positional_only) {
            if (!slot_is_empty(slot[at])) {
                return raise_type_error(in, "%s() got multiple values for argument '%s'",
                                        called(in, f, args), args->names[k]->text);
            }
            slot[at] = args->values[k];
        } else if (rest != NULL) {
            if (!dict_set_str(in, rest, args->names[k], args->values[k])) {
                return false;
            }
        } else if (at >= 0) {
            return refuse_named(in, f, args);
        } else {
            return raise_type_error(in, "%s() got an unexpected keyword argument '%s'",
                                    called(in, f, args), args->names[k]->text);
        }
    }
    return true;
}

bool bind_arguments(struct interp *in, const struct function *f, const struct args *args,
                    struct value *slot)
{
    const struct node *n = f->node;
    struct dict *rest = NULL;
    int next = 0;
    bool has_args = false;
    for (int k = 0; k < n->parameter_count; k++) {
        switch (n->parameters[k].kind) {
        case PARAMETER_ARGS: {
            int left = args->count > next ? args->count - next : 0;
            struct list *t = tuple_new(in, left, args->at + (left > 0 ? next : 0));
            slot[k] = value_object(t);
            has_args = true;
            if (t == NULL) {
                return false;
            }
            break;
        }
        case PARAMETER_KWARGS:
            rest = dict_new(in);
            slot[k] = value_object(rest);
            if (rest == NULL) {
                return false;
            }
            break;
        case PARAMETER_KEYWORD_ONLY:
            break;
        default:
            if (next < args->count) {
                slot[k] = args->at[next++];
            }
        }
    }
    if (!take_keywords(in, f, args, slot, rest)) {
        return false;
    }
    if (args->count > next && !has_args) {
        return refuse_extra(in, f, args, slot);
    }
    bool missing[2] = {false, false}; /* of the normal ones, of the keyword-only ones */
    for (int k = 0; k < n->parameter_count; k++) {
        if (slot_is_empty(slot[k])) {
            slot[k] = f->defaults[k];
        }
        missing[n->parameters[k].kind == PARAMETER_KEYWORD_ONLY] |= slot_is_empty(slot[k]);
    }
    return !(missing[0] || missing[1]) || refuse_missing(in, f, args, slot, !missing[0]);
}
