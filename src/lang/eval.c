/* Expressions to values: one small function per kind of node, found in a table. Operators, calls
 * and items are in value.c; statements in exec.c. Knows no tensors. */
#include "lang/builtin.h"
#include "lang/scope.h"

#include <stdlib.h>
#include <string.h>

typedef bool evaluator(struct interp *in, const struct node *n, struct value *out);

/* From here on, what goes wrong (and what is recorded) is this expression's. */
static void here(struct interp *in, const struct node *n)
{
    in->frame->here = n;
}

/* --- constants and names --- */

static bool eval_constant(struct interp *in, const struct node *n, struct value *out)
{
    (void)in;
    switch (n->kind) {
    case NODE_TRUE:
    case NODE_FALSE:
        *out = value_bool(n->kind == NODE_TRUE);
        break;
    case NODE_ELLIPSIS:
        *out = (struct value){.type = VALUE_ELLIPSIS};
        break;
    case NODE_INT:
        *out = value_int(n->integer);
        break;
    case NODE_FLOAT:
        *out = value_float(n->real);
        break;
    default:
        *out = value_none();
    }
    return true;
}

static bool eval_string(struct interp *in, const struct node *n, struct value *out)
{
    *out = value_object(str_new(in, n->text, n->text_len));
    return out->type == VALUE_OBJECT;
}

static bool eval_name(struct interp *in, const struct node *n, struct value *out)
{
    here(in, n);
    return name_load(in, n, out);
}

/* --- f-strings --- */

static bool put_field(struct interp *in, const struct node *n, struct buf *b)
{
    struct value v, text;
    struct buf spec = {0}, converted = {0};
    bool ok;
    if (n->text != NULL) { /* f"{x = }" */
        buf_put(b, n->text, n->text_len);
    }
    if (!eval(in, n->left, &v)) {
        return false;
    }
    here(in, n);
    int conversion = n->flag;
    if (n->text != NULL && conversion == 0 && n->right == NULL) {
        conversion = 'r';
    }
    if (conversion != 0) {
        ok = conversion == 's' ? value_str(in, v, &converted) : value_repr(in, v, &converted);
        if (ok && conversion == 'a') {
            struct buf plain = {0};
            format_ascii(buf_text(&converted), converted.len, &plain);
            buf_free(&converted);
            converted = plain;
        }
        if (!ok || !str_take(in, &converted, &v)) {
            buf_free(&converted);
            return false;
        }
    }
    if (n->right != NULL) {
        if (!eval(in, n->right, &text)) {
            return false;
        }
        buf_puts(&spec, str_text(text));
        here(in, n);
    }
    ok = value_format(in, v, buf_text(&spec), b);
    buf_free(&spec);
    return ok;
}

static bool eval_fstring(struct interp *in, const struct node *n, struct value *out)
{
    struct buf b = {0};
    for (int k = 0; k < n->list.count; k++) {
        const struct node *part = n->list.at[k];
        if (part->kind == NODE_STRING) {
            buf_put(&b, part->text, part->text_len);
        } else if (!put_field(in, part, &b)) {
            buf_free(&b);
            return false;
        }
    }
    return str_take(in, &b, out);
}

/* --- displays --- */

/* "__main__.f() argument after * must be an iterable, not int" */
static bool refuse_spread(struct interp *in, struct value callee, const char *what,
                          struct value spread)
{
    struct value module, name;
    struct buf text = {0};
    bool has_module = false, has_name = false;
    struct str *module_key = str_intern(in, "__module__"), *name_key = str_intern(in, "__qualname__");
    if (module_key == NULL || name_key == NULL ||
        !value_find_attribute(in, callee, module_key, &module, &has_module) ||
        !value_find_attribute(in, callee, name_key, &name, &has_name)) {
        return false;
    }
    if (has_module && str_is(module) && strcmp(str_text(module), "builtins") != 0) {
        buf_printf(&text, "%s.", str_text(module));
    }
    buf_printf(&text, "%s()", has_name && str_is(name) ? str_text(name) : value_type_name(callee));
    if (str_is(spread)) {
        raise(in, EXCEPTION_TypeError, "%s got multiple values for keyword argument '%s'",
              buf_text(&text), str_text(spread));
    } else {
        raise(in, EXCEPTION_TypeError, "%s argument after %s, not %s", buf_text(&text), what,
              value_type_name(spread));
    }
    buf_free(&text);
    return false;
}

/* Evaluates a list of expressions, spreading *stars; callee is NULL in a display. */
static struct list *eval_list_of(struct interp *in, const struct nodes *nodes,
                                 const struct value *callee)
{
    struct list *l = list_new(in, nodes->count);
    for (int k = 0; l != NULL && k < nodes->count; k++) {
        const struct node *n = nodes->at[k];
        struct value v;
        if (n->kind != NODE_STARRED) {
            if (!eval(in, n, &v) || !list_append(in, l, v)) {
                return NULL;
            }
            continue;
        }
        if (!eval(in, n->left, &v)) {
            return NULL;
        }
        here(in, n);
        if (!value_is_iterable(in, v)) {
            if (callee != NULL) {
                refuse_spread(in, *callee, "* must be an iterable", v);
            } else {
                raise(in, EXCEPTION_TypeError, "Value after * must be an iterable, not %s",
                      value_type_name(v));
            }
            return NULL;
        }
        struct list *more = list_of(in, v);
        for (int64_t j = 0; more != NULL && j < more->count; j++) {
            if (!list_append(in, l, more->at[j])) {
                return NULL;
            }
        }
        if (more == NULL) {
            return NULL;
        }
    }
    return l;
}

/* Python folds a display of three or more constants into one set beforehand, which shows in the
 * order of its elements. */
static bool all_constants(const struct nodes *nodes)
{
    for (int k = 0; k < nodes->count; k++) {
        enum node_kind kind = nodes->at[k]->kind;
        if (kind > NODE_STRING || kind == NODE_ELLIPSIS) {
            return false;
        }
    }
    return nodes->count >= 3;
}

static bool eval_sequence(struct interp *in, const struct node *n, struct value *out)
{
    struct list *l = eval_list_of(in, &n->list, NULL);
    if (l == NULL) {
        return false;
    }
    *out = value_object(l);
    if (n->kind == NODE_TUPLE) {
        *out = value_object(tuple_new(in, l->count, l->at));
    } else if (n->kind == NODE_SET && all_constants(&n->list)) {
        return set_of_constants(in, l, out);
    } else if (n->kind == NODE_SET) {
        const struct value arg = *out;
        const struct args args = {.at = &arg, .count = 1};
        return class_call(in, in->types.set, &args, out);
    }
    return out->type == VALUE_OBJECT;
}

/* A dict, or an object with keys(). */
static bool is_mapping(struct interp *in, struct value v)
{
    struct value unused;
    bool found = false;
    struct str *name = str_intern(in, "keys");
    return dict_is(v) ||
           (name != NULL && value_find_attribute(in, v, name, &unused, &found) && found);
}

static bool eval_dict(struct interp *in, const struct node *n, struct value *out)
{
    struct dict *d = dict_new(in);
    struct value key, v, unused;
    *out = value_object(d);
    for (int k = 0; d != NULL && k < n->list.count; k++) {
        if (n->list.at[k] == NULL) {
            if (!eval(in, n->list2.at[k], &v)) {
                return false;
            }
            here(in, n);
            if (!is_mapping(in, v)) {
                return raise(in, EXCEPTION_TypeError, "'%s' object is not a mapping",
                             value_type_name(v));
            }
            if (!value_call_method(in, *out, "update", 1, &v, &unused)) {
                return false;
            }
        } else if (!eval(in, n->list.at[k], &key) || !eval(in, n->list2.at[k], &v) ||
                   !dict_set(in, d, key, v)) {
            return false;
        }
    }
    return d != NULL;
}

/* --- comprehensions --- */

/* What a comprehension does with each element: append, add to a set, or set a key. */
static bool keep(struct interp *in, const struct node *n, struct value into)
{
    struct value v, key, unused;
    if (n->kind == NODE_DICT_COMP) {
        return eval(in, n->left, &key) && eval(in, n->right, &v) &&
               dict_set(in, (struct dict *)into.o, key, v);
    }
    if (!eval(in, n->left, &v)) {
        return false;
    }
    if (n->kind == NODE_SET_COMP) {
        return value_call_method(in, into, "add", 1, &v, &unused);
    }
    return list_append(in, (struct list *)into.o, v);
}

static bool run_clause(struct interp *in, const struct node *n, int clause, struct value iterable,
                       struct value into)
{
    const struct clause *c = &n->clauses[clause];
    struct value iterator, item;
    bool done;
    here(in, c->iterable);
    if (!value_iterate(in, iterable, &iterator)) {
        return false;
    }
    size_t held = in->heap.held_count;
    for (;;) {
        if (!interp_step(in, 1) || !value_next(in, iterator, &item, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
        bool truth = true;
        if (!assign(in, c->target, item)) {
            return false;
        }
        for (int k = 0; k < c->conditions.count && truth; k++) {
            struct value v;
            if (!eval(in, c->conditions.at[k], &v) || !value_truth(in, v, &truth)) {
                return false;
            }
        }
        if (truth && clause + 1 < n->clause_count) {
            struct value inner;
            if (!eval(in, n->clauses[clause + 1].iterable, &inner) ||
                !run_clause(in, n, clause + 1, inner, into)) {
                return false;
            }
        } else if (truth && !keep(in, n, into)) {
            return false;
        }
        in->heap.held_count = held; /* the element is kept by its container now */
    }
}

static bool eval_comprehension(struct interp *in, const struct node *n, struct value *out)
{
    static const struct args none = {0};
    struct value iterable, into;
    struct frame *f = in->frame;
    struct scope *outer = f->scope;
    bool ok = true;
    if (!eval(in, n->clauses[0].iterable, &iterable)) {
        return false;
    }
    if (n->kind == NODE_GENERATOR) {
        struct scope *inner = scope_new(in, n->scope, outer);
        if (inner == NULL) {
            return false;
        }
        inner->is_comprehension = true;
        here(in, n->clauses[0].iterable);
        return genexpr_new(in, n, inner, iterable, out);
    }
    if (n->kind == NODE_SET_COMP) {
        ok = class_call(in, in->types.set, &none, &into);
    } else if (n->kind == NODE_DICT_COMP) {
        into = value_object(dict_new(in));
    } else {
        into = value_object(list_new(in, 0));
    }
    struct scope *scope = ok ? scope_new(in, n->scope, outer) : NULL;
    if (scope == NULL || into.type != VALUE_OBJECT) {
        return false;
    }
    scope->is_comprehension = true;
    f->scope = scope;
    ok = run_clause(in, n, 0, iterable, into);
    f->scope = outer;
    *out = into;
    return ok;
}

/* --- attributes and items --- */

static bool eval_attribute(struct interp *in, const struct node *n, struct value *out)
{
    struct value v;
    if (!eval(in, n->left, &v)) {
        return false;
    }
    struct str *name = node_name(in, n);
    here(in, n);
    return name != NULL && value_get_attribute(in, v, name, out);
}

static bool eval_slice(struct interp *in, const struct node *n, struct value *out)
{
    struct slice *s = object_new(in, in->types.slice);
    *out = value_object(s);
    if (s == NULL) {
        return false;
    }
    s->start = s->stop = s->step = value_none();
    return (n->left == NULL || eval(in, n->left, &s->start)) &&
           (n->right == NULL || eval(in, n->right, &s->stop)) &&
           (n->third == NULL || eval(in, n->third, &s->step));
}

static bool eval_subscript(struct interp *in, const struct node *n, struct value *out)
{
    struct value v, key;
    if (!eval(in, n->left, &v) || !eval(in, n->right, &key)) {
        return false;
    }
    here(in, n);
    return value_get_item(in, v, key, out);
}

/* --- operators --- */

static bool eval_unary(struct interp *in, const struct node *n, struct value *out)
{
    struct value v;
    if (!eval(in, n->left, &v)) {
        return false;
    }
    here(in, n);
    return value_unary(in, n->op, v, out);
}

static bool eval_binary(struct interp *in, const struct node *n, struct value *out)
{
    struct value a, b;
    if (!eval(in, n->left, &a) || !eval(in, n->right, &b)) {
        return false;
    }
    here(in, n);
    return value_binary(in, n->op, a, b, out);
}

static bool eval_logic(struct interp *in, const struct node *n, struct value *out)
{
    for (int k = 0; k < n->list.count; k++) {
        bool truth;
        if (!eval(in, n->list.at[k], out)) {
            return false;
        }
        if (k == n->list.count - 1) {
            return true;
        }
        here(in, n);
        if (!value_truth(in, *out, &truth)) {
            return false;
        }
        if (truth == (n->kind == NODE_OR)) {
            return true;
        }
    }
    return true;
}

static bool eval_compare(struct interp *in, const struct node *n, struct value *out)
{
    struct value left, right;
    bool truth;
    if (!eval(in, n->left, &left)) {
        return false;
    }
    for (int k = 0; k < n->list.count; k++) {
        if (!eval(in, n->list.at[k], &right)) {
            return false;
        }
        here(in, n);
        if (!value_compare(in, n->ops[k], left, right, out)) {
            return false;
        }
        if (k == n->list.count - 1) {
            return true;
        }
        if (!value_truth(in, *out, &truth)) {
            return false;
        }
        if (!truth) {
            return true;
        }
        left = right;
    }
    return true;
}

static bool eval_conditional(struct interp *in, const struct node *n, struct value *out)
{
    struct value v;
    bool truth;
    if (!eval(in, n->left, &v)) {
        return false;
    }
    here(in, n);
    return value_truth(in, v, &truth) && eval(in, truth ? n->right : n->third, out);
}

static bool eval_named(struct interp *in, const struct node *n, struct value *out)
{
    return eval(in, n->right, out) && assign(in, n->left, *out);
}

static bool eval_lambda(struct interp *in, const struct node *n, struct value *out)
{
    return function_make(in, n, out);
}

static bool eval_starred(struct interp *in, const struct node *n, struct value *out)
{
    (void)out;
    here(in, n);
    return raise(in, EXCEPTION_SyntaxError, "can't use starred expression here");
}

/* --- calls --- */

/* The keywords of a call, `**` spread, into two parallel lists. */
struct keywords {
    struct str **names;
    struct value *values;
    int count, cap;
};

static bool add_keyword(struct interp *in, struct keywords *k, struct str *name, struct value v)
{
    if (k->count == k->cap) {
        int cap = k->cap == 0 ? 8 : k->cap * 2;
        struct str **names = realloc(k->names, (size_t)cap * sizeof *names);
        if (names != NULL) {
            k->names = names;
        }
        struct value *values = realloc(k->values, (size_t)cap * sizeof *values);
        if (values != NULL) {
            k->values = values;
        }
        if (names == NULL || values == NULL) {
            return raise_memory(in);
        }
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
    if (!is_mapping(in, mapping)) {
        return refuse_spread(in, callee, "** must be a mapping", mapping);
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
            return raise(in, EXCEPTION_TypeError, "keywords must be strings");
        }
        for (int k = 0; k < keys->count; k++) {
            if (str_compare(keys->names[k], (struct str *)key.o) == 0) {
                return refuse_spread(in, callee, "", key);
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
            here(in, n);
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

static bool eval_call(struct interp *in, const struct node *n, struct value *out)
{
    struct value callee;
    struct keywords keys = {0};
    if (!eval(in, n->left, &callee)) {
        return false;
    }
    struct list *at = eval_list_of(in, &n->list, &callee);
    bool ok = at != NULL && eval_keywords(in, n, callee, &keys);
    if (ok) {
        here(in, n);
        const struct args args = {.at = at->at,
                                  .count = (int)at->count,
                                  .names = keys.names,
                                  .values = keys.values,
                                  .keyword_count = keys.count};
        ok = interp_step(in, 1) && value_call(in, callee, &args, out);
        here(in, n);
    }
    free(keys.names);
    free(keys.values);
    return ok;
}

/* --- the table --- */

static evaluator *const evaluators[] = {
    [NODE_NONE] = eval_constant,
    [NODE_TRUE] = eval_constant,
    [NODE_FALSE] = eval_constant,
    [NODE_ELLIPSIS] = eval_constant,
    [NODE_INT] = eval_constant,
    [NODE_FLOAT] = eval_constant,
    [NODE_STRING] = eval_string,
    [NODE_FSTRING] = eval_fstring,
    [NODE_NAME] = eval_name,
    [NODE_TUPLE] = eval_sequence,
    [NODE_LIST] = eval_sequence,
    [NODE_SET] = eval_sequence,
    [NODE_DICT] = eval_dict,
    [NODE_LIST_COMP] = eval_comprehension,
    [NODE_SET_COMP] = eval_comprehension,
    [NODE_GENERATOR] = eval_comprehension,
    [NODE_DICT_COMP] = eval_comprehension,
    [NODE_ATTRIBUTE] = eval_attribute,
    [NODE_SUBSCRIPT] = eval_subscript,
    [NODE_SLICE] = eval_slice,
    [NODE_CALL] = eval_call,
    [NODE_UNARY] = eval_unary,
    [NODE_BINARY] = eval_binary,
    [NODE_AND] = eval_logic,
    [NODE_OR] = eval_logic,
    [NODE_COMPARE] = eval_compare,
    [NODE_CONDITIONAL] = eval_conditional,
    [NODE_LAMBDA] = eval_lambda,
    [NODE_STARRED] = eval_starred,
    [NODE_NAMED] = eval_named,
};

bool eval(struct interp *in, const struct node *n, struct value *out)
{
    return interp_stack(in) && evaluators[n->kind](in, n, out) && heap_hold(in, *out);
}
