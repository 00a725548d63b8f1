/* Holds the methods of str that search, cut and join: find, count, replace, split, partition, join,
 * ... */
#include "lang/object/search.h"
#include "lang/run/native.h"

#include "base/utf8.h"

/* The first (or last) place of part within text[from .. to), in bytes. */
static bool search(struct interp *in, const struct str *s, size_t from, size_t to,
                   const struct str *part, bool last, size_t *at)
{
    return search_bytes(in, s->text, from, to, part->text, part->len, last, at);
}

/* The optional start and end arguments, in characters, as byte offsets; *inside is false when
 * start lies behind the end of the text. */
static bool window(struct interp *in, const struct args *args, size_t *from, size_t *to,
                   bool *inside)
{
    const struct str *s = str_of(args->at[0]);
    int64_t edge[2];
    bool ok = search_window(in, args, (int64_t)s->count, edge);
    *inside = ok && edge[0] <= edge[1];
    *from = ok ? str_offset(s, (size_t)edge[0]) : 0;
    *to = *inside ? str_offset(s, (size_t)edge[1]) : *from;
    return ok;
}

static bool need_str(struct interp *in, struct value v)
{
    return str_is(v) || raise_type_error(in, "must be str, not %s", value_type_name(v));
}

/* find, rfind, index, rindex */
static bool find(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    size_t from, to;
    bool inside;
    if (!need_str(in, args->at[1]) || !window(in, args, &from, &to, &inside)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    size_t at = SEARCH_NOWHERE;
    if (inside && !search(in, s, from, to, str_of(args->at[1]), name[0] == 'r', &at)) {
        return false;
    }
    if (at == SEARCH_NOWHERE && strstr(name, "index") != NULL) {
        return raise_value_error(in, "substring not found");
    }
    return value_give(out, value_int(at == SEARCH_NOWHERE ? -1
                                     : s->len == s->count ? (int64_t)at
                                                          : (int64_t)utf8_count(s->text, at)));
}

static bool count(struct interp *in, const struct args *args, struct value *out)
{
    size_t from, to;
    int64_t found = 0;
    bool inside;
    if (!need_str(in, args->at[1]) || !window(in, args, &from, &to, &inside)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]), *part = str_of(args->at[1]);
    if (inside && part->len == 0) {
        found = (int64_t)utf8_count(s->text + from, to - from) + 1;
    }
    while (inside && part->len > 0) {
        size_t at;
        if (!interp_step(in, found % 8 == 0) || !search(in, s, from, to, part, false, &at)) {
            return false;
        }
        if (at == SEARCH_NOWHERE) {
            break;
        }
        found++;
        from = at + part->len;
    }
    return value_give(out, value_int(found));
}

static bool starts_or_ends(const struct str *s, size_t from, size_t to, const struct str *part,
                           bool ends)
{
    return part->len <= to - from &&
           memcmp(s->text + (ends ? to - part->len : from), part->text, part->len) == 0;
}

static bool starts_with(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    size_t from, to;
    bool inside, yes = false;
    if (!window(in, args, &from, &to, &inside)) {
        return false;
    }
    struct value what = args->at[1];
    const struct value *at = tuple_is(what) ? list_at(what)->at : &what;
    int64_t many = tuple_is(what) ? list_at(what)->count : 1;
    for (int64_t k = 0; k < many && !yes; k++) {
        if (!str_is(at[k])) {
            return raise_type_error(in,
                                    tuple_is(what)
                                        ? "tuple for %s must only contain str, not %s"
                                        : "%s first arg must be str or a tuple of str, not %s",
                                    name, value_type_name(at[k]));
        }
        yes =
            inside && starts_or_ends(str_of(args->at[0]), from, to, str_of(at[k]), name[0] == 'e');
    }
    return value_give(out, value_bool(yes));
}

static bool remove_affix(struct interp *in, const struct args *args, struct value *out)
{
    bool suffix = *(const char *)native_data(in) == 's';
    if (!str_is(args->at[1])) {
        return raise_type_error(in, "%s() argument must be str, not %s", in->calling->name,
                                value_type_name(args->at[1]));
    }
    const struct str *s = str_of(args->at[0]), *part = str_of(args->at[1]);
    if (!starts_or_ends(s, 0, s->len, part, suffix)) {
        return value_give(out, args->at[0]);
    }
    return str_value(in, s->text + (suffix ? 0 : part->len), s->len - part->len, out);
}

static bool replace(struct interp *in, const struct args *args, struct value *out)
{
    int64_t most = -1;
    for (int k = 1; k < 3; k++) {
        if (!str_is(args->at[k])) {
            return raise_type_error(in, "replace() argument %d must be str, not %s", k,
                                    value_type_name(args->at[k]));
        }
    }
    if (args->count == 4 && !value_to_int(in, args->at[3], &most)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]), *old = str_of(args->at[1]),
                     *fresh = str_of(args->at[2]);
    scoped_buf b = {.budget = in->memory};
    size_t at = 0, next;
    for (int64_t k = 0; most != 0 && !b.failed; k++) {
        if (!interp_step(in, k % 8 == 0) || !search(in, s, at, s->len, old, false, &next)) {
            return false;
        }
        if (next == SEARCH_NOWHERE) {
            break;
        }
        buf_put(&b, s->text + at, next - at);
        buf_put(&b, fresh->text, fresh->len);
        at = next + old->len;
        most--;
        if (old->len == 0) { /* between all characters */
            uint32_t c;
            if (at >= s->len) {
                break;
            }
            size_t len = utf8_decode(s->text + at, s->len - at, &c);
            buf_put(&b, s->text + at, len);
            at += len;
        }
    }
    buf_put(&b, s->text + at, s->len - at);
    return str_take(in, &b, out);
}

/* --- cutting --- */

static bool piece(struct interp *in, struct list *l, const struct str *s, size_t from, size_t to)
{
    struct value v;
    return interp_step(in, 1) && str_value(in, s->text + from, to - from, &v) &&
           list_append(in, l, v);
}

static bool is_white(const struct str *s, size_t at, size_t *len)
{
    uint32_t c;
    *len = utf8_decode(s->text + at, s->len - at, &c);
    return str_is_space(c);
}

static bool split_white(struct interp *in, const struct str *s, int64_t most, struct list *l)
{
    size_t at = 0, len;
    for (;;) {
        while (at < s->len && is_white(s, at, &len)) {
            at += len;
        }
        if (at >= s->len) {
            return true;
        }
        size_t from = at;
        if (most == 0) {
            return piece(in, l, s, from, s->len);
        }
        while (at < s->len && !is_white(s, at, &len)) {
            at += len;
        }
        most--;
        if (!piece(in, l, s, from, at)) {
            return false;
        }
    }
}

/* ASCII blanks only from the right: enough, and it needs no decoding backwards. */
static bool rsplit_white(struct interp *in, const struct str *s, int64_t most, struct list *l)
{
    size_t to = s->len, len;
    for (;;) {
        while (to > 0 && is_white(s, to - 1, &len)) {
            to--;
        }
        if (to == 0) {
            break;
        }
        size_t from = to;
        if (most == 0) {
            if (!piece(in, l, s, 0, to)) {
                return false;
            }
            break;
        }
        while (from > 0 && !is_white(s, from - 1, &len)) {
            from--;
        }
        most--;
        if (!piece(in, l, s, from, to)) {
            return false;
        }
        to = from;
    }
    list_turn(l->at, l->count);
    return true;
}

static bool split_at(struct interp *in, const struct str *s, const struct str *by, int64_t most,
                     bool right, struct list *l)
{
    size_t from = 0, to = s->len;
    while (most != 0) {
        size_t at;
        if (!search(in, s, from, to, by, right, &at)) {
            return false;
        }
        if (at == SEARCH_NOWHERE) {
            break;
        }
        if (!piece(in, l, s, right ? at + by->len : from, right ? to : at)) {
            return false;
        }
        *(right ? &to : &from) = right ? at : at + by->len;
        most--;
    }
    if (!piece(in, l, s, from, to)) {
        return false;
    }
    if (right) {
        list_turn(l->at, l->count);
    }
    return true;
}

static bool split(struct interp *in, const struct args *args, struct value *out)
{
    bool right = *(const char *)native_data(in) == 'r';
    struct value at[2];
    int64_t most = -1;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest,
                        right ? "rsplit(sep=None, maxsplit=-1)" : "split(sep=None, maxsplit=-1)",
                        at) ||
        (given(at[1]) && !value_to_int(in, at[1], &most))) {
        return false;
    }
    struct list *l = list_new(in, 0);
    if (l == NULL) {
        return false;
    }
    *out = value_object(l);
    const struct str *s = str_of(args->at[0]);
    if (!given_some(at[0])) {
        return str_walk(in, s->len) &&
               (right ? rsplit_white(in, s, most, l) : split_white(in, s, most, l));
    }
    if (!str_is(at[0])) {
        return raise_type_error(in, "must be str or None, not %s", value_type_name(at[0]));
    }
    if (str_of(at[0])->len == 0) {
        return raise_value_error(in, "empty separator");
    }
    return split_at(in, s, str_of(at[0]), most, right, l);
}

/* How long the end of a line is that stands here; 0: none does. */
static size_t line_end(const char *p)
{
    static const char *const ends[] = {"\r\n", "\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"};
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
        if (strncmp(p, ends[k], strlen(ends[k])) == 0) {
            return strlen(ends[k]);
        }
    }
    return *p != '\0' && strchr("\n\r\v\f\x1c\x1d\x1e", *p) != NULL;
}

static bool split_lines(struct interp *in, const struct args *args, struct value *out)
{
    struct value keep_value;
    bool keep = false;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, "splitlines(keepends=False)", &keep_value) ||
        (given(keep_value) && !value_truth(in, keep_value, &keep))) {
        return false;
    }
    struct list *l = list_new(in, 0);
    if (l == NULL) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    if (!str_walk(in, s->len)) {
        return false;
    }
    for (size_t at = 0, from = 0; at < s->len; from = at) {
        while (at < s->len && line_end(s->text + at) == 0) {
            at++;
        }
        size_t end = at;
        at += at < s->len ? line_end(s->text + at) : 0;
        if (!piece(in, l, s, from, keep ? at : end)) {
            return false;
        }
    }
    return value_give(out, value_object(l));
}

static bool partition(struct interp *in, const struct args *args, struct value *out)
{
    bool last = *(const char *)native_data(in) == 'r';
    if (!need_str(in, args->at[1])) {
        return false;
    }
    const struct str *s = str_of(args->at[0]), *by = str_of(args->at[1]);
    if (by->len == 0) {
        return raise_value_error(in, "empty separator");
    }
    size_t at;
    if (!search(in, s, 0, s->len, by, last, &at)) {
        return false;
    }
    struct value part[3];
    size_t middle = at == SEARCH_NOWHERE ? 0 : by->len;
    size_t cut = at == SEARCH_NOWHERE ? (last ? 0 : s->len) : at;
    bool ok = str_value(in, s->text, cut, &part[0]) && str_value(in, by->text, middle, &part[1]) &&
              str_value(in, s->text + cut + middle, s->len - cut - middle, &part[2]);
    *out = ok ? value_object(tuple_new(in, 3, part)) : value_none();
    return out->type == VALUE_OBJECT;
}

/* First how long it gets, then the text. */
static bool join_items(struct interp *in, const struct str *between, const struct list *l,
                       struct value *out)
{
    size_t len = 0, count = 0;
    for (int64_t k = 0; k < l->count; k++) {
        if (!str_is(l->at[k])) {
            return raise_type_error(in, "sequence item %lld: expected str instance, %s found",
                                    (long long)k, value_type_name(l->at[k]));
        }
        const struct str *s = str_of(l->at[k]);
        count += s->count + (k > 0 ? between->count : 0);
        if (__builtin_add_overflow(len, s->len + (k > 0 ? between->len : 0), &len)) {
            return raise_memory(in);
        }
    }
    if (l->count == 1 && l->at[0].o->class == in->types.string) {
        return value_give(out, l->at[0]);
    }
    struct str *made = str_room(in, len);
    char *to = made != NULL ? made->text : NULL;
    for (int64_t k = 0; to != NULL && k < l->count; k++) {
        const struct str *s = str_of(l->at[k]);
        memcpy(to, between->text, k > 0 ? between->len : 0);
        to += k > 0 ? between->len : 0;
        memcpy(to, s->text, s->len);
        to += s->len;
    }
    *out = value_object(made);
    if (made != NULL) {
        made->count = count;
    }
    return made != NULL;
}

static bool join(struct interp *in, const struct args *args, struct value *out)
{
    struct value v = args->at[1];
    struct list *l = list_is(v) || tuple_is(v) ? list_at(v) : NULL;
    if (l == NULL && (l = list_of(in, v)) == NULL) {
        if (raise_is(in, EXCEPTION_TypeError) && v.type != VALUE_OBJECT) {
            raise_catch(in);
            raise_type_error(in, "can only join an iterable");
        }
        return false;
    }
    return interp_step(in, (uint64_t)l->count / 8) && join_items(in, str_of(args->at[0]), l, out);
}

bool str_split_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"find", find, NULL, "13"},
        {"rfind", find, NULL, "13"},
        {"index", find, NULL, "13"},
        {"rindex", find, NULL, "13"},
        {"count", count, NULL, "13"},
        {"startswith", starts_with, NULL, "13"},
        {"endswith", starts_with, NULL, "13"},
        {"removeprefix", remove_affix, "p", "11"},
        {"removesuffix", remove_affix, "s", "11"},
        {"replace", replace, NULL, "23"},
        {"split", split, "l", "0*k"},
        {"rsplit", split, "r", "0*k"},
        {"splitlines", split_lines, NULL, "0*k"},
        {"partition", partition, "l", "11"},
        {"rpartition", partition, "r", "11"},
        {"join", join, NULL, "11"},
    };
    return native_methods(in, in->types.string, rows, NATIVE_COUNT(rows));
}
