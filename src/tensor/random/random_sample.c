/* Draws random choices: coin tosses with a probability each, permutations, categories, dropout.
 * Built on the draws of random.c; fills only tensors that it made itself. */
#include "tensor/random/random_sample.h"

#include "tensor/cells/elementwise.h"
#include "tensor/cells/extreme.h"
#include "tensor/cells/sort.h"
#include "tensor/compute/half.h"
#include "tensor/compute/scratch.h"
#include "tensor/random/random_fill.h"
#include "tensor/shape/visit.h"

#include <math.h>
#include <stdlib.h>

bool random_bernoulli_tensor(struct compute *cx, struct random *r, struct tensor *out,
                             const struct tensor *p)
{
    if (!dtype_is_float(p->dtype)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "\"bernoulli_tensor_cpu_p_\" not implemented for '%s'",
                         dtype_legacy_name(p->dtype));
    }
    if (p->dtype == DTYPE_FLOAT16) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "\"bernoulli_tensor_cpu_self_\" not implemented for 'Half'");
    }
    struct tensor fresh;
    if (!tensor_new(cx, &fresh, p->dtype, p->ndim, p->shape)) {
        return false;
    }
    struct visit to, from;
    visit_rows(&from, p);
    for (visit_rows(&to, &fresh); to.left > 0; visit_step(&to), visit_step(&from)) {
        double chance = tensor_double_at(p, from.place);
        if (!(chance >= 0 && chance <= 1)) {
            tensor_release(&fresh);
            return error_set(cx->err, ERROR_RUNTIME,
                             "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could "
                             "this error message be improved?  If so, please report an "
                             "enhancement request to PyTorch.)");
        }
        double draw = p->dtype != DTYPE_FLOAT64 ? (double)random_24(r) : random_53(r);
        random_fill_set(&fresh, to.place, draw < chance ? 1 : 0);
    }
    *out = fresh;
    return true;
}

bool random_permutation(struct compute *cx, struct random *r, struct tensor *out, int64_t n)
{
    if (!tensor_new(cx, out, DTYPE_INT64, 1, &n)) {
        return false;
    }
    int64_t *cells = tensor_data(out);
    for (int64_t i = 0; i < n; i++) {
        cells[i] = i;
    }
    for (int64_t i = 0; i + 1 < n; i++) {
        int64_t other = i + random_u32(r) % (n - i);
        int64_t cell = cells[i];
        cells[i] = cells[other];
        cells[other] = cell;
    }
    return true;
}

/* --- multinomial --- */

static bool check_multinomial(struct compute *cx, const struct tensor *weights, int64_t samples,
                              bool replacement)
{
    if (weights->ndim < 1 || weights->ndim > 2) {
        return error_set(cx->err, ERROR_RUNTIME, "prob_dist must be 1 or 2 dim");
    }
    if (!dtype_is_float(weights->dtype)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "multinomial only supports floating-point dtypes for input, got: %s",
                         dtype_legacy_name(weights->dtype));
    }
    if (weights->dtype == DTYPE_FLOAT16) {
        return error_set(cx->err, ERROR_RUNTIME, "multinomial is not implemented for half on CPU");
    }
    if (samples <= 0) {
        return error_set(cx->err, ERROR_RUNTIME, "cannot sample n_sample <= 0 samples");
    }
    if (!replacement && samples > weights->shape[weights->ndim - 1]) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
    }
    return true;
}

/* The running sum of one row in the dtype of the weights, divided by its end. */
static bool cumulate(struct compute *cx, const struct tensor *weights, int64_t row, double *sums)
{
    int last = weights->ndim - 1;
    int64_t n = weights->shape[last];
    int64_t start = weights->offset + (weights->ndim > 1 ? row * weights->stride[0] : 0);
    bool single = weights->dtype != DTYPE_FLOAT64;
    double sum = 0;
    for (int64_t j = 0; j < n; j++) {
        double value = tensor_double_at(weights, start + j * weights->stride[last]);
        const char *fault =
            !(value >= 0) ? "probability entry < 0" : "probability entry = infinity or NaN";
        if (!(value >= 0) || !isfinite(value)) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "invalid multinomial distribution (encountering %s)", fault);
        }
        sum = single ? (double)half_round(weights->dtype, (float)sum + (float)value) : sum + value;
        sums[j] = sum;
    }
    if (!(sum > 0)) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "invalid multinomial distribution (sum of probabilities <= 0)");
    }
    for (int64_t j = 0; j < n; j++) {
        sums[j] = single ? (double)half_round(weights->dtype, (float)sums[j] / (float)sum)
                         : sums[j] / sum;
    }
    sums[n - 1] = 1;
    return true;
}

/* The first slot whose running sum is not below x. */
static int64_t slot_of(const double *sums, int64_t n, double x)
{
    int64_t left = 0, right = n;
    while (left < right) {
        int64_t middle = left + (right - left) / 2;
        if (sums[middle] < x) {
            left = middle + 1;
        } else {
            right = middle;
        }
    }
    return left;
}

static bool sample_with_replacement(struct compute *cx, struct random *r,
                                    const struct tensor *weights, int64_t samples, int64_t *cells)
{
    int64_t n = weights->shape[weights->ndim - 1];
    int64_t rows = weights->ndim > 1 ? weights->shape[0] : 1;
    double *sums = scratch_new(cx, n, sizeof *sums);
    if (sums == NULL) {
        return false;
    }
    bool ok = true;
    for (int64_t row = 0; ok && row < rows; row++) {
        ok = cumulate(cx, weights, row, sums);
        for (int64_t j = 0; ok && j < samples; j++) {
            cells[row * samples + j] = slot_of(sums, n, random_53(r));
        }
    }
    free(sums);
    return ok;
}

static bool check_probabilities(struct compute *cx, const struct tensor *weights)
{
    int64_t n = weights->shape[weights->ndim - 1];
    int64_t column = 0;
    bool all_zero = true, zero_row = false;
    struct visit it;
    for (visit_rows(&it, weights); it.left > 0; visit_step(&it)) {
        double value = tensor_double_at(weights, it.place);
        if (!(value >= 0 && value < (double)INFINITY)) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "probability tensor contains either `inf`, `nan` or element < 0");
        }
        all_zero = all_zero && value == 0;
        if (++column == n) {
            zero_row = zero_row || all_zero;
            all_zero = true;
            column = 0;
        }
    }
    if (zero_row) {
        return error_set(cx->err, ERROR_RUNTIME,
                         "invalid multinomial distribution (sum of probabilities <= 0)");
    }
    return true;
}

/* The largest of weight / Exp(1): drawing all categories at once, without replacement. */
static bool sample_without_replacement(struct compute *cx, struct random *r, struct tensor *out,
                                       const struct tensor *weights, int64_t samples)
{
    if (!check_probabilities(cx, weights)) {
        return false;
    }
    struct tensor waits;
    scoped_tensor scores = {0};
    if (!tensor_new_like(cx, &waits, weights, weights->dtype)) {
        return false;
    }
    bool ok = random_exponential(cx, r, &waits, 1) &&
              elementwise_binary(cx, BINARY_DIV, &scores, weights, &waits);
    tensor_release(&waits);
    if (!ok) {
        return false;
    }
    scoped_tensor largest = {0};
    if (samples == 1) {
        ok = reduce_max(cx, NULL, out, &scores, -1, true);
    } else {
        ok = reduce_topk(cx, &largest, out, &scores, samples, -1, true, true);
    }
    return ok;
}

bool random_multinomial(struct compute *cx, struct random *r, struct tensor *out,
                        const struct tensor *weights, int64_t samples, bool replacement)
{
    if (!check_multinomial(cx, weights, samples, replacement)) {
        return false;
    }
    bool rows = weights->ndim == 2;
    if (!replacement && tensor_numel(weights) > 0) {
        return sample_without_replacement(cx, r, out, weights, samples);
    }
    int64_t shape[] = {rows ? weights->shape[0] : samples, samples};
    struct tensor fresh;
    if (!tensor_new(cx, &fresh, DTYPE_INT64, weights->ndim, shape)) {
        return false;
    }
    if (tensor_numel(&fresh) > 0 &&
        !sample_with_replacement(cx, r, weights, samples, tensor_data(&fresh))) {
        tensor_release(&fresh);
        return false;
    }
    *out = fresh;
    return true;
}

/* --- dropout --- */

/* in * noise, noise being 0 or 1/(1-p) in the dtype of in, drawn in row-major order. */
bool random_dropout(struct compute *cx, struct random *r, struct tensor *out,
                    const struct tensor *in, double p)
{
    if (!(p >= 0 && p <= 1)) {
        scoped_buf text = {0};
        random_number_text(p, &text);
        error_set(cx->err, ERROR_RUNTIME,
                  "dropout probability has to be between 0 and 1, but got %s", buf_text(&text));
        return false;
    }
    if (p == 0 || tensor_numel(in) == 0) {
        *out = tensor_ref(in);
        return true;
    }
    scoped_tensor noise = {0};
    if (p == 1) {
        if (!tensor_zeros(cx, &noise, in->dtype, 0, NULL)) {
            return false;
        }
    } else {
        if (!dtype_is_float(in->dtype)) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "result type Float can't be cast to the desired output type %s",
                             dtype_legacy_name(in->dtype));
        }
        if (in->dtype == DTYPE_FLOAT16) {
            return error_set(cx->err, ERROR_RUNTIME,
                             "\"bernoulli_scalar_cpu_\" not implemented for 'Half'");
        }
        if (!tensor_new(cx, &noise, in->dtype, in->ndim, in->shape)) {
            return false;
        }
        double kept = in->dtype == DTYPE_FLOAT64
                          ? 1 / (1 - p)
                          : (double)(1.0f / half_round(in->dtype, (float)(1 - p)));
        struct visit it;
        for (visit_rows(&it, &noise); it.left > 0; visit_step(&it)) {
            random_fill_set(&noise, it.place, random_53(r) < 1 - p ? kept : 0);
        }
    }
    return elementwise_binary(cx, BINARY_MUL, out, in, &noise);
}
