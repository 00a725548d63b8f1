/* Turns text into a number, as int("...", base) and float("...") read it. Literals in the source
 * are parse_number.c. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void trim(const char **text, size_t *len)
{
    while (*len > 0 && is_space((*text)[0])) {
        (*text)++;
        (*len)--;
    }
    while (*len > 0 && is_space((*text)[*len - 1])) {
        (*len)--;
    }
}

static int digit_value(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : isalpha((unsigned char)c) ? (c | 32) - 'a' + 10 : 99;
}

bool number_parse_int(struct interp *in, const char *text, size_t len, int base, struct value *out,
                      bool *ok)
{
    scoped_buf digits = {.budget = in->memory};
    bool overflow = false;
    *ok = false;
    *out = value_int(0);
    trim(&text, &len);
    bool negative = len > 0 && text[0] == '-', digit = false, zeros = true;
    size_t at = len > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    bool prefixed = at + 1 < len && text[at] == '0' && strchr("xXoObB", text[at + 1]) != NULL &&
                    text[at + 1] != '\0';
    int letter = prefixed ? text[at + 1] | 32 : 0;
    int named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    bool guessed = base == 0;
    if (named != 0 && (guessed || base == named)) {
        base = named;
        at += 2;
        at += at < len && text[at] == '_';
        guessed = false;
    }
    base = base == 0 ? 10 : base;
    bool leading_zero = at < len && text[at] == '0';
    uint64_t value = 0;
    for (; at < len; at++) {
        if (text[at] == '_' && digit && at + 1 < len && text[at + 1] != '_') {
            continue;
        }
        int d = digit_value(text[at]);
        if (d >= base) {
            return true;
        }
        digit = true;
        zeros = zeros && d == 0;
        buf_putc(&digits, text[at]);
        overflow |= __builtin_mul_overflow(value, (uint64_t)base, &value) ||
                    __builtin_add_overflow(value, (uint64_t)d, &value);
    }
    overflow |= value > (uint64_t)INT64_MAX + (negative ? 1 : 0);
    *ok = digit && !(guessed && leading_zero && !zeros);
    *out = value_int(negative ? (int64_t)(0 - value) : (int64_t)value);
    return !*ok || !overflow ||
           (digits.failed ? raise_memory(in)
                          : bigint_parse(in, buf_text(&digits), digits.len, base, negative, out));
}

static bool same_word(const char *text, size_t len, const char *word)
{
    for (size_t k = 0; k < len; k++) {
        if (word[k] == '\0' || tolower((unsigned char)text[k]) != word[k]) {
            return false;
        }
    }
    return word[len] == '\0';
}

static size_t copy_digits(const char *text, size_t len, size_t *at, char *to, size_t *used)
{
    size_t count = 0;
    while (*at < len) {
        if (text[*at] == '_' && count > 0 && *at + 1 < len &&
            isdigit((unsigned char)text[*at + 1])) {
            (*at)++;
        }
        if (!isdigit((unsigned char)text[*at])) {
            break;
        }
        to[(*used)++] = text[(*at)++];
        count++;
    }
    return count;
}

/* Only Python's grammar: strtod alone would take "0x1p3" and "infinit". */
static bool decimal_grammar(const char *text, size_t len, char *to)
{
    size_t at = 0, used = 0, digits;
    if (at < len && (text[at] == '-' || text[at] == '+')) {
        to[used++] = text[at++];
    }
    digits = copy_digits(text, len, &at, to, &used);
    if (at < len && text[at] == '.') {
        to[used++] = text[at++];
        digits += copy_digits(text, len, &at, to, &used);
    }
    if (digits == 0) {
        return false;
    }
    if (at < len && (text[at] | 32) == 'e') {
        to[used++] = text[at++];
        if (at < len && (text[at] == '-' || text[at] == '+')) {
            to[used++] = text[at++];
        }
        if (copy_digits(text, len, &at, to, &used) == 0) {
            return false;
        }
    }
    to[used] = '\0';
    return at == len;
}

bool number_parse_float(struct interp *in, const char *text, size_t len, double *out)
{
    char few[128], *copy = few;
    trim(&text, &len);
    size_t sign = len > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    double unit = sign == 1 && text[0] == '-' ? -1 : 1;
    const char *word = text + sign;
    if (len > sign &&
        (same_word(word, len - sign, "inf") || same_word(word, len - sign, "infinity"))) {
        *out = unit * (double)INFINITY;
        return true;
    }
    if (len > sign && same_word(word, len - sign, "nan")) {
        *out = copysign((double)NAN, unit);
        return true;
    }
    if (len >= sizeof few && (copy = heap_resize(in, NULL, 0, len + 1)) == NULL) {
        return false;
    }
    bool ok = decimal_grammar(text, len, copy);
    if (ok) {
        *out = strtod(copy, NULL);
    }
    if (copy != few) {
        heap_give(in, copy, len + 1);
    }
    return ok;
}
