/* numpy.random's old streams: RandomState, and the functions of the module, which are the methods of
 * one that stands for np.random. NumPy's new generators draw other numbers and are refused. */
#include "torch/numpy.h"

#include "base/fmath.h"
#include "lang/native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct random_state {
    struct object object;
    struct numpy_random own;
    bool is_global;
};

#define OP(id, name, signature, where, kind, backward, formula) static bool nr_##id(struct call *c);
#include "torch/numpy_random.def"
#undef OP

const struct op numpy_random_ops[] = {
#define OP(id, name, signature, where, kind, backward, formula)                                    \
    {name, signature, where, kind, backward, formula, nr_##id},
#include "torch/numpy_random.def"
#undef OP
    {NULL, NULL, 0, KIND_VALUE, NULL, NULL, NULL},
};

static struct numpy_random *stream(struct call *c)
{
    struct random_state *s = (struct random_state *)c->arg[0].value.o;
    if (!value_isinstance(c->in, c->arg[0].value, c->torch->types.numpy_random_state)) {
        raise(c->in, EXCEPTION_TypeError, "%s() needs a RandomState", c->op->name);
        return NULL;
    }
    if (s->is_global) {
        c->torch->numpy_drew |= !c->torch->numpy_seeded;
        return &c->torch->numpy_random;
    }
    return &s->own;
}

/* --- sizes --- */

struct shape {
    bool scalar; /* size=None */
    int ndim;
    int64_t at[TENSOR_MAX_DIMS];
};

static bool read_size(struct call *c, struct value v, struct shape *s)
{
    *s = (struct shape){.scalar = v.type == VALUE_NONE};
    bool listed = list_is(v) || tuple_is(v);
    if (s->scalar) {
        return true;
    }
    const struct list *l = listed ? (const struct list *)v.o : NULL;
    for (int64_t k = 0; k < (listed ? l->count : 1); k++) {
        if (s->ndim == TENSOR_MAX_DIMS) {
            return raise(c->in, EXCEPTION_ValueError, "maximum supported dimension is %d",
                         TENSOR_MAX_DIMS);
        }
        if (!value_to_int(c->in, listed ? l->at[k] : v, &s->at[s->ndim])) {
            return false;
        }
        if (s->at[s->ndim++] < 0) {
            return raise(c->in, EXCEPTION_ValueError, "negative dimensions are not allowed");
        }
    }
    return true;
}

/* rand(2, 3): the sizes as arguments, none = one number. */
static void dims(const struct argument *a, struct shape *s)
{
    *s = (struct shape){.scalar = a->count == 0, .ndim = a->count};
    for (int k = 0; k < a->count && k < TENSOR_MAX_DIMS; k++) {
        s->at[k] = a->ints[k];
    }
}

/* --- drawing floats --- */

enum law { UNIFORM, NORMAL, EXPONENTIAL };

static double draw(struct numpy_random *r, enum law law)
{
    switch (law) {
    case UNIFORM:
        return numpy_random_double(r);
    case NORMAL:
        return numpy_random_gauss(r);
    default:
        return -fmath_log(1.0 - numpy_random_double(r));
    }
}

/* base + factor * draw, in every cell. */
static bool fill(struct call *c, const struct shape *s, enum law law, double base, double factor)
{
    struct numpy_random *r = stream(c);
    struct tensor t;
    if (r == NULL) {
        return false;
    }
    if (s->scalar) { /* a Python float */
        c->value = value_float(base + factor * draw(r, law));
        return true;
    }
    if (!tensor_new(c->cx, &t, DTYPE_FLOAT64, s->ndim, s->at)) {
        return numpy_failed(c);
    }
    double *cells = tensor_data(&t);
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        cells[k] = base + factor * draw(r, law);
    }
    return numpy_give_array(c, &t);
}

static bool nr_rand(struct call *c)
{
    struct shape s;
    dims(&c->arg[1], &s);
    return fill(c, &s, UNIFORM, 0, 1);
}

static bool nr_random_sample(struct call *c)
{
    struct shape s;
    return read_size(c, c->arg[1].value, &s) && fill(c, &s, UNIFORM, 0, 1);
}

static bool nr_randn(struct call *c)
{
    struct shape s;
    dims(&c->arg[1], &s);
    return fill(c, &s, NORMAL, 0, 1);
}

static bool nr_standard_normal(struct call *c)
{
    struct shape s;
    return read_size(c, c->arg[1].value, &s) && fill(c, &s, NORMAL, 0, 1);
}

/* Parameters that are arrays: one draw for each cell of their broadcast shape. */
static bool fill_cells(struct call *c, enum law law, bool ends, const struct shape *s)
{
    struct numpy_random *r = stream(c);
    const struct tensor *a = &c->arg[1].tensor, *b = &c->arg[2].tensor;
    struct tensor sum, t;
    struct shape own = *s;
    if (r == NULL) {
        return false;
    }
    if (s->scalar) {
        if (!numpy_binary(c->in, BINARY_ADD, a, b, &sum)) {
            return false;
        }
        own.ndim = sum.ndim;
        memcpy(own.at, sum.shape, sizeof sum.shape);
        tensor_release(&sum);
    }
    if (!tensor_new(c->cx, &t, DTYPE_FLOAT64, own.ndim, own.at)) {
        return numpy_failed(c);
    }
    double *cells = tensor_data(&t);
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        double at[2];
        const struct tensor *from[2] = {a, b};
        for (int j = 0; j < 2; j++) {
            int64_t rest = k, place = from[j]->offset;
            for (int d = own.ndim - 1, e = from[j]->ndim - 1; d >= 0; d--, e--) {
                int64_t i = rest % own.at[d];
                rest /= own.at[d];
                place += e >= 0 && from[j]->shape[e] != 1 ? i * from[j]->stride[e] : 0;
            }
            at[j] = tensor_double_at(from[j], place);
        }
        cells[k] = at[0] + (ends ? at[1] - at[0] : at[1]) * draw(r, law);
    }
    return numpy_give(c, &t);
}

/* self, a, b, size */
static bool two_parameters(struct call *c, enum law law, bool ends)
{
    struct shape s;
    if (!numpy_take(c, 1) || !numpy_take(c, 2) || !read_size(c, c->arg[3].value, &s)) {
        return false;
    }
    const struct tensor *a = &c->arg[1].tensor, *b = &c->arg[2].tensor;
    if (a->ndim > 0 || b->ndim > 0) {
        return fill_cells(c, law, ends, &s);
    }
    double x = tensor_double_at(a, a->offset), y = tensor_double_at(b, b->offset);
    if (law == NORMAL && y < 0) {
        return raise(c->in, EXCEPTION_ValueError, "scale < 0");
    }
    return fill(c, &s, law, x, ends ? y - x : y);
}

static bool nr_uniform(struct call *c)
{
    return two_parameters(c, UNIFORM, true);
}

static bool nr_normal(struct call *c)
{
    return two_parameters(c, NORMAL, false);
}

static bool nr_exponential(struct call *c)
{
    struct shape s;
    double scale;
    return value_to_double(c->in, c->arg[1].value, &scale) &&
           read_size(c, c->arg[2].value, &s) && fill(c, &s, EXPONENTIAL, 0, scale);
}

/* --- drawing integers --- */

static bool integers(struct call *c, int64_t low, int64_t high, const struct shape *s,
                     enum dtype d, struct tensor *out)
{
    struct numpy_random *r = stream(c);
    struct tensor t;
    if (r == NULL) {
        return false;
    }
    if (!tensor_new(c->cx, &t, DTYPE_INT64, s->ndim, s->at)) {
        return numpy_failed(c);
    }
    int64_t *cells = tensor_data(&t);
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        cells[k] = numpy_random_integer(r, low, high);
    }
    bool ok = tensor_cast(c->cx, out, &t, d);
    tensor_release(&t);
    return ok || numpy_failed(c);
}

static bool nr_randint(struct call *c)
{
    int64_t low = 0, high;
    struct shape s;
    struct tensor t;
    enum dtype d = DTYPE_INT64;
    bool is_given, has_high = c->arg[2].value.type != VALUE_NONE;
    if (ndarray_is(c->in, c->arg[1].value) || list_is(c->arg[1].value) ||
        ndarray_is(c->in, c->arg[2].value) || list_is(c->arg[2].value)) {
        return raise_unsupported(c->in, "np.random.randint with arrays as bounds is not supported");
    }
    /* bounds are cut to integers, also floats */
    double bounds[2];
    if (!value_to_double(c->in, c->arg[1].value, &bounds[0]) ||
        (has_high && !value_to_double(c->in, c->arg[2].value, &bounds[1])) ||
        !read_size(c, c->arg[3].value, &s) || !numpy_dtype_take(c, 4, &d, &is_given)) {
        return false;
    }
    low = has_high ? (int64_t)bounds[0] : 0;
    high = has_high ? (int64_t)bounds[1] : (int64_t)bounds[0];
    if (low >= high) {
        return raise(c->in, EXCEPTION_ValueError, has_high ? "low >= high" : "high <= 0");
    }
    if (!integers(c, low, high, &s, d, &t)) {
        return false;
    }
    if (!s.scalar) {
        return numpy_give_array(c, &t);
    }
    bool ok = tensor_item(c->in, &t, &c->value); /* a Python int */
    tensor_release(&t);
    return ok;
}

/* --- orders --- */

/* 0 ... n - 1, shuffled. */
static int64_t *shuffled(struct call *c, struct numpy_random *r, int64_t n)
{
    int64_t *order = n < (int64_t)1 << 40 ? calloc((size_t)n + 1, sizeof *order) : NULL;
    if (order == NULL) {
        raise_memory(c->in);
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
                 const struct shape *s, struct value *out)
{
    struct tensor index;
    struct value where;
    if (!tensor_new(c->cx, &index, DTYPE_INT64, s->ndim, s->at)) {
        return numpy_failed(c);
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

static bool nr_permutation(struct call *c)
{
    struct numpy_random *r = stream(c);
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
    const struct shape s = {.ndim = 1, .at = {n}};
    if (ndarray_is(c->in, x)) {
        ok = pick(c, x, n, order, &s, &c->value);
    } else {
        ok = tensor_new(c->cx, &t, DTYPE_INT64, 1, &n) || numpy_failed(c);
        if (ok) {
            memcpy(tensor_data(&t), order, (size_t)n * sizeof *order);
            ok = numpy_give_array(c, &t);
        }
    }
    free(order);
    return ok;
}

static bool nr_shuffle(struct call *c)
{
    struct numpy_random *r = stream(c);
    struct value x = c->arg[1].value;
    c->value = value_none();
    if (r == NULL) {
        return false;
    }
    bool is_array = ndarray_is(c->in, x);
    if (!is_array && !list_is(x)) {
        return raise(c->in, EXCEPTION_TypeError, "'%s' object does not support item assignment",
                     value_type_name(x));
    }
    int64_t n = is_array ? tensor_object_of(x)->tensor.shape[0] : ((struct list *)x.o)->count;
    int64_t *order = shuffled(c, r, n);
    if (order == NULL) {
        return false;
    }
    bool ok = true;
    if (is_array) {
        struct value mixed;
        const struct shape s = {.ndim = 1, .at = {n}};
        ok = pick(c, x, n, order, &s, &mixed) &&
             (tensor_write(c->cx, &tensor_object_of(x)->tensor, &tensor_object_of(mixed)->tensor) ||
              numpy_failed(c));
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
    for (int64_t k = 0; k < n; k++) {
        if (p[k] < 0) {
            return raise(c->in, EXCEPTION_ValueError, "probabilities are not non-negative");
        }
        sum += p[k];
    }
    return isnan(sum) || fabs(sum - 1) > 1.4901161193847656e-08
               ? raise(c->in, EXCEPTION_ValueError, "probabilities do not sum to 1")
               : true;
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
static void draw_distinct(struct numpy_random *r, double *p, int64_t n, double *cdf,
                          int64_t count, int64_t *out)
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
    struct numpy_random *r = stream(c);
    if (r == NULL || !numpy_take(c, 4)) {
        return false;
    }
    const struct tensor *t = &c->arg[4].tensor;
    if (t->ndim != 1 || t->shape[0] != n) {
        return raise(c->in, EXCEPTION_ValueError,
                     t->ndim != 1 ? "'p' must be 1-dimensional" : "'a' and 'p' must have same size");
    }
    double *p = calloc((size_t)n * 2 + 1, sizeof *p);
    if (p == NULL) {
        return raise_memory(c->in);
    }
    int64_t possible = 0;
    for (int64_t k = 0; k < n; k++) {
        p[k] = tensor_double_at(t, tensor_place(t, k));
        possible += p[k] > 0;
    }
    bool ok = refuse_weights(c, p, n);
    if (ok && !replace && possible < count) {
        ok = raise(c->in, EXCEPTION_ValueError, "Fewer non-zero entries in p than size");
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
    struct numpy_random *r = stream(c);
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

static bool nr_choice(struct call *c)
{
    struct shape s;
    struct value a = c->arg[1].value;
    int64_t n, count = 1;
    bool replace = c->arg[3].i != 0, ok;
    bool of_range = a.type == VALUE_INT || numpy_number_is(c->in, a);
    bool of_list = list_is(a) || tuple_is(a);
    if (!read_size(c, c->arg[2].value, &s)) {
        return false;
    }
    if (of_range) {
        if (!value_to_int(c->in, a, &n)) {
            return false;
        }
    } else if (of_list) {
        n = ((const struct list *)a.o)->count;
    } else {
        if (!as_array(c, 1)) {
            return false;
        }
        a = c->arg[1].value;
        if (tensor_object_of(a)->tensor.ndim != 1) {
            return raise(c->in, EXCEPTION_ValueError, "a must be 1-dimensional");
        }
        n = tensor_object_of(a)->tensor.shape[0];
    }
    for (int k = 0; k < s.ndim; k++) {
        count *= s.at[k];
    }
    if (n <= 0) {
        return raise(c->in, EXCEPTION_ValueError,
                     of_range ? "a must be greater than 0 unless no samples are taken"
                              : "'a' cannot be empty unless no samples are taken");
    }
    if (!replace && count > n) {
        return raise(c->in, EXCEPTION_ValueError,
                     "Cannot take a larger sample than population when 'replace=False'");
    }
    int64_t *places = count < (int64_t)1 << 40 ? calloc((size_t)count + 1, sizeof *places) : NULL;
    if (places == NULL) {
        return raise_memory(c->in);
    }
    ok = c->arg[4].value.type != VALUE_NONE ? weighted(c, n, count, replace, places)
                                            : even(c, n, count, replace, places);
    if (ok && s.scalar && of_range) {
        c->value = value_int(places[0]);
    } else if (ok && s.scalar && of_list) { /* NumPy would turn the list into an array first */
        struct value item = ((const struct list *)a.o)->at[places[0]];
        struct tensor t, own;
        bool owned;
        c->value = item;
        if (value_is_number(item)) {
            ok = numpy_read(c->in, item, &t, &owned);
            own = t;
            ok = ok && numpy_wrap(c->in, &own, false, &c->value);
        }
    } else if (ok && of_range) {
        struct tensor t;
        ok = tensor_new(c->cx, &t, DTYPE_INT64, s.ndim, s.at) || numpy_failed(c);
        if (ok) {
            memcpy(tensor_data(&t), places, (size_t)count * sizeof *places);
            ok = numpy_give_array(c, &t);
        }
    } else if (ok) {
        ok = as_array(c, 1);
        a = c->arg[1].value;
        ok = ok && (s.scalar ? numpy_get_item(c->in, a, value_int(places[0]), &c->value)
                             : pick(c, a, count, places, &s, &c->value));
    }
    free(places);
    return ok;
}

/* --- seeds --- */

static bool seed_stream(struct interp *in, struct value seed, struct numpy_random *r)
{
    int64_t s = 0;
    if (seed.type != VALUE_NONE && seed.type != VALUE_NOT_IMPLEMENTED) {
        if (list_is(seed) || tuple_is(seed) || ndarray_is(in, seed)) {
            return raise_unsupported(in, "np.random.seed of an array is not supported");
        }
        if (!value_to_int(in, seed, &s)) {
            return false;
        }
        if (s < 0 || s > UINT32_MAX) {
            return raise(in, EXCEPTION_ValueError, "Seed must be between 0 and 2**32 - 1");
        }
    }
    numpy_random_seed(r, (uint32_t)s);
    return true;
}

static bool nr_seed(struct call *c)
{
    struct random_state *s = (struct random_state *)c->arg[0].value.o;
    struct value seed = c->arg[1].value;
    bool drew = c->torch->numpy_drew;
    struct numpy_random *r = stream(c);
    c->value = value_none();
    if (r == NULL || !seed_stream(c->in, seed, r)) {
        return false;
    }
    if (s->is_global) {
        c->torch->numpy_drew = drew;
        c->torch->numpy_seeded |= seed.type != VALUE_NONE;
    }
    return true;
}

static bool state_create(struct interp *in, struct class *class, const struct args *args,
                         struct value *out)
{
    struct value seed;
    if (!arguments_take(in, args, "RandomState(seed=None)", &seed)) {
        return false;
    }
    struct random_state *s = object_new(in, class);
    *out = value_object(s);
    return s != NULL && seed_stream(in, seed, &s->own);
}

static bool state_repr(struct interp *in, struct value self, struct buf *out)
{
    (void)in;
    buf_printf(out, "RandomState(MT19937) at 0x%llX", (unsigned long long)(uintptr_t)self.o);
    return true;
}

static const struct slots state_slots = {
    .size = sizeof(struct random_state), .create = state_create, .repr = state_repr};

static bool refuse_generator(struct interp *in, const struct args *args, struct value *out)
{
    (void)args;
    (void)out;
    return raise_unsupported(in, "np.random.%s draws from another generator (PCG64), which is not "
                                 "supported; np.random.seed and RandomState are",
                             in->calling->name);
}

bool numpy_random_init(struct interp *in)
{
    struct class *c = interp_class(in, "RandomState", "numpy.random.mtrand", NULL, &state_slots);
    torch_of(in)->types.numpy_random_state = c;
    return c != NULL && op_register(in, numpy_random_ops, IN_METHOD, NULL, c, "RandomState");
}

bool numpy_random_register(struct interp *in, struct dict *into)
{
    struct class *c = torch_of(in)->types.numpy_random_state;
    struct random_state *s = object_new(in, c);
    if (s == NULL || !interp_set(in, into, "_rand", value_object(s)) ||
        !interp_set(in, into, "RandomState", value_object(c)) ||
        !interp_function(in, into, "default_rng", refuse_generator, NULL, "numpy.random") ||
        !interp_function(in, into, "Generator", refuse_generator, NULL, "numpy.random") ||
        !interp_function(in, into, "PCG64", refuse_generator, NULL, "numpy.random")) {
        return false;
    }
    s->is_global = true;
    for (const struct op *row = numpy_random_ops; row->name != NULL; row++) {
        struct str *name = str_intern(in, row->name);
        struct value bound;
        if (name == NULL || !value_get_attribute(in, value_object(s), name, &bound) ||
            !interp_set(in, into, row->name, bound)) {
            return false;
        }
    }
    return true;
}
