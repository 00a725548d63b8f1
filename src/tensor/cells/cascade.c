/* Adds floats in the order that cascade.h describes: finding the strips, adding them up, and
 * showing the additions one by one. Never fused, never reordered, so that the bits are
 * PyTorch's. */
#include "tensor/cells/cascade.h"

#include "tensor/cells/fold.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = 4,
    ROWS = 4,
    BLOCK = 32, /* strips side by side that are summed in one go: whole groups of 32 and of 4 */
    LONG_FROM = 1 << 18 /* elements of a strip that threads share */
};

#define ALWAYS static inline __attribute__((always_inline))

/* ---- a chain ---- */

/* log2 of B for a chain of n elements: 4 levels of B must hold them. */
static int block_power(int64_t n)
{
    int log = 4 * LEVELS; /* B is 16 at least */
    while (log < 62 && (int64_t)1 << log < n) {
        log++;
    }
    return log / LEVELS;
}

/* ---- finding the strips ---- */

/* The axes, innermost first, as they are sorted and joined. */
struct axes {
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS + 2], in[TENSOR_MAX_DIMS + 2], out[TENSOR_MAX_DIMS + 2];
};

static void move_axis(struct axes *a, int to, const struct axes *b, int from)
{
    a->shape[to] = b->shape[from];
    a->in[to] = b->in[from];
    a->out[to] = b->out[from];
}

/* > 0: axis d belongs outside of axis e; < 0: inside; 0: either way. Folded axes are innermost;
 * strides of 0 say nothing. */
static int compare_axes(const struct axes *a, int d, int e)
{
    if ((a->out[d] == 0) != (a->out[e] == 0)) {
        return a->out[e] == 0 ? 1 : -1;
    }
    const int64_t *strides[] = {a->out, a->in};
    for (int i = 0; i < 2; i++) {
        int64_t s = strides[i][d], t = strides[i][e];
        if (s == 0 || t == 0) {
            continue;
        }
        if (s != t) {
            return s < t ? -1 : 1;
        }
        if (a->shape[d] > a->shape[e]) {
            return 1;
        }
    }
    return 0;
}

static void sort_axes(struct axes *a)
{
    int order[TENSOR_MAX_DIMS];
    struct axes b = *a;
    for (int i = 0; i < a->ndim; i++) {
        order[i] = i;
    }
    for (int i = 1; i < a->ndim;
         i++) { /* steps over axes that compare as 0: not every sort would do */
        for (int d = i - 1, e = i, way; d >= 0; d--) {
            way = compare_axes(&b, order[d], order[e]);
            if (way < 0) {
                break;
            }
            if (way > 0) {
                int swap = order[d];
                order[d] = order[e];
                order[e] = swap;
                e = d;
            }
        }
    }
    for (int i = 0; i < a->ndim; i++) {
        move_axis(a, i, &b, order[i]);
    }
}

static void join_axes(struct axes *a)
{
    int last = 0;
    for (int d = 1; d < a->ndim; d++) {
        int64_t n = a->shape[last];
        if (n == 1 && a->shape[d] != 1) {
            move_axis(a, last, a, d);
        } else if (a->shape[d] == 1) {
            continue;
        } else if (n * a->in[last] == a->in[d] && n * a->out[last] == a->out[d]) {
            a->shape[last] *= a->shape[d];
        } else {
            move_axis(a, ++last, a, d);
        }
    }
    a->ndim = a->ndim == 0 ? 0 : last + 1;
}

/* The axes of `in`, with the strides of the contiguous result; 0 where the result has no axis. */
static void list_axes(struct axes *a, const struct tensor *in, unsigned axes, bool keepdim)
{
    int64_t out = 1;
    a->ndim = in->ndim;
    for (int i = 0; i < in->ndim; i++) {
        int d = in->ndim - 1 - i;
        bool folded = axes >> d & 1;
        a->shape[i] = in->shape[d];
        a->in[i] = in->stride[d];
        a->out[i] = folded && (!keepdim || in->shape[d] != 1) ? 0 : out;
        out *= folded ? 1 : in->shape[d];
    }
}

static void choose_kinds(struct cascade *c)
{
    c->ones = 0;
    c->other = CASCADE_FOUR;
    if (c->step == 1 && c->n >= c->lanes) {
        c->other = CASCADE_LANES;
    } else if (c->gap == 1 && c->strips >= c->lanes) {
        c->ones = c->strips / (ROWS * c->lanes) * (ROWS * c->lanes);
    } else if (c->step >= c->gap) {
        c->ones = c->strips / ROWS * ROWS;
    }
}

void cascade_start(struct cascade *c, const struct tensor *in, unsigned axes, bool keepdim)
{
    struct axes a = {0}, b;
    *c = (struct cascade){
        .per_cell = 1, .start = in->offset, .lanes = in->dtype == DTYPE_FLOAT64 ? 4 : 8};
    for (int d = 0; d < in->ndim; d++) {
        c->per_cell *= axes >> d & 1 ? in->shape[d] : 1;
    }
    list_axes(&a, in, axes, keepdim);
    sort_axes(&a);
    join_axes(&a);
    if (a.ndim == 0 || a.out[0] != 0) { /* nothing to fold: strips of one element */
        b = a;
        for (int d = 0; d < b.ndim; d++) {
            move_axis(&a, d + 1, &b, d);
        }
        a.ndim++;
        a.shape[0] = 1;
        a.in[0] = a.out[0] = 0;
    }
    if (a.ndim == 1) {
        a.shape[1] = 1;
        a.in[1] = a.out[1] = 0;
        a.ndim = 2;
    }
    c->n = a.shape[0];
    c->step = a.in[0];
    c->strips = a.shape[1];
    c->gap = a.in[1];
    c->out_gap = a.out[1];
    c->joined = a.out[1] == 0;
    c->ndim = a.ndim - 2;
    for (int d = 0; d < c->ndim; d++) {
        c->shape[d] = a.shape[d + 2];
        c->stride[d] = a.in[d + 2];
        c->out_stride[d] = a.out[d + 2];
        c->folded += a.out[d + 2] == 0;
    }
    choose_kinds(c);
}

/* ---- running ---- */

/* Index k over axes [from, to): where that is in the input and in the result. */
static int64_t place_of(const struct cascade *c, int from, int to, int64_t k, int64_t *out)
{
    int64_t place = 0;
    for (int d = from; d < to; d++) {
        int64_t at = k % c->shape[d];
        k /= c->shape[d];
        place += at * c->stride[d];
        *out += at * c->out_stride[d];
    }
    return place;
}

static int64_t count_over(const struct cascade *c, int from, int to)
{
    int64_t count = 1;
    for (int d = from; d < to; d++) {
        count *= c->shape[d];
    }
    return count;
}

#if defined(__clang__)
#define CASCADE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define CASCADE_UNROLL _Pragma("GCC unroll 8")
#endif

#define CELL float
#define MASK int32_t
#define LANES 8
#define NAME(name) name##_floats
#include "tensor/cells/cascade_cells.inc"
#undef CELL
#undef MASK
#undef LANES
#undef NAME

#define CELL double
#define MASK int64_t
#define LANES 4
#define NAME(name) name##_doubles
#include "tensor/cells/cascade_cells.inc"
#undef CELL
#undef MASK
#undef LANES
#undef NAME

void cascade_run(struct compute *cx, const struct cascade *c, struct cascade_use use,
                 const struct tensor *out, const struct tensor *in)
{
    (c->lanes == 4 ? cascade_doubles : cascade_floats)(cx, c, use, out, in);
}

/* ---- showing ---- */

int64_t cascade_strips(const struct cascade *c)
{
    return c->joined ? c->strips * count_over(c, 0, c->folded) : 1;
}

struct cascade_strip cascade_strip(const struct cascade *c, int64_t cell, int64_t k)
{
    int64_t none = 0, j = c->joined ? k % c->strips : cell / c->out_gap % c->strips;
    int64_t place = c->start + j * c->gap;
    if (c->joined) {
        place += place_of(c, 0, c->folded, k / c->strips, &none);
    }
    for (int d = c->folded; d < c->ndim; d++) {
        place += cell / c->out_stride[d] % c->shape[d] * c->stride[d];
    }
    return (struct cascade_strip){place, c->n, c->step, j < c->ones ? CASCADE_ONE : c->other,
                                  c->lanes};
}

struct order {
    struct add_way way;
    struct cascade_strip strip;
    bool filled[ADD_SUMS];
};

static void add_element(struct order *o, int to, int64_t element)
{
    o->filled[to] = true;
    add_term(&o->way, ADD_ROUNDED, false, to, o->strip.place + element * o->strip.step);
}

/* Adding an empty sum changes nothing and is not told. */
static void add_sum(struct order *o, int to, int from)
{
    if (o->filled[from]) {
        o->filled[to] = true;
        o->filled[from] = false;
        add_join(&o->way, ADD_JOIN, to, from);
    }
}

/* The chain that begins at element `chain`: its sum of level m has the number m * 32 + chain. */
static void order_chain(struct order *o, int chain, int chains, int64_t n)
{
    int power = block_power(n);
    for (int64_t i = 0; i < n; i++) {
        add_element(o, chain, chain + i * chains);
        for (int m = 1; m < LEVELS && ((i + 1) & (((int64_t)1 << m * power) - 1)) == 0; m++) {
            add_sum(o, m * CASCADE_LANES + chain, (m - 1) * CASCADE_LANES + chain);
        }
    }
    for (int m = 1; m < LEVELS; m++) {
        add_sum(o, chain, m * CASCADE_LANES + chain);
    }
}

static int order_strip(struct order *o)
{
    const struct cascade_strip *s = &o->strip;
    int64_t n = s->n;
    int lanes = s->kind == CASCADE_LANES ? s->lanes : 1;
    int chains = s->kind == CASCADE_LANES ? ROWS * lanes : (int)s->kind;
    int64_t i = n / chains * chains;
    for (int chain = 0; chain < chains; chain++) {
        order_chain(o, chain, chains, n / chains);
    }
    for (int64_t end = n / lanes * lanes; i < end; i++) {
        add_element(o, (int)(i % lanes), i);
    }
    for (int chain = lanes; chain < chains; chain++) {
        add_sum(o, chain % lanes, chain);
    }
    if (s->kind != CASCADE_LANES) {
        return 0;
    }
    for (; i < n; i++) {
        add_element(o, ADD_REST, i);
    }
    for (int lane = 0; lane < lanes; lane++) {
        add_sum(o, ADD_REST, lane);
    }
    return ADD_REST;
}

int cascade_order(const struct cascade *c, int64_t cell, add_take *take, void *arg)
{
    struct order o = {.way = {take, arg}};
    int64_t strips = cascade_strips(c);
    int last = 0;
    for (int64_t k = 0; k < strips; k++) {
        o.strip = cascade_strip(c, cell, k);
        last = order_strip(&o);
        o.filled[last] = false;
        if (strips > 1) {
            add_join(&o.way, ADD_JOIN, ADD_ALL, last);
        }
    }
    return strips > 1 ? ADD_ALL : last;
}
