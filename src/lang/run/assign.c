/* Carries out assignment in all its forms: names, attributes, items, tuples with a star, `op=`,
 * annotations; and its opposite, `del`. */
#include "lang/object/item_quick.h"
#include "lang/object/number_quick.h"
#include "lang/run/coroutine.h"
#include "lang/run/label.h"
#include "lang/run/scope.h"
#include "lang/run/statement.h"

static bool assign_attribute(struct interp *in, const struct node *target, struct value v)
{
    struct value object;
    if (!eval(in, target->left, &object)) {
        return false;
    }
    in->frame->here = target;
    if (in->recorder == NULL) {
        return attribute_set_at(in, object, target, v);
    }
    struct value named = v;
    label_bind(in, &named, target->text, &target->span);
    return attribute_set_at(in, object, target, named) &&
           label_attribute(in, target->left, target->text, v, &target->span);
}

/* As many items as there are, but no more than `most`: the iterator may have no end. */
static struct list *first_items(struct interp *in, struct value v, int most)
{
    struct value iterator, item;
    struct list *items = list_new(in, most);
    bool done = false;
    if (items == NULL || !value_iterate(in, v, &iterator)) {
        return NULL;
    }
    while (items->count < most) {
        if (!value_next(in, iterator, &item, &done)) {
            return NULL;
        }
        if (done) {
            break;
        }
        if (!list_append(in, items, item)) {
            return NULL;
        }
    }
    return items;
}

/* a, b = of a plain tuple or list of as many: no list of its own. *done false: it is something
 * else. */
static bool assign_few(struct interp *in, const struct nodes *parts, struct value v, bool *done)
{
    struct value few[4];
    *done = v.type == VALUE_OBJECT &&
            (v.o->class == in->types.tuple || v.o->class == in->types.list) && parts->count <= 4 &&
            ((const struct list *)v.o)->count == parts->count;
    for (int k = 0; *done && k < parts->count; k++) {
        *done = parts->at[k]->kind != NODE_STARRED;
        few[k] = ((const struct list *)v.o)->at[k];
    }
    for (int k = 0; *done && k < parts->count; k++) {
        if (!heap_hold(in, few[k])) {
            return false;
        }
    }
    for (int k = 0; *done && k < parts->count; k++) {
        if (!assign(in, parts->at[k], few[k])) {
            return false;
        }
    }
    return true;
}

static bool assign_sequence(struct interp *in, const struct node *target, struct value v)
{
    const struct nodes *parts = &target->list;
    bool done, ok = assign_few(in, parts, v, &done);
    if (!ok || done) {
        return ok;
    }
    int star = -1;
    for (int k = 0; k < parts->count; k++) {
        if (parts->at[k]->kind == NODE_STARRED) {
            star = k;
        }
    }
    if (!value_is_iterable(in, v)) {
        return raise_type_error(in, "cannot unpack non-iterable %s object", value_type_name(v));
    }
    int fixed = star < 0 ? parts->count : parts->count - 1;
    struct list *items = star < 0 ? first_items(in, v, fixed + 1) : list_of(in, v);
    if (items == NULL) {
        return false;
    }
    if (items->count < fixed) {
        return raise_value_error(in, "not enough values to unpack (expected %s%d, got %lld)",
                                 star < 0 ? "" : "at least ", fixed, (long long)items->count);
    }
    if (star < 0 && items->count > fixed) {
        return raise_value_error(in, "too many values to unpack (expected %d)", fixed);
    }
    int64_t extra = items->count - fixed, at = 0;
    for (int k = 0; k < parts->count; k++) {
        struct value item;
        if (k == star) {
            struct list *rest = list_new(in, extra);
            for (int64_t j = 0; rest != NULL && j < extra; j++) {
                if (!list_append(in, rest, items->at[at + j])) {
                    return false;
                }
            }
            item = value_object(rest);
            at += extra;
        } else {
            item = items->at[at++];
        }
        const struct node *part = k == star ? parts->at[k]->left : parts->at[k];
        if (item.type == VALUE_OBJECT && item.o == NULL) {
            return false;
        }
        if (!assign(in, part, item)) {
            return false;
        }
    }
    return true;
}

bool assign(struct interp *in, const struct node *target, struct value v)
{
    struct value object, key;
    switch (target->kind) {
    case NODE_NAME:
        return name_store_at(in, target, v);
    case NODE_ATTRIBUTE:
        return assign_attribute(in, target, v);
    case NODE_SUBSCRIPT:
        if (!eval(in, target->left, &object) || !eval(in, target->right, &key)) {
            return false;
        }
        in->frame->here = target;
        return value_set_item(in, object, key, v);
    default:
        return assign_sequence(in, target, v);
    }
}

/* self.x = x, as most of them are. False: it is another one, and nothing was done. */
static bool put_at_hand(struct interp *in, const struct node *from, const struct node *target)
{
    struct value v, object;
    if (in->recorder != NULL || !eval_at_hand(in, target->left, &object) ||
        !attribute_is_own(in, object, target) || object.o->attributes == NULL ||
        !eval_at_hand(in, from, &v) || slot_is_empty(v)) {
        return false;
    }
    in->frame->here = target;
    return attribute_put(in, object.o, target, v);
}

enum flow exec_assign(struct interp *in, const struct node *n)
{
    struct value v, object;
    const struct node *target = n->list.at[0];
    if (target->kind == NODE_ATTRIBUTE && n->list.count == 1 && put_at_hand(in, n->left, target)) {
        return FLOW_NEXT;
    }
    if (!eval(in, n->left, &v)) {
        return FLOW_ERROR;
    }
    if (n->list.count == 1 && target->kind == NODE_NAME) {
        in->frame->here = n;
        return flow_of(name_store_at(in, target, v));
    }
    if (n->list.count == 1 && target->kind == NODE_ATTRIBUTE && in->recorder == NULL) {
        if (eval_at_hand(in, target->left, &object) && attribute_is_own(in, object, target)) {
            in->frame->here = target;
            return flow_of(attribute_put(in, object.o, target, v));
        }
        in->frame->here = n;
        if (!eval(in, target->left, &object)) {
            return FLOW_ERROR;
        }
        in->frame->here = target;
        return flow_of(attribute_set_at(in, object, target, v));
    }
    for (int k = 0; k < n->list.count; k++) {
        in->frame->here = n;
        if (!assign(in, n->list.at[k], v)) {
            return FLOW_ERROR;
        }
    }
    return FLOW_NEXT;
}

/* c[i][j] += a[i][k] * b[k][j] of numbers in lists. False: it is another one, nothing was done. */
static bool augment_at_hand(struct interp *in, const struct node *n)
{
    const struct node *target = n->left;
    struct value object, key, with, result;
    struct value *item = eval_quick(in, target->left, &object) &&
                                 eval_quick(in, target->right, &key) &&
                                 eval_quick(in, n->right, &with)
                             ? item_quick(in, object, key)
                             : NULL;
    if (item == NULL || object.o->class != in->types.list ||
        !number_quick(n->op, *item, with, &result)) {
        return false;
    }
    in->frame->here = n;
    *item = result;
    return true;
}

enum flow exec_augmented(struct interp *in, const struct node *n)
{
    const struct node *target = n->left;
    struct value object, key, old, with, result;
    bool attribute = target->kind == NODE_ATTRIBUTE;
    if (target->kind == NODE_NAME) {
        if (eval_quick(in, target, &old) && eval_quick(in, n->right, &with) &&
            number_quick(n->op, old, with, &result)) {
            in->frame->here = n;
            return flow_of(name_store_at(in, target, result));
        }
        if (!eval(in, target, &old) || !eval(in, n->right, &with)) {
            return FLOW_ERROR;
        }
        in->frame->here = n;
        return flow_of((number_quick(n->op, old, with, &result) ||
                        value_inplace(in, n->op, old, with, &result)) &&
                       name_store_at(in, target, result));
    }
    if (!attribute && augment_at_hand(in, n)) {
        return FLOW_NEXT;
    }
    if (!eval(in, target->left, &object)) {
        return FLOW_ERROR;
    }
    in->frame->here = target;
    if (attribute) {
        if (!attribute_at(in, object, target, &old)) {
            return FLOW_ERROR;
        }
    } else if (!eval(in, target->right, &key)) {
        return FLOW_ERROR;
    } else {
        in->frame->here = target; /* no longer an operator of the index */
        if (!value_get_item(in, object, key, &old)) {
            return FLOW_ERROR;
        }
    }
    if (!pause_log_value(in, target, &old) || !eval(in, n->right, &with)) {
        return FLOW_ERROR;
    }
    in->frame->here = n;
    if (!number_quick(n->op, old, with, &result) && !value_inplace(in, n->op, old, with, &result)) {
        return FLOW_ERROR;
    }
    if (!attribute) {
        return flow_of(value_set_item(in, object, key, result));
    }
    if (!attribute_set_at(in, object, target, result)) {
        return FLOW_ERROR;
    }
    return flow_of(label_attribute(in, target->left, target->text, result, &target->span));
}

/* The annotation's value, or its text after `from __future__ import annotations`. */
bool eval_annotation(struct interp *in, const struct node *n, struct value *out)
{
    if (!in->lazy_annotations) {
        return eval(in, n, out);
    }
    size_t len;
    const char *line = source_line(n->span.source, n->span.line, &len);
    size_t end = n->span.end_line == n->span.line ? (size_t)n->span.end_column : len;
    return value_made(out, str_new(in, line + n->span.column, end - (size_t)n->span.column));
}

enum flow exec_annotated(struct interp *in, const struct node *n)
{
    struct value v, annotation, all;
    struct frame *f = in->frame;
    if (n->third != NULL && (!eval(in, n->third, &v) || !assign(in, n->left, v))) {
        return FLOW_ERROR;
    }
    bool kept = n->left->kind == NODE_NAME && (f->scope == NULL || f->scope->is_class);
    if (!kept) {
        return FLOW_NEXT; /* Python does not evaluate annotations of locals either */
    }
    struct dict *home = f->scope != NULL ? f->scope->names : f->module->dict;
    struct str *key = str_intern(in, "__annotations__"), *name = node_name(in, n->left);
    if (key == NULL || name == NULL || !eval_annotation(in, n->right, &annotation)) {
        return FLOW_ERROR;
    }
    if (!dict_get_str(home, key, &all) || !dict_is(all)) {
        all = value_object(dict_new(in));
        if (all.type != VALUE_OBJECT || !dict_set_str(in, home, key, all)) {
            return FLOW_ERROR;
        }
    }
    return flow_of(dict_set_str(in, (struct dict *)all.o, name, annotation));
}

static bool delete_target(struct interp *in, const struct node *target)
{
    struct value object, key;
    in->frame->here = target;
    switch (target->kind) {
    case NODE_NAME:
        return name_delete(in, target);
    case NODE_ATTRIBUTE:
        return eval(in, target->left, &object) && node_name(in, target) != NULL &&
               value_delete_attribute(in, object, node_name(in, target));
    case NODE_SUBSCRIPT:
        return eval(in, target->left, &object) && eval(in, target->right, &key) &&
               value_delete_item(in, object, key);
    default:
        for (int k = 0; k < target->list.count; k++) {
            if (!delete_target(in, target->list.at[k])) {
                return false;
            }
        }
        return true;
    }
}

enum flow exec_delete(struct interp *in, const struct node *n)
{
    for (int k = 0; k < n->list.count; k++) {
        if (!delete_target(in, n->list.at[k])) {
            return FLOW_ERROR;
        }
    }
    return FLOW_NEXT;
}
