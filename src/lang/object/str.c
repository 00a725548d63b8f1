/* Strings are immutable UTF-8, counted in characters. Making and interning them, indexing, slicing,
 * operators. Methods: str_methods.c (case, padding, questions), str_split.c (searching, cutting,
 * joining). */
#define _GNU_SOURCE /* memmem */
#include "lang/object/bytes.h"

#include "base/number.h"
#include "base/utf8.h"

/* --- making --- */

/* The next eight bytes, or as many as there are; zeros behind them. */
static inline uint64_t word_of(const char *text, size_t len)
{
    uint64_t word = (unsigned char)text[0];
    uint32_t four[2];
    uint16_t two[2];
    if (len >= sizeof word) {
        memcpy(&word, text, sizeof word);
    } else if (len >= sizeof *four) { /* the first and the last of them, which may overlap */
        memcpy(four, text, sizeof *four);
        memcpy(four + 1, text + len - sizeof *four, sizeof *four);
        word = four[0] | (uint64_t)four[1] << 8 * (len - sizeof *four);
    } else if (len >= sizeof *two) {
        memcpy(two, text, sizeof *two);
        memcpy(two + 1, text + len - sizeof *two, sizeof *two);
        word = two[0] | (uint64_t)two[1] << 8 * (len - sizeof *two);
    }
    return word;
}

/* Eight bytes at a time, multiplied and stirred: the table looks at the low bits. */
uint64_t str_hash_bytes(const char *text, size_t len)
{
    uint64_t h = len * 0x9e3779b97f4a7c15u;
    for (size_t at = 0; at < len; at += sizeof h) {
        h = (h ^ word_of(text + at, len - at)) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h == 0 ? 1 : h == UINT64_MAX ? UINT64_MAX - 1 : h;
}

bool str_is_ascii(const char *text, size_t len)
{
    uint64_t any = 0;
    for (size_t at = 0; at < len; at += sizeof any) {
        any |= word_of(text + at, len - at);
    }
    return (any & 0x8080808080808080u) == 0;
}

/* Its characters are counted; its hash waits, see str_hash_of. */
static void finish(struct str *s)
{
    s->count = str_is_ascii(s->text, s->len) ? s->len : utf8_count(s->text, s->len);
}

/* A text that was allocated and filled; NULL: raised. */
static bool take(struct str *s, struct value *out)
{
    if (s != NULL) {
        finish(s);
        *out = value_object(s);
    }
    return s != NULL;
}

bool str_walk(struct interp *in, size_t bytes)
{
    return bytes < 64 || interp_step(in, bytes / 8);
}

bool str_copy(struct interp *in, size_t bytes)
{
    return bytes < 1024 || interp_step(in, bytes / 128);
}

static struct str *allocate(struct interp *in, struct class *class, uint64_t wanted)
{
    const size_t spare = sizeof(struct str) - offsetof(struct str, text); /* behind `interned` */
    size_t len = wanted < UINT32_MAX ? (size_t)wanted : UINT32_MAX - 1;   /* too much, too */
    struct str *s = object_new_sized(in, class, len + 1 > spare ? len + 1 - spare : 0);
    if (s == NULL || !str_copy(in, len)) {
        return NULL;
    }
    s->len = len;
    s->text[len] = '\0';
    return s;
}

struct str *str_room(struct interp *in, size_t len)
{
    struct str *s = allocate(in, in->types.string, len);
    if (s != NULL) {
        s->count = len;
    }
    return s;
}

static struct str *str_make(struct interp *in, struct class *class, const char *text, size_t len)
{
    struct str *s = allocate(in, class, len);
    if (s != NULL) {
        if (len > 0) {
            memcpy(s->text, text, len);
        }
        finish(s);
    }
    return s;
}

/* One character of ASCII is the same object each time. */
static struct str *character(struct interp *in, char c)
{
    struct str **kept = &in->characters[(unsigned char)c];
    if (*kept == NULL) {
        const char text[2] = {c};
        *kept = str_intern(in, text);
    }
    return *kept != NULL && heap_hold(in, value_object(*kept)) ? *kept : NULL;
}

struct str *str_new(struct interp *in, const char *text, size_t len)
{
    if (len == 1 && text[0] > 0 && in->interned != NULL) {
        return character(in, text[0]);
    }
    return str_make(in, in->types.string, text, len);
}

bool str_value(struct interp *in, const char *text, size_t len, struct value *out)
{
    return value_made(out, str_new(in, text, len));
}

/* The same few texts are asked for again and again, mostly by the same place. */
struct str *str_intern(struct interp *in, const char *text)
{
    struct str **recent = &in->recent[((uintptr_t)text >> 3 ^ (uintptr_t)text >> 11) & 255];
    if (*recent != NULL && strcmp((*recent)->text, text) == 0) {
        return *recent;
    }
    size_t len = strlen(text);
    struct value key;
    if (dict_find_text(in->interned, text, len, str_hash_bytes(text, len), &key)) {
        return *recent = str_of(key);
    }
    struct str *s = str_make(in, in->types.string, text, len);
    if (s == NULL || !dict_set_str(in, in->interned, s, value_none())) {
        return NULL;
    }
    s->interned = true;
    heap_keep(&s->object);
    return s;
}

bool str_take(struct interp *in, struct buf *b, struct value *out)
{
    bool ok = b->failed ? raise_memory(in) : str_value(in, buf_text(b), b->len, out);
    buf_free(b);
    return ok;
}

bool str_is(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &str_slots;
}

const char *str_text(struct value v)
{
    return str_of(v)->text;
}

int str_compare(const struct str *a, const struct str *b)
{
    size_t len = a->len < b->len ? a->len : b->len;
    int order = memcmp(a->text, b->text, len); /* UTF-8 sorts by code point */
    return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

/* --- characters --- */

bool str_is_space(uint32_t c)
{
    return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x1f) || c == 0x85 || c == 0xa0 ||
           c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

size_t str_offset(const struct str *s, size_t index)
{
    if (s->len == s->count) {
        return index < s->len ? index : s->len;
    }
    return utf8_offset(s->text, s->len, index);
}

/* Every so many of the characters, which differ in length: their offsets first, as a step backwards
 * would search from the start each time. */
static bool skip_characters(struct interp *in, const struct str *s, int64_t start, int64_t step,
                            int64_t length, struct value *out)
{
    struct buf b = {.budget = in->memory};
    size_t bytes = (s->count + 1) * sizeof(size_t), at = 0, k = 0;
    size_t *offset = heap_resize(in, NULL, 0, bytes);
    if (offset == NULL) {
        return false;
    }
    for (uint32_t c; at < s->len && k < s->count;
         at += utf8_decode(s->text + at, s->len - at, &c)) {
        offset[k++] = at;
    }
    offset[k] = s->len;
    for (int64_t j = 0; j < length; j++) {
        size_t i = (size_t)(start + j * step);
        buf_put(&b, s->text + offset[i], offset[i + 1] - offset[i]);
    }
    heap_give(in, offset, bytes);
    return str_take(in, &b, out);
}

static bool str_get_slice(struct interp *in, const struct str *s, const struct slice *slice,
                          struct value *out)
{
    int64_t start, stop, step, length;
    if (!slice_resolve(in, slice, (int64_t)s->count, &start, &stop, &step, &length)) {
        return false;
    }
    if (length == 0) {
        return str_value(in, "", 0, out);
    }
    if (step == 1) {
        size_t from = str_offset(s, (size_t)start), to = str_offset(s, (size_t)(start + length));
        return str_value(in, s->text + from, to - from, out);
    }
    if (s->len != s->count) {
        return skip_characters(in, s, start, step, length, out);
    }
    struct str *made = allocate(in, in->types.string, (size_t)length);
    for (int64_t j = 0; made != NULL && j < length; j++) {
        made->text[j] = s->text[start + j * step];
    }
    return take(made, out);
}

static bool str_get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    const struct str *s = str_of(self);
    int64_t at;
    if (key.type == VALUE_OBJECT && key.o->class == in->types.slice) {
        return str_get_slice(in, s, (const struct slice *)key.o, out);
    }
    if (!native_is_index(in, key)) {
        return raise_type_error(in, "string indices must be integers, not '%s'",
                                value_type_name(key));
    }
    if (!sequence_index(in, key, (int64_t)s->count, "string", &at)) {
        return false;
    }
    if (s->len != s->count && !str_copy(in, (size_t)at)) {
        return false; /* all before it are counted */
    }
    size_t from = str_offset(s, (size_t)at);
    uint32_t c;
    return str_value(in, s->text + from, utf8_decode(s->text + from, s->len - from, &c), out);
}

/* --- operators --- */

static bool repeat(struct interp *in, const struct str *s, int64_t times, struct value *out)
{
    uint64_t len = 0;
    times = times < 0 ? 0 : times;
    if (__builtin_mul_overflow((uint64_t)s->len, (uint64_t)times, &len)) {
        return raise_exception(in, EXCEPTION_OverflowError, "repeated string is too long");
    }
    struct str *made = allocate(in, in->types.string, len);
    for (size_t at = 0; made != NULL && at < len; at += s->len) {
        memcpy(made->text + at, s->text, s->len);
    }
    return take(made, out);
}

bool str_add(struct interp *in, const struct str *a, const struct str *b, struct value *out)
{
    struct str *made = allocate(in, in->types.string, a->len + b->len);
    if (made == NULL) {
        return false;
    }
    memcpy(made->text, a->text, a->len);
    memcpy(made->text + a->len, b->text, b->len);
    made->count = a->count + b->count;
    return value_give(out, value_object(made));
}

static bool str_binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                       bool self_is_right, struct value *out, bool *handled)
{
    int64_t times;
    struct value self = self_is_right ? right : left, other = self_is_right ? left : right;
    if (op == OP_ADD && str_is(left) && str_is(right)) {
        return str_add(in, str_of(left), str_of(right), out);
    }
    if (op == OP_MUL && native_is_index(in, other)) {
        return value_to_int(in, other, &times) && repeat(in, str_of(self), times, out);
    }
    if (op == OP_MOD && !self_is_right) {
        scoped_buf b = {.budget = in->memory};
        return format_percent(in, str_of(left), right, false, &b) && str_take(in, &b, out);
    }
    *handled = false;
    return true;
}

static bool str_compare_slot(struct interp *in, enum operator_ op, struct value left,
                             struct value right, bool self_is_right, struct value *out,
                             bool *handled)
{
    if (!str_is(left) || !str_is(right)) {
        *handled = false;
        return true;
    }
    const struct str *a = str_of(left), *b = str_of(right);
    if (op == OP_EQ || op == OP_NE) {
        bool same = a == b || (a->len == b->len && memcmp(a->text, b->text, a->len) == 0);
        *out = value_bool(same == (op == OP_EQ));
        return a == b || a->len != b->len || str_copy(in, a->len / 8);
    }
    int order = str_compare(a, b);
    *out = value_ordered(op, (order > 0) - (order < 0));
    return str_copy(in, (a->len < b->len ? a->len : b->len) / 8);
}

static bool str_contains(struct interp *in, struct value self, struct value item, bool *out)
{
    if (!str_is(item)) {
        return raise_type_error(in, "'in <string>' requires string as left operand, not %s",
                                value_type_name(item));
    }
    const struct str *s = str_of(self), *part = str_of(item);
    const char *at = memmem(s->text, s->len, part->text, part->len);
    *out = at != NULL;
    return str_copy(in, at != NULL ? (size_t)(at - s->text) : s->len);
}

static bool str_repr(struct interp *in, struct value self, struct buf *out)
{
    format_str_repr(str_of(self)->text, str_of(self)->len, out);
    return str_walk(in, str_of(self)->len);
}

static bool str_str(struct interp *in, struct value self, struct buf *out)
{
    buf_put(out, str_of(self)->text, str_of(self)->len);
    return true;
}

static bool str_length(struct interp *in, struct value self, int64_t *out)
{
    *out = (int64_t)str_of(self)->count;
    return true;
}

static bool str_hash(struct interp *in, struct value self, uint64_t *out)
{
    *out = str_hash_of(str_of(self));
    return true;
}

static bool str_iterate(struct interp *in, struct value self, struct value *iterator)
{
    return iterator_new(in, ITERATOR_STR, self, iterator);
}

static bool str_create(struct interp *in, struct class *class, const struct args *args,
                       struct value *out)
{
    struct value at[3];
    if (args->count == 1 && args->keyword_count == 0) {
        at[0] = args->at[0];
    } else if (!arguments_take(in, args, "str(object='', encoding=None, errors=None)", at)) {
        return false;
    } else if (given(at[1]) || given(at[2])) {
        return given(at[0]) && bytes_is(at[0])
                   ? codec_decode(in, bytes_of(at[0]), at[1], at[2], out)
                   : raise_type_error(in, "decoding to str: need a bytes-like object, %s found",
                                      given(at[0]) ? value_type_name(at[0]) : "nothing");
    } else if (!given(at[0])) {
        return value_made(out, str_make(in, class, "", 0));
    }
    if (class == in->types.string && at[0].type == VALUE_INT) {
        char text[NUMBER_INTEGER];
        return str_value(in, text, (size_t)number_integer(at[0].i, text), out);
    }
    if (str_is(at[0]) && at[0].o->class == in->types.string && class == in->types.string) {
        return value_give(out, at[0]);
    }
    scoped_buf b = {.budget = in->memory};
    bool ok = value_str(in, at[0], &b);
    if (ok && b.failed) {
        ok = raise_memory(in);
    }
    if (ok) {
        *out = value_object(str_make(in, class, buf_text(&b), b.len));
        ok = out->type == VALUE_OBJECT;
    }
    return ok;
}

const struct slots str_slots = {
    .size = sizeof(struct str),
    .create = str_create,
    .repr = str_repr,
    .str = str_str,
    .binary = str_binary,
    .compare = str_compare_slot,
    .length = str_length,
    .get_item = str_get_item,
    .contains = str_contains,
    .iterate = str_iterate,
    .hash = str_hash,
};

bool str_init(struct interp *in)
{
    return str_methods_init(in) && str_split_init(in) && native_dunders(in, in->types.string);
}
