/* Characters, escapes and sets [...] of a pattern. What \w, \d and \s mean is spelled out, so that
 * it is Python's meaning under every version of PCRE2. */
#include "regex/translate.h"

#include "base/utf8.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(uint32_t c)
{
    return c < 128 && isalpha((int)c);
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_octal(uint32_t c)
{
    return c >= '0' && c <= '7';
}

void translate_literal(struct translator *t, uint32_t c)
{
    if (is_letter(c) || is_digit(c)) {
        buf_putc(&t->out, (char)c);
    } else {
        buf_printf(&t->out, "\\x{%x}", (unsigned)c);
    }
}

/* To add a category: its letter, and what stands inside [...] for it and for its capital letter,
 * over all characters and over ASCII. */
static const struct category {
    char letter;
    const char *text, *opposite, *ascii, *ascii_opposite;
} categories[] = {
    {'d', "\\p{Nd}", "\\P{Nd}", "0-9", "\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}"},
    {'s',
     "\\x{9}-\\x{d}\\x{1c}-\\x{20}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}"
     "\\x{202f}\\x{205f}\\x{3000}",
     "\\x{0}-\\x{8}\\x{e}-\\x{1b}\\x{21}-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}"
     "\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}"
     "\\x{3001}-\\x{10ffff}",
     "\\x{9}-\\x{d}\\x{20}", "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{10ffff}"},
    /* \W: every other general category, and the connecting marks but for the underscore */
    {'w', "0-9A-Z_a-z\\p{L}\\p{N}",
     "\\p{M}\\p{Z}\\p{S}\\p{C}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\x{203f}\\x{2040}\\x{2054}"
     "\\x{fe33}\\x{fe34}\\x{fe4d}-\\x{fe4f}\\x{ff3f}",
     "0-9A-Z_a-z", "\\x{0}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{5e}\\x{60}\\x{7b}-\\x{10ffff}"},
};

bool translate_category(struct translator *t, char letter, bool inside)
{
    for (size_t k = 0; k < sizeof categories / sizeof categories[0]; k++) {
        const struct category *c = &categories[k];
        bool opposite = letter == toupper((unsigned char)c->letter);
        if (letter != c->letter && !opposite) {
            continue;
        }
        bool ascii = (t->flags & REGEX_ASCII) != 0;
        if (!inside) {
            buf_printf(&t->out, "[%s%s]", opposite ? "^" : "", ascii ? c->ascii : c->text);
        } else if (opposite) {
            buf_puts(&t->out, ascii ? c->ascii_opposite : c->opposite);
        } else {
            buf_puts(&t->out, ascii ? c->ascii : c->text);
        }
        return true;
    }
    return false;
}

static void piece(struct translator *t, size_t start, char *out, size_t size)
{
    size_t len = t->at - start < size - 1 ? t->at - start : size - 1;
    memcpy(out, t->text + start, len);
    out[len] = '\0';
}

static bool bad_escape(struct translator *t, size_t start)
{
    char text[24];
    piece(t, start, text, sizeof text);
    return translate_wrong(t, start, "bad escape %s", text);
}

/* \xHH, \uHHHH, \UHHHHHHHH */
static bool hexadecimal(struct translator *t, size_t start, int digits, uint32_t *c)
{
    uint32_t value = 0;
    int k = 0;
    for (; k < digits && translate_peek(t) < 128 && isxdigit((int)translate_peek(t)); k++) {
        uint32_t digit = translate_next(t);
        value = value * 16 + (is_digit(digit) ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    if (k < digits) {
        char text[24];
        piece(t, start, text, sizeof text);
        return translate_wrong(t, start, "incomplete escape %s", text);
    }
    if (value > 0x10FFFF) {
        return bad_escape(t, start);
    }
    *c = value;
    return (value < 0xD800 || value > 0xDFFF) ||
           translate_unsupported(t, "half of a surrogate pair in a pattern is not supported");
}

static bool octal(struct translator *t, size_t start, int most, uint32_t value, uint32_t *c)
{
    for (int k = 0; k < most && is_octal(translate_peek(t)); k++) {
        value = value * 8 + (translate_next(t) - '0');
    }
    if (value > 0377) {
        char text[24];
        piece(t, start, text, sizeof text);
        return translate_wrong(t, start, "octal escape value %s outside of range 0-0o377", text);
    }
    *c = value;
    return true;
}

bool translate_escaped(struct translator *t, size_t start, uint32_t *c)
{
    static const char names[] = "abfnrtv\\", meant[] = "\a\b\f\n\r\t\v\\";
    uint32_t letter = translate_next(t);
    const char *named = letter < 128 && letter != 0 ? strchr(names, (int)letter) : NULL;
    if (letter == TRANSLATE_END) {
        return translate_wrong(t, start, "bad escape (end of pattern)");
    }
    if (named != NULL) {
        *c = (unsigned char)meant[named - names];
        return true;
    }
    switch (letter) {
    case 'x':
        return hexadecimal(t, start, 2, c);
    case 'u':
        return hexadecimal(t, start, 4, c);
    case 'U':
        return hexadecimal(t, start, 8, c);
    case 'N':
        return translate_unsupported(t, "\\N{...} in a pattern is not supported");
    default:
        break;
    }
    if (is_octal(letter)) {
        return octal(t, start, 2, letter - '0', c);
    }
    *c = letter;
    return (!is_letter(letter) && !is_digit(letter)) || bad_escape(t, start);
}

/* One member of a set: a character, or a category (*c is TRANSLATE_END then). */
static bool member(struct translator *t, size_t start, uint32_t *c)
{
    if (t->text[start] != '\\') {
        *c = translate_next(t);
        return true;
    }
    t->at++;
    uint32_t letter = translate_peek(t);
    *c = TRANSLATE_END;
    if (letter < 128 && letter != 0 && strchr("dDsSwW", (int)letter) != NULL) {
        translate_next(t);
        return true;
    }
    return translate_escaped(t, start, c);
}

static bool range(struct translator *t, size_t start, size_t dash, uint32_t low)
{
    uint32_t high;
    char left[24], right[24];
    if (!member(t, dash + 1, &high)) {
        return false;
    }
    if (low == TRANSLATE_END || high == TRANSLATE_END || high < low) {
        piece(t, dash + 1, right, sizeof right);
        size_t end = t->at;
        t->at = dash;
        piece(t, start, left, sizeof left);
        t->at = end;
        return translate_wrong(t, start, "bad character range %s-%s", left, right);
    }
    buf_printf(&t->out, "\\x{%x}-\\x{%x}", (unsigned)low, (unsigned)high);
    return true;
}

bool translate_set(struct translator *t)
{
    size_t open = t->at - 1, first;
    buf_putc(&t->out, '[');
    if (translate_accept(t, '^')) {
        buf_putc(&t->out, '^');
    }
    first = t->at;
    for (;;) {
        size_t start = t->at;
        uint32_t c = translate_peek(t);
        if (c == TRANSLATE_END) {
            return translate_wrong(t, open, "unterminated character set");
        }
        if (c == ']' && start > first) {
            t->at++;
            buf_putc(&t->out, ']');
            return true;
        }
        if (!member(t, start, &c)) {
            return false;
        }
        size_t dash = t->at;
        if (translate_peek(t) == '-') {
            t->at++;
            if (translate_peek(t) == TRANSLATE_END) {
                return translate_wrong(t, open, "unterminated character set");
            }
            if (translate_peek(t) != ']') {
                if (!range(t, start, dash, c)) {
                    return false;
                }
                continue;
            }
            t->at = dash; /* a dash before the end stands for itself */
        }
        if (c != TRANSLATE_END) {
            translate_literal(t, c);
        } else if (!translate_category(t, t->text[start + 1], true)) {
            return bad_escape(t, start);
        }
    }
}
