/* Makes what the module re has from C: patterns compiled by PCRE2, and walking over a text from
 * match to match. Pattern, Match and the functions stand in assets/prelude/re.py. */
#include "base/utf8.h"
#include "lang/run/native.h"
#include "regex/regex.h"

#define PLACED 16 /* beside enum regex_how: matches with their places, not only their texts */

struct code {
    struct object object;
    struct regex regex;
};

static void code_free(struct interp *in, struct object *self)
{
    regex_free(&((struct code *)self)->regex);
}

/* _compile(pattern, flags): a code, or (message, position) of what re.error is to say. */
static bool compile(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2], text;
    int64_t flags;
    struct regex_error err;
    if (!arguments_take(in, args, "_compile(pattern, flags)", at) ||
        !value_to_int(in, at[1], &flags)) {
        return false;
    }
    struct code *c = object_new(in, (struct class *)native_data(in));
    if (c == NULL) {
        return false;
    }
    const struct str *s = str_of(at[0]);
    *out = value_object(c);
    if (regex_compile(&c->regex, s->text, s->len, (unsigned)flags, in->memory, &err)) {
        return true;
    }
    switch (err.problem) {
    case REGEX_WRONG:
        return str_value(in, err.text, strlen(err.text), &text) &&
               pair_new(in, text, err.position >= 0 ? value_int(err.position) : value_none(), out);
    case REGEX_UNSUPPORTED:
        return raise_unsupported(in, "%s", err.text);
    default:
        return raise_memory(in);
    }
}

/* A walk over a text. One byte offset is known as a number of characters: others are counted from
 * there. */
struct scan {
    struct regex *regex;
    const struct str *text;
    size_t at, end; /* bytes: where the next match may begin, and the end */
    unsigned how;
    size_t known_byte, known_char;
};

static bool next(struct interp *in, struct scan *s, bool *found)
{
    bool checked = (s->how & REGEX_CHECKED) != 0; /* else all of it is looked at once */
    *found = false;
    if (!interp_step(in, 1) || !str_copy(in, checked ? 0 : s->text->len)) {
        return false;
    }
    if (s->at > s->end) {
        return true;
    }
    switch (regex_match(s->regex, s->text->text, s->end, s->at, s->how)) {
    case REGEX_NOWHERE:
        return str_copy(in, s->end - s->at);
    case REGEX_FOUND:
        break;
    case REGEX_TOO_LONG:
        return raise_limit(in, "a regular expression takes more than 100 million steps on one "
                               "text: it tries too many ways to match");
    case REGEX_TOO_BIG:
        return raise_limit(in, "a regular expression takes too much memory on one text: it keeps "
                               "too many ways to match");
    case REGEX_NOT_TEXT:
        return raise_unsupported(in, "re is not supported on text that is no valid UTF-8");
    }
    const size_t *span = s->regex->spans;
    if (!str_copy(in, span[0] - s->at)) {
        return false;
    }
    *found = true;
    s->at = span[1];
    s->how = (s->how & ~(unsigned)REGEX_NOT_EMPTY) | REGEX_CHECKED |
             (span[0] == span[1] ? REGEX_NOT_EMPTY : 0);
    return true;
}

/* A byte offset as a number of characters; -1 for none. */
static int64_t characters(const struct scan *s, size_t byte)
{
    const char *text = s->text->text;
    if (byte == REGEX_UNSET || s->text->len == s->text->count) {
        return byte == REGEX_UNSET ? -1 : (int64_t)byte;
    }
    return (int64_t)(byte >= s->known_byte
                         ? s->known_char + utf8_count(text + s->known_byte, byte - s->known_byte)
                         : s->known_char - utf8_count(text + byte, s->known_byte - byte));
}

static bool append_text(struct interp *in, struct list *l, const struct scan *s, size_t from,
                        size_t to)
{
    struct value v = value_none();
    return (from == REGEX_UNSET || str_value(in, s->text->text + from, to - from, &v)) &&
           list_append(in, l, v);
}

static bool append_groups(struct interp *in, struct list *l, const struct scan *s)
{
    for (int k = 0; k < s->regex->group_count; k++) {
        if (!append_text(in, l, s, s->regex->spans[2 * k], s->regex->spans[2 * k + 1])) {
            return false;
        }
    }
    return true;
}

/* Two tuples: the texts of the groups; their places, and the group that closed last. */
static bool append_placed(struct interp *in, struct list *l, struct scan *s)
{
    const size_t *span = s->regex->spans;
    int count = 2 * s->regex->group_count;
    struct list *texts = list_new(in, count), *places = list_new(in, count);
    if (texts == NULL || places == NULL || !append_groups(in, texts, s)) {
        return false;
    }
    s->known_char = (size_t)characters(s, span[0]);
    s->known_byte = span[0];
    for (int k = 0; k < count; k++) {
        if (!list_append(in, places, value_int(characters(s, span[k])))) {
            return false;
        }
    }
    struct list *a = tuple_new(in, texts->count, texts->at), *b = NULL;
    if (a != NULL && list_append(in, places, value_int(regex_last(s->regex, span)))) {
        b = tuple_new(in, places->count, places->at);
    }
    return b != NULL && list_append(in, l, value_object(a)) && list_append(in, l, value_object(b));
}

/* scan(text, pos, endpos, most, how): for each match what stands before it and the texts of its
 * groups (or two tuples, see above); then the rest. */
static bool scan(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[5];
    int64_t number[5] = {0};
    const struct args rest = arguments_rest(args);
    struct list *l = list_new(in, 0);
    if (l == NULL || !arguments_take(in, &rest, "scan(text, pos, endpos, most, how)", at)) {
        return false;
    }
    for (int k = 1; k < 5; k++) {
        if (!value_to_int(in, at[k], &number[k])) {
            return false;
        }
    }
    const struct str *text = str_of(at[0]);
    struct scan s = {.regex = &((struct code *)args->at[0].o)->regex, .text = text};
    s.at = s.known_byte = str_offset(text, (size_t)number[1]);
    s.known_char = (size_t)number[1];
    s.end = str_offset(text, (size_t)number[2]);
    s.how = (unsigned)number[4] & ~(unsigned)PLACED;
    size_t last = 0;
    for (int64_t k = 0; number[3] <= 0 || k < number[3]; k++) {
        bool found;
        if (!next(in, &s, &found)) {
            return false;
        }
        if (!found) {
            break;
        }
        if (!append_text(in, l, &s, last, s.regex->spans[0]) ||
            !((number[4] & PLACED) != 0 ? append_placed(in, l, &s) : append_groups(in, l, &s))) {
            return false;
        }
        last = s.regex->spans[1];
    }
    *out = value_object(l);
    return append_text(in, l, &s, last, text->len);
}

/* about(): the flags, how many groups there are, and the numbers of those with a name. */
static bool about(struct interp *in, const struct args *args, struct value *out)
{
    const struct regex *r = &((const struct code *)args->at[0].o)->regex;
    struct dict *d = dict_new(in);
    for (int k = 1; d != NULL && k < r->group_count; k++) {
        if (r->group[k].name != NULL && !interp_set(in, d, r->group[k].name, value_int(k))) {
            return false;
        }
    }
    struct value at[3] = {value_int(r->flags), value_int(r->group_count - 1), value_object(d)};
    struct list *t = d != NULL ? tuple_new(in, 3, at) : NULL;
    return value_made(out, t);
}

bool module_re(struct interp *in, struct dict *d)
{
    static const struct slots slots = {.size = sizeof(struct code), .free = code_free};
    static const struct native_row rows[] = {{"scan", scan, NULL, NULL},
                                             {"about", about, NULL, NULL}};
    struct class *c = interp_class(in, "_Code", "re", NULL, &slots);
    return c != NULL && native_methods(in, c, rows, NATIVE_COUNT(rows)) &&
           interp_set(in, d, "_Code", value_object(c)) &&
           interp_function(in, d, "_compile", compile, c, "re");
}
