/* math's functions over many numbers: prod, fsum, hypot, dist. */
#include "lang/run/native.h"

#include "base/fmath.h"

#include <math.h>
#include <stdlib.h>

static bool product(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    if (!arguments_take(in, args, "prod(iterable, /, *, start=1)", at)) {
        return false;
    }
    struct list *l = list_of(in, at[0]);
    *out = given(at[1]) ? at[1] : value_int(1);
    for (int64_t k = 0; l != NULL && k < l->count; k++) {
        if (!value_binary(in, OP_MUL, *out, l->at[k], out)) {
            return false;
        }
    }
    return l != NULL;
}

static size_t bytes_of_doubles(int64_t count)
{
    return ((size_t)count + 1) * sizeof(double);
}

static bool doubles_of(struct interp *in, struct value iterable, double **out, int64_t *count)
{
    struct list *l = list_of(in, iterable);
    if (l == NULL) {
        return false;
    }
    double *at = heap_resize(in, NULL, 0, bytes_of_doubles(l->count));
    if (at == NULL) {
        return false;
    }
    for (int64_t k = 0; k < l->count; k++) {
        if (!value_to_double(in, l->at[k], &at[k])) {
            heap_give(in, at, bytes_of_doubles(l->count));
            return false;
        }
    }
    *out = at;
    *count = l->count;
    return true;
}

/* The exact sum, rounded once: partial sums that do not overlap (Shewchuk). */
static double exact_sum(double *x, int64_t count)
{
    int64_t used = 0; /* partials are kept in front of what is still to come */
    double special = 0;
    for (int64_t k = 0; k < count; k++) {
        double a = x[k];
        if (!isfinite(a)) {
            special += a;
            continue;
        }
        int64_t kept = 0;
        for (int64_t j = 0; j < used; j++) {
            double b = x[j];
            if (fabs(a) < fabs(b)) {
                double swap = a;
                a = b;
                b = swap;
            }
            double high = a + b, low = b - (high - a);
            if (low != 0) {
                x[kept++] = low;
            }
            a = high;
        }
        x[kept++] = a;
        used = kept;
    }
    if (special != 0 || isnan(special)) {
        return special;
    }
    double high = 0, low = 0;
    while (used > 0) {
        double a = high, b = x[--used];
        high = a + b;
        low = b - (high - a);
        if (low != 0) {
            break;
        }
    }
    /* Half-way cases look at the sign of what is left. */
    if (used > 0 && ((low < 0 && x[used - 1] < 0) || (low > 0 && x[used - 1] > 0))) {
        double twice = low * 2, up = high + twice;
        if (twice == up - high) {
            high = up;
        }
    }
    return high;
}

static bool full_sum(struct interp *in, const struct args *args, struct value *out)
{
    double *x;
    int64_t count;
    if (!arguments_count(in, args, "fsum", 1, 1) || !doubles_of(in, args->at[0], &x, &count)) {
        return false;
    }
    bool finite = true, nan = false;
    for (int64_t k = 0; k < count; k++) {
        finite = finite && isfinite(x[k]);
        nan = nan || isnan(x[k]);
    }
    *out = value_float(exact_sum(x, count));
    heap_give(in, x, bytes_of_doubles(count));
    if (finite && !isfinite(out->f)) {
        return raise_exception(in, EXCEPTION_OverflowError, "intermediate overflow in fsum");
    }
    return !isnan(out->f) || nan || raise_value_error(in, "-inf + inf in fsum");
}

/* The length of a vector, scaled by its largest part so that nothing overflows on the way. */
static double vector_length(double *x, int64_t count)
{
    double largest = 0;
    bool nan = false;
    for (int64_t k = 0; k < count; k++) {
        x[k] = fabs(x[k]);
        nan |= isnan(x[k]);
        largest = x[k] > largest ? x[k] : largest;
    }
    if (isinf(largest) || nan || largest == 0) {
        return isinf(largest) ? largest : nan ? (double)NAN : 0;
    }
    if (count == 2) {
        return fmath_hypot(x[0], x[1]);
    }
    int exponent;
    frexp(largest, &exponent);
    double sum = 0, rest = 0; /* of exact squares, with what rounding lost */
    for (int64_t k = 0; k < count; k++) {
        double a = ldexp(x[k], -exponent), square = a * a, split = a * 134217729.0;
        double high = split - (split - a), low = a - high;
        double lost = ((high * high - square) + 2 * high * low) + low * low;
        double total = sum + square;
        rest += (fabs(sum) >= square ? (sum - total) + square : (square - total) + sum) + lost;
        sum = total;
    }
    return ldexp(sqrt(sum + rest), exponent);
}

static bool hypot_function(struct interp *in, const struct args *args, struct value *out)
{
    double *x = heap_resize(in, NULL, 0, bytes_of_doubles(args->count));
    bool ok = x != NULL;
    for (int k = 0; k < args->count && ok; k++) {
        ok = value_to_double(in, args->at[k], &x[k]);
    }
    if (ok) {
        *out = value_float(vector_length(x, args->count));
    }
    heap_give(in, x, bytes_of_doubles(args->count));
    return ok;
}

static bool dist(struct interp *in, const struct args *args, struct value *out)
{
    double *p, *q;
    int64_t count, other;
    if (!arguments_count(in, args, "dist", 2, 2) || !doubles_of(in, args->at[0], &p, &count)) {
        return false;
    }
    if (!doubles_of(in, args->at[1], &q, &other)) {
        heap_give(in, p, bytes_of_doubles(count));
        return false;
    }
    bool ok = count == other;
    for (int64_t k = 0; ok && k < count; k++) {
        p[k] -= q[k];
    }
    if (ok) {
        *out = value_float(vector_length(p, count));
    } else {
        raise_value_error(in, "both points must have the same number of dimensions");
    }
    heap_give(in, p, bytes_of_doubles(count));
    heap_give(in, q, bytes_of_doubles(other));
    return ok;
}

bool module_math_sequences(struct interp *in, struct dict *into)
{
    static const struct native_row rows[] = {
        {"prod", product, NULL},
        {"fsum", full_sum, NULL},
        {"hypot", hypot_function, NULL},
        {"dist", dist, NULL},
    };
    return native_functions(in, into, "math", rows, NATIVE_COUNT(rows));
}
