/* Writes shapes as the code's comments write them, with names or sizes, and what became of the
 * storage: new, a copy, a view and of what, with its strides. */
#include "show/step_text.h"

#include "trace/axes/axes.h"
#include "trace/tape/event.h"

#include <string.h>

/* What stands between the operands of a contraction of two. */
static const char *sign_of(const struct event *e)
{
    return (event_does(e, MATMUL | MATVEC) || event_is(e, OP_linear)) ? " @ " : ", ";
}

static bool named(const struct tape_tensor *of)
{
    for (int k = 0; k < of->tensor.ndim; k++) {
        if (axis_called(of, k) != NULL) {
            return true;
        }
    }
    return false;
}

/* F.linear keeps its weight as (out, in), and multiplies by the transpose: x @ W.T */
static void put_one(const struct event *e, int input, bool names, struct buf *out)
{
    const struct tape_tensor *of = &e->input[input].of;
    if (names) {
        axes_text(of, out);
    } else {
        tensor_tuple_text(&of->tensor, out);
    }
    if (event_is(e, OP_linear) && e->input[input].argument == 1 && of->tensor.ndim == 2) {
        buf_puts(out, ".T");
    }
}

/* One tensor in, one out, with the same names: said once. */
static bool keeps_names(const struct event *e)
{
    if (e->input_count != 1 || e->output_count != 1) {
        return false;
    }
    const struct tape_tensor *in = &e->input[0].of, *out = &e->output[0];
    if (in->called == NULL || out->called == NULL || in->tensor.ndim != out->tensor.ndim) {
        return false;
    }
    for (int k = 0; k < in->tensor.ndim; k++) {
        const char *a = in->called[k], *b = out->called[k];
        if (a != b && !(a != NULL && b != NULL && strcmp(a, b) == 0)) {
            return false;
        }
    }
    return true;
}

bool step_shapes(const struct event *e, bool names, struct buf *out)
{
    bool any = !names;
    for (int k = 0; k < e->input_count; k++) {
        any |= named(&e->input[k].of);
    }
    for (int k = 0; k < e->output_count; k++) {
        any |= named(&e->output[k]);
    }
    if (!any) {
        return false;
    }
    if (names && keeps_names(e)) {
        axes_text(&e->output[0], out);
        return true;
    }
    int shown =
        event_is(e, OP_linear) && e->input_count > 2 ? 2 : e->input_count; /* not the bias */
    for (int k = 0; k < shown; k++) {
        buf_puts(out, k == 0 ? "" : sign_of(e));
        put_one(e, k, names, out);
    }
    buf_puts(out, shown > 0 ? " -> " : "");
    for (int k = 0; k < e->output_count && k < 6; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        if (names) {
            axes_text(&e->output[k], out);
        } else {
            tensor_tuple_text(&e->output[k].tensor, out);
        }
    }
    if (e->output_count > 6) {
        buf_printf(out, ", ... %d in all", e->output_count);
    }
    return true;
}

/* The event whose result is looked at by a view, through views of views: who wrote into it last, up
 * to `now`, gives it its number, as beside it. */
static int base_of(const struct tape *t, int event, int now)
{
    const struct event *e = &t->event[event];
    for (int k = 0; k < e->input_count; k++) {
        const struct tape_tensor *of = &e->input[k].of;
        if (of->tensor.storage == e->output[0].tensor.storage && of->maker >= 0) {
            const struct event *made = &t->event[of->maker];
            return made->effect == STORAGE_VIEW && !event_gives_back(made)
                       ? base_of(t, of->maker, now)
                       : tape_giver(t, now, of);
        }
    }
    return tape_owner(t, &e->output[0]);
}

/* "view of x", "view of #7"; by name alone a tensor without one is not told. */
static void put_owner(const struct tape *t, int event, int owner, bool by_name, const char *of,
                      struct buf *out)
{
    const char *name = by_name ? tape_name(t, event, &t->event[owner].output[0]) : NULL;
    if (name != NULL) {
        buf_printf(out, "%s%s", of, name);
    } else if (!by_name) {
        buf_printf(out, "%s#", of);
        event_number(&t->event[owner], out);
    }
}

void step_storage(const struct tape *t, int event, bool by_name, struct buf *out)
{
    const struct event *e = &t->event[event];
    const struct tensor *made = &e->output[0].tensor;
    if (e->figure != NULL) {
        return;
    }
    if (event_gives_back(e)) {
        buf_puts(out, "the same tensor");
        return;
    }
    if (e->effect == STORAGE_NEW) {
        buf_puts(out, "new storage");
    } else if (e->effect == STORAGE_COPY) {
        buf_puts(out, "copy");
    } else if (e->effect == STORAGE_IN_PLACE) {
        int owner = tape_moved(e, 0) ? tape_owner(t, &e->output[0]) : -1;
        buf_puts(out, "in place");
        if (owner == event) {
            buf_puts(out, ", new storage");
        } else if (owner >= 0) {
            put_owner(t, event, owner, by_name, ", memory of ", out);
        }
    } else {
        int base = base_of(t, event, event);
        buf_puts(out, "view");
        if (base >= 0) {
            put_owner(t, event, base, by_name, " of ", out);
        }
    }
    if (e->effect != STORAGE_NEW && e->effect != STORAGE_COPY && made->ndim > 1) {
        buf_puts(out, ", strides ");
        sizes_put(made->ndim, made->stride, " ", out);
        buf_puts(out, tensor_is_contiguous(made) ? "" : ", not contiguous");
    }
}

void step_storage_at(const struct stepper *s, int event, bool by_name, struct buf *out)
{
    const struct event *e = &s->tape->event[event];
    bool own = stepper_folded(s) && e->effect == STORAGE_IN_PLACE && e->figure == NULL &&
               tape_owner(s->tape, &e->output[0]) >= stepper_begin(s);
    if (own) {
        buf_puts(out, "new storage");
    } else {
        step_storage(s->tape, event, by_name, out);
    }
}
