/* Holds print, and values as text: repr, ascii, format, chr, ord, bin, oct, hex. */
#include "lang/object/bigint.h"
#include "lang/object/bytes.h"

#include "base/utf8.h"

/* sep and end: a string, or None for the default. */
static bool separator(struct interp *in, struct value v, const char *name, const char *fallback,
                      const char **text, size_t *len)
{
    *text = fallback;
    *len = strlen(fallback);
    if (!given_some(v)) {
        return true;
    }
    if (!str_is(v)) {
        return raise_type_error(in, "%s must be None or a string, not %s", name,
                                value_type_name(v));
    }
    *text = str_text(v);
    *len = str_of(v)->len;
    return true;
}

/* sys.stdout, when the code has put something else there. */
static bool redirected(struct interp *in, struct value *stream)
{
    struct str *sys = str_intern(in, "sys"), *name = str_intern(in, "stdout");
    struct value module;
    return sys != NULL && name != NULL && dict_get_str(in->modules, sys, &module) &&
           dict_get_str(((struct module *)module.o)->dict, name, stream) &&
           strcmp(value_type_name(*stream), "TextIOWrapper") != 0;
}

#define PRINTED_AT_ONCE ((size_t)1 << 16) /* of a text that is longer the pieces are printed */

static bool print_text(struct interp *in, struct buf *b)
{
    bool ok = b->failed ? raise_memory(in) : interp_print(in, buf_text(b), b->len);
    buf_clear(b);
    return ok;
}

static bool print(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[4]; /* sep, end, file, flush */
    const char *sep, *end;
    size_t sep_len, end_len;
    struct args keywords = *args;
    scoped_buf b = {.budget = in->memory};
    keywords.count = 0;
    if (!arguments_take(in, &keywords, "print(*, sep=' ', end=None, file=None, flush=False)", at) ||
        !separator(in, at[0], "sep", " ", &sep, &sep_len) ||
        !separator(in, at[1], "end", "\n", &end, &end_len)) {
        return false;
    }
    bool ok = true, elsewhere = given_some(at[2]) || redirected(in, &at[2]);
    for (int k = 0; k < args->count && ok; k++) {
        buf_put(&b, sep, k > 0 ? sep_len : 0);
        bool whole = str_is(args->at[k]) && str_of(args->at[k])->len > PRINTED_AT_ONCE;
        if (!elsewhere && (whole || b.len > PRINTED_AT_ONCE)) {
            ok = print_text(in, &b);
        }
        if (ok && whole && !elsewhere) {
            ok = interp_print(in, str_text(args->at[k]), str_of(args->at[k])->len);
        } else {
            ok = ok && value_str(in, args->at[k], &b);
        }
    }
    buf_put(&b, end, end_len);
    if (ok && elsewhere) {
        struct value text, unused;
        return str_take(in, &b, &text) && value_call_method(in, at[2], "write", 1, &text, &unused);
    }
    ok = ok && print_text(in, &b);
    return ok;
}

/* There is nobody to ask: as with a closed standard input, the prompt is all that comes. */
static bool input(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    return (args->count == 0 ||
            (value_str(in, args->at[0], &b) && interp_print(in, buf_text(&b), b.len))) &&
           raise_exception(in, EXCEPTION_EOFError, "EOF when reading a line");
}

static bool repr(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    return value_repr(in, args->at[0], &b) && str_take(in, &b, out);
}

static bool ascii(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory}, plain = {.budget = in->memory};
    if (!value_repr(in, args->at[0], &b)) {
        return false;
    }
    format_ascii(buf_text(&b), b.len, &plain);
    return str_take(in, &plain, out);
}

static bool format(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    if (args->count == 2 && !str_is(args->at[1])) {
        return raise_type_error(in, "format() argument 2 must be str, not %s",
                                value_type_name(args->at[1]));
    }
    const char *spec = args->count == 2 ? str_text(args->at[1]) : "";
    return value_format(in, args->at[0], spec, &b) && str_take(in, &b, out);
}

static bool chr(struct interp *in, const struct args *args, struct value *out)
{
    int64_t code;
    char bytes[4];
    if (bigint_is(args->at[0])) {
        return raise_exception(in, EXCEPTION_OverflowError,
                               "Python int too large to convert to C int");
    }
    if (!value_to_int(in, args->at[0], &code)) {
        return false;
    }
    if (code < 0 || code > 0x10ffff) {
        return raise_value_error(in, "chr() arg not in range(0x110000)");
    }
    return str_value(in, bytes, utf8_write((uint32_t)code, bytes), out);
}

static bool ord(struct interp *in, const struct args *args, struct value *out)
{
    uint32_t c = 0;
    if (bytes_is(args->at[0])) {
        const struct bytes *b = bytes_of(args->at[0]);
        *out = value_int(b->at[0]);
        return b->len == 1 ||
               raise_type_error(in, "ord() expected a character, but string of length %zu found",
                                b->len);
    }
    if (!str_is(args->at[0])) {
        return raise_type_error(in, "ord() expected string of length 1, but %s found",
                                value_type_name(args->at[0]));
    }
    const struct str *s = str_of(args->at[0]);
    if (s->count != 1) {
        return raise_type_error(in, "ord() expected a character, but string of length %zu found",
                                s->count);
    }
    utf8_decode(s->text, s->len, &c);
    return value_give(out, value_int(c));
}

/* bin, oct, hex */
static bool in_base(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    int base = name[0] == 'b' ? 2 : name[0] == 'o' ? 8 : 16;
    int64_t i;
    scoped_buf text = {.budget = in->memory}, digits = {.budget = in->memory};
    struct value v = args->at[0];
    if (!bigint_is(v)) {
        if (!value_to_int(in, v, &i)) {
            return false;
        }
        v = value_int(i);
    }
    if (!bigint_text(in, v, base, &digits)) {
        return false;
    }
    size_t minus = buf_text(&digits)[0] == '-';
    buf_printf(&text, "%s0%c%s", minus ? "-" : "", name[0] == 'h' ? 'x' : name[0],
               buf_text(&digits) + minus);
    return str_take(in, &text, out);
}

bool builtins_print_init(struct interp *in)
{
    static const struct native_row rows[] = {
        {"input", input, NULL, "01"}, {"print", print, NULL, NULL},   {"repr", repr, NULL, "11"},
        {"ascii", ascii, NULL, "11"}, {"format", format, NULL, "12"}, {"chr", chr, NULL, "11"},
        {"ord", ord, NULL, "11"},     {"bin", in_base, NULL, "11"},   {"oct", in_base, NULL, "11"},
        {"hex", in_base, NULL, "11"},
    };
    return native_functions(in, in->builtins, "builtins", rows, NATIVE_COUNT(rows));
}
