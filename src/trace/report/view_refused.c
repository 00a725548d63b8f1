/* Finds the two axes that a view cannot join, the stride that it takes, and what works instead. */
#include "trace/report/view_refused.h"

#include "trace/axes/axes.h"

#include <string.h>

#define LONGEST 60 /* characters of an expression that is quoted */

struct refusal {
    const struct refused_view *v;
    const struct tape_tensor *of; /* on the tape, with names; or NULL */
    int64_t size[TENSOR_MAX_DIMS];
    int axis; /* it and the next one that has more than one place cannot be joined, ... */
    int next;
};

/* -1 becomes the size that is left. False: the sizes are not those of as many numbers. */
static bool fill_sizes(struct refusal *r)
{
    int64_t cells = 1, rest = 1, asked = 1;
    for (int d = 0; d < r->v->ndim; d++) {
        cells *= r->v->shape[d];
    }
    for (int d = 0; d < r->v->size_count; d++) {
        r->size[d] = r->v->size[d];
        rest *= r->size[d] > 0 ? r->size[d] : 1;
    }
    for (int d = 0; d < r->v->size_count; d++) {
        r->size[d] = r->size[d] < 0 ? cells / rest : r->size[d];
        asked *= r->size[d];
    }
    return asked == cells;
}

/* Whether the asked sizes are cut where `cells` cells are left behind the cut. */
static bool is_cut(const struct refusal *r, int64_t cells)
{
    int64_t behind = 1;
    for (int d = r->v->size_count - 1; d >= 0 && behind < cells; d--) {
        behind *= r->size[d];
    }
    return behind == cells;
}

/* From the last axis: where the step in memory is not the one that joining takes, the new sizes
 * must have a cut, too. False: they do everywhere. */
static bool find_axes(struct refusal *r, const int64_t *shape, const int64_t *stride)
{
    int64_t behind = 1;
    r->next = -1;
    for (int d = r->v->ndim - 1; d >= 0; d--) {
        if (shape[d] == 1) {
            continue;
        }
        if (r->next >= 0 && stride[d] != shape[r->next] * stride[r->next] && !is_cut(r, behind)) {
            r->axis = d;
            return true;
        }
        behind *= shape[d];
        r->next = d;
    }
    return false;
}

/* Two axes whose exchange would let the view be made, neighbours first; false: there are none. */
static bool find_exchange(const struct refusal *r, int *a, int *b)
{
    for (int apart = 1; apart < r->v->ndim; apart++) {
        for (*a = 0; *a + apart < r->v->ndim; ++*a) {
            *b = *a + apart;
            struct refusal other = *r;
            int64_t shape[TENSOR_MAX_DIMS], stride[TENSOR_MAX_DIMS];
            memcpy(shape, r->v->shape, sizeof shape);
            memcpy(stride, r->v->stride, sizeof stride);
            shape[*a] = r->v->shape[*b];
            shape[*b] = r->v->shape[*a];
            stride[*a] = r->v->stride[*b];
            stride[*b] = r->v->stride[*a];
            if (!find_axes(&other, shape, stride)) {
                return true;
            }
        }
    }
    return false;
}

/* What stands in front of ".view(" where the code failed. */
static void put_receiver(const struct interp *in, struct buf *out)
{
    const struct span *at = in->trace_count > 0 ? &in->trace[0].span : NULL;
    size_t len, start = out->len;
    const char *line =
        at != NULL && at->source != NULL ? source_line(at->source, at->line, &len) : NULL;
    const char *view = NULL;
    if (line != NULL && at->line == at->end_line && (size_t)at->end_column <= len) {
        for (const char *p = line + at->column; p + 6 <= line + at->end_column; p++) {
            view = strncmp(p, ".view(", 6) == 0 ? p : view;
        }
    }
    if (view != NULL && view - (line + at->column) <= LONGEST) {
        buf_put(out, line + at->column, (size_t)(view - (line + at->column)));
    }
    if (out->len == start) {
        buf_puts(out, "the tensor");
    }
}

static void put_axis(const struct refusal *r, int axis, struct buf *out)
{
    const char *name = r->of != NULL ? axis_called(r->of, axis) : NULL;
    if (name != NULL) {
        buf_puts(out, name);
    } else {
        buf_printf(out, "axis %d", axis);
    }
}

/* What .reshape would do: it runs, but counts in the order of these axes. */
static void put_instead(const struct refusal *r, struct buf *out)
{
    const struct refused_view *v = r->v;
    int64_t last = v->size_count > 0 ? r->size[v->size_count - 1] : 1, own = v->shape[v->ndim - 1];
    int a, b;
    buf_puts(out, "`.reshape` would run: it copies the numbers in the order of these axes");
    if (v->ndim > 1 && last > own && last % own == 0 && v->shape[v->ndim - 2] % (last / own) == 0) {
        buf_printf(out, ", so that each new row has %lld neighbours along ",
                   (long long)(last / own));
        put_axis(r, v->ndim - 2, out);
        buf_puts(out, " side by side");
    }
    buf_puts(out, ". ");
    if (find_exchange(r, &a, &b)) {
        buf_printf(out, "Behind .transpose(%d, %d) a view can be made.\n", a, b);
    } else {
        buf_puts(out, "No exchange of two axes would let a view be made.\n");
    }
}

void view_refused_text(const struct session *s, const struct tape *t, struct buf *out)
{
    const struct refused_view *v = &s->torch.refused;
    struct refusal r = {.v = v};
    if (v->exception == NULL || s->in.exception.type != VALUE_OBJECT ||
        s->in.exception.o != v->exception) {
        return;
    }
    int maker = t != NULL ? (int)map_get(&t->makers, v->serial, -1) : -1;
    for (int k = 0; maker >= 0 && k < t->event[maker].output_count; k++) {
        const struct tape_tensor *of = &t->event[maker].output[k];
        r.of = of->serial == v->serial && of->tensor.ndim == v->ndim ? of : r.of;
    }
    if (!fill_sizes(&r) || !find_axes(&r, v->shape, v->stride)) {
        return;
    }
    buf_puts(out, "qkv: ");
    put_receiver(&s->in, out);
    buf_puts(out, " is ");
    bool named = false;
    for (int d = 0; r.of != NULL && d < v->ndim; d++) {
        named |= axis_called(r.of, d) != NULL;
    }
    if (named) {
        axes_text(r.of, out);
        buf_puts(out, " = ");
    }
    buf_putc(out, '(');
    sizes_put(v->ndim, v->shape, ", ", out);
    buf_puts(out, ") with strides ");
    sizes_put(v->ndim, v->stride, " ", out);
    buf_puts(out, ". Joining ");
    put_axis(&r, r.axis, out);
    buf_puts(out, " and ");
    put_axis(&r, r.next, out);
    buf_printf(out, " takes a stride of %lld*%lld = %lld for ", (long long)v->shape[r.next],
               (long long)v->stride[r.next], (long long)(v->shape[r.next] * v->stride[r.next]));
    put_axis(&r, r.axis, out);
    buf_printf(out, "; it is %lld. ", (long long)v->stride[r.axis]);
    put_instead(&r, out);
}
