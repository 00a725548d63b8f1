/* `match`: a subject is held against one pattern after the other. What a pattern captures is bound
 * when the whole of it fits, never in part. */
#include "lang/native.h"

#include "lang/coroutine.h"
#include "lang/statement.h"

#include <string.h>

enum { MOST_CAPTURES = 128 }; /* in one pattern */

struct captures {
    struct interp *in;
    int count;
    struct {
        const struct node *name;
        struct value value;
    } at[MOST_CAPTURES];
};

static bool fits(struct captures *c, const struct node *n, struct value v, bool *out);

static bool capture(struct captures *c, const struct node *name, struct value v)
{
    if (name == NULL) {
        return true;
    }
    if (c->count == MOST_CAPTURES) {
        return raise_limit(c->in, "a pattern has more than %d names", MOST_CAPTURES);
    }
    c->at[c->count].name = name;
    c->at[c->count++].value = v;
    return heap_hold(c->in, v);
}

static bool fits_value(struct captures *c, const struct node *n, struct value v, bool *out)
{
    struct value wanted, same;
    return eval(c->in, n->left, &wanted) && value_compare(c->in, OP_EQ, v, wanted, &same) &&
           value_truth(c->in, same, out);
}

static bool fits_identity(struct captures *c, const struct node *n, struct value v, bool *out)
{
    struct value wanted;
    if (!eval(c->in, n->left, &wanted)) {
        return false;
    }
    *out = value_identical(v, wanted);
    return true;
}

/* --- sequences and mappings --- */

/* Of the named class of collections.abc, or of one that says so. */
static bool is_abstract(const struct class *class, const char *name)
{
    for (int k = 0; k < class->mro_count; k++) {
        const struct class *one = class->mro[k];
        bool known = one->module != NULL && strncmp(one->module, "collections", 11) == 0;
        if (known && strcmp(one->name->text, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_sequence(struct interp *in, struct value v)
{
    const struct class *class = value_class(in, v);
    return list_is(v) || tuple_is(v) || class == in->types.range || is_abstract(class, "deque") ||
           is_abstract(class, "Sequence");
}

static bool fits_sequence(struct captures *c, const struct node *n, struct value v, bool *out)
{
    const struct nodes *parts = &n->list;
    int64_t star = -1, count;
    *out = false;
    if (!is_sequence(c->in, v)) {
        return true;
    }
    for (int k = 0; k < parts->count; k++) {
        star = parts->at[k]->kind == NODE_MATCH_STAR ? k : star;
    }
    if (!value_length(c->in, v, &count)) {
        return false;
    }
    int64_t extra = count - (parts->count - (star >= 0 ? 1 : 0));
    if (extra < 0 || (star < 0 && extra > 0)) {
        return true;
    }
    const struct list *items = list_of(c->in, v);
    *out = items != NULL && items->count == count;
    for (int64_t k = 0, at = 0; *out && k < parts->count; k++) {
        const struct node *part = parts->at[k];
        if (k == star) {
            struct list *rest = list_new(c->in, extra);
            for (int64_t j = 0; rest != NULL && j < extra; j++) {
                list_append(c->in, rest, items->at[at + j]);
            }
            if (rest == NULL || !capture(c, part->right, value_object(rest))) {
                return false;
            }
            at += extra;
        } else if (!fits(c, part, items->at[at++], out)) {
            return false;
        }
    }
    return items != NULL;
}

/* The item of a mapping, without its __missing__. */
static bool find_item(struct interp *in, struct value v, struct value key, struct value *out,
                      bool *found)
{
    if (dict_is(v)) {
        return dict_get(in, dict_of(v), key, out, found);
    }
    const struct value asked[2] = {key, {.type = VALUE_NOT_IMPLEMENTED}};
    bool ok = value_call_method(in, v, "get", 2, asked, out);
    *found = ok && given(*out);
    return ok;
}

static bool fits_mapping(struct captures *c, const struct node *n, struct value v, bool *out)
{
    struct interp *in = c->in;
    struct dict *rest = n->right != NULL ? dict_new(in) : NULL;
    *out = dict_is(v) || is_abstract(value_class(in, v), "Mapping") ||
           is_abstract(value_class(in, v), "ChainMap");
    if (!*out) {
        return true;
    }
    if (n->right != NULL) {
        struct value unused, whole = value_object(rest);
        if (rest == NULL || !value_call_method(in, whole, "update", 1, &v, &unused)) {
            return false;
        }
    }
    for (int k = 0; *out && k < n->list.count; k++) {
        struct value key, item;
        if (!eval(in, n->list.at[k], &key) || !find_item(in, v, key, &item, out)) {
            return false;
        }
        bool gone;
        if (*out && ((rest != NULL && !dict_delete(in, rest, key, &gone)) ||
                     !fits(c, n->list2.at[k], item, out))) {
            return false;
        }
    }
    return !*out || rest == NULL || capture(c, n->right, value_object(rest));
}

/* --- classes --- */

/* int(n) and its like: the one pattern in brackets is for the subject itself. */
static bool takes_itself(struct interp *in, const struct class *class)
{
    struct class *const those[] = {in->types.integer,  in->types.boolean, in->types.floating,
                                   in->types.string,   in->types.bytes,   in->types.list,
                                   in->types.tuple,    in->types.dict,    in->types.set,
                                   in->types.frozenset};
    for (size_t k = 0; k < sizeof those / sizeof *those; k++) {
        if (class_is_subclass(class, those[k])) {
            return true;
        }
    }
    return false;
}

/* What __match_args__ calls the patterns by position; NULL with *itself, or raised. */
static struct list *position_names(struct interp *in, const struct node *n, struct class *class,
                                   bool *itself)
{
    struct value names;
    struct str *key = str_intern(in, "__match_args__");
    bool found;
    *itself = false;
    if (key == NULL || !value_find_attribute(in, value_object(class), key, &names, &found)) {
        return NULL;
    }
    if (found && !tuple_is(names)) {
        raise(in, EXCEPTION_TypeError, "%s.__match_args__ must be a tuple (got %s)",
              class->name->text, value_type_name(names));
        return NULL;
    }
    *itself = !found && takes_itself(in, class);
    int64_t most = found ? list_at(names)->count : *itself ? 1 : 0;
    if (n->list.count > most) {
        *itself = false;
        raise(in, EXCEPTION_TypeError, "%s() accepts %lld positional sub-pattern%s (%d given)",
              class->name->text, (long long)most, most == 1 ? "" : "s", n->list.count);
        return NULL;
    }
    return found ? list_at(names) : NULL;
}

static bool fits_attribute(struct captures *c, struct str *name, const struct node *part,
                           struct value v, bool *out)
{
    struct value item;
    return name != NULL && value_find_attribute(c->in, v, name, &item, out) &&
           (!*out || (heap_hold(c->in, item) && fits(c, part, item, out)));
}

static bool fits_class(struct captures *c, const struct node *n, struct value v, bool *out)
{
    struct interp *in = c->in;
    struct value class;
    struct list *names = NULL;
    bool itself = false;
    if (!eval(in, n->left, &class)) {
        return false;
    }
    in->frame->here = n;
    if (!class_is(in, class)) {
        return raise(in, EXCEPTION_TypeError, "called match pattern must be a class");
    }
    if (!object_isinstance(in, v, class, out)) {
        return false;
    }
    if (*out && n->list.count > 0) {
        names = position_names(in, n, (struct class *)class.o, &itself);
        if (names == NULL && !itself) {
            return false;
        }
    }
    for (int k = 0; *out && k < n->list.count; k++) {
        if (names != NULL && !str_is(names->at[k])) {
            return raise(in, EXCEPTION_TypeError,
                         "__match_args__ elements must be strings (got %s)",
                         value_type_name(names->at[k]));
        }
        bool ok = names == NULL ? fits(c, n->list.at[k], v, out)
                                : fits_attribute(c, str_intern(in, str_text(names->at[k])),
                                                 n->list.at[k], v, out);
        if (!ok) {
            return false;
        }
    }
    for (int k = 0; *out && k < n->alias_count; k++) {
        struct str *name = str_intern(in, n->aliases[k].name);
        if (!fits_attribute(c, name, n->list2.at[k], v, out)) {
            return false;
        }
    }
    return true;
}

/* --- all patterns --- */

static bool fits_one_of(struct captures *c, const struct node *n, struct value v, bool *out)
{
    int before = c->count;
    *out = false;
    for (int k = 0; !*out && k < n->list.count; k++) {
        c->count = before;
        if (!fits(c, n->list.at[k], v, out)) {
            return false;
        }
    }
    return true;
}

static bool fits_as(struct captures *c, const struct node *n, struct value v, bool *out)
{
    *out = true;
    if (n->left != NULL && !fits(c, n->left, v, out)) {
        return false;
    }
    return !*out || capture(c, n->right, v);
}

static bool fits(struct captures *c, const struct node *n, struct value v, bool *out)
{
    switch (n->kind) {
    case NODE_MATCH_VALUE:
        return fits_value(c, n, v, out);
    case NODE_MATCH_IS:
        return fits_identity(c, n, v, out);
    case NODE_MATCH_SEQUENCE:
        return fits_sequence(c, n, v, out);
    case NODE_MATCH_MAPPING:
        return fits_mapping(c, n, v, out);
    case NODE_MATCH_CLASS:
        return fits_class(c, n, v, out);
    case NODE_MATCH_OR:
        return fits_one_of(c, n, v, out);
    default:
        return fits_as(c, n, v, out);
    }
}

/* --- the statement --- */

static bool takes_case(struct interp *in, const struct node *n, struct value subject, bool *out)
{
    struct captures c = {.in = in};
    in->frame->here = n->left;
    if (!interp_step(in, 1) || !fits(&c, n->left, subject, out)) {
        return false;
    }
    for (int k = 0; *out && k < c.count; k++) {
        if (!assign(in, c.at[k].name, c.at[k].value)) {
            return false;
        }
    }
    return !*out || n->right == NULL || condition(in, n->right, out);
}

enum flow exec_match(struct interp *in, const struct node *n)
{
    struct pause p = pause_take(in);
    if (p.part == PART_HEAD) {
        bool found = false;
        if (!pause_eval(in, n->left, &p.kept)) {
            return pause_keep(in, FLOW_ERROR, (struct pause){0});
        }
        heap_hold(in, p.kept);
        for (p.at = 0; p.at < n->list.count; p.at++) {
            if (!takes_case(in, n->list.at[p.at], p.kept, &found)) {
                return FLOW_ERROR;
            }
            if (found) {
                break;
            }
        }
        if (!found) {
            return FLOW_NEXT;
        }
        p.part = PART_BODY;
    }
    return pause_keep(in, exec_block(in, &n->list.at[p.at]->body), p);
}
