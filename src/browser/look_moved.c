/* Asks the operation where its cells came from. */
#include "browser/look_moved.h"

#include "torch/origin/origin.h"
#include "trace/tape/event.h"

#include <stdlib.h>

#define CELLS_MOST 4096 /* of a result whose cells are followed */

static int input_of(const struct viewer *v, const struct event *e, const struct origin *o)
{
    for (int k = 0; k < v->fetched.in_count; k++) {
        int input = v->fetched.in[k].input;
        if (input >= 0 && e->input[input].argument == o->argument &&
            e->input[input].element == o->element) {
            return k;
        }
    }
    return -1;
}

static void put_place(const struct viewer *v, const struct event *e, const struct origin *o,
                      struct buf *out)
{
    int64_t row, column;
    int in = o->argument >= 0 ? input_of(v, e, o) : -1;
    if (in >= 0 && plane_find(&v->fetched.in[in].slice, o->cell, &row, &column)) {
        buf_printf(out, "[%d,%lld,%lld]", in, (long long)row, (long long)column);
    } else {
        buf_puts(out, "null");
    }
}

static void put_places(const struct viewer *v, const struct event *e, const struct origin *each,
                       struct buf *out)
{
    const struct plane *p = &v->fetched.out.slice;
    buf_puts(out, ",\"moved\":[");
    for (int64_t r = 0; r < p->rows; r++) {
        buf_puts(out, r > 0 ? ",[" : "[");
        for (int64_t c = 0; c < p->columns; c++) {
            buf_puts(out, c > 0 ? "," : "");
            put_place(v, e, &each[plane_cell(p, r, c)], out);
        }
        buf_putc(out, ']');
    }
    buf_putc(out, ']');
}

void look_moved(const struct viewer *v, struct buf *out)
{
    struct tape *t = v->where.at.tape;
    const struct shown *s = &v->fetched.out;
    const struct event *e = &t->event[s->event];
    int64_t cells = tensor_numel(&s->of->tensor);
    struct call call = {0};
    if (stepper_folded(&v->where.at) || e->figure != NULL || !event_moves(e) || s->output != 0 ||
        cells > CELLS_MOST || s->slice.rows > LOOK_SIDE || s->slice.columns > LOOK_SIDE) {
        return;
    }
    struct origin *each = calloc((size_t)cells + 1, sizeof *each);
    if (each != NULL && tape_call_of(t, s->event, &call) &&
        origin_find_all(&call, 0, &s->of->tensor, each)) {
        put_places(v, e, each, out);
    }
    if (call.op != NULL) {
        tape_call_release(t, s->event, &call);
    }
    error_clear(&t->session->in.error);
    free(each);
}
