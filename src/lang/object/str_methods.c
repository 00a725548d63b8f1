/* Holds the methods of str that look at characters: case, padding, stripping, questions, format.
 * Case is changed for the alphabets of Latin, Greek and Cyrillic; what has no rule here stays as it
 * is. */
#include "lang/object/bytes.h"

#include "base/utf8.h"
#include "lang/parse/identifier.h"

/* --- characters and their case --- */

/* Pairs that lie apart by a fixed distance, and ranges in which big and small alternate. */
static const struct {
    uint32_t first, last; /* of the capitals */
    uint32_t distance;    /* to the small letters; 0: even is big, odd small; 1: the reverse */
} cases[] = {
    {'A', 'Z', 32},     {0xc0, 0xd6, 32},    {0xd8, 0xde, 32},    {0x100, 0x12f, 0},
    {0x132, 0x137, 0},  {0x139, 0x148, 1},   {0x14a, 0x177, 0},   {0x179, 0x17e, 1},
    {0x386, 0x386, 38}, {0x388, 0x38a, 37},  {0x391, 0x3a1, 32},  {0x3a3, 0x3ab, 32},
    {0x400, 0x40f, 80}, {0x410, 0x42f, 32},  {0x460, 0x481, 0},   {0x48a, 0x4bf, 0},
    {0x4d0, 0x52f, 0},  {0x1e00, 0x1e95, 0}, {0x1ea0, 0x1eff, 0},
};
#define CASES (sizeof cases / sizeof cases[0])

static uint32_t to_lower(uint32_t c)
{
    for (size_t k = 0; k < CASES; k++) {
        if (c >= cases[k].first && c <= cases[k].last) {
            if (cases[k].distance > 1) {
                return c + cases[k].distance;
            }
            return (c & 1) == cases[k].distance ? c + 1 : c;
        }
    }
    return c;
}

static uint32_t to_upper(uint32_t c)
{
    if (c == 0xff) {
        return 0x178;
    }
    if (c == 0x3c2) {
        return 0x3a3; /* the final sigma */
    }
    if (c == 0xb5) {
        return 0x39c; /* the micro sign */
    }
    for (size_t k = 0; k < CASES; k++) {
        uint32_t d = cases[k].distance;
        if (d > 1 && c >= cases[k].first + d && c <= cases[k].last + d) {
            return c - d;
        }
        if (d <= 1 && c >= cases[k].first && c <= cases[k].last) {
            return (c & 1) != d ? c - 1 : c;
        }
    }
    return c;
}

static bool is_upper(uint32_t c)
{
    return to_lower(c) != c;
}

static bool is_lower(uint32_t c)
{
    return to_upper(c) != c || c == 0xdf;
}

static bool is_digit(uint32_t c)
{
    static const uint32_t zeros[] = {0x30, 0x660, 0x6f0, 0x966, 0xff10};
    static const uint32_t powers[] = {0xb2, 0xb3, 0xb9};
    for (size_t k = 0; k < sizeof zeros / sizeof zeros[0]; k++) {
        if (c >= zeros[k] && c <= zeros[k] + 9) {
            return true;
        }
    }
    for (size_t k = 0; k < 3; k++) {
        if (c == powers[k]) {
            return true;
        }
    }
    return c == 0x2070 || (c >= 0x2074 && c <= 0x2079) || (c >= 0x2080 && c <= 0x2089);
}

static bool is_decimal(uint32_t c)
{
    return is_digit(c) && !(c >= 0xb2 && c <= 0xb9) && !(c >= 0x2070 && c <= 0x2089);
}

static bool is_alpha(uint32_t c)
{
    return c < 0x80 ? (c | 32) >= 'a' && (c | 32) <= 'z' : identifier_start(c);
}

static bool is_alnum(uint32_t c)
{
    return is_alpha(c) || is_digit(c);
}

static bool is_printable(uint32_t c)
{
    return c == ' ' || (c > ' ' && c != 0x7f && !(c >= 0x80 && c < 0xa0) && !str_is_space(c));
}

/* What it costs to look at all characters of self. */
static bool walk(struct interp *in, const struct args *args)
{
    return str_walk(in, str_of(args->at[0])->len);
}

/* --- case --- */

enum change {
    CHANGE_UPPER,
    CHANGE_LOWER,
    CHANGE_FOLD,
    CHANGE_SWAP,
    CHANGE_CAPITALIZE,
    CHANGE_TITLE
};

/* All of one byte: the letters differ in one bit. */
static bool change_ascii(struct interp *in, const struct str *s, bool up, struct value *out)
{
    struct str *made = str_room(in, s->len);
    const char first = up ? 'a' : 'A';
    for (size_t k = 0; made != NULL && k < s->len; k++) {
        bool letter = (unsigned char)(s->text[k] - first) < 26;
        made->text[k] = (char)(s->text[k] ^ (letter ? 32 : 0));
    }
    return value_made(out, made);
}

static bool change_case(struct interp *in, const struct args *args, struct value *out)
{
    static const enum change table[] = {CHANGE_UPPER, CHANGE_LOWER,      CHANGE_FOLD,
                                        CHANGE_SWAP,  CHANGE_CAPITALIZE, CHANGE_TITLE};
    enum change change = table[*(const char *)native_data(in) - '0'];
    if (!walk(in, args)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    if (s->len == s->count && change <= CHANGE_FOLD) {
        return change_ascii(in, s, change == CHANGE_UPPER, out);
    }
    struct buf b = {.budget = in->memory};
    bool first = true, inside = false;
    uint32_t c;
    for (size_t at = 0; at < s->len; at += utf8_decode(s->text + at, s->len - at, &c)) {
        utf8_decode(s->text + at, s->len - at, &c);
        bool up = change == CHANGE_UPPER || (change == CHANGE_SWAP && is_lower(c)) ||
                  (change == CHANGE_CAPITALIZE && first) || (change == CHANGE_TITLE && !inside);
        inside = is_upper(c) || is_lower(c);
        first = false;
        if (c == 0xdf && (up || change == CHANGE_FOLD)) { /* sharp s has no capital of its own */
            bool one = change == CHANGE_CAPITALIZE || change == CHANGE_TITLE;
            buf_puts(&b, change == CHANGE_FOLD ? "ss" : one ? "Ss" : "SS");
        } else {
            buf_codepoint(&b, up ? to_upper(c) : to_lower(c));
        }
    }
    return str_take(in, &b, out);
}

/* --- questions --- */

struct question {
    bool (*of)(uint32_t c);
    bool empty; /* the answer for "" */
};

static bool ask(struct interp *in, const struct args *args, struct value *out)
{
    const struct question *q = native_data(in);
    if (!walk(in, args)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    bool yes = s->len > 0 || q->empty;
    uint32_t c;
    for (size_t at = 0; at < s->len && yes; at += utf8_decode(s->text + at, s->len - at, &c)) {
        utf8_decode(s->text + at, s->len - at, &c);
        yes = q->of(c);
    }
    return value_give(out, value_bool(yes));
}

/* isupper, islower, istitle: of the letters that have a case there must be one. */
static bool ask_case(struct interp *in, const struct args *args, struct value *out)
{
    char which = *(const char *)native_data(in);
    if (!walk(in, args)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    bool any = false, wrong = false, inside = false;
    uint32_t c;
    for (size_t at = 0; at < s->len; at += utf8_decode(s->text + at, s->len - at, &c)) {
        utf8_decode(s->text + at, s->len - at, &c);
        bool up = is_upper(c), low = is_lower(c);
        any |= up || low;
        wrong |= which == 'u' ? low : which == 'l' ? up : (up && inside) || (low && !inside);
        inside = up || low;
    }
    return value_give(out, value_bool(any && !wrong));
}

NATIVE_IS(is_ascii,
          value_give(out, value_bool(str_of(args->at[0])->len == str_of(args->at[0])->count)))

static bool is_identifier(struct interp *in, const struct args *args, struct value *out)
{
    if (!walk(in, args)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]);
    bool yes = s->len > 0;
    uint32_t c;
    for (size_t at = 0; at < s->len && yes; at += utf8_decode(s->text + at, s->len - at, &c)) {
        utf8_decode(s->text + at, s->len - at, &c);
        yes = at == 0 ? identifier_start(c) : identifier_continue(c);
    }
    return value_give(out, value_bool(yes));
}

/* --- padding --- */

static bool pad(struct interp *in, const struct args *args, struct value *out)
{
    char how = *(const char *)native_data(in); /* l, r, c, z */
    int64_t width;
    const char *fill = how == 'z' ? "0" : " ";
    if (!walk(in, args) || !value_to_int(in, args->at[1], &width)) {
        return false;
    }
    if (args->count == 3) {
        if (!str_is(args->at[2]) || str_of(args->at[2])->count != 1) {
            bool str = str_is(args->at[2]);
            return raise_type_error(in,
                                    str ? "The fill character must be exactly one character long"
                                        : "The fill character must be a unicode character, not %s",
                                    value_type_name(args->at[2]));
        }
        fill = str_text(args->at[2]);
    }
    const struct str *s = str_of(args->at[0]);
    int64_t more = width - (int64_t)s->count;
    if (more <= 0) {
        return value_give(out, args->at[0]);
    }
    if (more > UINT32_MAX) {
        return raise_exception(in, EXCEPTION_MemoryError, "a string of %lld characters",
                               (long long)width);
    }
    int64_t left = how == 'l' ? 0 : how == 'c' ? more / 2 + (more & width & 1) : more;
    size_t sign = how == 'z' && s->len > 0 && (s->text[0] == '-' || s->text[0] == '+') ? 1 : 0;
    struct buf b = {.budget = in->memory};
    buf_put(&b, s->text, sign);
    for (int64_t k = 0; k < left && !b.failed; k++) {
        buf_puts(&b, fill);
    }
    buf_put(&b, s->text + sign, s->len - sign);
    for (int64_t k = left; k < more && !b.failed; k++) {
        buf_puts(&b, fill);
    }
    return str_take(in, &b, out) && str_walk(in, (size_t)more);
}

/* --- stripping --- */

static bool in_set(uint32_t c, const struct str *set)
{
    uint32_t other;
    if (set == NULL) {
        return str_is_space(c);
    }
    for (size_t at = 0; at < set->len; at += utf8_decode(set->text + at, set->len - at, &other)) {
        utf8_decode(set->text + at, set->len - at, &other);
        if (other == c) {
            return true;
        }
    }
    return false;
}

static bool strip(struct interp *in, const struct args *args, struct value *out)
{
    const char *how = native_data(in); /* "lr", "l", "r" */
    bool left = how[0] == 'l', right = how[0] == 'r' || how[1] == 'r';
    if (!walk(in, args)) {
        return false;
    }
    const struct str *s = str_of(args->at[0]), *set = NULL;
    if (args->count == 2 && args->at[1].type != VALUE_NONE) {
        if (!str_is(args->at[1])) {
            return raise_type_error(in, "%s arg must be None or str", in->calling->name);
        }
        set = str_of(args->at[1]);
    }
    size_t from = 0, to = s->len;
    uint32_t c;
    while (left && from < to) {
        size_t len = utf8_decode(s->text + from, to - from, &c);
        if (!in_set(c, set)) {
            break;
        }
        from += len;
    }
    while (right && to > from) {
        size_t start = to - 1;
        while (start > from && ((unsigned char)s->text[start] & 0xc0) == 0x80) {
            start--;
        }
        utf8_decode(s->text + start, to - start, &c);
        if (!in_set(c, set)) {
            break;
        }
        to = start;
    }
    if (to - from == s->len && s->object.class == in->types.string) {
        return value_give(out, args->at[0]);
    }
    return str_value(in, s->text + from, to - from, out);
}

/* --- the rest --- */

static bool format(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    const struct args rest = arguments_rest(args);
    return format_braces(in, str_of(args->at[0]), &rest, value_none(), &b) && str_take(in, &b, out);
}

static bool encode(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    const struct args rest = arguments_rest(args);
    return arguments_take(in, &rest, "encode(encoding='utf-8', errors='strict')", at) &&
           codec_encode(in, str_of(args->at[0]), at[0], at[1], out);
}

static bool format_map(struct interp *in, const struct args *args, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    return format_braces(in, str_of(args->at[0]), NULL, args->at[1], &b) && str_take(in, &b, out);
}

#define ASK(of, empty) ask, &(const struct question){of, empty}, "00"
static const struct native_row rows[] = {
    {"isdigit", ASK(is_digit, false)},
    {"isdecimal", ASK(is_decimal, false)},
    {"isnumeric", ASK(is_digit, false)},
    {"isalpha", ASK(is_alpha, false)},
    {"isalnum", ASK(is_alnum, false)},
    {"isspace", ASK(str_is_space, false)},
    {"isprintable", ASK(is_printable, true)},
    {"upper", change_case, "0", "00"},
    {"lower", change_case, "1", "00"},
    {"casefold", change_case, "2", "00"},
    {"swapcase", change_case, "3", "00"},
    {"capitalize", change_case, "4", "00"},
    {"title", change_case, "5", "00"},
    {"isupper", ask_case, "u", "00"},
    {"islower", ask_case, "l", "00"},
    {"istitle", ask_case, "t", "00"},
    {"isascii", is_ascii, NULL, "00"},
    {"isidentifier", is_identifier, NULL, "00"},
    {"ljust", pad, "l", "12"},
    {"rjust", pad, "r", "12"},
    {"center", pad, "c", "12"},
    {"zfill", pad, "z", "11"},
    {"expandtabs", native_late, NULL, "0*k"},
    {"translate", native_late, NULL, "11"},
    {"strip", strip, "lr", "01"},
    {"lstrip", strip, "l", "01"},
    {"rstrip", strip, "r", "01"},
    {"format", format, NULL, "0*k"},
    {"encode", encode, NULL, "0*k"},
    {"format_map", format_map, NULL, "11"},
};

bool str_methods_init(struct interp *in)
{
    return native_methods(in, in->types.string, rows, NATIVE_COUNT(rows)) &&
           native_static(in, in->types.string, "maketrans", native_late);
}
