/* Leads names of axes where axes change places, come or go: transpose, squeeze, select, diagonal.
 */
#include "trace/axes/axes_step.h"
#include "trace/axes/axes_words.h"

static void exchange(struct step *s, int a, int b)
{
    for (int axis = 0; axis < s->in[0].ndim; axis++) {
        step_name(s, 0, axis == a ? b : axis == b ? a : axis, step_axis(s, 0, axis));
    }
}

void rule_last_two(struct step *s) /* t, mT */
{
    exchange(s, s->in[0].ndim - 2, s->in[0].ndim - 1);
}

static void reverse(struct step *s)
{
    int ndim = s->in[0].ndim;
    for (int axis = 0; axis < ndim; axis++) {
        step_name(s, 0, ndim - 1 - axis, step_axis(s, 0, axis));
    }
}

void rule_permute(struct step *s)
{
    int dims[TENSOR_MAX_DIMS], ndim = s->in[0].ndim;
    int count = step_dims(s, "dims", ndim, dims);
    count = count > 0 ? count : step_dims(s, "axes", ndim, dims);
    if (count == 0) {
        reverse(s); /* T, and transpose() of NumPy */
    }
    for (int axis = 0; axis < count && count == ndim; axis++) {
        step_name(s, 0, axis, step_axis(s, 0, dims[axis]));
    }
}

void rule_transpose(struct step *s)
{
    static const char *const names[][2] = {
        {"dim0", "dim1"}, {"axis0", "axis1"}, {"axis1", "axis2"}};
    int ndim = s->in[0].ndim;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        int a = step_dim(s, names[k][0], ndim, -1), b = step_dim(s, names[k][1], ndim, -1);
        if (a >= 0 && b >= 0) {
            exchange(s, a, b);
            return;
        }
    }
    rule_permute(s);
}

void rule_movedim(struct step *s)
{
    int from[TENSOR_MAX_DIMS], to[TENSOR_MAX_DIMS], ndim = s->in[0].ndim;
    int count = step_dims(s, "source", ndim, from);
    if (step_dims(s, "destination", ndim, to) != count) {
        return;
    }
    for (int k = 0; k < count; k++) {
        step_name(s, 0, to[k], step_axis(s, 0, from[k]));
    }
    for (int axis = 0, place = 0; axis < ndim; axis++) {
        if (step_holds(from, count, axis)) {
            continue;
        }
        while (step_holds(to, count, place)) {
            place++;
        }
        step_name(s, 0, place++, step_axis(s, 0, axis));
    }
}

/* squeeze, unsqueeze, expand_dims, atleast_2d: axes of size 1 come and go where the dims say. */
void rule_ones(struct step *s)
{
    int dims[TENSOR_MAX_DIMS], in = s->in[0].ndim, out = s->out[0].ndim;
    bool fewer = out < in;
    int count = step_dims(s, "dim", fewer ? in : out, dims);
    count = count > 0 ? count : step_dims(s, "axis", fewer ? in : out, dims);
    bool all = count == 0; /* squeeze() */
    for (int from = 0, to = 0; from < in || to < out;) {
        if (fewer && from < in &&
            (all ? step_in(s, 0)->shape[from] == 1 : step_holds(dims, count, from))) {
            from++;
        } else if (out > in && to < out && step_holds(dims, count, to)) {
            to++;
        } else {
            step_name(s, 0, to++, step_axis(s, 0, from++));
        }
    }
}

void rule_drop(struct step *s) /* select, unbind: one axis goes */
{
    int ndim = s->in[0].ndim, dim = step_dim(s, "dim", ndim, 0);
    for (int k = 0; k < s->e->output_count; k++) {
        for (int axis = 0, to = 0; axis < ndim; axis++) {
            if (axis != dim) {
                step_name(s, k, to++, step_axis(s, 0, axis));
            }
        }
    }
}

void rule_narrow(struct step *s)
{
    int ndim = s->in[0].ndim, dim = step_dim(s, "dim", ndim, 0);
    step_name_from(s, dim, "length");
    for (int axis = 0; axis < ndim; axis++) {
        struct axis_name name = step_axis(s, 0, axis);
        const struct argument *start = axis == dim ? step_argument(s, "start") : NULL;
        if (axis == dim) {
            int64_t from = start != NULL ? start->i : 0;
            words_slice(&name, from < 0 ? from + step_in(s, 0)->shape[dim] : from);
        }
        step_name(s, 0, axis, name);
    }
}

void rule_diagonal(struct step *s) /* diag, diagonal, diag_embed */
{
    int ndim = s->in[0].ndim, to = 0;
    if (s->out[0].ndim == ndim + 1) {
        for (int axis = 0; axis < ndim; axis++) {
            step_name(s, 0, axis, step_axis(s, 0, axis));
        }
        if (step_in(s, 0)->shape[ndim - 1] == step_out(s, 0)->shape[ndim]) {
            step_name(s, 0, ndim, step_axis(s, 0, ndim - 1));
        }
        return;
    }
    int a = step_dim(s, "dim1", ndim, step_dim(s, "axis1", ndim, 0));
    int b = step_dim(s, "dim2", ndim, step_dim(s, "axis2", ndim, 1));
    for (int axis = 0; axis < ndim; axis++) {
        if (axis != a && axis != b) {
            step_name(s, 0, to++, step_axis(s, 0, axis));
        }
    }
    if (a < ndim && step_in(s, 0)->shape[a] == step_out(s, 0)->shape[to]) {
        step_name(s, 0, to, step_axis(s, 0, a));
    }
}
