/* Leads names of axes through products: the rows' name of one operand, the columns' of the other.
 */
#include "torch/op/ops.h"
#include "trace/axes/axes_step.h"
#include "trace/axes/axes_words.h"

#include <ctype.h>
#include <string.h>

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

/* An axis has the name that the letter has in the first operand that has one for it. */
struct letters {
    struct axis_name of[256];
    bool seen[256];
    struct axis_name dots[TENSOR_MAX_DIMS]; /* of "...", from the last one */
};

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) != 0;
}

static int count_letters(const char *from, const char *end)
{
    int count = 0;
    for (; from < end; from++) {
        count += is_letter(*from);
    }
    return count;
}

/* The first operand's name stands. */
static void merge(struct axis_name *to, const struct axis_name *name, int64_t size)
{
    struct axis_name first = *to;
    *to = to->name == NULL ? *name : *to;
    to->word = first.word;
    to->mixed = first.mixed;
    words_meet(to, name, size);
}

/* One operand's letters, between `from` and `end`. */
static void read_operand(struct step *s, int input, const char *from, const char *end,
                         struct letters *l)
{
    int dots = s->in[input].ndim - count_letters(from, end), axis = 0;
    for (; from < end; from++) {
        if (*from == '.') {
            for (int k = 0; k < dots; k++) {
                struct axis_name name = step_axis(s, input, axis + k);
                struct axis_name *to = &l->dots[dots - 1 - k];
                merge(to, &name, step_in(s, input)->shape[axis + k]);
            }
            axis += dots > 0 ? dots : 0;
            from += strspn(from, ".") - 1;
        } else if (is_letter(*from)) {
            unsigned char c = (unsigned char)*from;
            struct axis_name name = step_axis(s, input, axis);
            merge(&l->of[c], &name, step_in(s, input)->shape[axis++]);
            l->seen[c] = true;
        }
    }
}

/* A letter that no operand has a name for is the name itself. */
static void name_letters(struct step *s, const char *equation, struct letters *l)
{
    for (const char *c = equation; *c != '\0'; c++) {
        struct axis_name *of = &l->of[(unsigned char)*c];
        if (is_letter(*c) && l->seen[(unsigned char)*c] && of->name == NULL) {
            scoped_buf text = {0};
            buf_putc(&text, *c);
            of->name = book_keep(s->book, &text);
            s->ok = s->ok && of->name != NULL;
        }
    }
}

/* The unnamed axes of the operands, and the sizes that letters stand for. */
static void name_operand(struct step *s, int input, const char *from, const char *end,
                         struct letters *l)
{
    int dots = s->in[input].ndim - count_letters(from, end), axis = 0;
    for (; from < end && axis < s->in[input].ndim; from++) {
        if (*from == '.') {
            axis += dots > 0 ? dots : 0;
            from += strspn(from, ".") - 1;
        } else if (is_letter(*from)) {
            struct axis_name *of = &l->of[(unsigned char)*from];
            struct axis_name *at = &s->in[input].at[axis];
            of->size = of->size == 0 ? step_in(s, input)->shape[axis] : of->size;
            struct axis_name own = *at;
            *at = own.name == NULL ? *of : own;
            at->word = own.word; /* a letter names the axis, not its places */
            at->mixed = own.mixed;
            axis++;
        }
    }
}

static void each_operand(struct step *s, const char *equation, struct letters *l,
                         void (*visit)(struct step *, int, const char *, const char *,
                                       struct letters *))
{
    const char *stop = equation + strcspn(equation, "-"), *from = equation;
    for (int input = 0; input < s->e->input_count && from <= stop; input++) {
        const char *end = from + strcspn(from, ",-");
        visit(s, input, from, end, l);
        from = end + 1;
    }
}

void rule_einsum(struct step *s)
{
    struct letters l = {0};
    const char *equation = s->e->arg[0].text;
    const char *result = equation != NULL ? strstr(equation, "->") : NULL;
    if (equation == NULL) {
        return;
    }
    each_operand(s, equation, &l, read_operand);
    name_letters(s, equation, &l);
    each_operand(s, equation, &l, name_operand);
    char implied[64];
    if (result == NULL) { /* the letters that stand alone, in the alphabet's order */
        size_t len = 0;
        implied[len++] = '.';
        for (int c = 'A'; c <= 'z' && len + 1 < sizeof implied; c++) {
            const char *first = is_letter((char)c) ? strchr(equation, c) : NULL;
            if (first != NULL && strchr(first + 1, c) == NULL) {
                implied[len++] = (char)c;
            }
        }
        implied[len] = '\0';
        result = implied;
    } else {
        result += 2;
    }
    const char *end = result + strlen(result);
    int axis = 0, dots = s->out[0].ndim - count_letters(result, end);
    for (; result < end; result++) {
        if (*result == '.') {
            for (int k = 0; k < dots; k++) {
                step_name(s, 0, axis + k, l.dots[dots - 1 - k]);
            }
            axis += dots > 0 ? dots : 0;
            result += strspn(result, ".") - 1;
        } else if (is_letter(*result)) {
            step_name(s, 0, axis++, l.of[(unsigned char)*result]);
        }
    }
}
