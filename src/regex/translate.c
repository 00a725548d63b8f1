/* A pattern of Python's re becomes one of PCRE2 that means the same: the parser. Everything is
 * written anew, nothing is copied: what Python refuses is refused here in Python's words, what
 * PCRE2 reads differently never reaches it. Flags other than IGNORECASE are spelled out. */
#include "regex/translate.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_TIMES 65535 /* PCRE2's limit of {n} */

/* --- reading, and telling what is wrong --- */

bool translate_wrong(struct translator *t, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->err->text, sizeof t->err->text, format, args);
    va_end(args);
    t->err->problem = REGEX_WRONG;
    t->err->position = at == TRANSLATE_NOWHERE ? -1 : (int64_t)utf8_count(t->text, at);
    return false;
}

bool translate_unsupported(struct translator *t, const char *sentence)
{
    snprintf(t->err->text, sizeof t->err->text, "%s", sentence);
    t->err->problem = REGEX_UNSUPPORTED;
    return false;
}

uint32_t translate_peek(const struct translator *t)
{
    uint32_t c;
    return utf8_decode(t->text + t->at, t->len - t->at, &c) > 0 ? c : TRANSLATE_END;
}

uint32_t translate_next(struct translator *t)
{
    uint32_t c;
    size_t used = utf8_decode(t->text + t->at, t->len - t->at, &c);
    t->at += used;
    return used > 0 ? c : TRANSLATE_END;
}

bool translate_accept(struct translator *t, char c)
{
    bool is = t->at < t->len && t->text[t->at] == c;
    t->at += is;
    return is;
}

bool translate_is_one_of(uint32_t c, const char *set)
{
    return c > 0 && c < 128 && strchr(set, (int)c) != NULL;
}

/* --- widths --- */

static uint64_t limit(uint64_t width)
{
    return width < WIDTH_MOST ? width : WIDTH_MOST;
}

static struct width width_sum(struct width a, struct width b)
{
    return (struct width){limit(a.least + b.least), limit(a.most + b.most)};
}

/* --- escapes --- */

#define WORD "0-9A-Z_a-z\\p{L}\\p{N}"

/* \b and \B by what a word is here. An empty text has no \B in Python. */
static void boundary(struct translator *t, bool is)
{
    if ((t->flags & REGEX_ASCII) != 0) {
        buf_puts(&t->out, is ? "\\b" : "(?!\\A\\z)\\B");
    } else if (is) {
        buf_puts(&t->out, "(?:(?<=[" WORD "])(?![" WORD "])|(?<![" WORD "])(?=[" WORD "]))");
    } else {
        buf_puts(&t->out,
                 "(?!\\A\\z)(?:(?<=[" WORD "])(?=[" WORD "])|(?<![" WORD "])(?![" WORD "]))");
    }
}

/* \1 to \99; an octal number when three digits say so. */
static bool numbered(struct translator *t, size_t start, struct width *w)
{
    const char *d = t->text + t->at;
    size_t left = t->len - t->at;
    uint32_t c;
#define OCTAL(k) (d[k] >= '0' && d[k] <= '7')
    if (left >= 3 && OCTAL(0) && OCTAL(1) && OCTAL(2)) {
#undef OCTAL
        if (!translate_escaped(t, start, &c)) {
            return false;
        }
        translate_literal(t, c);
        return true;
    }
    int digits = left >= 2 && isdigit((unsigned char)d[1]) ? 2 : 1;
    int number = digits == 2 ? (d[0] - '0') * 10 + (d[1] - '0') : d[0] - '0';
    t->at += (size_t)digits;
    if (number >= t->r->group_count) {
        return translate_wrong(t, start + 1, "invalid group reference %d", number);
    }
    return translate_reference(t, number, start, w);
}

static bool escape(struct translator *t, struct width *w, enum item *item)
{
    size_t start = t->at - 1;
    uint32_t c = translate_peek(t);
    if (translate_is_one_of(c, "AZbB")) {
        t->at++;
        *item = ITEM_PLACE;
        *w = (struct width){0, 0};
        if (c == 'A' || c == 'Z') {
            buf_puts(&t->out, c == 'A' ? "\\A" : "\\z");
        } else {
            boundary(t, c == 'b');
        }
        return true;
    }
    if (translate_is_one_of(c, "123456789")) {
        return numbered(t, start, w);
    }
    if (c < 128 && translate_category(t, (char)c, false)) {
        t->at++;
        return true;
    }
    if (!translate_escaped(t, start, &c)) {
        return false;
    }
    translate_literal(t, c);
    return true;
}

/* --- repetition --- */

/* {2}, {2,}, {,3}, {2,3} after the brace; *is is false when the brace stands for itself. */
static bool read_times(struct translator *t, uint64_t *least, uint64_t *most, bool *is)
{
    size_t start = t->at;
    uint64_t number[2] = {0, 0};
    bool has[2] = {false, false}, comma = false;
    for (; t->at < t->len; t->at++) {
        char c = t->text[t->at];
        if (isdigit((unsigned char)c)) {
            number[comma] = limit(number[comma] * 10 + (uint64_t)(c - '0'));
            has[comma] = true;
        } else if (c == ',' && !comma) {
            comma = true;
        } else {
            break;
        }
    }
    *is = translate_peek(t) == '}' && t->at > start;
    if (!*is) {
        t->at = start;
        return true;
    }
    t->at++;
    *least = number[0];
    *most = comma ? (has[1] ? number[1] : WIDTH_MOST) : number[0];
    if (*most < *least) {
        return translate_wrong(t, start, "min repeat greater than max repeat");
    }
    return *least <= MOST_TIMES && (*most <= MOST_TIMES || *most == WIDTH_MOST)
               ? true
               : translate_unsupported(t, "more than 65535 repetitions in a pattern are not "
                                          "supported");
}

/* A repetition behind the last item. *literal: it was a brace that stands for itself. */
static bool repeat(struct translator *t, uint32_t c, enum item *last, struct width *w,
                   bool *literal)
{
    size_t at = t->at - 1;
    uint64_t least = c == '+' ? 1 : 0, most = c == '?' ? 1 : WIDTH_MOST;
    *literal = false;
    if (c == '{') {
        bool is;
        if (!read_times(t, &least, &most, &is)) {
            return false;
        }
        if (!is) {
            *literal = true;
            return true;
        }
    }
    if (*last == ITEM_NONE || *last == ITEM_PLACE) {
        return translate_wrong(t, at, "nothing to repeat");
    }
    if (*last == ITEM_REPEAT) {
        return translate_wrong(t, at, "multiple repeat");
    }
    if (most == WIDTH_MOST) {
        buf_printf(&t->out, "{%u,}", (unsigned)least);
    } else {
        buf_printf(&t->out, "{%u,%u}", (unsigned)least, (unsigned)most);
    }
    if (translate_accept(t, '?')) {
        buf_putc(&t->out, '?');
    } else if (translate_accept(t, '+')) {
        buf_putc(&t->out, '+');
    }
    *last = ITEM_REPEAT;
    w->least = limit(w->least * least);
    w->most = limit(w->most * most);
    return true;
}

/* --- items in a row, alternatives --- */

/* Under VERBOSE: blanks and comments mean nothing. */
static void skip_blanks(struct translator *t)
{
    while ((t->flags & REGEX_VERBOSE) != 0 && t->at < t->len) {
        char c = t->text[t->at];
        if (c == '#') {
            while (t->at < t->len && t->text[t->at] != '\n') {
                t->at++;
            }
        } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
            t->at++;
        } else {
            return;
        }
    }
}

/* One item that is no repetition; c is its first character. */
static bool item_of(struct translator *t, uint32_t c, bool first, struct width *w, enum item *item)
{
    *w = (struct width){1, 1};
    *item = ITEM_PLAIN;
    bool lines = (t->flags & REGEX_MULTILINE) != 0;
    switch (c) {
    case '\\':
        return escape(t, w, item);
    case '[':
        return translate_set(t);
    case '(':
        *w = (struct width){0, 0};
        return translate_group(t, first, w, item);
    case '.':
        buf_puts(&t->out, (t->flags & REGEX_DOTALL) != 0 ? "." : "\\N");
        return true;
    case '^':
    case '$':
        *w = (struct width){0, 0};
        *item = ITEM_PLACE;
        buf_puts(&t->out, c == '^' ? (lines ? "(?m:^)" : "\\A") : (lines ? "(?m:$)" : "\\Z"));
        return true;
    default:
        translate_literal(t, c);
        return true;
    }
}

bool translate_sequence(struct translator *t, struct width *w, bool first)
{
    struct width last = {0, 0};
    enum item before = ITEM_NONE;
    bool empty = true;
    *w = last;
    for (;;) {
        skip_blanks(t);
        uint32_t c = translate_peek(t);
        if (c == TRANSLATE_END || c == '|' || c == ')') {
            *w = width_sum(*w, last);
            return true;
        }
        translate_next(t);
        if (translate_is_one_of(c, "*+?{")) {
            bool literal;
            if (!repeat(t, c, &before, &last, &literal)) {
                return false;
            }
            if (!literal) {
                continue;
            }
            c = 0;
        }
        struct width width;
        enum item item;
        if (c == 0) { /* a brace (or a NUL) as it stands */
            translate_literal(t, (unsigned char)t->text[t->at - 1]);
            width = (struct width){1, 1};
            item = ITEM_PLAIN;
        } else if (!item_of(t, c, first && empty, &width, &item)) {
            return false;
        }
        if (item != ITEM_NONE) {
            *w = width_sum(*w, last);
            last = width;
            before = item;
            empty = false;
        }
    }
}

bool translate_alternatives(struct translator *t, struct width *w, bool first)
{
    if (!translate_sequence(t, w, first)) {
        return false;
    }
    while (translate_accept(t, '|')) {
        struct width other;
        buf_putc(&t->out, '|');
        if (!translate_sequence(t, &other, false)) {
            return false;
        }
        w->least = other.least < w->least ? other.least : w->least;
        w->most = other.most > w->most ? other.most : w->most;
    }
    return true;
}

bool translate(struct translator *t)
{
    struct width w;
    t->flags = t->r->flags;
    if (!translate_alternatives(t, &w, true)) {
        return false;
    }
    if (t->at < t->len) {
        return translate_wrong(t, t->at, "unbalanced parenthesis");
    }
    for (int k = 0; k < t->asked_count; k++) {
        if (t->asked[k].group >= t->r->group_count) {
            return translate_wrong(t, t->asked[k].at, "invalid group reference %d",
                                   t->asked[k].group);
        }
    }
    if ((t->r->flags & REGEX_ASCII) == 0) {
        t->r->flags |= REGEX_UNICODE;
    }
    if (t->out.failed) {
        t->err->problem = REGEX_MEMORY;
        return false;
    }
    return true;
}
