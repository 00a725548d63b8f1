/* Turns numbers into bytes, and back, as a format of Python's struct tells. What the code calls is
 * in assets/prelude/struct.py: a text that comes back from here is what its error is to say. */
#include "lang/object/bigint.h"
#include "lang/object/bytes.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

/* One run of a format: `3h` is three values, `3s` is one. */
struct item {
    char code;
    int64_t count;
    size_t size; /* of one value */
    size_t at;   /* of the first one, behind what aligns it */
};

struct layout {
    const char *next; /* of the format */
    bool native, little;
    size_t offset;       /* behind the items so far */
    const char *problem; /* or NULL */
};

static const struct kind {
    char code;
    uint8_t standard, native; /* bytes; 0: only the other one has it */
    char what;                /* i, u: an integer; f; b: bool; c; s: text; x: nothing */
    const char *range;        /* what CPython says of a native one that does not fit */
} kinds[] = {
    {'x', 1, 1, 'x', NULL},
    {'c', 1, 1, 'c', NULL},
    {'s', 1, 1, 's', NULL},
    {'p', 1, 1, 's', NULL},
    {'?', 1, 1, 'b', NULL},
    {'b', 1, 1, 'i', "byte format requires -128 <= number <= 127"},
    {'B', 1, 1, 'u', "ubyte format requires 0 <= number <= 255"},
    {'h', 2, 2, 'i', "short format requires -32768 <= number <= 32767"},
    {'H', 2, 2, 'u', "ushort format requires 0 <= number <= 65535"},
    {'i', 4, 4, 'i', NULL},
    {'I', 4, 4, 'u', NULL},
    {'l', 4, 8, 'i', "argument out of range"},
    {'L', 4, 8, 'u', "argument out of range"},
    {'q', 8, 8, 'i', "argument out of range"},
    {'Q', 8, 8, 'u', "argument out of range"},
    {'n', 0, 8, 'i', "argument out of range"},
    {'N', 0, 8, 'u', "argument out of range"},
    {'P', 0, 8, 'u', "int too large to convert"},
    {'e', 2, 2, 'f', NULL},
    {'f', 4, 4, 'f', NULL},
    {'d', 8, 8, 'f', NULL},
};

static const struct kind *kind_of(char code)
{
    for (size_t k = 0; k < NATIVE_COUNT(kinds); k++) {
        if (kinds[k].code == code) {
            return &kinds[k];
        }
    }
    return NULL;
}

/* --- formats --- */

static void layout_start(struct layout *l, const char *format)
{
    const char order = format[0] != '\0' && strchr("@=<>!", format[0]) != NULL ? format[0] : '\0';
    const uint16_t one = 1;
    *l = (struct layout){.next = format + (order != '\0'),
                         .native = order == '@' || order == '\0',
                         .little = order == '<' ||
                                   (order != '>' && order != '!' && *(const uint8_t *)&one == 1)};
}

/* The item that comes next; false at the end of the format, and where there is a problem. */
static bool layout_next(struct layout *l, struct item *it)
{
    const uint64_t most = SIZE_MAX > UINT32_MAX ? (uint64_t)1 << 47 : SIZE_MAX / 2;
    while (isspace((unsigned char)*l->next)) {
        l->next++;
    }
    if (*l->next == '\0') {
        return false;
    }
    bool counted = isdigit((unsigned char)*l->next);
    it->count = counted ? 0 : 1;
    for (; isdigit((unsigned char)*l->next); l->next++) {
        it->count = it->count * 10 + (*l->next - '0');
        if ((uint64_t)it->count > most) {
            l->problem = "total struct size too long";
            return false;
        }
    }
    it->code = *l->next;
    const struct kind *k = it->code != '\0' ? kind_of(it->code) : NULL;
    it->size = k == NULL ? 0 : l->native ? k->native : k->standard;
    if (it->size == 0) {
        l->problem = it->code == '\0' ? "repeat count given without format specifier"
                                      : "bad char in struct format";
        return false;
    }
    l->next++;
    it->at = l->native ? (l->offset + it->size - 1) / it->size * it->size : l->offset;
    uint64_t end = it->at + (uint64_t)it->size * (uint64_t)it->count;
    if (end > most) {
        l->problem = "total struct size too long";
        return false;
    }
    l->offset = (size_t)end;
    return true;
}

static int64_t values_of(const struct item *it)
{
    const char what = kind_of(it->code)->what;
    return what == 'x' ? 0 : what == 's' ? 1 : it->count;
}

/* How many values and bytes it has. */
static const char *measure(const char *format, int64_t *values, size_t *size)
{
    struct layout l;
    struct item it;
    *values = 0;
    for (layout_start(&l, format); layout_next(&l, &it);) {
        *values += values_of(&it);
    }
    *size = l.offset;
    return l.problem;
}

static bool tell(struct interp *in, const char *problem, struct value *out)
{
    return str_value(in, problem, strlen(problem), out);
}

/* The format, a str or bytes, as text that ends with NUL. */
static bool take_format(struct interp *in, struct value v, const char **format)
{
    *format = str_is(v) ? str_text(v) : bytes_is(v) ? (const char *)bytes_of(v)->at : NULL;
    return *format != NULL ||
           raise_type_error(in, "Struct() argument 1 must be a str or bytes object, not %s",
                            value_type_name(v));
}

/* --- one number --- */

static void put_word(const struct layout *l, uint64_t word, size_t size, uint8_t *at)
{
    for (size_t k = 0; k < size; k++) {
        at[l->little ? k : size - 1 - k] = (uint8_t)(word >> 8 * k);
    }
}

static uint64_t get_word(const struct layout *l, const uint8_t *at, size_t size)
{
    uint64_t word = 0;
    for (size_t k = 0; k < size; k++) {
        word |= (uint64_t)at[l->little ? k : size - 1 - k] << 8 * k;
    }
    return word;
}

/* A half with the nearest value, of two the even one; false: it is too large. */
static bool half_of(double x, uint64_t *half)
{
    int e;
    const uint64_t sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x) || isinf(x) || x == 0.0) {
        *half = sign | (isnan(x) ? 0x7e00 : isinf(x) ? 0x7c00 : 0);
        return true;
    }
    double f = frexp(fabs(x), &e) * 2.0; /* 1 <= f < 2 */
    e = e - 1 < -26 ? -26 : e - 1;
    if (e > 15) {
        return false;
    }
    /* in units of the last of ten bits, which is that of 2^-14 for what is smaller */
    double units = ldexp(f, e < -14 ? 10 + 14 + e : 10), whole = floor(units);
    uint64_t bits = (uint64_t)whole;
    bits += units - whole > 0.5 || (units - whole == 0.5 && (bits & 1) != 0);
    bits += e < -14 ? 0 : (uint64_t)(e + 14) << 10; /* the leading one counts the exponent up */
    *half = sign | bits;
    return bits < 0x7c00;
}

static double half_value(uint64_t half)
{
    int e = (int)(half >> 10 & 31);
    double f = (double)(half & 0x3ff), x = e == 31  ? (f > 0.0 ? NAN : INFINITY)
                                           : e == 0 ? ldexp(f, -24)
                                                    : ldexp(f + 1024.0, e - 25);
    return half & 0x8000 ? -x : x;
}

/* A native float becomes infinite without a word, as C does it. */
static bool float_word(struct interp *in, const struct item *it, bool native, double x,
                       uint64_t *word)
{
    float f = it->size == 4 ? (float)x : 0.0F;
    uint32_t bits;
    bool fits = it->size == 2 ? half_of(x, word) : it->size == 8 || native || !isinf(f) || isinf(x);
    if (!fits) {
        return raise_exception(in, EXCEPTION_OverflowError,
                               "float too large to pack with %c format", it->code);
    }
    if (it->size == 4) {
        memcpy(&bits, &f, sizeof bits);
        *word = bits;
    } else if (it->size == 8) {
        memcpy(word, &x, sizeof x);
    }
    return true;
}

static double word_float(const struct item *it, uint64_t word)
{
    double x = 0.0;
    float f;
    uint32_t bits = (uint32_t)word;
    if (it->size == 2) {
        return half_value(word);
    }
    memcpy(&f, &bits, sizeof f);
    memcpy(&x, &word, sizeof x);
    return it->size == 4 ? (double)f : x;
}

/* --- packing --- */

struct packing {
    struct interp *in;
    const struct layout *l;
    char text[96]; /* the problem, or "" */
};

static bool problem(struct packing *p, const char *text)
{
    snprintf(p->text, sizeof p->text, "%s", text);
    return true;
}

struct integer {
    uint64_t word; /* two's complement */
    bool fits, is_long, is_unsigned_long;
};

static bool take_integer(struct packing *p, struct value v, const struct item *it,
                         struct integer *out)
{
    const bool sign = kind_of(it->code)->what == 'i';
    const size_t bits = it->size * 8;
    uint32_t store[2];
    int64_t small;
    if (!bigint_is_integer(v)) {
        if (!value_to_int(p->in, v, &small)) {
            return false;
        }
        v = value_int(small);
    }
    const struct bignum n = bigint_number(v, store);
    uint64_t magnitude = n.count > 0 ? n.digit[0] : 0;
    magnitude |= n.count > 1 ? (uint64_t)n.digit[1] << 32 : 0;
    uint64_t most = UINT64_MAX >> (64 - bits + sign);
    out->is_long = bignum_fits(&n, &small);
    out->is_unsigned_long = n.count <= 2 && !n.negative;
    bool wraps = it->code == 'P' && n.negative && n.count <= 2 && magnitude <= (uint64_t)1 << 63;
    out->fits = wraps || (n.count <= 2 && (sign || !n.negative) && magnitude <= most + n.negative);
    out->word = n.negative ? 0 - magnitude : magnitude;
    return true;
}

/* CPython packs as the machine has it wherever that gives the same bytes: its words tell which. It
 * takes the int as a C long first, or as an unsigned one. */
static bool out_of_range(struct packing *p, const struct item *it, const struct integer *n)
{
    const struct kind *k = kind_of(it->code);
    const size_t bits = it->size * 8;
    const char *words = p->l->native || it->size == 1 || (p->l->little && k->native == k->standard)
                            ? k->range
                            : NULL;
    if (it->size == 8) {
        return problem(p, words != NULL ? words : "int too large to convert");
    }
    if (k->what == 'i' || words != NULL ? !n->is_long : !n->is_unsigned_long) {
        return problem(p, "argument out of range");
    }
    int64_t most = k->what == 'i' ? (INT64_C(1) << (bits - 1)) - 1 : (INT64_C(1) << bits) - 1;
    snprintf(p->text, sizeof p->text, "'%c' format requires %lld <= number <= %lld", it->code,
             k->what == 'i' ? (long long)(-most - 1) : 0LL, (long long)most);
    return words == NULL || problem(p, words);
}

static bool pack_integer(struct packing *p, const struct item *it, struct value v, uint8_t *at)
{
    struct integer n;
    if (!native_is_index(p->in, v)) {
        return problem(p, "required argument is not an integer");
    }
    if (!take_integer(p, v, it, &n)) {
        return false;
    }
    if (n.fits) {
        put_word(p->l, n.word, it->size, at);
    }
    return n.fits || out_of_range(p, it, &n);
}

static bool pack_float(struct packing *p, const struct item *it, struct value v, uint8_t *at)
{
    double x;
    uint64_t word = 0;
    bool real = value_to_double(p->in, v, &x);
    if (!real || !float_word(p->in, it, p->l->native, x, &word)) {
        bool told =
            real ? raise_is(p->in, EXCEPTION_OverflowError) && bigint_is_integer(v)
                 : raise_is(p->in, EXCEPTION_TypeError) || raise_is(p->in, EXCEPTION_OverflowError);
        if (told) {
            raise_catch(p->in);
            problem(p, real ? "int too large to convert" : "required argument is not a float");
        }
        return told;
    }
    put_word(p->l, word, it->size, at);
    return true;
}

/* `5s` is filled up with zeros; `5p` has its length in front. */
static bool pack_text(struct packing *p, const struct item *it, struct value v, uint8_t *at)
{
    const size_t room = (size_t)it->count, front = it->code == 'p' && room > 0;
    if (!bytes_is(v)) {
        snprintf(p->text, sizeof p->text, "argument for '%c' must be a bytes object", it->code);
        return true;
    }
    size_t len = bytes_of(v)->len < room - front ? bytes_of(v)->len : room - front;
    memcpy(at + front, bytes_of(v)->at, len);
    if (front) {
        at[0] = (uint8_t)(len < 255 ? len : 255);
    }
    return true;
}

static bool pack_one(struct packing *p, const struct item *it, struct value v, uint8_t *at)
{
    bool truth;
    switch (kind_of(it->code)->what) {
    case 'i':
    case 'u':
        return pack_integer(p, it, v, at);
    case 'f':
        return pack_float(p, it, v, at);
    case 'b':
        return value_truth(p->in, v, &truth) && (*at = truth, true);
    case 'c':
        if (!bytes_is(v) || bytes_of(v)->len != 1) {
            return problem(p, "char format requires a bytes object of length 1");
        }
        *at = bytes_of(v)->at[0];
        return true;
    default:
        return pack_text(p, it, v, at);
    }
}

/* _pack(format, *values): bytes, or a problem. */
static bool pack(struct interp *in, const struct args *args, struct value *out)
{
    const char *format;
    int64_t values;
    size_t size;
    if (!arguments_count(in, args, "pack", 1, INT32_MAX) ||
        !take_format(in, args->at[0], &format)) {
        return false;
    }
    const char *wrong = measure(format, &values, &size);
    if (wrong != NULL) {
        return tell(in, wrong, out);
    }
    struct layout l;
    struct item it;
    struct packing p = {.in = in, .l = &l};
    if (values != args->count - 1) {
        snprintf(p.text, sizeof p.text, "pack expected %lld items for packing (got %d)",
                 (long long)values, args->count - 1);
        return tell(in, p.text, out);
    }
    if (!bytes_blank(in, size, out) || !interp_step(in, (size_t)values / 8)) {
        return false;
    }
    int next = 1;
    for (layout_start(&l, format); layout_next(&l, &it);) {
        for (int64_t k = 0; k < values_of(&it); k++) {
            if (!pack_one(&p, &it, args->at[next++],
                          bytes_of(*out)->at + it.at + it.size * (size_t)k)) {
                return false;
            }
            if (p.text[0] != '\0') {
                return tell(in, p.text, out);
            }
        }
    }
    return true;
}

/* --- unpacking --- */

static bool unpack_integer(struct interp *in, const struct item *it, uint64_t word, bool sign,
                           struct value *out)
{
    const uint64_t top = (uint64_t)1 << (it->size * 8 - 1);
    if (!sign) {
        return bigint_unsigned(in, word, out);
    }
    return value_give(out, value_int((int64_t)((word ^ top) - top)));
}

static bool unpack_one(struct interp *in, const struct layout *l, const struct item *it,
                       const uint8_t *at, struct value *out)
{
    const char what = kind_of(it->code)->what;
    size_t len = (size_t)it->count;
    switch (what) {
    case 'i':
    case 'u':
        return unpack_integer(in, it, get_word(l, at, it->size), what == 'i', out);
    case 'f':
        return value_give(out, value_float(word_float(it, get_word(l, at, it->size))));
    case 'b':
        return value_give(out, value_bool(*at != 0));
    case 'c':
        return bytes_value(in, at, 1, out);
    default:
        if (it->code == 'p' && len > 0) {
            len = *at < len - 1 ? *at : len - 1;
            at++;
        }
        return bytes_value(in, at, len, out);
    }
}

/* The values of bytes that are long enough. */
static bool unpack_from(struct interp *in, const char *format, int64_t values, const uint8_t *at,
                        struct value *out)
{
    struct layout l;
    struct item it;
    struct list *made = list_new(in, values);
    struct value v;
    if (made == NULL || !interp_step(in, (size_t)values / 8)) {
        return false;
    }
    for (layout_start(&l, format); layout_next(&l, &it);) {
        for (int64_t k = 0; k < values_of(&it); k++) {
            if (!unpack_one(in, &l, &it, at + it.at + it.size * (size_t)k, &v) ||
                !list_append(in, made, v)) {
                return false;
            }
        }
    }
    return value_made(out, tuple_new(in, made->count, made->at));
}

/* _unpack(format, bytes, offset): a tuple of what stands there, or a problem. */
static bool unpack(struct interp *in, const struct args *args, struct value *out)
{
    const char *format;
    int64_t values, offset;
    size_t size;
    if (!arguments_count(in, args, "unpack", 3, 3) || !take_format(in, args->at[0], &format) ||
        !value_to_int(in, args->at[2], &offset)) {
        return false;
    }
    if (!bytes_is(args->at[1])) {
        return raise_type_error(in, "a bytes-like object is required, not '%s'",
                                value_type_name(args->at[1]));
    }
    const struct bytes *b = bytes_of(args->at[1]);
    const char *wrong = measure(format, &values, &size);
    if (wrong != NULL) {
        return tell(in, wrong, out);
    }
    if (offset < 0 || (size_t)offset > b->len || size > b->len - (size_t)offset) {
        return raise_exception(in, EXCEPTION_IndexError, "the buffer is too short");
    }
    return unpack_from(in, format, values, b->at + offset, out);
}

/* _size(format): the bytes of it, or a problem. */
static bool size_of(struct interp *in, const struct args *args, struct value *out)
{
    const char *format;
    int64_t values;
    size_t size;
    if (!arguments_count(in, args, "calcsize", 1, 1) || !take_format(in, args->at[0], &format)) {
        return false;
    }
    const char *wrong = measure(format, &values, &size);
    *out = value_int((int64_t)size);
    return wrong == NULL || tell(in, wrong, out);
}

bool module_struct(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {{"_pack", pack, NULL, NULL},
                                             {"_unpack", unpack, NULL, NULL},
                                             {"_size", size_of, NULL, NULL}};
    return native_functions(in, d, "struct", rows, NATIVE_COUNT(rows));
}
