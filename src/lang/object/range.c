/* Makes range and slice objects. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

static struct range *range_of(struct value v)
{
    return (struct range *)v.o;
}

static bool range_is(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.range;
}

static int64_t length_of(int64_t start, int64_t stop, int64_t step)
{
    uint64_t distance, pace;
    if (step > 0 ? start >= stop : start <= stop) {
        return 0;
    }
    distance = step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    pace = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
    /* cppcheck-suppress zerodivcond ; a step of 0 is refused by those who make a range */
    uint64_t length = (distance - 1) / pace + 1;
    return length > INT64_MAX ? INT64_MAX : (int64_t)length;
}

static bool range_new(struct interp *in, int64_t start, int64_t stop, int64_t step,
                      struct value *out)
{
    struct range *r = object_new(in, in->types.range);
    *out = value_object(r);
    if (r != NULL) {
        r->start = start;
        r->stop = stop;
        r->step = step;
        r->length = length_of(start, stop, step);
    }
    return r != NULL;
}

static bool range_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    int64_t at[3] = {0, 0, 1};
    if (args->keyword_count > 0) {
        return raise_type_error(in, "range() takes no keyword arguments");
    }
    if (args->count < 1 || args->count > 3) {
        return raise_type_error(in, "range expected at %s %d argument%s, got %d",
                                args->count < 1 ? "least" : "most", args->count < 1 ? 1 : 3,
                                args->count < 1 ? "" : "s", args->count);
    }
    for (int k = 0; k < args->count; k++) {
        if (!value_to_int(in, args->at[k], &at[args->count == 1 ? 1 : k])) {
            return false;
        }
    }
    if (at[2] == 0) {
        return raise_value_error(in, "range() arg 3 must not be zero");
    }
    return range_new(in, at[0], at[1], at[2], out);
}

static bool range_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct range *r = range_of(self);
    buf_printf(out, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
    if (r->step != 1) {
        buf_printf(out, ", %lld", (long long)r->step);
    }
    buf_putc(out, ')');
    return true;
}

static bool range_length(struct interp *in, struct value self, int64_t *out)
{
    *out = range_of(self)->length;
    return true;
}

static bool range_get_item(struct interp *in, struct value self, struct value key,
                           struct value *out)
{
    const struct range *r = range_of(self);
    int64_t at, stop, step, length;
    if (key.type == VALUE_OBJECT && key.o->class == in->types.slice) {
        return slice_resolve(in, (const struct slice *)key.o, r->length, &at, &stop, &step,
                             &length) &&
               range_new(in, r->start + at * r->step, r->start + stop * r->step, r->step * step,
                         out);
    }
    if (!native_is_index(in, key)) {
        return raise_type_error(in, "range indices must be integers or slices, not %s",
                                value_type_name(key));
    }
    bool large = bigint_is(key);
    if (!large && !value_to_int(in, key, &at)) {
        return false;
    }
    at = large ? -1 : at + (at < 0 ? r->length : 0);
    if (at < 0 || at >= r->length) {
        return raise_exception(in, EXCEPTION_IndexError, "range object index out of range");
    }
    return value_give(out, value_int(r->start + at * r->step));
}

/* The position of a number, -1 if it is not in the range. */
static int64_t position(const struct range *r, struct value v)
{
    int64_t i = v.type == VALUE_BOOL ? (int64_t)v.b : v.i;
    if (v.type == VALUE_FLOAT) {
        if (!(v.f >= -0x1p62 && v.f <= 0x1p62) || v.f != (double)(int64_t)v.f) {
            return -1;
        }
        i = (int64_t)v.f;
    }
    if (r->length == 0 ||
        (r->step > 0 ? i < r->start || i >= r->stop : i > r->start || i <= r->stop)) {
        return -1;
    }
    return (i - r->start) % r->step == 0 ? (i - r->start) / r->step : -1;
}

static bool range_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    *out = false;
    if (value_is_number(item)) {
        *out = position(range_of(self), item) >= 0;
        return true;
    }
    if (item.type != VALUE_OBJECT) {
        return true;
    }
    struct list *l = list_of(in, self);
    for (int64_t k = 0; l != NULL && k < l->count && !*out; k++) {
        if (!value_equal(in, l->at[k], item, out)) {
            return false;
        }
    }
    return l != NULL;
}

static bool range_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    *handled = (op == OP_EQ || op == OP_NE) && range_is(in, left) && range_is(in, right);
    if (*handled) {
        const struct range *a = range_of(left), *b = range_of(right);
        bool same =
            a->length == b->length &&
            (a->length == 0 || (a->start == b->start && (a->length == 1 || a->step == b->step)));
        *out = value_bool(same == (op == OP_EQ));
    }
    return true;
}

static bool range_hash(struct interp *in, struct value self, uint64_t *out)
{
    const struct range *r = range_of(self);
    *out = ((uint64_t)r->length * 31 + (r->length > 0 ? (uint64_t)r->start : 0)) * 31 +
           (r->length > 1 ? (uint64_t)r->step : 0);
    return true;
}

static bool range_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_RANGE, self, iterator);
}

static bool range_get(struct interp *in, struct value self, struct str *name, struct value *out,
                      bool *found)
{
    const struct range *r = range_of(self);
    *found = true;
    if (strcmp(name->text, "start") == 0) {
        *out = value_int(r->start);
    } else if (strcmp(name->text, "stop") == 0) {
        *out = value_int(r->stop);
    } else if (strcmp(name->text, "step") == 0) {
        *out = value_int(r->step);
    } else {
        *found = false;
    }
    return true;
}

/* range.index and range.count */
static bool range_find(struct interp *in, const struct args *args, struct value *out)
{
    bool index = in->calling->name[0] == 'i';
    int64_t at = value_is_number(args->at[1]) ? position(range_of(args->at[0]), args->at[1]) : -1;
    if (index && at < 0) {
        scoped_buf shown = {.budget = in->memory};
        if (value_repr(in, args->at[1], &shown)) {
            raise_value_error(in, "%s is not in range", buf_text(&shown));
        }
        return false;
    }
    return value_give(out, value_int(index ? at : at >= 0));
}

const struct slots range_slots = {
    .size = sizeof(struct range),
    .create = range_create,
    .repr = range_repr,
    .get = range_get,
    .compare = range_compare,
    .length = range_length,
    .get_item = range_get_item,
    .contains = range_contains,
    .iterate = range_iterate,
    .hash = range_hash,
};

/* --- slice --- */

static void slice_mark(struct interp *in, struct object *self)
{
    const struct slice *s = (const struct slice *)self;
    heap_mark(in, s->start);
    heap_mark(in, s->stop);
    heap_mark(in, s->step);
}

static bool slice_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    if (!arguments_count(in, args, "slice", 1, 3)) {
        return false;
    }
    struct slice *s = object_new(in, class);
    *out = value_object(s);
    if (s == NULL) {
        return false;
    }
    s->start = args->count == 1 ? value_none() : args->at[0];
    s->stop = args->at[args->count == 1 ? 0 : 1];
    s->step = args->count == 3 ? args->at[2] : value_none();
    return true;
}

static bool slice_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct slice *s = (const struct slice *)self.o;
    buf_puts(out, "slice(");
    bool ok = value_repr(in, s->start, out);
    buf_puts(out, ", ");
    ok = ok && value_repr(in, s->stop, out);
    buf_puts(out, ", ");
    ok = ok && value_repr(in, s->step, out);
    buf_putc(out, ')');
    return ok;
}

static bool slice_get(struct interp *in, struct value self, struct str *name, struct value *out,
                      bool *found)
{
    const struct slice *s = (const struct slice *)self.o;
    *found = true;
    if (strcmp(name->text, "start") == 0) {
        *out = s->start;
    } else if (strcmp(name->text, "stop") == 0) {
        *out = s->stop;
    } else if (strcmp(name->text, "step") == 0) {
        *out = s->step;
    } else {
        *found = false;
    }
    return true;
}

static bool slice_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    bool equal = true;
    *handled = (op == OP_EQ || op == OP_NE) && left.type == VALUE_OBJECT &&
               right.type == VALUE_OBJECT && left.o->class == in->types.slice &&
               right.o->class == in->types.slice;
    if (!*handled) {
        return true;
    }
    const struct slice *a = (const struct slice *)left.o, *b = (const struct slice *)right.o;
    return value_equal(in, a->start, b->start, &equal) &&
           (!equal || value_equal(in, a->stop, b->stop, &equal)) &&
           (!equal || value_equal(in, a->step, b->step, &equal)) &&
           value_give(out, value_bool(equal == (op == OP_EQ)));
}

static bool slice_hash(struct interp *in, struct value self, uint64_t *out)
{
    *out = 0;
    return raise_type_error(in, "unhashable type: 'slice'");
}

static bool slice_indices(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count, length, at[3];
    if (!value_to_int(in, args->at[1], &count) ||
        (count < 0 && !raise_value_error(in, "length should not be negative")) ||
        !slice_resolve(in, (const struct slice *)args->at[0].o, count, &at[0], &at[1], &at[2],
                       &length)) {
        return false;
    }
    const struct value three[3] = {value_int(at[0]), value_int(at[1]), value_int(at[2])};
    return value_made(out, tuple_new(in, 3, three));
}

const struct slots slice_slots = {
    .size = sizeof(struct slice),
    .mark = slice_mark,
    .create = slice_create,
    .repr = slice_repr,
    .get = slice_get,
    .compare = slice_compare,
    .hash = slice_hash,
};

bool range_init(struct interp *in)
{
    static const struct native_row of_range[] = {{"index", range_find, NULL, "11"},
                                                 {"count", range_find, NULL, "11"}};
    static const struct native_row of_slice[] = {{"indices", slice_indices, NULL, "11"}};
    return native_methods(in, in->types.range, of_range, NATIVE_COUNT(of_range)) &&
           native_methods(in, in->types.slice, of_slice, NATIVE_COUNT(of_slice)) &&
           native_dunders(in, in->types.range) && iterator_init(in);
}
