/* Explains what folds a row cell by cell: products, the largest and the smallest, any and all,
 * counts, and the running forms of these. */
#include "base/named.h"
#include "tensor/cells/scan.h"
#include "torch/op/ops.h"
#include "trace/explain/explainer.h"
#include "trace/explain/line.h"
#include "trace/explain/runs.h"
#include "trace/explain/scalar.h"

#include <math.h>
#include <string.h>

#define SHOWN 52
#define DEALT 32 /* so many cells of a float32 product are dealt: reduce.c */

enum fold_what { SUM, PRODUCT, LARGEST, SMALLEST, ANY, ALL, COUNT, LOG_SUM };

/* --- one step of a fold --- */

static bool is_nan(struct scalar x)
{
    return dtype_is_float(x.dtype) && isnan(x.f);
}

static bool is_zero(struct scalar x)
{
    return scalar_double(x) == 0;
}

static bool less(struct scalar a, struct scalar b)
{
    return dtype_is_float(a.dtype) ? a.f < b.f : a.i < b.i;
}

/* NaN wins, then the larger (smaller); the first of equals stays. */
static bool wins(struct scalar x, struct scalar best, bool largest)
{
    return !is_nan(best) && (is_nan(x) || (largest ? less(best, x) : less(x, best)));
}

static struct scalar fold_start(enum fold_what what, struct scalar first, enum dtype dtype)
{
    switch (what) {
    case LARGEST:
    case SMALLEST:
        return first;
    case ANY:
    case COUNT:
        return scalar_int(0, what == ANY ? DTYPE_BOOL : DTYPE_INT64);
    case ALL:
        return scalar_int(1, DTYPE_BOOL);
    case PRODUCT:
        return scalar_as(scalar_int(1, DTYPE_INT64), dtype);
    case LOG_SUM:
        return scalar_float(-INFINITY, dtype);
    case SUM:
        break;
    }
    return scalar_as(scalar_int(0, DTYPE_INT64), dtype);
}

static struct scalar fold_on(enum fold_what what, struct scalar held, struct scalar x)
{
    switch (what) {
    case LARGEST:
    case SMALLEST:
        return wins(x, held, what == LARGEST) ? x : held;
    case ANY:
        return scalar_int(held.i != 0 || !is_zero(x), DTYPE_BOOL);
    case ALL:
        return scalar_int(held.i != 0 && !is_zero(x), DTYPE_BOOL);
    case COUNT:
        return scalar_int(held.i + !is_zero(x), DTYPE_INT64);
    case PRODUCT:
        return scalar_multiply(held, x);
    case LOG_SUM:
        return scalar_float(scan_log_add(x.dtype, x.f, held.f), x.dtype);
    case SUM:
        break;
    }
    return scalar_add(held, x);
}

static const char *const parts[] = {"add",  "multiply", "compare", "compare",
                                    "look", "look",     "count",   "log"};

/* All cells in turn, taken as `dtype`; *at: which one held the extreme. */
static struct scalar fold(struct explainer *t, enum fold_what what, enum dtype dtype, int64_t *at)
{
    struct scalar held = {.dtype = dtype};
    *at = 0;
    line_group(t, t->ex->from_count, SHOWN);
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        struct scalar x = scalar_as(explainer_value(t, k), dtype), before;
        struct buf text = {0};
        before = k == 0 ? fold_start(what, x, dtype) : held;
        held = fold_on(what, before, x);
        *at = wins(x, before, what == LARGEST) ? k : *at;
        if (!line_shown(t)) {
            continue;
        }
        if (what == SUM || what == PRODUCT || what == LOG_SUM) {
            scalars_text(&text,
                         what == SUM       ? "# + # = #"
                         : what == PRODUCT ? "# * # = #"
                                           : "log(exp(#) + exp(#)) = #",
                         NUMBERS(before, x, held));
        } else {
            scalar_text(x, &text);
        }
        line_add(t, parts[what], k, &text, &held, scalar_double(held));
    }
    return t->ex->from_count == 0 ? fold_start(what, held, dtype) : held;
}

/* --- folds --- */

static const struct fold_row {
    const char *name, *words;
    enum fold_what what;
    bool place; /* the result is where, not what */
} folds[] = {
    {"all", "whether none is 0 of", ALL, false},
    {"amax", "the largest of", LARGEST, false},
    {"amin", "the smallest of", SMALLEST, false},
    {"any", "whether one is not 0 of", ANY, false},
    {"argmax", "the place of the largest of", LARGEST, true},
    {"argmin", "the place of the smallest of", SMALLEST, true},
    {"count_nonzero", "how many are not 0 of", COUNT, false},
    {"cummax", "the largest of", LARGEST, false},
    {"cummin", "the smallest of", SMALLEST, false},
    {"cumprod", "the product of", PRODUCT, false},
    {"cumsum", "the sum of", SUM, false},
    {"logcumsumexp", "log of the sum of exp of", LOG_SUM, false},
    {"max", "the largest of", LARGEST, false},
    {"min", "the smallest of", SMALLEST, false},
    {"prod", "the product of", PRODUCT, false},
};

static const struct fold_row *fold_of(const struct explainer *t)
{
    int k = NAMED(folds, t->e->op->name);
    return k >= 0 ? &folds[k] : NULL;
}

/* The type a sum or product runs in: floats in double, rounded at the end; but prod of float32
 * rounds each product. */
static enum dtype running_in(const struct explainer *t, enum fold_what what)
{
    if (what != SUM && what != PRODUCT && what != LOG_SUM) {
        return explainer_input(t, 0)->dtype;
    }
    if (what == LOG_SUM && t->out.dtype == DTYPE_BFLOAT16) {
        return DTYPE_FLOAT32;
    }
    bool single = strcmp(t->e->op->name, "prod") == 0 || (t->e->op->where & IN_NUMPY) != 0;
    if (t->out.dtype == DTYPE_FLOAT32 && single) {
        return DTYPE_FLOAT32;
    }
    return dtype_is_float(t->out.dtype) ? DTYPE_FLOAT64 : DTYPE_INT64;
}

static bool fold_all(struct explainer *t, const struct fold_row *row)
{
    int64_t at;
    enum dtype dtype = running_in(t, row->what);
    if (row->what == PRODUCT && dtype == DTYPE_FLOAT32 && t->ex->from_count >= DEALT &&
        (t->e->op->where & IN_NUMPY) == 0) {
        return false; /* several products side by side: told at once */
    }
    runs_formula(t, row->words);
    struct scalar held = fold(t, row->what, dtype, &at);
    if (row->place) {
        struct scalar place = scalar_int(at, DTYPE_INT64);
        line_numbers(t, "picked", at, "cell # of the row", &place);
        explainer_result(t, place);
        return true;
    }
    if (dtype == DTYPE_FLOAT64 && t->out.dtype == DTYPE_FLOAT32) {
        line_rounded(t, "# as a float32 = #", held, DTYPE_FLOAT32);
    }
    explainer_result(t, held);
    return true;
}

bool explain_fold(struct explainer *t)
{
    const struct fold_row *row = fold_of(t);
    const char *name = t->e->op->name;
    if (t->e->input_count == 0 || t->e->input[0].argument != 0) {
        return false;
    }
    if (op_name_is(name, OP_aminmax)) {
        row = t->output == 0 ? &folds[2] : &folds[1];
    }
    return row != NULL && fold_all(t, row);
}

/* --- running forms: cummax and cummin give the place as a second result --- */

bool explain_scan(struct explainer *t)
{
    const struct fold_row *row = fold_of(t);
    if (row == NULL || t->output > 0 || t->e->input_count == 0 || t->e->input[0].argument != 0) {
        return false;
    }
    return fold_all(t, row);
}
