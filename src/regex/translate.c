/* Turns a pattern of Python's re into one of PCRE2 that means the same. Most of it is copied.
 * Written anew is what PCRE2 reads differently (escapes, sets, {,3}) or allows beyond Python; the
 * errors that people make are told in Python's words, any other is PCRE2's to find. */
#include "regex/translate.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200, TIMES_MOST = 65535 }; /* groups inside one another; PCRE2's limit of {n} */

struct frame { /* an open "(" */
    size_t start;
    int group;      /* 0: it captures nothing */
    unsigned flags; /* in force behind it */
};

struct translator {
    struct regex *r;
    const char *text;
    size_t len, at;
    unsigned flags;                      /* in force here */
    enum { NOTHING, ITEM, REPEAT } last; /* what a repetition would be of */
    bool begun;                          /* flags for the whole pattern may no longer come */
    struct frame open[DEEPEST];
    int depth;
    int asked; /* the highest group that a condition names, perhaps before it comes, and where */
    size_t asked_at;
    struct buf *out;
    struct regex_error *err;
};

/* --- reading, and telling what is wrong --- */

/* Always false. at is a byte offset. */
static bool wrong(struct translator *t, size_t at, const char *format, ...) QKV_PRINTF(3, 4);
static bool wrong(struct translator *t, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->err->text, sizeof t->err->text, format, args);
    va_end(args);
    t->err->problem = REGEX_WRONG;
    t->err->position = (int64_t)utf8_count(t->text, at);
    return false;
}

static bool unsupported(struct translator *t, const char *sentence)
{
    snprintf(t->err->text, sizeof t->err->text, "%s", sentence);
    t->err->problem = REGEX_UNSUPPORTED;
    return false;
}

/* The byte here; 0 at the end. */
static char peek(const struct translator *t)
{
    return t->at < t->len ? t->text[t->at] : '\0';
}

static bool accept(struct translator *t, const char *word)
{
    size_t len = strlen(word);
    bool is = len <= t->len - t->at && memcmp(t->text + t->at, word, len) == 0;
    t->at += is ? len : 0;
    return is;
}

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* --- characters and what stands for many of them --- */

/* To add a category: its letter, and what stands inside [...] for it and for its capital letter,
 * over all characters and over ASCII: Python's meaning under every version of PCRE2. */
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

/* False: it is the letter of none. */
static bool put_category(struct translator *t, char letter)
{
    bool ascii = (t->flags & REGEX_ASCII) != 0;
    for (size_t k = 0; k < sizeof categories / sizeof categories[0]; k++) {
        const struct category *c = &categories[k];
        if (letter == c->letter) {
            buf_puts(t->out, ascii ? c->ascii : c->text);
            return true;
        }
        if (letter == toupper((unsigned char)c->letter)) {
            buf_puts(t->out, ascii ? c->ascii_opposite : c->opposite);
            return true;
        }
    }
    return false;
}

#define WORD "0-9A-Z_a-z\\p{L}\\p{N}"

/* \b and \B by what a word is here. An empty text has no \B in Python. */
static void put_boundary(struct translator *t, bool is)
{
    bool ascii = (t->flags & REGEX_ASCII) != 0;
    buf_puts(t->out, is ? "" : "(?!\\A\\z)");
    if (ascii) {
        buf_puts(t->out, is ? "\\b" : "\\B");
    } else if (is) {
        buf_puts(t->out, "(?:(?<=[" WORD "])(?![" WORD "])|(?<![" WORD "])(?=[" WORD "]))");
    } else {
        buf_puts(t->out, "(?:(?<=[" WORD "])(?=[" WORD "])|(?<![" WORD "])(?![" WORD "]))");
    }
}

static bool bad_escape(struct translator *t, size_t start, const char *what)
{
    return wrong(t, start, "%s %.*s", what, (int)(t->at - start), t->text + start);
}

/* A character behind a backslash at `start`: \n, \x41, \u0041, \101, or a plain one. */
static bool read_escaped(struct translator *t, size_t start, uint32_t *c)
{
    static const char names[] = "abfnrtv\\", meant[] = "\a\b\f\n\r\t\v\\";
    char letter = peek(t);
    if (t->at == t->len) {
        return wrong(t, start, "bad escape (end of pattern)");
    }
    t->at += utf8_decode(t->text + t->at, t->len - t->at, c);
    if (is_one_of(letter, names)) {
        *c = (unsigned char)meant[strchr(names, letter) - names];
        return true;
    }
    if (letter == 'N') {
        return unsupported(t, "\\N{...} in a pattern is not supported");
    }
    int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (digits > 0) {
        *c = 0;
        for (int k = 0; k < digits; k++) {
            char d = peek(t);
            if (!isxdigit((unsigned char)d)) {
                return bad_escape(t, start, "incomplete escape");
            }
            *c = *c * 16 + (uint32_t)(isdigit((unsigned char)d) ? d - '0' : (d | 32) - 'a' + 10);
            t->at++;
        }
    } else if (is_octal(letter)) {
        *c = (uint32_t)(letter - '0');
        for (int k = 0; k < 2 && is_octal(peek(t)); k++) {
            *c = *c * 8 + (uint32_t)(t->text[t->at++] - '0');
        }
    }
    bool known = digits > 0 || is_octal(letter) || !isalnum((unsigned char)letter);
    bool fits = *c <= 0x10FFFF && (*c <= 0377 || digits > 0 || !is_octal(letter));
    if (!known || !fits) {
        return bad_escape(t, start, "bad escape");
    }
    return (*c < 0xD800 || *c > 0xDFFF) ||
           unsupported(t, "half of a surrogate pair in a pattern is not supported");
}

static bool refer(struct translator *t, int group, size_t at)
{
    if (t->r->group[group].open) {
        return wrong(t, at, "cannot refer to an open group");
    }
    buf_printf(t->out, "\\g{%d}", group);
    return true;
}

static bool escape(struct translator *t)
{
    size_t start = t->at - 1;
    char c = peek(t), next = t->at + 1 < t->len ? t->text[t->at + 1] : '\0';
    char third = t->at + 2 < t->len ? t->text[t->at + 2] : '\0';
    t->last = ITEM;
    if (is_one_of(c, "AZbB")) {
        t->at++;
        t->last = NOTHING;
        if (c == 'A' || c == 'Z') {
            buf_puts(t->out, c == 'A' ? "\\A" : "\\z");
        } else {
            put_boundary(t, c == 'b');
        }
        return true;
    }
    if (is_one_of(c, "123456789") && !(is_octal(c) && is_octal(next) && is_octal(third))) {
        bool two = isdigit((unsigned char)next) != 0;
        t->at += two ? 2 : 1;
        int number = two ? (c - '0') * 10 + (next - '0') : c - '0';
        return number < t->r->group_count
                   ? refer(t, number, start)
                   : wrong(t, start + 1, "invalid group reference %d", number);
    }
    if (is_one_of(c, "dDsSwW")) {
        t->at++;
        buf_puts(t->out, isupper((unsigned char)c) ? "[^" : "[");
        put_category(t, (char)tolower((unsigned char)c));
        buf_putc(t->out, ']');
        return true;
    }
    uint32_t code;
    if (!read_escaped(t, start, &code)) {
        return false;
    }
    buf_printf(t->out, "\\x{%x}", (unsigned)code);
    return true;
}

/* --- sets --- */

/* One member: a character, or a category (*letter is not 0 then). */
static bool member(struct translator *t, uint32_t *c, char *letter)
{
    size_t start = t->at;
    *letter = '\0';
    if (!accept(t, "\\")) {
        t->at += utf8_decode(t->text + t->at, t->len - t->at, c);
        return true;
    }
    if (is_one_of(peek(t), "dDsSwW")) {
        *letter = t->text[t->at++];
        return true;
    }
    return read_escaped(t, start, c);
}

static bool set(struct translator *t)
{
    size_t open = t->at - 1;
    buf_puts(t->out, accept(t, "^") ? "[^" : "[");
    t->last = ITEM;
    for (size_t first = t->at; t->at < t->len;) {
        size_t start = t->at;
        uint32_t low, high;
        char many, also = '\0';
        if (start > first && accept(t, "]")) {
            buf_putc(t->out, ']');
            return true;
        }
        if (!member(t, &low, &many)) {
            return false;
        }
        high = low;
        bool range = peek(t) == '-' && t->at + 1 < t->len && t->text[t->at + 1] != ']';
        if (range) {
            t->at++;
            if (!member(t, &high, &also)) {
                return false;
            }
        }
        if (range && (many != '\0' || also != '\0' || high < low)) {
            return bad_escape(t, start, "bad character range");
        }
        if (many != '\0') {
            put_category(t, many);
        } else {
            buf_printf(t->out, range ? "\\x{%x}-\\x{%x}" : "\\x{%x}", (unsigned)low,
                       (unsigned)high);
        }
    }
    return wrong(t, open, "unterminated character set");
}

/* --- repetition --- */

static uint64_t read_number(struct translator *t)
{
    uint64_t n = 0;
    for (; isdigit((unsigned char)peek(t)); t->at++) {
        n = n <= TIMES_MOST ? n * 10 + (uint64_t)(t->text[t->at] - '0') : n;
    }
    return n;
}

/* {2}, {2,}, {,3}, {2,3} after the brace; *is is false when the brace stands for itself. */
static bool times(struct translator *t, char *out, size_t size, bool *is)
{
    size_t start = t->at;
    uint64_t least = read_number(t), most = least;
    bool comma = accept(t, ","), open = comma && !isdigit((unsigned char)peek(t));
    most = comma && !open ? read_number(t) : most;
    *is = t->at > start && accept(t, "}");
    if (!*is) {
        t->at = start;
        return true;
    }
    if (!open && most < least) {
        return wrong(t, start, "min repeat greater than max repeat");
    }
    snprintf(out, size, open ? "{%u,}" : "{%u,%u}", (unsigned)least, (unsigned)most);
    return (least <= TIMES_MOST && most <= TIMES_MOST) ||
           unsupported(t, "more than 65535 repetitions in a pattern are not supported");
}

static bool repeat(struct translator *t, char c)
{
    size_t start = t->at - 1;
    char text[40] = {c, '\0'};
    bool is = true;
    if (c == '{' && !times(t, text, sizeof text, &is)) {
        return false;
    }
    if (!is) {
        buf_puts(t->out, "\\{");
        t->last = ITEM;
        return true;
    }
    if (t->last != ITEM) {
        return wrong(t, start, t->last == REPEAT ? "multiple repeat" : "nothing to repeat");
    }
    buf_puts(t->out, text);
    if (is_one_of(peek(t), "?+")) {
        buf_putc(t->out, t->text[t->at++]);
    }
    t->last = REPEAT;
    return true;
}

/* --- groups --- */

/* The number of the named group, -1 if there is none. */
static int regex_named(const struct regex *r, const char *name, size_t len)
{
    for (int k = 1; k < r->group_count; k++) {
        const char *known = r->group[k].name;
        if (known != NULL && strlen(known) == len && memcmp(known, name, len) == 0) {
            return k;
        }
    }
    return -1;
}

/* Reads a name up to `end`; *name points into the pattern. */
static bool read_name(struct translator *t, char end, const char **name, size_t *len)
{
    size_t start = t->at;
    const char *close = memchr(t->text + start, end, t->len - start);
    *name = t->text + start;
    *len = close != NULL ? (size_t)(close - *name) : t->len - start;
    if (*len == 0) {
        return wrong(t, start, "missing group name");
    }
    if (close == NULL) {
        return wrong(t, start, "missing %c, unterminated name", end);
    }
    t->at += *len + 1;
    for (size_t k = 0; k < *len; k++) {
        unsigned char c = (unsigned char)(*name)[k];
        if (c < 128 && c != '_' && !isalpha(c) && (k == 0 || !isdigit(c))) {
            return wrong(t, start, "bad character in group name '%.*s'", (int)*len, *name);
        }
    }
    return true;
}

/* The group of that name, which starts at t->text + at; -1: told. */
static int find_name(struct translator *t, const char *name, size_t len)
{
    int group = regex_named(t->r, name, len);
    if (group < 0) {
        wrong(t, (size_t)(name - t->text), "unknown group name '%.*s'", (int)len, name);
    }
    return group;
}

/* A group begins with what is written for it: PCRE2's text, or "(" for one that captures. */
static bool open_group(struct translator *t, size_t start, const char *text, unsigned flags)
{
    if (t->depth == DEEPEST) {
        return unsupported(t, "a pattern with more than 200 groups inside one another is not "
                              "supported");
    }
    t->open[t->depth++] = (struct frame){.start = start, .flags = flags};
    buf_puts(t->out, text);
    return true;
}

static bool capture(struct translator *t, size_t start, const char *name, size_t len)
{
    struct regex *r = t->r;
    int number = r->group_count, parent = 0;
    struct regex_group *more = realloc(r->group, (size_t)(number + 1) * sizeof *r->group);
    char *copy = name != NULL ? malloc(len + 1) : NULL;
    if (more != NULL) {
        r->group = more;
    }
    if (more == NULL || (name != NULL && copy == NULL)) {
        free(copy);
        t->err->problem = REGEX_MEMORY;
        return false;
    }
    if (name != NULL) {
        int was = regex_named(r, name, len);
        memcpy(copy, name, len);
        copy[len] = '\0';
        if (was > 0) {
            free(copy);
            return wrong(t, (size_t)(name - t->text),
                         "redefinition of group name '%.*s' as group %d; was group %d", (int)len,
                         name, number, was);
        }
    }
    for (int k = 0; k < t->depth; k++) {
        parent = t->open[k].group != 0 ? t->open[k].group : parent;
    }
    r->group[r->group_count++] = (struct regex_group){.name = copy, .parent = parent, .open = true};
    if (!open_group(t, start, "(", t->flags)) {
        return false;
    }
    t->open[t->depth - 1].group = number;
    return true;
}

/* (?(1)yes|no) and (?(name)yes|no), after "(?(" */
static bool conditional(struct translator *t, size_t start)
{
    const char *name;
    size_t len;
    char text[40];
    size_t at = t->at;
    int group = (int)read_number(t);
    if (t->at == at || !accept(t, ")")) {
        t->at = at;
        group = read_name(t, ')', &name, &len) ? find_name(t, name, len) : -1;
    }
    if (group <= 0) {
        return group == 0 && wrong(t, at, "bad group number");
    }
    if (group > t->asked) {
        t->asked = group;
        t->asked_at = at;
    }
    snprintf(text, sizeof text, "(?(%d)", group);
    return open_group(t, start, text, t->flags);
}

/* (?i) and (?i-s:...), after "(?". VERBOSE and ASCII are carried out here. */
static bool flags_group(struct translator *t, size_t start)
{
    static const char letters[] = "imsxau";
    static const unsigned flag[] = {REGEX_IGNORECASE, REGEX_MULTILINE, REGEX_DOTALL,
                                    REGEX_VERBOSE,    REGEX_ASCII,     REGEX_UNICODE};
    unsigned on = 0, off = 0, before = t->flags;
    bool minus = false;
    char text[24] = "(?", *end = text + strlen(text);
    for (; is_one_of(peek(t), letters) || (peek(t) == '-' && !minus); t->at++) {
        char c = peek(t);
        unsigned f = c == '-' ? 0 : flag[strchr(letters, c) - letters];
        minus |= c == '-';
        if ((on | off) & f) {
            continue;
        }
        on |= minus ? 0 : f;
        off |= minus ? f : 0;
        if (c == '-' || strchr("ims", c) != NULL) {
            *end++ = c;
        }
    }
    if (!minus && accept(t, ")")) {
        t->r->flags |= on;
        t->flags |= on;
        return !t->begun || wrong(t, start, "global flags not at the start of the expression");
    }
    bool bare = minus && t->text[t->at - 1] == '-';
    if (bare || !accept(t, ":")) {
        return wrong(t, t->at,
                     isalpha((unsigned char)peek(t)) ? "unknown flag"
                     : bare                          ? "missing flag"
                     : minus                         ? "missing :"
                                                     : "missing -, : or )");
    }
    t->flags = (t->flags | on) & ~off;
    t->flags &= (on & REGEX_UNICODE) != 0 ? ~(unsigned)REGEX_ASCII : ~0u;
    return open_group(t, start, strcat(text, ":"), before);
}

static bool extension(struct translator *t, size_t start)
{
    static const char *const copied[] = {"?:", "?>", "?=", "?!", "?<=", "?<!"};
    const char *name;
    size_t len, at = t->at;
    for (size_t k = 0; k < sizeof copied / sizeof copied[0]; k++) {
        char text[8];
        snprintf(text, sizeof text, "(%s", copied[k]);
        if (accept(t, copied[k])) {
            return open_group(t, start, text, t->flags);
        }
    }
    if (accept(t, "?P<")) {
        return read_name(t, '>', &name, &len) && capture(t, start, name, len);
    }
    if (accept(t, "?P=")) {
        at = t->at;
        int group = read_name(t, ')', &name, &len) ? find_name(t, name, len) : -1;
        t->last = ITEM;
        return group >= 0 && refer(t, group, at);
    }
    if (accept(t, "?(")) {
        return conditional(t, start);
    }
    t->at++;
    if (is_one_of(peek(t), "imsxau-")) {
        return flags_group(t, start);
    }
    at = t->at;
    (void)(accept(t, "P") || accept(t, "<"));
    if (t->at == t->len) {
        return wrong(t, t->at, "unexpected end of pattern");
    }
    t->at += utf8_offset(t->text + t->at, t->len - t->at, 1);
    return wrong(t, start + 1, "unknown extension ?%.*s", (int)(t->at - at), t->text + at);
}

static bool group(struct translator *t)
{
    size_t start = t->at - 1;
    if (accept(t, "?#")) {
        const char *end = memchr(t->text + t->at, ')', t->len - t->at);
        t->at = end != NULL ? (size_t)(end - t->text) + 1 : t->at;
        return end != NULL || wrong(t, start, "missing ), unterminated comment");
    }
    int depth = t->depth;
    if (!(peek(t) == '?' ? extension(t, start) : capture(t, start, NULL, 0))) {
        return false;
    }
    if (t->depth > depth) {
        t->last = NOTHING;
        t->begun = true;
    }
    return true;
}

static bool close_group(struct translator *t)
{
    if (t->depth == 0) {
        return wrong(t, t->at - 1, "unbalanced parenthesis");
    }
    const struct frame *f = &t->open[--t->depth];
    t->r->group[f->group].open = f->group == 0;
    t->flags = f->flags;
    t->last = ITEM;
    buf_putc(t->out, ')');
    return true;
}

/* --- the whole --- */

static bool piece(struct translator *t)
{
    char c = t->text[t->at++];
    bool verbose = (t->flags & REGEX_VERBOSE) != 0;
    if (verbose && (c == ' ' || (c >= '\t' && c <= '\r'))) {
        return true;
    }
    if (verbose && c == '#') {
        const char *end = memchr(t->text + t->at, '\n', t->len - t->at);
        t->at = end != NULL ? (size_t)(end - t->text) : t->len;
        return true;
    }
    if (c == '(') {
        return group(t);
    }
    t->begun = true;
    switch (c) {
    case '\\':
        return escape(t);
    case '[':
        return set(t);
    case ')':
        return close_group(t);
    case '*':
    case '+':
    case '?':
    case '{':
        return repeat(t, c);
    default:
        t->last = is_one_of(c, "|^$") ? NOTHING : ITEM;
        buf_putc(t->out, c);
        return true;
    }
}

bool translate(struct regex *r, const char *text, size_t len, struct buf *out,
               struct regex_error *err)
{
    struct translator t = {
        .r = r, .text = text, .len = len, .flags = r->flags, .out = out, .err = err};
    while (t.at < len) {
        if (!piece(&t)) {
            return false;
        }
    }
    if (t.depth > 0) {
        return wrong(&t, t.open[t.depth - 1].start, "missing ), unterminated subpattern");
    }
    if (t.asked >= r->group_count) {
        return wrong(&t, t.asked_at, "invalid group reference %d", t.asked);
    }
    r->flags |= (r->flags & REGEX_ASCII) == 0 ? REGEX_UNICODE : 0;
    err->problem = out->failed ? REGEX_MEMORY : err->problem;
    return !out->failed;
}
