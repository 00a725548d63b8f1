/* Reads a formula with its numbers by recursive descent, and computes it. */
#include "recompute.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *p;
    bool ok;
    int steps, depth;
};

struct number {
    double value, size;
};

static struct number choice(struct reader *r);

static struct number of(double value, double size)
{
    return (struct number){value, fmax(fabs(value), size)};
}

/* Whether a sign or a word comes next, which is then passed. */
static bool next_is(struct reader *r, const char *sign)
{
    size_t len = strlen(sign);
    const char *p = r->p + strspn(r->p, " ");
    bool word = isalpha((unsigned char)sign[0]) != 0;
    if (strncmp(p, sign, len) != 0 ||
        (word && (isalnum((unsigned char)p[len]) || p[len] == '_' || p[len] == '('))) {
        return false;
    }
    r->p = p + len;
    return true;
}

static const struct {
    const char *name;
    double (*of)(double x);
} functions[] = {
    {"abs", fabs},  {"acos", acos},   {"acosh", acosh},  {"asin", asin},  {"asinh", asinh},
    {"atan", atan}, {"atanh", atanh}, {"ceil", ceil},    {"cos", cos},    {"cosh", cosh},
    {"erf", erf},   {"exp", exp},     {"floor", floor},  {"log", log},    {"log10", log10},
    {"log2", log2}, {"sin", sin},     {"sinh", sinh},    {"sqrt", sqrt},  {"tan", tan},
    {"tanh", tanh}, {"trunc", trunc}, {"gamma", tgamma}, {"round", rint},
};

static struct number call(struct reader *r, const char *name, size_t len)
{
    struct number x[2];
    int count = 0;
    do {
        x[count++] = choice(r);
    } while (r->ok && count < 2 && next_is(r, ","));
    r->ok &= next_is(r, ")");
    r->steps++;
    for (size_t k = 0; count == 1 && k < sizeof functions / sizeof functions[0]; k++) {
        if (strlen(functions[k].name) == len && strncmp(functions[k].name, name, len) == 0) {
            double value = functions[k].of(x[0].value), step = 1e-6 * x[0].size;
            double moved = fabs(functions[k].of(x[0].value + step) - value) * 1e6;
            return of(value, isfinite(moved) ? fabs(value) + moved : fabs(value));
        }
    }
    double a = x[0].value, b = count > 1 ? x[1].value : 0;
    bool nan = isnan(a) || isnan(b);
    if (count == 2 && len == 3 && strncmp(name, "max", 3) == 0) {
        return of(nan ? NAN : fmax(a, b), 0);
    }
    if (count == 2 && len == 3 && strncmp(name, "min", 3) == 0) {
        return of(nan ? NAN : fmin(a, b), 0);
    }
    if (count == 2 && len == 5 && strncmp(name, "atan2", 5) == 0) {
        return of(atan2(a, b), 0);
    }
    r->ok = false;
    return of(0, 0);
}

static struct number atom(struct reader *r)
{
    char *end;
    r->ok &= ++r->depth < 200;
    if (!r->ok) {
        return of(0, 0);
    }
    if (next_is(r, "(")) {
        struct number inside = choice(r);
        r->ok &= next_is(r, ")");
        return inside;
    }
    r->p += strspn(r->p, " ");
    static const struct {
        const char *name;
        double value;
    } words[] = {
        {"pi", 3.14159265358979323846}, {"inf", INFINITY}, {"nan", NAN}, {"True", 1}, {"False", 0}};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (next_is(r, words[k].name)) {
            return of(words[k].value, 0);
        }
    }
    if (isalpha((unsigned char)*r->p)) {
        const char *name = r->p;
        size_t len = 0;
        while (isalnum((unsigned char)name[len])) {
            len++;
        }
        r->p += len;
        r->ok &= *r->p == '(';
        r->p += r->ok;
        return r->ok ? call(r, name, len) : of(0, 0);
    }
    double value = strtod(r->p, &end);
    r->ok &= end != r->p && isdigit((unsigned char)*r->p);
    r->p = end;
    return of(value, 0);
}

static struct number negated(struct reader *r);

static struct number powered(struct reader *r)
{
    struct number x = atom(r);
    if (next_is(r, "**")) {
        struct number y = negated(r);
        double value = pow(x.value, y.value);
        r->steps++;
        return of(value, fabs(value) * (1 + y.size));
    }
    return x;
}

static struct number negated(struct reader *r)
{
    if (next_is(r, "-")) {
        struct number x = negated(r);
        return of(-x.value, x.size);
    }
    return powered(r);
}

static struct number multiplied(struct reader *r)
{
    struct number x = negated(r);
    while (r->ok) {
        bool times = strncmp(r->p + strspn(r->p, " "), "**", 2) != 0 && next_is(r, "*");
        if (!times && (strncmp(r->p + strspn(r->p, " "), "//", 2) == 0 || !next_is(r, "/"))) {
            break;
        }
        struct number y = negated(r);
        double value = times ? x.value * y.value : x.value / y.value;
        double by = times ? fabs(y.value) : 1 / fabs(y.value);
        x = of(value, x.size * by + fabs(value) * (y.value != 0 ? y.size / fabs(y.value) : 0));
        r->steps++;
    }
    return x;
}

static struct number added(struct reader *r)
{
    struct number x = multiplied(r);
    while (r->ok) {
        bool plus = next_is(r, "+");
        if (!plus && !next_is(r, "-")) {
            break;
        }
        struct number y = multiplied(r);
        x = of(plus ? x.value + y.value : x.value - y.value, x.size + y.size);
        r->steps++;
    }
    return x;
}

static struct number compared(struct reader *r)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};
    struct number x = added(r);
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
        if (strncmp(r->p + strspn(r->p, " "), "<<", 2) != 0 &&
            strncmp(r->p + strspn(r->p, " "), ">>", 2) != 0 && next_is(r, signs[k])) {
            double a = x.value, b = added(r).value;
            bool holds[] = {a == b, a != b, a <= b, a >= b, a<b, a> b};
            r->steps++;
            return of(holds[k], 0);
        }
    }
    return x;
}

static struct number joined(struct reader *r)
{
    if (next_is(r, "not")) {
        return of(compared(r).value == 0, 0);
    }
    struct number x = compared(r);
    while (r->ok) {
        bool both = next_is(r, "and");
        if (!both && !next_is(r, "or")) {
            break;
        }
        struct number y = compared(r);
        x = of(both ? x.value != 0 && y.value != 0 : x.value != 0 || y.value != 0, 0);
        r->steps++;
    }
    return x;
}

static struct number choice(struct reader *r)
{
    struct number x = joined(r);
    if (next_is(r, "if")) {
        struct number test = joined(r);
        r->ok &= next_is(r, "else");
        struct number y = choice(r);
        r->steps++;
        return test.value != 0 ? x : y;
    }
    return x;
}

bool recompute(const char *text, struct recomputed *out)
{
    struct reader r = {.p = text, .ok = true};
    struct number x = choice(&r);
    *out = (struct recomputed){x.value, x.size, r.steps};
    return r.ok && r.p[strspn(r.p, " ")] == '\0';
}
