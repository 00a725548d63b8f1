/* Makes complex numbers as objects of the language: arithmetic, text, complex(). CPython's rules
 * (Objects/complexobject.c): Smith's division, powers by squaring for whole exponents. */
#include "lang/object/complex.h"

#include "base/fmath.h"
#include "lang/object/bigint.h"
#include "lang/run/native.h"

#include <math.h>
#include <stdlib.h>

bool complex_is(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots == &complex_slots;
}

bool complex_new(struct interp *in, double re, double im, struct value *out)
{
    struct complex *z = object_new(in, in->types.complex);
    *out = value_object(z);
    if (z != NULL) {
        z->re = re;
        z->im = im;
    }
    return z != NULL;
}

/* The parts of a complex number, a float, an int or a bool; false: it is none of them. */
static bool complex_parts(struct value v, double *re, double *im)
{
    bool is_complex = complex_is(v);
    if (!is_complex && !value_is_number(v)) {
        return false;
    }
    *re = is_complex ? ((struct complex *)v.o)->re : value_number(v);
    *im = is_complex ? ((struct complex *)v.o)->im : 0;
    return true;
}

/* The same for an operand, which may be a large integer; *ok: it is a number. False: raised. */
static bool operand(struct interp *in, struct value v, double out[2], bool *ok)
{
    out[1] = 0;
    *ok = bigint_is(v) || complex_parts(v, &out[0], &out[1]);
    return !bigint_is(v) || bigint_to_double(in, v, &out[0]);
}

/* --- arithmetic --- */

static void product(const double a[2], const double b[2], double out[2])
{
    double re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
    out[0] = re;
    out[1] = im;
}

/* False: b is 0. */
static bool quotient(const double a[2], const double b[2], double out[2])
{
    if (b[0] == 0 && b[1] == 0) {
        return false;
    }
    double re, im;
    if (fabs(b[0]) >= fabs(b[1])) {
        double ratio = b[1] / b[0], d = b[0] + b[1] * ratio;
        re = (a[0] + a[1] * ratio) / d;
        im = (a[1] - a[0] * ratio) / d;
    } else {
        double ratio = b[0] / b[1], d = b[0] * ratio + b[1];
        re = (a[0] * ratio + a[1]) / d;
        im = (a[1] * ratio - a[0]) / d;
    }
    out[0] = re;
    out[1] = im;
    return true;
}

/* a ** n by squaring. */
static void whole_power(const double a[2], int64_t n, double out[2])
{
    double square[2] = {a[0], a[1]};
    out[0] = 1;
    out[1] = 0;
    for (; n > 0; n >>= 1) {
        if ((n & 1) != 0) {
            product(out, square, out);
        }
        product(square, square, square);
    }
}

bool complex_power(struct interp *in, const double a[2], const double b[2], struct value *out)
{
    double z[2] = {1, 0};
    if (b[1] == 0 && b[0] == floor(b[0]) && fabs(b[0]) <= 100) {
        const double one[2] = {1, 0};
        whole_power(a, (int64_t)fabs(b[0]), z);
        if (b[0] < 0 && !quotient(one, z, z)) {
            return raise_exception(in, EXCEPTION_ZeroDivisionError,
                                   "0.0 to a negative or complex power");
        }
    } else if (a[0] == 0 && a[1] == 0) {
        if (b[1] != 0 || b[0] < 0) {
            return raise_exception(in, EXCEPTION_ZeroDivisionError,
                                   "0.0 to a negative or complex power");
        }
        z[0] = 0;
    } else {
        double size = fmath_hypot(a[0], a[1]), length = fmath_pow(size, b[0]);
        double angle = fmath_atan2(a[1], a[0]), phase = angle * b[0];
        if (b[1] != 0) {
            length *= fmath_exp(-angle * b[1]);
            phase += b[1] * fmath_log(size);
        }
        z[0] = length * fmath_cos(phase);
        z[1] = length * fmath_sin(phase);
    }
    return complex_new(in, z[0], z[1], out);
}

static bool binary(struct interp *in, enum operator_ op, struct value left, struct value right,
                   bool self_is_right, struct value *out, bool *handled)
{
    double a[2], b[2], z[2];
    bool known[2];
    if (!operand(in, left, a, &known[0]) || !operand(in, right, b, &known[1])) {
        return false;
    }
    *handled = known[0] && known[1];
    if (!*handled) {
        return true;
    }
    switch (op) {
    case OP_ADD:
        return complex_new(in, a[0] + b[0], a[1] + b[1], out);
    case OP_SUB:
        return complex_new(in, a[0] - b[0], a[1] - b[1], out);
    case OP_MUL:
        product(a, b, z);
        return complex_new(in, z[0], z[1], out);
    case OP_DIV:
        return quotient(a, b, z)
                   ? complex_new(in, z[0], z[1], out)
                   : raise_exception(in, EXCEPTION_ZeroDivisionError, "complex division by zero");
    case OP_POW:
        return complex_power(in, a, b, out);
    default:
        *handled = false;
        return true;
    }
}

static bool compare(struct interp *in, enum operator_ op, struct value left, struct value right,
                    bool self_is_right, struct value *out, bool *handled)
{
    double a[2], b[2];
    bool known[2];
    if (!operand(in, left, a, &known[0]) || !operand(in, right, b, &known[1])) {
        return false;
    }
    *handled = (op == OP_EQ || op == OP_NE) && known[0] && known[1];
    if (*handled) {
        *out = value_bool((a[0] == b[0] && a[1] == b[1]) == (op == OP_EQ));
    }
    return true;
}

static bool unary(struct interp *in, enum operator_ op, struct value self, struct value *out,
                  bool *handled)
{
    const struct complex *z = (const struct complex *)self.o;
    *handled = op == OP_NEG || op == OP_POS;
    return !*handled || (op == OP_NEG ? complex_new(in, -z->re, -z->im, out)
                                      : complex_new(in, z->re, z->im, out));
}

/* --- text --- */

/* A part as repr writes it within a complex number: 1, not 1.0. */
static void write_part(double x, bool sign, struct buf *out)
{
    scoped_buf text = {.budget = out->budget};
    number_repr(value_float(x), &text);
    const char *s = buf_text(&text);
    size_t len = text.len;
    if (len > 2 && strcmp(s + len - 2, ".0") == 0) {
        len -= 2;
    }
    if (sign && s[0] != '-') {
        buf_putc(out, '+');
    }
    buf_printf(out, "%.*s", (int)len, s);
}

static bool repr(struct interp *in, struct value self, struct buf *out)
{
    const struct complex *z = (const struct complex *)self.o;
    bool alone = z->re == 0 && !signbit(z->re);
    if (!alone) {
        buf_putc(out, '(');
        write_part(z->re, false, out);
    }
    write_part(z->im, !alone, out);
    buf_puts(out, alone ? "j" : "j)");
    return true;
}

/* Both parts in the same format, the second with its sign. */
static bool format(struct interp *in, struct value self, const char *spec, struct buf *out)
{
    const struct complex *z = (const struct complex *)self.o;
    if (spec[0] == '\0') {
        return repr(in, self, out);
    }
    if (strpbrk(spec, "<>=^") != NULL) {
        return raise_unsupported(in, "complex numbers with a width are not supported");
    }
    scoped_buf second = {.budget = in->memory};
    buf_printf(&second, "+%s", spec[0] == '+' || spec[0] == '-' ? spec + 1 : spec);
    bool ok = format_number(in, value_float(z->re), spec, out) &&
              format_number(in, value_float(z->im), buf_text(&second), out);
    buf_putc(out, 'j');
    return ok;
}

/* --- the class --- */

static bool get(struct interp *in, struct value self, struct str *name, struct value *out,
                bool *found)
{
    const struct complex *z = (const struct complex *)self.o;
    *found = strcmp(name->text, "real") == 0 || strcmp(name->text, "imag") == 0;
    if (*found) {
        *out = value_float(name->text[0] == 'r' ? z->re : z->im);
    }
    return true;
}

static bool truth(struct interp *in, struct value self, bool *out)
{
    const struct complex *z = (const struct complex *)self.o;
    *out = z->re != 0 || z->im != 0;
    return true;
}

static bool hash(struct interp *in, struct value self, uint64_t *out)
{
    const struct complex *z = (const struct complex *)self.o;
    *out = number_hash(value_float(z->re));
    if (z->im != 0) {
        *out += 1000003u * number_hash(value_float(z->im));
    }
    return true;
}

/* "1+2j", "(3j)", "4" */
static bool parse(struct interp *in, const char *text, struct value *out)
{
    char *end;
    double re, im = 0;
    bool whole = true;
    while (*text == ' ' || *text == '(') {
        text++;
    }
    re = strtod(text, &end);
    if (end == text && strpbrk(text, "jJ") != NULL) { /* j, +j, -j */
        re = text[0] == '-' ? -1 : 1;
        end += text[0] == '-' || text[0] == '+';
    }
    if (*end == 'j' || *end == 'J') {
        im = re;
        re = 0;
        end++;
    } else if (*end == '+' || *end == '-') {
        const char *second = end;
        im = strtod(second, &end);
        if (end == second) {
            im = *second == '-' ? -1 : 1;
            end++;
        }
        whole = *end == 'j' || *end == 'J';
        end += whole;
    }
    while (*end == ' ' || *end == ')') {
        end++;
    }
    return whole && *end == '\0' && text[0] != '\0'
               ? complex_new(in, re, im, out)
               : raise_value_error(in, "complex() arg is a malformed string");
}

static bool part_of(struct interp *in, struct value v, const char *which, double out[2])
{
    if (complex_parts(v, &out[0], &out[1])) {
        return true;
    }
    out[1] = 0;
    if (v.type == VALUE_OBJECT && !str_is(v) && v.o->class->slots->to_float != NULL) {
        return value_to_double(in, v, &out[0]);
    }
    return raise_type_error(in, "complex() %s argument must be a %snumber, not '%s'", which,
                            which[0] == 'f' ? "string or a " : "", value_type_name(v));
}

static bool create(struct interp *in, struct class *class, const struct args *args,
                   struct value *out)
{
    struct value at[2];
    double a[2] = {0, 0}, b[2] = {0, 0};
    if (!arguments_take(in, args, "complex(real=0, imag=0)", at)) {
        return false;
    }
    if (given(at[0]) && str_is(at[0])) {
        return given(at[1])
                   ? raise_type_error(in, "complex() can't take second arg if first is a string")
                   : parse(in, str_text(at[0]), out);
    }
    if ((given(at[0]) && !part_of(in, at[0], "first", a)) ||
        (given(at[1]) && !part_of(in, at[1], "second", b))) {
        return false;
    }
    /* a part that is not there is not added: complex(1, -0.0) keeps its sign */
    bool first = given(at[0]) && complex_is(at[0]), second = given(at[1]) && complex_is(at[1]);
    double im = !given(at[1]) ? a[1] : first ? a[1] + b[0] : b[0];
    return complex_new(in, second ? a[0] - b[1] : a[0], im, out);
}

const struct slots complex_slots = {
    .size = sizeof(struct complex),
    .create = create,
    .repr = repr,
    .format = format,
    .get = get,
    .unary = unary,
    .binary = binary,
    .compare = compare,
    .truth = truth,
    .hash = hash,
};

static bool conjugate(struct interp *in, const struct args *args, struct value *out)
{
    const struct complex *z = (const struct complex *)args->at[0].o;
    return complex_new(in, z->re, -z->im, out);
}

static bool size(struct interp *in, const struct args *args, struct value *out)
{
    const struct complex *z = (const struct complex *)args->at[0].o;
    return value_give(out, value_float(fmath_hypot(z->re, z->im)));
}

bool complex_init(struct interp *in)
{
    static const struct native_row methods[] = {{"conjugate", conjugate, NULL, "00"},
                                                {"__abs__", size, NULL, "00"}};
    struct class *c = interp_class(in, "complex", "builtins", NULL, &complex_slots);
    in->types.complex = c;
    return c != NULL && native_methods(in, c, methods, NATIVE_COUNT(methods)) &&
           native_dunders(in, c);
}
