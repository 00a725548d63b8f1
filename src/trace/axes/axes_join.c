/* Leads names of axes through tensors that are joined, cut or repeated: cat, stack, split, expand.
 */
#include "trace/axes/axes_step.h"
#include "trace/axes/axes_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether an axis of the result is one of the input as it was, and has its name from there. */
static bool keeps_name(const struct step *s, int axis)
{
    int from = s->e->input_count > 0 ? axis - (s->out[0].ndim - s->in[0].ndim) : -1;
    return from >= 0 && step_in(s, 0)->shape[from] == step_out(s, 0)->shape[axis] &&
           step_axis(s, 0, from).name != NULL;
}

void rule_expand(struct step *s)
{
    struct axis_name at[TENSOR_MAX_DIMS];
    const struct argument *a = step_argument(s, "size");
    int count = step_sizes(s, a != NULL ? a : step_argument(s, "shape"), at);
    for (int axis = 0; axis < count && count == s->out[0].ndim; axis++) {
        if (at[axis].size == step_out(s, 0)->shape[axis] && !keeps_name(s, axis)) {
            step_name(s, 0, axis, at[axis]);
        }
    }
    for (int input = 0; input < s->e->input_count; input++) {
        step_broadcast(s, input, 0);
    }
}

/* repeat(B, 1, 1), tile: an axis that is repeated from size 1 has the number's name. */
void rule_repeat(struct step *s)
{
    static const char *const names[] = {"repeats", "dims", "reps"};
    struct axis_name at[TENSOR_MAX_DIMS];
    int count = 0;
    for (size_t k = 0; k < sizeof names / sizeof names[0] && count == 0; k++) {
        count = step_sizes(s, step_argument(s, names[k]), at);
    }
    for (int k = 1; k <= count && k <= s->out[0].ndim && s->e->input_count > 0; k++) {
        int to = s->out[0].ndim - k;
        struct axis_name repeats = at[count - k];
        if (repeats.size == step_out(s, 0)->shape[to]) {
            step_name(s, 0, to, repeats);
        } else if (repeats.size != 1) {
            step_name(s, 0, to, step_join(s, repeats, '*', step_axis(s, 0, s->in[0].ndim - k)));
        }
    }
    step_broadcast(s, 0, 0);
}

/* repeat_interleave(n_rep, dim=1): that axis is "n_rep*n_kv_heads". */
void rule_repeat_interleave(struct step *s)
{
    struct axis_name at[TENSOR_MAX_DIMS];
    int ndim = s->in[0].ndim;
    int dim = step_dim(s, "dim", ndim, step_dim(s, "axis", ndim, -1));
    int count = step_sizes(s, step_argument(s, "repeats"), at);
    if (dim >= 0 && count == 1) {
        step_name(s, 0, dim, step_join(s, at[0], '*', step_axis(s, 0, dim)));
    }
    step_broadcast(s, 0, 0);
}

/* NumPy's repeat is the same; PyTorch's is like tile. */
void rule_repeat_either(struct step *s)
{
    if (s->e->output[0].ndarray) {
        rule_repeat_interleave(s);
    } else {
        rule_repeat(s);
    }
}

/* cat: the axis itself is the sum of the parts' axes: "2*head_size", "past+T". */
void rule_cat(struct step *s)
{
    int ndim = s->out[0].ndim;
    int dim = step_dim(s, "dim", ndim, step_dim(s, "axis", ndim, 0));
    int last = s->e->input_count - 1;
    struct axis_name sum = step_axis(s, 0, dim), first = sum;
    bool alike = true, goes_on = true;
    int64_t size = 0;
    for (int k = 0; k <= last; k++) {
        struct axis_name part = step_axis(s, k, dim);
        alike = alike && part.name != NULL && first.name != NULL && part.size == first.size &&
                strcmp(part.name, first.name) == 0 && step_in(s, k)->shape[dim] == part.size;
        sum = k == 0 ? part : step_join(s, sum, '+', part);
        goes_on = goes_on && (k == 0 || words_go_on(&first, size, &part));
        size += dim < step_in(s, k)->ndim ? step_in(s, k)->shape[dim] : 0;
        for (int axis = 0; axis < step_in(s, k)->ndim; axis++) {
            if (axis != dim) {
                step_name(s, 0, axis, step_axis(s, k, axis));
            }
        }
    }
    if (alike && last > 0) {
        char text[24];
        snprintf(text, sizeof text, "%d", last + 1);
        sum = step_join(s, (struct axis_name){.name = text, .size = last + 1}, '*', first);
    }
    size = sum.size; /* T+T of two calls may be no sum of this one's T */
    bool stands =
        sum.name == NULL || !book_value(s->book, sum.name, s->event, &size) || size == sum.size;
    if (stands && dim < ndim && sum.name != NULL && sum.size == step_out(s, 0)->shape[dim]) {
        sum.word = NULL;
        step_name(s, 0, dim, sum);
    }
    if (dim < ndim && goes_on) { /* earlier words and those behind them */
        step_name(s, 0, dim, (struct axis_name){.word = first.word});
    }
}

void rule_hstack(struct step *s) /* hstack, vstack: axes that are as long everywhere */
{
    if (s->e->input_count > 0 && step_in(s, 0)->ndim == s->out[0].ndim) {
        step_broadcast(s, 0, 0);
    }
}

void rule_stack(struct step *s)
{
    int dim = step_dim(s, "dim", s->out[0].ndim, step_dim(s, "axis", s->out[0].ndim, 0));
    for (int k = 0; k < s->e->input_count; k++) {
        for (int axis = 0; axis < s->in[k].ndim; axis++) {
            step_name(s, 0, axis + (axis >= dim), step_axis(s, k, axis));
        }
    }
}

/* "3*C" cut in three is "C". */
static struct axis_name share_of(struct axis_name whole, int parts)
{
    struct axis_name none = {0};
    char *end;
    if (whole.name == NULL || strtol(whole.name, &end, 10) != parts || *end != '*' ||
        strpbrk(end + 1, "+-/%*") != NULL) {
        return none;
    }
    return (struct axis_name){.name = end + 1, .size = whole.size / parts, .inner = whole.inner};
}

void rule_split(struct step *s)
{
    struct axis_name at[TENSOR_MAX_DIMS];
    int ndim = s->in[0].ndim, parts = s->e->output_count;
    int dim = step_dim(s, "dim", ndim, step_dim(s, "axis", ndim, 0));
    const struct argument *a = step_argument(s, "split_size_or_sections");
    a = a != NULL ? a : step_argument(s, "split_size");
    a = a != NULL ? a : step_argument(s, "split_sizes");
    int count = step_sizes(s, a, at);
    int64_t start = 0;
    for (int k = 0; k < parts; k++) {
        struct axis_name size = {0};
        if (count == 1 || k < count) {
            size = at[count == 1 ? 0 : k];
        }
        for (int axis = 0; axis < ndim; axis++) {
            step_name(s, k, axis, axis == dim ? size : step_axis(s, 0, axis));
        }
        struct axis_name part = {.word = step_axis(s, 0, dim).word};
        words_slice(&part, start);
        step_name(s, k, dim, part);
        start += dim < ndim ? step_out(s, k)->shape[dim] : 0;
        struct axis_name share = share_of(step_axis(s, 0, dim), parts);
        if (dim < ndim && share.size == step_out(s, k)->shape[dim]) {
            step_name(s, k, dim, share);
        }
    }
}

void rule_meshgrid(struct step *s)
{
    bool turned = false; /* indexing="xy" exchanges the first two */
    const struct argument *a = step_argument(s, "indexing");
    turned = a != NULL && a->text != NULL && strcmp(a->text, "xy") == 0;
    for (int k = 0; k < s->e->output_count; k++) {
        for (int axis = 0; axis < s->e->input_count; axis++) {
            int to = turned && axis < 2 ? 1 - axis : axis;
            step_name(s, k, to, step_axis(s, axis, 0));
        }
    }
}
