/* Tells what lists and tuples do with indexes, slices, operators and comparison, and their text.
 * Every operation on a subclass of tuple gives plain tuples. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

/* --- indexes and slices --- */

bool sequence_index(struct interp *in, struct value key, int64_t count, const char *what,
                    int64_t *out)
{
    int64_t at;
    *out = 0;
    if (!native_is_index(in, key)) {
        const char *end = strchr(what, ' ');
        int len = end != NULL ? (int)(end - what) : (int)strlen(what);
        return raise_type_error(in, "%.*s indices must be integers or slices, not %s", len, what,
                                value_type_name(key));
    }
    if (bigint_is(key)) {
        return raise_exception(in, EXCEPTION_IndexError,
                               "cannot fit 'int' into an index-sized integer");
    }
    if (!value_to_int(in, key, &at)) {
        return false;
    }
    at += at < 0 ? count : 0;
    *out = at;
    return (at >= 0 && at < count) ||
           raise_exception(in, EXCEPTION_IndexError, "%s index out of range", what);
}

static bool slice_part(struct interp *in, struct value v, int64_t fallback, int64_t *out)
{
    *out = fallback;
    if (v.type == VALUE_NONE) {
        return true;
    }
    if (!native_is_index(in, v)) {
        return raise_type_error(
            in, "slice indices must be integers or None or have an __index__ method");
    }
    if (bigint_is(v)) { /* beyond any length */
        uint32_t store[2];
        *out = bigint_number(v, store).negative ? INT64_MIN : INT64_MAX;
        return true;
    }
    return value_to_int(in, v, out);
}

static int64_t clamp(int64_t at, int64_t count, bool backwards)
{
    if (at < 0) {
        at += count;
        return at < 0 ? (backwards ? -1 : 0) : at;
    }
    return at >= count ? (backwards ? count - 1 : count) : at;
}

bool slice_resolve(struct interp *in, const struct slice *s, int64_t count, int64_t *start,
                   int64_t *stop, int64_t *step, int64_t *length)
{
    if (!slice_part(in, s->step, 1, step)) {
        return false;
    }
    if (*step == 0) {
        return raise_value_error(in, "slice step cannot be zero");
    }
    if (*step == INT64_MIN) {
        *step = -INT64_MAX;
    }
    bool back = *step < 0;
    if (!slice_part(in, s->start, back ? INT64_MAX : 0, start) ||
        !slice_part(in, s->stop, back ? INT64_MIN : INT64_MAX, stop)) {
        return false;
    }
    *start = clamp(*start, count, back);
    *stop = s->stop.type == VALUE_NONE && back ? -1 : clamp(*stop, count, back);
    if (back) {
        *length = *stop < *start ? (*start - *stop - 1) / -*step + 1 : 0;
    } else {
        *length = *start < *stop ? (*stop - *start - 1) / *step + 1 : 0;
    }
    return true;
}

static bool is_slice(struct interp *in, struct value key)
{
    return key.type == VALUE_OBJECT && key.o->class == in->types.slice;
}

static bool get_slice(struct interp *in, const struct list *l, struct value key,
                      struct class *class, struct value *out)
{
    int64_t start, stop, step, length;
    if (!slice_resolve(in, (const struct slice *)key.o, l->count, &start, &stop, &step, &length)) {
        return false;
    }
    struct list *made = list_allocate(in, class, length);
    if (made == NULL) {
        return false;
    }
    for (int64_t k = 0; k < length; k++) {
        made->at[k] = l->at[start + k * step];
    }
    made->count = length;
    return value_give(out, value_object(made));
}

static bool list_get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    const struct list *l = list_at(self);
    int64_t at;
    if (is_slice(in, key)) {
        return get_slice(in, l, key, in->types.list, out);
    }
    return sequence_index(in, key, l->count, "list", &at) && value_give(out, l->at[at]);
}

static bool tuple_get_item(struct interp *in, struct value self, struct value key,
                           struct value *out)
{
    const struct list *l = list_at(self);
    int64_t at;
    if (is_slice(in, key)) {
        return get_slice(in, l, key, in->types.tuple, out);
    }
    return sequence_index(in, key, l->count, "tuple", &at) && value_give(out, l->at[at]);
}

static bool set_slice(struct interp *in, struct list *l, struct value key, struct value x)
{
    int64_t start, stop, step, length;
    struct value iterator;
    if (!value_iterate(in, x, &iterator)) {
        if (raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in);
            return raise_type_error(in, "can only assign an iterable");
        }
        return false;
    }
    struct list *from = list_of(in, x); /* a copy: x may be the list itself */
    if (from == NULL ||
        !slice_resolve(in, (const struct slice *)key.o, l->count, &start, &stop, &step, &length)) {
        return false;
    }
    if (step == 1) {
        return list_splice(in, l, start, length, from->at, from->count);
    }
    if (from->count != length) {
        return raise_value_error(
            in, "attempt to assign sequence of size %lld to extended slice of size %lld",
            (long long)from->count, (long long)length);
    }
    for (int64_t k = 0; k < length; k++) {
        l->at[start + k * step] = from->at[k];
    }
    return true;
}

static bool list_set_item(struct interp *in, struct value self, struct value key, struct value x)
{
    struct list *l = list_at(self);
    int64_t at;
    if (is_slice(in, key)) {
        return set_slice(in, l, key, x);
    }
    if (!sequence_index(in, key, l->count, "list assignment", &at)) {
        return false;
    }
    l->at[at] = x;
    return true;
}

static bool list_delete_item(struct interp *in, struct value self, struct value key)
{
    struct list *l = list_at(self);
    int64_t start, stop, step = 1, length = 1;
    if (!is_slice(in, key)) {
        return sequence_index(in, key, l->count, "list assignment", &start) &&
               list_splice(in, l, start, 1, NULL, 0);
    }
    if (!slice_resolve(in, (const struct slice *)key.o, l->count, &start, &stop, &step, &length)) {
        return false;
    }
    if (step < 0) {
        start += (length - 1) * step;
        step = -step;
    }
    int64_t kept = start;
    for (int64_t k = start; k < l->count && length > 0; k++) {
        bool gone = (k - start) % step == 0 && (k - start) / step < length;
        if (!gone) {
            l->at[kept++] = l->at[k];
        }
    }
    l->count = length > 0 ? kept : l->count;
    return true;
}

/* --- operators --- */

static bool concatenate(struct interp *in, struct class *class, const struct list *a,
                        const struct list *b, struct value *out)
{
    struct list *made = list_allocate(in, class, a->count + b->count);
    if (made == NULL) {
        return false;
    }
    for (int64_t k = 0; k < a->count; k++) {
        made->at[made->count++] = a->at[k];
    }
    for (int64_t k = 0; k < b->count; k++) {
        made->at[made->count++] = b->at[k];
    }
    return value_give(out, value_object(made));
}

static bool repeat_count(struct interp *in, const struct list *l, struct value times_value,
                         int64_t *total, int64_t *times)
{
    if (!value_to_int(in, times_value, times)) {
        return false;
    }
    *times = *times < 0 ? 0 : *times;
    return !__builtin_mul_overflow(l->count, *times, total) ||
           raise_exception(in, EXCEPTION_MemoryError, "a list of that many items");
}

static bool sequence_binary(struct interp *in, enum operator_ op, struct value left,
                            struct value right, bool self_is_right, struct class *class,
                            bool (*same)(struct value), struct value *out, bool *handled)
{
    int64_t total, times;
    if (op == OP_ADD && same(left) && same(right)) {
        return concatenate(in, class, list_at(left), list_at(right), out);
    }
    struct value other = self_is_right ? left : right;
    const struct list *self = list_at(self_is_right ? right : left);
    if (op != OP_MUL || !native_is_index(in, other)) {
        *handled = false;
        return true;
    }
    if (!repeat_count(in, self, other, &total, &times)) {
        if (other.type == VALUE_OBJECT && raise_is(in, EXCEPTION_TypeError)) {
            raise_catch(in); /* [1, 2] * array: no index after all, the array knows what to do */
            *handled = false;
            return true;
        }
        return false;
    }
    struct list *made = list_allocate(in, class, total);
    if (made == NULL) {
        return false;
    }
    for (; made->count < total;) {
        for (int64_t k = 0; k < self->count; k++) {
            made->at[made->count++] = self->at[k];
        }
    }
    return value_give(out, value_object(made));
}

static bool list_binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                        bool self_is_right, struct value *out, bool *handled)
{
    return sequence_binary(in, op, left, right, self_is_right, in->types.list, list_is, out,
                           handled);
}

static bool tuple_binary(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    return sequence_binary(in, op, left, right, self_is_right, in->types.tuple, tuple_is, out,
                           handled);
}

static bool list_inplace(struct interp *in, enum operator_ op, struct value self,
                         struct value other, struct value *out, bool *handled)
{
    struct list *l = list_at(self);
    *out = self;
    if (op == OP_ADD) {
        return list_extend(in, l, other);
    }
    if (op == OP_MUL && native_is_index(in, other)) {
        int64_t total, times, count = l->count;
        if (!repeat_count(in, l, other, &total, &times) || !list_reserve(in, l, total)) {
            return false;
        }
        l->count = times == 0 ? 0 : count;
        while (l->count < total) {
            l->at[l->count] = l->at[l->count - count];
            l->count++;
        }
        return true;
    }
    *handled = false;
    return true;
}

/* --- comparison --- */

static bool compare_items(struct interp *in, enum operator_ op, const struct list *a,
                          const struct list *b, struct value *out)
{
    if ((op == OP_EQ || op == OP_NE) && a->count != b->count) {
        return value_give(out, value_bool(op == OP_NE));
    }
    int64_t k = 0;
    for (bool equal = true; k < a->count && k < b->count; k++) {
        if (!value_equal(in, a->at[k], b->at[k], &equal)) {
            return false;
        }
        if (!equal) {
            break;
        }
    }
    if (k < a->count && k < b->count) {
        if (op == OP_EQ || op == OP_NE) {
            return value_give(out, value_bool(op == OP_NE));
        }
        return value_compare(in, op, a->at[k], b->at[k], out);
    }
    return value_compare(in, op, value_int(a->count), value_int(b->count), out);
}

/* From the first pair on that is not two integers. */
static bool equal_rest(const struct interp *in, const struct list *a, const struct list *b,
                       int64_t k, bool *out)
{
    for (*out = true; *out && k < a->count; k++) {
        struct value x = a->at[k], y = b->at[k];
        bool deep = x.type == VALUE_OBJECT && x.o->class == in->types.tuple;
        if ((deep && !value_identical(x, y)) || !equal_quick(in, x, y, out)) {
            return false;
        }
    }
    return true;
}

bool sequence_equal_quick(const struct interp *in, const struct list *a, const struct list *b,
                          bool *out)
{
    const struct value *x = a->at, *y = b->at;
    *out = a->count == b->count;
    for (int64_t k = 0; *out && k < a->count; k++) {
        if (x[k].type != VALUE_INT || y[k].type != VALUE_INT) {
            return equal_rest(in, a, b, k, out);
        }
        *out = x[k].i == y[k].i;
    }
    return true;
}

static bool list_compare(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = list_is(left) && list_is(right);
    return !*handled || compare_items(in, op, list_at(left), list_at(right), out);
}

static bool tuple_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = tuple_is(left) && tuple_is(right);
    return !*handled || compare_items(in, op, list_at(left), list_at(right), out);
}

static bool list_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    const struct list *l = list_at(self);
    *out = false;
    for (int64_t k = 0; k < l->count && !*out; k++) {
        if (!value_equal(in, l->at[k], item, out)) {
            return false;
        }
    }
    return true;
}

/* --- the rest --- */

static bool items_repr(struct interp *in, const struct list *l, const char *open, const char *close,
                       struct buf *out)
{
    struct nesting level;
    if (!nesting_enter(in, &level, &l->object)) {
        buf_printf(out, "%s...%s", open, close);
        return true;
    }
    bool ok = true;
    buf_puts(out, open);
    for (int64_t k = 0; k < l->count && ok; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        ok = value_repr(in, l->at[k], out);
    }
    buf_puts(out, l->count == 1 && open[0] == '(' ? "," : "");
    buf_puts(out, close);
    nesting_leave(in, &level);
    return ok;
}

static bool list_repr(struct interp *in, struct value self, struct buf *out)
{
    return items_repr(in, list_at(self), "[", "]", out);
}

static bool tuple_repr(struct interp *in, struct value self, struct buf *out)
{
    return items_repr(in, list_at(self), "(", ")", out);
}

static bool list_length(struct interp *in, struct value self, int64_t *out)
{
    *out = list_at(self)->count;
    return true;
}

static bool list_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_LIST, self, iterator);
}

static bool tuple_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_TUPLE, self, iterator);
}

/* CPython's mixing (xxHash's): the order of a printed set of tuples of numbers follows from it. */
static bool tuple_hash(struct interp *in, struct value self, uint64_t *out)
{
    const struct list *l = list_at(self);
    const uint64_t p1 = 11400714785074694791u, p2 = 14029467366897019727u,
                   p5 = 2870177450012600261u;
    uint64_t h = p5, each;
    if (!interp_stack(in) || !interp_step(in, 1)) {
        return false;
    }
    for (int64_t k = 0; k < l->count; k++) {
        if (!hash_quick(l->at[k], &each) && !value_hash(in, l->at[k], &each)) {
            return false;
        }
        h += each * p2;
        h = (h << 31) | (h >> 33);
        h *= p1;
    }
    h += (uint64_t)l->count ^ (p5 ^ 3527539u);
    *out = h == UINT64_MAX ? 1546275796u : h;
    return true;
}

static void list_mark(struct interp *in, struct object *self)
{
    const struct list *l = (const struct list *)self;
    for (int64_t k = 0; k < l->count; k++) {
        if (l->at[k].type == VALUE_OBJECT && !l->at[k].o->marked) {
            heap_mark_object(in, l->at[k].o);
        }
    }
}

static void list_free(struct interp *in, struct object *self)
{
    list_give(in, (struct list *)self);
}

static bool sequence_create(struct interp *in, struct class *class, const struct args *args,
                            struct value *out)
{
    bool tuple = class_is_subclass(class, in->types.tuple);
    if (args->keyword_count > 0) {
        return raise_type_error(in, "%s() takes no keyword arguments", class->name->text);
    }
    if (args->count > 1) {
        return raise_type_error(in, "%s expected at most 1 argument, got %d",
                                tuple ? "tuple" : "list", args->count);
    }
    if (tuple && class == in->types.tuple && args->count == 1 && args->at[0].type == VALUE_OBJECT &&
        args->at[0].o->class == class) {
        return value_give(out, args->at[0]);
    }
    struct list *l = object_new(in, class);
    return value_made(out, l) && (args->count == 0 || list_extend(in, l, args->at[0]));
}

const struct slots list_slots = {
    .size = sizeof(struct list),
    .filled_by_init = true,
    .mark = list_mark,
    .free = list_free,
    .create = sequence_create,
    .repr = list_repr,
    .binary = list_binary,
    .inplace = list_inplace,
    .compare = list_compare,
    .length = list_length,
    .get_item = list_get_item,
    .set_item = list_set_item,
    .delete_item = list_delete_item,
    .contains = list_contains,
    .iterate = list_iterate,
};

const struct slots tuple_slots = {
    .size = sizeof(struct list),
    .mark = list_mark,
    .free = list_free,
    .create = sequence_create,
    .repr = tuple_repr,
    .binary = tuple_binary,
    .compare = tuple_compare,
    .length = list_length,
    .get_item = tuple_get_item,
    .contains = list_contains,
    .iterate = tuple_iterate,
    .hash = tuple_hash,
};

bool list_init(struct interp *in)
{
    return list_methods_init(in) && native_dunders(in, in->types.list) &&
           native_dunders(in, in->types.tuple);
}
