/* Draws from numpy.random's old streams: RandomState, and the functions of the module, which are
 * the methods of one that stands for np.random. The new generator: numpy_generator.c. */
#include "numpy/numpy_random.h"
#include "numpy/numpy_draw.h"

#include "lang/run/native.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_value.h"
#include "tensor/random/random_numpy.h"
#include "torch/tensor_value.h"

const struct op numpy_random_ops[] = {
#define OP(id, ...) OP_ROW(nr_##id, #id, 0, __VA_ARGS__),
#define BY(function, law, id, ...) OP_ROW(nr_##function, #id, law, __VA_ARGS__),
#include "numpy/numpy_random.def"
#undef OP
#undef BY
    {0},
};

struct numpy_random *random_stream(struct call *c)
{
    struct random_state *s = (struct random_state *)c->arg[0].value.o;
    if (!value_isinstance(c->in, c->arg[0].value, c->torch->types.numpy_random_state)) {
        raise_exception(c->in, EXCEPTION_TypeError, "%s() needs a RandomState", c->op->name);
        return NULL;
    }
    if (s->is_global) {
        c->torch->numpy_drew |= !c->torch->numpy_seeded;
        return &c->torch->numpy_random;
    }
    return &s->own;
}

/* --- sizes --- */

bool random_size(struct call *c, struct value v, struct random_shape *s)
{
    *s = (struct random_shape){.scalar = v.type == VALUE_NONE};
    bool listed = list_is(v) || tuple_is(v);
    if (s->scalar) {
        return true;
    }
    const struct list *l = listed ? (const struct list *)v.o : NULL;
    for (int64_t k = 0; k < (listed ? l->count : 1); k++) {
        if (s->ndim == TENSOR_MAX_DIMS) {
            return numpy_refuse(c, "maximum supported dimension is %d", TENSOR_MAX_DIMS);
        }
        if (!value_to_int(c->in, listed ? l->at[k] : v, &s->at[s->ndim])) {
            return false;
        }
        if (s->at[s->ndim++] < 0) {
            return numpy_refuse(c, "negative dimensions are not allowed");
        }
    }
    return true;
}

/* --- drawing integers --- */

static bool integers(struct call *c, int64_t low, int64_t high, const struct random_shape *s,
                     enum dtype d, struct tensor *out)
{
    struct numpy_random *r = random_stream(c);
    scoped_tensor t = {0};
    if (r == NULL) {
        return false;
    }
    if (!tensor_new(c->cx, &t, DTYPE_INT64, s->ndim, s->at)) {
        return false;
    }
    int64_t *cells = tensor_data(&t);
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        cells[k] = numpy_random_integer(r, low, high);
    }
    return tensor_cast(c->cx, out, &t, d);
}

bool nr_randint(struct call *c)
{
    int64_t low = 0, high;
    struct random_shape s;
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
        !random_size(c, c->arg[3].value, &s) || !numpy_dtype_take(c, 4, &d, &is_given)) {
        return false;
    }
    low = has_high ? (int64_t)bounds[0] : 0;
    high = has_high ? (int64_t)bounds[1] : (int64_t)bounds[0];
    if (low >= high) {
        return numpy_refuse(c, has_high ? "low >= high" : "high <= 0");
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
            return raise_exception(in, EXCEPTION_ValueError,
                                   "Seed must be between 0 and 2**32 - 1");
        }
    }
    numpy_random_seed(r, (uint32_t)s);
    return true;
}

bool nr_seed(struct call *c)
{
    struct random_state *s = (struct random_state *)c->arg[0].value.o;
    struct value seed = c->arg[1].value;
    bool drew = c->torch->numpy_drew;
    struct numpy_random *r = random_stream(c);
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

/* --- where the stream stands: ("MT19937", 624 numbers, the next of them, a second normal number)
 * --- */

enum { KEYS = 624 };

bool nr_get_state(struct call *c)
{
    struct numpy_random *r = random_stream(c);
    struct tensor t;
    struct value at[5] = {value_object(str_intern(c->in, "MT19937"))};
    if (r == NULL || at[0].o == NULL) {
        return false;
    }
    if (c->arg[1].i == 0) {
        return raise_unsupported(c->in, "get_state(legacy=False) is not supported");
    }
    if (!tensor_new(c->cx, &t, DTYPE_INT64, 1, &(int64_t){KEYS})) {
        return false;
    }
    int64_t *keys = tensor_data(&t);
    for (int k = 0; k < KEYS; k++) {
        keys[k] = r->mt.state[k];
    }
    if (!numpy_wrap(c->in, &t, true, &at[1])) {
        return false;
    }
    at[2] = value_int(r->mt.next);
    at[3] = value_int(r->has_gauss);
    at[4] = value_float(r->has_gauss ? r->gauss : 0.0);
    struct list *state = tuple_new(c->in, 5, at);
    c->value = value_object(state);
    return state != NULL;
}

static bool read_keys(struct call *c, struct value v, struct mt19937 *mt)
{
    struct tensor t;
    bool owned;
    if (!numpy_read(c->in, v, &t, &owned)) {
        return false;
    }
    bool fits = t.ndim == 1 && t.shape[0] == KEYS && !dtype_is_float(t.dtype);
    for (int k = 0; fits && k < KEYS; k++) {
        mt->state[k] = (uint32_t)tensor_int_at(&t, tensor_place(&t, k));
    }
    if (owned) {
        tensor_release(&t);
    }
    return fits || numpy_refuse(c, "state must be 624 integers");
}

bool nr_set_state(struct call *c)
{
    const struct random_state *s = (const struct random_state *)c->arg[0].value.o;
    struct value v = c->arg[1].value;
    struct numpy_random *r = random_stream(c), made = {.has_gauss = false};
    const struct list *l = list_is(v) || tuple_is(v) ? (const struct list *)v.o : NULL;
    int64_t next, has_gauss = 0;
    c->value = value_none();
    if (r == NULL) {
        return false;
    }
    if (l == NULL) {
        return raise_exception(c->in, EXCEPTION_TypeError, "state must be a dict or a tuple.");
    }
    if (l->count < 3 || !str_is(l->at[0]) || strcmp(str_text(l->at[0]), "MT19937") != 0) {
        return numpy_refuse(c, "set_state can only be used with legacy MT19937state instances.");
    }
    if (!read_keys(c, l->at[1], &made.mt) || !value_to_int(c->in, l->at[2], &next) ||
        (l->count > 4 && (!value_to_int(c->in, l->at[3], &has_gauss) ||
                          !value_to_double(c->in, l->at[4], &made.gauss)))) {
        return false;
    }
    made.mt.next = next < 0 || next > KEYS ? KEYS : (int)next;
    made.has_gauss = has_gauss != 0;
    *r = made;
    c->torch->numpy_seeded |= s->is_global;
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
    buf_printf(out, "RandomState(MT19937) at 0x%llX", (unsigned long long)(uintptr_t)self.o);
    return true;
}

static const struct slots state_slots = {
    .size = sizeof(struct random_state), .create = state_create, .repr = state_repr};

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
        !numpy_generator_register(in, into)) {
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
