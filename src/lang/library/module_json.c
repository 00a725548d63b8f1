/* Reads JSON text that is as it should be. What is not, or is rare, is left to the reader in
 * assets/prelude/json.py, which says what is wrong with it. */
#include "lang/run/native.h"

#include "base/utf8.h"

enum { DEPTH_MOST = 200 };

struct reading {
    struct interp *in;
    const char *at, *end;
    int depth;
    bool plain; /* false: the other reader is asked */
};

static bool leave(struct reading *r)
{
    r->plain = false;
    return false;
}

/* The next character that is not blank; 0 at the end. */
static char peek(struct reading *r)
{
    while (r->at < r->end && strchr(" \t\n\r", *r->at) != NULL && *r->at != '\0') {
        r->at++;
    }
    return r->at < r->end ? *r->at : '\0';
}

static bool read_unit(struct reading *r, uint32_t *out)
{
    *out = 0;
    for (int k = 0; k < 4; k++, r->at++) {
        const char *digits = "0123456789abcdef", *digit;
        char c = r->at < r->end ? *r->at : '\0';
        c = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
        if (c == '\0' || (digit = strchr(digits, c)) == NULL) {
            return leave(r);
        }
        *out = *out << 4 | (uint32_t)(digit - digits);
    }
    return true;
}

/* Behind a backslash. */
static bool read_escape(struct reading *r, struct buf *out)
{
    static const char letters[] = "nrtbf\"\\/", marks[] = "\n\r\t\b\f\"\\/";
    char c = r->at < r->end ? *r->at++ : '\0';
    const char *letter = c != '\0' ? strchr(letters, c) : NULL;
    uint32_t code, low;
    if (letter != NULL) {
        buf_putc(out, marks[letter - letters]);
        return true;
    }
    if (c != 'u' || !read_unit(r, &code)) {
        return leave(r);
    }
    if (code >= 0xd800 && code < 0xdc00 && r->end - r->at > 6 && memcmp(r->at, "\\u", 2) == 0) {
        r->at += 2;
        if (!read_unit(r, &low) || low < 0xdc00 || low > 0xdfff) {
            return leave(r);
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    char text[4];
    if (code >= 0xd800 && code < 0xe000) {
        return leave(r);
    }
    buf_put(out, text, utf8_write(code, text));
    return true;
}

static bool read_string(struct reading *r, struct value *out)
{
    const char *start = ++r->at;
    while (r->at < r->end && *r->at != '"' && *r->at != '\\' && (unsigned char)*r->at >= 0x20) {
        r->at++;
    }
    if (r->at < r->end && *r->at == '"') {
        return str_value(r->in, start, (size_t)(r->at++ - start), out);
    }
    scoped_buf text = {.budget = r->in->memory};
    buf_put(&text, start, (size_t)(r->at - start));
    while (r->at < r->end && *r->at != '"' && (unsigned char)*r->at >= 0x20) {
        if (*r->at != '\\') {
            buf_putc(&text, *r->at++);
        } else if (r->at++, !read_escape(r, &text)) {
            break;
        }
    }
    if (!r->plain || r->at == r->end || *r->at != '"') {
        return leave(r);
    }
    r->at++;
    return str_take(r->in, &text, out);
}

static bool read_number(struct reading *r, struct value *out)
{
    const char *start = r->at, *p = start + (*start == '-');
    size_t digits = strspn(p, "0123456789");
    bool whole = true, ok = digits > 0 && (digits == 1 || *p != '0');
    p += digits;
    if (ok && *p == '.') {
        digits = strspn(p + 1, "0123456789");
        ok = digits > 0;
        p += 1 + digits;
        whole = false;
    }
    if (ok && (*p == 'e' || *p == 'E')) {
        p += 1 + (p[1] == '-' || p[1] == '+');
        digits = strspn(p, "0123456789");
        ok = digits > 0;
        p += digits;
        whole = false;
    }
    double number;
    size_t len = (size_t)(p - start);
    r->at = p;
    if (!ok || p > r->end) {
        return leave(r);
    }
    if (whole) {
        return number_parse_int(r->in, start, len, 10, out, &ok) && (ok || leave(r));
    }
    ok = number_parse_float(r->in, start, len, &number);
    *out = value_float(ok ? number : 0);
    return ok || leave(r);
}

static bool read_word(struct reading *r, const char *word, struct value v, struct value *out)
{
    size_t len = strlen(word);
    if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0) {
        return leave(r);
    }
    r->at += len;
    return value_give(out, v);
}

static bool read_value(struct reading *r, struct value *out);

static bool read_array(struct reading *r, struct value *out)
{
    struct list *l = list_new(r->in, 0);
    *out = value_object(l);
    r->at++;
    if (l == NULL || peek(r) == ']') {
        r->at++;
        return l != NULL;
    }
    for (;;) {
        struct value item;
        if (!read_value(r, &item) || !list_append(r->in, l, item)) {
            return false;
        }
        char c = peek(r);
        r->at++;
        if (c != ',') {
            return c == ']' || leave(r);
        }
    }
}

static bool read_object(struct reading *r, struct value *out)
{
    struct dict *d = dict_new(r->in);
    *out = value_object(d);
    r->at++;
    if (d == NULL || peek(r) == '}') {
        r->at++;
        return d != NULL;
    }
    for (;;) {
        struct value key, item;
        if (peek(r) != '"') {
            return leave(r);
        }
        if (!read_string(r, &key)) {
            return false;
        }
        if (peek(r) != ':') {
            return leave(r);
        }
        r->at++;
        if (!read_value(r, &item) || !dict_set(r->in, d, key, item)) {
            return false;
        }
        char c = peek(r);
        r->at++;
        if (c != ',') {
            return c == '}' || leave(r);
        }
    }
}

static bool read_value(struct reading *r, struct value *out)
{
    if (r->depth == DEPTH_MOST) {
        return leave(r);
    }
    if (!interp_step(r->in, 1)) {
        return false;
    }
    bool ok;
    r->depth++;
    switch (peek(r)) {
    case '{':
        ok = read_object(r, out);
        break;
    case '[':
        ok = read_array(r, out);
        break;
    case '"':
        ok = read_string(r, out);
        break;
    case 't':
        ok = read_word(r, "true", value_bool(true), out);
        break;
    case 'f':
        ok = read_word(r, "false", value_bool(false), out);
        break;
    case 'n':
        ok = read_word(r, "null", value_none(), out);
        break;
    default:
        ok = r->at < r->end ? read_number(r, out) : leave(r);
    }
    r->depth--;
    return ok;
}

/* _read(text) -> (value,), or None: the text is not plain. */
static bool read_text(struct interp *in, const struct args *args, struct value *out)
{
    struct value text, v;
    if (!arguments_take(in, args, "_read(text)", &text) || !str_is(text)) {
        return raise_type_error(in, "_read() takes a text");
    }
    const struct str *s = str_of(text);
    struct reading r = {.in = in, .at = s->text, .end = s->text + s->len, .plain = true};
    if (!read_value(&r, &v)) {
        return !r.plain && in->exception.type == VALUE_NONE;
    }
    if (peek(&r) != '\0' || r.at != r.end) {
        return true;
    }
    *out = value_object(tuple_new(in, 1, &v));
    return out->o != NULL;
}

bool module_json(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {{"_read", read_text, NULL, NULL}};
    return native_functions(in, d, "json", rows, NATIVE_COUNT(rows));
}
