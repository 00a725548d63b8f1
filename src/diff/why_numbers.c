/* Tells why a step gives other numbers by how these lie to the reference's. */
#include "diff/why_numbers.h"

#include "torch/op/ops.h"
#include "trace/axes/axes.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_shape(const struct parting *f)
{
    return f->b != NULL && f->a->numel > 0 && !f->a->opaque && !f->b->opaque &&
           f->a->numel == f->b->numel && twins_aligned(f->a, f->b);
}

static bool alike(const struct parting *f, double x, double y)
{
    return tolerance_holds(&f->d->by, x, y, f->b->size);
}

/* Where cell k lies along an axis. */
static int64_t along(const struct tensor *t, int axis, int64_t k)
{
    int64_t inner = tensor_count(t, axis + 1, t->ndim);
    return k / inner % t->shape[axis];
}

static void put_axis(const struct parting *f, int axis, struct buf *out)
{
    const char *name = axis_called(&f->e->output[f->a->output], axis);
    if (name != NULL) {
        buf_puts(out, name);
    } else {
        buf_printf(out, "axis %d", axis);
    }
}

/* --- masks --- */

/* Cells that one hides and the other does not. */
struct unlike {
    int64_t hides, shows; /* that the reference shows; that it hides */
    int64_t zeros;        /* of those that it shows: hold 0 */
    int64_t diagonal;     /* all of them lie there; INT64_MIN: they do not */
    bool any;
};

static struct unlike unlike_of(const struct parting *f)
{
    struct unlike u = {.diagonal = INT64_MIN};
    const struct tensor *t = &f->a->tensor;
    bool one = t->ndim >= 2;
    for (int64_t k = 0; k < f->a->numel; k++) {
        bool own = held_hides(f->a, k), other = held_hides(f->b, k);
        if (own != other) {
            u.hides += own;
            u.shows += other;
            u.zeros += other && held_cell(f->a, k) == 0;
            int64_t d = t->ndim >= 2 ? along(t, t->ndim - 1, k) - along(t, t->ndim - 2, k) : 0;
            one = one && (!u.any || d == u.diagonal);
            u.diagonal = d;
            u.any = true;
        }
    }
    u.diagonal = one ? u.diagonal : INT64_MIN;
    return u;
}

static bool the_rest_is_alike(const struct parting *f)
{
    for (int64_t k = 0; k < f->a->numel; k++) {
        if (!held_hides(f->a, k) && !held_hides(f->b, k) &&
            !alike(f, held_cell(f->a, k), held_cell(f->b, k))) {
            return false;
        }
    }
    return true;
}

/* 0 for -inf. */
bool why_filled(struct parting *f)
{
    bool mask = f->a->tensor.dtype == DTYPE_BOOL;
    if (mask || !same_shape(f) || f->b->hidden == 0 || !the_rest_is_alike(f)) {
        return false;
    }
    struct unlike u = unlike_of(f);
    if (!u.any || u.hides > 0 || u.zeros != u.shows) {
        return false;
    }
    buf_printf(
        f->why,
        "%lld cells hold 0 that are hidden (-inf) in the reference: 0 is a score like others, "
        "exp(0) is 1",
        (long long)u.shows);
    return true;
}

bool why_mask(struct parting *f)
{
    if (!same_shape(f) ||
        (f->a->tensor.dtype == DTYPE_BOOL) != (f->b->tensor.dtype == DTYPE_BOOL) ||
        (f->a->hidden == 0 && f->b->hidden == 0 && f->a->tensor.dtype != DTYPE_BOOL) ||
        !the_rest_is_alike(f)) {
        return false;
    }
    struct unlike u = unlike_of(f);
    if (!u.any) {
        return false;
    }
    bool mask = f->a->tensor.dtype == DTYPE_BOOL;
    const char *cells = mask ? "is true at" : "hides", *others = mask ? "false at" : "shows";
    if (u.hides + u.shows == f->a->numel) {
        buf_puts(f->why, mask
                             ? "it is true where the reference's is false, and false where that is "
                               "true: inverted"
                             : "it hides what the reference shows, and shows what that hides: the "
                               "mask is inverted");
        return true;
    }
    buf_puts(f->why, "it ");
    if (u.hides > 0) {
        buf_printf(f->why, "%s %lld cells that the reference %s", cells, (long long)u.hides,
                   mask ? "has false" : "shows");
    }
    if (u.shows > 0) {
        buf_printf(f->why, "%s%s %lld cells that the reference %s", u.hides > 0 ? ", and " : "",
                   others, (long long)u.shows, mask ? "has true" : "hides");
    }
    if (u.diagonal == 0) {
        buf_puts(f->why, ", all of them on the diagonal: each place and itself");
    } else if (u.diagonal != INT64_MIN) {
        buf_printf(f->why, ", all of them %lld %s the diagonal: off by one or more",
                   (long long)llabs(u.diagonal), u.diagonal > 0 ? "behind" : "before");
    }
    return true;
}

/* --- digits --- */

bool why_rounded(struct parting *f)
{
    enum dtype own = f->a->tensor.dtype;
    int twin = f->e->input_count > 0 ? diff_input(f->d, f->event, 0) : -1;
    enum dtype other = f->b != NULL && parting_same_op(f) ? f->b->tensor.dtype
                       : twin >= 0                        ? f->d->r.at[twin].tensor.dtype
                                                          : own;
    if (!dtype_is_float(own) || !dtype_is_float(other) || dtype_size(own) >= dtype_size(other)) {
        return false;
    }
    buf_printf(f->why, "it has fewer digits: %s, the reference %s", dtype_name(own),
               dtype_name(other));
    return true;
}

/* --- a row that is added --- */

bool why_bias(struct parting *f)
{
    const struct tensor *t = &f->a->tensor;
    if (!same_shape(f) || t->ndim < 2 || t->shape[t->ndim - 1] < 2 ||
        f->a->numel == t->shape[t->ndim - 1]) {
        return false;
    }
    int64_t width = t->shape[t->ndim - 1];
    double far = 4 * tolerance_of(&f->d->by, f->b->size, f->b->size);
    for (int64_t k = width; k < f->a->numel; k++) {
        double first = held_cell(f->a, k % width) - held_cell(f->b, k % width);
        double here = held_cell(f->a, k) - held_cell(f->b, k);
        if (!(fabs(first - here) <= far)) {
            return false;
        }
    }
    buf_puts(f->why, "every row differs by the same numbers: a bias is missing, or one too many");
    return true;
}

/* --- a multiple --- */

/* The factor by which all numbers of a are those of b; NaN: there is none. */
static double factor_of(const struct parting *f)
{
    double ab = 0, bb = 0;
    for (int64_t k = 0; k < f->a->numel; k++) {
        double x = held_cell(f->a, k), y = held_cell(f->b, k);
        if (isfinite(x) && isfinite(y) && !held_is_hidden(x) && !held_is_hidden(y)) {
            ab += x * y;
            bb += y * y;
        }
    }
    double c = bb > 0 ? ab / bb : NAN;
    for (int64_t k = 0; isfinite(c) && k < f->a->numel; k++) {
        double x = held_cell(f->a, k), y = held_cell(f->b, k);
        bool hidden = held_is_hidden(x) && held_is_hidden(y);
        c = hidden || tolerance_holds(&f->d->by, x, c * y, f->a->size) ? c : NAN;
    }
    return c;
}

static bool is_near(double x, double y)
{
    return fabs(x - y) <= 1e-4 * fabs(y);
}

/* Whether some tensor has an axis of that size. */
static bool is_size(const struct parting *f, double x)
{
    for (int k = 0; x > 1.5 && k < f->d->x.count; k++) {
        const struct tensor *t = &f->d->x.at[k].tensor;
        for (int i = 0; i < t->ndim; i++) {
            if (is_near(x, (double)t->shape[i])) {
                return true;
            }
        }
    }
    return false;
}

bool why_numbers_factor(const struct parting *f, double c, struct buf *out)
{
    double up = c > 1 ? c : 1 / c;
    const char *over = c > 1 ? "" : "1 / ";
    if (is_size(f, up * up)) {
        buf_printf(out, "%ssqrt(%.0f)", over, rint(up * up));
        return true;
    }
    if (is_size(f, up)) {
        buf_printf(out, "%s%.0f", over, rint(up));
        return true;
    }
    double n = rint(up / (up - 1)); /* n / (n - 1): what is counted is one less */
    if (n < 1e4 && fabs(up - n / (n - 1)) <= 1e-6 && is_size(f, n)) {
        buf_printf(out,
                   c > 1 ? "%.0f / %.0f, n / (n - 1): unbiased"
                         : "%.0f / %.0f, (n - 1) / n: not unbiased",
                   c > 1 ? n : n - 1, c > 1 ? n - 1 : n);
        return true;
    }
    return false;
}

/* It is a multiple of what it takes itself: that alone says nothing, as -x within a sigmoid. */
static bool of_its_own(const struct parting *f)
{
    for (int k = 0; k < f->e->input_count && f->a->of >= 0; k++) {
        int twin = diff_input(f->d, f->event, k);
        if (twin >= 0 && diff_same(f->d, twin, f->a->of)) {
            return true;
        }
    }
    return false;
}

#define MOST_BEHIND 8 /* steps */

/* What is made of it is a multiple of something of the reference, too. */
static bool carries_on(const struct parting *f)
{
    const struct holdings *x = &f->d->x;
    bool behind[MOST_BEHIND + 1] = {true};
    for (int n = 1; n <= MOST_BEHIND && f->event + n < x->tape->event_count; n++) {
        const struct event *e = &x->tape->event[f->event + n];
        int gives = x->first[f->event + n];
        bool takes = false;
        for (int k = 0; k < e->input_count && !takes; k++) {
            int held = holdings_input(x, f->event + n, k);
            int from = held >= 0 && x->at[held].output >= 0 ? x->at[held].event - f->event : -1;
            takes = from >= 0 && from < n && behind[from];
        }
        if (takes && gives >= 0 && x->at[gives].of >= 0 && !event_moves(e)) {
            return true;
        }
        behind[n] = takes;
    }
    return false;
}

bool why_factor(struct parting *f)
{
    if (of_its_own(f) && !carries_on(f)) {
        return false;
    }
    double c = f->a->of >= 0                                       ? f->a->factor
               : same_shape(f) && f->a->telling && f->a->numel > 1 ? factor_of(f)
                                                                   : NAN;
    if (!isfinite(c) || is_near(c, 1) || c == 0) {
        return false;
    }
    scoped_buf name = {0};
    if (is_near(c, -1)) {
        buf_puts(f->why, "all its numbers have the other sign");
        return true;
    }
    buf_printf(f->why, "all its numbers are %.6g times the reference's", c);
    if (why_numbers_factor(f, c, &name)) {
        buf_printf(f->why, ": %s", buf_text(&name));
    }
    return true;
}

/* --- places --- */

/* Whether place i along the axis in a is place j in b. */
static bool same_slice(const struct parting *f, int axis, int64_t i, int64_t j)
{
    const struct tensor *t = &f->a->tensor;
    int64_t inner = tensor_count(t, axis + 1, t->ndim), outer = tensor_count(t, 0, axis);
    for (int64_t o = 0; o < outer; o++) {
        for (int64_t n = 0; n < inner; n++) {
            int64_t at = (o * t->shape[axis] + i) * inner + n;
            int64_t other = (o * t->shape[axis] + j) * inner + n;
            if (!alike(f, held_cell(f->a, at), held_cell(f->b, other))) {
                return false;
            }
        }
    }
    return true;
}

/* The places of b along an axis in the order in which a has them. */
static bool find_order(const struct parting *f, int axis, int64_t *order)
{
    int64_t size = f->a->tensor.shape[axis];
    for (int64_t i = 0; i < size; i++) {
        order[i] = -1;
        for (int64_t j = 0; j < size && order[i] < 0; j++) {
            order[i] = same_slice(f, axis, i, j) ? j : -1;
        }
        if (order[i] < 0) {
            return false;
        }
    }
    return true;
}

#define MOST_PLACES 512

static bool is_ordered(struct parting *f)
{
    int64_t order[MOST_PLACES];
    for (int d = 0; d < f->a->tensor.ndim; d++) {
        int64_t size = f->a->tensor.shape[d];
        if (size < 2 || size > MOST_PLACES || !find_order(f, d, order)) {
            continue;
        }
        buf_puts(f->why, "the same numbers along ");
        put_axis(f, d, f->why);
        buf_puts(f->why, " in another order: there it has the reference's ");
        for (int64_t k = 0; k < size && k < 8; k++) {
            buf_printf(f->why, "%s%lld", k > 0 ? ", " : "", (long long)order[k]);
        }
        buf_puts(f->why, size > 8 ? ", ..." : "");
        return true;
    }
    return false;
}

bool why_laid(struct parting *f)
{
    if (f->b == NULL || !f->a->telling) {
        return false;
    }
    if (same_shape(f) && is_ordered(f)) {
        return true;
    }
    if (!twins_shuffled(f->a, f->b, &f->d->by)) {
        return false;
    }
    bool cuts = event_is(f->e, OP_view) || event_is(f->e, OP_reshape);
    buf_puts(f->why, cuts ? "the same numbers, cut anew in the order of memory: the reference "
                            "exchanges axes (transpose) and does not only reshape"
                          : "the same numbers in other places");
    return true;
}

bool why_shifted(struct parting *f)
{
    if (!same_shape(f) || !f->a->telling) {
        return false;
    }
    const struct tensor *t = &f->a->tensor;
    for (int d = 0; d < t->ndim; d++) {
        for (int64_t by = 1; by <= t->shape[d] / 2 && t->shape[d] > 2; by++) {
            bool on = true, back = true;
            for (int64_t i = by; i < t->shape[d] && (on || back); i++) {
                on = on && same_slice(f, d, i, i - by);
                back = back && same_slice(f, d, i - by, i);
            }
            if (on || back) {
                buf_puts(f->why, "the reference's numbers, shifted along ");
                put_axis(f, d, f->why);
                buf_printf(f->why, " by %lld", (long long)(on ? by : -by));
                return true;
            }
        }
    }
    return false;
}

/* Axes of which only some places differ. */
bool why_part(struct parting *f)
{
    if (!same_shape(f) || f->f == NULL || !parting_same_work(f->e, f->f)) {
        return false;
    }
    const struct tensor *t = &f->a->tensor;
    const char *between = "it differs only where ";
    for (int d = 0; d < t->ndim; d++) {
        int64_t first = -1, last = -1, size = t->shape[d];
        for (int64_t i = 0; i < size; i++) {
            if (!same_slice(f, d, i, i)) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        if (size < 2 || first < 0 || (first == 0 && last == size - 1)) {
            continue;
        }
        buf_puts(f->why, between);
        put_axis(f, d, f->why);
        if (first == last) {
            buf_printf(f->why, " is %lld", (long long)first);
        } else {
            buf_printf(f->why, " is %lld to %lld", (long long)first, (long long)last);
        }
        between = " and ";
    }
    return strcmp(between, " and ") == 0;
}
