/* Draws floats for RandomState and for Generator: the same sizes, types and parameters, from two
 * streams. */
#include "numpy/numpy_draw.h"
#include "base/fmath.h"
#include "numpy/numpy_dtype.h"
#include "numpy/numpy_generator.h"
#include "numpy/numpy_math.h"
#include "numpy/numpy_random.h"
#include "numpy/numpy_value.h"
#include "tensor/random/random_numpy.h"
#include "tensor/random/random_pcg.h"

/* The stream of argument 0: one of the two. */
struct stream {
    struct numpy_random *state;
    struct pcg64 *generator;
};

static bool stream_of(struct call *c, struct stream *s)
{
    bool is_new = value_isinstance(c->in, c->arg[0].value, c->torch->types.numpy_generator);
    s->generator = is_new ? generator_stream(c->in, c->arg[0].value) : NULL;
    s->state = is_new ? NULL : random_stream(c);
    return s->generator != NULL || s->state != NULL;
}

static double draw(const struct stream *s, enum random_law law, enum dtype d)
{
    if (law == NORMAL) {
        return s->state != NULL ? numpy_random_gauss(s->state) : pcg64_gauss(s->generator);
    }
    if (law == EXPONENTIAL) {
        return s->state != NULL ? -fmath_log(1.0 - numpy_random_double(s->state))
                                : pcg64_exponential(s->generator);
    }
    if (d == DTYPE_FLOAT32) {
        return (double)(pcg64_next_half(s->generator) >> 8) * (1.0 / 16777216.0);
    }
    return s->state != NULL ? numpy_random_double(s->state) : pcg64_double(s->generator);
}

/* base + factor * draw in every cell; a Python float without a size. */
static bool fill(struct call *c, const struct random_shape *s, double base, double factor,
                 enum dtype d)
{
    enum random_law law = (enum random_law)c->op->with;
    struct stream from;
    struct tensor t;
    if (!stream_of(c, &from)) {
        return false;
    }
    if (s->scalar && d == DTYPE_FLOAT64) {
        c->value = value_float(base + factor * draw(&from, law, d));
        return true;
    }
    if (!tensor_new(c->cx, &t, d, s->ndim, s->at)) {
        return false;
    }
    double *cells = d == DTYPE_FLOAT64 ? tensor_data(&t) : NULL;
    bool at_once = cells != NULL && from.state != NULL && law == EVENLY;
    int64_t n = tensor_numel(&t);
    if (at_once) {
        numpy_random_doubles(from.state, cells, n);
    }
    for (int64_t k = 0; cells != NULL && k < n; k++) {
        cells[k] = base + factor * (at_once ? cells[k] : draw(&from, law, d));
    }
    for (int64_t k = 0; cells == NULL && k < n; k++) {
        tensor_set_double(&t, k, base + factor * draw(&from, law, d));
    }
    return s->scalar ? numpy_give(c, &t) : numpy_give_array(c, &t);
}

/* rand(2, 3): the sizes as arguments, none = one number. */
bool nr_dims(struct call *c)
{
    const struct argument *a = &c->arg[1];
    struct random_shape s = {.scalar = a->count == 0, .ndim = a->count};
    for (int k = 0; k < a->count && k < TENSOR_MAX_DIMS; k++) {
        s.at[k] = a->ints[k];
    }
    return fill(c, &s, 0, 1, DTYPE_FLOAT64);
}

/* self, size, and dtype where the row has it */
bool nr_sized(struct call *c)
{
    struct random_shape s;
    enum dtype d = DTYPE_FLOAT64;
    bool is_given;
    if (c->arg_count > 2 && !numpy_dtype_take(c, 2, &d, &is_given)) {
        return false;
    }
    if (d != DTYPE_FLOAT64 && (d != DTYPE_FLOAT32 || c->op->with != EVENLY)) {
        return raise_unsupported(c->in, "Generator.%s of this dtype is not supported", c->op->name);
    }
    return random_size(c, c->arg[1].value, &s) && fill(c, &s, 0, 1, d);
}

/* self, scale, size */
bool nr_scaled(struct call *c)
{
    struct random_shape s;
    double scale;
    return value_to_double(c->in, c->arg[1].value, &scale) && random_size(c, c->arg[2].value, &s) &&
           fill(c, &s, 0, scale, DTYPE_FLOAT64);
}

/* *out = a draw for each cell of size, or of the shape that both parameters broadcast to. */
static bool draw_cells(struct call *c, struct random_shape *s, struct tensor *out)
{
    struct stream from;
    struct tensor sum;
    if (!stream_of(c, &from)) {
        return false;
    }
    if (s->scalar) {
        if (!numpy_binary(c->in, BINARY_ADD, &c->arg[1].tensor, &c->arg[2].tensor, &sum)) {
            return false;
        }
        s->ndim = sum.ndim;
        memcpy(s->at, sum.shape, sizeof sum.shape);
        tensor_release(&sum);
    }
    if (!tensor_new(c->cx, out, DTYPE_FLOAT64, s->ndim, s->at)) {
        return false;
    }
    for (int64_t k = 0; k < tensor_numel(out); k++) {
        tensor_set_double(out, k, draw(&from, (enum random_law)c->op->with, DTYPE_FLOAT64));
    }
    return true;
}

/* Parameters that are arrays. */
static bool fill_cells(struct call *c, struct random_shape *s, bool ends)
{
    const struct tensor *a = &c->arg[1].tensor, *b = &c->arg[2].tensor;
    struct tensor t;
    scoped_tensor range = {0}, noise = {0}, scaled = {0};
    bool ok = numpy_widen(c, 1, DTYPE_FLOAT64) && numpy_widen(c, 2, DTYPE_FLOAT64) &&
              numpy_binary(c->in, BINARY_SUB, b, a, &range) && draw_cells(c, s, &noise) &&
              numpy_binary(c->in, BINARY_MUL, &noise, ends ? &range : b, &scaled) &&
              numpy_binary(c->in, BINARY_ADD, a, &scaled, &t);
    return ok && numpy_give(c, &t);
}

/* self, low, high, size: both are ends; self, loc, scale, size */
bool nr_two(struct call *c)
{
    struct random_shape s;
    bool ends = c->op->with == EVENLY;
    if (!numpy_take(c, 1) || !numpy_take(c, 2) || !random_size(c, c->arg[3].value, &s)) {
        return false;
    }
    const struct tensor *a = &c->arg[1].tensor, *b = &c->arg[2].tensor;
    if (a->ndim > 0 || b->ndim > 0) {
        return fill_cells(c, &s, ends);
    }
    double x = tensor_double_at(a, a->offset), y = tensor_double_at(b, b->offset);
    if (!ends && y < 0) {
        return numpy_refuse(c, "scale < 0");
    }
    return fill(c, &s, x, ends ? y - x : y, DTYPE_FLOAT64);
}
