/* Makes byte strings: indexing, slicing, operators, their text. Methods: bytes_methods.c. */
#define _GNU_SOURCE /* memmem */
#include "lang/object/bytes.h"

#include "lang/object/bigint.h"
#include "lang/object/value_method.h"

/* --- making --- */

static struct bytes *allocate(struct interp *in, struct class *class, uint64_t wanted)
{
    size_t len = wanted < UINT32_MAX ? (size_t)wanted : UINT32_MAX - 1; /* too much, too */
    struct bytes *b = object_new_sized(in, class, len + 1);
    if (b == NULL || !str_copy(in, len)) {
        return NULL;
    }
    b->len = len;
    memset(b->at, 0, len + 1);
    return b;
}

static bool make(struct interp *in, struct class *class, const void *data, size_t len,
                 struct value *out)
{
    struct bytes *b = allocate(in, class, len);
    *out = value_object(b);
    if (b != NULL && len > 0) {
        memcpy(b->at, data, len);
    }
    return b != NULL;
}

bool bytes_value(struct interp *in, const void *data, size_t len, struct value *out)
{
    return make(in, in->types.bytes, data, len, out);
}

bool bytes_blank(struct interp *in, size_t len, struct value *out)
{
    struct bytes *b = allocate(in, in->types.bytes, len);
    return value_made(out, b);
}

bool bytes_take(struct interp *in, struct buf *b, struct value *out)
{
    bool ok = b->failed ? raise_memory(in) : bytes_value(in, buf_text(b), b->len, out);
    buf_free(b);
    return ok;
}

bool bytes_is(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &bytes_slots;
}

bool bytes_one(struct interp *in, struct value v, const char *what, uint8_t *out)
{
    int64_t byte = -1;
    if (!bigint_is(v) && !value_to_int(in, v, &byte)) {
        return false;
    }
    if (byte < 0 || byte > 255) {
        return raise_value_error(in, "%s must be in range(0, 256)", what);
    }
    *out = (uint8_t)byte;
    return true;
}

static bool of_items(struct interp *in, struct class *class, struct value v, struct value *out)
{
    if (!value_is_iterable(in, v)) {
        return raise_type_error(in, "cannot convert '%s' object to bytes", value_type_name(v));
    }
    const struct list *items = list_of(in, v);
    struct bytes *b = items != NULL ? allocate(in, class, (size_t)items->count) : NULL;
    *out = value_object(b);
    for (int64_t k = 0; b != NULL && k < items->count; k++) {
        if (!bytes_one(in, items->at[k], "bytes", &b->at[k])) {
            return false;
        }
    }
    return b != NULL;
}

static bool of_count(struct interp *in, struct class *class, struct value v, struct value *out)
{
    int64_t count;
    if (!value_to_int(in, v, &count)) {
        return false;
    }
    if (count < 0) {
        return raise_value_error(in, "negative count");
    }
    struct bytes *b = allocate(in, class, (uint64_t)count);
    return value_made(out, b);
}

static bool bytes_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    struct value at[3];
    if (!arguments_take(in, args, "bytes(source=b'', encoding=None, errors=None)", at)) {
        return false;
    }
    if (given(at[0]) && str_is(at[0])) {
        return given(at[1]) ? codec_encode(in, str_of(at[0]), at[1], at[2], out)
                            : raise_type_error(in, "string argument without an encoding");
    }
    if (given(at[1]) || given(at[2])) {
        return raise_type_error(in, "%s without a string argument",
                                given(at[1]) ? "encoding" : "errors");
    }
    if (!given(at[0])) {
        return make(in, class, "", 0, out);
    }
    if (bytes_is(at[0])) {
        return make(in, class, bytes_of(at[0])->at, bytes_of(at[0])->len, out);
    }
    bool own = false;
    struct value made;
    if (!value_call_python(in, at[0], "__bytes__", 0, NULL, &made, &own)) {
        return false;
    }
    if (own) {
        return bytes_is(made) ? make(in, class, bytes_of(made)->at, bytes_of(made)->len, out)
                              : raise_type_error(in, "__bytes__ returned non-bytes (type %s)",
                                                 value_type_name(made));
    }
    return native_is_index(in, at[0]) ? of_count(in, class, at[0], out)
                                      : of_items(in, class, at[0], out);
}

/* --- items --- */

static bool bytes_get_item(struct interp *in, struct value self, struct value key,
                           struct value *out)
{
    const struct bytes *b = bytes_of(self);
    int64_t at, stop, step, length;
    if (key.type != VALUE_OBJECT || key.o->class != in->types.slice) {
        if (!native_is_index(in, key)) {
            return raise_type_error(in, "byte indices must be integers or slices, not %s",
                                    value_type_name(key));
        }
        if (bigint_is(key)) {
            return raise_exception(in, EXCEPTION_IndexError,
                                   "cannot fit 'int' into an index-sized integer");
        }
        if (!value_to_int(in, key, &at)) {
            return false;
        }
        at += at < 0 ? (int64_t)b->len : 0;
        if (at < 0 || at >= (int64_t)b->len) {
            return raise_exception(in, EXCEPTION_IndexError, "index out of range");
        }
        return value_give(out, value_int(b->at[at]));
    }
    if (!slice_resolve(in, (const struct slice *)key.o, (int64_t)b->len, &at, &stop, &step,
                       &length)) {
        return false;
    }
    struct bytes *part = allocate(in, in->types.bytes, (size_t)length);
    *out = value_object(part);
    for (int64_t k = 0; part != NULL && k < length; k++) {
        part->at[k] = b->at[at + k * step];
    }
    return part != NULL;
}

static bool bytes_length(struct interp *in, struct value self, int64_t *out)
{
    *out = (int64_t)bytes_of(self)->len;
    return true;
}

static bool bytes_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_BYTES, self, iterator);
}

static bool bytes_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    const struct bytes *b = bytes_of(self), *part = bytes_of(item);
    uint8_t byte = 0;
    if (native_is_index(in, item)) {
        if (!bytes_one(in, item, "byte", &byte)) {
            return false;
        }
        *out = memchr(b->at, byte, b->len) != NULL;
        return true;
    }
    if (!bytes_is(item)) {
        return raise_type_error(in, "a bytes-like object is required, not '%s'",
                                value_type_name(item));
    }
    *out = memmem(b->at, b->len, part->at, part->len) != NULL;
    return str_copy(in, b->len);
}

/* --- operators --- */

static bool repeat(struct interp *in, const struct bytes *b, int64_t times, struct value *out)
{
    uint64_t len;
    if (__builtin_mul_overflow((uint64_t)b->len, (uint64_t)(times < 0 ? 0 : times), &len)) {
        return raise_exception(in, EXCEPTION_OverflowError, "repeated bytes are too long");
    }
    struct bytes *made = allocate(in, in->types.bytes, len);
    *out = value_object(made);
    for (size_t at = 0; made != NULL && at < len; at += b->len) {
        memcpy(made->at + at, b->at, b->len);
    }
    return made != NULL;
}

static bool join_two(struct interp *in, const struct bytes *a, const struct bytes *b,
                     struct value *out)
{
    struct bytes *made = allocate(in, in->types.bytes, a->len + b->len);
    *out = value_object(made);
    if (made != NULL) {
        memcpy(made->at, a->at, a->len);
        memcpy(made->at + a->len, b->at, b->len);
    }
    return made != NULL;
}

static bool bytes_binary(struct interp *in, enum operator_ op, struct value left,
                         struct value right, bool self_is_right, struct value *out, bool *handled)
{
    int64_t times;
    struct value self = self_is_right ? right : left, other = self_is_right ? left : right;
    if (op == OP_ADD && bytes_is(left)) {
        return bytes_is(right)
                   ? join_two(in, bytes_of(left), bytes_of(right), out)
                   : raise_type_error(in, "can't concat %s to bytes", value_type_name(right));
    }
    if (op == OP_MUL && native_is_index(in, other)) {
        return value_to_int(in, other, &times) && repeat(in, bytes_of(self), times, out);
    }
    if (op == OP_MOD && bytes_is(left)) {
        return bytes_lift_percent(in, bytes_of(left), right, out);
    }
    *handled = false;
    return true;
}

static bool bytes_compare(struct interp *in, enum operator_ op, struct value left,
                          struct value right, bool self_is_right, struct value *out, bool *handled)
{
    if (!bytes_is(left) || !bytes_is(right)) {
        *handled = false;
        return true;
    }
    const struct bytes *a = bytes_of(left), *b = bytes_of(right);
    int order = memcmp(a->at, b->at, a->len < b->len ? a->len : b->len);
    order = order != 0 ? order : (a->len > b->len) - (a->len < b->len);
    return value_give(out, value_ordered(op, (order > 0) - (order < 0)));
}

static bool bytes_hash(struct interp *in, struct value self, uint64_t *out)
{
    *out = str_hash_bytes((const char *)bytes_of(self)->at, bytes_of(self)->len);
    return true;
}

static bool bytes_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct bytes *b = bytes_of(self);
    bool twice = memchr(b->at, '\'', b->len) != NULL && memchr(b->at, '"', b->len) == NULL;
    char quote = twice ? '"' : '\'';
    buf_printf(out, "b%c", quote);
    for (size_t k = 0; k < b->len && !out->failed; k++) {
        char c = (char)b->at[k];
        if (c == quote || c == '\\') {
            buf_printf(out, "\\%c", c);
        } else if (c == '\n' || c == '\r' || c == '\t') {
            buf_puts(out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
        } else if (b->at[k] < 0x20 || b->at[k] > 0x7e) {
            buf_puts(out, "\\x");
            buf_hex(out, b->at[k]);
        } else {
            buf_putc(out, c);
        }
    }
    buf_putc(out, quote);
    return true;
}

const struct slots bytes_slots = {
    .size = sizeof(struct bytes),
    .create = bytes_create,
    .repr = bytes_repr,
    .binary = bytes_binary,
    .compare = bytes_compare,
    .length = bytes_length,
    .get_item = bytes_get_item,
    .contains = bytes_contains,
    .iterate = bytes_iterate,
    .hash = bytes_hash,
};

bool bytes_init(struct interp *in)
{
    return bytes_methods_init(in) && bytes_find_init(in) && native_dunders(in, in->types.bytes);
}
