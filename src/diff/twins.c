/* Finds tensors again: first by what is counted of their numbers, then cell by cell. */
#include "diff/twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TURNED 5         /* axes that are tried in every order */
#define MOST_CANDIDATES 200   /* tensors with the same counts that are looked at */
#define MOST_WITHIN (1 << 16) /* cells of a tensor in which a part is looked for */
#define MOST_SORTED (1 << 22) /* cells */

double tolerance_of(const struct tolerance *by, double b, double size)
{
    double part = by->given || size > 1 ? 1 : size;
    return by->absolute * part + by->relative * fabs(b);
}

bool tolerance_holds(const struct tolerance *by, double a, double b, double size)
{
    if (held_is_hidden(a) || held_is_hidden(b)) {
        return held_is_hidden(a) && held_is_hidden(b);
    }
    return isfinite(a) && isfinite(b) ? fabs(a - b) <= tolerance_of(by, b, size)
                                      : a == b || (isnan(a) && isnan(b));
}

/* --- one with one --- */

/* Axes of more than one place. */
struct axes {
    int count;
    int64_t size[TENSOR_MAX_DIMS], stride[TENSOR_MAX_DIMS];
};

static struct axes axes_of(const struct tensor *t)
{
    struct axes a = {0};
    for (int k = 0; k < t->ndim; k++) {
        if (t->shape[k] != 1) {
            a.size[a.count] = t->shape[k];
            a.stride[a.count++] = t->stride[k];
        }
    }
    return a;
}

static bool same_cells(const struct held *a, const struct axes *order, const struct held *b,
                       double factor, const struct tolerance *by)
{
    int64_t at[TENSOR_MAX_DIMS] = {0}, place = a->tensor.offset;
    for (int64_t k = 0; k < b->numel; k++) {
        double other = held_cell(b, k);
        other = held_is_hidden(other) ? other : factor * other;
        if (!tolerance_holds(by, tensor_double_at(&a->tensor, place), other,
                             fabs(factor) * b->size)) {
            return false;
        }
        for (int d = order->count - 1; d >= 0; d--) {
            place += order->stride[d];
            if (++at[d] < order->size[d]) {
                break;
            }
            place -= order->stride[d] * order->size[d];
            at[d] = 0;
        }
    }
    return true;
}

/* Whether the sizes, one behind the other, make those of b: each of the fewer axes is made of whole
 * ones of the others, in their order. */
static bool groups(const struct axes *fine, const struct axes *coarse)
{
    int k = 0;
    for (int j = 0; j < coarse->count; j++) {
        int64_t size = 1;
        while (k < fine->count && size < coarse->size[j]) {
            size *= fine->size[k++];
        }
        if (size != coarse->size[j]) {
            return false;
        }
    }
    return k == fine->count;
}

/* The next order of `count` numbers, as a dictionary has them. */
static bool next_order(int *at, int count)
{
    int k = count - 2, j = count - 1;
    while (k >= 0 && at[k] > at[k + 1]) {
        k--;
    }
    if (k < 0) {
        return false;
    }
    while (at[j] < at[k]) {
        j--;
    }
    int swapped = at[k];
    at[k] = at[j];
    at[j] = swapped;
    for (int from = k + 1, to = count - 1; from < to; from++, to--) {
        swapped = at[from];
        at[from] = at[to];
        at[to] = swapped;
    }
    return true;
}

static bool in_order(const int *at, int count)
{
    for (int k = 0; k < count; k++) {
        if (at[k] != k) {
            return false;
        }
    }
    return true;
}

/* The axes of a, which has as many as b or more, in every order. */
static bool same_turned(const struct held *a, const struct held *b, double factor,
                        const struct tolerance *by, struct layout *out)
{
    struct axes own = axes_of(&a->tensor), other = axes_of(&b->tensor);
    int order[TENSOR_MAX_DIMS];
    for (int k = 0; k < own.count; k++) {
        order[k] = k;
    }
    do {
        struct axes turned = {.count = own.count};
        for (int k = 0; k < own.count; k++) {
            turned.size[k] = own.size[order[k]];
            turned.stride[k] = own.stride[order[k]];
        }
        if (groups(&turned, &other) && same_cells(a, &turned, b, factor, by)) {
            out->turned = !in_order(order, own.count);
            return true;
        }
    } while (own.count <= MOST_TURNED && next_order(order, own.count));
    return false;
}

bool twins_aligned(const struct held *a, const struct held *b)
{
    struct axes own = axes_of(&a->tensor), other = axes_of(&b->tensor);
    return own.count >= other.count ? groups(&own, &other) : groups(&other, &own);
}

static bool counts_alike(const struct held *a, const struct held *b, const struct tolerance *by)
{
    if (a->opaque || b->opaque || a->numel != b->numel || a->numel == 0 || a->hidden != b->hidden ||
        dtype_is_float(a->tensor.dtype) != dtype_is_float(b->tensor.dtype)) {
        return false;
    }
    double far = 2 * tolerance_of(by, b->size, b->size);
    return a->numel == a->hidden ||
           (fabs(a->sum - b->sum) <= far * (double)a->numel && fabs(a->size - b->size) <= far &&
            fabs(a->low - b->low) <= far + 2 * by->relative * fabs(b->low) &&
            fabs(a->high - b->high) <= far + 2 * by->relative * fabs(b->high));
}

bool twins_same(const struct held *a, const struct held *b, const struct tolerance *by,
                struct layout *out)
{
    if (!counts_alike(a, b, by)) {
        return false;
    }
    if (axes_of(&a->tensor).count >= axes_of(&b->tensor).count) {
        return same_turned(a, b, 1, by, out);
    }
    return same_turned(b, a, 1, by, out);
}

bool twins_multiple(const struct held *a, const struct held *b, const struct tolerance *by,
                    double *factor)
{
    struct layout l;
    if (a->opaque || b->opaque || a->numel != b->numel || a->numel < 3 || a->hidden != b->hidden ||
        !a->telling || !b->telling || !(b->size > 0)) {
        return false;
    }
    double c = a->size / b->size, far = tolerance_of(by, a->size, a->size);
    if (fabs(a->sum + c * b->sum) < fabs(a->sum - c * b->sum)) {
        c = -c;
    }
    double low = c > 0 ? c * b->low : c * b->high, high = c > 0 ? c * b->high : c * b->low;
    bool near = fabs(a->sum - c * b->sum) <= 2 * far * (double)a->numel &&
                fabs(a->low - low) <= 4 * far && fabs(a->high - high) <= 4 * far;
    if (!near || fabs(c - 1) < 1e-4) {
        return false;
    }
    *factor = c;
    bool more = axes_of(&a->tensor).count >= axes_of(&b->tensor).count;
    return more ? same_turned(a, b, c, by, &l) : same_turned(b, a, 1 / c, by, &l);
}

/* --- a part --- */

/* Whether a's cells are those of b from place `start` on, each axis of a along one of b's: `axis`.
 */
static bool same_part(const struct held *a, const struct axes *own, const struct held *b,
                      int64_t start, const int64_t *stride, const struct tolerance *by)
{
    int64_t at[TENSOR_MAX_DIMS] = {0}, place = start;
    for (int64_t k = 0; k < a->numel; k++) {
        if (!tolerance_holds(by, held_cell(a, k), tensor_double_at(&b->tensor, place), b->size)) {
            return false;
        }
        for (int d = own->count - 1; d >= 0; d--) {
            place += stride[d];
            if (++at[d] < own->size[d]) {
                break;
            }
            place -= stride[d] * own->size[d];
            at[d] = 0;
        }
    }
    return true;
}

/* Axes of b for those of a from `d` on, from b's axis `from` on; at: the place of a's first cell.
 */
static bool fits(const struct held *a, const struct axes *own, int d, const struct held *b,
                 const struct axes *other, int from, const int64_t *at, int64_t start,
                 int64_t *stride, const struct tolerance *by)
{
    if (d == own->count) {
        return same_part(a, own, b, start, stride, by);
    }
    for (int j = from; j < other->count; j++) {
        if (at[j] + own->size[d] <= other->size[j]) {
            stride[d] = other->stride[j];
            if (fits(a, own, d + 1, b, other, j + 1, at, start, stride, by)) {
                return true;
            }
        }
    }
    return false;
}

/* Axes of a lie along axes of b in their order, and all but one are as long: a part of it is one
 * head, one batch, a block of rows. */
static bool lies_along(const struct axes *own, const struct axes *other, int d, int from, int cut)
{
    if (d == own->count) {
        return true;
    }
    for (int j = from; j < other->count; j++) {
        int cuts = cut + (own->size[d] < other->size[j]);
        if (own->size[d] <= other->size[j] && cuts <= 1 &&
            lies_along(own, other, d + 1, j + 1, cuts)) {
            return true;
        }
    }
    return false;
}

bool twins_within(const struct held *a, const struct held *b, const struct tolerance *by)
{
    struct axes own = axes_of(&a->tensor), other = axes_of(&b->tensor);
    double far = tolerance_of(by, b->size, b->size);
    if (a->opaque || b->opaque || a->plain || a->numel < 2 || b->numel <= a->numel ||
        b->numel > MOST_WITHIN || !lies_along(&own, &other, 0, 0, 0) || a->low < b->low - 2 * far ||
        a->high > b->high + 2 * far || !dtype_is_float(b->tensor.dtype)) {
        return false;
    }
    double first = held_cell(a, 0), near = 2 * tolerance_of(by, fabs(first), b->size);
    bool hidden = held_is_hidden(first) || !isfinite(first);
    int64_t at[TENSOR_MAX_DIMS] = {0}, place = b->tensor.offset, stride[TENSOR_MAX_DIMS];
    for (int64_t k = 0; k < b->numel; k++) {
        double x = tensor_double_at(&b->tensor, place);
        if ((hidden || fabs(x - first) <= near) && tolerance_holds(by, first, x, b->size) &&
            fits(a, &own, 0, b, &other, 0, at, place, stride, by)) {
            return true;
        }
        for (int d = other.count - 1; d >= 0; d--) {
            place += other.stride[d];
            if (++at[d] < other.size[d]) {
                break;
            }
            place -= other.stride[d] * other.size[d];
            at[d] = 0;
        }
    }
    return false;
}

/* --- in any order --- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double *sorted(const struct held *h)
{
    double *cell = malloc((size_t)h->numel * sizeof *cell);
    for (int64_t k = 0; cell != NULL && k < h->numel; k++) {
        double x = held_cell(h, k);
        cell[k] = isnan(x) ? INFINITY : held_is_hidden(x) ? -INFINITY : x;
    }
    if (cell != NULL) {
        qsort(cell, (size_t)h->numel, sizeof *cell, by_size);
    }
    return cell;
}

bool twins_shuffled(const struct held *a, const struct held *b, const struct tolerance *by)
{
    if (!counts_alike(a, b, by) || a->numel > MOST_SORTED) {
        return false;
    }
    double *x = sorted(a), *y = sorted(b);
    bool same = x != NULL && y != NULL;
    for (int64_t k = 0; same && k < a->numel; k++) {
        same = tolerance_holds(by, x[k], y[k], b->size);
    }
    free(x);
    free(y);
    return same;
}

/* --- all with all --- */

struct place {
    int64_t numel;
    double sum;
    int at;
};

static int by_counts(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->numel != y->numel) {
        return x->numel < y->numel ? -1 : 1;
    }
    return x->sum != y->sum ? (x->sum < y->sum ? -1 : 1) : (x->at > y->at) - (x->at < y->at);
}

static struct place *places_of(const struct holdings *r)
{
    struct place *place = malloc(((size_t)r->count + 1) * sizeof *place);
    for (int k = 0; place != NULL && k < r->count; k++) {
        place[k] = (struct place){.numel = r->at[k].numel, .sum = r->at[k].sum, .at = k};
    }
    if (place != NULL) {
        qsort(place, (size_t)r->count, sizeof *place, by_counts);
    }
    return place;
}

static int first_from(const struct place *place, int count, int64_t numel, double sum)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = place[middle].numel < numel ||
                      (place[middle].numel == numel && place[middle].sum < sum);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool same_name(const struct held *a, const struct held *b)
{
    return a->name != NULL && b->name != NULL && strcmp(a->name, b->name) == 0;
}

double twins_likeness(const struct holdings *x, const struct held *a, const struct holdings *r,
                      const struct held *b, bool turned)
{
    const struct event *e = &x->tape->event[a->event], *f = &r->tape->event[b->event];
    bool results = a->output >= 0 && b->output >= 0;
    double part = (double)a->event / (x->tape->event_count + 1.0) -
                  (double)b->event / (r->tape->event_count + 1.0);
    return 8 * same_name(a, b) + 4 * (results && e->op == f->op && a->output == b->output) +
           4 * (results && e->stage == f->stage && e->stage != STAGE_OTHER) +
           4 * tensor_same_shape(&a->tensor, &b->tensor) + 3 * !turned +
           (a->output >= 0) * (b->output >= 0) - fabs(part);
}

static bool plays_the_part(const struct holdings *x, const struct held *a, const struct holdings *r,
                           const struct held *b)
{
    const struct event *e = &x->tape->event[a->event], *f = &r->tape->event[b->event];
    return a->telling || (tensor_same_shape(&a->tensor, &b->tensor) && a->output == b->output &&
                          (a->output < 0 || e->op == f->op || same_name(a, b)));
}

struct candidate {
    int at;
    double like; /* at most: if no axis is turned */
};

static int by_likeness(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return x->like != y->like ? (x->like < y->like ? 1 : -1) : (x->at > y->at) - (x->at < y->at);
}

/* The likeliest are looked at first: their numbers are mostly the same. */
static void find_one(struct holdings *x, struct held *a, const struct holdings *r,
                     const struct place *place, const struct tolerance *by)
{
    struct candidate one[MOST_CANDIDATES] = {{0}};
    double far = 2 * tolerance_of(by, a->size, a->size) * (double)a->numel, best = -INFINITY;
    int count = 0;
    for (int k = first_from(place, r->count, a->numel, a->sum - far);
         k < r->count && place[k].numel == a->numel && place[k].sum <= a->sum + far &&
         count < MOST_CANDIDATES;
         k++) {
        const struct held *b = &r->at[place[k].at];
        if (counts_alike(a, b, by) && plays_the_part(x, a, r, b)) {
            one[count++] = (struct candidate){place[k].at, twins_likeness(x, a, r, b, false)};
        }
    }
    qsort(one, (size_t)count, sizeof *one, by_likeness);
    for (int k = 0; k < count && one[k].like > best; k++) {
        const struct held *b = &r->at[one[k].at];
        struct layout l;
        if (twins_same(a, b, by, &l)) {
            double like = twins_likeness(x, a, r, b, l.turned);
            if (like > best) {
                best = like;
                a->twin = one[k].at;
                a->turned = l.turned;
            }
        }
    }
}

bool twins_find(struct holdings *x, const struct holdings *r, const struct tolerance *by)
{
    struct place *place = places_of(r);
    bool ok = place != NULL || error_memory(&x->tape->session->in.error);
    for (int k = 0; ok && k < x->count; k++) {
        ok = tape_in_time(x->tape);
        if (ok && !x->at[k].opaque && x->at[k].numel > 0) {
            find_one(x, &x->at[k], r, place, by);
        }
    }
    free(place);
    return ok;
}
