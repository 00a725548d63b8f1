/* Holds the conditions of sentences about what an operation does, whatever it is for. */
#include "show/code.h"
#include "torch/op/ops.h"
#include "trace/explain/explain_formula.h"
#include "trace/report/caption_words.h"
#include "trace/tape/aside.h"
#include "trace/tape/event.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

CAPTION_IF(is_empty, tensor_numel(caption_out(s)) == 0)

/* --- dropout --- */

bool drops_nothing(struct captioned *s)
{
    scoped_tensor in = {0}, out = {0};
    bool same = false;
    if (!event_is(s->e, OP_dropout) || caption_in(s, 0) == NULL || !caption_before(s, 0, &in)) {
        return false;
    }
    if (caption_result(s, &out)) {
        same = tensor_same_shape(&in, &out);
        for (int64_t k = 0, count = tensor_numel(&in); same && k < count; k++) {
            same = tensor_cell(&in, k) == tensor_cell(&out, k);
        }
    }
    return same;
}

bool drops(struct captioned *s)
{
    const struct argument *p = event_is(s->e, OP_dropout) ? event_argument(s->e, "p") : NULL;
    scoped_tensor out = {0};
    if (p == NULL || p->f <= 0 || p->f >= 1 || !caption_result(s, &out)) {
        return false;
    }
    int64_t count = tensor_numel(&out), zero = 0;
    for (int64_t k = 0; k < count; k++) {
        zero += tensor_cell(&out, k) == 0;
    }
    scoped_tensor in = {0};
    if (!caption_before(s, 0, &in)) {
        return false;
    }
    int64_t before = 0;
    for (int64_t k = 0; k < count; k++) {
        before += tensor_cell(&in, k) == 0;
    }
    s->n[0] = (double)zero;
    s->n[1] = (double)count;
    s->n[2] = 1 / (1 - p->f);
    return before == 0; /* else some were 0 already */
}

/* --- softmax --- */

static bool gives_shares(const struct captioned *s, int axis)
{
    scoped_tensor out = {0};
    if (axis < 0 || !dtype_is_float(caption_out(s)->dtype) || !caption_result(s, &out)) {
        return false;
    }
    return caption_adds_up(&out, axis);
}

/* The axis of softmax; that of a pass, where it was written out by hand. -1: it is none. */
static int shares_axis(const struct captioned *s)
{
    int ndim = caption_out(s)->ndim;
    if (s->p != NULL && s->p->softmax == s->event) {
        return s->p->axis < ndim ? s->p->axis : -1;
    }
    return event_normalizes(s->e) ? event_axis(s->e, ndim) : -1;
}

bool gives_row_shares(struct captioned *s)
{
    int axis = shares_axis(s);
    s->n[0] = axis >= 0 ? (double)caption_out(s)->shape[axis] : 0;
    return axis == caption_out(s)->ndim - 1 && gives_shares(s, axis);
}

bool gives_column_shares(struct captioned *s)
{
    int axis = shares_axis(s);
    s->n[0] = axis >= 0 ? (double)caption_out(s)->shape[axis] : 0;
    return axis == caption_out(s)->ndim - 2 && gives_shares(s, axis);
}

bool gives_axis_shares(struct captioned *s)
{
    s->n[0] = shares_axis(s);
    return gives_shares(s, (int)s->n[0]);
}

/* Rows of nothing but minus infinity become NaN. */
bool gives_no_shares(struct captioned *s)
{
    scoped_tensor in = {0}, out = {0};
    int axis = shares_axis(s), last = caption_out(s)->ndim - 1;
    if (axis < 0 || axis != last || !event_normalizes(s->e) || !caption_before(s, 0, &in)) {
        return false;
    }
    bool ok = caption_result(s, &out);
    int64_t size = ok ? out.shape[axis] : 1, cells = ok ? tensor_numel(&out) : 0;
    s->n[0] = 0;
    s->n[1] = (double)(cells / size);
    for (int64_t row = 0; ok && row < cells; row += size) {
        int64_t hidden = 0, nan = 0;
        double sum = 0;
        for (int64_t k = row; k < row + size; k++) {
            double v = tensor_cell(&out, k);
            hidden += tensor_cell(&in, k) == -INFINITY;
            nan += isnan(v);
            sum += v;
        }
        s->n[0] += nan == size;
        ok = nan == size ? hidden == size : fabs(sum - 1) < 1e-4;
    }
    return ok && s->n[0] > 0;
}

bool gives_log_shares(struct captioned *s)
{
    scoped_tensor out = {0};
    int ndim = caption_out(s)->ndim, axis = event_axis(s->e, ndim);
    if (!event_does(s->e, LOG_SOFTMAX) || axis < 0 || !caption_result(s, &out)) {
        return false;
    }
    int64_t inner = tensor_count(&out, axis + 1, ndim), size = out.shape[axis],
            cells = tensor_numel(&out);
    bool ok = true;
    for (int64_t k = 0; ok && k < cells; k++) {
        double sum = 0;
        for (int64_t j = 0; k / inner % size == 0 && j < size; j++) {
            sum += exp(tensor_cell(&out, k + j * inner));
        }
        ok = k / inner % size != 0 || fabs(sum - 1) < 1e-3;
    }
    s->n[0] = axis;
    return ok;
}

/* --- one number for all --- */

static bool scales(struct captioned *s, bool over)
{
    double factor;
    bool is_over = event_does(s->e, DIVIDES);
    const struct argument *mode = event_argument(s->e, "rounding_mode");
    if (is_over != over || caption_out(s)->ndim == 0 || (mode != NULL && mode->text != NULL) ||
        !event_scales(s->t, s->event, &factor)) {
        return false;
    }
    s->n[0] = over ? 1 / factor : factor;
    return isfinite(s->n[0]);
}

CAPTION_IF(divides, scales(s, true))
CAPTION_IF(multiplies, scales(s, false))

/* --- products --- */

bool multiplies_matrices(struct captioned *s)
{
    const struct tensor *a = caption_in(s, 0), *b = caption_in(s, 1);
    if (!event_is(s->e, OP_matmul OP_mm OP_bmm OP_linear OP_dot) || a == NULL || b == NULL ||
        a->ndim < 2 || b->ndim < 2) {
        return false;
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = (double)a->shape[a->ndim - 1];
    return true;
}

bool multiplies_vector(struct captioned *s)
{
    const struct tensor *a = caption_in(s, 0), *b = caption_in(s, 1);
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = b != NULL && b->ndim == 1 ? (double)b->shape[0] : 0;
    return event_is(s->e, OP_matmul OP_mv OP_dot) && s->n[1] > 0 && a->ndim > 1;
}

static bool is_product(const struct captioned *s, int left, int right)
{
    const struct tensor *a = caption_in(s, 0), *b = caption_in(s, 1);
    return event_is(s->e, OP_matmul OP_mm OP_mv OP_dot) && a != NULL && b != NULL &&
           a->ndim == left && b->ndim == right;
}

bool mixes_rows(struct captioned *s)
{
    s->n[0] = is_product(s, 1, 2) ? (double)caption_in(s, 0)->shape[0] : 0;
    return s->n[0] > 1;
}

bool multiplies_vectors(struct captioned *s)
{
    s->n[0] = is_product(s, 1, 1) ? (double)caption_in(s, 0)->shape[0] : 0;
    return s->n[0] > 1;
}

/* --- rows --- */

/* table[ids], embedding: the indices' places, then the axes of a row. */
/* x.index_add_(0, ids, rows) of tables. */
bool adds_rows(struct captioned *s)
{
    const struct argument *dim = event_argument(s->e, "dim");
    const struct argument *alpha = event_argument(s->e, "alpha");
    bool whole = alpha == NULL || !value_is_number(alpha->value) || value_number(alpha->value) == 1;
    if (!event_is(s->e, OP_index_add) || s->e->input_count != 3 || caption_out(s)->ndim != 2 ||
        s->e->input[0].of.serial == s->e->input[2].of.serial || dim->i != 0 || !whole) {
        return false;
    }
    s->n[0] = (double)caption_in(s, 2)->shape[0];
    s->n[1] = (double)caption_out(s)->shape[0];
    return true;
}

bool takes_rows(struct captioned *s)
{
    int at = caption_ids(s);
    bool by_axis = event_is(s->e, OP_index_select);
    if (at < 0 || s->e->input_count != 2 || s->e->effect == STORAGE_VIEW ||
        !(by_axis || event_is(s->e, OP___getitem__ OP_embedding)) ||
        (by_axis && caption_axis(s) != 0)) {
        return false;
    }
    const struct tensor *ids = caption_in(s, at), *in = caption_in(s, 1 - at),
                        *out = caption_out(s);
    if (in->ndim != 2 || out->ndim != ids->ndim + 1) {
        return false;
    }
    for (int d = 0; d < out->ndim; d++) {
        int64_t size = d < ids->ndim ? ids->shape[d] : in->shape[d - ids->ndim + 1];
        if (out->shape[d] != size) {
            return false;
        }
    }
    s->n[0] = (double)tensor_numel(ids);
    s->n[1] = (double)in->shape[0];
    return true;
}

static bool same_row(const struct tensor *a, int64_t row, const struct tensor *b, int64_t other)
{
    bool same = true;
    for (int64_t k = 0, width = a->shape[1]; same && k < width; k++) {
        same = tensor_cell(a, row * width + k) == tensor_cell(b, other * width + k);
    }
    return same;
}

/* table[[2, 0, 1]]: a list leaves no tensor, but each row is one of the table. */
bool takes_listed_rows(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    scoped_tensor table = {0}, rows = {0};
    if (!event_is(s->e, OP___getitem__) || s->e->input_count != 1 || in->ndim != 2 ||
        s->e->effect == STORAGE_VIEW || out->ndim != 2 || in->shape[1] != out->shape[1] ||
        tensor_numel(in) * out->shape[0] > CAPTION_CELLS_MOST || !caption_before(s, 0, &table)) {
        return false;
    }
    bool all = caption_result(s, &rows), ok = all;
    for (int64_t k = 0; ok && k < out->shape[0]; k++) {
        int64_t j = 0;
        while (j < in->shape[0] && !same_row(&rows, k, &table, j)) {
            j++;
        }
        ok = j < in->shape[0];
    }
    s->n[0] = (double)out->shape[0];
    s->n[1] = (double)in->shape[0];
    return ok;
}

/* x[mask] */
bool takes_where(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *mask = caption_in(s, 1);
    if (!event_is(s->e, OP___getitem__ OP_masked_select) || s->e->input_count != 2 ||
        mask->dtype != DTYPE_BOOL || !tensor_same_shape(in, mask) || caption_out(s)->ndim != 1) {
        return false;
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = (double)tensor_numel(in);
    return true;
}

bool repeats_each(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    int axis = event_is(s->e, OP_repeat_interleave) ? caption_axis(s) : -1;
    if (axis < 0 || s->e->input_count != 1 || in->ndim != out->ndim) {
        return false;
    }
    s->n[0] = (double)in->shape[axis];
    s->n[1] = axis;
    s->n[2] = s->n[0] > 0 ? (double)out->shape[axis] / s->n[0] : 0;
    return s->n[2] > 1;
}

static bool normalizes(struct captioned *s, bool scales)
{
    const struct argument *shape = event_argument(s->e, "normalized_shape");
    const struct tensor *in = caption_in(s, 0);
    if (!event_is(s->e, OP_layer_norm) || in == NULL || in->ndim < 2 || shape == NULL ||
        shape->count != 1 || (s->e->input_count > 1) != scales) {
        return false;
    }
    s->n[0] = (double)in->shape[in->ndim - 1];
    return s->n[0] > 1 && s->e->input_count != 2;
}

CAPTION_IF(normalizes_rows, normalizes(s, false))
CAPTION_IF(normalizes_and_scales, normalizes(s, true))

/* --- many become one --- */

static bool folds(struct captioned *s)
{
    bool fold = s->e->op->kind == KIND_REDUCTION || s->e->op->kind == KIND_SORT;
    return fold && caption_noun(s->e) != NULL && s->e->input_count == 1;
}

bool folds_all(struct captioned *s)
{
    s->n[0] = folds(s) ? (double)tensor_numel(caption_in(s, 0)) : 0;
    return s->n[0] > 1 && tensor_numel(caption_out(s)) == 1;
}

/* How many go into each one along the axis; 0: it is another fold. */
static int64_t folded(const struct captioned *s)
{
    int axis = caption_axis(s);
    const struct tensor *in = caption_in(s, 0);
    int64_t length = axis >= 0 ? in->shape[axis] : 0;
    return length * tensor_numel(caption_out(s)) == tensor_numel(in) ? length : 0;
}

bool folds_axis(struct captioned *s)
{
    s->n[0] = folds(s) ? (double)folded(s) : 0;
    s->n[1] = caption_axis(s);
    return s->n[0] > 1;
}

/* Along the last axis, and the one before it. */
CAPTION_IF(folds_rows,
           folds_axis(s) && caption_in(s, 0)->ndim > 1 && s->n[1] == caption_in(s, 0)->ndim - 1)

CAPTION_IF(folds_columns,
           folds_axis(s) && caption_in(s, 0)->ndim > 1 && s->n[1] == caption_in(s, 0)->ndim - 2)

bool folds_some(struct captioned *s)
{
    int64_t from = folds(s) ? tensor_numel(caption_in(s, 0)) : 0;
    s->n[0] = (double)(from / tensor_numel(caption_out(s)));
    return s->n[0] > 1 && from % tensor_numel(caption_out(s)) == 0;
}

CAPTION_IF(folds_alone, folds(s) && tensor_numel(caption_in(s, 0)) == tensor_numel(caption_out(s)))
CAPTION_IF(folds_nothing, folds(s) && tensor_numel(caption_in(s, 0)) == 0)

/* nll_loss without weights, where no target is left out. */
static bool folds_losses(struct captioned *s, const char *how)
{
    const struct argument *to = event_argument(s->e, "reduction"), *weight;
    const struct argument *ignored = event_argument(s->e, "ignore_index");
    scoped_tensor targets = {0};
    weight = event_argument(s->e, "weight");
    if (!event_is(s->e, OP_nll_loss) || caption_out(s)->ndim > 0 || to == NULL ||
        to->text == NULL || strcmp(to->text, how) != 0 || weight == NULL ||
        weight->object != NULL || ignored == NULL || s->e->input_count != 2 ||
        !caption_before(s, 1, &targets)) {
        return false;
    }
    int64_t count = tensor_numel(&targets), left = 0;
    for (int64_t k = 0; k < count; k++) {
        left += tensor_cell(&targets, k) == (double)ignored->i;
    }
    s->n[0] = (double)count;
    return left == 0 && count > 1;
}

CAPTION_IF(means_losses, folds_losses(s, "mean"))
CAPTION_IF(sums_losses, folds_losses(s, "sum"))

/* --- each number by itself --- */

/* Whether a number was given that the formula does not speak of: logit(x, eps=0.1). */
static bool knows_more(const struct event *e)
{
    const char *p = e->op->signature, *name, *formula = explain_formula_of(e);
    size_t len;
    for (int k = 0; k < e->arg_count; k++) {
        char word[32];
        p = op_next_parameter(p, &name, &len);
        snprintf(word, sizeof word, "%.*s", (int)len, name);
        bool number = e->arg[k].given && e->arg[k].value.type != VALUE_BOOL &&
                      value_is_number(e->arg[k].value);
        if (number && strstr(formula, word) == NULL) {
            return true;
        }
    }
    return false;
}

/* x[1:] += x[:-1]: what it reads is what it writes. */
static bool overlaps(const struct captioned *s)
{
    return s->e->input_count == 2 && s->e->effect == STORAGE_IN_PLACE &&
           caption_in(s, 0)->storage == caption_in(s, 1)->storage;
}

static bool maps(struct captioned *s, int inputs)
{
    return s->e->op->kind == KIND_ELEMENTWISE && s->e->input_count == inputs && !overlaps(s) &&
           !event_does(s->e, WORDED) && !knows_more(s->e) && caption_formula(s, false);
}

/* np.log(x, where=x > 0): the other cells stay as they are. */
bool is_under_mask(struct captioned *s)
{
    const struct argument *where = event_argument(s->e, "where");
    return s->e->op->kind == KIND_ELEMENTWISE && where != NULL && where->given;
}

CAPTION_IF(compares, caption_out(s)->dtype == DTYPE_BOOL &&
                         strpbrk(explain_formula_of(s->e), "<>=") != NULL &&
                         s->e->effect != STORAGE_IN_PLACE && (maps(s, 1) || maps(s, 2)))
CAPTION_IF(compares_one, caption_out(s)->ndim == 0 && compares(s))

/* The two numbers that are compared, each a tensor or plain. */
bool compares_aside(struct captioned *s)
{
    size_t len;
    bool ok = aside_of(s->t, s->event, &len) != NULL && event_does(s->e, COMPARES) &&
              tensor_numel(caption_out(s)) == 1 && s->e->arg_count > 1;
    for (int k = 0, input = 0; ok && k < 2; k++) {
        scoped_tensor x = {0};
        const struct argument *a = &s->e->arg[k];
        if (a->object == NULL) {
            ok = value_is_number(a->value);
            s->n[k] = ok ? value_number(a->value) : 0;
        } else {
            ok = caption_before(s, input++, &x);
            s->n[k] = ok ? tensor_cell(&x, 0) : 0;
        }
    }
    return ok;
}

/* max(a, b) without a key, of two numbers that are not alike. */
static bool keeps(struct captioned *s, const char *asker)
{
    size_t len = 0;
    const char *is = aside_of(s->t, s->event, &len);
    bool named = is != NULL && len == strlen(asker) && memcmp(is, asker, len) == 0;
    scoped_buf code = {0};
    code_of_span(&s->e->code, &code);
    return named && strstr(buf_text(&code), "key=") == NULL && compares_aside(s) &&
           (s->n[0] < s->n[1] || s->n[0] > s->n[1]);
}

bool keeps_larger(struct captioned *s)
{
    bool ok = keeps(s, "max");
    s->n[2] = s->n[0] > s->n[1] ? s->n[0] : s->n[1];
    return ok;
}

bool keeps_smaller(struct captioned *s)
{
    bool ok = keeps(s, "min");
    s->n[2] = s->n[0] < s->n[1] ? s->n[0] : s->n[1];
    return ok;
}

static bool is_truth(const struct captioned *s, const char *names, int inputs)
{
    return caption_out(s)->dtype == DTYPE_BOOL && s->e->input_count == inputs &&
           event_is(s->e, names);
}

CAPTION_IF(are_both, is_truth(s, OP_logical_and OP_bitwise_and, 2))
CAPTION_IF(is_one, is_truth(s, OP_logical_or OP_bitwise_or, 2))
CAPTION_IF(is_just_one, is_truth(s, OP_logical_xor OP_bitwise_xor, 2))
CAPTION_IF(is_not, caption_out(s)->dtype == DTYPE_BOOL && s->e->input_count == 1 &&
                       event_does(s->e, NEGATES))

/* where(condition, a, b): how often, of the places of the result. */
bool chooses(struct captioned *s)
{
    const struct argument *condition = event_argument(s->e, "condition");
    scoped_tensor then = {0};
    int64_t count = 0, cells = tensor_numel(caption_out(s));
    int at = -1;
    for (int k = 0; k < s->e->input_count; k++) {
        at = &s->e->arg[s->e->input[k].argument] == condition ? k : at;
    }
    if (!event_is(s->e, OP_where) || finds_places(s) || at < 0 || !caption_before(s, at, &then)) {
        return false;
    }
    int64_t own = tensor_numel(&then);
    for (int64_t k = 0; k < own; k++) {
        count += tensor_cell(&then, k) != 0;
    }
    s->n[0] = own > 0 ? (double)(count * (cells / own)) : 0;
    s->n[1] = (double)cells;
    return own > 0 && cells % own == 0;
}

/* Also where(condition) alone. */
bool finds_places(struct captioned *s)
{
    bool alone = event_is(s->e, OP_where) && (s->e->arg_count < 2 || !s->e->arg[1].given);
    return alone || event_is(s->e, OP_nonzero OP_argwhere);
}

CAPTION_IF(maps_numbers, caption_out(s)->dtype != DTYPE_BOOL && maps(s, 1) &&
                             tensor_same_shape(caption_in(s, 0), caption_out(s)))
CAPTION_IF(maps_pairs, caption_out(s)->dtype != DTYPE_BOOL && maps(s, 2) &&
                           s->e->input[0].argument < s->e->input[1].argument)

static bool says_in_words(struct captioned *s)
{
    return s->e->op->kind == KIND_ELEMENTWISE && caption_out(s)->dtype != DTYPE_BOOL &&
           !overlaps(s) && !event_does(s->e, WORDED) && !knows_more(s->e) &&
           caption_formula(s, true);
}

CAPTION_IF(maps_in_words, s->e->input_count == 1 && says_in_words(s))
CAPTION_IF(maps_several_in_words,
           s->e->input_count > 1 && s->e->input_count < 4 && says_in_words(s))
CAPTION_IF(maps_somehow, s->e->op->kind == KIND_ELEMENTWISE)

/* NumPy's functions take lists. */
CAPTION_IF(takes_no_tensor, s->e->input_count == 0)
