/* Makes numpy.random.Generator, which draws from a stream of its own (tensor/random/random_pcg.h).
 * The class that code sees is one of the prelude (numpy.random.py), which adds what is composed of
 * these. */
#include "numpy/numpy_generator.h"

#include "lang/run/native.h"
#include "numpy/numpy_draw.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_random.h"
#include "numpy/numpy_value.h"
#include "tensor/random/random_pcg.h"

struct generator {
    struct object object;
    struct pcg64 stream;
};

struct pcg64 *generator_stream(struct interp *in, struct value self)
{
    if (!value_isinstance(in, self, torch_of(in)->types.numpy_generator)) {
        raise_exception(in, EXCEPTION_TypeError, "a Generator is needed");
        return NULL;
    }
    return &((struct generator *)self.o)->stream;
}

static bool ng_integers(struct call *c)
{
    struct pcg64 *r = generator_stream(c->in, c->arg[0].value);
    bool has_high = c->arg[2].value.type != VALUE_NONE, is_given;
    enum dtype d = DTYPE_INT64;
    struct random_shape s;
    struct tensor cast;
    scoped_tensor t = {0};
    double bounds[2];
    if (r == NULL || !value_to_double(c->in, c->arg[1].value, &bounds[0]) ||
        (has_high && !value_to_double(c->in, c->arg[2].value, &bounds[1])) ||
        !random_size(c, c->arg[3].value, &s) || !numpy_dtype_take(c, 4, &d, &is_given)) {
        return false;
    }
    if (d != DTYPE_INT64 && d != DTYPE_INT32) {
        return raise_unsupported(c->in, "Generator.integers of this dtype is not supported");
    }
    double first = has_high ? bounds[0] : 0, last = bounds[has_high ? 1 : 0];
    double most = d == DTYPE_INT32 ? 0x1p31 : 0x1p63;
    if (!(first >= -most && first < most) || !(last >= -most && last <= most)) {
        return numpy_refuse(c, "%s is out of bounds for %s",
                            last >= -most && last <= most ? "low" : "high", dtype_name(d));
    }
    int64_t low = (int64_t)first;
    int64_t high = last >= 0x1p63 ? INT64_MAX : (int64_t)last;
    if (c->arg[5].i == 0 && last < 0x1p63) {
        if (high <= low) {
            return numpy_refuse(c, "low >= high");
        }
        high--;
    }
    if (low > high) {
        return numpy_refuse(c, c->arg[5].i != 0 ? "low > high" : "low >= high");
    }
    if (!tensor_new(c->cx, &t, DTYPE_INT64, s.ndim, s.at)) {
        return false;
    }
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        uint64_t width = (uint64_t)high - (uint64_t)low;
        tensor_set_int(&t, k, (int64_t)((uint64_t)low + pcg64_interval(r, width)));
    }
    bool ok = tensor_cast(c->cx, &cast, &t, d);
    return ok && (s.scalar ? numpy_give(c, &cast) : numpy_give_array(c, &cast));
}

static const struct op generator_ops[] = {
#define OP(id, ...) OP_ROW(ng_##id, #id, 0, __VA_ARGS__),
#define BY(function, law, id, ...) OP_ROW(nr_##function, #id, law, __VA_ARGS__),
#include "numpy/numpy_generator.def"
#undef OP
#undef BY
    {0},
};

enum { MOST_WORDS = 256 };

/* _Generator(words): the seed in 32-bit words, the lowest first; or a PCG64, which has them. */
static bool create(struct interp *in, struct class *class, const struct args *args,
                   struct value *out)
{
    uint32_t words[MOST_WORDS];
    struct value from = args->count > 0 ? args->at[0] : value_none();
    bool found = false;
    if (args->count > 0 && !list_is(from)) {
        struct str *name = str_intern(in, "_words");
        if (name == NULL || !value_find_attribute(in, from, name, &from, &found)) {
            return false;
        }
    }
    if (!list_is(from)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "a Generator is made by np.random.default_rng(seed)");
    }
    const struct list *l = (const struct list *)from.o;
    if (l->count > MOST_WORDS) {
        return raise_unsupported(in, "seeds of more than %d words are not supported", MOST_WORDS);
    }
    for (int64_t k = 0; k < l->count; k++) {
        int64_t word;
        if (!value_to_int(in, l->at[k], &word)) {
            return false;
        }
        words[k] = (uint32_t)word;
    }
    struct generator *g = object_new(in, class);
    *out = value_object(g);
    if (g != NULL) {
        pcg64_seed(&g->stream, words, (size_t)l->count);
    }
    return g != NULL;
}

static bool repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "Generator(PCG64) at 0x%llX", (unsigned long long)(uintptr_t)self.o);
    return true;
}

static bool str(struct interp *in, struct value self, struct buf *out)
{
    buf_puts(out, "Generator(PCG64)");
    return true;
}

static const struct slots slots = {
    .size = sizeof(struct generator), .create = create, .repr = repr, .str = str};

/* _interval(max), _masked(max): evenly from 0 ... max, for choices and for orders. */
static bool interval(struct interp *in, const struct args *args, struct value *out)
{
    int64_t max;
    bool masked = *(const bool *)native_data(in);
    if (!arguments_method(in, args, torch_of(in)->types.numpy_generator, 1, 1) ||
        !value_to_int(in, args->at[1], &max)) {
        return false;
    }
    struct pcg64 *r = &((struct generator *)args->at[0].o)->stream;
    *out = value_int(
        (int64_t)(masked ? pcg64_masked(r, (uint64_t)max) : pcg64_interval(r, (uint64_t)max)));
    return true;
}

/* _unseeded(): a Generator without a seed has been asked for. */
static bool unseeded(struct interp *in, const struct args *args, struct value *out)
{
    torch_of(in)->numpy_drew |= !torch_of(in)->numpy_seeded;
    *out = value_none();
    return true;
}

bool numpy_generator_init(struct interp *in)
{
    static const bool no = false, yes = true;
    static const struct native_row methods[] = {{"_interval", interval, &no, NULL},
                                                {"_masked", interval, &yes, NULL}};
    struct class *c = interp_class(in, "Generator", "numpy.random._generator", NULL, &slots);
    torch_of(in)->types.numpy_generator = c;
    return c != NULL && native_methods(in, c, methods, NATIVE_COUNT(methods)) &&
           op_register(in, generator_ops, IN_METHOD, NULL, c, "Generator");
}

bool numpy_generator_register(struct interp *in, struct dict *into)
{
    return interp_set(in, into, "_Generator", value_object(torch_of(in)->types.numpy_generator)) &&
           interp_function(in, into, "_unseeded", unseeded, NULL, "numpy.random");
}
