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

/* In the head that is shown, or in one beside it. */
static bool find_head(const struct plane *p, int64_t cell, int64_t *head, int64_t *row,
                      int64_t *column)
{
    for (int64_t k = 0; k < p->heads; k++) {
        struct plane other = *p;
        other.head = k;
        if (plane_find(&other, cell, row, column)) {
            *head = k;
            return true;
        }
    }
    return false;
}

static void put_place(const struct viewer *v, const struct event *e, const struct origin *o,
                      struct buf *out)
{
    int64_t head, row, column;
    int in = o->argument >= 0 ? input_of(v, e, o) : -1;
    if (in >= 0 && find_head(&v->fetched.in[in].slice, o->cell, &head, &row, &column)) {
        buf_printf(out, "[%d,%lld,%lld,%lld]", in, (long long)head, (long long)row,
                   (long long)column);
    } else {
        buf_puts(out, "null");
    }
}

static void put_places(const struct viewer *v, const struct event *e, const struct origin *each,
                       const struct plane *p, struct buf *out)
{
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

bool look_moves(const struct viewer *v)
{
    const struct shown *s = &v->fetched.out;
    if (!v->fetched.any_out || stepper_folded(&v->where.at) || s->output != 0) {
        return false;
    }
    const struct event *e = &v->where.at.tape->event[s->event];
    return e->figure == NULL && event_moves(e) && tensor_numel(&s->of->tensor) <= CELLS_MOST;
}

void look_moved(const struct viewer *v, const struct plane *p, struct buf *out)
{
    struct tape *t = v->where.at.tape;
    const struct shown *s = &v->fetched.out;
    struct call call = {0};
    if (!look_moves(v) || p->rows > LOOK_SIDE || p->columns > LOOK_SIDE) {
        return;
    }
    struct origin *each = calloc((size_t)tensor_numel(&s->of->tensor) + 1, sizeof *each);
    if (each != NULL && tape_call_of(t, s->event, &call) &&
        origin_find_all(&call, 0, &s->of->tensor, each)) {
        put_places(v, &t->event[s->event], each, p, out);
    }
    if (call.op != NULL) {
        tape_call_release(t, s->event, &call);
    }
    error_clear(&t->session->in.error);
    free(each);
}
