/* Sums of float32 in the order that cascade.h describes: finding the strips, adding them up, and
 * showing the additions one by one. Never fused, never reordered, so that the bits are PyTorch's.
 * */
#include "tensor/cells/cascade.h"

#include "tensor/cells/fold.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = 4,
    LANES = 8,
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

ALWAYS float without_nan(float x, const bool skip)
{
    return skip && x != x ? 0.0f : x;
}

typedef float cascade_four __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t cascade_mask __attribute__((vector_size(16)));
#if defined(__clang__)
#define CASCADE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define CASCADE_UNROLL _Pragma("GCC unroll 8")
#endif

/* add_run for LANES; what lies ahead in one run through memory is fetched early. */
ALWAYS void add_run_lanes(const float *x, int64_t n, int64_t step, int64_t gap, const bool skip,
                          float *sum)
{
    enum { FOURS = ROWS * LANES / 4, AHEAD = 2048, LINE = 16 };
    cascade_four s[FOURS];
    memset(s, 0, sizeof s);
    for (int64_t i = 0; i < n; i++, x += step) {
        if (step == ROWS * LANES) {
            __builtin_prefetch(x + AHEAD);
            __builtin_prefetch(x + AHEAD + LINE);
        }
        CASCADE_UNROLL
        for (int j = 0; j < FOURS; j++) {
            cascade_four y = *(const cascade_four *)(x + j / 2 * gap + j % 2 * 4);
            s[j] += skip ? (cascade_four)((cascade_mask)y & (y == y)) : y;
        }
    }
    memcpy(sum, s, sizeof s);
}

/* Adds the next n elements of each of ROWS * lanes chains: chain (k, l) goes on at x[k * gap + l],
 * and from there by `step`. The constants are known where this is inlined. */
ALWAYS void add_run(const float *x, int64_t n, int64_t step, int64_t gap, const int lanes,
                    const bool skip, float *sum)
{
    if (lanes == LANES) {
        add_run_lanes(x, n, step, gap, skip, sum);
        return;
    }
    float s[ROWS] = {0};
    for (int64_t i = 0; i < n; i++, x += step) {
        for (int k = 0; k < ROWS; k++) {
            s[k] += without_nan(x[k * gap], skip);
        }
    }
    memcpy(sum, s, sizeof s);
}

/* All n elements of each of ROWS * lanes chains that begin at x. Where `pages` is not NULL it holds
 * what every whole B * B elements come to: sum 1 before it is emptied. */
ALWAYS void add_chains(const float *x, int64_t n, int64_t step, int64_t gap, const int lanes,
                       const bool skip, const float *pages, float *total)
{
    const int width = ROWS * lanes, power = block_power(n);
    const int64_t block = (int64_t)1 << power, page = block << power;
    if (n < block) { /* sums 1, 2 and 3 stay 0 */
        add_run(x, n, step, gap, lanes, skip, total);
        return;
    }
    float sum[LEVELS][ROWS * LANES] = {{0}};
    for (int64_t i = 0; i < n;) {
        int m = 1;
        if (pages != NULL && n - i >= page) {
            memcpy(sum[m++], pages + i / page * width, (size_t)width * sizeof *pages);
            i += page;
        } else {
            int64_t count = n - i < block ? n - i : block;
            add_run(x + i * step, count, step, gap, lanes, skip, sum[0]);
            i += count;
        }
        for (; m < LEVELS && (i & (((int64_t)1 << m * power) - 1)) == 0; m++) {
            for (int j = 0; j < width; j++) {
                sum[m][j] += sum[m - 1][j];
                sum[m - 1][j] = 0.0f;
            }
        }
    }
    for (int j = 0; j < width; j++) {
        total[j] = ((sum[0][j] + sum[1][j]) + sum[2][j]) + sum[3][j];
    }
}

/* ---- strips ---- */

/* `lanes` neighbouring strips of kind FOUR. */
ALWAYS void add_fours(const float *x, int64_t n, int64_t step, const int lanes, const bool skip,
                      const float *pages, float *total)
{
    float chain[ROWS * LANES];
    add_chains(x, n / ROWS, ROWS * step, step, lanes, skip, pages, chain);
    for (int64_t i = n / ROWS * ROWS; i < n; i++) {
        for (int l = 0; l < lanes; l++) {
            chain[l] += without_nan(x[i * step + l], skip);
        }
    }
    for (int l = 0; l < lanes; l++) {
        total[l] = ((chain[l] + chain[lanes + l]) + chain[2 * lanes + l]) + chain[3 * lanes + l];
    }
}

/* A strip of kind LANES: eight strips of kind FOUR beside each other, then its rest and its lanes.
 */
ALWAYS float add_lanes(const float *x, int64_t n, const bool skip, const float *pages)
{
    float lane[LANES], total = 0.0f;
    add_fours(x, n / LANES, LANES, LANES, skip, pages, lane);
    for (int64_t i = n / LANES * LANES; i < n; i++) {
        total += without_nan(x[i], skip);
    }
    for (int l = 0; l < LANES; l++) {
        total += lane[l];
    }
    return total;
}

/* Strips [from, from + count) of those side by side, whose first element is x; from is a multiple
 * of BLOCK. */
ALWAYS void add_strips(const struct cascade *c, const float *x, int64_t from, int64_t count,
                       const bool skip, float *sums)
{
    int64_t width;
    for (int64_t j = from, end = from + count; j < end; j += width, sums += width) {
        const float *strip = x + j * c->gap;
        width = 1;
        if (j < c->ones && c->gap == 1 && end - j >= ROWS * LANES) {
            add_chains(strip, c->n, c->step, LANES, LANES, skip, NULL, sums);
            width = ROWS * LANES;
        } else if (j < c->ones) {
            add_chains(strip, c->n, c->step, c->gap, 1, skip, NULL, sums);
            width = ROWS;
        } else if (c->other == CASCADE_LANES) {
            *sums = add_lanes(strip, c->n, skip, NULL);
        } else if (c->gap == 1 && end - j >= LANES) {
            add_fours(strip, c->n, c->step, LANES, skip, NULL, sums);
            width = LANES;
        } else {
            add_fours(strip, c->n, c->step, 1, skip, NULL, sums);
        }
    }
}

static void add_all(const struct cascade *c, const float *x, int64_t from, int64_t count,
                    float *sums)
{
    add_strips(c, x, from, count, false, sums);
}

static void add_numbers(const struct cascade *c, const float *x, int64_t from, int64_t count,
                        float *sums)
{
    add_strips(c, x, from, count, true, sums);
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
    if (c->step == 1 && c->n >= LANES) {
        c->other = CASCADE_LANES;
    } else if (c->gap == 1 && c->strips >= LANES) {
        c->ones = c->strips / (ROWS * LANES) * (ROWS * LANES);
    } else if (c->step >= c->gap) {
        c->ones = c->strips / ROWS * ROWS;
    }
}

void cascade_start(struct cascade *c, const struct tensor *in, unsigned axes, bool keepdim)
{
    struct axes a, b;
    *c = (struct cascade){.per_cell = 1, .start = in->offset};
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

struct job {
    const struct cascade *cascade;
    void (*add)(const struct cascade *c, const float *x, int64_t from, int64_t count, float *sums);
    const float *in; /* the storage */
    float *out;
    int64_t blocks; /* per row of strips */
    float divisor;
};

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

/* One cell, all its strips. */
static void run_cell(const struct job *job, int64_t cell)
{
    const struct cascade *c = job->cascade;
    int64_t out = 0, rows = count_over(c, 0, c->folded);
    const float *in = job->in + place_of(c, c->folded, c->ndim, cell, &out);
    float total = 0.0f, sums[BLOCK];
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t from = 0; from < c->strips; from += BLOCK) {
            int64_t none = 0, count = c->strips - from < BLOCK ? c->strips - from : BLOCK;
            job->add(c, in + place_of(c, 0, c->folded, row, &none), from, count, sums);
            for (int64_t j = 0; j < count; j++) {
                total += sums[j];
            }
        }
    }
    job->out[out] = total / job->divisor;
}

/* A block of cells, a strip each. */
static void run_block(const struct job *job, int64_t item)
{
    const struct cascade *c = job->cascade;
    int64_t out = 0, from = item % job->blocks * BLOCK;
    int64_t count = c->strips - from < BLOCK ? c->strips - from : BLOCK;
    const float *in = job->in + place_of(c, 0, c->ndim, item / job->blocks, &out);
    float sums[BLOCK];
    job->add(c, in, from, count, sums);
    for (int64_t j = 0; j < count; j++) {
        job->out[out + (from + j) * c->out_gap] = sums[j] / job->divisor;
    }
}

static void run_items(void *arg, int64_t from, int64_t to)
{
    const struct job *job = arg;
    for (int64_t item = from; item < to; item++) {
        (job->cascade->joined ? run_cell : run_block)(job, item);
    }
}

/* --- one long strip: threads share its pages, and their sums are added in order --- */

struct pages {
    const float *x;
    float *sums; /* ROWS * LANES a page */
    int power;
    bool skip;
};

ALWAYS void add_pages(const struct pages *p, int64_t from, int64_t to, const bool skip)
{
    enum { WIDTH = ROWS * LANES };
    const int64_t block = (int64_t)1 << p->power;
    for (int64_t i = from; i < to; i++) {
        float *sums = p->sums + i * WIDTH, run[WIDTH];
        memset(sums, 0, sizeof run);
        for (int64_t k = 0; k < block; k++) {
            const float *x = p->x + ((i << p->power) + k) * block * WIDTH;
            add_run(x, block, WIDTH, LANES, LANES, skip, run);
            for (int j = 0; j < WIDTH; j++) {
                sums[j] += run[j];
            }
        }
    }
}

static void pages_part(void *arg, int64_t from, int64_t to)
{
    const struct pages *p = arg;
    if (p->skip) {
        add_pages(p, from, to, true);
    } else {
        add_pages(p, from, to, false);
    }
}

/* False where the sum is another, or there is no memory for it. */
static bool run_long(struct compute *cx, const struct job *job, bool skip)
{
    const struct cascade *c = job->cascade;
    if (!c->joined || c->strips != 1 || c->ndim > 0 || c->other != CASCADE_LANES ||
        c->n < LONG_FROM || compute_threads(cx) == 1) {
        return false;
    }
    int64_t chain = c->n / (ROWS * LANES);
    struct pages p = {.x = job->in, .power = block_power(chain), .skip = skip};
    int64_t count = chain >> 2 * p.power;
    p.sums = malloc((size_t)(count * ROWS * LANES) * sizeof *p.sums);
    if (p.sums == NULL) {
        return false;
    }
    fold_parallel(cx, count, c->n, pages_part, &p);
    float total = 0.0f;
    total += skip ? add_lanes(p.x, c->n, true, p.sums) : add_lanes(p.x, c->n, false, p.sums);
    job->out[0] = total / job->divisor;
    free(p.sums);
    return true;
}

void cascade_run(struct compute *cx, const struct cascade *c, struct cascade_use use,
                 const struct tensor *out, const struct tensor *in)
{
    struct job job = {.cascade = c,
                      .add = use.without_nan ? add_numbers : add_all,
                      .out = tensor_data(out),
                      .blocks = c->joined ? 1 : (c->strips + BLOCK - 1) / BLOCK,
                      .divisor = use.mean ? (float)c->per_cell : 1.0f};
    int64_t cells = tensor_numel(out);
    if (tensor_numel(in) == 0) {
        for (int64_t i = 0; i < cells; i++) {
            job.out[i] = 0.0f / job.divisor;
        }
        return;
    }
    job.in = (const float *)in->storage->data + c->start;
    if (!run_long(cx, &job, use.without_nan)) {
        fold_parallel(cx, count_over(c, c->folded, c->ndim) * job.blocks, tensor_numel(in),
                      run_items, &job);
    }
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
    return (struct cascade_strip){place, c->n, c->step, j < c->ones ? CASCADE_ONE : c->other};
}

struct order {
    void (*step)(void *arg, const struct cascade_addition *addition);
    void *arg;
    bool filled[CASCADE_SUMS];
};

static void add_element(struct order *o, int to, int64_t element)
{
    o->filled[to] = true;
    o->step(o->arg, &(struct cascade_addition){.to = to, .from = -1, .element = element});
}

/* Adding an empty sum changes nothing and is not told. */
static void add_sum(struct order *o, int to, int from)
{
    if (!o->filled[from]) {
        return;
    }
    o->filled[to] = true;
    o->filled[from] = false;
    o->step(o->arg, &(struct cascade_addition){.to = to, .from = from, .element = -1});
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

int cascade_order(enum cascade_kind kind, int64_t n,
                  void (*step)(void *arg, const struct cascade_addition *addition), void *arg)
{
    struct order o = {.step = step, .arg = arg};
    int chains = (int)kind, lanes = kind == CASCADE_LANES ? LANES : 1;
    int64_t i = n / chains * chains;
    for (int chain = 0; chain < chains; chain++) {
        order_chain(&o, chain, chains, n / chains);
    }
    for (int64_t end = n / lanes * lanes; i < end; i++) {
        add_element(&o, (int)(i % lanes), i);
    }
    for (int chain = lanes; chain < chains; chain++) {
        add_sum(&o, chain % lanes, chain);
    }
    if (kind != CASCADE_LANES) {
        return 0;
    }
    for (; i < n; i++) {
        add_element(&o, CASCADE_SUMS - 1, i);
    }
    for (int lane = 0; lane < LANES; lane++) {
        add_sum(&o, CASCADE_SUMS - 1, lane);
    }
    return CASCADE_SUMS - 1;
}
