/* Conditions of sentences about what an operation does, whatever it is for. */
#include "torch/op/ops.h"
#include "trace/report/captioned.h"
#include "trace/tape/event.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool is_setup(struct captioned *s)
{
    return s->e->setup;
}

/* --- dropout --- */

bool drops_nothing(struct captioned *s)
{
    struct tensor in, out;
    bool same = false;
    if (!event_is(s->e, OP_dropout) || caption_in(s, 0) == NULL || !caption_before(s, 0, &in)) {
        return false;
    }
    if (caption_result(s, &out)) {
        same = tensor_same_shape(&in, &out);
        for (int64_t k = 0, count = tensor_numel(&in); same && k < count; k++) {
            same = tensor_double_at(&in, tensor_place(&in, k)) ==
                   tensor_double_at(&out, tensor_place(&out, k));
        }
        tensor_release(&out);
    }
    tensor_release(&in);
    return same;
}

bool drops(struct captioned *s)
{
    const struct argument *p = event_is(s->e, OP_dropout) ? event_argument(s->e, "p") : NULL;
    struct tensor out;
    if (p == NULL || p->f <= 0 || p->f >= 1 || !caption_result(s, &out)) {
        return false;
    }
    int64_t count = tensor_numel(&out), zero = 0;
    for (int64_t k = 0; k < count; k++) {
        zero += tensor_double_at(&out, tensor_place(&out, k)) == 0;
    }
    tensor_release(&out);
    struct tensor in;
    if (!caption_before(s, 0, &in)) {
        return false;
    }
    int64_t before = 0;
    for (int64_t k = 0; k < count; k++) {
        before += tensor_double_at(&in, tensor_place(&in, k)) == 0;
    }
    tensor_release(&in);
    s->n[0] = (double)zero;
    s->n[1] = (double)count;
    s->n[2] = 1 / (1 - p->f);
    return before == 0; /* else some were 0 already */
}

/* --- softmax --- */

static bool gives_shares(const struct captioned *s, int axis)
{
    struct tensor out;
    if (axis < 0 || !dtype_is_float(caption_out(s)->dtype) || !caption_result(s, &out)) {
        return false;
    }
    bool ok = caption_adds_up(&out, axis);
    tensor_release(&out);
    return ok;
}

/* The axis of softmax; that of a pass, where it was written out by hand. -1: it is none. */
static int shares_axis(const struct captioned *s)
{
    int ndim = caption_out(s)->ndim;
    if (s->p != NULL && s->p->softmax == s->event) {
        return s->p->axis < ndim ? s->p->axis : -1;
    }
    const struct argument *a = event_normalizes(s->e) ? event_argument(s->e, "dim") : NULL;
    int64_t dim = a == NULL || a->none ? -1 : a->i + (a->i < 0 ? ndim : 0);
    return dim < ndim ? (int)dim : -1;
}

bool gives_row_shares(struct captioned *s)
{
    int axis = shares_axis(s);
    return axis == caption_out(s)->ndim - 1 && gives_shares(s, axis);
}

bool gives_column_shares(struct captioned *s)
{
    int axis = shares_axis(s);
    return axis == caption_out(s)->ndim - 2 && gives_shares(s, axis);
}

bool gives_axis_shares(struct captioned *s)
{
    s->n[0] = shares_axis(s);
    return gives_shares(s, (int)s->n[0]);
}

/* --- one number for all --- */

static bool scales(struct captioned *s, bool over)
{
    double factor;
    bool is_over = event_is(s->e, OP_div OP_divide OP_true_divide);
    const struct argument *mode = event_argument(s->e, "rounding_mode");
    if (is_over != over || caption_out(s)->ndim == 0 || (mode != NULL && mode->text != NULL) ||
        !event_scales(s->t, s->event, &factor)) {
        return false;
    }
    s->n[0] = over ? 1 / factor : factor;
    return isfinite(s->n[0]);
}

bool divides(struct captioned *s)
{
    return scales(s, true);
}

bool multiplies(struct captioned *s)
{
    return scales(s, false);
}

/* --- products --- */

bool multiplies_matrices(struct captioned *s)
{
    const struct tensor *a = caption_in(s, 0);
    if (!event_is(s->e, OP_matmul OP_mm OP_bmm OP_mv OP_dot OP_linear) || a == NULL ||
        a->ndim == 0) {
        return false;
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = (double)a->shape[a->ndim - 1];
    return s->n[0] > 1 && event_is(s->e, OP_matmul OP_mm OP_bmm) && a->ndim > 1;
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

/* table[ids] */
bool takes_rows(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *ids = caption_in(s, 1), *out = caption_out(s);
    if (!event_is(s->e, OP___getitem__) || in == NULL || ids == NULL || s->e->input_count != 2 ||
        s->e->effect != STORAGE_COPY || in->ndim != 2 || ids->ndim != 1 ||
        ids->dtype == DTYPE_BOOL || out->ndim != 2 || out->shape[0] != ids->shape[0] ||
        out->shape[1] != in->shape[1]) {
        return false;
    }
    s->n[0] = (double)out->shape[0];
    s->n[1] = (double)in->shape[0];
    return true;
}

bool repeats_each(struct captioned *s)
{
    const struct argument *dim = event_argument(s->e, "dim");
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    if (!event_is(s->e, OP_repeat_interleave) || dim == NULL || dim->none ||
        s->e->input_count != 1 || in->ndim != out->ndim) {
        return false;
    }
    int64_t axis = dim->i + (dim->i < 0 ? in->ndim : 0);
    s->n[0] = (double)in->shape[axis];
    s->n[1] = (double)axis;
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

bool normalizes_rows(struct captioned *s)
{
    return normalizes(s, false);
}

bool normalizes_and_scales(struct captioned *s)
{
    return normalizes(s, true);
}

/* --- the same numbers elsewhere --- */

bool gives_input(struct captioned *s)
{
    for (int k = 0; k < s->e->input_count && s->e->effect != STORAGE_IN_PLACE; k++) {
        if (s->e->input[k].of.serial == s->e->output[0].serial) {
            return true;
        }
    }
    return false;
}

bool turns_table(struct captioned *s)
{
    return caption_out(s)->ndim == 2 && caption_permutes(s, NULL);
}

bool swaps_axes(struct captioned *s)
{
    int order[TENSOR_MAX_DIMS], count = 0, axis[TENSOR_MAX_DIMS];
    if (!caption_permutes(s, order)) {
        return false;
    }
    for (int d = 0; d < caption_out(s)->ndim; d++) {
        if (order[d] != d) {
            axis[count++] = d;
        }
    }
    s->n[0] = axis[0];
    s->n[1] = axis[count - 1];
    return count == 2;
}

bool permutes_axes(struct captioned *s)
{
    return caption_permutes(s, NULL);
}

/* Whether the first input and the result have the same places of memory, one after the other. */
static bool same_order(const struct tensor *in, const struct tensor *out)
{
    int64_t count = tensor_numel(out);
    if (tensor_is_contiguous(in) && tensor_is_contiguous(out)) {
        return in->offset == out->offset;
    }
    for (int64_t k = 0; k < count && count <= CAPTION_CELLS_MOST; k++) {
        if (tensor_place(in, k) != tensor_place(out, k)) {
            return false;
        }
    }
    return count <= CAPTION_CELLS_MOST;
}

bool counts_anew(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    s->n[0] = (double)tensor_numel(out);
    return in != NULL && s->e->effect == STORAGE_VIEW && s->e->output_count == 1 &&
           in->storage == out->storage && in->dtype == out->dtype &&
           tensor_numel(in) == tensor_numel(out) && !tensor_same_shape(in, out) &&
           same_order(in, out);
}

static bool looks_at(const struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    return in != NULL && in->ndim > 0 && s->e->op->kind == KIND_MAP &&
           s->e->effect == STORAGE_VIEW && s->e->output_count == 1 &&
           in->storage == caption_out(s)->storage && in->dtype == caption_out(s)->dtype;
}

bool shows_again(struct captioned *s)
{
    s->n[0] = looks_at(s) ? (double)tensor_numel(caption_in(s, 0)) : 0;
    return looks_at(s) && event_is(s->e, OP_expand OP_expand_as OP_broadcast_to) &&
           tensor_numel(caption_out(s)) > tensor_numel(caption_in(s, 0));
}

bool shows_part(struct captioned *s)
{
    if (!looks_at(s) || tensor_numel(caption_out(s)) >= tensor_numel(caption_in(s, 0))) {
        return false;
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = (double)tensor_numel(caption_in(s, 0));
    return true;
}

bool shares_out(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    int64_t all = 0;
    if (in == NULL || s->e->effect != STORAGE_VIEW || s->e->output_count < 2) {
        return false;
    }
    for (int k = 0; k < s->e->output_count; k++) {
        all += tensor_numel(&s->e->output[k].tensor);
        if (s->e->output[k].tensor.storage != in->storage) {
            return false;
        }
    }
    s->n[0] = (double)all;
    s->n[1] = s->e->output_count;
    return all == tensor_numel(in) &&
           event_is(
               s->e,
               OP_split OP_split_with_sizes OP_chunk OP_tensor_split OP_unbind OP_hsplit OP_vsplit);
}

bool copies(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0), *out = caption_out(s);
    s->n[0] = (double)tensor_numel(out);
    return in != NULL && s->e->effect == STORAGE_COPY && s->e->output_count == 1 &&
           event_is(s->e, OP_contiguous OP_clone OP_copy OP_reshape OP_flatten OP_ravel) &&
           tensor_numel(in) == tensor_numel(out) && in->dtype == out->dtype &&
           tensor_is_contiguous(out);
}

static bool puts_together(struct captioned *s, const char *names)
{
    const struct argument *a = event_argument(s->e, "dim");
    a = a != NULL ? a : event_argument(s->e, "axis");
    if (!event_is(s->e, names) || a == NULL || a->none || s->e->input_count < 2) {
        return false;
    }
    s->n[0] = s->e->input_count;
    s->n[1] = (double)(a->i + (a->i < 0 ? caption_out(s)->ndim : 0));
    return true;
}

bool joins(struct captioned *s)
{
    return puts_together(s, OP_cat OP_concat OP_concatenate);
}

bool stacks(struct captioned *s)
{
    return puts_together(s, OP_stack);
}

bool writes_places(struct captioned *s)
{
    struct tensor was, is;
    s->n[0] = 0;
    if (!event_is(s->e, OP___setitem__ OP_index_copy) || s->e->effect != STORAGE_IN_PLACE ||
        caption_out(s)->ndim == 0 || caption_out(s)->dtype == DTYPE_COMPLEX64 ||
        s->e->input_count == 0 || !tensor_same_shape(caption_in(s, 0), caption_out(s)) ||
        !caption_before(s, 0, &was)) {
        return false;
    }
    bool ok = caption_result(s, &is);
    s->n[1] = ok ? (double)tensor_numel(&is) : 0;
    for (int64_t k = 0; k < (int64_t)s->n[1]; k++) {
        double old = tensor_double_at(&was, tensor_place(&was, k));
        double now = tensor_double_at(&is, tensor_place(&is, k));
        s->n[0] += old != now && !(isnan(old) && isnan(now));
    }
    if (ok) {
        tensor_release(&is);
    }
    tensor_release(&was);
    return ok;
}

/* --- many become one --- */

#define FOLDS OP_sum OP_mean OP_amax OP_amin OP_prod

static const struct argument *folded(const struct event *e)
{
    const struct argument *a = event_argument(e, "dim");
    return a != NULL ? a : event_argument(e, "axis");
}

bool folds_all(struct captioned *s)
{
    const struct tensor *in = caption_in(s, 0);
    s->n[0] = in != NULL ? (double)tensor_numel(in) : 0;
    return s->n[0] > 1 && s->e->op->kind == KIND_REDUCTION && event_is(s->e, FOLDS OP_max OP_min) &&
           tensor_numel(caption_out(s)) == 1 && s->e->input_count == 1;
}

bool folds_axis(struct captioned *s)
{
    const struct argument *a = event_is(s->e, FOLDS OP_max OP_min) ? folded(s->e) : NULL;
    const struct tensor *in = caption_in(s, 0);
    if (a == NULL || a->none || in == NULL || (a->ints != NULL && a->count != 1)) {
        return false;
    }
    int64_t dim = a->ints != NULL ? a->ints[0] : a->i;
    dim += dim < 0 ? in->ndim : 0;
    if (dim < 0 || dim >= in->ndim ||
        in->shape[dim] * tensor_numel(caption_out(s)) != tensor_numel(in)) {
        return false;
    }
    s->n[0] = (double)in->shape[dim];
    s->n[1] = (double)dim;
    return in->shape[dim] > 1;
}

/* --- each number by itself --- */

/* "exp(x)" of "exp(input)", "x - y" of "input - alpha * other"; numbers that were given stand for
 * their parameters. False: the formula speaks of more. */
static bool fill(const struct event *e, const char *formula, struct buf *out)
{
    for (const char *p = formula; *p != '\0';) {
        size_t len = 0;
        while (isalnum((unsigned char)p[len]) || p[len] == '_') {
            len++;
        }
        if (len == 0) {
            buf_putc(out, *p++);
            continue;
        }
        char word[32];
        int input = -1;
        snprintf(word, sizeof word, "%.*s", (int)len, p);
        const struct argument *a = isdigit((unsigned char)*p) ? NULL : event_argument(e, word);
        for (int k = 0; k < e->input_count; k++) {
            input = &e->arg[e->input[k].argument] == a ? k : input;
        }
        p += len;
        if (input >= 0) {
            buf_putc(out, "xy"[input]);
        } else if (a != NULL && value_is_number(a->value) && a->object == NULL) {
            bool one = value_number(a->value) == 1 && strncmp(p, " * ", 3) == 0;
            if (one) {
                p += 3;
            } else {
                buf_printf(out, "%.6g", value_number(a->value));
            }
        } else if (a != NULL || (!isdigit((unsigned char)word[0]) && *p != '(')) {
            return false;
        } else {
            buf_puts(out, word);
        }
    }
    return !out->failed;
}

/* Whether a number was given that the formula does not speak of: logit(x, eps=0.1). */
static bool knows_more(const struct event *e)
{
    const char *p = e->op->signature, *name;
    size_t len;
    for (int k = 0; k < e->arg_count; k++) {
        char word[32];
        p = op_next_parameter(p, &name, &len);
        snprintf(word, sizeof word, "%.*s", (int)len, name);
        bool number = e->arg[k].given && value_is_number(e->arg[k].value);
        if (number && strstr(e->op->formula, word) == NULL) {
            return true;
        }
    }
    return false;
}

/* Rows whose formula is another one with other arguments (explain_formula.c), or speaks of cells
 * elsewhere. */
static bool maps(struct captioned *s, int inputs)
{
    const struct op *op = s->e->op;
    const struct argument *mode = event_argument(s->e, "rounding_mode");
    bool logic = inputs > 0 && caption_in(s, 0) != NULL && caption_in(s, 0)->dtype == DTYPE_BOOL;
    bool overlap = inputs == 2 && s->e->effect == STORAGE_IN_PLACE && s->e->input_count == 2 &&
                   caption_in(s, 0)->storage == caption_in(s, 1)->storage;
    buf_clear(&s->formula);
    return !logic && !overlap && op->kind == KIND_ELEMENTWISE && s->e->input_count == inputs &&
           op->formula != NULL && !knows_more(s->e) && (mode == NULL || mode->text == NULL) &&
           !event_is(s->e, OP_gelu OP_dropout OP_clamp OP_clip) &&
           fill(s->e, op->formula, &s->formula);
}

bool maps_numbers(struct captioned *s)
{
    return maps(s, 1) && tensor_same_shape(caption_in(s, 0), caption_out(s));
}

bool maps_pairs(struct captioned *s)
{
    return maps(s, 2) && s->e->input[0].argument < s->e->input[1].argument &&
           strchr(buf_text(&s->formula), 'y') != NULL;
}
