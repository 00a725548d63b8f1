/* Evaluates displays and comprehensions: [a, *b], {k: v}, (x for x in y). The table of expressions
 * is eval.c. */
#include "lang/object/builtin.h"
#include "lang/object/value_method.h"
#include "lang/run/expression.h"
#include "lang/run/native.h"

/* --- displays --- */

#define FEW 4

struct list *eval_items(struct interp *in, const struct nodes *nodes, const struct value *callee)
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
        eval_here(in, n);
        if (!value_is_iterable(in, v)) {
            if (callee != NULL) {
                eval_refuse_spread(in, *callee, "* must be an iterable", v);
            } else {
                raise_type_error(in, "Value after * must be an iterable, not %s",
                                 value_type_name(v));
            }
            return NULL;
        }
        if (!list_extend(in, l, v)) {
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
        const struct node *item = nodes->at[k];
        bool minus = item->kind == NODE_UNARY && item->op == OP_NEG &&
                     (item->left->kind == NODE_INT || item->left->kind == NODE_FLOAT);
        enum node_kind kind = minus ? item->left->kind : item->kind;
        if (kind > NODE_STRING || kind == NODE_ELLIPSIS) {
            return false;
        }
    }
    return nodes->count >= 3;
}

/* (a, b) of a few, without a star: no list on the way. */
static bool is_few(const struct node *n)
{
    bool few = n->kind == NODE_TUPLE && n->list.count <= FEW;
    for (int k = 0; few && k < n->list.count; k++) {
        few = n->list.at[k]->kind != NODE_STARRED;
    }
    return few;
}

static bool eval_few(struct interp *in, const struct node *n, struct value *out)
{
    struct value few[FEW];
    const int count = n->list.count;
    for (int k = 0; k < count; k++) {
        if (!eval(in, n->list.at[k], &few[k])) {
            return false;
        }
    }
    return value_made(out, tuple_new(in, count, few));
}

bool eval_sequence(struct interp *in, const struct node *n, struct value *out)
{
    enum { UNKNOWN, FEW_ONES, OTHERS };
    if (n->entry == UNKNOWN) {
        ((struct node *)(uintptr_t)n)->entry = is_few(n) ? FEW_ONES : OTHERS;
    }
    if (n->entry == FEW_ONES) {
        return eval_few(in, n, out);
    }
    struct list *l = eval_items(in, &n->list, NULL);
    if (l == NULL) {
        return false;
    }
    *out = value_object(l);
    if (n->kind == NODE_TUPLE) {
        *out = value_object(tuple_new(in, l->count, l->at));
    } else if (n->kind == NODE_SET && all_constants(&n->list)) {
        return set_of_constants(in, l, out);
    } else if (n->kind == NODE_SET) {
        struct set *made = set_new(in, in->types.set);
        return value_made(out, made) && set_update(in, made, value_object(l));
    }
    return out->type == VALUE_OBJECT;
}

bool eval_is_mapping(struct interp *in, struct value v)
{
    struct value unused;
    bool found = false;
    return dict_is(v) || (value_find(in, v, "keys", &unused, &found) && found);
}

bool eval_dict(struct interp *in, const struct node *n, struct value *out)
{
    struct dict *d = dict_new(in);
    struct value key, v, unused;
    *out = value_object(d);
    for (int k = 0; d != NULL && k < n->list.count; k++) {
        if (n->list.at[k] == NULL) {
            if (!eval(in, n->list2.at[k], &v)) {
                return false;
            }
            eval_here(in, n);
            if (!eval_is_mapping(in, v)) {
                return raise_type_error(in, "'%s' object is not a mapping", value_type_name(v));
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
    struct value v, key;
    if (n->kind == NODE_DICT_COMP) {
        return eval(in, n->left, &key) && eval(in, n->right, &v) &&
               dict_set(in, (struct dict *)into.o, key, v);
    }
    if (!eval(in, n->left, &v)) {
        return false;
    }
    if (n->kind == NODE_SET_COMP) {
        return set_add(in, set_of_value(into), v);
    }
    return list_append(in, (struct list *)into.o, v);
}

static bool run_clause(struct interp *in, const struct node *n, int clause, struct value iterable,
                       struct value into)
{
    const struct clause *c = &n->clauses[clause];
    struct value iterator;
    bool done;
    eval_here(in, c->iterable);
    if (!value_iterate(in, iterable, &iterator)) {
        return false;
    }
    size_t held = in->heap.held_count;
    for (;;) {
        if (!interp_step(in, 1) || !iterator_tools_assign(in, iterator, c->target, &done)) {
            return false;
        }
        if (done) {
            return true;
        }
        bool truth = true;
        for (int k = 0; k < c->conditions.count && truth; k++) {
            struct value v;
            if (!eval(in, c->conditions.at[k], &v) || !truth_of(in, v, &truth)) {
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

bool eval_comprehension(struct interp *in, const struct node *n, struct value *out)
{
    struct value iterable;
    struct frame *f = in->frame;
    struct scope *outer = f->scope;
    if (!eval(in, n->clauses[0].iterable, &iterable)) {
        return false;
    }
    if (n->kind == NODE_GENERATOR) {
        struct scope *inner = scope_new(in, n->scope, outer);
        if (inner == NULL) {
            return false;
        }
        inner->is_comprehension = true;
        scope_keep(inner);
        eval_here(in, n->clauses[0].iterable);
        return genexpr_new(in, n, inner, iterable, out);
    }
    const struct value into = n->kind == NODE_SET_COMP    ? value_object(set_new(in, in->types.set))
                              : n->kind == NODE_DICT_COMP ? value_object(dict_new(in))
                                                          : value_object(list_new(in, 0));
    struct scope *scope = into.type == VALUE_OBJECT ? scope_new(in, n->scope, outer) : NULL;
    if (scope == NULL) {
        return false;
    }
    scope->is_comprehension = true;
    f->scope = scope;
    frame_look(f);
    bool ok = run_clause(in, n, 0, iterable, into);
    f->scope = outer;
    frame_look(f);
    scope_give(in, scope);
    *out = into;
    return ok;
}
