/* re.Match: what was found, by group. */
#include "lang/library/re.h"

#include "base/utf8.h"
#include "regex/translate.h"

#include <string.h>

static struct re_match *match_of(struct value v)
{
    return (struct re_match *)v.o;
}

static void match_mark(struct interp *in, struct object *self)
{
    struct re_match *m = (struct re_match *)self;
    heap_mark_object(in, m->pattern);
    heap_mark_object(in, m->text);
}

bool re_match_new(struct interp *in, struct re_scan *scan, struct value *out)
{
    const struct regex *r = &scan->pattern->regex;
    struct class *class = module_re_class(in, "Match");
    size_t bytes = (size_t)r->group_count * 2 * sizeof(size_t);
    struct re_match *m = class != NULL ? object_new_sized(in, class, bytes) : NULL;
    if (m == NULL) {
        return false;
    }
    m->pattern = scan->pattern;
    m->text = scan->text;
    m->pos = scan->pos;
    m->endpos = scan->endpos;
    m->known_byte = scan->known_byte;
    m->known_char = scan->known_char;
    memcpy(m->spans, r->spans, bytes);
    *out = value_object(m);
    return true;
}

bool re_match_span(struct interp *in, const struct str *text, const size_t *span,
                   struct value missing, struct value *out)
{
    if (span[0] == REGEX_UNSET) {
        *out = missing;
        return true;
    }
    return str_value(in, text->text + span[0], span[1] - span[0], out);
}

/* A byte offset as a number of characters; -1 for none. */
static int64_t characters(const struct re_match *m, size_t byte)
{
    if (byte == REGEX_UNSET) {
        return -1;
    }
    if (m->text->len == m->text->count) {
        return (int64_t)byte;
    }
    const char *text = m->text->text;
    return (int64_t)(byte >= m->known_byte
                         ? m->known_char + utf8_count(text + m->known_byte, byte - m->known_byte)
                         : m->known_char - utf8_count(text + byte, m->known_byte - byte));
}

/* The group of a number or a name. */
static bool find_group(struct interp *in, const struct re_match *m, struct value v, int64_t *group)
{
    *group = -1;
    if (str_is(v)) {
        *group = regex_named(&m->pattern->regex, str_text(v), str_of(v)->len);
    } else if (native_is_index(in, v) && !value_to_int(in, v, group)) {
        return false;
    }
    return (*group >= 0 && *group < m->pattern->regex.group_count) ||
           raise_exception(in, EXCEPTION_IndexError, "no such group");
}

static bool get_group(struct interp *in, const struct re_match *m, struct value v,
                      struct value *out)
{
    int64_t group;
    return find_group(in, m, v, &group) &&
           re_match_span(in, m->text, m->spans + 2 * group, value_none(), out);
}

static bool group(struct interp *in, const struct args *args, struct value *out)
{
    const struct re_match *m = match_of(args->at[0]);
    if (args->keyword_count > 0) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "re.Match.group() takes no keyword arguments");
    }
    if (args->count <= 2) {
        return get_group(in, m, args->count == 2 ? args->at[1] : value_int(0), out);
    }
    struct list *l = list_new(in, args->count - 1);
    for (int k = 1; l != NULL && k < args->count; k++) {
        struct value v;
        if (!get_group(in, m, args->at[k], &v) || !list_append(in, l, v)) {
            return false;
        }
    }
    *out = value_object(l != NULL ? tuple_new(in, l->count, l->at) : NULL);
    return out->type == VALUE_OBJECT && out->o != NULL;
}

static bool get_item(struct interp *in, struct value self, struct value key, struct value *out)
{
    return get_group(in, match_of(self), key, out);
}

/* groups() and groupdict() */
static bool groups(struct interp *in, const struct args *args, struct value *out)
{
    const struct re_match *m = match_of(args->at[0]);
    const struct regex *r = &m->pattern->regex;
    const struct args rest = arguments_rest(args);
    bool named = strcmp(in->calling->name, "groupdict") == 0;
    struct value missing, v;
    if (!arguments_take(in, &rest, named ? "groupdict(default=None)" : "groups(default=None)",
                        &missing)) {
        return false;
    }
    missing = given(missing) ? missing : value_none();
    struct dict *d = named ? dict_new(in) : NULL;
    struct list *l = named ? NULL : list_new(in, r->group_count);
    for (int k = 1; (d != NULL || l != NULL) && k < r->group_count; k++) {
        if (named && r->group[k].name == NULL) {
            continue;
        }
        if (!re_match_span(in, m->text, m->spans + 2 * k, missing, &v) ||
            !(named ? interp_set(in, d, r->group[k].name, v) : list_append(in, l, v))) {
            return false;
        }
    }
    if (named) {
        *out = value_object(d);
        return d != NULL;
    }
    struct list *t = l != NULL ? tuple_new(in, l->count, l->at) : NULL;
    *out = value_object(t);
    return t != NULL;
}

/* start(), end() and span() */
static bool edges(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    const struct re_match *m = match_of(args->at[0]);
    int64_t g = 0;
    if (!arguments_count(in, args, name, 1, 2) ||
        (args->count == 2 && !find_group(in, m, args->at[1], &g))) {
        return false;
    }
    struct value start = value_int(characters(m, m->spans[2 * g]));
    struct value end = value_int(characters(m, m->spans[2 * g + 1]));
    if (name[1] == 'p') {
        return pair_new(in, start, end, out);
    }
    *out = name[0] == 's' ? start : end;
    return true;
}

static bool expand(struct interp *in, const struct args *args, struct value *out)
{
    const struct re_match *m = match_of(args->at[0]);
    struct buf text = {.budget = in->memory};
    if (!arguments_count(in, args, "expand", 2, 2)) {
        return false;
    }
    if (!str_is(args->at[1])) {
        return raise_exception(in, EXCEPTION_TypeError, "expected a str to expand, not %s",
                               value_type_name(args->at[1]));
    }
    if (!re_template_expand(in, m->pattern, str_of(args->at[1]), m->text, m->spans, &text)) {
        buf_free(&text);
        return false;
    }
    return str_take(in, &text, out);
}

static bool match_get(struct interp *in, struct value self, struct str *name, struct value *out,
                      bool *found)
{
    const struct re_match *m = match_of(self);
    const struct regex *r = &m->pattern->regex;
    const char *text = name->text;
    int last = text[0] == 'l' ? regex_last(r, m->spans) : 0;
    *found = true;
    if (strcmp(text, "string") == 0) {
        *out = value_object(m->text);
    } else if (strcmp(text, "re") == 0) {
        *out = value_object(m->pattern);
    } else if (strcmp(text, "pos") == 0) {
        *out = value_int(m->pos);
    } else if (strcmp(text, "endpos") == 0) {
        *out = value_int(m->endpos);
    } else if (strcmp(text, "lastindex") == 0) {
        *out = last > 0 ? value_int(last) : value_none();
    } else if (strcmp(text, "lastgroup") == 0) {
        *out = value_none();
        if (last > 0 && r->group[last].name != NULL) {
            *out = value_object(str_intern(in, r->group[last].name));
        }
    } else {
        *found = false;
    }
    return true;
}

/* <re.Match object; span=(0, 3), match='abc'>: fifty characters of the text at most */
static bool match_repr(struct interp *in, struct value self, struct buf *out)
{
    const struct re_match *m = match_of(self);
    struct buf shown = {.budget = in->memory};
    (void)in;
    format_str_repr(m->text->text + m->spans[0], m->spans[1] - m->spans[0], &shown);
    buf_printf(out,
               "<re.Match object; span=(%lld, %lld), match=", (long long)characters(m, m->spans[0]),
               (long long)characters(m, m->spans[1]));
    buf_put(out, buf_text(&shown), utf8_offset(buf_text(&shown), shown.len, 50));
    buf_putc(out, '>');
    buf_free(&shown);
    return true;
}

bool re_match_class(struct interp *in, struct dict *into)
{
    static const struct slots slots = {.size = sizeof(struct re_match),
                                       .mark = match_mark,
                                       .repr = match_repr,
                                       .get = match_get,
                                       .get_item = get_item};
    static const struct native_row rows[] = {{"group", group, NULL},      {"groups", groups, NULL},
                                             {"groupdict", groups, NULL}, {"start", edges, NULL},
                                             {"end", edges, NULL},        {"span", edges, NULL},
                                             {"expand", expand, NULL}};
    struct class *c = interp_class(in, "Match", "re", NULL, &slots);
    return c != NULL && native_methods(in, c, rows, NATIVE_COUNT(rows)) &&
           interp_set(in, into, "Match", value_object(c));
}
