/* Makes iterators over the built-in containers, one class for each as in Python (list_iterator,
 * range_iterator, ...). zip, map and the like are iterator_tools.c. */
#include "lang/object/bytes.h"

#include "base/utf8.h"

static const char *const names[ITERATOR_KINDS] = {
    [ITERATOR_LIST] = "list_iterator",
    [ITERATOR_TUPLE] = "tuple_iterator",
    [ITERATOR_STR] = "str_iterator",
    [ITERATOR_BYTES] = "bytes_iterator",
    [ITERATOR_RANGE] = "range_iterator",
    [ITERATOR_KEYS] = "dict_keyiterator",
    [ITERATOR_VALUES] = "dict_valueiterator",
    [ITERATOR_ITEMS] = "dict_itemiterator",
    [ITERATOR_SET] = "set_iterator",
    [ITERATOR_CALLABLE] = "callable_iterator",
    [ITERATOR_REVERSED] = "list_reverseiterator",
    [ITERATOR_GENERATOR] = "generator",
    [ITERATOR_COROUTINE] = "coroutine",
};
_Static_assert(ITERATOR_KINDS == INTERP_ITERATORS, "a class for each kind of iterator");

static struct iterator *make(struct interp *in, enum iterator_kind kind, struct value over)
{
    struct iterator *it = object_new(in, in->types.iterators[kind]);
    if (it != NULL) {
        it->kind = kind;
        it->over = over;
    }
    return it;
}

bool iterator_new(struct interp *in, enum iterator_kind kind, struct value over, struct value *out)
{
    struct iterator *it = make(in, kind, over);
    *out = value_object(it);
    if (it == NULL) {
        return false;
    }
    bool dict = kind == ITERATOR_KEYS || kind == ITERATOR_VALUES || kind == ITERATOR_ITEMS;
    it->size = dict ? dict_of(over)->count : kind == ITERATOR_SET ? set_of_value(over)->used : 0;
    return true;
}

bool iterator_over_list(struct interp *in, struct list *l, struct value *out)
{
    return iterator_new(in, ITERATOR_LIST, value_object(l), out);
}

bool iterator_until(struct interp *in, struct value callable, struct value sentinel,
                    struct value *out)
{
    struct iterator *it = make(in, ITERATOR_CALLABLE, callable);
    *out = value_object(it);
    if (it != NULL) {
        it->sentinel = sentinel;
    }
    return it != NULL;
}

/* Only what has a length and positions; dictionaries and ranges are turned round as lists. */
bool iterator_reversed(struct interp *in, struct value over, struct value *out)
{
    struct list *l = list_is(over) || tuple_is(over) ? list_at(over) : list_of(in, over);
    struct iterator *it = l != NULL ? make(in, ITERATOR_REVERSED, value_object(l)) : NULL;
    *out = value_object(it);
    if (it != NULL) {
        it->at = l->count;
    }
    return it != NULL;
}

static void iterator_mark(struct interp *in, struct object *self)
{
    const struct iterator *it = (const struct iterator *)self;
    heap_mark(in, it->over);
    heap_mark(in, it->sentinel);
}

static bool next_character(struct interp *in, struct iterator *it, struct value *out, bool *done)
{
    const struct str *s = str_of(it->over);
    uint32_t c;
    *done = (size_t)it->at >= s->len;
    if (*done) {
        return true;
    }
    size_t at = (size_t)it->at, len = utf8_decode(s->text + at, s->len - at, &c);
    it->at += (int64_t)len;
    return str_value(in, s->text + at, len, out);
}

bool iterator_entry(struct interp *in, struct iterator *it, struct value *pair, bool *done)
{
    *done = it->over.type == VALUE_NONE;
    if (*done) {
        return true;
    }
    const struct dict *d = dict_of(it->over);
    if (d->count != it->size) {
        it->size = -1; /* it stays broken */
        return raise_exception(in, EXCEPTION_RuntimeError,
                               "dictionary changed size during iteration");
    }
    *done = !dict_next(d, &it->at, &pair[0], &pair[1]);
    if (*done) {
        it->over = value_none();
        return true;
    }
    return heap_hold(in, pair[0]) && heap_hold(in, pair[1]);
}

static bool next_entry(struct interp *in, struct iterator *it, struct value *out, bool *done)
{
    struct value pair[2];
    if (!iterator_entry(in, it, pair, done) || *done) {
        return *done;
    }
    *out = pair[it->kind == ITERATOR_VALUES];
    return it->kind != ITERATOR_ITEMS || pair_new(in, pair[0], pair[1], out);
}

static bool next_member(struct interp *in, struct iterator *it, struct value *out, bool *done)
{
    const struct set *s = set_of_value(it->over);
    uint64_t at = (uint64_t)it->at;
    if (s->used != it->size) {
        it->size = -1;
        return raise_exception(in, EXCEPTION_RuntimeError, "Set changed size during iteration");
    }
    *done = !set_next(s, &at, out);
    it->at = (int64_t)at;
    return true;
}

static bool next_call(struct interp *in, struct iterator *it, struct value *out, bool *done)
{
    static const struct args none = {0};
    if (value_call(in, it->over, &none, out)) {
        return value_equal(in, it->sentinel, *out, done);
    }
    if (!raise_is(in, EXCEPTION_StopIteration)) {
        return false;
    }
    raise_catch(in);
    *done = true;
    return true;
}

static bool iterator_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct iterator *it = (struct iterator *)self.o;
    bool ok = true;
    *done = it->over.type == VALUE_NONE;
    if (*done) {
        return true;
    }
    switch (it->kind) {
    case ITERATOR_LIST:
    case ITERATOR_TUPLE:
    case ITERATOR_RANGE:
        *done = !iterator_quick(in, self, out);
        break;
    case ITERATOR_REVERSED:
        it->at--;
        *done = it->at < 0 || it->at >= list_at(it->over)->count;
        if (!*done) {
            *out = list_at(it->over)->at[it->at];
        }
        break;
    case ITERATOR_STR:
        ok = next_character(in, it, out, done);
        break;
    case ITERATOR_BYTES:
        *done = (size_t)it->at >= bytes_of(it->over)->len;
        if (!*done) {
            *out = value_int(bytes_of(it->over)->at[it->at++]);
        }
        break;
    case ITERATOR_SET:
        ok = next_member(in, it, out, done);
        break;
    case ITERATOR_CALLABLE:
        ok = next_call(in, it, out, done);
        break;
    default:
        ok = next_entry(in, it, out, done);
    }
    if (ok && *done) {
        it->over = value_none();
    }
    return ok;
}

bool iterator_self(struct interp *in, struct value self, struct value *iterator)
{
    *iterator = self;
    return true;
}

static bool iterator_repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "<%s object at 0x%012llx>", self.o->class->name->text,
               (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
    return true;
}

const struct slots iterator_slots = {
    .size = sizeof(struct iterator),
    .mark = iterator_mark,
    .repr = iterator_repr,
    .iterate = iterator_self,
    .next = iterator_next,
};

bool iterator_init(struct interp *in)
{
    for (int k = 0; k < ITERATOR_KINDS; k++) {
        struct class *c =
            interp_class(in, names[k], "builtins", in->types.iterator, &iterator_slots);
        in->types.iterators[k] = c;
        if (c == NULL || !native_dunders(in, c)) {
            return false;
        }
    }
    return iterator_tools_init(in);
}
