/* str.translate and str.maketrans: a table from characters to what stands in their place. */
#include "lang/run/native.h"

#include "base/utf8.h"

/* Puts into the table what each character of `from` becomes: the one of `to` at its place, or None.
 */
static bool map_characters(struct interp *in, struct dict *table, const struct str *from,
                           const struct str *to)
{
    size_t at = 0, other = 0;
    uint32_t c, d = 0;
    while (at < from->len) {
        at += utf8_decode(from->text + at, from->len - at, &c);
        if (to != NULL) {
            other += utf8_decode(to->text + other, to->len - other, &d);
        }
        if (!dict_set(in, table, value_int(c), to != NULL ? value_int(d) : value_none())) {
            return false;
        }
    }
    return true;
}

static bool map_dict(struct interp *in, struct dict *table, const struct dict *from)
{
    struct value key, v;
    for (int64_t at = 0; dict_next(from, &at, &key, &v);) {
        if (str_is(key)) {
            uint32_t c = 0;
            if (str_of(key)->count != 1) {
                return raise_value_error(in, "string keys in translate table must be of length 1");
            }
            utf8_decode(str_text(key), str_of(key)->len, &c);
            key = value_int(c);
        }
        if (!dict_set(in, table, key, v)) {
            return false;
        }
    }
    return true;
}

static bool make_table(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "maketrans", 1, 3)) {
        return false;
    }
    struct dict *table = dict_new(in);
    *out = value_object(table);
    if (args->count == 1) {
        return table != NULL &&
               (dict_is(args->at[0]) ||
                raise_type_error(in,
                                 "if you give only one argument to maketrans it must be a dict")) &&
               map_dict(in, table, dict_of(args->at[0]));
    }
    for (int k = 0; k < args->count; k++) {
        if (!str_is(args->at[k])) {
            return raise_type_error(in, "maketrans() argument %d must be str, not %s", k + 1,
                                    value_type_name(args->at[k]));
        }
    }
    if (str_of(args->at[0])->count != str_of(args->at[1])->count) {
        return raise_value_error(in, "the first two maketrans arguments must have equal length");
    }
    return table != NULL && map_characters(in, table, str_of(args->at[0]), str_of(args->at[1])) &&
           (args->count == 2 || map_characters(in, table, str_of(args->at[2]), NULL));
}

/* What the table has for a character; *found is false when it stays. */
static bool translated(struct interp *in, struct value table, uint32_t c, struct value *out,
                       bool *found)
{
    *found = true;
    if (table.type == VALUE_OBJECT && table.o->class == in->types.dict) {
        return dict_get(in, dict_of(table), value_int(c), out, found);
    }
    if (value_get_item(in, table, value_int(c), out)) {
        return true;
    }
    *found = false;
    if (!raise_is(in, EXCEPTION_LookupError)) {
        return false;
    }
    raise_catch(in);
    return true;
}

static bool translate(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_method(in, args, in->types.string, 1, 1)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    scoped_buf b = {.budget = in->memory};
    uint32_t c;
    for (size_t at = 0, len; at < s->len; at += len) {
        struct value v;
        bool found;
        len = utf8_decode(s->text + at, s->len - at, &c);
        if (!interp_step(in, 1) || !translated(in, args->at[1], c, &v, &found)) {
            return false;
        }
        if (!found) {
            buf_put(&b, s->text + at, len);
        } else if (str_is(v)) {
            buf_put(&b, str_text(v), str_of(v)->len);
        } else if (v.type == VALUE_INT && (v.i < 0 || v.i > 0x10ffff)) {
            return raise_value_error(in, "character mapping must be in range(0x110000)");
        } else if (v.type == VALUE_INT) {
            buf_codepoint(&b, (uint32_t)v.i);
        } else if (v.type != VALUE_NONE) {
            return raise_type_error(in, "character mapping must return integer, None or str");
        }
    }
    return str_take(in, &b, out);
}

bool str_translate_init(struct interp *in)
{
    return interp_method(in, in->types.string, "translate", translate, NULL) &&
           native_static(in, in->types.string, "maketrans", make_table);
}
