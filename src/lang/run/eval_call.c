/* Evaluates calls: the arguments, with * and ** spread, and then value_call. Binding them to
 * parameters is function.c. */
#include "lang/object/value_method.h"
#include "lang/run/call.h"
#include "lang/run/expression.h"

bool eval_refuse_spread(struct interp *in, struct value callee, const char *what,
                        struct value spread)
{
    struct value module, name;
    scoped_buf text = {.budget = in->memory};
    bool has_module = false, has_name = false;
    if (!value_find(in, callee, "__module__", &module, &has_module) ||
        !value_find(in, callee, "__qualname__", &name, &has_name)) {
        return false;
    }
    if (has_module && str_is(module) && strcmp(str_text(module), "builtins") != 0) {
        buf_printf(&text, "%s.", str_text(module));
    }
    buf_printf(&text, "%s()", has_name && str_is(name) ? str_text(name) : value_type_name(callee));
    if (str_is(spread)) {
        raise_type_error(in, "%s got multiple values for keyword argument '%s'", buf_text(&text),
                         str_text(spread));
    } else {
        raise_type_error(in, "%s argument after %s, not %s", buf_text(&text), what,
                         value_type_name(spread));
    }
    return false;
}

#define FEW 8

/* The keywords of a call, `**` spread, into two parallel lists, which are one block. */
struct keywords {
    struct str **names;
    struct value *values;
    int count, cap;
};

static size_t bytes_of_keywords(int count)
{
    return (size_t)count * (sizeof(struct value) + sizeof(struct str *));
}

static bool add_keyword(struct interp *in, struct keywords *k, struct str *name, struct value v)
{
    if (k->count == k->cap) {
        int cap = k->cap == 0 ? 8 : k->cap * 2;
        struct value *values =
            heap_resize(in, k->values, bytes_of_keywords(k->cap), bytes_of_keywords(cap));
        if (values == NULL) {
            return false;
        }
        struct str **names = (struct str **)(values + cap); /* behind the values */
        memmove(names, values + k->cap, (size_t)k->count * sizeof *names);
        k->names = names;
        k->values = values;
        k->cap = cap;
    }
    k->names[k->count] = name;
    k->values[k->count++] = v;
    return true;
}

static bool spread_keywords(struct interp *in, struct keywords *keys, struct value callee,
                            struct value mapping)
{
    struct value items = mapping, key, v;
    if (mapping.type == VALUE_OBJECT && mapping.o->class == in->types.dict &&
        dict_count((const struct dict *)mapping.o) == 0) {
        return true;
    }
    if (!eval_is_mapping(in, mapping)) {
        return eval_refuse_spread(in, callee, "** must be a mapping", mapping);
    }
    if (!dict_is(mapping)) {
        /* any mapping: an object with keys() */
        const struct args args = {.at = &mapping, .count = 1};
        if (!class_call(in, in->types.dict, &args, &items)) {
            return false;
        }
    }
    for (int64_t at = 0; dict_next((struct dict *)items.o, &at, &key, &v);) {
        if (!str_is(key)) {
            return raise_type_error(in, "keywords must be strings");
        }
        for (int k = 0; k < keys->count; k++) {
            if (str_compare(keys->names[k], (struct str *)key.o) == 0) {
                return eval_refuse_spread(in, callee, "", key);
            }
        }
        struct str *name = str_intern(in, str_text(key));
        if (name == NULL || !add_keyword(in, keys, name, v)) {
            return false;
        }
    }
    return true;
}

static bool eval_keywords(struct interp *in, const struct node *n, struct value callee,
                          struct keywords *keys)
{
    for (int k = 0; k < n->keyword_count; k++) {
        struct value v;
        if (!eval(in, n->keywords[k].value, &v)) {
            return false;
        }
        if (n->keywords[k].name == NULL) {
            eval_here(in, n);
            if (!spread_keywords(in, keys, callee, v)) {
                return false;
            }
            continue;
        }
        struct str *name = str_intern(in, n->keywords[k].name);
        if (name == NULL || !add_keyword(in, keys, name, v)) {
            return false;
        }
    }
    return true;
}

/* The positional arguments: few of them without a star go into `few`. NULL: raised. */
static const struct value *eval_positional(struct interp *in, const struct node *n,
                                           struct value callee, struct value *few, int *count)
{
    if (n->spreads || n->list.count > FEW) {
        const struct list *l = eval_items(in, &n->list, &callee);
        *count = l != NULL ? (int)l->count : 0;
        return l == NULL ? NULL : l->at != NULL ? l->at : few;
    }
    for (int k = 0; k < n->list.count; k++) {
        if (!eval(in, n->list.at[k], &few[k])) {
            return NULL;
        }
    }
    *count = n->list.count;
    return few;
}

/* x.method(...): the function and x, without an object for the two. */
static inline bool eval_callee(struct interp *in, const struct node *of, struct value *callee,
                               struct value *self, bool *method)
{
    if (of->kind != NODE_ATTRIBUTE || in->frame->logs) {
        return eval(in, of, callee);
    }
    if (!eval(in, of->left, self)) {
        return false;
    }
    eval_here(in, of);
    const struct object *o = self->type == VALUE_OBJECT ? self->o : NULL;
    if (o != NULL && of->method != NULL && of->class == o->class && o->attributes == NULL &&
        of->changes == in->lookups.changes && of->joined == in->joined) {
        *callee = value_object(of->method); /* the class keeps it */
        *method = true;
        return true;
    }
    return attribute_to_call(in, *self, of, callee, method);
}

/* A call whose arguments are few and stand by themselves; at[0] has room for who is called. */
static bool call_at(struct interp *in, struct value callee, struct value *at, int count,
                    bool method, struct value *out)
{
    const struct class *kind = callee.type == VALUE_OBJECT ? callee.o->class : NULL;
    if (kind == in->types.function) {
        return call_at_places(in, (struct function *)callee.o, at + !method, count + method, out);
    }
    const struct args args = {.at = at + !method, .count = count + method};
    if (kind == in->types.native) {
        return native_slots.call(in, callee, &args, out);
    }
    if (kind == in->types.type && !method && class_is_plain(in, (struct class *)callee.o)) {
        return class_call_plain(in, (struct class *)callee.o, at, count, out);
    }
    return value_call(in, callee, &args, out);
}

/* f(*args) or f(*args, **more), as functions write that hand on what they got. */
static bool hands_on(const struct interp *in, const struct node *n)
{
    return n->spreads && n->list.count == 1 && n->list.at[0]->kind == NODE_STARRED &&
           n->list.at[0]->left->kind == NODE_NAME && in->recorder == NULL;
}

/* What it hands on is mostly a tuple of a few: they go into `few`. *done false: eval_positional
 * knows. */
static bool eval_handed(struct interp *in, const struct node *n, struct value *few, int *count,
                        bool *done)
{
    struct value v;
    if (!eval(in, n->list.at[0]->left, &v)) {
        return false;
    }
    const struct list *l =
        v.type == VALUE_OBJECT && v.o->class == in->types.tuple ? (const struct list *)v.o : NULL;
    *done = l != NULL && l->count <= FEW;
    for (int k = 0; *done && k < (int)l->count; k++) {
        few[k] = l->at[k];
    }
    *count = *done ? (int)l->count : 0;
    return true;
}

/* With keywords, with what is spread, or with many arguments. */
QKV_SELDOM static bool call_fully(struct interp *in, const struct node *n, struct value *out)
{
    struct value callee, few[FEW + 1];
    struct keywords keys = {0};
    bool method = false, handed = hands_on(in, n);
    bool whole = !handed && (n->spreads || n->list.count > FEW);
    int count;
    if (whole ? !eval(in, n->left, &callee)
              : !eval_callee(in, n->left, &callee, &few[0], &method)) {
        return false;
    }
    if (handed && !eval_handed(in, n, few + method, &count, &handed)) {
        return false;
    }
    if (n->spreads && !handed && method) {
        callee = value_object(method_new(in, callee, few[0]));
        method = false;
        if (callee.type != VALUE_OBJECT) {
            return false;
        }
    }
    const struct value *at =
        handed ? few + method : eval_positional(in, n, callee, few + method, &count);
    bool ok = at != NULL && (n->keyword_count == 0 || eval_keywords(in, n, callee, &keys));
    if (ok) {
        eval_here(in, n);
        const struct args args = {.at = at - method,
                                  .count = count + method,
                                  .names = keys.names,
                                  .values = keys.values,
                                  .keyword_count = keys.count};
        ok = interp_step(in, 1) && value_call(in, callee, &args, out);
        eval_here(in, n);
    }
    if (keys.values != NULL) {
        heap_give(in, keys.values, bytes_of_keywords(keys.cap));
    }
    return ok;
}

static bool call_plainly(struct interp *in, const struct node *n, struct value *out)
{
    struct value callee, few[FEW + 1];
    bool method = false;
    if (!eval_callee(in, n->left, &callee, &few[0], &method)) {
        return false;
    }
    for (int k = 0; k < n->list.count; k++) {
        if (!eval(in, n->list.at[k], &few[k + 1])) {
            return false;
        }
    }
    eval_here(in, n);
    bool ok = interp_step(in, 1) && call_at(in, callee, few, n->list.count, method, out);
    eval_here(in, n);
    return ok;
}

bool eval_call(struct interp *in, const struct node *n, struct value *out)
{
    bool plain = !n->spreads && n->keyword_count == 0 && n->list.count <= FEW;
    return plain ? call_plainly(in, n, out) : call_fully(in, n, out);
}
