/* Makes torch.Generator and the default stream of random numbers: manual_seed and its relatives.
 * The drawing itself is tensor/random/random.c. */
#include "torch/module.h"

#include "lang/object/bigint.h"
#include "lang/run/native.h"

struct generator {
    struct object object;
    struct random own;
    bool is_default; /* stands for struct torch's */
};

static struct random *stream(struct interp *in, struct generator *g)
{
    return g->is_default ? &torch_of(in)->random : &g->own;
}

struct random *generator_random(struct interp *in, struct value generator)
{
    struct torch *torch = torch_of(in);
    if (generator.type == VALUE_NONE || generator.type == VALUE_NOT_IMPLEMENTED) {
        torch->drew |= !torch->seeded;
        return &torch->random;
    }
    if (!value_isinstance(in, generator, torch->types.generator)) {
        raise_exception(in, EXCEPTION_TypeError,
                        "argument 'generator' must be torch._C.Generator, not %s",
                        value_type_name(generator));
        return NULL;
    }
    struct generator *g = (struct generator *)generator.o;
    if (g->is_default) {
        torch->drew |= !torch->seeded;
    }
    return stream(in, g);
}

/* A seed as int(seed); negative ones count from 2**64 down. */
static bool read_seed(struct interp *in, struct value v, uint64_t *out)
{
    struct value whole;
    const struct args args = {.at = &v, .count = 1};
    return value_call(in, value_object(in->types.integer), &args, &whole) &&
           (bigint_word(whole, out) || bigint_refuse(in));
}

/* --- the state as bytes, laid out as PyTorch does --- */

#define STATE_BYTES 5056

struct state { /* of PyTorch's old generator, 5048 bytes, then the float cache */
    uint64_t seed;
    int32_t left, seeded;
    uint64_t next;
    uint64_t words[624];
    double normal_x, normal_y, normal_rho;
    int32_t normal_is_valid, padding;
    float float_normal;
    int32_t float_normal_is_valid;
};

static bool get_state(struct interp *in, struct random *r, struct value *out)
{
    struct torch *torch = torch_of(in);
    const int64_t size = STATE_BYTES;
    struct tensor t;
    struct state s = {.seed = r->seed, .seeded = 1, .normal_rho = 0};
    s.next = r->mt.next == 624 ? 0 : (uint64_t)r->mt.next;
    s.left = r->mt.next == 624 ? 1 : 625 - r->mt.next;
    for (int k = 0; k < 624; k++) {
        s.words[k] = r->mt.state[k];
    }
    s.normal_is_valid = r->has_normal;
    s.normal_y = r->has_normal ? r->normal : 0;
    if (!tensor_zeros(&torch->compute, &t, DTYPE_UINT8, 1, &size)) {
        return raise_error(in);
    }
    memcpy(tensor_data(&t), &s, sizeof s);
    *out = value_object(tensor_object_new(in, torch->types.tensor, &t));
    return out->type == VALUE_OBJECT;
}

static bool set_state(struct interp *in, struct random *r, struct value v)
{
    struct state s;
    if (!tensor_object_is(in, v) || tensor_object_of(v)->tensor.dtype != DTYPE_UINT8) {
        return raise_exception(in, EXCEPTION_TypeError, "RNG state must be a torch.ByteTensor");
    }
    const struct tensor *t = &tensor_object_of(v)->tensor;
    if (tensor_numel(t) != STATE_BYTES || !tensor_is_contiguous(t)) {
        return raise_exception(in, EXCEPTION_RuntimeError, "RNG state is wrong size");
    }
    memcpy(&s, tensor_data(t), sizeof s);
    if (s.next > 623 || s.left < 1 || s.left > 624) {
        return raise_exception(in, EXCEPTION_RuntimeError, "RNG state is not valid");
    }
    r->seed = s.seed;
    r->mt.next = s.left == 1 ? 624 : (int)s.next;
    for (int k = 0; k < 624; k++) {
        r->mt.state[k] = (uint32_t)s.words[k];
    }
    r->has_normal = s.normal_is_valid != 0;
    r->normal = s.normal_y;
    return true;
}

/* --- methods; the functions of the module are the same on the default generator --- */

static struct generator *generator_self(struct interp *in, const struct args *args, int most)
{
    if (!arguments_method(in, args, torch_of(in)->types.generator, most, most)) {
        return NULL;
    }
    return (struct generator *)args->at[0].o;
}

static void mark_seeded(struct interp *in, const struct generator *g)
{
    if (g->is_default) {
        torch_of(in)->seeded = true;
    }
}

static bool method_manual_seed(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    uint64_t seed;
    if (!arguments_take(in, args, "manual_seed(self, seed)", at) ||
        !value_isinstance(in, at[0], torch_of(in)->types.generator)) {
        return in->exception.type == VALUE_OBJECT
                   ? false
                   : raise_exception(in, EXCEPTION_TypeError, "manual_seed() needs a Generator");
    }
    struct generator *g = (struct generator *)at[0].o;
    if (!read_seed(in, at[1], &seed)) {
        return false;
    }
    random_seed(stream(in, g), seed);
    mark_seeded(in, g);
    *out = at[0];
    return true;
}

static bool method_initial_seed(struct interp *in, const struct args *args, struct value *out)
{
    struct generator *g = generator_self(in, args, 0);
    return g != NULL && bigint_unsigned(in, stream(in, g)->seed, out);
}

/* PyTorch takes a seed from the system here. A run of qkv always repeats, so the next seed comes
 * from the stream itself. */
static bool method_seed(struct interp *in, const struct args *args, struct value *out)
{
    struct generator *g = generator_self(in, args, 0);
    if (g == NULL) {
        return false;
    }
    struct random *r = stream(in, g);
    uint64_t high = random_u32(r) & 0x1fffff;
    uint64_t seed = high << 32 | random_u32(r);
    if (g->is_default) {
        torch_of(in)->drew |= !torch_of(in)->seeded;
    }
    random_seed(r, seed);
    return bigint_unsigned(in, seed, out);
}

static bool method_get_state(struct interp *in, const struct args *args, struct value *out)
{
    struct generator *g = generator_self(in, args, 0);
    return g != NULL && get_state(in, stream(in, g), out);
}

static bool method_set_state(struct interp *in, const struct args *args, struct value *out)
{
    struct generator *g = generator_self(in, args, 1);
    *out = g != NULL ? args->at[0] : value_none();
    return g != NULL && set_state(in, stream(in, g), args->at[1]);
}

static bool generator_create(struct interp *in, struct class *class, const struct args *args,
                             struct value *out)
{
    struct value device;
    if (!arguments_take(in, args, "Generator(device=None)", &device) || !device_check(in, device)) {
        return false;
    }
    struct generator *g = object_new(in, class);
    *out = value_object(g);
    if (g != NULL) {
        random_seed(&g->own, 67280421310721u); /* PyTorch's default_rng_seed_val */
    }
    return g != NULL;
}

static bool generator_get(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found)
{
    *found = strcmp(name->text, "device") == 0;
    return !*found || device_new(in, "cpu", out);
}

static const struct slots generator_slots = {
    .size = sizeof(struct generator), .create = generator_create, .get = generator_get};

static const struct native_row methods[] = {
    {"manual_seed", method_manual_seed, NULL, NULL},
    {"initial_seed", method_initial_seed, NULL, NULL},
    {"seed", method_seed, NULL, NULL},
    {"get_state", method_get_state, NULL, NULL},
    {"set_state", method_set_state, NULL, NULL},
};

bool generator_init(struct interp *in)
{
    struct class *c = interp_class(in, "Generator", "torch._C", NULL, &generator_slots);
    torch_of(in)->types.generator = c;
    if (c == NULL) {
        return false;
    }
    c->said = "torch._C.Generator";
    return native_methods(in, c, methods, NATIVE_COUNT(methods));
}

/* --- functions of the module: bound methods of torch.default_generator --- */

static const struct {
    const char *function, *method;
} functions[] = {
    {"manual_seed", "manual_seed"},
    {"initial_seed", "initial_seed"},
    {"seed", "seed"},
    {"get_rng_state", "get_state"},
};

/* torch.set_rng_state(state) gives None, the method gives the generator. */
static bool set_rng_state(struct interp *in, const struct args *args, struct value *out)
{
    struct value state;
    *out = value_none();
    return arguments_take(in, args, "set_rng_state(new_state)", &state) &&
           set_state(in, &torch_of(in)->random, state);
}

bool generator_register(struct interp *in, struct dict *into)
{
    struct class *c = torch_of(in)->types.generator;
    struct generator *g = object_new(in, c);
    if (g == NULL || !interp_set(in, into, "default_generator", value_object(g)) ||
        !interp_set(in, into, "Generator", value_object(c))) {
        return false;
    }
    g->is_default = true;
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        struct str *name = str_intern(in, functions[k].method);
        struct value bound;
        if (name == NULL || !value_get_attribute(in, value_object(g), name, &bound) ||
            !interp_set(in, into, functions[k].function, bound)) {
            return false;
        }
    }
    return interp_function(in, into, "set_rng_state", set_rng_state, NULL, "torch");
}
