/* Carries out format specifications of numbers and strings, as in format(x, ">8.3f"), and quotes
 * strings. Templates ("%d" % x, "{}".format(x)) are format_template.c. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

#include "base/number.h"
#include "base/utf8.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct spec {
    char fill[5];
    char align; /* < > ^ = or 0 */
    char sign;  /* + - space or 0 */
    bool negative_zero, alternate;
    bool zero; /* 0 without an alignment: numbers are filled behind their sign */
    int64_t width;
    char group;    /* , _ or 0 */
    int precision; /* -1: none */
    char type;     /* or 0 */
};

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '^' || c == '=';
}

static bool take_number(struct interp *in, const char **at, int64_t *out, bool *any)
{
    *any = false;
    *out = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        *any = true;
        *out = *out * 10 + (**at - '0');
        if (*out > INT32_MAX) {
            return raise_value_error(in, "Too many decimal digits in format string");
        }
    }
    return true;
}

static bool parse_spec(struct interp *in, const char *text, const char *type_name, struct spec *s)
{
    const char *at = text;
    bool any, fill_given = false;
    *s = (struct spec){.fill = " ", .precision = -1};
    uint32_t c;
    size_t first = utf8_decode(text, strlen(text), &c);
    if (first > 0 && first <= 4 && is_align(text[first])) {
        memcpy(s->fill, text, first);
        s->fill[first] = '\0';
        s->align = text[first];
        at = text + first + 1;
        fill_given = true;
    } else if (is_align(*at)) {
        s->align = *at++;
    }
    if (*at == '+' || *at == '-' || *at == ' ') {
        s->sign = *at++;
    }
    if (*at == 'z') {
        s->negative_zero = true;
        at++;
    }
    if (*at == '#') {
        s->alternate = true;
        at++;
    }
    if (*at == '0' && !fill_given) {
        s->fill[0] = '0';
        s->zero = s->align == 0;
        s->align = s->align == 0 ? '=' : s->align;
        at++;
    }
    if (!take_number(in, &at, &s->width, &any)) {
        return false;
    }
    while (*at == ',' || *at == '_') {
        if (s->group != 0) {
            return s->group == *at
                       ? raise_value_error(in, "Cannot specify '%c' with '%c'.", *at, *at)
                       : raise_value_error(in, "Cannot specify both ',' and '_'.");
        }
        s->group = *at++;
    }
    if (*at == '.') {
        int64_t precision;
        at++;
        if (!take_number(in, &at, &precision, &any)) {
            return false;
        }
        if (!any) {
            return raise_value_error(in, "Format specifier missing precision");
        }
        s->precision = (int)precision;
    }
    size_t left = strlen(at), length = utf8_decode(at, left, &c);
    if (left > length) {
        return raise_value_error(in, "Invalid format specifier '%s' for object of type '%s'", text,
                                 type_name);
    }
    if (left > 1) {
        return raise_value_error(in, "Unknown format code '\\x%x' for object of type '%s'",
                                 (unsigned)c, type_name);
    }
    s->type = *at;
    return true;
}

static bool unknown_code(struct interp *in, char type, const char *type_name)
{
    return raise_value_error(in, "Unknown format code '%c' for object of type '%s'", type,
                             type_name);
}

static void fill_up(struct buf *out, const char *fill, int64_t count)
{
    if (fill[1] == '\0') {
        buf_fill(out, fill[0], count > 0 ? (size_t)count : 0);
        return;
    }
    for (int64_t k = 0; k < count && !out->failed; k++) {
        buf_puts(out, fill);
    }
}

/* text between as much fill as the width asks for */
static void put_aligned(const struct spec *s, char align, const char *text, size_t len,
                        int64_t characters, struct buf *out)
{
    int64_t more = s->width > characters ? s->width - characters : 0;
    int64_t left = align == '<' ? 0 : align == '^' ? more / 2 : more;
    fill_up(out, s->fill, left);
    buf_put(out, text, len);
    fill_up(out, s->fill, more - left);
}

/* --- numbers --- */

/* A number cut into its parts. */
struct parts {
    char sign;          /* or 0 */
    const char *prefix; /* "0x" */
    const char *digits; /* before the point */
    size_t digit_count;
    const char *tail; /* point, decimals, exponent, percent sign */
    size_t tail_len;
};

/* Digits in groups, with zeros in front until `width` characters are filled. */
static void put_grouped(const char *digits, size_t count, char group, size_t every, int64_t width,
                        struct buf *out)
{
    size_t shown = count, wide = width > 0 ? (size_t)width : 0;
    if (wide > count + (count - 1) / every) { /* n digits are n + (n - 1) / every characters */
        size_t most = (wide * every + 1) / (every + 1);
        shown = most + (most + (most - 1) / every < wide); /* never a separator in front */
        shown = shown > count ? shown : count;
    }
    for (size_t left = shown; left > 0 && !out->failed; left--) {
        if (left < shown && left % every == 0) {
            buf_putc(out, group);
        }
        buf_putc(out, left > count ? '0' : digits[count - left]);
    }
}

/* The parts, with as much fill as the width asks for. */
static void put_parts(const struct spec *s, const struct parts *p, struct buf *out)
{
    size_t prefix = strlen(p->prefix);
    size_t len = (p->sign != 0) + prefix + p->digit_count + p->tail_len;
    int64_t more = s->width > (int64_t)len ? s->width - (int64_t)len : 0;
    char align = s->align == 0 ? '>' : s->align;
    int64_t left = align == '<' || align == '=' ? 0 : align == '^' ? more / 2 : more;
    int64_t inside = align == '=' ? more : 0;
    fill_up(out, s->fill, left);
    if (p->sign != 0) {
        buf_putc(out, p->sign);
    }
    buf_put(out, p->prefix, prefix);
    fill_up(out, s->fill, inside);
    buf_put(out, p->digits, p->digit_count);
    buf_put(out, p->tail, p->tail_len);
    fill_up(out, s->fill, more - left - inside);
}

static void put_number(const struct spec *s, const struct parts *p, size_t every, struct buf *out)
{
    if (s->group == 0) {
        put_parts(s, p, out);
        return;
    }
    scoped_buf grouped = {.budget = out->budget};
    int64_t around = (int64_t)((p->sign != 0) + strlen(p->prefix) + p->tail_len);
    bool zeros = s->align == '=' && strcmp(s->fill, "0") == 0;
    put_grouped(p->digits, p->digit_count, s->group, every, zeros ? s->width - around : 0,
                &grouped);
    struct parts whole = *p;
    whole.digits = buf_text(&grouped);
    whole.digit_count = grouped.len;
    put_parts(s, &whole, out);
    out->failed |= grouped.failed;
}

static char sign_of(const struct spec *s, bool negative)
{
    return negative ? '-' : s->sign == '+' || s->sign == ' ' ? s->sign : 0;
}

/* `digits` is the text of a large one, in the base that the type asks for. */
static bool put_integer(struct interp *in, int64_t i, struct buf *large, const struct spec *s,
                        struct buf *out)
{
    char type = s->type == 0 ? 'd' : s->type;
    unsigned base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
    const char *digits = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[72], prefix[3] = {0};
    size_t at = sizeof text;
    if (s->precision >= 0) {
        return raise_value_error(in, "Precision not allowed in integer format specifier");
    }
    if ((s->group != 0 && (type == 'n' || type == 'c')) || (s->group == ',' && base != 10)) {
        return raise_value_error(in, "Cannot specify '%c' with '%c'.", s->group, type);
    }
    if (type == 'c') {
        if (s->sign != 0 || s->alternate) {
            return raise_value_error(
                in, s->alternate
                        ? "Alternate form (#) not allowed with integer format specifier 'c'"
                        : "Sign not allowed with integer format specifier 'c'");
        }
        if (large != NULL || i < 0 || i > 0x10ffff) {
            return raise_exception(in, EXCEPTION_OverflowError, "%s",
                                   large != NULL ? "Python int too large to convert to C long"
                                                 : "%c arg not in range(0x110000)");
        }
        size_t len = utf8_write((uint32_t)i, text);
        put_aligned(s, s->align == 0 ? '<' : s->align, text, len, 1, out);
        return true;
    }
    uint64_t x = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    do {
        text[--at] = digits[x % base];
        x /= base;
    } while (x != 0);
    if (s->alternate && base != 10) {
        prefix[0] = '0';
        prefix[1] = type;
    }
    const char *shown = large != NULL ? buf_text(large) : text + at;
    size_t minus = shown[0] == '-';
    const struct parts p = {.sign = sign_of(s, i < 0 || minus),
                            .prefix = prefix,
                            .digits = shown + minus,
                            .digit_count = large != NULL ? large->len - minus : sizeof text - at,
                            .tail = ""};
    put_number(s, &p, base == 10 ? 3 : 4, out);
    return true;
}

static bool format_integer(struct interp *in, struct value v, const struct spec *s, struct buf *out)
{
    int base = s->type == 'b' ? 2 : s->type == 'o' ? 8 : s->type == 'x' || s->type == 'X' ? 16 : 10;
    if (!bigint_is(v)) {
        return put_integer(in, v.type == VALUE_BOOL ? (int64_t)v.b : v.i, NULL, s, out);
    }
    scoped_buf large = {.budget = in->memory};
    bool ok = bigint_text(in, v, base, &large);
    for (size_t k = 0; k < large.len && s->type == 'X'; k++) {
        large.data[k] = (char)toupper((unsigned char)large.data[k]);
    }
    ok = ok && put_integer(in, 0, &large, s, out);
    return ok;
}

/* repr's digits, or those of %g with at least one behind the point: the spec without a type. */
static void plain_float(double f, const struct spec *s, struct buf *text)
{
    if (s->precision < 0) {
        number_text(f, text);
        return;
    }
    int precision = s->precision == 0 ? 1 : s->precision;
    char scientific[400];
    snprintf(scientific, sizeof scientific, "%.*e", precision - 1 > 300 ? 300 : precision - 1, f);
    int exponent = (int)strtol(strchr(scientific, 'e') + 1, NULL, 10);
    /* Where %g would end in a whole number, this form takes the exponent or writes ".0". */
    bool scale = exponent < -4 || exponent >= precision - 1;
    if (scale) {
        buf_printf(text, s->alternate ? "%#.*g" : "%.*g", precision, f);
        if (strchr(buf_text(text), 'e') == NULL) { /* %g kept it: force the exponent */
            buf_clear(text);
            char *e = strchr(scientific, 'e'), *end = e;
            if (!s->alternate && memchr(scientific, '.', (size_t)(e - scientific)) != NULL) {
                while (end[-1] == '0') {
                    end--;
                }
                end -= end[-1] == '.';
            }
            buf_put(text, scientific, (size_t)(end - scientific));
            buf_puts(text, e);
        }
        return;
    }
    buf_printf(text, s->alternate ? "%#.*g" : "%.*g", precision, f);
    if (strpbrk(buf_text(text), ".e") == NULL) {
        buf_puts(text, ".0");
    }
}

static void float_text(double f, const struct spec *s, struct buf *text)
{
    char type = s->type;
    int precision = s->precision < 0 ? 6 : s->precision;
    if (type == 0 && (s->precision >= 0 || isfinite(f))) {
        if (isfinite(f)) {
            plain_float(f, s, text);
        } else {
            buf_puts(text, isnan(f) ? "nan" : "inf");
        }
    } else if (!isfinite(f)) {
        bool upper = type == 'F' || type == 'E' || type == 'G';
        buf_puts(text, isnan(f) ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf");
    } else {
        char format[8];
        char letter = strchr("eEgG", type != 0 ? type : 'f') != NULL ? type
                      : type == 'n'                                  ? 'g'
                                                                     : 'f';
        snprintf(format, sizeof format, "%%%s.*%c", s->alternate ? "#" : "", letter);
        buf_printf(text, format, precision, f);
    }
    if (type == '%') {
        buf_putc(text, '%');
    }
}

/* %.4f and the like, of numbers of the usual size. False: not so. */
static bool put_fixed(double size, bool negative, const struct spec *s, struct buf *out)
{
    char text[NUMBER_FIXED];
    int precision = s->precision < 0 ? 6 : s->precision;
    int len = s->type == 'f' && !s->alternate && !s->negative_zero && s->group == 0
                  ? number_fixed(size, precision, text)
                  : 0;
    if (len == 0) {
        return false;
    }
    size_t whole = (size_t)len - (size_t)(precision > 0 ? precision + 1 : 0);
    const struct parts p = {.sign = sign_of(s, negative),
                            .prefix = "",
                            .digits = text,
                            .digit_count = whole,
                            .tail = text + whole,
                            .tail_len = (size_t)len - whole};
    put_parts(s, &p, out);
    return true;
}

static bool all_zero(const char *text)
{
    return strpbrk(text, "123456789n") == NULL;
}

static bool format_float(struct interp *in, double f, const struct spec *s, struct buf *out)
{
    bool negative = signbit(f) && !isnan(f);
    double size = fabs(f);
    if (s->type != 0 && strchr("eEfFgGn%", s->type) == NULL) {
        return unknown_code(in, s->type, "float");
    }
    if (s->type == 'n' && s->group != 0) {
        return raise_value_error(in, "Cannot specify '%c' with 'n'.", s->group);
    }
    if (put_fixed(size, negative, s, out)) {
        return true;
    }
    if (s->precision > 4096 && !heap_room(in, (size_t)s->precision)) {
        return false; /* the C library would take it */
    }
    scoped_buf text = {.budget = in->memory};
    float_text(s->type == '%' ? size * 100 : size, s, &text);
    negative = negative && !(s->negative_zero && all_zero(buf_text(&text)));
    size_t whole = strspn(buf_text(&text), "0123456789");
    const struct parts p = {.sign = sign_of(s, negative),
                            .prefix = "",
                            .digits = buf_text(&text),
                            .digit_count = whole,
                            .tail = buf_text(&text) + whole,
                            .tail_len = text.len - whole};
    if (text.failed) {
        return raise_memory(in);
    }
    struct spec plain = *s;
    if (whole == 0) { /* inf and nan have no digits to group */
        plain.group = 0;
    }
    put_number(&plain, &p, 3, out);
    return true;
}

bool format_number(struct interp *in, struct value v, const char *spec, struct buf *out)
{
    struct spec s;
    if (spec[0] == '\0') {
        return value_repr(in, v, out);
    }
    const char *name = value_type_name(v);
    if (!parse_spec(in, spec, name, &s)) {
        return false;
    }
    if (v.type == VALUE_FLOAT || (s.type != 0 && strchr("eEfFgG%", s.type) != NULL)) {
        double f = 0;
        return value_to_double(in, v, &f) && format_float(in, f, &s, out);
    }
    if (s.type != 0 && strchr("bcdoxXn", s.type) == NULL) {
        return unknown_code(in, s.type, name);
    }
    if (s.negative_zero) {
        return raise_value_error(
            in, "Negative zero coercion (z) not allowed in integer format specifier");
    }
    /* bool without a type is a number too, once anything else is asked of it. */
    return format_integer(in, v, &s, out);
}

/* --- strings --- */

bool format_string(struct interp *in, const struct str *text, const char *spec, struct buf *out)
{
    struct spec s;
    if (spec[0] == '\0') {
        buf_put(out, text->text, text->len);
        return true;
    }
    if (!parse_spec(in, spec, "str", &s)) {
        return false;
    }
    if (s.type != 0 && s.type != 's') {
        return unknown_code(in, s.type, "str");
    }
    if (s.sign != 0) {
        return raise_value_error(in, s.sign == ' ' ? "Space not allowed in string format specifier"
                                                   : "Sign not allowed in string format specifier");
    }
    if (s.negative_zero || s.alternate) {
        return raise_value_error(
            in, s.alternate ? "Alternate form (#) not allowed in string format specifier"
                            : "Negative zero coercion (z) not allowed in string format specifier");
    }
    if (s.group != 0) {
        return raise_value_error(in, "Cannot specify '%c' with 's'.", s.group);
    }
    if (s.align == '=' && s.zero) { /* a lone 0 fills, but strings stand at the left */
        s.align = '<';
    } else if (s.align == '=') {
        return raise_value_error(in, "'=' alignment not allowed in string format specifier");
    }
    size_t len = text->len;
    int64_t count = (int64_t)text->count;
    if (s.precision >= 0 && s.precision < count) {
        len = str_offset(text, (size_t)s.precision);
        count = s.precision;
    }
    put_aligned(&s, s.align == 0 ? '<' : s.align, text->text, len, count, out);
    return true;
}

static bool printable(uint32_t c)
{
    if (c < 0x20 || c == 0x7f || (c >= 0x80 && c <= 0xa0) || c == 0xad) {
        return false;
    }
    bool space = c == 0x1680 || (c >= 0x2000 && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) ||
                 (c >= 0x205f && c <= 0x206f) || c == 0x3000 || c == 0xfeff;
    return !space && !(c >= 0xd800 && c <= 0xf8ff) && c < 0xe0000;
}

/* \xe9, \u20ac, \U0001f600 */
static void put_escape(uint32_t c, struct buf *out)
{
    buf_puts(out, c < 0x100 ? "\\x" : c < 0x10000 ? "\\u" : "\\U");
    for (int shift = c < 0x100 ? 0 : c < 0x10000 ? 8 : 24; shift >= 0; shift -= 8) {
        buf_hex(out, (uint8_t)(c >> shift));
    }
}

void format_str_repr(const char *text, size_t len, struct buf *out)
{
    bool single = memchr(text, '\'', len) != NULL, twice = memchr(text, '"', len) != NULL;
    char quote = single && !twice ? '"' : '\'';
    uint32_t c;
    buf_putc(out, quote);
    for (size_t at = 0, n; at < len && !out->failed; at += n) {
        n = utf8_decode(text + at, len - at, &c);
        if (c == (uint32_t)quote || c == '\\') {
            buf_putc(out, '\\');
            buf_putc(out, (char)c);
        } else if (c == '\n' || c == '\r' || c == '\t') {
            buf_putc(out, '\\');
            buf_putc(out, c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
        } else if (printable(c)) {
            buf_put(out, text + at, n);
        } else {
            put_escape(c, out);
        }
    }
    buf_putc(out, quote);
}

void format_ascii(const char *text, size_t len, struct buf *out)
{
    uint32_t c;
    for (size_t at = 0; at < len && !out->failed;) {
        at += utf8_decode(text + at, len - at, &c);
        if (c < 0x80) {
            buf_putc(out, (char)c);
        } else {
            put_escape(c, out);
        }
    }
}
