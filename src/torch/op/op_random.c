/* Holds operations that draw random numbers: from a torch.Generator, or from the default stream. */
#include "tensor/random/random.h"
#include "tensor/random/random_normal.h"
#include "tensor/random/random_sample.h"
#include "torch/op/op_rows.h"

/* The options of RANDOM (generator, dtype, layout, device, pin_memory, requires_grad) from argument
 * `at` on; of FACTORY when there is no generator. */
static bool options(struct call *c, int at, bool has_generator, enum dtype fallback,
                    enum dtype *dtype, struct random **stream)
{
    *stream = generator_random(c->in, has_generator ? c->arg[at].value : value_none());
    return body_options(c, at + has_generator, fallback, dtype) && *stream != NULL;
}

/* Room of the sizes in argument k, or in the likeness of argument 0 when k < 0. */
static bool room(struct call *c, int k, enum dtype dtype)
{
    return body_one(c, k < 0
                           ? tensor_new_like(c->cx, &c->out[0], A(c), dtype)
                           : tensor_new(c->cx, &c->out[0], dtype, c->arg[k].count, c->arg[k].ints));
}

/* --- fresh tensors --- */

static bool even(struct call *c, int sizes, int at, bool has_generator, enum dtype fallback)
{
    enum dtype dtype;
    struct random *r;
    return options(c, at, has_generator, fallback, &dtype, &r) && room(c, sizes, dtype) &&
           random_uniform(c->cx, r, &c->out[0], 0, 1);
}

OP_IS(op_rand, even(c, 0, 1, true, c->torch->default_dtype))
OP_IS(op_rand_like, even(c, -1, 1, false, A(c)->dtype))

static bool bell(struct call *c, int sizes, int at, bool has_generator, enum dtype fallback,
                 double mean, double std)
{
    enum dtype dtype;
    struct random *r;
    return options(c, at, has_generator, fallback, &dtype, &r) && room(c, sizes, dtype) &&
           random_normal(c->cx, r, &c->out[0], mean, std);
}

OP_IS(op_randn, bell(c, 0, 1, true, c->torch->default_dtype, 0, 1))
OP_IS(op_randn_like, bell(c, -1, 1, false, A(c)->dtype, 0, 1))
OP_IS(op_normal_size, bell(c, 2, 3, true, c->torch->default_dtype, c->arg[0].f, c->arg[1].f))

/* randint, and its relatives: integers of [low, high). */
static bool whole(struct call *c, int sizes, int at, bool has_generator, int64_t low, int64_t high)
{
    enum dtype dtype;
    struct random *r;
    if (low >= high) {
        return body_refuse(
            c, "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
            (long long)low, (long long)high);
    }
    return options(c, at, has_generator, sizes < 0 ? A(c)->dtype : DTYPE_INT64, &dtype, &r) &&
           room(c, sizes, dtype) && random_integers(c->cx, r, &c->out[0], low, high);
}

OP_IS(op_randint_high, whole(c, 1, 2, true, 0, c->arg[0].i))
OP_IS(op_randint, whole(c, 2, 3, true, c->arg[0].i, c->arg[1].i))
OP_IS(op_randint_like_high, whole(c, -1, 2, false, 0, c->arg[1].i))
OP_IS(op_randint_like, whole(c, -1, 3, false, c->arg[1].i, c->arg[2].i))

bool op_randperm(struct call *c)
{
    enum dtype dtype;
    struct random *r;
    scoped_tensor order = {0};
    return options(c, 1, true, DTYPE_INT64, &dtype, &r) &&
           random_permutation(c->cx, r, &order, c->arg[0].i) &&
           body_one(c, tensor_cast(c->cx, &c->out[0], &order, dtype));
}

/* --- distributions with tensors as parameters --- */

/* normal(mean, std): standard normal numbers, times std, plus mean, as PyTorch does it. */
bool op_normal_tensors(struct call *c)
{
    struct chain k = {.c = c};
    struct random *r = generator_random(c->in, c->arg[2].value);
    const struct tensor *mean = &c->arg[0].tensor, *std = &c->arg[1].tensor;
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS];
    if (r == NULL) {
        return false;
    }
    for (int64_t j = 0, n = tensor_numel(std); j < n; j++) {
        double s = tensor_cell(std, j);
        if (s < 0 && c->arg[1].object == NULL) {
            return body_refuse(c, "normal expects std >= 0.0, but found std %g", s);
        }
        if (s < 0) {
            return body_refuse(c, "normal expects all elements of std >= 0.0");
        }
    }
    enum dtype dtype = c->arg[0].object != NULL ? mean->dtype : std->dtype;
    if (!tensor_broadcast(c->cx, mean, std, &ndim, shape)) {
        return false;
    }
    const struct tensor *drawn =
        chain_made(&k, tensor_new(c->cx, chain_room(&k), dtype, ndim, shape));
    if (drawn != NULL && !random_normal(c->cx, r, drawn, 0, 1)) {
        drawn = NULL;
    }
    const struct tensor *wide = chain_binary(&k, BINARY_MUL, drawn, std);
    return chain_end(&k, chain_binary(&k, BINARY_ADD, wide, mean));
}

bool op_bernoulli(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[1].value);
    return r != NULL && body_one(c, random_bernoulli_tensor(c->cx, r, &c->out[0], A(c)));
}

bool op_bernoulli_p(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[2].value);
    return r != NULL && room(c, -1, A(c)->dtype) &&
           random_bernoulli(c->cx, r, &c->out[0], c->arg[1].f);
}

bool op_multinomial(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[3].value);
    return r != NULL && body_one(c, random_multinomial(c->cx, r, &c->out[0], A(c), c->arg[1].i,
                                                       c->arg[2].i != 0));
}

/* --- in place: the body writes the tensor itself --- */

bool op_normal_fill(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[3].value);
    return r != NULL && random_normal(c->cx, r, A(c), c->arg[1].f, c->arg[2].f);
}

bool op_uniform_fill(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[3].value);
    return r != NULL && random_uniform(c->cx, r, A(c), c->arg[1].f, c->arg[2].f);
}

bool op_exponential_fill(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[2].value);
    return r != NULL && random_exponential(c->cx, r, A(c), c->arg[1].f);
}

bool op_bernoulli_fill(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[2].value);
    return r != NULL && random_bernoulli(c->cx, r, A(c), c->arg[1].f);
}

/* The largest integer that every smaller one can be told from in this dtype. */
static int64_t limit(enum dtype dtype)
{
    switch (dtype) {
    case DTYPE_BOOL:
        return 1;
    case DTYPE_UINT8:
        return 255;
    case DTYPE_INT8:
        return INT8_MAX;
    case DTYPE_INT16:
        return INT16_MAX;
    case DTYPE_FLOAT16:
        return 1 << 11;
    case DTYPE_BFLOAT16:
        return 1 << 8;
    case DTYPE_INT32:
        return INT32_MAX;
    case DTYPE_FLOAT32:
        return (int64_t)1 << 24;
    case DTYPE_FLOAT64:
        return (int64_t)1 << 53;
    default:
        return INT64_MAX;
    }
}

bool op_random_fill_to(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[2].value);
    return r != NULL && random_integers(c->cx, r, A(c), 0, c->arg[1].i);
}

bool op_random_fill(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[3].value);
    int64_t low = c->arg[1].i;
    return r != NULL &&
           (c->arg[2].none ? random_integers_through(c->cx, r, A(c), low, limit(A(c)->dtype))
                           : random_integers(c->cx, r, A(c), low, c->arg[2].i));
}

bool op_random_fill_any(struct call *c)
{
    struct random *r = generator_random(c->in, c->arg[1].value);
    return r != NULL && random_integers_through(c->cx, r, A(c), 0, limit(A(c)->dtype));
}

/* --- dropout --- */

bool op_dropout(struct call *c)
{
    double p = c->arg[1].f;
    bool functional = (c->op->where & IN_FUNCTIONAL) != 0;
    if (!(p >= 0 && p <= 1)) {
        scoped_buf text = {.budget = c->in->memory};
        if (!value_str(c->in, c->arg[1].value, &text)) {
            return false;
        }
        error_set(c->cx->err, functional ? ERROR_VALUE : ERROR_RUNTIME,
                  "dropout probability has to be between 0 and 1, but got %s", buf_text(&text));
        return false;
    }
    if (c->arg[2].i == 0 || p == 0 || tensor_numel(A(c)) == 0) {
        return body_same(c);
    }
    c->in_place = functional && c->arg[3].i != 0;
    struct random *r = generator_random(c->in, value_none());
    if (r == NULL || !(c->torch->grad_enabled && tensor_asks(c->arg[0].object))) {
        return r != NULL && body_one(c, random_dropout(c->cx, r, &c->out[0], A(c), p));
    }
    struct tensor one, ones; /* what it multiplies with is needed again: the dropout of ones */
    if (!tensor_from_double(c->cx, &one, A(c)->dtype, 1.0, false)) {
        return false;
    }
    bool ok = tensor_new_like(c->cx, &ones, A(c), A(c)->dtype);
    if (ok) {
        ok = tensor_write(c->cx, &ones, &one) && random_dropout(c->cx, r, &c->kept, &ones, p);
        tensor_release(&ones);
    }
    tensor_release(&one);
    return ok && body_one(c, elementwise_binary(c->cx, BINARY_MUL, &c->out[0], A(c), &c->kept));
}
