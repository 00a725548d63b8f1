/* Carries out str.encode and bytes.decode: UTF-8, ASCII and Latin-1, with Python's errors. The
 * places of ill formed UTF-8 are those of the Unicode standard: the longest beginning of a
 * character counts as one. */
#include "base/named.h"
#include "lang/object/bytes.h"

#include "base/utf8.h"

#include <stdio.h>

enum encoding { ENCODING_UTF8, ENCODING_ASCII, ENCODING_LATIN1 };

static const char *const titles[] = {"utf-8", "ascii", "latin-1"};

/* "To add another name of an encoding: one row." Lower case, `_` and space as `-`. */
static const struct {
    const char *name;
    enum encoding encoding;
} encodings[] = {
    {"utf-8", ENCODING_UTF8},        {"utf8", ENCODING_UTF8},        {"u8", ENCODING_UTF8},
    {"ascii", ENCODING_ASCII},       {"us-ascii", ENCODING_ASCII},   {"646", ENCODING_ASCII},
    {"latin-1", ENCODING_LATIN1},    {"latin1", ENCODING_LATIN1},    {"l1", ENCODING_LATIN1},
    {"iso-8859-1", ENCODING_LATIN1}, {"iso8859-1", ENCODING_LATIN1}, {"latin", ENCODING_LATIN1},
};

struct codec {
    struct interp *in;
    enum encoding encoding;
    const char *errors; /* "strict", "ignore", "replace", ... */
    struct value source;
    struct buf out;
};

static bool text_of(struct interp *in, struct value v, const char *name, const char *fallback,
                    const char **out)
{
    *out = fallback;
    if (!given(v)) {
        return true;
    }
    if (!str_is(v)) {
        return raise_type_error(in, "%s() argument '%s' must be str, not %s", in->calling->name,
                                name, value_type_name(v));
    }
    *out = str_text(v);
    return true;
}

static bool codec_begin(struct interp *in, struct codec *c, struct value encoding,
                        struct value errors)
{
    const char *name;
    char plain[32];
    size_t len = 0;
    if (!text_of(in, encoding, "encoding", "utf-8", &name) ||
        !text_of(in, errors, "errors", "strict", &c->errors)) {
        return false;
    }
    for (; len < sizeof plain - 1 && name[len] != '\0'; len++) {
        char at = name[len];
        plain[len] = at >= 'A' && at <= 'Z' ? (char)(at + 32) : at == '_' || at == ' ' ? '-' : at;
    }
    plain[len] = '\0';
    int found = NAMED(encodings, plain);
    if (found >= 0) {
        c->encoding = encodings[found].encoding;
        return true;
    }
    static const char *const known[] = {"utf", "cp", "iso", "windows", "mac", "koi8", "gb", "big5"};
    for (size_t k = 0; k < NATIVE_COUNT(known); k++) {
        if (strncmp(plain, known[k], strlen(known[k])) == 0) {
            return raise_unsupported(in,
                                     "the encoding %.40s is not supported; there are utf-8, "
                                     "ascii and latin-1",
                                     name);
        }
    }
    return raise_exception(in, EXCEPTION_LookupError, "unknown encoding: %s", name);
}

/* UnicodeEncodeError, UnicodeDecodeError(encoding, object, start, end, reason) */
static bool refuse(struct codec *c, enum exception kind, size_t start, size_t end,
                   const char *reason)
{
    struct interp *in = c->in;
    struct value made, at[5] = {{0}};
    const struct args args = {.at = at, .count = 5};
    at[1] = c->source;
    at[2] = value_int((int64_t)start);
    at[3] = value_int((int64_t)end);
    return str_value(in, titles[c->encoding], strlen(titles[c->encoding]), &at[0]) &&
           str_value(in, reason, strlen(reason), &at[4]) &&
           class_call(in, in->classes[kind], &args, &made) && raise_value(in, made);
}

static bool is_handler(const struct codec *c, const char *name)
{
    return strcmp(c->errors, name) == 0;
}

static bool refuse_handler(struct codec *c)
{
    return is_handler(c, "surrogateescape") || is_handler(c, "surrogatepass") ||
                   is_handler(c, "namereplace")
               ? raise_unsupported(c->in, "errors='%s' is not supported", c->errors)
               : raise_exception(c->in, EXCEPTION_LookupError, "unknown error handler name '%s'",
                                 c->errors);
}

/* --- to bytes --- */

/* The characters from `at` on that the encoding does not have: at[0 .. len), `count` of them. */
static bool encode_error(struct codec *c, const char *at, size_t len, size_t first, size_t count)
{
    uint32_t code;
    if (is_handler(c, "strict")) {
        return refuse(c, EXCEPTION_UnicodeEncodeError, first, first + count,
                      c->encoding == ENCODING_ASCII ? "ordinal not in range(128)"
                                                    : "ordinal not in range(256)");
    }
    if (is_handler(c, "ignore") || is_handler(c, "replace")) {
        buf_fill(&c->out, '?', is_handler(c, "replace") ? count : 0);
        return true;
    }
    if (is_handler(c, "backslashreplace")) {
        format_ascii(at, len, &c->out);
        return true;
    }
    if (!is_handler(c, "xmlcharrefreplace")) {
        return refuse_handler(c);
    }
    for (size_t k = 0; k < len;) {
        k += utf8_decode(at + k, len - k, &code);
        buf_printf(&c->out, "&#%lu;", (unsigned long)code);
    }
    return true;
}

static bool encode_narrow(struct codec *c, const struct str *s)
{
    uint32_t most = c->encoding == ENCODING_ASCII ? 0x7f : 0xff, code;
    size_t bad = 0, bad_at = 0, index = 0;
    for (size_t at = 0, n; at < s->len; at += n, index++) {
        n = utf8_decode(s->text + at, s->len - at, &code);
        if (code > most) {
            bad_at = bad == 0 ? at : bad_at;
            bad++;
            continue;
        }
        if (bad > 0 && !encode_error(c, s->text + bad_at, at - bad_at, index - bad, bad)) {
            return false;
        }
        bad = 0;
        buf_putc(&c->out, (char)code);
    }
    return bad == 0 || encode_error(c, s->text + bad_at, s->len - bad_at, index - bad, bad);
}

bool codec_encode(struct interp *in, const struct str *s, struct value encoding,
                  struct value errors, struct value *out)
{
    struct codec c = {
        .in = in, .source = value_object((void *)(uintptr_t)s), .out = {.budget = in->memory}};
    if (!codec_begin(in, &c, encoding, errors)) {
        return false;
    }
    if (c.encoding == ENCODING_UTF8) {
        return bytes_value(in, s->text, s->len, out);
    }
    if (!str_walk(in, s->len) || !encode_narrow(&c, s)) {
        buf_free(&c.out);
        return false;
    }
    return bytes_take(in, &c.out, out);
}

/* --- from bytes --- */

static bool decode_error(struct codec *c, const struct bytes *b, size_t start, size_t end,
                         const char *reason)
{
    if (is_handler(c, "strict")) {
        return refuse(c, EXCEPTION_UnicodeDecodeError, start, end, reason);
    }
    if (is_handler(c, "replace")) {
        buf_codepoint(&c->out, 0xfffd);
        return true;
    }
    if (!is_handler(c, "backslashreplace")) {
        return is_handler(c, "ignore") || refuse_handler(c);
    }
    for (size_t k = start; k < end; k++) {
        buf_puts(&c->out, "\\x");
        buf_hex(&c->out, b->at[k]);
    }
    return true;
}

/* The bytes of the character at `at`, or of its ill formed beginning: then *reason is set. */
static size_t measure(const struct bytes *b, size_t at, const char **reason)
{
    uint8_t first = b->at[at];
    *reason = NULL;
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xc2 || first > 0xf4) {
        *reason = "invalid start byte";
        return 1;
    }
    size_t len = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint8_t least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    uint8_t most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    for (size_t k = 1; k < len; k++) {
        if (at + k >= b->len) {
            *reason = "unexpected end of data";
            return k;
        }
        uint8_t next = b->at[at + k];
        if (next < (k == 1 ? least : 0x80) || next > (k == 1 ? most : 0xbf)) {
            *reason = "invalid continuation byte";
            return k;
        }
    }
    return len;
}

static bool decode_wide(struct codec *c, const struct bytes *b)
{
    const char *reason;
    for (size_t at = 0, n; at < b->len; at += n) {
        n = measure(b, at, &reason);
        if (reason == NULL) {
            buf_put(&c->out, b->at + at, n);
        } else if (!decode_error(c, b, at, at + n, reason)) {
            return false;
        }
    }
    return true;
}

static bool decode_narrow(struct codec *c, const struct bytes *b)
{
    for (size_t at = 0; at < b->len; at++) {
        if (b->at[at] < 0x80 || c->encoding == ENCODING_LATIN1) {
            buf_codepoint(&c->out, b->at[at]);
        } else if (!decode_error(c, b, at, at + 1, "ordinal not in range(128)")) {
            return false;
        }
    }
    return true;
}

bool codec_decode(struct interp *in, const struct bytes *b, struct value encoding,
                  struct value errors, struct value *out)
{
    struct codec c = {
        .in = in, .source = value_object((void *)(uintptr_t)b), .out = {.budget = in->memory}};
    if (!codec_begin(in, &c, encoding, errors) || !str_walk(in, b->len)) {
        return false;
    }
    if (!(c.encoding == ENCODING_UTF8 ? decode_wide(&c, b) : decode_narrow(&c, b))) {
        buf_free(&c.out);
        return false;
    }
    return str_take(in, &c.out, out);
}

/* --- the text of the errors --- */

bool codec_describe(struct interp *in, const struct list *args, bool encodes, struct buf *out)
{
    bool whole = args->count == 5 && str_is(args->at[0]) && args->at[2].type == VALUE_INT &&
                 args->at[3].type == VALUE_INT && str_is(args->at[4]) &&
                 (encodes ? str_is(args->at[1]) : bytes_is(args->at[1]));
    if (!whole) {
        return value_repr(in, value_object((void *)(uintptr_t)args), out);
    }
    int64_t start = args->at[2].i, end = args->at[3].i;
    bool one = end == start + 1;
    buf_printf(out, "'%s' codec can't %s %s%s", str_text(args->at[0]),
               encodes ? "encode" : "decode", encodes ? "character" : "byte", one ? "" : "s");
    if (one && encodes) {
        const struct str *s = str_of(args->at[1]);
        uint32_t code = 0;
        size_t at = str_offset(s, (size_t)start);
        utf8_decode(s->text + at, s->len - at, &code);
        buf_printf(out,
                   code < 0x100     ? " '\\x%02lx'"
                   : code < 0x10000 ? " '\\u%04lx'"
                                    : " '\\U%08lx'",
                   (unsigned long)code);
    } else if (one && start >= 0 && (size_t)start < bytes_of(args->at[1])->len) {
        buf_printf(out, " 0x%02x", bytes_of(args->at[1])->at[start]);
    }
    buf_printf(out, " in position %lld", (long long)start);
    if (!one) {
        buf_printf(out, "-%lld", (long long)end - 1);
    }
    buf_printf(out, ": %s", str_text(args->at[4]));
    return true;
}
