/* What is said of a step is true of that very step: every sentence, on every step of the lessons
 * and of the programs in tests/cases and tests/large, against numbers that are worked out here. */
#include "traced.h"
#include "walked.h"

#include "base/file.h"
#include "lesson/catalog.h"
#include "trace/axes/axes.h"
#include "trace/report/caption.h"
#include "trace/stage/stages.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_captions(void);

/* --- numbers of a tensor, in row-major order --- */

struct cells {
    int ndim;
    int64_t shape[TENSOR_MAX_DIMS], count;
    double *at;
    const void *memory;
};

static struct cells cells_of(const struct tensor *t)
{
    struct cells c = {.ndim = t->ndim, .count = 1, .memory = t->storage};
    int64_t at[TENSOR_MAX_DIMS] = {0};
    for (int d = 0; d < t->ndim; d++) {
        c.shape[d] = t->shape[d];
        c.count *= t->shape[d];
    }
    c.at = malloc((size_t)c.count * sizeof *c.at + 1);
    for (int64_t k = 0; k < c.count; k++) {
        int64_t place = t->offset;
        for (int d = 0; d < t->ndim; d++) {
            place += at[d] * t->stride[d];
        }
        c.at[k] =
            dtype_is_float(t->dtype) ? tensor_double_at(t, place) : (double)tensor_int_at(t, place);
        for (int d = t->ndim - 1; d >= 0 && ++at[d] == t->shape[d]; d--) {
            at[d] = 0;
        }
    }
    return c;
}

struct step {
    struct tape *t;
    int k;
    const struct event *e;
    const struct pass *p;
    struct cells in, out; /* of the first input and result; in.at NULL: no input */
    double n[4];          /* the numbers of the sentence, in its order */
    const char *text;
};

static struct cells input_cells(struct tape *t, int k, int input)
{
    struct tensor then;
    ck_assert(tape_before(t, &t->event[k].input[input].of, k, &then));
    struct cells c = cells_of(&then);
    tensor_release(&then);
    return c;
}

static struct cells output_cells(struct tape *t, int k)
{
    struct tensor then;
    ck_assert(tape_after(t, &t->event[k].output[0], k, &then));
    struct cells c = cells_of(&then);
    tensor_release(&then);
    return c;
}

/* What does not fit into a float is infinite. */
static bool close_to(double a, double b)
{
    return a == b || (isinf(a) && (fabs(b) > 3e38 || isnan(b))) || (isnan(a) && isnan(b)) ||
           fabs(a - b) <= 2e-4 * fabs(b) + 1e-6;
}

/* --- what sentences claim --- */

/* Integers wrap, complex numbers have two parts, halves three digits: of those only sizes are
 * compared. */
static bool is_plain(const struct step *s)
{
    bool plain = true;
    for (int k = -1; k < s->e->input_count; k++) {
        enum dtype d = (k < 0 ? &s->e->output[0].tensor : &s->e->input[k].of.tensor)->dtype;
        plain = plain && (d == DTYPE_FLOAT32 || d == DTYPE_FLOAT64 || d == DTYPE_BOOL);
    }
    return plain;
}

static bool is_view(const struct step *s)
{
    return s->in.memory == s->out.memory;
}

static bool same_row_major(const struct step *s)
{
    bool ok = s->in.count == s->out.count;
    for (int64_t k = 0; ok && k < s->in.count; k++) {
        ok = close_to(s->out.at[k], s->in.at[k]);
    }
    return ok;
}

/* The result with axes a and b exchanged is the input, number for number. */
static bool exchanged(const struct step *s, int a, int b)
{
    const struct cells *in = &s->in, *out = &s->out;
    int ndim = in->ndim;
    bool ok = ndim == out->ndim && in->count == out->count && a >= 0 && b >= 0 && is_view(s);
    for (int64_t k = 0; ok && k < out->count; k++) {
        int64_t at[TENSOR_MAX_DIMS], rest = k, from = 0;
        for (int d = ndim - 1; d >= 0; d--) {
            at[d] = rest % out->shape[d];
            rest /= out->shape[d];
        }
        int64_t kept = at[a];
        at[a] = at[b];
        at[b] = kept;
        for (int d = 0; d < ndim; d++) {
            ok = ok && at[d] < in->shape[d];
            from = from * in->shape[d] + at[d];
        }
        ok = ok && close_to(out->at[k], in->at[from]);
    }
    return ok;
}

static bool adds_up(const struct cells *c, int axis)
{
    int64_t inner = 1;
    bool ok = axis >= 0 && axis < c->ndim;
    for (int d = axis + 1; ok && d < c->ndim; d++) {
        inner *= c->shape[d];
    }
    for (int64_t k = 0; ok && k < c->count; k++) {
        double sum = 0;
        int64_t first = k - k / inner % c->shape[axis] * inner;
        for (int64_t j = 0; j < c->shape[axis]; j++) {
            sum += c->at[first + j * inner];
        }
        ok = c->at[k] >= 0 && fabs(sum - 1) < .03;
    }
    return ok;
}

/* Every number is the input's times a factor. */
static bool all_times(const struct step *s, double factor)
{
    bool ok = true;
    struct cells in = s->in;
    if (!is_plain(s)) {
        return true;
    }
    if (in.count != s->out.count) { /* the number came first: 0.5 * x */
        in = input_cells(s->t, s->k, 1);
    }
    ok = in.count == s->out.count;
    for (int64_t k = 0; ok && k < in.count; k++) {
        ok = !isfinite(s->out.at[k]) || close_to(s->out.at[k], in.at[k] * factor) ||
             fabs(s->out.at[k] - in.at[k] * factor) < 1e-3 * fabs(in.at[k]);
    }
    if (in.at != s->in.at) {
        free(in.at);
    }
    return ok;
}

/* Terms of a score, by the sizes of queries, keys and scores alone: q*k cells / scores. */
static double head_width(const struct step *s)
{
    const struct event *e = &s->t->event[s->p->product];
    const struct tensor *q = &e->input[s->p->query].of.tensor;
    return q->ndim > 0 ? (double)q->shape[q->ndim - 1] : 0;
}

struct masked {
    int64_t changed, cells;
    bool infinite, no_share;
    double highest;
};

static struct masked mask_of(const struct step *s)
{
    struct masked m = {.cells = s->out.count, .infinite = true, .highest = -INFINITY};
    struct cells in = {0}, share = {0};
    for (int k = 0; k < s->e->input_count && in.at == NULL; k++) {
        const struct tensor *t = &s->e->input[k].of.tensor;
        bool same = dtype_is_float(t->dtype) && t->ndim == s->out.ndim &&
                    memcmp(t->shape, s->out.shape, (size_t)t->ndim * sizeof *t->shape) == 0;
        if (same) {
            in = input_cells(s->t, s->k, k);
        }
    }
    ck_assert_ptr_nonnull(in.at);
    if (s->p != NULL) {
        share = output_cells(s->t, s->p->softmax);
    }
    m.no_share = share.count == m.cells;
    for (int64_t k = 0; k < m.cells; k++) {
        double was = in.at[k], is = s->out.at[k];
        if (was != is && !(isnan(was) && isnan(is))) {
            m.changed++;
            m.infinite = m.infinite && is == -INFINITY;
            m.highest = is > m.highest ? is : m.highest;
            m.no_share = m.no_share && share.at[k] == 0;
        }
    }
    free(in.at);
    free(share.at);
    return m;
}

static double fold(const char *op, const double *at, int64_t count, int64_t step)
{
    double sum = 0, product = 1, most = -INFINITY, least = INFINITY;
    for (int64_t k = 0; k < count; k++) {
        double v = at[k * step];
        sum += v;
        product *= v;
        most = v > most || isnan(v) ? v : most; /* and NaN stays: nothing is more than it */
        least = v < least || isnan(v) ? v : least;
    }
    return strcmp(op, "sum") == 0      ? sum
           : strcmp(op, "mean") == 0   ? sum / (double)count
           : strcmp(op, "prod") == 0   ? product
           : strstr(op, "max") != NULL ? most
                                       : least;
}

static bool folds(const struct step *s, int axis)
{
    int64_t inner = 1;
    for (int d = axis + 1; d < s->in.ndim; d++) {
        inner *= s->in.shape[d];
    }
    bool ok = axis < s->in.ndim && s->in.shape[axis] == (int64_t)s->n[0];
    for (int64_t k = 0; ok && is_plain(s) && k < s->out.count && k < 200; k++) {
        int64_t first = k / inner * inner * s->in.shape[axis] + k % inner;
        double want = fold(s->e->op->name, s->in.at + first, s->in.shape[axis], inner);
        ok = close_to(s->out.at[k], want) || fabs(s->out.at[k] - want) < 1e-2 + 1e-3 * fabs(want);
    }
    return ok;
}

/* A weight is no result of a product: it was given, drawn, or cut out of such. */
static bool is_given(const struct tape *t, const struct tape_tensor *of)
{
    for (int depth = 0; depth < 8 && of->maker >= 0 && !of->parameter; depth++) {
        const struct event *e = &t->event[of->maker];
        if (e->op->kind == KIND_CONTRACTION || e->op->kind == KIND_SOFTMAX) {
            return false;
        }
        if (e->input_count == 0) {
            return true;
        }
        of = &e->input[0].of;
    }
    return true;
}

/* --- a formula in x and y --- */

struct reader {
    const char *p;
    double x, y;
    bool known;
};

static double read_sum(struct reader *r);

static bool takes(struct reader *r, const char *sign)
{
    while (*r->p == ' ') {
        r->p++;
    }
    size_t len = strlen(sign);
    bool longer = (*sign == '*' && len == 1 && r->p[1] == '*') ||
                  (len == 1 && strchr("<>", *sign) != NULL && r->p[1] == '=');
    if (strncmp(r->p, sign, len) != 0 || longer) {
        return false;
    }
    r->p += len;
    return true;
}

static double read_atom(struct reader *r)
{
    static const struct {
        const char *name;
        double (*of)(double);
    } functions[] = {{"exp(", exp},     {"log(", log},     {"sqrt(", sqrt}, {"sin(", sin},
                     {"cos(", cos},     {"tanh(", tanh},   {"abs(", fabs},  {"floor(", floor},
                     {"expm1(", expm1}, {"log1p(", log1p}, {"erf(", erf}};
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        if (takes(r, functions[k].name)) {
            double value = functions[k].of(read_sum(r));
            r->known = r->known && takes(r, ")");
            return value;
        }
    }
    bool most = takes(r, "max("), least = !most && takes(r, "min(");
    if (most || least) {
        double a = read_sum(r);
        r->known = r->known && takes(r, ",");
        double b = read_sum(r);
        r->known = r->known && takes(r, ")");
        return isnan(a) || isnan(b) ? a + b : most == (a > b) ? a : b;
    }
    if (takes(r, "(")) {
        double value = read_sum(r);
        r->known = r->known && takes(r, ")");
        return value;
    }
    if (takes(r, "-")) {
        return -read_atom(r);
    }
    if (takes(r, "x")) {
        return r->x;
    }
    if (takes(r, "y")) {
        return r->y;
    }
    char *end;
    double value = strtod(r->p, &end);
    r->known = r->known && end != r->p;
    r->p = end;
    return value;
}

static double read_power(struct reader *r)
{
    bool minus = takes(r, "-");
    double value = read_atom(r);
    value = takes(r, "**") ? pow(value, read_power(r)) : value;
    return minus ? -value : value;
}

static double read_product(struct reader *r)
{
    double value = read_power(r);
    for (;;) {
        if (takes(r, "*")) {
            value *= read_power(r);
        } else if (takes(r, "/")) {
            value /= read_power(r);
        } else {
            return value;
        }
    }
}

static double read_sum(struct reader *r)
{
    double value = read_product(r);
    for (;;) {
        if (takes(r, "+")) {
            value += read_product(r);
        } else if (takes(r, "-")) {
            value -= read_product(r);
        } else {
            return value;
        }
    }
}

static double read_formula(struct reader *r)
{
    double a = read_sum(r);
    return takes(r, "==")   ? a == read_sum(r)
           : takes(r, "!=") ? a != read_sum(r)
           : takes(r, "<=") ? a <= read_sum(r)
           : takes(r, ">=") ? a >= read_sum(r)
           : takes(r, "<")  ? a < read_sum(r)
           : takes(r, ">")  ? a > read_sum(r)
                            : a;
}

static int formulas_read, formulas_not;

/* Numbers in a formula have six digits. A word that is none of the above is not read. */
static bool becomes(struct step *s, bool two)
{
    struct cells y = two ? input_cells(s->t, s->k, 1) : (struct cells){0};
    bool ok = true,
         plain = is_plain(s) && s->in.count == s->out.count && (!two || y.count == s->out.count);
    for (int64_t k = 0; ok && plain && k < s->out.count && k < 300; k++) {
        struct reader r = {strstr(s->text, "becomes ") + 8, s->in.at[k], two ? y.at[k] : 0, true};
        double want = read_formula(&r);
        r.known = r.known && (*r.p == '.' || *r.p == ':') && (r.p[1] == '\0' || *r.p == ':');
        formulas_read += r.known;
        formulas_not += !r.known;
        ok = !r.known || close_to(s->out.at[k], want) ||
             fabs(s->out.at[k] - want) <= 1e-2 * fabs(want) + 1e-3 || !isfinite(want);
        plain = r.known;
    }
    free(y.at);
    return ok;
}

/* --- each sentence --- */

static bool has_batch(const struct step *s, double size)
{
    const struct tensor *t = &s->t->event[s->p->scores].output[0].tensor;
    for (int d = 0; d + 2 < t->ndim; d++) {
        if ((double)t->shape[d] == size) {
            return size > 1;
        }
    }
    return false;
}

static bool collects(struct step *s, bool shares)
{
    struct cells w = input_cells(s->t, s->k, s->p->weights);
    struct cells v = input_cells(s->t, s->k, s->p->value);
    bool ok = w.ndim >= 2 && v.ndim >= 2 && s->p->weights <= s->p->value &&
              (!shares || adds_up(&w, w.ndim - 1));
    double sum = 0;
    for (int64_t k = 0; ok && k < w.shape[w.ndim - 1]; k++) {
        sum += w.at[k] * v.at[k * v.shape[v.ndim - 1]];
    }
    ok = ok && (!is_plain(s) || close_to(s->out.at[0], sum) || fabs(s->out.at[0] - sum) < 1e-3);
    free(w.at);
    free(v.at);
    return ok;
}

static bool holds(struct step *s, enum caption said)
{
    const struct cells *in = &s->in, *out = &s->out;
    int ndim = out->ndim;
    const double *n = s->n;
    struct masked m;
    switch (said) {
    case CAPTION_PREPARES:
        return s->e->setup;
    case CAPTION_INPUTS_PROJECTED:
    case CAPTION_LAST_MATRIX:
        return (double)out->shape[ndim - 1] == n[0] && (double)in->shape[in->ndim - 1] == n[1] &&
               is_given(s->t, &s->e->input[1].of);
    case CAPTION_KEYS_TURNED: {
        const struct event *product = &s->t->event[s->p->product];
        return exchanged(s, ndim - 2, ndim - 1) &&
               product->input[product->input_count - 1].of.serial == s->e->output[0].serial;
    }
    case CAPTION_HEADS_CUT:
        return is_view(s) && same_row_major(s) && n[0] == n[1] * n[2] &&
               (double)in->shape[in->ndim - 1] == n[0] && (double)out->shape[ndim - 2] == n[1] &&
               has_batch(s, n[1]);
    case CAPTION_HEADS_FRONT:
        return exchanged(s, ndim - 3, ndim - 2) && (double)out->shape[ndim - 3] == n[0] &&
               (double)out->shape[ndim - 2] == n[1] && (double)out->shape[ndim - 1] == n[2] &&
               has_batch(s, n[0]);
    case CAPTION_HEADS_BACK:
        return exchanged(s, ndim - 3, ndim - 2) && (double)out->shape[ndim - 2] == n[0] &&
               s->e->input[0].of.maker == s->p->context;
    case CAPTION_HEADS_JOINED:
        return same_row_major(s) && (double)in->shape[ndim - 1] == n[0] &&
               (double)in->shape[ndim] == n[1] && (double)out->shape[ndim - 1] == n[0] * n[1];
    case CAPTION_HEADS_MIXED: {
        const struct tensor *c = &s->t->event[s->p->context].output[0].tensor;
        return n[0] > 1 && (double)in->shape[in->ndim - 1] == n[0] * (double)c->shape[c->ndim - 1];
    }
    case CAPTION_QUERIES_MEET_KEYS:
        return fmod((double)out->count, n[0] * n[1]) == 0 && n[2] == head_width(s) &&
               (double)(out->shape[ndim - 1] * out->shape[ndim - 2]) == n[0] * n[1];
    case CAPTION_DIVIDED_BY_ROOT:
        return all_times(s, 1 / n[0]) && close_to(n[0], sqrt(n[1])) && n[1] == head_width(s);
    case CAPTION_TIMES_ROOT: /* "Times .5, 1 over ..." */
        return all_times(s, n[0]) && close_to(n[0], 1 / sqrt(n[2])) && n[2] == head_width(s);
    case CAPTION_DIVIDED_OTHERWISE:
        return all_times(s, 1 / n[0]) && !close_to(n[0], sqrt(n[1])) &&
               close_to(n[2], sqrt(n[1])) && n[1] == head_width(s);
    case CAPTION_DIVIDED:
        return n[0] == 0 || all_times(s, 1 / n[0]);
    case CAPTION_MULTIPLIED:
        return all_times(s, n[0]);
    case CAPTION_MASK_IDLE:
        return mask_of(s).changed == 0;
    case CAPTION_MASK_INFINITE:
    case CAPTION_MASK_INFINITE_ONLY:
    case CAPTION_FILLED_INFINITE:
        m = mask_of(s);
        return m.infinite && (double)m.changed == n[0] && (double)m.cells == n[1] &&
               (said != CAPTION_MASK_INFINITE || m.no_share);
    case CAPTION_MASK_LOW:
    case CAPTION_MASK_LOW_ONLY:
        m = mask_of(s);
        return (double)m.changed == n[0] && (double)m.cells == n[1] && close_to(m.highest, n[2]) &&
               m.highest > -INFINITY && (said != CAPTION_MASK_LOW || m.no_share);
    case CAPTION_FILLED_ZERO:
        m = mask_of(s);
        return (double)m.changed == n[0] && (double)m.cells == n[1] && m.highest <= 0;
    case CAPTION_SHARES:
    case CAPTION_ROW_SHARES:
        return adds_up(out, ndim - 1);
    case CAPTION_COLUMN_SHARES:
        return adds_up(out, ndim - 2);
    case CAPTION_AXIS_SHARES:
        return adds_up(out, (int)n[0]);
    case CAPTION_EACH_COLLECTS:
        return collects(s, true);
    case CAPTION_EACH_MIXES:
        return collects(s, false);
    case CAPTION_DROPOUT_OFF:
        return same_row_major(s);
    case CAPTION_DROPOUT_ON: {
        int64_t zero = 0;
        bool ok = true;
        for (int64_t k = 0; k < out->count; k++) {
            zero += out->at[k] == 0;
            ok = ok && (out->at[k] == 0 || close_to(out->at[k], in->at[k] * n[3]));
        }
        return ok && (double)zero == n[0] && (double)out->count == n[1] && n[2] == 0;
    }
    case CAPTION_DOT_PRODUCTS:
        return (double)out->count == n[0] && (double)in->shape[in->ndim - 1] == n[1];
    case CAPTION_SAME_TENSOR:
        return s->e->output[0].serial == s->e->input[0].of.serial && same_row_major(s);
    case CAPTION_TURNED:
        return ndim == 2 && exchanged(s, 0, 1);
    case CAPTION_TWO_AXES:
        return exchanged(s, (int)n[0], (int)n[1]);
    case CAPTION_AXES:
        return is_view(s) && in->count == out->count;
    case CAPTION_COUNTED:
        return is_view(s) && same_row_major(s) && (double)out->count == n[0];
    case CAPTION_REPEATED:
        return is_view(s) && (double)in->count == n[0] && out->count > in->count;
    case CAPTION_PART:
        return is_view(s) && (double)out->count == n[0] && (double)in->count == n[1];
    case CAPTION_SHARED_OUT:
        return is_view(s) && s->e->output_count == (int)n[0] && (double)in->count == n[1];
    case CAPTION_COPIED:
        return !is_view(s) && same_row_major(s) && (double)out->count == n[0];
    case CAPTION_ROWS_MIXED:
        return in->ndim == 1 && ndim == 1 && (double)in->count == n[0];
    case CAPTION_DOT_PRODUCT:
        return in->ndim == 1 && out->count == 1 && (double)in->count == n[0];
    case CAPTION_ROWS_TAKEN: { /* every row of the result is one of the table */
        bool all = (double)out->shape[0] == n[0] && (double)in->shape[0] == n[1] && !is_view(s);
        for (int64_t k = 0, width = out->shape[1]; k < out->shape[0]; k++) {
            bool found = false;
            for (int64_t j = 0; j < in->shape[0]; j++) {
                bool same = true;
                for (int64_t c = 0; c < width; c++) {
                    double a = out->at[k * width + c], b = in->at[j * width + c];
                    same = same && (a == b || (isnan(a) && isnan(b)));
                }
                found = found || same;
            }
            all = all && found;
        }
        return all;
    }
    case CAPTION_TIMES_OVER: {
        int axis = (int)n[1];
        int64_t times = (int64_t)n[2], inner = 1;
        for (int d = axis + 1; d < ndim; d++) {
            inner *= out->shape[d];
        }
        bool all = (double)in->shape[axis] == n[0] && out->count == in->count * times;
        for (int64_t k = 0; k < out->count && all; k++) {
            int64_t row = k / inner;
            all = out->at[k] == in->at[row / times * inner + k % inner];
        }
        return all;
    }
    case CAPTION_NORMALIZED:
    case CAPTION_NORMALIZED_SCALED: {
        int64_t width = out->shape[ndim - 1];
        bool all = (double)width == n[0] && in->count == out->count;
        for (int64_t k = 0; k < out->count && said == CAPTION_NORMALIZED; k += width) {
            double sum = 0;
            for (int64_t c = 0; c < width; c++) {
                sum += out->at[k + c];
            }
            all = all && !(fabs(sum / (double)width) > 0.02);
        }
        return all;
    }
    case CAPTION_SIDE_BY_SIDE: {
        int64_t all = 0;
        for (int k = 0; k < s->e->input_count; k++) {
            const struct tensor *t = &s->e->input[k].of.tensor;
            all += t->ndim == ndim ? t->shape[(int)n[1]] : 0;
        }
        return s->e->input_count == (int)n[0] && all == out->shape[(int)n[1]];
    }
    case CAPTION_ROWS_BELOW: {
        bool ok = n[0] + n[1] == n[2] && n[2] == (double)out->shape[ndim - 2] &&
                  n[3] == (double)out->shape[ndim - 1] && n[0] == (double)in->shape[ndim - 2];
        for (int64_t k = 0, table = in->shape[ndim - 2] * in->shape[ndim - 1]; k < in->count; k++) {
            int64_t all = out->shape[ndim - 2] * out->shape[ndim - 1];
            ok = ok && close_to(out->at[k / table * all + k % table], in->at[k]);
        }
        return ok;
    }
    case CAPTION_WRITTEN: {
        int64_t changed = 0;
        for (int64_t k = 0; k < out->count; k++) {
            changed += out->at[k] != in->at[k] && !(isnan(out->at[k]) && isnan(in->at[k]));
        }
        return s->e->output[0].serial == s->e->input[0].of.serial && out->count == in->count &&
               (double)changed == n[0] && (double)out->count == n[1];
    }
    case CAPTION_STACKED:
        return (double)out->shape[(int)n[1]] == n[0] && ndim == in->ndim + 1;
    case CAPTION_ALL_TO_ONE: {
        double want = fold(s->e->op->name, in->at, in->count, 1);
        return out->count == 1 && (double)in->count == n[0] &&
               (!is_plain(s) || close_to(out->at[0], want) || fabs(out->at[0] - want) < 1e-2);
    }
    case CAPTION_AXIS_FOLDED:
        return folds(s, (int)n[1]);
    case CAPTION_EACH_NUMBER:
        return becomes(s, false);
    case CAPTION_PAIRS:
        return becomes(s, true);
    case CAPTION_COUNT:
        return s->text[0] == '\0';
    }
    return false;
}

/* The numbers in a sentence, in its order. */
static void read_numbers(const char *text, double n[4])
{
    int count = 0;
    for (const char *p = text; *p != '\0' && count < 4;) {
        bool starts = (*p >= '0' && *p <= '9') || (*p == '-' && p[1] >= '0' && p[1] <= '9');
        char *end = NULL;
        double value = starts ? strtod(p, &end) : 0;
        if (starts && end != p) {
            n[count++] = value;
            p = end;
        } else {
            p++;
        }
    }
}

static int said[CAPTION_COUNT + 1];

static void check_step(struct tape *t, int k, const char *what)
{
    const struct event *e = &t->event[k];
    struct buf text = {0};
    enum caption id = caption_of(t, k, &text);
    struct step s = {.t = t, .k = k, .e = e, .p = e->pass >= 0 ? &t->pass[e->pass] : NULL};
    said[id]++;
    s.text = buf_text(&text);
    ck_assert_msg(strpbrk(s.text, "{}") == NULL, "%s: %s", what, s.text);
    ck_assert_msg(strstr(s.text, "outside of attention") == NULL, "%s: %s", what, s.text);
    if (id != CAPTION_COUNT && e->output_count > 0) {
        ck_assert_msg(text.data[text.len - 1] == '.', "%s: %s", what, s.text);
        read_numbers(s.text, s.n);
        s.out = output_cells(t, k);
        s.in = e->input_count > 0 ? input_cells(t, k, 0) : (struct cells){0};
        ck_assert_msg(holds(&s, id), "%s: step %s%d, %s: %s", what, e->setup ? "s" : "", e->number,
                      e->name, s.text);
        free(s.in.at);
        free(s.out.at);
    }
    buf_free(&text);
}

/* --- names of axes --- */

static void check_names(const struct tape_tensor *of, const char *what, int step)
{
    for (int a = 0; of->called != NULL && a < of->tensor.ndim; a++) {
        for (int b = a + 1; b < of->tensor.ndim; b++) {
            const char *one = axis_called(of, a), *other = axis_called(of, b);
            ck_assert_msg(one == NULL || other == NULL || strcmp(one, other) != 0,
                          "%s: step %d: %s twice", what, step, one);
        }
    }
}

/* --- programs --- */

static char *paths[400];
static int path_count;

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_folder(const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *f; d != NULL && (f = readdir(d)) != NULL;) {
        size_t len = strlen(f->d_name);
        if (len > 3 && strcmp(f->d_name + len - 3, ".py") == 0 && path_count < 400) {
            struct buf path = {0};
            buf_printf(&path, "%s/%s", folder, f->d_name);
            paths[path_count++] = path.data;
        }
    }
    if (d != NULL) {
        closedir(d);
    }
}

/* Large tables are passed over: they are made of the same operations. */
static bool is_small(const struct event *e)
{
    bool small = e->output_count > 0 && tensor_numel(&e->output[0].tensor) <= 20000;
    for (int k = 0; k < e->input_count; k++) {
        small = small && tensor_numel(&e->input[k].of.tensor) <= 20000;
    }
    return small;
}

#define STEPS_MOST 1500 /* of a program */

static void check_tape(struct tape *t, const char *what)
{
    for (int k = 0, checked = 0; k < t->event_count && checked < STEPS_MOST; k++) {
        const struct event *e = &t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            check_names(&e->input[j].of, what, e->number);
        }
        for (int j = 0; j < e->output_count; j++) {
            check_names(&e->output[j], what, e->number);
        }
        if (is_small(e)) {
            check_step(t, k, what);
            checked++;
        }
    }
}

START_TEST(lessons_are_told_truly)
{
    struct walked w;
    walked_open(&w, lesson_files[_i].name);
    check_tape(&w.tape, lesson_files[_i].name);
    walked_close(&w);
}
END_TEST

#define PARTS 8

START_TEST(programs_are_told_truly)
{
    for (int k = _i; k < path_count; k += PARTS) {
        struct program p;
        struct tape t = {0};
        struct buf text = {0};
        struct error err = {0};
        ck_assert_msg(file_read(paths[k], (size_t)1 << 20, &text, &err), "%s", err.text);
        program_open(&p, 0, NULL);
        ck_assert(tape_start(&t, p.session));
        program_run(&p, buf_text(&text), 0);
        tape_finish(&t);
        error_clear(&p.session->in.error);
        ck_assert(stages_find(&t) && axes_find(&t));
        check_tape(&t, paths[k]);
        tape_free(&t);
        program_close(&p);
        buf_free(&text);
    }
}
END_TEST

/* --- one sentence after the other --- */

#define ATTENTION                                                                                  \
    "q, k, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)\n"                          \
    "hidden = torch.ones(3, 3).triu(1).bool()\n"                                                   \
    "s = q @ k.T\n"
#define REST "w = torch.softmax(s, dim=-1)\nc = w @ v\n"
#define CACHE "x, W, old = torch.randn(3, 4), torch.randn(4, 4), torch.randn(2, 4)\n"
#define USED "c = torch.softmax(x @ W @ k.T, dim=-1) @ k\n"

static const struct {
    const char *code, *op, *sentence;
} sentences[] = {
    {ATTENTION REST, "T",
     "Rows and columns change places: each key is a column now. No number "
     "moves."},
    {ATTENTION REST, "matmul",
     "Each query collects the values, in the shares of its row of "
     "weights."},
    {ATTENTION "s = s / 2\n" REST, "div",
     "Divided by 2, the square root of head width 4, to keep softmax soft."},
    {ATTENTION "s = s / 3 ** 0.5\n" REST, "div",
     "Every number is divided by 1.7321. The square root of head width 4 is 2."},
    {ATTENTION "s = s * 0.5\n" REST, "mul",
     "Times 0.5, 1 over the square root of head width 4, to keep softmax soft."},
    {ATTENTION "s = s.masked_fill(hidden, -torch.inf)\n" REST, "masked_fill",
     "3 of 9 scores become minus infinity: softmax gives them a share of 0."},
    {ATTENTION "s.masked_fill(hidden, -torch.inf)\n" REST, "masked_fill",
     "In the result 3 of 9 scores are minus infinity."},
    {ATTENTION "s = s.masked_fill(hidden, -1e9)\n" REST, "masked_fill",
     "3 of 9 scores become -1e+09 or less: softmax rounds their share to 0."},
    {ATTENTION "s = s.masked_fill(torch.zeros(3, 3).bool(), -torch.inf)\n" REST, "masked_fill",
     "No score changes: this mask has no effect here."},
    {ATTENTION "w = torch.softmax(s, dim=0)\nc = w @ v\n", "softmax",
     "Each column, not each row, becomes shares that add up to 1."},
    {ATTENTION REST "W = torch.randn(4, 2)\nz = c.T\n", "T",
     "Rows and columns change places. No number moves."},
    {CACHE "k = torch.cat([old, x @ W], dim=0)\n" USED, "cat",
     "The rows stand below one another: 2 and 3 make 5, of 4 numbers each."},
    {CACHE "k = torch.cat([old, old, x @ W])\n" USED, "cat",
     "3 tensors are put side by side along axis 0."},
    {"x = torch.zeros(2, 6)\nx[1, :4] = torch.arange(4.0)\n", "__setitem__",
     "In place, 3 of 12 numbers change."},
    {"x = torch.zeros(2, 6)\ny = x.view(3, 4)\n", "view",
     "The same 12 numbers in the same order: (3, 4) instead of (2, 6)."},
    {"x = torch.zeros(2, 6)\ny = torch.exp(x)\n", "exp", "Each number x becomes exp(x)."},
    {"x = torch.zeros(2, 6)\ny = x.round(decimals=2)\n", "round", ""},
};

START_TEST(sentences_are)
{
    struct traced t;
    struct buf text = {0};
    traced_open(&t, sentences[_i].code);
    caption_of(&t.tape, traced_find(&t, sentences[_i].op), &text);
    ck_assert_str_eq(buf_text(&text), sentences[_i].sentence);
    buf_free(&text);
    traced_close(&t);
}
END_TEST

/* --- labels --- */

static const struct {
    const char *code;  /* behind a comment that names three words */
    const char *name;  /* of the tensor that is looked at: the last one so called */
    const char *words; /* of its axes: "the cat sat | -" */
} labels[] = {
    {"x = torch.randn(3, 2)\n", "x", "the cat sat|-"},
    {"x = torch.randn(2, 3, 2)\n", "x", "-|the cat sat|-"},
    {"x = torch.randn(1, 3)\n", "x", "-|the cat sat"},
    {"x = torch.randn(3, 2)\ny = torch.randn(3, 2)\n", "y", "-|-"}, /* no coincidence */
    {"x = torch.randn(3, 2)\ny = x @ torch.randn(2, 3)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x @ x.T\n", "y", "the cat sat|the cat sat"},
    {"x = torch.randn(3, 2)\ny = (x @ x.T).softmax(-1) @ x\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x[1:]\n", "y", "cat sat|-"},
    {"x = torch.randn(3, 2)\ny = x[:, 0]\n", "y", "the cat sat"},
    {"x = torch.randn(3, 2)\ny = x[torch.tensor([2, 0, 1])]\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.flip(0)\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.sort(dim=0)[0]\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = x.sum(-1)\n", "y", "the cat sat"},
    {"x = torch.randn(3, 2)\ny = torch.zeros_like(x)\n", "y", "-|-"},
    {"x = torch.randn(3, 4)\ny = x.view(3, 2, 2).transpose(0, 1)\n", "y", "-|the cat sat|-"},
    {"x = torch.randn(3, 4)\ny = x.view(2, 3, 2)\n", "y", "-|-|-"}, /* rows were cut */
    {"x = torch.randn(1, 3, 4)\ny = x.view(-1, 4)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = torch.cat([x[:1], x[1:]])\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = torch.cat([x[1:], x[:1]])\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\ny = torch.cat([x, x], dim=1)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 2)\ny = torch.stack([x, x])\n", "y", "-|the cat sat|-"},
    {"x = torch.randn(3, 2)\n# tokens: a dog ran\nz = torch.randn(3, 2)\ny = x + z\n", "y", "-|-"},
    {"x = torch.randn(3, 2)\n# tokens: a dog ran\nz = torch.randn(3, 2)\ny = x @ z.T\n", "y",
     "the cat sat|a dog ran"},
    {"i = torch.tensor([0, 1, 1])\ny = nn.Embedding(2, 4)(i)\n", "y", "the cat sat|-"},
    {"x = torch.randn(3, 4)\na, b = x.split(2, dim=1)\ny = b\n", "b", "the cat sat|-"},
    {"x = torch.randn(3, 4)\na, b = x.split(2)\ny = b\n", "a", "the cat|-"},
};

/* The words of each axis of what `name` was last: "the cat sat|-" */
static void words_of(const struct tape *t, const char *wanted, struct buf *out)
{
    const struct tape_tensor *of = NULL;
    for (int k = 0; k < t->event_count; k++) {
        for (int j = 0; j < t->event[k].output_count; j++) {
            const char *name = tape_result_name(t, k, j);
            of = name != NULL && strcmp(name, wanted) == 0 ? &t->event[k].output[j] : of;
        }
    }
    ck_assert_ptr_nonnull(of);
    for (int axis = 0; axis < of->tensor.ndim; axis++) {
        const char *const *word = axis_words(of, axis);
        buf_puts(out, axis > 0 ? "|" : "");
        for (int64_t k = 0; word != NULL && k < of->tensor.shape[axis]; k++) {
            buf_printf(out, "%s%s", k > 0 ? " " : "", word[k]);
        }
        buf_puts(out, word == NULL ? "-" : "");
    }
}

static void expect_words(const char *code, const char *name, const char *words)
{
    struct traced t;
    struct buf got = {0};
    traced_open(&t, code);
    words_of(&t.tape, name, &got);
    ck_assert_msg(strcmp(buf_text(&got), words) == 0, "%s\nis  %s\nnot %s", code, buf_text(&got),
                  words);
    buf_free(&got);
    traced_close(&t);
}

START_TEST(labels_are)
{
    struct buf code = {0};
    buf_printf(&code, "# tokens: the cat sat\n%s", labels[_i].code);
    expect_words(buf_text(&code), labels[_i].name, labels[_i].words);
    buf_free(&code);
}
END_TEST

static const struct {
    const char *line; /* before a tensor of so many rows */
    int rows;
    const char *words;
} comments[] = {
    {"# tokens: the cat sat", 3, "the cat sat|-"},
    {"#tokens:a", 1, "a|-"},
    {"#tokens:ab", 1, "ab|-"},
    {"#\t tokens:  a  b\tc ", 3, "a b c|-"},
    {"## tokens: a b", 2, "a b|-"},
    {"y = 1 # one # tokens: a b", 2, "a b|-"},
    {"# tokens: a # tokens: b", 4, "a # tokens: b|-"},
    {"# tokens : a b", 2, "-|-"},
    {"# token: a b", 2, "-|-"},
    {"tokens = 'a b'", 2, "-|-"},
    {"# tokens", 1, "-|-"},
    {"# tokens:", 1, "-|-"},
    {"# tokens: ", 1, "-|-"},
    {"# tokens: a b", 3, "-|-"},
    {"# tokens: a b c", 2, "-|-"},
    {"#", 1, "-|-"},
};

START_TEST(comments_are_read)
{
    struct buf code = {0};
    buf_printf(&code, "%s\nx = torch.randn(%d, 5)\n", comments[_i].line, comments[_i].rows);
    expect_words(buf_text(&code), "x", comments[_i].words);
    buf_free(&code);
}
END_TEST

Suite *suite_captions(void)
{
    Suite *s = suite_create("captions");
    TCase *t = tcase_create("captions");
    add_folder("tests/cases");
    add_folder("tests/large");
    qsort(paths, (size_t)path_count, sizeof paths[0], compare);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, sentences_are, 0, (int)(sizeof sentences / sizeof sentences[0]));
    tcase_add_loop_test(t, labels_are, 0, (int)(sizeof labels / sizeof labels[0]));
    tcase_add_loop_test(t, comments_are_read, 0, (int)(sizeof comments / sizeof comments[0]));
    tcase_add_loop_test(t, lessons_are_told_truly, 0, (int)lesson_count);
    suite_add_tcase(s, t);
    t = tcase_create("captions, all");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, programs_are_told_truly, 0, PARTS);
    suite_add_tcase(s, t);
    return s;
}
