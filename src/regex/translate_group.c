/* Groups of a pattern: capturing, named, looking around, conditional, with flags; references to
 * them. */
#include "regex/translate.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 200 /* groups inside one another */

/* Reads a name up to `end`; *name points into the pattern. */
static bool read_name(struct translator *t, char end, const char *what, const char **name,
                      size_t *len)
{
    size_t start = t->at;
    *name = t->text + start;
    while (t->at < t->len && t->text[t->at] != end) {
        t->at++;
    }
    *len = t->at - start;
    if (t->at == t->len) {
        return *len == 0 ? translate_wrong(t, start, "missing %s", what)
                         : translate_wrong(t, start, "missing %c, unterminated name", end);
    }
    t->at++;
    return *len > 0 || translate_wrong(t, start, "missing %s", what);
}

static bool is_identifier(const char *name, size_t len)
{
    for (size_t k = 0; k < len; k++) {
        unsigned char c = (unsigned char)name[k];
        if (!(c == '_' || c >= 128 || isalpha(c) || (k > 0 && isdigit(c)))) {
            return false;
        }
    }
    return true;
}

static bool read_identifier(struct translator *t, char end, const char **name, size_t *len)
{
    size_t start = t->at;
    return read_name(t, end, "group name", name, len) &&
           (is_identifier(*name, *len) ||
            translate_wrong(t, start, "bad character in group name '%.*s'", (int)*len, *name));
}

int regex_named(const struct regex *r, const char *name, size_t len)
{
    for (int k = 1; k < r->group_count; k++) {
        const char *known = r->group[k].name;
        if (known != NULL && strlen(known) == len && memcmp(known, name, len) == 0) {
            return k;
        }
    }
    return -1;
}

bool translate_reference(struct translator *t, int group, size_t at, struct width *w)
{
    if (t->r->group[group].open) {
        return translate_wrong(t, at, "cannot refer to an open group");
    }
    if (t->lookbehind > 0 && group >= t->lookbehind) {
        return translate_wrong(t, t->at,
                               "cannot refer to group defined in the same lookbehind subpattern");
    }
    buf_printf(&t->out, "\\g{%d}", group);
    *w = (struct width){t->r->group[group].least, t->r->group[group].most};
    return true;
}

/* After "(" of a capturing group, or after its name. */
static bool capture(struct translator *t, size_t start, const char *name, size_t len,
                    struct width *w)
{
    struct regex *r = t->r;
    struct regex_group *more = realloc(r->group, (size_t)(r->group_count + 1) * sizeof *r->group);
    if (more == NULL) {
        t->err->problem = REGEX_MEMORY;
        return false;
    }
    r->group = more;
    int number = r->group_count++, around = t->around;
    r->group[number] = (struct regex_group){.parent = around, .open = true};
    if (name != NULL) {
        int was = regex_named(r, name, len);
        if (was > 0) {
            return translate_wrong(t, (size_t)(name - t->text),
                                   "redefinition of group name '%.*s' as group %d; was group %d",
                                   (int)len, name, number, was);
        }
        char *copy = malloc(len + 1);
        if (copy == NULL) {
            t->err->problem = REGEX_MEMORY;
            return false;
        }
        memcpy(copy, name, len);
        copy[len] = '\0';
        r->group[number].name = copy;
    }
    t->around = number;
    buf_putc(&t->out, '(');
    if (!translate_alternatives(t, w, false)) {
        return false;
    }
    if (!translate_accept(t, ')')) {
        return translate_wrong(t, start, "missing ), unterminated subpattern");
    }
    buf_putc(&t->out, ')');
    t->around = around;
    r->group[number].open = false;
    r->group[number].least = w->least;
    r->group[number].most = w->most;
    return true;
}

/* What follows an opening that is already written, to its ")". */
static bool rest_of_group(struct translator *t, size_t start, struct width *w)
{
    if (!translate_alternatives(t, w, false)) {
        return false;
    }
    if (!translate_accept(t, ')')) {
        return translate_wrong(t, start, "missing ), unterminated subpattern");
    }
    buf_putc(&t->out, ')');
    return true;
}

static bool lookaround(struct translator *t, size_t start, bool behind, char kind, struct width *w)
{
    int before = t->lookbehind;
    buf_printf(&t->out, "(?%s%c", behind ? "<" : "", kind);
    if (behind && before == 0) {
        t->lookbehind = t->r->group_count;
    }
    if (!rest_of_group(t, start, w)) {
        return false;
    }
    t->lookbehind = before;
    if (behind && w->least != w->most) {
        return translate_wrong(t, TRANSLATE_NOWHERE, "look-behind requires fixed-width pattern");
    }
    *w = (struct width){0, 0};
    return true;
}

/* (?(1)yes|no) and (?(name)yes|no), after "(?(" */
static bool conditional(struct translator *t, size_t start, struct width *w)
{
    const char *name;
    size_t len, at = t->at;
    if (!read_name(t, ')', "group name", &name, &len)) {
        return false;
    }
    int group = -1;
    if (is_identifier(name, len)) {
        group = regex_named(t->r, name, len);
        if (group < 0) {
            return translate_wrong(t, at, "unknown group name '%.*s'", (int)len, name);
        }
    } else {
        group = 0;
        for (size_t k = 0; k < len; k++) {
            if (!isdigit((unsigned char)name[k])) {
                return translate_wrong(t, at, "bad character in group name '%.*s'", (int)len, name);
            }
            group = group < 100000 ? group * 10 + (name[k] - '0') : group;
        }
        if (group == 0) {
            return translate_wrong(t, at, "bad group number");
        }
        if (t->asked_count < (int)(sizeof t->asked / sizeof t->asked[0])) {
            t->asked[t->asked_count].group = group;
            t->asked[t->asked_count++].at = at;
        }
    }
    if (t->lookbehind > 0 && (group >= t->r->group_count || t->r->group[group].open)) {
        return translate_wrong(t, t->at, "cannot refer to an open group");
    }
    struct width no = {0, 0};
    buf_printf(&t->out, "(?(%d)", group);
    if (!translate_sequence(t, w, false)) {
        return false;
    }
    if (translate_accept(t, '|')) {
        buf_putc(&t->out, '|');
        if (!translate_sequence(t, &no, false)) {
            return false;
        }
        if (translate_peek(t) == '|') {
            return translate_wrong(t, t->at, "conditional backref with more than two branches");
        }
    }
    if (!translate_accept(t, ')')) {
        return translate_wrong(t, start, "missing ), unterminated subpattern");
    }
    buf_putc(&t->out, ')');
    w->least = no.least < w->least ? no.least : w->least;
    w->most = no.most > w->most ? no.most : w->most;
    return true;
}

/* --- flags: (?i) and (?i-s:...) --- */

static unsigned flag_of(uint32_t letter)
{
    switch (letter) {
    case 'i':
        return REGEX_IGNORECASE;
    case 'm':
        return REGEX_MULTILINE;
    case 's':
        return REGEX_DOTALL;
    case 'x':
        return REGEX_VERBOSE;
    case 'a':
        return REGEX_ASCII;
    case 'u':
        return REGEX_UNICODE;
    case 'L':
        return REGEX_LOCALE;
    default:
        return 0;
    }
}
#define KINDS ((unsigned)(REGEX_ASCII | REGEX_UNICODE | REGEX_LOCALE))

/* A character that cannot stand among the flags. */
static bool bad_flag(struct translator *t, const char *wanted)
{
    uint32_t c = translate_peek(t);
    bool letter = c != TRANSLATE_END && (c >= 128 || isalpha((int)c));
    return translate_wrong(t, t->at, "%s", letter ? "unknown flag" : wanted);
}

/* Reads letters into *flags up to one of `ends`, which stays. */
static bool read_flags(struct translator *t, const char *ends, bool off, unsigned *flags)
{
    const char *wanted = off ? "missing :" : "missing -, : or )";
    do {
        unsigned flag = flag_of(translate_peek(t));
        if (flag == 0) {
            return bad_flag(t, off && *flags == 0 ? "missing flag" : wanted);
        }
        t->at++;
        if (off && (flag & KINDS) != 0) {
            return translate_wrong(t, t->at,
                                   "bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
        }
        if (flag == REGEX_LOCALE) {
            return translate_wrong(t, t->at,
                                   "bad inline flags: cannot use 'L' flag with a str pattern");
        }
        *flags |= flag;
        if ((*flags & KINDS) == KINDS - REGEX_LOCALE) {
            return translate_wrong(t, t->at,
                                   "bad inline flags: flags 'a', 'u' and 'L' are incompatible");
        }
    } while (!translate_is_one_of(translate_peek(t), ends));
    return true;
}

/* After "(?", at a flag or at "-". start is where the group opens, first is true where flags for
 * the whole pattern may stand. *item: what it was. */
static bool flags_group(struct translator *t, size_t start, bool first, struct width *w,
                        enum item *item)
{
    unsigned on = 0, off = 0, before = t->flags;
    if (translate_peek(t) != '-' && !read_flags(t, ")-:", false, &on)) {
        return false;
    }
    if (translate_accept(t, ')')) {
        if (!first) {
            return translate_wrong(t, start, "global flags not at the start of the expression");
        }
        t->r->flags |= on;
        t->flags |= on;
        *item = ITEM_NONE;
        return true;
    }
    if (translate_accept(t, '-') && !read_flags(t, ":", true, &off)) {
        return false;
    }
    t->at++;
    if ((on & off) != 0) {
        return translate_wrong(t, t->at - 1, "bad inline flags: flag turned on and off");
    }
    if ((on & REGEX_UNICODE) != 0) {
        t->flags &= ~(unsigned)REGEX_ASCII;
    }
    t->flags = (t->flags | on) & ~off;
    bool ignore = (on & REGEX_IGNORECASE) != 0, heed = (off & REGEX_IGNORECASE) != 0;
    buf_puts(&t->out, ignore ? "(?i:" : heed ? "(?-i:" : "(?:");
    if (!rest_of_group(t, start, w)) {
        return false;
    }
    t->flags = before;
    return true;
}

/* --- (?...) --- */

static bool unknown_extension(struct translator *t, size_t start, size_t from)
{
    size_t len = utf8_offset(t->text + from, t->len - from, t->text[from] == '\\' ? 2 : 1);
    return translate_wrong(t, start + 1, "unknown extension %.*s%.*s", (int)(from - start - 1),
                           t->text + start + 1, (int)len, t->text + from);
}

/* (?P<name>...) and (?P=name), after the P */
static bool named(struct translator *t, size_t start, struct width *w)
{
    const char *name;
    size_t len;
    if (translate_accept(t, '<')) {
        return read_identifier(t, '>', &name, &len) && capture(t, start, name, len, w);
    }
    if (translate_accept(t, '=')) {
        size_t at = t->at;
        if (!read_identifier(t, ')', &name, &len)) {
            return false;
        }
        int group = regex_named(t->r, name, len);
        return group < 0 ? translate_wrong(t, at, "unknown group name '%.*s'", (int)len, name)
                         : translate_reference(t, group, at, w);
    }
    return translate_peek(t) == TRANSLATE_END
               ? translate_wrong(t, t->at, "unexpected end of pattern")
               : unknown_extension(t, start, t->at);
}

static bool extension(struct translator *t, size_t start, bool first, struct width *w,
                      enum item *item)
{
    size_t at = t->at;
    uint32_t c = translate_next(t);
    switch (c) {
    case TRANSLATE_END:
        return translate_wrong(t, at, "unexpected end of pattern");
    case 'P':
        return named(t, start, w);
    case ':':
        buf_puts(&t->out, "(?:");
        return rest_of_group(t, start, w);
    case '>':
        buf_puts(&t->out, "(?>");
        return rest_of_group(t, start, w);
    case '#': {
        const char *end = memchr(t->text + t->at, ')', t->len - t->at);
        if (end == NULL) {
            return translate_wrong(t, start, "missing ), unterminated comment");
        }
        t->at = (size_t)(end - t->text) + 1;
        *item = ITEM_NONE;
        return true;
    }
    case '=':
    case '!':
        return lookaround(t, start, false, (char)c, w);
    case '<':
        at = t->at;
        c = translate_next(t);
        if (c == TRANSLATE_END) {
            return translate_wrong(t, at, "unexpected end of pattern");
        }
        return c == '=' || c == '!' ? lookaround(t, start, true, (char)c, w)
                                    : unknown_extension(t, start, at);
    case '(':
        return conditional(t, start, w);
    default:
        t->at = at;
        if (c == '-' || flag_of(c) != 0) {
            return flags_group(t, start, first, w, item);
        }
        return unknown_extension(t, start, at);
    }
}

bool translate_group(struct translator *t, bool first, struct width *w, enum item *item)
{
    size_t start = t->at - 1;
    if (t->depth == DEEPEST) {
        return translate_unsupported(t, "a pattern with more than 200 groups inside one another "
                                        "is not supported");
    }
    t->depth++;
    *item = ITEM_PLAIN;
    bool ok = translate_accept(t, '?') ? extension(t, start, first, w, item)
                                       : capture(t, start, NULL, 0, w);
    t->depth--;
    return ok;
}
