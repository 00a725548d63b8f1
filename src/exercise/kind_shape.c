/* Asks for the shape of a value. A wrong one is marked axis by axis, with what the operation does
 * to the axis that is wrong first; it never says the size. */
#include "exercise/answer/answer.h"
#include "exercise/answer/diagnose.h"
#include "exercise/form.h"
#include "exercise/kind.h"
#include "exercise/variant_ask.h"
#include "torch/op/ops.h"

#include <string.h>

#define SIZES "the sizes of the axes, such as (2, 3, 4, 5)"

/* --- the question --- */

static bool read_mistakes(struct question *q, struct error *err)
{
    for (int k = 0; k < q->mistake_count; k++) {
        struct mistake *m = &q->mistake[k];
        if (!variant_shape(&q->variant, m->head, &m->ndim, m->shape, err)) {
            return false;
        }
    }
    return true;
}

/* The names that the event's output has. */
static bool read_axes(struct question *q, const struct tensor *value, struct error *err)
{
    const struct event *e = q->event >= 0 ? &q->run->tape->event[q->event] : NULL;
    for (int k = 0; e != NULL && k < e->output_count; k++) {
        const struct tape_tensor *out = &e->output[k];
        if (out->axes == NULL || !tensor_same_shape(&out->tensor, value)) {
            continue;
        }
        for (int axis = 0; axis < value->ndim; axis++) {
            const char *name = out->axes[axis];
            q->axes[axis] = name != NULL ? arena_copy(&q->arena, name, strlen(name)) : NULL;
            if (name != NULL && q->axes[axis] == NULL) {
                return error_memory(err);
            }
        }
        return true;
    }
    return true;
}

/* Whether the code in a text has the name of a size: not a word of the sentences around it, such as
 * "numbers", which code may bind, and no keyword of a call, `dim=0`. */
static bool code_has(const char *text, const char *name)
{
    size_t len = strlen(name);
    bool span = false, fence = false;
    for (const char *p = text, *at; (at = piece_name_in(p, name, len)) != NULL; p = at + len) {
        for (; p < at; p++) {
            span = span != (*p == '`');
            fence = fence != (strncmp(p, "\n~~~", 4) == 0);
        }
        const char *behind = at + len + strspn(at + len, " ");
        if ((span || fence) && (*behind != '=' || behind[1] == '=')) {
            return true;
        }
    }
    return false;
}

/* Whether the question itself names a size: then the answer may, too. */
static bool names_sizes(const struct question *q)
{
    bool found = false;
    for (int k = 0; k < q->known_count && !found; k++) {
        found = code_has(q->prompt, q->known[k].name);
    }
    return found;
}

bool kind_shape_key(struct question *q, const struct tensor *value, struct error *err)
{
    scoped_buf key = {0};
    q->ndim = value->ndim;
    memcpy(q->shape, value->shape, sizeof q->shape);
    sizes_put_tuple(q->ndim, q->shape, ", ", &key);
    q->key = question_keep(q, &key, err);
    bool ok = q->key != NULL && read_axes(q, value, err) && known_sizes_find(q, err);
    q->form = ok && names_sizes(q) ? SIZES
                  "; the names of sizes in the question may stand for numbers"
                                   : SIZES;
    return ok;
}

static bool make(struct question *q, struct error *err)
{
    scoped_tensor value = {0};
    const char *of = exercise_field(question_exercise(q), "of");
    return read_mistakes(q, err) && variant_value(&q->variant, of, &value, &q->event, err) &&
           variant_finish(&q->variant, err) && kind_shape_key(q, &value, err);
}

/* --- what operations do to axes --- */

/* "queries", or "the first operand" for what has no name. */
static const char *operand(const struct question *q, int event, int input, const char *otherwise)
{
    const struct event *e = &q->run->tape->event[event];
    const char *name = tape_name(q->run->tape, event, &e->input[input].of);
    return name != NULL ? name : otherwise;
}

static void teach_product(const struct question *q, int event, int axis, struct buf *out)
{
    const struct event *e = &q->run->tape->event[event];
    int behind = q->ndim - 1 - axis, rows = e->input[0].of.tensor.ndim;
    if (rows < 2 || e->input[1].of.tensor.ndim < 2) {
        buf_puts(out, "a product of a table and a row of numbers loses the axis that they are "
                      "multiplied along");
    } else if (behind == 0) {
        buf_printf(out, "the last axis of a product comes from the last axis of %s",
                   operand(q, event, 1, "the second operand"));
    } else if (behind == 1) {
        buf_printf(out, "the last axis but one of a product comes from the last axis but one of %s",
                   operand(q, event, 0, "the first operand"));
    } else {
        buf_puts(out, "a product only joins the last two axes; those in front stay as they are");
    }
}

/* The operation of the statement that gave the shape: what goes cell by cell over one tensor keeps
 * it. */
static int shaping_event(const struct question *q)
{
    int at = q->event;
    const struct event *e = at >= 0 ? &q->run->tape->event[at] : NULL;
    while (e != NULL && e->op->kind == KIND_ELEMENTWISE && e->input_count == 1 &&
           e->input[0].of.maker >= 0 && e->input[0].of.tensor.ndim == q->ndim &&
           q->run->tape->event[e->input[0].of.maker].statement == e->statement) {
        at = e->input[0].of.maker;
        e = &q->run->tape->event[at];
    }
    return at;
}

/* What is known about a size of the result, as a part of a sentence; nothing for other operations.
 */
static void teach_axis(const struct question *q, int axis, struct buf *out)
{
    int event = shaping_event(q);
    const struct event *e = event >= 0 ? &q->run->tape->event[event] : NULL;
    if (e == NULL || e->input_count == 0) {
        return;
    }
    if (op_does(e->op, MATMUL) && e->input_count >= 2) {
        teach_product(q, event, axis, out);
    } else if (op_is(e->op, OP_linear)) {
        buf_puts(out, axis == q->ndim - 1
                          ? "the last axis behind a Linear is as wide as what it gives out"
                          : "a Linear changes only the last axis");
    } else if (op_is(e->op, OP_permute OP_movedim OP_T)) {
        buf_puts(out, "the axes only change places: every size of the input comes back once");
    } else if (op_does(e->op, TRANSPOSES)) {
        buf_puts(out, "transpose lets two axes change places, and the others stay");
    } else if (op_does(e->op, RESHAPES)) {
        buf_puts(out, "view and reshape lose no number: the sizes multiply to the same as before");
    } else if (op_does(e->op, CONCATENATES)) {
        buf_puts(out, "cat adds up the sizes of one axis, and the others stay");
    } else if (op_is(e->op, OP_stack)) {
        buf_puts(out, "stack makes a new axis, as long as the number of tensors");
    } else if (op_is(e->op, OP_unsqueeze)) {
        buf_puts(out, "unsqueeze puts in an axis of size 1");
    } else if (e->op->kind == KIND_SOFTMAX || e->op->kind == KIND_SCAN) {
        buf_printf(out, "%s changes numbers, not the shape", e->op->name);
    } else if (e->op->kind == KIND_REDUCTION) {
        buf_printf(out, "%s folds an axis: it is gone, or has size 1 with keepdim=True",
                   e->op->name);
    } else if (e->op->kind == KIND_ELEMENTWISE) {
        buf_printf(out, "%s goes cell by cell: %s", e->op->name,
                   e->input_count == 1 ? "the shape stays as it is"
                                       : "an axis of size 1 stretches, no other size changes");
    }
}

/* --- judging --- */

static int64_t cells(int ndim, const int64_t *shape)
{
    int64_t n = 1;
    for (int k = 0; k < ndim; k++) {
        n = shape[k] == 0 || n <= INT64_MAX / (shape[k] + 1) ? n * shape[k] : INT64_MAX;
    }
    return n;
}

/* Whether the sizes are those of the key in another order. */
static bool only_moved(const struct question *q, const struct verdict *v)
{
    bool taken[TENSOR_MAX_DIMS] = {false};
    for (int k = 0; k < v->ndim; k++) {
        int j = 0;
        while (j < q->ndim && (taken[j] || q->shape[j] != v->shape[k])) {
            j++;
        }
        if (j == q->ndim) {
            return false;
        }
        taken[j] = true;
    }
    return v->ndim == q->ndim;
}

static void put_axes(const struct question *q, const struct verdict *v, int wrong, struct buf *out)
{
    int told = 0;
    buf_puts(out, wrong == 1 ? "Axis " : "Axes ");
    for (int k = 0; k < q->ndim; k++) {
        if (!v->axis_right[k]) {
            buf_printf(out, "%s%d", told == 0 ? "" : told + 1 == wrong ? " and " : ", ", k);
            if (q->axes[k] != NULL) {
                buf_printf(out, " (%s)", q->axes[k]);
            }
            told++;
        }
    }
    buf_puts(out, wrong == 1 ? " should be another size" : " should be other sizes");
}

/* The one axis without which the longer of two shapes is the shorter one; -1: none, or several. */
static int axis_left(int ndim, const int64_t *shape, const int64_t *shorter)
{
    int found = -1, count = 0;
    for (int k = 0; k < ndim; k++) {
        size_t behind = (size_t)(ndim - 1 - k) * sizeof *shape;
        bool fits = memcmp(shape, shorter, (size_t)k * sizeof *shape) == 0 &&
                    memcmp(shape + k + 1, shorter + k, behind) == 0;
        found = fits ? k : found;
        count += fits;
    }
    return count == 1 ? found : -1;
}

/* Of an answer with an axis too few or too many: which. */
static void put_left(const struct question *q, const struct verdict *v, struct buf *out)
{
    int lacks = v->ndim + 1 == q->ndim ? axis_left(q->ndim, q->shape, v->shape) : -1;
    int more = v->ndim == q->ndim + 1 ? axis_left(v->ndim, v->shape, q->shape) : -1;
    if (lacks >= 0) {
        buf_printf(out,
                   q->axes[lacks] != NULL ? ": axis %d (%s) is missing" : ": axis %d is missing",
                   lacks, q->axes[lacks]);
    } else if (more >= 0) {
        buf_printf(out, ": axis %d of the answer is one too many", more);
    }
}

static void put_reason(const struct question *q, const struct verdict *v, int good, struct buf *out)
{
    scoped_buf more = {0};
    int first = 0;
    if (v->ndim != q->ndim) {
        teach_axis(q, 0, &more);
        buf_printf(out, "The value has another number of axes than %d", v->ndim);
        if (cells(v->ndim, v->shape) == cells(q->ndim, q->shape)) {
            buf_puts(out, ", though as many numbers");
        }
        put_left(q, v, out);
        if (more.len > 0 && q->event >= 0 && v->ndim > 0) {
            buf_printf(out, "; %s", buf_text(&more));
        }
    } else {
        while (first < q->ndim && v->axis_right[first]) {
            first++;
        }
        put_axes(q, v, q->ndim - good, out);
        teach_axis(q, first, &more);
        if (only_moved(q, v)) {
            buf_puts(out, ": these are the right sizes, but not in this order");
        } else if (more.len > 0) {
            buf_printf(out, "; %s", buf_text(&more));
        }
    }
    buf_putc(out, '.');
}

/* "2*4*1" is a product, and axes to somebody who has no other sign for "by". */
FORM(times, "\\*");

static bool right_as_axes(const struct question *q, const char *answer)
{
    scoped_buf plain = {0}, axes = {0}, why = {0};
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim = 0;
    answer_plain(answer, &plain);
    form_replace(&times, piece_of(buf_text(&plain)), ",", &axes);
    return strchr(buf_text(&plain), '*') != NULL && strchr(buf_text(&plain), ',') == NULL &&
           answer_shape(buf_text(&axes), q->known, q->known_count, &ndim, shape, &why) &&
           ndim == q->ndim && memcmp(shape, q->shape, (size_t)ndim * sizeof *shape) == 0;
}

static bool judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err)
{
    scoped_buf why = {0};
    int good = 0;
    if (answer_blank(answer) ||
        !answer_shape(answer, q->known, q->known_count, &out->ndim, out->shape, &why)) {
        return verdict_unread(out, &why);
    }
    if (out->ndim != q->ndim && right_as_axes(q, answer)) {
        out->ndim = q->ndim;
        memcpy(out->shape, q->shape, (size_t)q->ndim * sizeof *out->shape);
    }
    for (int k = 0; k < out->ndim && out->ndim == q->ndim; k++) {
        out->axis_right[k] = out->shape[k] == q->shape[k];
        good += out->axis_right[k];
    }
    out->right = out->ndim == q->ndim && good == q->ndim;
    if (out->right) {
        return true;
    }
    if (out->ndim == q->ndim) {
        out->share = 0.5 * good / q->ndim;
    }
    for (int k = 0; k < q->mistake_count; k++) {
        const struct mistake *m = &q->mistake[k];
        if (m->ndim == out->ndim &&
            memcmp(m->shape, out->shape, (size_t)m->ndim * sizeof *m->shape) == 0) {
            verdict_mistake(out, m);
            return true;
        }
    }
    const struct guess g = {.cell = -1, .ndim = out->ndim, .shape = out->shape};
    bool found, ok = diagnose_question_sentence(q, &g, &out->reason, &found, err);
    if (ok) {
        buf_puts(&out->reason, found ? " " : "");
        put_reason(q, out, good, &out->reason);
    }
    return ok;
}

/* "(b, T)": the names are known to its run alone. */
FORM(in_brackets, "^(?=.{3,99}?[ .]*$)([\\(\\[{](?:[^][(){}]|(?1))*+[])}])[ .]*$");

static bool plausible(const struct exercise *e, const char *text, struct buf *why)
{
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim;
    return answer_shape(text, NULL, 0, &ndim, shape, why) || form_in(&in_brackets, piece_of(text));
}

const struct kind kind_shape = {NULL, make, judge, plausible};
