/* Methods of bytes. Those that str has too are carried out by str's: a byte is lifted to a
 * character, ASCII to itself and the rest to characters that are neither letters, spaces nor line
 * breaks, and what comes back is lowered to bytes again. */
#include "lang/object/bytes.h"

#include "base/utf8.h"

#include <string.h>

#define LIFTED 0xe000u /* private use: byte b as U+E000 + b */

/* --- to characters and back --- */

/* str takes some control characters for spaces or line breaks that bytes does not. */
static bool lifted(uint8_t byte, bool lines)
{
    return byte >= 0x80 || (byte >= 0x1c && byte <= 0x1f) ||
           (lines && (byte == '\v' || byte == '\f'));
}

static bool lift(struct interp *in, const struct bytes *b, bool lines, struct value *out)
{
    struct buf text = {.budget = in->memory};
    if (!str_walk(in, b->len)) {
        return false;
    }
    for (size_t k = 0; k < b->len; k++) {
        buf_codepoint(&text, lifted(b->at[k], lines) ? LIFTED + b->at[k] : b->at[k]);
    }
    return str_take(in, &text, out);
}

static bool lower(struct interp *in, struct value v, struct value *out)
{
    *out = v;
    if (str_is(v)) {
        const struct str *s = str_of(v);
        struct buf b = {.budget = in->memory};
        uint32_t c;
        if (!str_walk(in, s->len)) {
            return false;
        }
        for (size_t at = 0; at < s->len;) {
            at += utf8_decode(s->text + at, s->len - at, &c);
            buf_putc(&b, (char)(c & 0xff));
        }
        return bytes_take(in, &b, out);
    }
    if (!list_is(v) && !tuple_is(v)) {
        return true;
    }
    for (int64_t k = 0; k < list_at(v)->count; k++) {
        if (!lower(in, list_at(v)->at[k], &list_at(v)->at[k])) {
            return false;
        }
    }
    return true;
}

/* An argument: bytes become text, an int becomes one byte where the method looks for it. */
static bool lift_argument(struct interp *in, struct value v, bool integer, struct value *out)
{
    const char *name = in->calling->name;
    uint8_t byte;
    *out = v;
    if (bytes_is(v)) {
        return lift(in, bytes_of(v), false, out);
    }
    if (str_is(v) && strstr(name, "swith") != NULL) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s first arg must be bytes or a tuple of bytes, not str", name);
    }
    if (str_is(v)) {
        return integer
                   ? raise_exception(in, EXCEPTION_TypeError,
                                     "argument should be integer or bytes-like object, not 'str'")
                   : raise_exception(in, EXCEPTION_TypeError,
                                     "a bytes-like object is required, not 'str'");
    }
    if (integer && native_is_index(in, v)) {
        struct value one;
        return bytes_one(in, v, "byte", &byte) && bytes_value(in, &byte, 1, &one) &&
               lift(in, bytes_of(one), false, out);
    }
    if (tuple_is(v)) {
        struct list *t = tuple_new(in, list_at(v)->count, list_at(v)->at);
        *out = value_object(t);
        for (int64_t k = 0; t != NULL && k < t->count; k++) {
            if (!lift_argument(in, t->at[k], false, &t->at[k])) {
                return false;
            }
        }
        return t != NULL;
    }
    return true;
}

static bool by_str(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    const char *kind = native_data(in); /* "i": takes a byte as an int, "l": about lines */
    struct value self, method, at[4], result;
    struct args rest = arguments_rest(args);
    struct str *key = str_intern(in, name);
    if (args->count < 1 || !bytes_is(args->at[0]) || rest.count > 4 || key == NULL) {
        return key != NULL &&
               raise_exception(in, EXCEPTION_TypeError, "bytes.%s() was called wrongly", name);
    }
    for (int k = 0; k < rest.count; k++) {
        if (!lift_argument(in, rest.at[k], kind[0] == 'i' && k == 0, &at[k])) {
            return false;
        }
    }
    rest.at = at;
    if (!lift(in, bytes_of(args->at[0]), kind[0] == 'l', &self) ||
        !value_get_attribute(in, self, key, &method)) {
        return false;
    }
    if (!value_call(in, method, &rest, &result)) {
        bool missing = strstr(name, "index") != NULL && raise_is(in, EXCEPTION_ValueError);
        if (missing) {
            raise_catch(in);
            raise_exception(in, EXCEPTION_ValueError, "subsection not found");
        }
        return false;
    }
    return lower(in, result, out);
}

/* --- the rest --- */

static bool join(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_method(in, args, in->types.bytes, 1, 1)) {
        return false;
    }
    if (!value_is_iterable(in, args->at[1])) {
        return raise_exception(in, EXCEPTION_TypeError, "can only join an iterable");
    }
    const struct bytes *between = bytes_of(args->at[0]);
    const struct list *items = list_of(in, args->at[1]);
    struct buf b = {.budget = in->memory};
    for (int64_t k = 0; items != NULL && k < items->count; k++) {
        if (!bytes_is(items->at[k])) {
            buf_free(&b);
            return raise_exception(in, EXCEPTION_TypeError,
                                   "sequence item %lld: expected a bytes-like object, %s found",
                                   (long long)k, value_type_name(items->at[k]));
        }
        buf_put(&b, between->at, k > 0 ? between->len : 0);
        buf_put(&b, bytes_of(items->at[k])->at, bytes_of(items->at[k])->len);
    }
    return items != NULL && bytes_take(in, &b, out);
}

static bool decode(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    const struct args rest = arguments_rest(args);
    return arguments_take(in, &rest, "decode(encoding='utf-8', errors='strict')", at) &&
           codec_decode(in, bytes_of(args->at[0]), at[0], at[1], out);
}

static bool hex(struct interp *in, const struct args *args, struct value *out)
{
    struct buf b = {.budget = in->memory};
    if (!arguments_method(in, args, in->types.bytes, 0, 1) ||
        !str_walk(in, bytes_of(args->at[0])->len)) {
        return false;
    }
    const struct bytes *self = bytes_of(args->at[0]);
    const char *between = "";
    if (args->count > 1) {
        struct value sign = args->at[1];
        if (!str_is(sign) && !bytes_is(sign)) {
            return raise_exception(in, EXCEPTION_TypeError, "sep must be str or bytes.");
        }
        between = str_is(sign) ? str_text(sign) : (const char *)bytes_of(sign)->at;
        if (str_is(sign) ? str_of(sign)->count != 1 : bytes_of(sign)->len != 1) {
            return raise_exception(in, EXCEPTION_ValueError, "sep must be length 1.");
        }
    }
    for (size_t k = 0; k < self->len && !b.failed; k++) {
        buf_put(&b, between, k > 0 ? strlen(between) : 0);
        buf_hex(&b, self->at[k]);
    }
    return str_take(in, &b, out);
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* bytes.fromhex(text): pairs of digits, with spaces between them. */
static bool from_hex(struct interp *in, const struct args *args, struct value *out)
{
    struct buf b = {.budget = in->memory};
    if (!arguments_count(in, args, "fromhex", 1, 1)) {
        return false;
    }
    if (!str_is(args->at[0])) {
        return raise_exception(in, EXCEPTION_TypeError, "fromhex() argument must be str, not %s",
                               value_type_name(args->at[0]));
    }
    const char *text = str_text(args->at[0]);
    for (size_t at = 0; text[at] != '\0';) {
        if (strchr(" \t\n\r\v\f", text[at]) != NULL) {
            at++;
            continue;
        }
        int high = digit(text[at]), low = high < 0 ? -1 : digit(text[at + 1]);
        if (low < 0) {
            buf_free(&b);
            return raise_exception(in, EXCEPTION_ValueError,
                                   "non-hexadecimal number found in fromhex() arg at position %zu",
                                   high < 0 ? at : at + 1);
        }
        buf_putc(&b, (char)(high << 4 | low));
        at += 2;
    }
    return bytes_take(in, &b, out);
}

bool bytes_methods_init(struct interp *in)
{
    static const char *const same[] = {
        "startswith",   "endswith",     "split",   "rsplit",   "partition",  "rpartition",
        "replace",      "strip",        "lstrip",  "rstrip",   "upper",      "lower",
        "title",        "capitalize",   "center",  "ljust",    "rjust",      "zfill",
        "removeprefix", "removesuffix", "isalpha", "isdigit",  "isalnum",    "isspace",
        "isupper",      "islower",      "istitle", "swapcase", "expandtabs", "isascii",
    };
    static const struct native_row rows[] = {
        {"find", by_str, "i"},    {"rfind", by_str, "i"}, {"index", by_str, "i"},
        {"rindex", by_str, "i"},  {"count", by_str, "i"}, {"splitlines", by_str, "l"},
        {"decode", decode, NULL}, {"hex", hex, NULL},     {"join", join, NULL},
    };
    for (size_t k = 0; k < NATIVE_COUNT(same); k++) {
        if (!interp_method(in, in->types.bytes, same[k], by_str, "")) {
            return false;
        }
    }
    return native_methods(in, in->types.bytes, rows, NATIVE_COUNT(rows)) &&
           native_static(in, in->types.bytes, "fromhex", from_hex);
}
