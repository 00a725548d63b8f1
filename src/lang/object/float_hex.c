/* float.hex and float.fromhex: a float as the sixteen-digit text that holds all of its bits. */
#include "lang/run/native.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One digit, point, thirteen digits, exponent; a subnormal number keeps the least exponent. */
static bool to_hex(struct interp *in, const struct args *args, struct value *out)
{
    char text[40];
    int exponent;
    if (!arguments_method(in, args, in->types.floating, 0, 0)) {
        return false;
    }
    double f = args->at[0].f, size = fabs(f);
    const char *sign = signbit(f) && !isnan(f) ? "-" : "";
    if (!isfinite(f)) {
        snprintf(text, sizeof text, "%s%s", sign, isnan(f) ? "nan" : "inf");
    } else if (size == 0) {
        snprintf(text, sizeof text, "%s0x0.0p+0", sign);
    } else {
        frexp(size, &exponent);
        exponent = exponent - 1 < -1022 ? -1022 : exponent - 1;
        double scaled = ldexp(size, 52 - (exponent < -1000 ? exponent + 60 : exponent));
        uint64_t bits = (uint64_t)(exponent < -1000 ? ldexp(scaled, 60) : scaled);
        snprintf(text, sizeof text, "%s0x%d.%013llxp%+d", sign, (int)(bits >> 52),
                 (unsigned long long)(bits & 0xfffffffffffff), exponent);
    }
    return str_value(in, text, strlen(text), out);
}

static size_t digits(const char *text, size_t at)
{
    while (isxdigit((unsigned char)text[at])) {
        at++;
    }
    return at;
}

/* [+-] [0x] digits [. digits] [p exponent], or a word for what is not finite. `number` gets the
 * form that strtod knows. */
static bool hex_grammar(const char *text, struct buf *number)
{
    size_t at = text[0] == '+' || text[0] == '-' ? 1 : 0;
    buf_put(number, text, at);
    bool word = tolower((unsigned char)text[at]) == 'i' || tolower((unsigned char)text[at]) == 'n';
    if (word) {
        buf_puts(number, text + at);
        char *end;
        strtod(buf_text(number), &end);
        return *end == '\0' && strchr(text, '(') == NULL;
    }
    buf_puts(number, "0x");
    at += text[at] == '0' && (text[at + 1] | 32) == 'x' ? 2 : 0;
    size_t start = at;
    at = digits(text, at);
    size_t count = at - start;
    if (text[at] == '.') {
        size_t behind = digits(text, at + 1);
        count += behind - at - 1;
        at = behind;
    }
    buf_puts(number, text + start);
    if (count > 0 && (text[at] | 32) == 'p') {
        at += text[at + 1] == '+' || text[at + 1] == '-' ? 2 : 1;
        count = isdigit((unsigned char)text[at]) ? count : 0;
        while (isdigit((unsigned char)text[at])) {
            at++;
        }
    }
    return count > 0 && text[at] == '\0';
}

/* Called on the class. */
static bool from_hex(struct interp *in, const struct args *args, struct value *out)
{
    struct buf number = {.budget = in->memory}, trimmed = {.budget = in->memory};
    if (!arguments_count(in, args, "fromhex", 1, 1)) {
        return false;
    }
    if (!str_is(args->at[0])) {
        return raise_exception(in, EXCEPTION_TypeError, "bad argument type for built-in operation");
    }
    const struct str *s = str_of(args->at[0]);
    size_t from = 0, to = s->len;
    while (from < to && isspace((unsigned char)s->text[from])) {
        from++;
    }
    while (to > from && isspace((unsigned char)s->text[to - 1])) {
        to--;
    }
    buf_put(&trimmed, s->text + from, to - from);
    bool ok = hex_grammar(buf_text(&trimmed), &number) && strlen(buf_text(&trimmed)) == to - from;
    double f = ok ? strtod(buf_text(&number), NULL) : 0;
    bool wide = isinf(f) && strchr(buf_text(&number), 'x') != NULL;
    buf_free(&trimmed);
    buf_free(&number);
    *out = value_float(f);
    if (!ok) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "invalid hexadecimal floating-point string");
    }
    return !wide || raise_exception(in, EXCEPTION_OverflowError,
                                    "hexadecimal value too large to represent as a float");
}

bool float_hex_init(struct interp *in)
{
    return interp_method(in, in->types.floating, "hex", to_hex, NULL) &&
           native_static(in, in->types.floating, "fromhex", from_hex);
}
