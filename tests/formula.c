/* Reads a formula as Python would: + - * / **, comparisons, functions of one number, max and min.
 */
#include "formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *p;
    formula_name *names;
    void *self;
    bool known;
};

static double read_sum(struct reader *r);

static bool takes(struct reader *r, const char *sign)
{
    while (*r->p == ' ') {
        r->p++;
    }
    size_t len = strlen(sign);
    if (strncmp(r->p, sign, len) != 0) {
        return false;
    }
    bool longer = (*sign == '*' && len == 1 && r->p[1] == '*') ||
                  (len == 1 && strchr("<>", *sign) != NULL && (r->p[1] == '=' || r->p[1] == *sign));
    r->p += longer ? 0 : len;
    return !longer;
}

static double read_function(struct reader *r, size_t len)
{
    static const struct {
        const char *name;
        double (*of)(double);
    } functions[] = {{"exp", exp},     {"log", log},     {"sqrt", sqrt},   {"sin", sin},
                     {"cos", cos},     {"tan", tan},     {"tanh", tanh},   {"sinh", sinh},
                     {"cosh", cosh},   {"abs", fabs},    {"floor", floor}, {"ceil", ceil},
                     {"trunc", trunc}, {"expm1", expm1}, {"log1p", log1p}, {"erf", erf},
                     {"log2", log2},   {"log10", log10}, {"asin", asin},   {"acos", acos},
                     {"atan", atan},   {"asinh", asinh}, {"acosh", acosh}, {"atanh", atanh}};
    const char *name = r->p;
    r->p += len + 1;
    double a = read_sum(r);
    if (takes(r, ",")) {
        double b = read_sum(r);
        bool most = strncmp(name, "max", 3) == 0, least = strncmp(name, "min", 3) == 0;
        r->known = r->known && takes(r, ")") && (most || least);
        return isnan(a) || isnan(b) ? NAN : most == (a > b) ? a : b;
    }
    double (*of)(double) = NULL;
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        bool same = strlen(functions[k].name) == len && strncmp(functions[k].name, name, len) == 0;
        of = same ? functions[k].of : of;
    }
    r->known = r->known && takes(r, ")") && of != NULL;
    return of != NULL ? of(a) : NAN;
}

static double read_atom(struct reader *r)
{
    double value = NAN;
    takes(r, "?"); /* spaces */
    size_t own = r->names(r->self, r->p, &value);
    if (own > 0) {
        r->p += own;
        return value;
    }
    if (takes(r, "(")) {
        value = read_sum(r);
        r->known = r->known && takes(r, ")");
        return value;
    }
    if (takes(r, "-")) {
        return -read_atom(r);
    }
    size_t len = 0;
    while (isalnum((unsigned char)r->p[len]) || r->p[len] == '_' ||
           (r->p[len] == '.' && (isalnum((unsigned char)r->p[len + 1]) || r->p[len + 1] == '_'))) {
        len++;
    }
    if (isalpha((unsigned char)*r->p) || *r->p == '_') {
        if (r->p[len] == '(') {
            return read_function(r, len);
        }
        bool pi = len == 2 && strncmp(r->p, "pi", 2) == 0;
        bool inf = len == 3 && strncmp(r->p, "inf", 3) == 0;
        value = pi ? acos(-1) : (double)INFINITY;
        r->known = r->known && (pi || inf);
        r->p += len;
        return value;
    }
    char *end;
    value = strtod(r->p, &end);
    r->known = r->known && end != r->p;
    r->p = end;
    return value;
}

static double read_power(struct reader *r)
{
    bool minus = takes(r, "-");
    double value = read_atom(r);
    value = takes(r, "**") ? pow(value, read_power(r)) : value;
    return minus ? -value : value;
}

static double read_product(struct reader *r)
{
    double value = read_power(r);
    for (;;) {
        if (takes(r, "*")) {
            value *= read_power(r);
        } else if (takes(r, "/")) {
            value /= read_power(r);
        } else {
            return value;
        }
    }
}

static double read_sum(struct reader *r)
{
    double value = read_product(r);
    for (;;) {
        if (takes(r, "+")) {
            value += read_product(r);
        } else if (takes(r, "-")) {
            value -= read_product(r);
        } else {
            return value;
        }
    }
}

static double read_comparison(struct reader *r)
{
    double a = read_sum(r);
    return takes(r, "==")   ? a == read_sum(r)
           : takes(r, "!=") ? a != read_sum(r)
           : takes(r, "<=") ? a <= read_sum(r)
           : takes(r, ">=") ? a >= read_sum(r)
           : takes(r, "<")  ? a < read_sum(r)
           : takes(r, ">")  ? a > read_sum(r)
                            : a;
}

bool formula_value(const char *text, formula_name *names, void *self, double *value,
                   const char **end)
{
    struct reader r = {text, names, self, true};
    *value = read_comparison(&r);
    if (takes(&r, "if")) { /* "x if x > 0 else y" */
        double condition = read_comparison(&r);
        r.known = r.known && takes(&r, "else");
        double otherwise = read_comparison(&r);
        *value = condition != 0 ? *value : otherwise;
    }
    *end = r.p;
    return r.known;
}
