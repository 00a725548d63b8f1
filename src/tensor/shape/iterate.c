/* Runs the loop over strided tensors: it collapses axes, cuts the elements into parts for the
 * threads, and feeds each run to the kernel, staging through small buffers what is not contiguous
 * or has another dtype. Knows nothing about what the kernels compute. */
#include "tensor/shape/iterate.h"

#include "tensor/compute/convert.h"
#include "tensor/compute/kernel.h"

#include <stdlib.h>
#include <string.h>

#define GRAIN 32768 /* elements that are worth a thread */
#define SHORT 512   /* bytes of a row that no call of memcpy is worth */
#define PARTS 4     /* for each thread: who is held up does fewer */

/* --- naming the operands --- */

void iterate_start(struct iterate *it, int ndim, const int64_t *shape)
{
    it->ndim = ndim;
    it->inputs = 0;
    it->layouts = 0;
    it->in_vectors = false;
    it->same_shape = true;
    it->same_contiguous = true;
    it->same_dense = true;
    for (int d = 0; d < ndim; d++) {
        it->shape[d] = shape[d];
    }
}

static void set_operand(struct iterate *it, struct iterate_operand *op, const struct tensor *t,
                        enum dtype cast)
{
    int64_t size = (int64_t)dtype_size(t->dtype);
    int missing = it->ndim - t->ndim;
    op->data = tensor_data(t);
    op->dtype = t->dtype;
    op->cast = cast;
    op->seen = dtype_seen(cast);
    for (int d = 0; d < missing; d++) {
        op->stride[d] = 0;
    }
    for (int d = 0; d < t->ndim; d++) {
        bool repeats = t->shape[d] == 1 && it->shape[missing + d] != 1;
        op->stride[missing + d] = repeats ? 0 : t->stride[d] * size;
    }
}

/* Remembers the strides that the input has once it is cast: a cast closes gaps. */
static void add_layout(struct iterate *it, const struct tensor *t, enum dtype to)
{
    struct tensor cast = *t;
    if (to != t->dtype) {
        tensor_like_strides(t, cast.stride);
    }
    int64_t *layout = it->layout[it->layouts];
    int missing = it->ndim - t->ndim;
    for (int d = 0; d < it->ndim; d++) {
        bool here = d >= missing && (t->shape[d - missing] != 1 || it->shape[d] == 1);
        layout[d] = here ? cast.stride[d - missing] : 0;
    }
    size_t bytes = sizeof *layout * (size_t)it->ndim;
    it->same_shape =
        it->same_shape && t->ndim == it->ndim && memcmp(t->shape, it->shape, bytes) == 0;
    it->same_contiguous = it->same_contiguous && it->same_shape && tensor_is_contiguous(&cast);
    it->same_dense = it->same_dense && it->same_shape && tensor_is_dense(&cast) &&
                     memcmp(layout, it->layout[0], bytes) == 0;
    it->layouts++;
}

void iterate_number(struct iterate *it, const struct tensor *t, enum dtype cast)
{
    set_operand(it, &it->in[it->inputs++], t, cast);
}

void iterate_input(struct iterate *it, const struct tensor *t, enum dtype cast)
{
    add_layout(it, t, cast);
    iterate_number(it, t, cast);
}

void iterate_output(struct iterate *it, const struct tensor *t, enum dtype cast)
{
    set_operand(it, &it->out, t, cast);
}

/* Whether axis a must lie outside axis b (positive), inside (negative), or either. */
static int compare_axes(const int64_t *shape, int count, const int64_t *const *strides, int a,
                        int b)
{
    for (int i = 0; i < count; i++) {
        int64_t stride_a = llabs(strides[i][a]), stride_b = llabs(strides[i][b]);
        if (stride_a == 0 || stride_b == 0) {
            continue;
        }
        if (stride_a != stride_b) {
            return stride_a < stride_b ? -1 : 1;
        }
        if (shape[a] > shape[b]) {
            return 1;
        }
    }
    return 0;
}

/* order[0] is the innermost axis. An insertion sort that leaves undecided pairs alone: PyTorch
 * sorts like that, and since the comparison is no total order, no other sort gives the same answer.
 */
static void sort_axes(int ndim, const int64_t *shape, int count, const int64_t *const *strides,
                      int *order)
{
    for (int d = 0; d < ndim; d++) {
        order[d] = ndim - 1 - d;
    }
    for (int i = 1; i < ndim; i++) {
        int at = i;
        for (int below = i - 1; below >= 0; below--) {
            int sign = compare_axes(shape, count, strides, order[below], order[at]);
            if (sign > 0) {
                int axis = order[below];
                order[below] = order[at];
                order[at] = axis;
                at = below;
            } else if (sign < 0) {
                break;
            }
        }
    }
}

void iterate_dense_strides(int ndim, const int64_t *shape, int count, const int64_t *const *strides,
                           int64_t *out)
{
    int order[TENSOR_MAX_DIMS];
    sort_axes(ndim, shape, count, strides, order);
    bool row_major = true;
    int64_t next = 1;
    for (int d = 0; d < ndim; d++) {
        row_major = row_major && order[d] == ndim - 1 - d;
        out[order[d]] = next;
        next *= shape[order[d]];
    }
    if (row_major) { /* an axis of size 0 counts as 1 only in a row-major tensor */
        next = 1;
        for (int d = ndim - 1; d >= 0; d--) {
            out[d] = next;
            next *= shape[d] > 1 ? shape[d] : 1;
        }
    }
}

bool iterate_output_new(struct compute *cx, struct iterate *it, struct tensor *out,
                        enum dtype dtype)
{
    struct tensor t;
    if (!tensor_new(cx, &t, dtype, it->ndim, it->shape)) {
        return false;
    }
    if (!it->same_contiguous && it->same_dense) {
        memcpy(t.stride, it->layout[0], sizeof *t.stride * (size_t)it->ndim);
    } else if (!it->same_contiguous) {
        const int64_t *strides[ITERATE_INPUTS];
        for (int i = 0; i < it->layouts; i++) {
            strides[i] = it->layout[i];
        }
        iterate_dense_strides(it->ndim, it->shape, it->layouts, strides, t.stride);
    }
    iterate_output(it, &t, dtype);
    *out = t;
    return true;
}

/* --- making the loop short --- */

static void swap_axes(struct iterate *it, int a, int b)
{
    int64_t keep = it->shape[a];
    it->shape[a] = it->shape[b];
    it->shape[b] = keep;
    for (int i = -1; i < it->inputs; i++) {
        int64_t *stride = i < 0 ? it->out.stride : it->in[i].stride;
        keep = stride[a];
        stride[a] = stride[b];
        stride[b] = keep;
    }
}

static bool can_join(const struct iterate *it, int outer, int inner)
{
    for (int i = -1; i < it->inputs; i++) {
        const int64_t *stride = i < 0 ? it->out.stride : it->in[i].stride;
        if (stride[outer] != stride[inner] * it->shape[inner]) {
            return false;
        }
    }
    return true;
}

static void move_axis(struct iterate *it, int from, int to)
{
    it->shape[to] = it->shape[from];
    it->out.stride[to] = it->out.stride[from];
    for (int i = 0; i < it->inputs; i++) {
        it->in[i].stride[to] = it->in[i].stride[from];
    }
}

/* Orders the axes by the output's strides, drops those of size 1 and joins neighbours that all
 * operands move as one. Leaves at least one axis. */
static void collapse(struct iterate *it)
{
    int ndim = 0;
    for (int d = 0; d < it->ndim; d++) {
        if (it->shape[d] != 1) {
            move_axis(it, d, ndim++);
        }
    }
    for (int i = 1; i < ndim; i++) {
        for (int d = i; d > 0 && it->out.stride[d - 1] < it->out.stride[d]; d--) {
            swap_axes(it, d - 1, d);
        }
    }
    int last = 0;
    for (int d = 1; d < ndim; d++) {
        if (can_join(it, last, d)) {
            int64_t joined = it->shape[last] * it->shape[d];
            move_axis(it, d, last);
            it->shape[last] = joined;
        } else {
            move_axis(it, d, ++last);
        }
    }
    if (ndim == 0) {
        it->shape[0] = 1;
        it->out.stride[0] = 0;
        for (int i = 0; i < it->inputs; i++) {
            it->in[i].stride[0] = 0;
        }
    }
    it->ndim = ndim == 0 ? 1 : last + 1;
}

/* --- running --- */

struct job {
    const struct iterate *it;
    const struct iterate_kernel *kernel; /* NULL: copy */
    int64_t n;
    int64_t most; /* cells that the kernel gets at once */
    int parts;
    bool repeats[ITERATE_INPUTS]; /* one cell, for all of the output */
    bool short_rows;              /* a copy of cells that lie side by side in short rows */
    /* Writes cache lines of a large output that no input shares, else NULL. */
    void (*stream)(void *out, const void *from, size_t bytes);
};

/* Where a part stands: coordinates of the outer axes and the address of every operand's row. */
struct position {
    int64_t at[TENSOR_MAX_DIMS];
    char *out;
    const char *in[ITERATE_INPUTS];
};

struct chunk {
    _Alignas(KERNEL_LINE) char bytes[ITERATE_CHUNK * sizeof(double)];
};

static bool is_plain(const struct iterate_operand *op, int inner)
{
    return op->dtype == op->seen && op->stride[inner] == (int64_t)dtype_size(op->dtype);
}

static void position_set(struct position *p, const struct iterate *it, int64_t place)
{
    p->out = it->out.data;
    for (int i = 0; i < it->inputs; i++) {
        p->in[i] = it->in[i].data;
    }
    for (int d = it->ndim - 1; d >= 0; d--) {
        p->at[d] = place % it->shape[d];
        place /= it->shape[d];
        p->out += p->at[d] * it->out.stride[d];
        for (int i = 0; i < it->inputs; i++) {
            p->in[i] += p->at[d] * it->in[i].stride[d];
        }
    }
}

/* Goes `steps` along axis d; the caller knows that they fit. */
static void position_move(struct position *p, const struct iterate *it, int d, int64_t steps)
{
    p->at[d] += steps;
    p->out += steps * it->out.stride[d];
    for (int i = 0; i < it->inputs; i++) {
        p->in[i] += steps * it->in[i].stride[d];
    }
}

/* After steps along axis d: to the start of the next row when this one is done. */
static void position_wrap(struct position *p, const struct iterate *it, int d)
{
    for (; d > 0 && d < TENSOR_MAX_DIMS && p->at[d] == it->shape[d]; d--) {
        position_move(p, it, d, -it->shape[d]);
        position_move(p, it, d - 1, 1);
    }
}

/* An input's next n elements, as the kernel sees them. */
static void stage(const struct iterate_operand *op, int inner, const char *from, int64_t n,
                  char *to)
{
    int64_t size = (int64_t)dtype_size(op->seen), step = op->stride[inner];
    if (op->cast == op->seen || op->cast == op->dtype) {
        convert_run(op->seen, to, size, op->dtype, from, step, n);
        return;
    }
    uint16_t rounded[ITERATE_CHUNK]; /* another type becomes a short float before the loop */
    convert_run(op->cast, rounded, sizeof *rounded, op->dtype, from, step, n);
    convert_run(op->seen, to, size, op->cast, rounded, sizeof *rounded, n);
}

/* Whether the next n elements of a plain input share memory with those of the output. */
static bool meets_output(const struct iterate *it, const struct position *p, int i, int64_t n)
{
    return p->in[i] < p->out + n * (int64_t)dtype_size(it->out.dtype) &&
           p->out < p->in[i] + n * (int64_t)dtype_size(it->in[i].dtype);
}

/* The next n cells of an input as the kernel sees them: where they lie, or staged. */
static const void *input_cells(const struct job *job, const struct position *p, int i, int64_t n,
                               struct chunk *staged)
{
    const struct iterate *it = job->it;
    const struct iterate_operand *op = &it->in[i];
    int inner = it->ndim - 1;
    if (is_plain(op, inner) && !meets_output(it, p, i, n)) {
        return p->in[i];
    }
    if (!job->repeats[i]) {
        stage(op, inner, p->in[i], n, staged[i].bytes);
    }
    return staged[i].bytes;
}

/* Whether the next cells are whole lines of a large output. */
static bool can_stream(const struct job *job, const struct position *p, size_t bytes)
{
    return job->stream != NULL && (uintptr_t)p->out % KERNEL_LINE == 0 && bytes % KERNEL_LINE == 0;
}

/* Computes the next n cells, at most ITERATE_CHUNK, to their place. */
static void run_chunk(const struct job *job, const struct position *p, int64_t n,
                      struct chunk *staged)
{
    const struct iterate *it = job->it;
    const struct iterate_operand *out = &it->out;
    int inner = it->ndim - 1;
    size_t bytes = (size_t)n * dtype_size(out->dtype);
    bool streams = can_stream(job, p, bytes), direct = !streams && is_plain(out, inner);
    char *to = direct ? p->out : staged[ITERATE_INPUTS].bytes;
    const void *in[ITERATE_INPUTS], *result = to;
    for (int i = 0; i < it->inputs; i++) {
        in[i] = input_cells(job, p, i, n, staged);
    }
    if (job->kernel != NULL) {
        job->kernel->run(job->kernel->arg, to, in, n);
    } else {
        result = in[0];
    }
    if (streams) {
        job->stream(p->out, result, bytes);
    } else if (result != p->out) {
        convert_run(out->dtype, p->out, out->stride[inner], out->seen, result,
                    (int64_t)dtype_size(out->seen), n);
    }
}

/* Rows of so many bytes, from where p stands along axis d. */
static void copy_rows(const struct iterate *it, char *out, const char *in, int d, int64_t count,
                      size_t bytes)
{
    for (int64_t row = 0; row < count; row++) {
        size_t i = 0;
        for (; i + 16 <= bytes; i += 16) {
            memcpy(out + i, in + i, 16);
        }
        for (; i + 4 <= bytes; i += 4) {
            memcpy(out + i, in + i, 4);
        }
        for (; i < bytes; i++) {
            out[i] = in[i];
        }
        out += it->out.stride[d];
        in += it->in[0].stride[d];
    }
}

/* Copies whole short rows, as many of at most `left` cells as lie side by side, and of axes that
 * are done as many as lie side by side again; answers how many cells those are. */
static int64_t copy_short_rows(const struct job *job, struct position *p, int64_t left)
{
    const struct iterate *it = job->it;
    const int inner = it->ndim - 1, d = inner - 1;
    const int64_t cells = it->shape[inner], all = cells * it->shape[d];
    const size_t bytes = (size_t)cells * dtype_size(it->out.dtype);
    if (d == 0 || p->at[d] > 0 || left < all) {
        int64_t rows = left / cells, most = it->shape[d] - p->at[d];
        rows = rows < most ? rows : most;
        copy_rows(it, p->out, p->in[0], d, rows, bytes);
        position_move(p, it, d, rows);
        position_wrap(p, it, d);
        return rows * cells;
    }
    int64_t groups = left / all, most = it->shape[d - 1] - p->at[d - 1];
    groups = groups < most ? groups : most;
    for (int64_t k = 0; k < groups; k++) {
        copy_rows(it, p->out + k * it->out.stride[d - 1], p->in[0] + k * it->in[0].stride[d - 1], d,
                  it->shape[d], bytes);
    }
    position_move(p, it, d - 1, groups);
    position_wrap(p, it, d - 1);
    return groups * all;
}

/* A cell that is the same for all of the output: staged once, then copied. */
static void stage_repeated(const struct iterate_operand *op, int inner, const char *from, int64_t n,
                           char *to)
{
    size_t size = dtype_size(op->seen), bytes = (size_t)n * size;
    stage(op, inner, from, 1, to);
    for (size_t done = size; done < bytes; done *= 2) {
        memcpy(to + done, to, done < bytes - done ? done : bytes - done);
    }
}

static void run_part(void *arg, int part)
{
    const struct job *job = arg;
    const struct iterate *it = job->it;
    int inner = it->ndim - 1;
    struct chunk staged[ITERATE_INPUTS + 1];
    struct position p;
    /* Parts begin at multiples of 32 elements, so that no two write to one cache line, and that the
     * number of threads does not show (ITERATE_VECTOR). */
    int64_t blocks = (job->n + ITERATE_VECTOR - 1) / ITERATE_VECTOR;
    int64_t begin = blocks * part / job->parts * ITERATE_VECTOR;
    int64_t end = blocks * (part + 1) / job->parts * ITERATE_VECTOR;
    end = end < job->n ? end : job->n;
    position_set(&p, it, begin);
    for (int i = 0; i < it->inputs; i++) {
        if (job->repeats[i]) {
            int64_t n = end - begin < ITERATE_CHUNK ? end - begin : ITERATE_CHUNK;
            stage_repeated(&it->in[i], inner, p.in[i], n, staged[i].bytes);
        }
    }
    while (begin < end) {
        int64_t n = it->shape[inner] - p.at[inner];
        if (job->short_rows && p.at[inner] == 0 && n <= end - begin) {
            begin += copy_short_rows(job, &p, end - begin);
            continue;
        }
        n = n < end - begin ? n : end - begin;
        if (job->kernel == NULL && job->stream == NULL) {
            convert_run(it->out.dtype, p.out, it->out.stride[inner], it->in[0].dtype, p.in[0],
                        it->in[0].stride[inner], n);
        } else {
            n = n < job->most ? n : job->most;
            run_chunk(job, &p, n, staged);
        }
        position_move(&p, it, inner, n);
        position_wrap(&p, it, inner);
        begin += n;
    }
}

/* Whether PyTorch's loop takes vectors of the innermost axis: all lie in line, but for one input
 * that may be repeated. What is cast was copied before. */
static bool lies_in_line(const struct iterate *it)
{
    int inner = it->ndim - 1, repeated = 0;
    bool in_line = is_plain(&it->out, inner);
    for (int i = 0; i < it->inputs && in_line; i++) {
        const struct iterate_operand *op = &it->in[i];
        repeated += op->stride[inner] == 0;
        in_line = op->stride[inner] == 0 || op->dtype != op->cast || is_plain(op, inner);
    }
    return in_line && repeated <= 1;
}

/* The bytes from the operand's first cell in memory to the end of its last. */
static void extent(const struct iterate *it, const struct iterate_operand *op, const char **from,
                   const char **to)
{
    *from = op->data;
    *to = op->data + dtype_size(op->dtype);
    for (int d = 0; d < it->ndim; d++) {
        int64_t length = op->stride[d] * (it->shape[d] - 1);
        *(length < 0 ? from : to) += length;
    }
}

/* What the operands allow: staging once what is repeated, and writing past the caches. */
static void find_shortcuts(struct compute *cx, struct job *job)
{
    const struct iterate *it = job->it;
    size_t size = dtype_size(it->out.dtype);
    const char *out, *out_end;
    extent(it, &it->out, &out, &out_end);
    /* One input mostly means an elementary function, which is slower than memory. */
    if (is_plain(&it->out, it->ndim - 1) && (size_t)job->n >= KERNEL_STREAM_FROM / size &&
        (job->kernel == NULL || it->inputs > 1)) {
        job->stream = kernel_for(cx)->stream;
    }
    for (int i = 0; i < it->inputs; i++) {
        const char *from, *to;
        extent(it, &it->in[i], &from, &to);
        bool apart = to <= out || from >= out_end;
        job->repeats[i] = apart && to - from == (ptrdiff_t)dtype_size(it->in[i].dtype);
        if (!apart) {
            job->stream = NULL;
        }
        job->short_rows = job->kernel == NULL && job->stream == NULL && apart && it->ndim > 1 &&
                          it->in[i].dtype == it->out.dtype && is_plain(&it->in[i], it->ndim - 1) &&
                          is_plain(&it->out, it->ndim - 1) &&
                          it->shape[it->ndim - 1] * (int64_t)size <= SHORT;
    }
}

void iterate_run(struct compute *cx, struct iterate *it, const struct iterate_kernel *kernel)
{
    if (kernel == NULL) { /* a copy sees its input in the output's dtype */
        it->in[0].cast = it->in[0].dtype;
        it->in[0].seen = it->out.dtype;
    }
    collapse(it);
    struct job job = {.it = it, .kernel = kernel, .n = 1, .most = ITERATE_CHUNK};
    for (int d = 0; d < it->ndim; d++) {
        job.n *= it->shape[d];
    }
    if (job.n == 0) {
        return;
    }
    int64_t parts = job.n / GRAIN, most = compute_threads(cx);
    most = most == 1 ? 1 : PARTS * most;
    job.parts = parts > most ? (int)most : parts < 1 ? 1 : (int)parts;
    find_shortcuts(cx, &job);
    if (it->in_vectors && !lies_in_line(it)) {
        job.most = ITERATE_ALONE;
    }
    if (job.parts == 1) {
        run_part(&job, 0);
    } else {
        compute_parallel(cx, job.parts, run_part, &job);
    }
}
