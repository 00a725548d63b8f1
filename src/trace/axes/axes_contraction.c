/* Leads names of axes through products: the rows' name of one operand, the columns' of the other.
 */
#include "torch/op/ops.h"
#include "trace/axes/axes_step.h"
#include "trace/axes/axes_words.h"
#include "trace/tape/event.h"

/* (..., rows, k) @ (..., k, columns) of two inputs; one with a single axis has no rows, or no
 * columns. The batch axes are those of both, lined up at the last one. */
static void product(struct step *s, int a, int b, int output)
{
    if (a >= s->e->input_count || b >= s->e->input_count) {
        return;
    }
    int rows = s->in[a].ndim - 2, columns = s->in[b].ndim - 1, to = s->out[output].ndim - 1;
    if (columns > 0) {
        step_name(s, output, to--, step_axis(s, b, columns));
    }
    if (rows >= 0) {
        step_name(s, output, to--, step_axis(s, a, rows));
    }
    for (int k = 0; to - k >= 0; k++) {
        int64_t size = step_out(s, output)->shape[to - k];
        int from_a = rows - 1 - k, from_b = columns - 2 - k;
        if (from_a >= 0 && step_in(s, a)->shape[from_a] == size) {
            step_name(s, output, to - k, step_axis(s, a, from_a));
        }
        if (from_b >= 0 && step_in(s, b)->shape[from_b] == size) {
            step_claim(s, output, to - k, step_axis(s, b, from_b));
        }
    }
}

void rule_matmul(struct step *s)
{
    product(s, 0, 1, 0);
}

void rule_linear(struct step *s) /* input @ weight.T + bias: the weight is (out, in) */
{
    int ndim = s->in[0].ndim;
    for (int axis = 0; axis < ndim - 1; axis++) {
        step_name(s, 0, axis, step_axis(s, 0, axis));
    }
    if (s->e->input_count > 1 && s->in[1].ndim == 2) {
        step_name(s, 0, ndim - 1, step_axis(s, 1, 0));
    }
    step_broadcast(s, 2, 0);
}

void rule_added_matmul(struct step *s) /* addmm, baddbmm: input + a @ b */
{
    const char *name = s->e->op->name;
    if (op_name_is(name, OP_addr)) {
        step_name(s, 0, 0, step_axis(s, 1, 0));
        step_name(s, 0, 1, step_axis(s, 2, 0));
    } else {
        product(s, 1, 2, 0);
    }
    step_broadcast(s, 0, 0);
}

void rule_outer(struct step *s)
{
    step_name(s, 0, 0, step_axis(s, 0, 0));
    step_name(s, 0, 1, step_axis(s, 1, 0));
}

void rule_inner(struct step *s)
{
    int rows = s->in[0].ndim - 1;
    for (int axis = 0; axis < rows; axis++) {
        step_name(s, 0, axis, step_axis(s, 0, axis));
    }
    for (int axis = 0; s->e->input_count > 1 && axis < s->in[1].ndim - 1; axis++) {
        step_name(s, 0, rows + axis, step_axis(s, 1, axis));
    }
}

void rule_cdist(struct step *s)
{
    int ndim = s->out[0].ndim;
    step_name(s, 0, ndim - 1, step_axis(s, 1, s->in[1].ndim - 2));
    step_name(s, 0, ndim - 2, step_axis(s, 0, s->in[0].ndim - 2));
    for (int axis = 0; axis < ndim - 2; axis++) {
        step_name(s, 0, axis, step_axis(s, 0, axis));
    }
}

/* Which axes of input `input` tensordot folds. False: cannot be told. */
static bool folded_axes(const struct step *s, int input, bool folded[TENSOR_MAX_DIMS])
{
    const struct argument *a = step_argument(s, "dims");
    a = a != NULL ? a : step_argument(s, "axes");
    int ndim = s->in[input].ndim;
    if (a == NULL) {
        return false;
    }
    struct value v = a->value;
    if (v.type == VALUE_INT) {
        for (int axis = 0; axis < ndim; axis++) {
            folded[axis] = input == 0 ? axis >= ndim - v.i : axis < v.i;
        }
        return true;
    }
    if ((!list_is(v) && !tuple_is(v)) || ((const struct list *)v.o)->count != 2) {
        return false;
    }
    struct value own = ((const struct list *)v.o)->at[input];
    const struct value *at = &own;
    int64_t count = 1;
    if (list_is(own) || tuple_is(own)) {
        at = ((const struct list *)own.o)->at;
        count = ((const struct list *)own.o)->count;
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t dim = at[k].type != VALUE_INT ? -1 : at[k].i + (at[k].i < 0 ? ndim : 0);
        if (dim < 0 || dim >= ndim) {
            return false;
        }
        folded[dim] = true;
    }
    return true;
}

void rule_tensordot(struct step *s)
{
    int to = 0;
    for (int input = 0; input < 2 && s->e->input_count > 1; input++) {
        bool folded[TENSOR_MAX_DIMS] = {false};
        if (!folded_axes(s, input, folded)) {
            return;
        }
        for (int axis = 0; axis < s->in[input].ndim; axis++) {
            if (!folded[axis]) {
                step_name(s, 0, to++, step_axis(s, input, axis));
            }
        }
    }
}

/* --- einsum --- */

/* The first operand's name stands. */
static void merge(struct axis_name *to, const struct axis_name *name, int64_t size)
{
    struct axis_name first = *to;
    *to = to->name == NULL ? *name : *to;
    to->word = first.word;
    to->mixed = first.mixed;
    words_meet(to, name, size);
}

/* An axis has the name that its letter has in the first operand that has one for it; else the
 * letter is the name itself. */
void rule_einsum(struct step *s)
{
    struct einsum_space space;
    struct axis_name of[TENSOR_MAX_DIMS] = {{0}};
    int64_t size[TENSOR_MAX_DIMS] = {0};
    if (!event_space(s->e, &space)) {
        return;
    }
    for (int input = 0; input < s->e->input_count; input++) {
        for (int d = 0; d < s->in[input].ndim; d++) {
            int at = space.axis[input][d];
            struct axis_name name = step_axis(s, input, d);
            merge(&of[at], &name, step_in(s, input)->shape[d]);
            size[at] = size[at] <= 1 ? step_in(s, input)->shape[d] : size[at];
        }
    }
    for (int at = 0; at < space.ndim; at++) {
        if (of[at].name == NULL && space.letter[at] != '.') {
            scoped_buf text = {0};
            buf_putc(&text, space.letter[at]);
            of[at].name = book_keep(s->book, &text);
            s->ok = s->ok && of[at].name != NULL;
        }
        of[at].size = of[at].size == 0 ? size[at] : of[at].size;
    }
    for (int input = 0; input < s->e->input_count; input++) {
        for (int d = 0; d < s->in[input].ndim; d++) {
            struct axis_name *axis = &s->in[input].at[d], own = *axis;
            *axis = own.name == NULL ? of[space.axis[input][d]] : own;
            axis->word = own.word; /* a letter names the axis, not its places */
            axis->mixed = own.mixed;
        }
    }
    for (int at = 0; at < space.out_ndim; at++) {
        step_name(s, 0, at, of[at]);
    }
}
