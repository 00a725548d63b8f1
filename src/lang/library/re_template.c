/* The replacement of re.sub: \1, \g<1>, \g<name>, \n and the other escapes, filled in. */
#include "lang/library/re.h"

#include "base/utf8.h"
#include "regex/translate.h"

#include <ctype.h>
#include <string.h>

struct template
{
    struct interp *in;
    const struct re_pattern *pattern;
    const struct str *text;
    size_t at;
};

static bool wrong(struct template *t, size_t at, const char *text)
{
    return module_re_error(t->in, text, t->text, (int64_t)utf8_count(t->text->text, at));
}

static bool wrong_part(struct template *t, size_t at, const char *what, size_t from, size_t len)
{
    struct buf b = {.budget = t->in->memory};
    buf_puts(&b, what);
    buf_put(&b, t->text->text + from, len);
    if (what[strlen(what) - 1] == '\'') {
        buf_putc(&b, '\'');
    }
    wrong(t, at, buf_text(&b));
    buf_free(&b);
    return false;
}

/* \g<1> and \g<name>, after the g */
static bool named(struct template *t, int *group)
{
    const char *text = t->text->text;
    if (text[t->at] != '<') {
        return wrong(t, t->at, "missing <");
    }
    size_t from = ++t->at;
    const char *close = memchr(text + from, '>', t->text->len - from);
    if (close == NULL) {
        return wrong(t, from,
                     from == t->text->len ? "missing group name" : "missing >, unterminated name");
    }
    size_t len = (size_t)(close - text) - from;
    t->at = from + len + 1;
    if (len == 0) {
        return wrong(t, from, "missing group name");
    }
    bool number = true, name = !isdigit((unsigned char)text[from]);
    *group = 0;
    for (size_t k = from; k < from + len; k++) {
        unsigned char c = (unsigned char)text[k];
        number = number && isdigit(c);
        name = name && (isalnum(c) || c == '_' || c >= 128);
        *group = number && *group < 100000 ? *group * 10 + (c - '0') : *group;
    }
    if (!number && !name) {
        return wrong_part(t, from, "bad character in group name '", from, len);
    }
    if (number) {
        return *group < t->pattern->regex.group_count ||
               wrong_part(t, from, "invalid group reference ", from, len);
    }
    *group = regex_named(&t->pattern->regex, text + from, len);
    return *group > 0 || raise_exception(t->in, EXCEPTION_IndexError, "unknown group name '%.*s'",
                                         (int)len, text + from);
}

static bool is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* \0, \012, \1, \12: *group stays -1 for a character. */
static bool numbered(struct template *t, size_t start, int *group, uint32_t *c)
{
    const char *d = t->text->text + t->at; /* a NUL stands at the end */
    *group = -1;
    *c = 0;
    int octal = d[0] == '0' ? 1 + (is_octal(d[1]) ? 1 + is_octal(d[2]) : 0)
                : is_octal(d[0]) && is_octal(d[1]) && is_octal(d[2]) ? 3
                                                                     : 0;
    if (octal > 0) {
        for (int k = 0; k < octal; k++) {
            *c = *c * 8 + (uint32_t)(d[k] - '0');
        }
        t->at += (size_t)octal;
        return *c <= 0377 || wrong(t, start, "octal escape value outside of range 0-0o377");
    }
    size_t digits = isdigit((unsigned char)d[1]) ? 2 : 1;
    *group = digits == 2 ? (d[0] - '0') * 10 + (d[1] - '0') : d[0] - '0';
    t->at += digits;
    return *group < t->pattern->regex.group_count ||
           wrong_part(t, start + 1, "invalid group reference ", start + 1, digits);
}

/* After a backslash at `start`. */
static bool escape(struct template *t, size_t start, int *group, struct buf *out)
{
    static const char names[] = "abfnrtv\\", meant[] = "\a\b\f\n\r\t\v\\";
    char letter = t->text->text[t->at];
    *group = -1;
    if (t->at == t->text->len) {
        return wrong(t, start, "bad escape (end of pattern)");
    }
    if (letter == 'g') {
        t->at++;
        return named(t, group);
    }
    if (isdigit((unsigned char)letter)) {
        uint32_t c;
        if (!numbered(t, start, group, &c)) {
            return false;
        }
        if (*group < 0) {
            buf_codepoint(out, c);
        }
        return true;
    }
    const char *named_at = letter != '\0' ? strchr(names, letter) : NULL;
    t->at++;
    if (named_at != NULL) {
        buf_putc(out, meant[named_at - names]);
        return true;
    }
    if (isalpha((unsigned char)letter)) {
        return wrong_part(t, start, "bad escape ", start, 2);
    }
    buf_put(out, t->text->text + start, 2); /* an escape that means nothing stays */
    return true;
}

bool re_template_expand(struct interp *in, const struct re_pattern *p, const struct str *template,
                        const struct str *text, const size_t *spans, struct buf *out)
{
    struct template t = {.in = in, .pattern = p, .text = template};
    while (t.at < template->len) {
        const char *from = template->text + t.at;
        const char *slash = memchr(from, '\\', template->len - t.at);
        size_t plain = slash != NULL ? (size_t)(slash - from) : template->len - t.at;
        buf_put(out, from, plain);
        t.at += plain;
        if (slash == NULL) {
            break;
        }
        int group;
        t.at++;
        if (!escape(&t, t.at - 1, &group, out)) {
            return false;
        }
        if (group >= 0 && spans != NULL && spans[2 * group] != REGEX_UNSET) {
            buf_put(out, text->text + spans[2 * group], spans[2 * group + 1] - spans[2 * group]);
        }
    }
    return true;
}
