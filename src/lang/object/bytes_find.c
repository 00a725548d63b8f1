/* Looks for bytes in bytes, where they lie: find, rfind, index, rindex, count. */
#include "lang/object/bytes.h"
#include "lang/object/search.h"

struct wanted {
    const char *text, *part;
    size_t from, to, len; /* part[0 .. len) in text[from .. to) */
    uint8_t one;          /* a part that was given as an int */
    bool inside;          /* false: `start` lies behind the end */
};

static bool take(struct interp *in, const struct args *args, struct wanted *w)
{
    struct value part = args->at[1];
    if (!bytes_is(part) && !native_is_index(in, part)) {
        return raise_type_error(in, "argument should be integer or bytes-like object, not '%s'",
                                value_type_name(part));
    }
    if (!bytes_is(part) && !bytes_one(in, part, "byte", &w->one)) {
        return false;
    }
    w->text = (const char *)bytes_of(args->at[0])->at;
    w->part = bytes_is(part) ? (const char *)bytes_of(part)->at : (const char *)&w->one;
    w->len = bytes_is(part) ? bytes_of(part)->len : 1;
    int64_t edge[2];
    bool ok = search_window(in, args, (int64_t)bytes_of(args->at[0])->len, edge);
    w->inside = ok && edge[0] <= edge[1];
    w->from = (size_t)edge[0];
    w->to = (size_t)edge[1];
    return ok;
}

static bool find(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    size_t at = SEARCH_NOWHERE;
    struct wanted w;
    if (!take(in, args, &w) ||
        (w.inside && !search_bytes(in, w.text, w.from, w.to, w.part, w.len, name[0] == 'r', &at))) {
        return false;
    }
    *out = value_int(at != SEARCH_NOWHERE ? (int64_t)at : -1);
    return at != SEARCH_NOWHERE || strstr(name, "index") == NULL ||
           raise_value_error(in, "subsection not found");
}

static bool count(struct interp *in, const struct args *args, struct value *out)
{
    struct wanted w;
    size_t at = 0;
    int64_t found = 0;
    if (!take(in, args, &w)) {
        return false;
    }
    if (w.inside && w.len == 0) {
        found = (int64_t)(w.to - w.from) + 1;
    }
    while (w.inside && w.len > 0 && at != SEARCH_NOWHERE) {
        if (!interp_step(in, found % 8 == 0) ||
            !search_bytes(in, w.text, w.from, w.to, w.part, w.len, false, &at)) {
            return false;
        }
        found += at != SEARCH_NOWHERE;
        w.from = at + w.len;
    }
    return value_give(out, value_int(found));
}

bool bytes_find_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"find", find, NULL, "13"},   {"rfind", find, NULL, "13"},  {"index", find, NULL, "13"},
        {"rindex", find, NULL, "13"}, {"count", count, NULL, "13"},
    };
    return native_methods(in, in->types.bytes, rows, NATIVE_COUNT(rows));
}
