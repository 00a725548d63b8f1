/* Draws from PyTorch's CPU generator: raw draws, and filling a tensor with uniforms, integers, coin
 * tosses and waiting times. Cells are filled in the order of memory, as PyTorch's TensorIterator
 * does: for a transposed tensor that is not row-major. The rules stand in
 * ATen/core/DistributionsHelper.h and ATen/core/TransformationHelper.h; normals have a file of
 * their own. */
#include "tensor/random/random.h"

#include "base/fmath.h"
#include "tensor/compute/half.h"
#include "tensor/random/random_fill.h"
#include "tensor/shape/visit.h"

#include <float.h>
#include <math.h>

void random_seed(struct random *r, uint64_t seed)
{
    mt19937_seed(&r->mt, (uint32_t)(seed & 0xffffffffu));
    r->has_normal = false;
    r->normal = 0;
    r->seed = seed;
}

uint32_t random_u32(struct random *r)
{
    return mt19937_next(&r->mt);
}

/* The first output is the high half. */
static uint64_t random_u64(struct random *r)
{
    uint64_t high = random_u32(r);
    return high << 32 | random_u32(r);
}

double random_53(struct random *r)
{
    return (double)(random_u64(r) & ((UINT64_C(1) << 53) - 1)) * 0x1p-53;
}

void random_number_text(double value, struct buf *out)
{
    buf_printf(out, "%g", value);
}

/* "text <number>" as a RuntimeError: false. */
static bool random_refuse(struct compute *cx, const char *text, double value)
{
    scoped_buf number = {0};
    random_number_text(value, &number);
    error_set(cx->err, ERROR_RUNTIME, "%s%s", text, buf_text(&number));
    return false;
}

/* "text <number> other <number>". */
static bool refuse_range(struct compute *cx, double from, double to)
{
    scoped_buf text = {0};
    buf_puts(&text, "uniform_ expects to return a [from, to) range, but found from=");
    random_number_text(from, &text);
    buf_puts(&text, " > to=");
    random_number_text(to, &text);
    error_set(cx->err, ERROR_RUNTIME, "%s", buf_text(&text));
    return false;
}

static bool refuse_width(struct compute *cx, const struct tensor *t, double from, double to)
{
    scoped_buf text = {0};
    buf_printf(&text, "uniform_ expects to-from <= std::numeric_limits<%s>::max(), but found to=",
               dtype_legacy_name(t->dtype));
    random_number_text(to, &text);
    buf_puts(&text, " and from=");
    random_number_text(from, &text);
    buf_puts(&text, " which result in to-from to exceed the limit");
    error_set(cx->err, ERROR_RUNTIME, "%s", buf_text(&text));
    return false;
}

static bool float_dtype(struct compute *cx, const struct tensor *t, const char *name)
{
    if (dtype_is_float(t->dtype)) {
        return true;
    }
    return error_set(cx->err, ERROR_RUNTIME, "\"%s\" not implemented for '%s'", name,
                     dtype_legacy_name(t->dtype));
}

/* Cells that share memory cannot each get a number of their own. */
static bool writable(struct compute *cx, const struct tensor *t)
{
    return tensor_check_write(cx, t, NULL) && tensor_announce(cx, t);
}

bool random_fill_start(struct compute *cx, const struct tensor *t, const char *name)
{
    return float_dtype(cx, t, name) && writable(cx, t);
}

bool random_uniform(struct compute *cx, struct random *r, const struct tensor *t, double from,
                    double to)
{
    if (!float_dtype(cx, t, "check_uniform_bounds")) {
        return false;
    }
    bool single = t->dtype == DTYPE_FLOAT32;
    double most = single                       ? (double)FLT_MAX
                  : t->dtype == DTYPE_FLOAT16  ? 65504
                  : t->dtype == DTYPE_BFLOAT16 ? 0x1.fep127
                                               : DBL_MAX;
    const char *type = dtype_c_name(t->dtype);
    if (!(from >= -most && from <= most)) {
        return error_set(cx->err, ERROR_RUNTIME, "from is out of bounds for %s", type);
    }
    if (!(to >= -most && to <= most)) {
        return error_set(cx->err, ERROR_RUNTIME, "to is out of bounds for %s", type);
    }
    if (from > to) {
        return refuse_range(cx, from, to);
    }
    if (!(to - from <= most)) {
        return refuse_width(cx, t, from, to);
    }
    if (!writable(cx, t)) {
        return false;
    }
    /* x * (to - from) + from is one fused multiply-add in PyTorch's AVX2 kernel. */
    struct visit it;
    visit_memory(&it, t);
    if (single) {
        float low = (float)from, width = (float)to - low;
        float *data = t->storage->data;
        bool unit = low == 0.0f && width == 1.0f;
        for (; it.left > 0; visit_step(&it)) {
            float x = random_24(r);
            data[it.place] = unit ? x : fmaf(x, width, low);
        }
    } else if (dtype_is_short_float(t->dtype)) {
        float low = half_round(t->dtype, (float)from);
        float width = half_round(t->dtype, half_round(t->dtype, (float)to) - low);
        for (; it.left > 0; visit_step(&it)) {
            random_fill_set(t, it.place, (double)(random_short(r, t->dtype) * width + low));
        }
    } else {
        double *data = t->storage->data;
        for (; it.left > 0; visit_step(&it)) {
            data[it.place] = fma(random_53(r), to - from, from);
        }
    }
    return true;
}

/* Largest and smallest value of an integer dtype, and its name in C++. */
struct integer_limits {
    int64_t least, most;
    const char *name;
};

static struct integer_limits limits_of(enum dtype d)
{
    switch (d) {
    case DTYPE_BOOL:
        return (struct integer_limits){0, 1, "bool"};
    case DTYPE_UINT8:
        return (struct integer_limits){0, UINT8_MAX, "unsigned char"};
    case DTYPE_INT8:
        return (struct integer_limits){INT8_MIN, INT8_MAX, "signed char"};
    case DTYPE_INT16:
        return (struct integer_limits){INT16_MIN, INT16_MAX, "short int"};
    case DTYPE_INT32:
        return (struct integer_limits){INT32_MIN, INT32_MAX, "int"};
    default:
        return (struct integer_limits){INT64_MIN, INT64_MAX, "long int"};
    }
}

static void set_integer(const struct tensor *t, int64_t place, int64_t value)
{
    void *data = t->storage->data;
    switch (t->dtype) {
    case DTYPE_BOOL:
    case DTYPE_UINT8:
        ((uint8_t *)data)[place] = (uint8_t)value;
        break;
    case DTYPE_INT32:
        ((int32_t *)data)[place] = (int32_t)value;
        break;
    case DTYPE_INT64:
        ((int64_t *)data)[place] = value;
        break;
    default:
        tensor_set_int(t, place, value);
    }
}

bool random_integers(struct compute *cx, struct random *r, const struct tensor *t, int64_t low,
                     int64_t high)
{
    if (low >= high) {
        return error_set(
            cx->err, ERROR_RUNTIME,
            "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
            (long long)low, (long long)high);
    }
    return random_integers_through(cx, r, t, low, high - 1);
}

bool random_integers_through(struct compute *cx, struct random *r, const struct tensor *t,
                             int64_t low, int64_t most)
{
    struct integer_limits limits = limits_of(t->dtype);
    if (low < limits.least || low > limits.most) {
        return error_set(cx->err, ERROR_RUNTIME, "from is out of bounds for %s", limits.name);
    }
    if (most < limits.least || most > limits.most) {
        return error_set(cx->err, ERROR_RUNTIME, "to - 1 is out of bounds for %s", limits.name);
    }
    if (!writable(cx, t)) {
        return false;
    }
    uint64_t range = (uint64_t)most - (uint64_t)low + 1; /* 0: all of the 64 bits */
    bool wide =
        (range == 0 || range >> 32 != 0) && (t->dtype == DTYPE_INT64 || dtype_is_float(t->dtype));
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        uint64_t draw = wide ? random_u64(r) : random_u32(r);
        set_integer(t, it.place, (int64_t)((range == 0 ? draw : draw % range) + (uint64_t)low));
    }
    return true;
}

bool random_bernoulli(struct compute *cx, struct random *r, const struct tensor *t, double p)
{
    if (!(p >= 0 && p <= 1)) {
        return random_refuse(cx, "bernoulli_ expects p to be in [0, 1], but got p=", p);
    }
    if (!writable(cx, t)) {
        return false;
    }
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        set_integer(t, it.place, random_53(r) < p);
    }
    return true;
}

bool random_exponential(struct compute *cx, struct random *r, const struct tensor *t, double lambda)
{
    if (!(lambda >= 0.0)) {
        return random_refuse(cx, "exponential_ expects lambda >= 0.0, but found lambda=", lambda);
    }
    if (!random_fill_start(cx, t, "exponential_cpu")) {
        return false;
    }
    struct visit it;
    for (visit_memory(&it, t); it.left > 0; visit_step(&it)) {
        random_fill_set(t, it.place, -1.0 / lambda * fmath_log(1.0 - random_53(r)));
    }
    return true;
}
