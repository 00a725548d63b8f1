/* Holds the methods of bytes. Those that str has too are carried out by str's, on lifted bytes. */
#include "lang/object/bytes.h"

/* An argument: bytes become text. */
static bool lift_argument(struct interp *in, struct value v, struct value *out)
{
    const char *name = in->calling->name;
    *out = v;
    if (bytes_is(v)) {
        return bytes_lift(in, bytes_of(v), false, out);
    }
    if (str_is(v)) {
        return strstr(name, "swith") != NULL
                   ? raise_type_error(in, "%s first arg must be bytes or a tuple of bytes, not str",
                                      name)
                   : raise_type_error(in, "a bytes-like object is required, not 'str'");
    }
    if (tuple_is(v)) {
        struct list *t = tuple_new(in, list_at(v)->count, list_at(v)->at);
        *out = value_object(t);
        for (int64_t k = 0; t != NULL && k < t->count; k++) {
            if (!lift_argument(in, t->at[k], &t->at[k])) {
                return false;
            }
        }
        return t != NULL;
    }
    return true;
}

static bool by_str(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    const char *kind = native_data(in); /* "l": about lines */
    struct value self, method, at[4], result;
    struct args rest = arguments_rest(args);
    struct str *key = str_intern(in, name);
    if (args->count < 1 || !bytes_is(args->at[0]) || rest.count > 4 || key == NULL) {
        return key != NULL && raise_type_error(in, "bytes.%s() was called wrongly", name);
    }
    for (int k = 0; k < rest.count; k++) {
        if (!lift_argument(in, rest.at[k], &at[k])) {
            return false;
        }
    }
    rest.at = at;
    return bytes_lift(in, bytes_of(args->at[0]), kind[0] == 'l', &self) &&
           value_get_attribute(in, self, key, &method) && value_call(in, method, &rest, &result) &&
           bytes_lift_back(in, result, out);
}

static bool join(struct interp *in, const struct args *args, struct value *out)
{
    if (!value_is_iterable(in, args->at[1])) {
        return raise_type_error(in, "can only join an iterable");
    }
    const struct bytes *between = bytes_of(args->at[0]);
    const struct list *items = list_of(in, args->at[1]);
    scoped_buf b = {.budget = in->memory};
    for (int64_t k = 0; items != NULL && k < items->count; k++) {
        if (!bytes_is(items->at[k])) {
            return raise_type_error(in,
                                    "sequence item %lld: expected a bytes-like object, %s found",
                                    (long long)k, value_type_name(items->at[k]));
        }
        buf_put(&b, between->at, k > 0 ? between->len : 0);
        buf_put(&b, bytes_of(items->at[k])->at, bytes_of(items->at[k])->len);
    }
    return items != NULL && bytes_take(in, &b, out);
}

static bool decode(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    const struct args rest = arguments_rest(args);
    return arguments_take(in, &rest, "decode(encoding='utf-8', errors='strict')", at) &&
           codec_decode(in, bytes_of(args->at[0]), at[0], at[1], out);
}

static bool hex(struct interp *in, const struct args *args, struct value *out)
{
    struct buf b = {.budget = in->memory};
    if (!str_walk(in, bytes_of(args->at[0])->len)) {
        return false;
    }
    const struct bytes *self = bytes_of(args->at[0]);
    const char *between = "";
    if (args->count > 1) {
        struct value sign = args->at[1];
        if (!str_is(sign) && !bytes_is(sign)) {
            return raise_type_error(in, "sep must be str or bytes.");
        }
        between = str_is(sign) ? str_text(sign) : (const char *)bytes_of(sign)->at;
        if (str_is(sign) ? str_of(sign)->count != 1 : bytes_of(sign)->len != 1) {
            return raise_value_error(in, "sep must be length 1.");
        }
    }
    for (size_t k = 0; k < self->len && !b.failed; k++) {
        buf_put(&b, between, k > 0 ? strlen(between) : 0);
        buf_hex(&b, self->at[k]);
    }
    return str_take(in, &b, out);
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* bytes.fromhex(text): pairs of digits, with spaces between them. */
static bool from_hex(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    if (!arguments_count(in, args, "fromhex", 1, 1)) {
        return false;
    }
    if (!str_is(args->at[0])) {
        return raise_type_error(in, "fromhex() argument must be str, not %s",
                                value_type_name(args->at[0]));
    }
    const char *text = str_text(args->at[0]);
    for (size_t at = 0; text[at] != '\0';) {
        if (strchr(" \t\n\r\v\f", text[at]) != NULL) {
            at++;
            continue;
        }
        int high = digit(text[at]), low = high < 0 ? -1 : digit(text[at + 1]);
        if (low < 0) {
            return raise_value_error(
                in, "non-hexadecimal number found in fromhex() arg at position %zu",
                high < 0 ? at : at + 1);
        }
        buf_putc(&b, (char)(high << 4 | low));
        at += 2;
    }
    return bytes_take(in, &b, out);
}

bool bytes_methods_init(struct interp *in)
{
    static const char *const same[] = {
        "startswith",   "endswith",     "split",   "rsplit",   "partition",  "rpartition",
        "replace",      "strip",        "lstrip",  "rstrip",   "upper",      "lower",
        "title",        "capitalize",   "center",  "ljust",    "rjust",      "zfill",
        "removeprefix", "removesuffix", "isalpha", "isdigit",  "isalnum",    "isspace",
        "isupper",      "islower",      "istitle", "swapcase", "expandtabs", "isascii",
    };
    static const struct native_row rows[] = {
        {"splitlines", by_str, "l", NULL},
        {"decode", decode, NULL, "0*k"},
        {"hex", hex, NULL, "01"},
        {"join", join, NULL, "11"},
        {"translate", native_late, NULL, "0*k"},
    };
    for (size_t k = 0; k < NATIVE_COUNT(same); k++) {
        if (!interp_method(in, in->types.bytes, same[k], by_str, "")) {
            return false;
        }
    }
    return native_methods(in, in->types.bytes, rows, NATIVE_COUNT(rows)) &&
           native_static(in, in->types.bytes, "fromhex", from_hex) &&
           native_static(in, in->types.bytes, "maketrans", native_late);
}
