/* Checks sentences like "Forward q = x @ W.T, so backward dx = dq @ W": the right side is computed
 * from the names. */
#include "claimed_backward.h"

#include "claimed.h"
#include "torch/op/ops.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int claimed_computed, claimed_in_words;

enum { SYMBOLS = 24, VALUES = 200, NAME = 120 };

struct table { /* batch tables; vectors are one row */
    int64_t batch, rows, cols;
    double *at;
    int64_t groups; /* of the tables, by their first axis; 0: as many as fit */
};

struct algebra {
    struct {
        char name[NAME];
        struct table is;
    } symbol[SYMBOLS];
    int symbols, values;
    double *value[VALUES];
    const char *p;
    bool failed;
};

static struct table make(struct algebra *a, int64_t batch, int64_t rows, int64_t cols)
{
    struct table t = {batch, rows, cols, NULL, 0};
    ck_assert_int_lt(a->values, VALUES);
    t.at = a->value[a->values++] = calloc((size_t)(batch * rows * cols) + 1, sizeof *t.at);
    return t;
}

static int64_t cells(struct table t)
{
    return t.batch * t.rows * t.cols;
}

static struct table read_tensor(struct algebra *a, const struct tensor *x)
{
    int64_t cols = x->ndim > 0 ? x->shape[x->ndim - 1] : 1;
    int64_t rows = x->ndim > 1 ? x->shape[x->ndim - 2] : 1, all = tensor_numel(x);
    struct table t = make(a, rows * cols > 0 ? all / (rows * cols) : 0, rows, cols);
    t.groups = x->ndim > 3 && x->shape[x->ndim - 3] > 0 ? t.batch / x->shape[x->ndim - 3] : 0;
    for (int64_t k = 0; k < all; k++) {
        t.at[k] = tensor_double_at(x, tensor_place(x, k));
    }
    return t;
}

static struct table turn(struct algebra *a, struct table x)
{
    struct table t = make(a, x.batch, x.cols, x.rows);
    for (int64_t k = 0; k < cells(x); k++) {
        int64_t b = k / (x.rows * x.cols), r = k / x.cols % x.rows, c = k % x.cols;
        t.at[(b * x.cols + c) * x.rows + r] = x.at[k];
    }
    return t;
}

/* As product of rows where the batch does not fit: all rows of all tables at once. */
static struct table multiply(struct algebra *a, struct table x, struct table y)
{
    if (x.batch != y.batch && y.batch == 1) {
        x = (struct table){1, x.batch * x.rows, x.cols, x.at, 0};
    }
    bool vector = y.batch * y.rows == 1 && x.batch == 1 && x.cols != 1 && y.cols == x.cols;
    if (vector) { /* a column for the product, and so is the result */
        y = (struct table){1, y.cols, 1, y.at, 0};
    }
    a->failed |= x.batch != y.batch || x.cols != y.rows;
    if (a->failed) {
        return x;
    }
    struct table t = make(a, x.batch, x.rows, y.cols);
    for (int64_t k = 0; k < cells(t); k++) {
        int64_t b = k / (t.rows * t.cols), r = k / t.cols % t.rows, c = k % t.cols;
        for (int64_t j = 0; j < x.cols; j++) {
            t.at[k] += x.at[(b * x.rows + r) * x.cols + j] * y.at[(b * y.rows + j) * y.cols + c];
        }
    }
    return vector ? (struct table){1, 1, t.rows, t.at, 0} : t;
}

static double operate(char sign, double x, double y)
{
    return sign == '+' ? x + y : sign == '-' ? x - y : sign == '*' ? x * y : x / y;
}

/* Which cell of x meets cell k of t, as sizes of 1 are repeated; -1: they do not fit. */
static int64_t repeated(struct table x, struct table t, int64_t k)
{
    int64_t batch = k / (t.rows * t.cols), row = k / t.cols % t.rows, col = k % t.cols;
    bool grouped =
        x.groups > 0 && x.groups == x.batch && x.batch != t.batch && t.groups == x.groups;
    bool channels = x.groups == 1 && t.groups > 1 && x.batch * t.groups == t.batch;
    bool fits = (x.batch == t.batch || x.batch == 1 || grouped || channels) &&
                (x.rows == t.rows || x.rows == 1) && (x.cols == t.cols || x.cols == 1);
    int64_t table = grouped ? batch / (t.batch / t.groups) : batch % x.batch;
    return !fits ? -1
                 : (table * x.rows + (x.rows == 1 ? 0 : row)) * x.cols + (x.cols == 1 ? 0 : col);
}

/* Cell by cell; one number for each row fits to all rows of all tables, too. */
static struct table combine(struct algebra *a, char sign, struct table x, struct table y)
{
    struct table large = cells(x) >= cells(y) ? x : y, small = cells(x) >= cells(y) ? y : x;
    if (small.cols != 1 || small.batch * small.rows != large.batch * large.rows) {
        large.batch = large.batch > small.batch ? large.batch : small.batch;
        large.rows = large.rows > small.rows ? large.rows : small.rows;
        large.cols = large.cols > small.cols ? large.cols : small.cols;
    }
    struct table t = make(a, large.batch, large.rows, large.cols);
    t.groups = large.groups;
    for (int64_t k = 0; k < cells(t); k++) {
        const struct table of[2] = {x, y};
        double v[2];
        for (int j = 0; j < 2; j++) {
            bool per_row = of[j].cols == 1 && of[j].batch * of[j].rows == t.batch * t.rows;
            int64_t at = per_row ? k / t.cols : repeated(of[j], t, k);
            a->failed |= at < 0;
            v[j] = a->failed ? 0 : of[j].at[at];
        }
        t.at[k] = operate(sign, v[0], v[1]);
    }
    return t;
}

static void name_it(struct algebra *a, const char *name, size_t len, const char *behind,
                    struct table is)
{
    if (a->symbols < SYMBOLS && len + strlen(behind) + 3 < NAME && len > 0) {
        memcpy(a->symbol[a->symbols].name, name, len);
        strcpy(a->symbol[a->symbols].name + len, behind);
        a->symbol[a->symbols++].is = is;
    }
}

/* The name, the same turned, and turned back. */
static void name_both(struct algebra *a, const char *name, size_t len, struct table is)
{
    name_it(a, name, len, "", is);
    name_it(a, name, len, ".T", turn(a, is));
    name_it(a, name, len, ".mT", turn(a, is));
    if (len > 2 && strncmp(name + len - 2, ".T", 2) == 0) {
        name_it(a, name, len - 2, "", turn(a, is));
    }
}

static struct table sum(struct algebra *a);

static struct table factor(struct algebra *a)
{
    a->p += strspn(a->p, " ");
    size_t longest = 0;
    int found = -1;
    for (int k = 0; k < a->symbols; k++) {
        size_t len = strlen(a->symbol[k].name);
        if (len > longest && strncmp(a->p, a->symbol[k].name, len) == 0) {
            longest = len;
            found = k;
        }
    }
    if (found >= 0) {
        a->p += longest;
        return a->symbol[found].is;
    }
    struct table t = make(a, 1, 1, 1);
    char *end;
    if (*a->p == '-') {
        a->p++;
        return combine(a, '-', t, factor(a));
    }
    bool power = strncmp(a->p, "exp(", 4) == 0;
    if (*a->p == '(' || power) {
        a->p += power ? 4 : 1;
        struct table inner = sum(a);
        a->failed |= *a->p != ')';
        a->p += *a->p == ')';
        t = make(a, inner.batch, inner.rows, inner.cols);
        for (int64_t k = 0; k < cells(inner); k++) {
            t.at[k] = power ? exp(inner.at[k]) : inner.at[k];
        }
        return t;
    }
    t.at[0] = strtod(a->p, &end);
    a->failed |= end == a->p;
    a->p = end;
    return t;
}

static struct table product(struct algebra *a)
{
    struct table t = factor(a);
    while (!a->failed && *a->p == ' ' && strchr("*/@", a->p[1]) != NULL && a->p[1] != '\0') {
        char sign = a->p[1];
        a->p += 2;
        struct table next = factor(a);
        t = sign == '@' ? multiply(a, t, next) : combine(a, sign, t, next);
    }
    return t;
}

static struct table sum(struct algebra *a)
{
    struct table t = product(a);
    while (!a->failed && *a->p == ' ' && (a->p[1] == '+' || a->p[1] == '-')) {
        char sign = a->p[1];
        a->p += 2;
        t = combine(a, sign, t, product(a));
    }
    return t;
}

/* --- what the names stand for --- */

static bool read_argument(struct algebra *a, const struct claimed *s, int argument,
                          struct table *out)
{
    const struct event *of = &s->t->event[s->e->of];
    for (int k = 0; k < of->input_count; k++) {
        if (of->input[k].argument == argument) {
            struct tensor then;
            ck_assert(tape_before(s->t, &of->input[k].of, s->k, &then)); /* x.data may change it */
            *out = read_tensor(a, &then);
            tensor_release(&then);
            return true;
        }
    }
    return false;
}

/* The gradient that came: the first input of the formula's steps that is none of the forward step's
 * tensors and no step of the formula made. */
static bool read_gradient(struct algebra *a, const struct claimed *s, struct table like,
                          struct table *out, const char **called)
{
    const struct event *of = &s->t->event[s->e->of];
    int first = s->k;
    while (first > 0 && s->t->event[first - 1].of == s->e->of &&
           s->t->event[first - 1].of_argument == s->e->of_argument &&
           !s->t->event[first - 1].gathers) {
        first--;
    }
    for (int k = first; k <= s->k; k++) {
        const struct event *e = &s->t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            const struct tape_tensor *x = &e->input[j].of;
            bool own = x->maker >= first || x->serial == of->output[0].serial ||
                       tensor_numel(&x->tensor) != cells(like) || !dtype_is_float(x->tensor.dtype);
            for (int i = 0; i < of->input_count; i++) {
                own = own || of->input[i].of.serial == x->serial;
            }
            if (!own) {
                struct tensor then;
                ck_assert(tape_before(s->t, x, k, &then));
                *out = read_tensor(a, &then);
                *called = tape_name(s->t, k, x);
                tensor_release(&then);
                out->groups = like.groups;
                out->batch = like.batch;
                out->rows = like.rows;
                out->cols = like.cols;
                return true;
            }
        }
    }
    return false;
}

/* ", dout = (out - y).grad passed on unchanged": so it is called on the screen. */
static const char *passed_on(const struct claimed *s)
{
    const char *end = strstr(s->text, " passed on unchanged"), *at = end;
    while (at != NULL && at > s->text && strncmp(at, ", d", 3) != 0) {
        at--;
    }
    return at;
}

static bool passed_on_holds(const struct claimed *s, const char *called)
{
    const char *at = passed_on(s), *name = at != NULL ? strstr(at, " = ") + 3 : NULL;
    size_t len = at != NULL ? (size_t)(strstr(at, " passed on") - name) : 0;
    return at == NULL ||
           (called != NULL && strlen(called) == len && strncmp(name, called, len) == 0);
}

/* Where the operator of "a @ b" stands, outside of brackets; NULL: there is none. */
static const char *operator_in(const char *text, const char *end)
{
    int depth = 0;
    for (const char *p = text; p + 2 < end; p++) {
        depth += (strchr("([", *p) != NULL) - (strchr(")]", *p) != NULL);
        if (depth == 0 && *p == ' ' && strchr("@*/-", p[1]) != NULL && p[2] == ' ') {
            return p;
        }
    }
    return NULL;
}

static bool name_forward(struct algebra *a, const struct claimed *s, const char *text,
                         const char *end)
{
    const char *equals = strstr(text, " = ");
    struct table y, dy, x;
    struct tensor then;
    char d[NAME];
    const char *called;
    if (equals == NULL || equals > end || equals - text > NAME - 8) {
        return false;
    }
    ck_assert(tape_after(s->t, &s->t->event[s->e->of].output[0], s->e->of, &then));
    y = read_tensor(a, &then);
    tensor_release(&then);
    name_both(a, text, (size_t)(equals - text), y);
    if (!read_gradient(a, s, y, &dy, &called)) {
        return false;
    }
    a->failed |= !passed_on_holds(s, called);
    snprintf(d, sizeof d, "d%.*s", (int)(equals - text), text);
    name_both(a, d, strlen(d), dy);
    snprintf(d, sizeof d, "d(%.*s)", (int)(equals - text), text);
    name_both(a, d, strlen(d), dy);
    const char *right = equals + 3, *sign = operator_in(right, end);
    bool weights = event_is(&s->t->event[s->e->of], OP_linear);
    const char *bias = weights && sign != NULL ? strstr(sign, " + ") : NULL;
    if (weights && (bias != NULL && bias < end) != (s->t->event[s->e->of].input_count > 2)) {
        ck_abort_msg("not what the layer does: %s", s->text);
    }
    const char *open = memchr(right, '(', (size_t)(end - right));
    bool call = sign == NULL && open != NULL && open > right && end[-1] == ')';
    const char *first = call ? open + 1 : *right == '-' ? right + 1 : right;
    const char *last = sign != NULL ? sign : call ? end - 1 : end;
    if (read_argument(a, s, 0, &x)) {
        name_both(a, first, (size_t)(last - first), x);
    }
    end = bias != NULL && bias < end ? bias : end;
    if (sign != NULL && read_argument(a, s, 1, &x)) {
        name_both(a, sign + 3, (size_t)(end - sign - 3), weights ? turn(a, x) : x);
    }
    return true;
}

static struct table row_sums(struct algebra *a, struct table x)
{
    struct table t = make(a, x.batch, x.rows, 1);
    for (int64_t k = 0; k < cells(x); k++) {
        t.at[k / x.cols] += x.at[k];
    }
    return t;
}

/* "the rows of all tables as one" */
static void join_tables(struct algebra *a)
{
    for (int k = 0; k < a->symbols; k++) {
        struct table *t = &a->symbol[k].is;
        const char *name = a->symbol[k].name;
        size_t len = strlen(name);
        if (t->batch > 1 && (len < 2 || strcmp(name + len - 2, ".T") != 0)) {
            struct table joined = {1, t->batch * t->rows, t->cols, t->at, 0},
                         turned = turn(a, joined);
            char other[NAME];
            snprintf(other, sizeof other, "%s.T", name);
            *t = joined;
            for (int j = 0; j < a->symbols; j++) {
                if (strcmp(a->symbol[j].name, other) == 0) {
                    a->symbol[j].is = turned;
                }
            }
        }
    }
}

static bool computes(struct algebra *a, const struct claimed *s)
{
    const char *so = strstr(s->text, ", so backward "), *equals, *sums;
    if (so == NULL || !name_forward(a, s, s->text + strlen("Forward "), so)) {
        return false;
    }
    equals = strstr(so, " = ");
    const char *came = passed_on(s);
    equals = equals != NULL && came != NULL && came < equals ? NULL : equals;
    sums = strstr(so, " = the sum of "); /* ", s = the sum of ..." */
    sums = sums != NULL && sums - so > 3 && sums[-3] == ',' ? sums - 3 : NULL;
    if (equals == NULL || strstr(so, "slope") != NULL || strstr(so, "dropout") != NULL ||
        strstr(so, "* the same") != NULL || (sums != NULL && strstr(so, "over each row") == NULL)) {
        return false;
    }
    if (strstr(so, ", the rows of all tables as one") != NULL) {
        join_tables(a);
    }
    if (sums != NULL) {
        a->p = sums + strlen(", s = the sum of ");
        struct table row = row_sums(a, sum(a));
        for (int k = 0; k < a->symbols; k++) {
            bool taken = a->symbol[k].name[0] == sums[2] && a->symbol[k].name[1] == '\0';
            ck_assert_msg(!taken, "two are called so: %s", s->text);
        }
        name_it(a, sums + 2, 1, "", row);
    }
    a->p = equals + 3;
    return true;
}

/* --- what is said in words --- */

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * (1 + fabs(b));
}

static double gelu(double x, bool rough)
{
    return rough ? x / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (x + .044715 * x * x * x)))
                 : x / 2 * (1 + erf(x / sqrt(2)));
}

static double value_at(const struct claimed *s, const char *what, double x)
{
    const struct argument *a = event_argument(&s->t->event[s->e->of], "approximate");
    bool rough = a != NULL && a->text != NULL && strcmp(a->text, "tanh") == 0;
    return what[0] == 'g' ? gelu(x, rough) : x / (1 + exp(-x));
}

/* Each cell of the gradient is that of dy times a factor that the forward cells give. */
static bool cells_hold(const struct claimed *s, struct table x, struct table y, struct table dy,
                       struct table mask)
{
    const struct event *of = &s->t->event[s->e->of];
    for (int64_t k = 0; k < s->out.count; k++) {
        double factor = 1, h = 1e-4;
        if (event_is(of, OP_relu)) {
            factor = x.at[k] > 0;
        } else if (event_is(of, OP_gelu OP_silu)) {
            factor =
                (value_at(s, of->op->name, x.at[k] + h) - value_at(s, of->op->name, x.at[k] - h)) /
                (2 * h);
        } else if (event_is(of, OP_masked_fill)) {
            factor = cells(mask) == cells(x) ? mask.at[k] == 0 : s->out.at[k] != 0;
        } else if (x.at[k] != 0) { /* dropout */
            factor = y.at[k] / x.at[k];
        } else {
            continue;
        }
        if (!is_near(dy.at[k] * factor, s->out.at[k]) && isfinite(dy.at[k])) {
            return false;
        }
    }
    return true;
}

/* The rows of x without their mean, divided by their spread. */
static struct table normalized(struct algebra *a, struct table x, int64_t n)
{
    struct table t = make(a, 1, cells(x) / n, n);
    for (int64_t row = 0; row < t.rows; row++) {
        double mean = 0, spread = 0;
        for (int64_t k = 0; k < n; k++) {
            mean += x.at[row * n + k] / (double)n;
        }
        for (int64_t k = 0; k < n; k++) {
            spread += pow(x.at[row * n + k] - mean, 2) / (double)n;
        }
        for (int64_t k = 0; k < n; k++) {
            t.at[row * n + k] = (x.at[row * n + k] - mean) / sqrt(spread + 1e-5);
        }
    }
    return t;
}

/* Moved or stretched as a whole, a row gives the same: the gradient has no part in either. */
static bool rows_lack(const struct claimed *s, struct table y, struct table dy)
{
    for (int64_t row = 0; row < y.rows; row++) {
        double moved = 0, stretched = 0, size = 0;
        for (int64_t k = 0; k < y.cols; k++) {
            double g = s->out.at[row * y.cols + k];
            moved += g;
            stretched += g * y.at[row * y.cols + k];
            size += fabs(g) + fabs(dy.at[row * y.cols + k]) / 10;
        }
        if (fabs(moved) > 5e-3 * (size + 1e-3) || fabs(stretched) > 5e-3 * (size + 1e-3)) {
            return false;
        }
    }
    return true;
}

/* Column by column: the sum of dy, or of dy * y. */
static bool columns_hold(const struct claimed *s, struct table dy, const struct table *y)
{
    for (int64_t c = 0; c < s->out.count; c++) {
        double sum = 0;
        for (int64_t k = c; k < cells(dy); k += s->out.count) {
            sum += dy.at[k] * (y != NULL ? y->at[k] : 1);
        }
        if (!is_near(sum, s->out.at[c])) {
            return false;
        }
    }
    return true;
}

static double total(const double *at, int64_t count)
{
    double sum = 0;
    for (int64_t k = 0; k < count; k++) {
        sum += at[k];
    }
    return sum;
}

/* Only the right answers lose, and all of them together what dy gives; of a sum each does. */
static bool answers_hold(const struct claimed *s, struct table x, struct table dy,
                         struct table answers)
{
    const struct event *of = &s->t->event[s->e->of];
    const struct argument *how = event_argument(of, "reduction");
    bool each = how != NULL && how->text != NULL && strcmp(how->text, "sum") == 0;
    bool weighted = of->input_count > 2; /* a weight beside x and the answers */
    bool rows = of->input[0].of.tensor.ndim == 2 && cells(answers) == x.rows;
    bool apart = rows && cells(dy) == x.rows; /* a loss for each row */
    for (int64_t k = 0; rows && k < s->out.count; k++) {
        bool right = (double)(k % x.cols) == answers.at[k / x.cols];
        double gives = dy.at[apart ? k / x.cols : 0], gets = s->out.at[k];
        if (!right ? gets != 0 : !weighted && (apart ? !is_near(gets, -gives) : gets * gives > 0)) {
            return false;
        }
    }
    double sum = total(s->out.at, s->out.count);
    return weighted || each || apart || sum == 0 || is_near(sum, -total(dy.at, cells(dy)));
}

static bool holds_in_words(struct algebra *a, const struct claimed *s)
{
    const struct event *of = &s->t->event[s->e->of];
    struct tensor then;
    struct table x = {0}, y, dy, mask = {0};
    const char *called;
    ck_assert(tape_after(s->t, &of->output[0], s->e->of, &then));
    y = read_tensor(a, &then);
    tensor_release(&then);
    if (!read_argument(a, s, 0, &x) || !read_gradient(a, s, y, &dy, &called) ||
        !passed_on_holds(s, called)) {
        return false;
    }
    read_argument(a, s, 1, &mask);
    if (event_is(of, OP_embedding)) {
        return is_near(total(dy.at, cells(dy)), total(s->out.at, s->out.count));
    }
    if (event_is(of, OP_softmax OP_log_softmax)) { /* over other cells than rows */
        return fabs(total(s->out.at, s->out.count)) < 1e-3 || event_is(of, OP_log_softmax);
    }
    if (event_is(of, OP_linear)) {
        return columns_hold(s, dy, NULL);
    }
    if (event_is(of, OP_layer_norm)) {
        struct table rows = normalized(a, x, of->arg[1].count == 1 ? x.cols : cells(x));
        int which = s->e->of_argument;
        return of->arg[1].count > 1 ||
               (which == 0 ? rows_lack(s, rows, dy)
                           : columns_hold(s, dy, which == 2 ? &rows : NULL));
    }
    if (event_is(of, OP_nll_loss)) {
        return answers_hold(s, x, dy, mask);
    }
    return event_is(of, OP_relu OP_gelu OP_silu OP_masked_fill OP_dropout) &&
           cells_hold(s, x, y, dy, mask);
}

static void free_values(struct algebra *a)
{
    for (int k = 0; k < a->values; k++) {
        free(a->value[k]);
    }
}

/* The gradient is computed from the names; the loss is the operation behind a - b and the square.
 */
bool claimed_squares(const struct claimed *s)
{
    struct algebra a = {0};
    const char *left = s->text + strlen("Forward "), *equals = strstr(left, " = ");
    const char *so = strstr(left, ", so backward ");
    const char *open = so != NULL ? strchr(equals, '(') : NULL;
    const char *sign = open != NULL ? strstr(open, " - ") : NULL, *end = so != NULL ? so - 3 : so;
    const struct event *last = &s->t->event[s->e->of + 2];
    struct table x, y;
    struct tensor then;
    char d[NAME];
    if (sign == NULL || strncmp(end, ")^2", 3) != 0 || !read_argument(&a, s, 0, &x) ||
        !read_argument(&a, s, 1, &y)) {
        free_values(&a);
        return false;
    }
    name_it(&a, open + 1, (size_t)(sign - open - 1), "", x);
    name_it(&a, sign + 3, (size_t)(end - sign - 3), "", y);
    const struct event *e = s->e - event_is(s->e, OP_contiguous);
    ck_assert(tape_before(s->t, &e->input[1].of, s->k, &then));
    snprintf(d, sizeof d, "d%.*s", (int)(equals - left), left);
    x = read_tensor(&a, &then);
    name_it(&a, d, strlen(d), "", x);
    snprintf(d, sizeof d, "d(%.*s)", (int)(equals - left), left);
    name_it(&a, d, strlen(d), "", x);
    tensor_release(&then);
    a.p = strstr(so, " = ") + 3;
    struct table t = sum(&a);
    bool ok = !a.failed && cells(t) == s->out.count && strcmp(a.p, ".") == 0;
    for (int64_t k = 0; ok && k < s->out.count; k++) {
        ok = is_near(t.at[k], s->out.at[k]);
    }
    bool mean = strstr(left, "= the mean of (") != NULL;
    bool all = strstr(left, "= the sum of (") != NULL;
    ok = ok && (mean  ? event_is(last, OP_mean)
                : all ? event_is(last, OP_sum) || s->out.count == 1
                      : !event_is(last, OP_mean OP_sum));
    claimed_computed++;
    free_values(&a);
    return ok;
}

/* "added up where it was repeated": each cell is the sum of those that it meets. Of tables that are
 * not laid out alike only all cells together are compared. */
static bool folds_to(struct algebra *a, struct table t, const struct claimed *s)
{
    const struct tensor *out = &s->e->output[0].tensor;
    struct table is = read_tensor(a, out), sum = make(a, is.batch, is.rows, is.cols);
    struct table size = make(a, is.batch, is.rows, is.cols);
    bool ok = true, laid = true;
    for (int64_t k = 0; k < cells(t) && laid; k++) {
        int64_t at = repeated(is, t, k);
        laid = at >= 0;
        sum.at[laid ? at : 0] += t.at[k];
        size.at[laid ? at : 0] += fabs(t.at[k]);
    }
    for (int64_t k = 0; k < cells(is) && laid && ok; k++) {
        ok = fabs(sum.at[k] - s->out.at[k]) <= 1e-5 * (1 + size.at[k]);
    }
    double all = total(t.at, cells(t)), told = total(s->out.at, s->out.count);
    return laid ? ok : is_near(all, told);
}

bool claimed_chain(const struct claimed *s)
{
    struct algebra a = {0};
    bool ok = true;
    if (computes(&a, s)) {
        struct table t = sum(&a);
        claimed_computed++;
        bool folded = strstr(s->text, "added up") != NULL && !a.failed;
        ok = !a.failed && (folded || cells(t) == s->out.count);
        ok = ok && (!folded || folds_to(&a, t, s));
        a.failed |= folded;
        for (int64_t k = 0; ok && !a.failed && k < s->out.count; k++) {
            ok = fabs(t.at[k] - s->out.at[k]) <= 1e-4 * (1 + fabs(s->out.at[k])) ||
                 (isnan(t.at[k]) && isnan(s->out.at[k])) || isinf(t.at[k]);
        }
    } else {
        claimed_in_words++;
        ok = holds_in_words(&a, s);
    }
    free_values(&a);
    return ok;
}
