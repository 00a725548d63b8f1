/* Finds the runs that a reduction folds, reads them, and sums them.
 * The input is copied only when its folded axes cannot be joined into one run. */
#include "tensor/cells/fold.h"

#include "base/fmath.h"
#include "tensor/compute/convert.h"
#include "tensor/shape/view.h"

#include <math.h>
#include <string.h>

enum {
    LEAF = 128, /* at most this many are summed without halving: NumPy's block */
    PARALLEL_FROM = 65536
};

/* Joins the folded axes of f->in into one run; false when their strides do not allow it. */
static bool join_axes(struct fold *f, unsigned axes)
{
    bool joined = true;
    f->n = 1;
    f->stride = 1;
    for (int d = f->in.ndim - 1; d >= 0; d--) {
        int64_t size = f->in.shape[d];
        if (!(axes >> d & 1) || size == 1) {
            continue;
        }
        if (f->n == 1) {
            f->stride = f->in.stride[d];
        } else if (f->in.stride[d] != f->n * f->stride) {
            joined = false;
        }
        f->n *= size;
    }
    return joined || tensor_numel(&f->in) == 0;
}

/* Replaces f->in by a contiguous copy with the folded axes last; *axes then names those. */
static bool copy_folded_last(struct compute *cx, struct fold *f, unsigned *axes)
{
    int64_t order[TENSOR_MAX_DIMS];
    int kept = 0, ndim = f->in.ndim;
    for (int d = 0; d < ndim; d++) {
        if (!(*axes >> d & 1)) {
            order[kept++] = d;
        }
    }
    for (int d = 0, next = kept; d < ndim; d++) {
        if (*axes >> d & 1) {
            order[next++] = d;
        }
    }
    struct tensor view, copy;
    if (!view_permute(cx, &view, &f->in, ndim, order)) {
        return false;
    }
    bool ok = tensor_copy(cx, &copy, &view);
    tensor_release(&view);
    if (!ok) {
        return false;
    }
    tensor_release(&f->in);
    f->in = copy;
    *axes = 0;
    for (int d = kept; d < ndim; d++) {
        *axes |= 1u << d;
    }
    return join_axes(f, *axes);
}

bool fold_start(struct compute *cx, struct fold *f, const struct tensor *in, unsigned axes,
                bool keepdim)
{
    axes &= (1u << in->ndim) - 1u;
    f->ndim = 0;
    f->cells = 1;
    for (int d = 0; d < in->ndim; d++) {
        bool folded = axes >> d & 1;
        if (!folded) {
            f->cells *= in->shape[d];
        }
        if (!folded || keepdim) {
            f->shape[f->ndim++] = folded ? 1 : in->shape[d];
        }
    }
    f->in = tensor_ref(in);
    if (!join_axes(f, axes) && !copy_folded_last(cx, f, &axes)) {
        tensor_release(&f->in);
        return false;
    }
    f->kept = f->in;
    for (int d = 0; d < f->in.ndim; d++) {
        if (axes >> d & 1) {
            f->kept.shape[d] = 1;
        }
    }
    return true;
}

void fold_end(struct fold *f)
{
    tensor_release(&f->in);
}

bool fold_begin(struct compute *cx, struct fold *f, const struct tensor *in, unsigned axes,
                bool keepdim, enum dtype dtype, struct tensor *out)
{
    bool started = fold_start(cx, f, in, axes, keepdim);
    bool ok = started && tensor_new(cx, out, dtype, f->ndim, f->shape);
    if (started && !ok) {
        fold_end(f);
    }
    return ok;
}

struct run fold_run(const struct fold *f, int64_t cell)
{
    int64_t size = (int64_t)dtype_size(f->in.dtype);
    const char *data = f->in.storage->data;
    return (struct run){data + tensor_place(&f->kept, cell) * size, f->in.dtype, f->n,
                        f->stride * size};
}

void run_doubles(const struct run *r, int64_t from, int64_t count, double *out)
{
    convert_run(DTYPE_FLOAT64, out, sizeof *out, r->dtype, r->first + from * r->step, r->step,
                count);
}

void run_integers(const struct run *r, int64_t from, int64_t count, int64_t *out)
{
    convert_run(DTYPE_INT64, out, sizeof *out, r->dtype, r->first + from * r->step, r->step, count);
}

/* ---- the sum ---- */

struct summing {
    enum term term;
    double c;
    bool single; /* in float32 */
};

static void apply_term(enum term term, double c, double *x, int64_t n)
{
    switch (term) {
    case TERM_VALUE:
        break;
    case TERM_WITHOUT_NAN:
        for (int64_t i = 0; i < n; i++) {
            x[i] = isnan(x[i]) ? 0.0 : x[i];
        }
        break;
    case TERM_SQUARE:
        for (int64_t i = 0; i < n; i++) {
            x[i] = (x[i] - c) * (x[i] - c);
        }
        break;
    case TERM_EXP:
        for (int64_t i = 0; i < n; i++) {
            x[i] -= c;
        }
        fmath_exp_n(x, x, (size_t)n);
        break;
    case TERM_ABS:
        for (int64_t i = 0; i < n; i++) {
            x[i] = fabs(x[i]);
        }
        break;
    case TERM_POWER:
        for (int64_t i = 0; i < n; i++) {
            x[i] = fmath_pow(fabs(x[i]), c);
        }
        break;
    case TERM_NONZERO:
        for (int64_t i = 0; i < n; i++) {
            x[i] = x[i] != 0.0;
        }
        break;
    }
}

/* a + b; `single`: of float32 numbers, added as such. Rounding the sum of the doubles would say the
   same, but GCC 12 at -O3 leaves that rounding out. */
static inline double plus(double a, double b, bool single)
{
    return single ? (double)((float)a + (float)b) : a + b;
}

/* At most LEAF elements: eight running sums, in `count` vectors, then the rest. */
#define SUM_LEAF(name, real, count)                                                                \
    typedef real name##_lanes __attribute__((vector_size(16), aligned(sizeof(real)), may_alias));  \
    static real name(const real *x, int64_t n)                                                     \
    {                                                                                              \
        enum { WIDTH = 8 / (count) };                                                              \
        real sum = 0, lane[8];                                                                     \
        int64_t i = 0;                                                                             \
        if (n >= 8) {                                                                              \
            name##_lanes sums[count];                                                              \
            memcpy(sums, x, sizeof sums);                                                          \
            for (i = 8; i + 8 <= n; i += 8) {                                                      \
                SUM_UNROLL                                                                         \
                for (int j = 0; j < (count); j++) {                                                \
                    sums[j] += *(const name##_lanes *)(x + i + j * WIDTH);                         \
                }                                                                                  \
            }                                                                                      \
            memcpy(lane, sums, sizeof lane);                                                       \
            for (int width = 1; width < 8; width *= 2) { /* neighbours, then pairs of them */      \
                for (int j = 0; j < 8; j += 2 * width) {                                           \
                    lane[j] += lane[j + width];                                                    \
                }                                                                                  \
            }                                                                                      \
            sum = lane[0];                                                                         \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            sum += x[i];                                                                           \
        }                                                                                          \
        return sum;                                                                                \
    }
#if defined(__clang__)
#define SUM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SUM_UNROLL _Pragma("GCC unroll 4")
#endif
/* cppcheck-suppress bufferAccessOutOfBounds ; it takes a vector for one number */
SUM_LEAF(sum_doubles, double, 4)
/* cppcheck-suppress bufferAccessOutOfBounds ; the same */
SUM_LEAF(sum_singles, float, 2)

/* Elements [from, from + n) of at most LEAF, as they are summed. */
static void read_terms(const struct run *r, const struct summing *s, int64_t from, int64_t n,
                       double *x)
{
    run_doubles(r, from, n, x);
    if (!s->single || s->term != TERM_SQUARE) {
        apply_term(s->term, s->c, x, n);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        float away = (float)x[i] - (float)s->c;
        x[i] = (double)(away * away);
    }
}

static double sum_leaf(const struct run *r, const struct summing *s, int64_t from, int64_t n)
{
    double x[LEAF];
    float y[LEAF];
    bool dense = s->term == TERM_VALUE && r->step == (int64_t)dtype_size(r->dtype);
    if (dense && r->dtype == DTYPE_FLOAT64) { /* as they lie */
        return sum_doubles((const double *)(const void *)r->first + from, n);
    }
    if (dense && s->single && r->dtype == DTYPE_FLOAT32) {
        return (double)sum_singles((const float *)(const void *)r->first + from, n);
    }
    read_terms(r, s, from, n, x);
    if (!s->single) {
        return sum_doubles(x, n);
    }
    for (int64_t i = 0; i < n; i++) {
        y[i] = (float)x[i];
    }
    return (double)sum_singles(y, n);
}

/* Where a sum of more than LEAF elements is halved. */
static int64_t half_of(int64_t n)
{
    return n / 2 - n / 2 % 8;
}

static double sum_pairwise(const struct run *r, const struct summing *s, int64_t from, int64_t n)
{
    if (n <= LEAF) {
        return sum_leaf(r, s, from, n);
    }
    int64_t half = half_of(n);
    return plus(sum_pairwise(r, s, from, half), sum_pairwise(r, s, from + half, n - half),
                s->single);
}

static double sum_run(const struct run *r, const struct summing *s)
{
    if (r->step == (int64_t)dtype_size(r->dtype)) {
        return sum_pairwise(r, s, 0, r->n);
    }
    double sum = 0.0;
    for (int64_t from = 0; from < r->n; from += LEAF) {
        double x[LEAF];
        int64_t n = r->n - from < LEAF ? r->n - from : LEAF;
        read_terms(r, s, from, n, x);
        for (int64_t i = 0; i < n; i++) {
            sum = plus(sum, x[i], s->single);
        }
    }
    return sum;
}

double run_sum(const struct run *r, enum term term, double c)
{
    return sum_run(r, &(struct summing){term, c, false});
}

double run_sum_numpy(const struct run *r, enum term term, double c, bool alone)
{
    struct summing s = {term, c, r->dtype == DTYPE_FLOAT32};
    if (!alone && r->step != (int64_t)dtype_size(r->dtype)) {
        return sum_run(r, &s);
    }
    double sum = 0.0;
    for (int64_t from = 0; from < r->n; from += RUN_ROUND) {
        int64_t n = r->n - from < RUN_ROUND ? r->n - from : RUN_ROUND;
        sum = plus(sum, sum_pairwise(r, &s, from, n), s.single);
    }
    return sum;
}

/* ---- the order, told ---- */

/* Into partial sum `to`; those below it are held. */
static void order_pairwise(const struct add_way *w, int to, int64_t from, int64_t n)
{
    if (n <= LEAF) {
        add_row(w, &(struct add_row){8, ADD_ROUNDED, ENDS_NEIGHBOURS, false, true, true, to, from},
                n);
        return;
    }
    int64_t half = half_of(n);
    order_pairwise(w, to, from, half);
    order_pairwise(w, to + 1, from + half, n - half);
    add_join(w, ADD_JOIN, to, to + 1);
}

void run_order(int64_t n, bool pairwise, int64_t round, add_take *take, void *arg)
{
    const struct add_way w = {take, arg};
    for (int64_t k = 0; k < n && !pairwise; k++) {
        add_term(&w, ADD_ROUNDED, false, ADD_TOTAL, k);
    }
    for (int64_t from = 0; from < n && pairwise; from += round) {
        order_pairwise(&w, from == 0 ? ADD_TOTAL : 1, from, n - from < round ? n - from : round);
        if (from > 0) {
            add_join(&w, ADD_JOIN, ADD_TOTAL, 1);
        }
    }
}

/* ---- threads ---- */

struct parallel {
    void (*task)(void *arg, int64_t from, int64_t to);
    void *arg;
    int64_t count;
    int parts;
};

static void parallel_part(void *arg, int part)
{
    const struct parallel *p = arg;
    p->task(p->arg, p->count * part / p->parts, p->count * (part + 1) / p->parts);
}

void fold_parallel(struct compute *cx, int64_t count, int64_t work,
                   void (*task)(void *arg, int64_t from, int64_t to), void *arg)
{
    int64_t most = 4 * (int64_t)compute_threads(cx);
    struct parallel p = {task, arg, count, 1};
    if (work >= PARALLEL_FROM) {
        p.parts = (int)(count < most ? count : most);
    }
    if (p.parts <= 1) {
        task(arg, 0, count);
    } else {
        compute_parallel(cx, p.parts, parallel_part, &p);
    }
}
