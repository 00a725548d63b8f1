/* Draws orders and places: np.random.permutation, shuffle and choice. */
#include "base/counted.h"
#include "numpy/numpy_array.h"
#include "numpy/numpy_index.h"
#include "numpy/numpy_random.h"
#include "numpy/numpy_value.h"
#include "tensor/random/random_numpy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- orders --- */

/* n numbers and one more, for a while; NULL: raised. */
static int64_t *scratch(struct call *c, int64_t n)
{
    const int64_t most = INT64_MAX / 16;
    int64_t *at = NULL;
    if (!heap_room(c->in, (uint64_t)(n < most ? n : most) * sizeof *at)) {
        return NULL;
    }
    if (n > most || (at = calloc(counted(n + 1), sizeof *at)) == NULL) {
        raise_memory(c->in);
    }
    return at;
}

/* 0 ... n - 1, shuffled. */
static int64_t *shuffled(struct call *c, struct numpy_random *r, int64_t n)
{
    int64_t *order = scratch(c, n);
    if (order == NULL) {
        return NULL;
    }
    for (int64_t k = 0; k < n; k++) {
        order[k] = k;
    }
    for (int64_t k = n - 1; k > 0; k--) {
        int64_t j = (int64_t)numpy_random_interval(r, (uint64_t)k), swap = order[k];
        order[k] = order[j];
        order[j] = swap;
    }
    return order;
}

/* The rows of a in that order: a[order]. order is taken over. */
static bool pick(struct call *c, struct value a, int64_t count, const int64_t *order,
                 const struct random_shape *s, struct value *out)
{
    struct tensor index;
    struct value where;
    if (!tensor_new(c->cx, &index, DTYPE_INT64, s->ndim, s->at)) {
        return false;
    }
    memcpy(tensor_data(&index), order, (size_t)count * sizeof *order);
    return numpy_wrap(c->in, &index, true, &where) && numpy_get_item(c->in, a, where, out);
}

/* x as an array object. */
static bool as_array(struct call *c, int k)
{
    struct tensor t;
    if (ndarray_is(c->in, c->arg[k].value)) {
        return true;
    }
    if (!numpy_take(c, k)) {
        return false;
    }
    t = tensor_ref(&c->arg[k].tensor);
    return numpy_wrap(c->in, &t, true, &c->arg[k].value);
}

bool nr_permutation(struct call *c)
{
    struct numpy_random *r = random_stream(c);
    struct value x = c->arg[1].value;
    int64_t n;
    struct tensor t;
    if (r == NULL) {
        return false;
    }
    if (x.type == VALUE_INT || (numpy_number_is(c->in, x))) {
        if (!value_to_int(c->in, x, &n)) {
            return false;
        }
    } else {
        if (!as_array(c, 1)) {
            return false;
        }
        x = c->arg[1].value;
        n = tensor_object_of(x)->tensor.shape[0];
    }
    int64_t *order = shuffled(c, r, n);
    if (order == NULL) {
        return false;
    }
    bool ok;
    const struct random_shape s = {.ndim = 1, .at = {n}};
    if (ndarray_is(c->in, x)) {
        ok = pick(c, x, n, order, &s, &c->value);
    } else {
        ok = tensor_new(c->cx, &t, DTYPE_INT64, 1, &n);
        if (ok) {
            memcpy(tensor_data(&t), order, (size_t)n * sizeof *order);
            ok = numpy_give_array(c, &t);
        }
    }
    free(order);
    return ok;
}

bool nr_shuffle(struct call *c)
{
    struct numpy_random *r = random_stream(c);
    struct value x = c->arg[1].value;
    c->value = value_none();
    if (r == NULL) {
        return false;
    }
    bool is_array = ndarray_is(c->in, x);
    if (!is_array && !list_is(x)) {
        return raise_exception(c->in, EXCEPTION_TypeError,
                               "'%s' object does not support item assignment", value_type_name(x));
    }
    if (is_array && !numpy_may_write(c->in, x, "array")) {
        return false;
    }
    int64_t n = is_array ? tensor_object_of(x)->tensor.shape[0] : ((struct list *)x.o)->count;
    int64_t *order = shuffled(c, r, n);
    if (order == NULL) {
        return false;
    }
    bool ok = true;
    if (is_array) {
        struct value mixed;
        const struct random_shape s = {.ndim = 1, .at = {n}};
        ok = pick(c, x, n, order, &s, &mixed) &&
             numpy_set_item(c->in, x, (struct value){.type = VALUE_ELLIPSIS}, mixed);
    } else {
        struct list *l = (struct list *)x.o;
        struct list *copy = tuple_new(c->in, n, l->at);
        ok = copy != NULL;
        for (int64_t k = 0; ok && k < n; k++) {
            l->at[k] = copy->at[order[k]];
        }
    }
    free(order);
    return ok;
}

/* --- choice --- */

static bool refuse_weights(struct call *c, const double *p, int64_t n)
{
    double sum = 0;
    bool negative = false;
    for (int64_t k = 0; k < n; k++) {
        negative = negative || p[k] < 0;
        sum += p[k];
    }
    return (!isnan(sum) && !negative && fabs(sum - 1) <= 1.4901161193847656e-08) ||
           numpy_refuse(c, isnan(sum) ? "probabilities contain NaN"
                           : negative ? "probabilities are not non-negative"
                                      : "probabilities do not sum to 1");
}

/* The first place whose running sum of weights exceeds x. */
static int64_t place_of(const double *cdf, int64_t n, double x)
{
    int64_t k = 0;
    while (k < n && cdf[k] <= x) {
        k++;
    }
    return k;
}

static void running_sum(const double *p, int64_t n, double *cdf)
{
    double sum = 0;
    for (int64_t k = 0; k < n; k++) {
        sum += p[k];
        cdf[k] = sum;
    }
    for (int64_t k = 0; k < n; k++) {
        cdf[k] /= sum;
    }
}

/* Without replacement: rounds of draws, of which the distinct new ones count, in order of draw. */
static void draw_distinct(struct numpy_random *r, double *p, int64_t n, double *cdf, int64_t count,
                          int64_t *out)
{
    int64_t found = 0;
    while (found < count) {
        int64_t first = found, want = count - found;
        running_sum(p, n, cdf);
        for (int64_t k = 0; k < want; k++) {
            int64_t at = place_of(cdf, n, numpy_random_double(r));
            bool known = at >= n;
            for (int64_t j = first; j < found && !known; j++) {
                known = out[j] == at;
            }
            if (!known) {
                out[found++] = at;
            }
        }
        for (int64_t k = first; k < found; k++) {
            p[out[k]] = 0;
        }
    }
}

static bool weighted(struct call *c, int64_t n, int64_t count, bool replace, int64_t *out)
{
    struct numpy_random *r = random_stream(c);
    if (r == NULL || !numpy_take(c, 4)) {
        return false;
    }
    const struct tensor *t = &c->arg[4].tensor;
    if (t->ndim != 1 || t->shape[0] != n) {
        return numpy_refuse(c, t->ndim != 1 ? "'p' must be 1-dimensional"
                                            : "'a' and 'p' must have same size");
    }
    double *p = calloc(counted(n * 2 + 1), sizeof *p);
    if (p == NULL) {
        return raise_memory(c->in);
    }
    int64_t possible = 0;
    for (int64_t k = 0; k < n; k++) {
        p[k] = tensor_cell(t, k);
        possible += p[k] > 0;
    }
    bool ok = refuse_weights(c, p, n);
    if (ok && !replace && possible < count) {
        ok = numpy_refuse(c, "Fewer non-zero entries in p than size");
    }
    if (ok && replace) {
        running_sum(p, n, p + n);
        for (int64_t k = 0; k < count; k++) {
            int64_t at = place_of(p + n, n, numpy_random_double(r));
            out[k] = at < n ? at : n - 1;
        }
    } else if (ok) {
        draw_distinct(r, p, n, p + n, count, out);
    }
    free(p);
    return ok;
}

static bool even(struct call *c, int64_t n, int64_t count, bool replace, int64_t *out)
{
    struct numpy_random *r = random_stream(c);
    if (r == NULL) {
        return false;
    }
    if (replace) {
        for (int64_t k = 0; k < count; k++) {
            out[k] = numpy_random_integer(r, 0, n);
        }
        return true;
    }
    int64_t *order = shuffled(c, r, n);
    if (order != NULL) {
        memcpy(out, order, (size_t)count * sizeof *out);
    }
    free(order);
    return order != NULL;
}

/* The chosen places as what choice() gives: numbers of a range, items of a, one or an array. */
static bool choice_give(struct call *c, const struct random_shape *s, struct value a, int64_t count,
                        const int64_t *places)
{
    bool of_range = a.type == VALUE_INT || numpy_number_is(c->in, a);
    struct tensor t;
    bool owned;
    if (of_range && s->scalar) {
        c->value = value_int(places[0]);
        return true;
    }
    if (of_range) {
        if (!tensor_new(c->cx, &t, DTYPE_INT64, s->ndim, s->at)) {
            return false;
        }
        memcpy(tensor_data(&t), places, (size_t)count * sizeof *places);
        return numpy_give_array(c, &t);
    }
    if (s->scalar && (list_is(a) || tuple_is(a))) { /* NumPy makes an array of the list first */
        c->value = ((const struct list *)a.o)->at[places[0]];
        return !value_is_number(c->value) ||
               (numpy_read(c->in, c->value, &t, &owned) && numpy_wrap(c->in, &t, false, &c->value));
    }
    if (!as_array(c, 1)) {
        return false;
    }
    a = c->arg[1].value;
    return s->scalar ? numpy_get_item(c->in, a, value_int(places[0]), &c->value)
                     : pick(c, a, count, places, s, &c->value);
}

bool nr_choice(struct call *c)
{
    struct random_shape s;
    struct value a = c->arg[1].value;
    int64_t n, count = 1;
    bool replace = c->arg[3].i != 0, ok;
    bool of_range = a.type == VALUE_INT || numpy_number_is(c->in, a);
    bool of_list = list_is(a) || tuple_is(a);
    if (!random_size(c, c->arg[2].value, &s)) {
        return false;
    }
    if (of_range) {
        if (!value_to_int(c->in, a, &n)) {
            return false;
        }
    } else if (of_list) {
        const struct list *l = (const struct list *)a.o;
        n = l->count;
        if (n > 0 && (list_is(l->at[0]) || tuple_is(l->at[0]))) {
            return numpy_refuse(c, "a must be 1-dimensional");
        }
    } else {
        if (!as_array(c, 1)) {
            return false;
        }
        a = c->arg[1].value;
        if (tensor_object_of(a)->tensor.ndim != 1) {
            return numpy_refuse(c, "a must be 1-dimensional");
        }
        n = tensor_object_of(a)->tensor.shape[0];
    }
    for (int k = 0; k < s.ndim; k++) {
        count *= s.at[k];
    }
    if (n <= 0 && count > 0) {
        return numpy_refuse(c, of_range ? "a must be greater than 0 unless no samples are taken"
                                        : "'a' cannot be empty unless no samples are taken");
    }
    if (!replace && count > n) {
        return numpy_refuse(c, "Cannot take a larger sample than population when 'replace=False'");
    }
    int64_t *places = scratch(c, count);
    if (places == NULL) {
        return false;
    }
    ok = c->arg[4].value.type != VALUE_NONE ? weighted(c, n, count, replace, places)
                                            : even(c, n, count, replace, places);
    ok = ok && choice_give(c, &s, a, count, places);
    free(places);
    return ok;
}
