/* Adds up the sums of NumPy's einsum, to the bit.
 *
 * NumPy goes through all axes at once, the one with the smallest steps innermost, and joins axes
 * that lie behind one another. A run of the innermost axis is added to the result in one go. When
 * that axis is summed, the run's sum is made first: side by side in lanes of 16 bytes where the
 * operands are contiguous, else number by number. Four loops, or more than two operands, go through
 * a buffer, in which all innermost axes that are summed are one run of at most BUFFER numbers.
 * Rules: numpy/core/src/multiarray/einsum.c.src, einsum_sumprod.c.src, nditer_constr.c. */
#include "tensor/product/einsum_numpy.h"

#include "base/counted.h"
#include "tensor/compute/scratch.h"

#include <stdlib.h>
#include <string.h>

#define ALWAYS static inline __attribute__((always_inline))

enum { MOST = 16, BUFFER = 8192 };

struct axis {
    int dim; /* of the operands, until it is joined */
    int64_t size;
    int64_t
        step[MOST + 1]; /* of each operand; the last one is the result's, 0 where it is summed */
};

struct loops {
    int count; /* operands */
    int ndim;
    struct axis at[TENSOR_MAX_DIMS]; /* innermost first */
    const void *cells[MOST];
    void *out;
};

/* ---- the axes ---- */

static int64_t apart(int64_t step)
{
    return step < 0 ? -step : step;
}

/* > 0: axis a belongs inside of b; < 0: it does not; 0: no operand has both. */
static int goes_inside(const struct loops *l, const struct axis *a, const struct axis *b)
{
    bool told = false, inside = false;
    for (int k = 0; k < l->count; k++) {
        if (a->step[k] != 0 && b->step[k] != 0) {
            inside = apart(b->step[k]) > apart(a->step[k]) && (inside || !told);
            told = true;
        }
    }
    return told ? inside ? 1 : -1 : 0;
}

/* By insertion: axes that are not told apart stay as they are. */
static void sort_axes(struct loops *l)
{
    for (int i = 1; i < l->ndim; i++) {
        const struct axis moved = l->at[i];
        int to = i;
        for (int j = i - 1, way; j >= 0; j--) {
            way = goes_inside(l, &moved, &l->at[j]);
            if (way < 0) {
                break;
            }
            to = way > 0 ? j : to;
        }
        memmove(&l->at[to + 1], &l->at[to], (size_t)(i - to) * sizeof moved);
        l->at[to] = moved;
    }
}

static bool follows(const struct loops *l, const struct axis *inner, const struct axis *outer)
{
    for (int k = 0; k <= l->count; k++) {
        bool alone =
            (inner->size == 1 && inner->step[k] == 0) || (outer->size == 1 && outer->step[k] == 0);
        if (!alone && inner->step[k] * inner->size != outer->step[k]) {
            return false;
        }
    }
    return true;
}

static void join_axes(struct loops *l)
{
    int last = 0;
    for (int d = 1; d < l->ndim; d++) {
        struct axis *inner = &l->at[last], *outer = &l->at[d];
        if (!follows(l, inner, outer)) {
            l->at[++last] = *outer;
            continue;
        }
        inner->size *= outer->size;
        for (int k = 0; k <= l->count; k++) {
            inner->step[k] = inner->step[k] == 0 ? outer->step[k] : inner->step[k];
        }
    }
    l->ndim = l->ndim > 0 ? last + 1 : 0;
}

/* The axes of the operands, and how the result lies; its steps are those of contiguous cells in the
 * order of the loops. */
static void lay_out(struct loops *l, const struct tensor *operands, int out_ndim,
                    struct tensor *out)
{
    const int ndim = operands[0].ndim;
    int64_t step = 1;
    l->ndim = ndim;
    for (int d = 0; d < ndim; d++) {
        struct axis *a = &l->at[ndim - 1 - d];
        *a = (struct axis){.dim = d, .size = 1};
        for (int k = 0; k < l->count; k++) {
            bool has = operands[k].shape[d] != 1;
            a->size = has ? operands[k].shape[d] : a->size;
            a->step[k] = has ? operands[k].stride[d] : 0;
        }
    }
    sort_axes(l);
    out->ndim = out_ndim;
    for (int k = 0; k < ndim; k++) {
        struct axis *a = &l->at[k];
        a->step[l->count] = a->dim < out_ndim && a->size != 1 ? step : 0;
        if (a->dim < out_ndim) {
            out->shape[a->dim] = a->size;
            out->stride[a->dim] = step;
            step *= a->size;
        }
    }
}

/* ---- the sums ---- */

/* What one run is. */
struct run {
    bool summed;     /* all of it goes to one cell */
    bool in_lanes;   /* the operands, or the one that is not repeated, are contiguous */
    int repeated;    /* the operand that gives the same number all along the run, or -1 */
    int axes;        /* how many innermost axes are one run: more than one in a buffer */
    int64_t longest; /* a longer run is summed in parts */
};

/* Whether operand k gives the same number all along the run, whatever loop it is in. */
static bool repeats(const struct loops *l, int k, bool buffered)
{
    for (int d = 0; d < (buffered ? l->ndim : 1); d++) {
        if (l->at[d].step[k] != 0) {
            return false;
        }
    }
    return true;
}

static struct run run_of(const struct loops *l)
{
    const struct axis *inner = &l->at[0];
    bool buffered = l->ndim > 1 && (l->count > 2 || l->ndim > 3);
    struct run r = {.summed = inner->step[l->count] == 0,
                    .axes = 1,
                    .repeated = -1,
                    .longest = buffered || l->ndim == 1 ? BUFFER : INT64_MAX};
    while (r.summed && buffered && r.axes < l->ndim && l->at[r.axes].step[l->count] == 0) {
        r.axes++;
    }
    bool first = inner->step[0] == 1, second = l->count == 2 && inner->step[1] == 1;
    if (l->count == 2 && second && repeats(l, 0, buffered)) {
        r.repeated = 0;
    } else if (l->count == 2 && first && repeats(l, 1, buffered)) {
        r.repeated = 1;
    }
    r.in_lanes = r.summed && (r.repeated >= 0 || (first && (l->count == 1 || second)));
    return r;
}

#define CELL float
#define LANES 4
#define NAME(x) x##_f32
#include "tensor/product/einsum_cells.inc"
#undef CELL
#undef LANES
#undef NAME

#define CELL double
#define LANES 2
#define NAME(x) x##_f64
#include "tensor/product/einsum_cells.inc"
#undef CELL
#undef LANES
#undef NAME

/* Whether a product of matrices with GEMM_APART adds in the same order. */
static bool is_plain(const struct loops *l)
{
    int summed = 0;
    bool pairs = l->count == 2 && l->at[0].step[2] != 0;
    for (int d = 0; d < l->ndim; d++) {
        const struct axis *a = &l->at[d];
        if (a->step[l->count] == 0 && a->size != 1) {
            summed++;
            pairs = pairs && a->step[0] != 0 && a->step[1] != 0;
        }
    }
    return pairs && summed == 1;
}

static void add_up(struct loops *l, const struct run *r, const struct tensor *operands,
                   struct tensor *out, void *buffer)
{
    for (int d = 0; d < l->ndim; d++) {
        if (l->at[d].size == 0) {
            return;
        }
    }
    for (int k = 0; k < l->count; k++) {
        l->cells[k] = tensor_data(&operands[k]);
    }
    l->out = tensor_data(out);
    if (out->dtype == DTYPE_FLOAT32) {
        all_runs_f32(l, r, buffer);
    } else {
        all_runs_f64(l, r, buffer);
    }
}

bool einsum_numpy(struct compute *cx, struct tensor *out, int count, const struct tensor *operands,
                  int out_ndim, bool *own)
{
    struct tensor like = {.dtype = operands[0].dtype};
    struct loops l = {.count = count};
    lay_out(&l, operands, out_ndim, &like);
    join_axes(&l);
    bool view = count == 1 && operands[0].ndim == out_ndim;
    *own = (like.dtype == DTYPE_FLOAT32 || like.dtype == DTYPE_FLOAT64) && !view && !is_plain(&l);
    *out = like;
    if (!*own) {
        return true;
    }
    const struct run r = run_of(&l);
    void *buffer = scratch_new(cx, r.axes > 1 ? (int64_t)count * BUFFER : 1, sizeof(double));
    *own = buffer != NULL && tensor_zeros(cx, out, like.dtype, out_ndim, like.shape);
    if (*own) {
        memcpy(out->stride, like.stride, sizeof like.stride);
        add_up(&l, &r, operands, out, buffer);
    }
    free(buffer);
    return *own;
}

/* ---- the order, told ---- */

struct order {
    struct add_way way;
    int count, lanes;
};

/* Each lane of one operand: the sums of two pairs of groups are added to it. */
static void tell_groups(const struct order *o, const int64_t *k)
{
    const int lanes = o->lanes;
    for (int i = 0; i < 4 * lanes; i++) {
        add_term(&o->way, ADD_ROUNDED, false, 1 + lanes + i, k[i]);
    }
    for (int lane = 1; lane <= lanes; lane++) {
        add_join(&o->way, ADD_JOIN, lane + lanes, lane + 2 * lanes);
        add_join(&o->way, ADD_JOIN, lane + 3 * lanes, lane + 4 * lanes);
        add_join(&o->way, ADD_JOIN, lane + lanes, lane + 3 * lanes);
        add_join(&o->way, ADD_JOIN, lane, lane + lanes);
    }
}

/* Four groups of lanes of two operands are added from the last one to the first. */
static void tell_products(const struct order *o, const int64_t *k)
{
    for (int group = 3; group >= 0; group--) {
        for (int lane = 0; lane < o->lanes; lane++) {
            add_term(&o->way, ADD_ROUNDED, false, 1 + lane, k[group * o->lanes + lane]);
        }
    }
}

/* The n numbers at k as one run; the sums of the lanes are 1, 2, ... */
static void tell_run(const struct order *o, const struct run *r, const int64_t *k, int64_t n)
{
    const int lanes = r->in_lanes ? o->lanes : 1;
    int64_t i = 0;
    for (; r->in_lanes && n - i >= 4 * lanes; i += 4 * lanes) {
        (o->count == 1 ? tell_groups : tell_products)(o, k + i);
    }
    for (int64_t j = i; j < n; j++) {
        add_term(&o->way, ADD_ROUNDED, false, r->summed ? 1 + (int)((j - i) % lanes) : ADD_TOTAL,
                 k[j]);
    }
    for (int lane = 1; lane < lanes; lane += 2) {
        add_join(&o->way, ADD_JOIN, lane, lane + 1);
    }
    if (lanes == 4) {
        add_join(&o->way, ADD_JOIN, 1, 3);
    }
    if (r->summed) {
        add_join(&o->way, ADD_JOIN, ADD_TOTAL, 1);
    }
}

/* The places of the summed axes, which no other axis has, in the order of the loops. */
static void list_places(const struct loops *l, int out_ndim, int64_t *k)
{
    int64_t apart_by[TENSOR_MAX_DIMS], count = 1;
    for (int d = l->ndim - 1; d >= out_ndim; d--) {
        apart_by[d] = count;
        for (int j = 0; j < l->ndim; j++) {
            count *= l->at[j].dim == d ? l->at[j].size : 1;
        }
    }
    count = 1;
    k[0] = 0;
    for (int j = 0; j < l->ndim; j++) {
        const struct axis *a = &l->at[j];
        if (a->dim < out_ndim) {
            continue;
        }
        for (int64_t i = count; i < count * a->size; i++) {
            k[i] = k[i % count] + i / count * apart_by[a->dim];
        }
        count *= a->size;
    }
}

bool einsum_numpy_order(int count, const struct tensor *operands, int out_ndim, add_take *take,
                        void *arg)
{
    struct loops l = {.count = count};
    struct tensor like = {.dtype = operands[0].dtype};
    int64_t places = 1, length = 1;
    lay_out(&l, operands, out_ndim, &like);
    for (int j = 0; j < l.ndim; j++) {
        places *= l.at[j].dim >= out_ndim ? l.at[j].size : 1;
    }
    int64_t *k = places > 0 ? calloc(counted(places), sizeof *k) : NULL;
    if (k == NULL) {
        return false;
    }
    list_places(&l, out_ndim, k);
    join_axes(&l);
    const struct run r = run_of(&l);
    const struct order o = {{take, arg}, count, like.dtype == DTYPE_FLOAT64 ? 2 : 4};
    for (int d = 0; d < r.axes && d < l.ndim && r.summed; d++) { /* of one cell: no axis */
        length *= l.at[d].size;
    }
    bool told = r.repeated < 0 || !r.in_lanes;
    for (int64_t start = 0, n; told && start < places; start += n) {
        n = length - start % length;
        n = n < r.longest ? n : r.longest;
        tell_run(&o, &r, k + start, n);
    }
    free(k);
    return told;
}
