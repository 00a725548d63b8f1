/* Fills in templates: "%s = %.2f" % (name, x) and "{0}: {x:>8.3f}".format(...). Specs are format.c.
 */
#include "lang/object/bigint.h"
#include "lang/object/bytes.h"
#include "lang/object/value_method.h"
#include "lang/run/native.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>

/* --- "..." % values --- */

struct percent {
    struct interp *in;
    struct value arg;         /* what stands right of % */
    const struct list *tuple; /* or NULL: arg is the only value */
    int64_t next;
    bool mapping_used;
    bool bytes; /* the format is of bytes, lifted */
};

struct directive {
    bool left, plus, space, alternate, zero;
    int64_t width, precision; /* -1: none */
    char type;
};

static bool next_value(struct percent *p, struct value *out)
{
    int64_t count = p->tuple != NULL ? p->tuple->count : 1;
    if (p->next >= count) {
        return raise_type_error(p->in, "not enough arguments for format string");
    }
    *out = p->tuple != NULL ? p->tuple->at[p->next] : p->arg;
    p->next++;
    return true;
}

static bool star_or_number(struct percent *p, const char **at, int64_t *out)
{
    struct value v;
    if (**at == '*') {
        (*at)++;
        if (!next_value(p, &v)) {
            return false;
        }
        if (v.type != VALUE_INT && v.type != VALUE_BOOL) {
            return raise_type_error(p->in, "* wants int");
        }
        return value_to_int(p->in, v, out);
    }
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        *out = (*out < 0 ? 0 : *out) * 10 + (**at - '0');
        if (*out > INT32_MAX) {
            return raise_value_error(p->in, "width too big");
        }
    }
    return true;
}

/* Rebuilds the directive as a spec of format(): the same digits, signs and zeros. */
static void number_spec(const struct directive *d, char type, struct buf *spec)
{
    if (d->left) {
        buf_putc(spec, '<');
    } else if (d->zero) {
        buf_puts(spec, "0=");
    } else {
        buf_putc(spec, '>');
    }
    if (d->plus || d->space) {
        buf_putc(spec, d->plus ? '+' : ' ');
    }
    if (d->alternate) {
        buf_putc(spec, '#');
    }
    if (d->width > 0) {
        buf_printf(spec, "%lld", (long long)d->width);
    }
    if (d->precision >= 0) {
        buf_printf(spec, ".%lld", (long long)d->precision);
    }
    buf_putc(spec, type);
}

/* str, repr or ascii: as 's', 'r' or 'a' asks. */
static bool converted(struct interp *in, struct value v, char conversion, struct buf *out)
{
    if (conversion != 'a') {
        return conversion == 's' ? value_str(in, v, out) : value_repr(in, v, out);
    }
    scoped_buf text = {.budget = in->memory};
    bool ok = value_repr(in, v, &text);
    format_ascii(buf_text(&text), text.len, out);
    return ok;
}

static bool put_text(struct percent *p, const struct directive *d, struct value v, struct buf *out)
{
    scoped_buf text = {.budget = p->in->memory};
    bool ok = converted(p->in, v, d->type, &text);
    size_t len = text.len, count = utf8_count(buf_text(&text), len);
    if (d->precision >= 0 && (size_t)d->precision < count) {
        count = (size_t)d->precision;
        len = utf8_offset(buf_text(&text), len, count);
    }
    size_t more = d->width > (int64_t)count ? (size_t)d->width - count : 0;
    more = ok ? more : 0;
    buf_fill(out, ' ', d->left ? 0 : more);
    buf_put(out, buf_text(&text), len);
    buf_fill(out, ' ', d->left ? more : 0);
    return ok;
}

/* The integer that %d, %x and the like show: %d also takes floats and what int() takes. */
static bool integer_for(struct percent *p, char type, struct value v, struct value *out)
{
    static const char *const methods[] = {"__index__", "__int__"};
    bool number =
        v.type == VALUE_INT || v.type == VALUE_BOOL || (v.type == VALUE_FLOAT && type == 'd');
    if (v.type == VALUE_OBJECT && !str_is(v)) {
        const struct slots *slots = v.o->class->slots;
        number = slots != NULL && (type == 'd' ? slots->to_int != NULL : slots->index != NULL);
        for (int k = 0; k < (type == 'd' ? 2 : 1) && !number; k++) {
            struct value unused;
            struct str *name = str_intern(p->in, methods[k]);
            if (name == NULL || !value_find_attribute(p->in, v, name, &unused, &number)) {
                return false;
            }
        }
    }
    if (!number) {
        return raise_type_error(p->in, "%%%c format: %s is required, not %s", type,
                                type == 'd' ? "a real number" : "an integer", value_type_name(v));
    }
    const struct args args = {.at = &v, .count = 1};
    int64_t small = 0;
    if (type == 'd' || bigint_is(v)) {
        return class_call(p->in, p->in->types.integer, &args, out);
    }
    bool ok = value_to_int(p->in, v, &small);
    *out = value_int(small);
    return ok;
}

/* The digits without sign, at least so many. */
static bool put_digits(struct percent *p, struct value v, char type, int64_t least, struct buf *out)
{
    scoped_buf text = {.budget = p->in->memory};
    int base = type == 'x' || type == 'X' ? 16 : type == 'o' ? 8 : 10;
    bool ok = bigint_text(p->in, v, base, &text);
    size_t minus = buf_text(&text)[0] == '-', count = text.len - minus;
    buf_fill(out, '0', ok && least > (int64_t)count ? (size_t)least - count : 0);
    for (size_t k = minus; k < text.len && ok; k++) {
        buf_putc(out, type == 'X' ? (char)toupper((unsigned char)text.data[k]) : text.data[k]);
    }
    return ok;
}

static bool put_integer(struct percent *p, const struct directive *d, struct value v,
                        struct buf *out)
{
    scoped_buf digits = {.budget = p->in->memory};
    struct value whole;
    uint32_t store[2];
    int64_t least = d->precision < 0 ? 1 : d->precision;
    if (!integer_for(p, d->type, v, &whole) || !put_digits(p, whole, d->type, least, &digits)) {
        return false;
    }
    char sign = bigint_number(whole, store).negative ? '-' : d->plus ? '+' : d->space ? ' ' : 0;
    char prefix[3] = {0};
    if (d->alternate && d->type != 'd') {
        prefix[0] = '0';
        prefix[1] = d->type;
    }
    int64_t used = (int64_t)digits.len + (sign != 0) + (int64_t)strlen(prefix);
    size_t more = d->width > used ? (size_t)(d->width - used) : 0;
    bool zeros = d->zero && !d->left;
    buf_fill(out, ' ', d->left || zeros ? 0 : more);
    if (sign != 0) {
        buf_putc(out, sign);
    }
    buf_puts(out, prefix);
    buf_fill(out, '0', zeros ? more : 0);
    buf_put(out, buf_text(&digits), digits.len);
    buf_fill(out, ' ', d->left ? more : 0);
    return true;
}

static bool put_float(struct percent *p, const struct directive *d, struct value v, struct buf *out)
{
    scoped_buf spec = {.budget = p->in->memory};
    double f;
    if (!value_to_double(p->in, v, &f)) {
        return false;
    }
    struct directive with = *d;
    with.precision = d->precision < 0 ? 6 : d->precision;
    number_spec(&with, d->type, &spec);
    return format_number(p->in, value_float(f), buf_text(&spec), out);
}

/* An int, or one byte, as the character that it is lifted to. */
static bool byte_for(struct percent *p, struct value v, struct value *out)
{
    char bytes[4];
    uint8_t byte;
    if (bytes_is(v) && bytes_of(v)->len == 1) {
        byte = bytes_of(v)->at[0];
    } else if (!native_is_index(p->in, v)) {
        return raise_type_error(p->in, "%%c requires an integer in range(256) or a single byte");
    } else if (v.type == VALUE_INT && (v.i < 0 || v.i > 255)) {
        return raise_exception(p->in, EXCEPTION_OverflowError, "%%c arg not in range(256)");
    } else if (!bytes_one(p->in, v, "byte", &byte)) {
        return false;
    }
    return str_value(p->in, bytes, utf8_write(bytes_lift_one(byte), bytes), out);
}

static bool put_character(struct percent *p, struct directive d, struct value v, struct buf *out)
{
    char bytes[4];
    struct value text = v;
    if (p->bytes) {
        d.type = 's';
        return byte_for(p, v, &text) && put_text(p, &d, text, out);
    }
    if (v.type == VALUE_INT || v.type == VALUE_BOOL) {
        int64_t code = v.type == VALUE_BOOL ? (int64_t)v.b : v.i;
        if (code < 0 || code > 0x10ffff) {
            return raise_exception(p->in, EXCEPTION_OverflowError,
                                   "%%c arg not in range(0x110000)");
        }
        if (!str_value(p->in, bytes, utf8_write((uint32_t)code, bytes), &text)) {
            return false;
        }
    } else if (!str_is(v) || str_of(v)->count != 1) {
        return raise_type_error(p->in, "%%c requires int or char");
    }
    d.type = 's';
    return put_text(p, &d, text, out);
}

/* %b and %s of bytes */
static bool put_bytes(struct percent *p, struct directive d, struct value v, struct buf *out)
{
    struct value raw = v, text;
    bool found = bytes_is(v);
    if (!found && !value_python_method(p->in, v, "__bytes__", &raw, &found)) {
        return false;
    }
    if (!found) {
        return raise_type_error(
            p->in,
            "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'",
            value_type_name(v));
    }
    const struct args args = {.at = &v, .count = 1};
    d.type = 's';
    return (bytes_is(v) || class_call(p->in, p->in->types.bytes, &args, &raw)) &&
           bytes_lift(p->in, bytes_of(raw), true, &text) && put_text(p, &d, text, out);
}

static bool put_directive(struct percent *p, const struct directive *d, struct value v,
                          size_t index, struct buf *out)
{
    struct directive as = *d;
    char type = p->bytes && d->type == 'b' ? 's' : d->type;
    if (type == 's') {
        return p->bytes ? put_bytes(p, *d, v, out) : put_text(p, d, v, out);
    }
    if (type == 'r' || type == 'a') {
        as.type = p->bytes ? 'a' : type;
        return put_text(p, &as, v, out);
    }
    if (strchr("diuxXo", type) != NULL) {
        as.type = type == 'i' || type == 'u' ? 'd' : type;
        return put_integer(p, &as, v, out);
    }
    if (strchr("eEfFgG", type) != NULL) {
        return put_float(p, d, v, out);
    }
    return type == 'c'
               ? put_character(p, *d, v, out)
               : raise_value_error(p->in, "unsupported format character '%c' (0x%x) at index %zu",
                                   type, (unsigned)(unsigned char)type, index);
}

/* "(name)" after a percent sign: the value of that key. */
static bool named_value(struct percent *p, const char **at, struct value *out)
{
    const char *from = *at + 1, *end = from;
    struct value key;
    for (int depth = 1; *end != '\0'; end++) {
        depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
        if (depth == 0) {
            break;
        }
    }
    if (*end == '\0') {
        return raise_value_error(p->in, "incomplete format key");
    }
    if (!dict_is(p->arg)) {
        return raise_type_error(p->in, "format requires a mapping");
    }
    *at = end + 1;
    p->mapping_used = true;
    return str_value(p->in, from, (size_t)(end - from), &key) &&
           (!p->bytes || bytes_lift_back(p->in, key, &key)) &&
           value_get_item(p->in, p->arg, key, out);
}

static bool one_directive(struct percent *p, const char *start, const char **at, struct buf *out)
{
    struct directive d = {.width = -1, .precision = -1};
    struct value v = value_none();
    bool named = **at == '(';
    if (named && !named_value(p, at, &v)) {
        return false;
    }
    for (; **at != '\0' && strchr("-+ #0", **at) != NULL; (*at)++) {
        d.left |= **at == '-';
        d.plus |= **at == '+';
        d.space |= **at == ' ';
        d.alternate |= **at == '#';
        d.zero |= **at == '0';
    }
    if (!star_or_number(p, at, &d.width)) {
        return false;
    }
    if (d.width < -1) {
        d.left = true;
        d.width = -d.width;
    }
    if (**at == '.') {
        (*at)++;
        d.precision = 0;
        if (!star_or_number(p, at, &d.precision)) {
            return false;
        }
        d.precision = d.precision < 0 ? 0 : d.precision;
    }
    while (**at == 'l' || **at == 'h' || **at == 'L') {
        (*at)++;
    }
    if (**at == '\0') {
        return raise_value_error(p->in, "incomplete format");
    }
    d.type = *(*at)++;
    if (d.type == '%') {
        buf_putc(out, '%');
        return true;
    }
    return (named || next_value(p, &v)) && put_directive(p, &d, v, (size_t)(*at - start) - 1, out);
}

bool format_percent(struct interp *in, const struct str *format, struct value arg, bool bytes,
                    struct buf *out)
{
    struct percent p = {.in = in, .arg = arg, .bytes = bytes};
    p.tuple = tuple_is(arg) ? list_at(arg) : NULL;
    for (const char *at = format->text; at < format->text + format->len;) {
        if (*at != '%') {
            buf_putc(out, *at++);
            continue;
        }
        at++;
        if (!one_directive(&p, format->text, &at, out)) {
            return false;
        }
    }
    bool left_over =
        p.tuple != NULL ? p.next < p.tuple->count : p.next == 0 && !dict_is(arg) && !list_is(arg);
    bool mapping_like = arg.type == VALUE_OBJECT && p.tuple == NULL && !str_is(arg) &&
                        arg.o->class->slots != NULL && arg.o->class->slots->get_item != NULL;
    if (left_over && !mapping_like) {
        return raise_type_error(in, "not all arguments converted during %s formatting",
                                bytes ? "bytes" : "string");
    }
    return true;
}

/* --- "...".format(...) --- */

struct braces {
    struct interp *in;
    const struct args *args; /* NULL: of format_map */
    struct value mapping;
    int64_t next;           /* the next automatic position */
    bool automatic, manual; /* how fields were numbered so far */
    int depth;
};

static bool field_number(struct braces *b, const char *text, size_t len, struct value *out)
{
    int64_t at = 0;
    if (b->args == NULL) {
        return raise_value_error(b->in, "Format string contains positional fields");
    }
    if (len == 0) {
        b->automatic = true;
        at = b->next++;
    } else {
        b->manual = true;
        for (size_t k = 0; k < len; k++) {
            at = at > INT32_MAX ? at : at * 10 + (text[k] - '0');
        }
    }
    if (b->automatic && b->manual) {
        return raise_value_error(
            b->in,
            len == 0
                ? "cannot switch from manual field specification to automatic field numbering"
                : "cannot switch from automatic field numbering to manual field specification");
    }
    if (at >= b->args->count) {
        return raise_exception(b->in, EXCEPTION_IndexError,
                               "Replacement index %lld out of range for positional args tuple",
                               (long long)at);
    }
    return value_give(out, b->args->at[at]);
}

static bool first_of_field(struct braces *b, const char *text, size_t len, struct value *out)
{
    bool digits = true;
    for (size_t k = 0; k < len; k++) {
        digits = digits && text[k] >= '0' && text[k] <= '9';
    }
    if (digits) {
        return field_number(b, text, len, out);
    }
    struct value key;
    if (b->args == NULL) {
        return str_value(b->in, text, len, &key) && value_get_item(b->in, b->mapping, key, out);
    }
    for (int k = 0; k < b->args->keyword_count; k++) {
        const struct str *name = b->args->names[k];
        if (name->len == len && memcmp(name->text, text, len) == 0) {
            return value_give(out, b->args->values[k]);
        }
    }
    return str_value(b->in, text, len, &key) && raise_key(b->in, key);
}

/* "0.name[key]": the value, then its attributes and items. */
static bool field_value(struct braces *b, const char *text, size_t len, struct value *out)
{
    size_t at = 0;
    while (at < len && text[at] != '.' && text[at] != '[') {
        at++;
    }
    if (!first_of_field(b, text, at, out)) {
        return false;
    }
    while (at < len) {
        bool attribute = text[at] == '.';
        size_t from = ++at;
        while (at < len && (attribute ? text[at] != '.' && text[at] != '[' : text[at] != ']')) {
            at++;
        }
        struct value key;
        if (at == from) {
            return raise_value_error(b->in, "Empty attribute in format string");
        }
        if (!attribute && at == len) {
            return raise_value_error(b->in, "Missing ']' in format string");
        }
        if (!str_value(b->in, text + from, at - from, &key)) {
            return false;
        }
        if (attribute) {
            struct str *name = str_intern(b->in, str_text(key));
            if (name == NULL || !value_get_attribute(b->in, *out, name, out)) {
                return false;
            }
            continue;
        }
        struct value index;
        bool whole = text[from] >= '0' && text[from] <= '9';
        if (whole && !number_parse_int(b->in, text + from, at - from, 10, &index, &whole)) {
            return false;
        }
        key = whole ? index : key;
        if (!value_get_item(b->in, *out, key, out)) {
            return false;
        }
        at++;
        if (at < len && text[at] != '.' && text[at] != '[') {
            return raise_value_error(b->in,
                                     "Only '.' or '[' may follow ']' in format field specifier");
        }
    }
    return true;
}

static bool braces_run(struct braces *b, const char *text, size_t len, struct buf *out);

/* The inside of one pair of braces. */
static bool field(struct braces *b, const char *text, size_t len, struct buf *out)
{
    size_t name = 0;
    char conversion = 0;
    int brackets = 0;
    struct value v;
    while (name < len && (brackets > 0 || (text[name] != '!' && text[name] != ':'))) {
        brackets += text[name] == '[' ? 1 : text[name] == ']' ? -1 : 0;
        name++;
    }
    size_t at = name;
    if (at < len && text[at] == '!') {
        if (at + 1 >= len) {
            return raise_value_error(b->in, "unmatched '{' in format spec");
        }
        conversion = text[at + 1];
        at += 2;
        if (at < len && text[at] != ':') {
            return raise_value_error(b->in, "expected ':' after conversion specifier");
        }
    }
    if (!field_value(b, text, name, &v)) {
        return false;
    }
    scoped_buf spec = {.budget = b->in->memory}, shown = {.budget = b->in->memory};
    bool ok = at >= len || braces_run(b, text + at + 1, len - at - 1, &spec);
    if (ok && conversion != 0) {
        if (conversion != 'r' && conversion != 's' && conversion != 'a') {
            ok = raise_value_error(b->in, "Unknown conversion specifier %c", conversion);
        } else {
            ok = converted(b->in, v, conversion, &shown) &&
                 str_value(b->in, buf_text(&shown), shown.len, &v);
        }
    }
    ok = ok && value_format(b->in, v, buf_text(&spec), out);
    return ok;
}

static bool braces_run(struct braces *b, const char *text, size_t len, struct buf *out)
{
    if (++b->depth > 2) {
        return raise_value_error(b->in, "Max string recursion exceeded");
    }
    for (size_t at = 0; at < len;) {
        char c = text[at];
        if ((c == '{' || c == '}') && at + 1 < len && text[at + 1] == c && b->depth == 1) {
            buf_putc(out, c);
            at += 2;
            continue;
        }
        if (c == '}') {
            return raise_value_error(b->in, "Single '}' encountered in format string");
        }
        if (c != '{') {
            buf_putc(out, c);
            at++;
            continue;
        }
        size_t from = ++at;
        for (int depth = 1; at < len; at++) {
            depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        if (at >= len) {
            return raise_value_error(b->in, from >= len ? "Single '{' encountered in format string"
                                                        : "expected '}' before end of string");
        }
        if (!field(b, text + from, at - from, out)) {
            return false;
        }
        at++;
    }
    b->depth--;
    return true;
}

bool format_braces(struct interp *in, const struct str *format, const struct args *args,
                   struct value mapping, struct buf *out)
{
    struct braces b = {.in = in, .args = args, .mapping = mapping};
    return braces_run(&b, format->text, format->len, out);
}
