/* re.Pattern: searching, splitting and replacing with a compiled pattern. */
#include "lang/library/re.h"

#include "base/utf8.h"

#include <string.h>

static struct re_pattern *pattern_of(struct value v)
{
    return (struct re_pattern *)v.o;
}

static void pattern_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct re_pattern *)self)->text);
}

static void pattern_free(struct interp *in, struct object *self)
{
    (void)in;
    regex_free(&((struct re_pattern *)self)->regex);
}

/* The arguments behind self, by a pattern of arguments_take. */
static bool take(struct interp *in, const struct args *args, const char *pattern, struct value *at)
{
    const struct args rest = arguments_rest(args);
    return arguments_take(in, &rest, pattern, at);
}

/* match, fullmatch, search: native_data says how the match must lie. */
static const unsigned at_start = REGEX_AT_START, whole = REGEX_AT_START | REGEX_TO_END,
                      anywhere = REGEX_SEARCH;

static bool find(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    struct re_scan scan;
    unsigned how = *(const unsigned *)native_data(in);
    bool found;
    *out = value_none();
    return take(in, args, "match(string, pos=0, endpos=0)", at) &&
           re_scan_begin(in, &scan, pattern_of(args->at[0]), at[0], at[1], at[2]) &&
           re_scan_next(in, &scan, how, &found) && (!found || re_match_new(in, &scan, out));
}

/* What findall gives for a match: the text, the one group, or a tuple of the groups. */
static bool found_text(struct interp *in, const struct re_scan *scan, struct value *out)
{
    const struct regex *r = &scan->pattern->regex;
    struct value empty, v;
    if (r->group_count <= 2) {
        const size_t *span = r->spans + 2 * (r->group_count - 1);
        return str_value(in, "", 0, &empty) && re_match_span(in, scan->text, span, empty, out);
    }
    struct list *l = list_new(in, r->group_count);
    if (l == NULL || !str_value(in, "", 0, &empty)) {
        return false;
    }
    for (int k = 1; k < r->group_count; k++) {
        if (!re_match_span(in, scan->text, r->spans + 2 * k, empty, &v) || !list_append(in, l, v)) {
            return false;
        }
    }
    struct list *t = tuple_new(in, l->count, l->at);
    *out = value_object(t);
    return t != NULL;
}

/* findall and finditer */
static bool find_all(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3], v;
    struct re_scan scan;
    bool found, texts = strcmp(in->calling->name, "findall") == 0;
    struct list *l = list_new(in, 0);
    if (l == NULL || !take(in, args, "findall(string, pos=0, endpos=0)", at) ||
        !re_scan_begin(in, &scan, pattern_of(args->at[0]), at[0], at[1], at[2])) {
        return false;
    }
    while (re_scan_next(in, &scan, REGEX_SEARCH, &found)) {
        if (!found) {
            *out = value_object(l);
            return texts || iterator_over_list(in, l, out);
        }
        if (!(texts ? found_text(in, &scan, &v) : re_match_new(in, &scan, &v)) ||
            !list_append(in, l, v)) {
            return false;
        }
    }
    return false;
}

static bool append_text(struct interp *in, struct list *l, const struct str *s, size_t from,
                        size_t to)
{
    struct value v;
    return str_value(in, s->text + from, to - from, &v) && list_append(in, l, v);
}

static bool split(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2], none = {.type = VALUE_NOT_IMPLEMENTED}, v;
    struct re_scan scan;
    int64_t most = 0;
    struct list *l = list_new(in, 0);
    if (l == NULL || !take(in, args, "split(string, maxsplit=0)", at) ||
        (given(at[1]) && !value_to_int(in, at[1], &most)) ||
        !re_scan_begin(in, &scan, pattern_of(args->at[0]), at[0], none, none)) {
        return false;
    }
    const struct regex *r = &scan.pattern->regex;
    size_t last = 0;
    bool found;
    for (int64_t k = 0; most == 0 || k < most; k++) {
        if (!re_scan_next(in, &scan, REGEX_SEARCH, &found)) {
            return false;
        }
        if (!found) {
            break;
        }
        if (!append_text(in, l, scan.text, last, r->spans[0])) {
            return false;
        }
        last = r->spans[1];
        for (int g = 1; g < r->group_count; g++) {
            if (!re_match_span(in, scan.text, r->spans + 2 * g, value_none(), &v) ||
                !list_append(in, l, v)) {
                return false;
            }
        }
    }
    *out = value_object(l);
    return append_text(in, l, scan.text, last, scan.text->len);
}

/* What one match is replaced by, added to out. */
static bool replace(struct interp *in, struct re_scan *scan, struct value by, struct buf *out)
{
    if (str_is(by)) {
        return re_template_expand(in, scan->pattern, str_of(by), scan->text,
                                  scan->pattern->regex.spans, out);
    }
    struct value match, text;
    const struct args args = {.at = &match, .count = 1};
    if (!re_match_new(in, scan, &match) || !value_call(in, by, &args, &text)) {
        return false;
    }
    if (!str_is(text)) {
        return raise_exception(in, EXCEPTION_TypeError, "expected str instance, %s found",
                               value_type_name(text));
    }
    buf_put(out, str_text(text), str_of(text)->len);
    return true;
}

/* The whole text with its matches replaced, into out. */
static bool replace_all(struct interp *in, struct re_scan *scan, struct value by, int64_t most,
                        int64_t *count, struct buf *out)
{
    size_t last = 0;
    bool found;
    for (*count = 0; (most <= 0 || *count < most) && !out->failed; ++*count) {
        if (!re_scan_next(in, scan, REGEX_SEARCH, &found)) {
            return false;
        }
        if (!found) {
            break;
        }
        size_t start = scan->pattern->regex.spans[0], end = scan->pattern->regex.spans[1];
        buf_put(out, scan->text->text + last, start - last);
        if (!replace(in, scan, by, out)) {
            return false;
        }
        last = end;
    }
    buf_put(out, scan->text->text + last, scan->text->len - last);
    return true;
}

/* sub and subn */
static bool substitute(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3], none = {.type = VALUE_NOT_IMPLEMENTED}, text;
    struct re_scan scan;
    struct buf made = {.budget = in->memory};
    int64_t most = 0, count;
    bool counted = strcmp(in->calling->name, "subn") == 0;
    if (!take(in, args, "sub(repl, string, count=0)", at) ||
        (given(at[2]) && !value_to_int(in, at[2], &most)) ||
        !re_scan_begin(in, &scan, pattern_of(args->at[0]), at[1], none, none)) {
        return false;
    }
    bool ok = true;
    if (str_is(at[0])) { /* a bad replacement is told even where nothing matches */
        ok = re_template_expand(in, scan.pattern, str_of(at[0]), scan.text, NULL, &made);
        buf_clear(&made);
    }
    ok = ok && replace_all(in, &scan, at[0], most, &count, &made);
    if (!ok) {
        buf_free(&made);
        return false;
    }
    if (!str_take(in, &made, &text)) {
        return false;
    }
    *out = text;
    return !counted || pair_new(in, text, value_int(count), out);
}

/* --- attributes and repr --- */

static bool group_index(struct interp *in, const struct regex *r, struct value *out)
{
    struct dict *d = dict_new(in);
    for (int k = 1; d != NULL && k < r->group_count; k++) {
        if (r->group[k].name != NULL && !interp_set(in, d, r->group[k].name, value_int(k))) {
            return false;
        }
    }
    *out = value_object(d);
    return d != NULL;
}

static bool pattern_get(struct interp *in, struct value self, struct str *name, struct value *out,
                        bool *found)
{
    const struct re_pattern *p = pattern_of(self);
    *found = true;
    if (strcmp(name->text, "pattern") == 0) {
        *out = value_object(p->text);
    } else if (strcmp(name->text, "flags") == 0) {
        *out = value_int(p->regex.flags);
    } else if (strcmp(name->text, "groups") == 0) {
        *out = value_int(p->regex.group_count - 1);
    } else if (strcmp(name->text, "groupindex") == 0) {
        return group_index(in, &p->regex, out);
    } else {
        *found = false;
    }
    return true;
}

/* re.compile('a+', re.IGNORECASE): two hundred characters of the pattern at most */
static bool pattern_repr(struct interp *in, struct value self, struct buf *out)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{REGEX_IGNORECASE, "re.IGNORECASE"},
                 {REGEX_MULTILINE, "re.MULTILINE"},
                 {REGEX_DOTALL, "re.DOTALL"},
                 {REGEX_VERBOSE, "re.VERBOSE"},
                 {REGEX_ASCII, "re.ASCII"}};
    const struct re_pattern *p = pattern_of(self);
    struct buf shown = {.budget = in->memory};
    const char *before = ", ";
    (void)in;
    format_str_repr(p->text->text, p->text->len, &shown);
    buf_puts(out, "re.compile(");
    buf_put(out, buf_text(&shown), utf8_offset(buf_text(&shown), shown.len, 200));
    for (size_t k = 0; k < NATIVE_COUNT(names); k++) {
        if ((p->regex.flags & names[k].flag) != 0) {
            buf_printf(out, "%s%s", before, names[k].name);
            before = "|";
        }
    }
    buf_putc(out, ')');
    buf_free(&shown);
    return true;
}

static bool pattern_compare(struct interp *in, enum operator_ op, struct value left,
                            struct value right, bool self_is_right, struct value *out,
                            bool *handled)
{
    (void)in;
    (void)self_is_right;
    *handled = (op == OP_EQ || op == OP_NE) && left.type == VALUE_OBJECT &&
               right.type == VALUE_OBJECT && left.o->class == right.o->class;
    if (*handled) {
        const struct re_pattern *a = pattern_of(left), *b = pattern_of(right);
        bool same = a->regex.flags == b->regex.flags && str_compare(a->text, b->text) == 0;
        *out = value_bool(same == (op == OP_EQ));
    }
    return true;
}

static bool pattern_hash(struct interp *in, struct value self, uint64_t *out)
{
    (void)in;
    *out = str_hash_of(pattern_of(self)->text) ^ pattern_of(self)->regex.flags;
    return true;
}

bool re_pattern_class(struct interp *in, struct dict *into)
{
    static const struct slots slots = {.size = sizeof(struct re_pattern),
                                       .mark = pattern_mark,
                                       .free = pattern_free,
                                       .repr = pattern_repr,
                                       .get = pattern_get,
                                       .compare = pattern_compare,
                                       .hash = pattern_hash};
    static const struct native_row rows[] = {
        {"match", find, &at_start},  {"fullmatch", find, &whole},  {"search", find, &anywhere},
        {"findall", find_all, NULL}, {"finditer", find_all, NULL}, {"split", split, NULL},
        {"sub", substitute, NULL},   {"subn", substitute, NULL}};
    struct class *c = interp_class(in, "Pattern", "re", NULL, &slots);
    return c != NULL && native_methods(in, c, rows, NATIVE_COUNT(rows)) &&
           interp_set(in, into, "Pattern", value_object(c));
}
