/* Goes back from a figure's cell. Each step back is one place in a storage: the last write over it
 * made it, else the event that gave the tensor. What only moves cells is passed through. */
#include "trace/explain/figure_cell.h"

#include "trace/explain/explain.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

struct back {
    struct tape *t;
    const struct tape_tensor *of; /* the tensor, ... */
    int64_t cell;                 /* ... its cell, row-major, ... */
    int before;                   /* ... as it was before this event */
};

/* The cell of a tensor that lies at a place of its storage, -1: none. */
static int64_t cell_at(const struct tensor *x, int64_t place)
{
    int64_t count = tensor_numel(x), near = place - x->offset;
    if (near >= 0 && near < count && tensor_place(x, near) == place) {
        return near;
    }
    for (int64_t k = 0; k < count; k++) {
        if (tensor_place(x, k) == place) {
            return k;
        }
    }
    return -1;
}

/* The last event that wrote over the cell since the tensor was made, -1: none. */
static int writer_of(const struct back *b, int64_t place)
{
    const struct tape *t = b->t;
    for (int k = b->of->written; k >= 0 && t->write[k].event > b->of->maker;
         k = t->write[k].previous) {
        if (t->write[k].event < b->before && cell_at(&t->write[k].region, place) >= 0) {
            return t->write[k].event;
        }
    }
    return -1;
}

/* The output of an event that holds the cell. */
static bool find_output(const struct back *b, int event, int64_t place, struct figure_cell *out)
{
    const struct event *e = &b->t->event[event];
    for (int k = 0; k < e->output_count; k++) {
        const struct tensor *x = &e->output[k].tensor;
        int64_t cell = x->storage == b->of->tensor.storage ? cell_at(x, place) : -1;
        if (cell >= 0) {
            *out = (struct figure_cell){event, k, cell};
            return true;
        }
    }
    return false;
}

/* One step back; false: nobody made it, or `*ok` is false. */
static bool step_back(struct back *b, struct figure_cell *out, bool *ok)
{
    int64_t place = tensor_place(&b->of->tensor, b->cell);
    int event = writer_of(b, place);
    event = event >= 0 ? event : b->of->maker >= 0 ? b->of->maker : tape_owner(b->t, b->of);
    if (event < 0 || !find_output(b, event, place, out)) {
        return false;
    }
    const struct event *e = &b->t->event[event];
    if (!event_moves(e)) {
        return false;
    }
    struct explanation x;
    *ok = explain_cell(b->t, event, out->output, out->cell, &x);
    bool back = *ok && x.from_count == 1;
    if (back) {
        *b = (struct back){b->t, &e->input[x.from[0].input].of, x.from[0].cell, event};
    }
    explain_free(&x);
    return back;
}

/* A number with as many digits as a float32 has: nobody writes it into code. */
static bool is_computed(double v)
{
    float single = (float)v;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return isfinite(v) && (double)single == v && (bits & 0xfff) != 0;
}

/* A number that the code took out of a tensor, loss.item(): the only step before the figure that
 * gave this one number. */
static bool find_by_value(struct tape *t, int event, double v, struct figure_cell *out)
{
    int found = -1;
    for (int k = 0; k < event && is_computed(v); k++) {
        const struct event *e = &t->event[k];
        scoped_tensor x = {0};
        if (e->figure != NULL || e->output_count != 1 || event_moves(e) ||
            e->output[0].tensor.dtype != DTYPE_FLOAT32 || tensor_numel(&e->output[0].tensor) != 1) {
            continue;
        }
        if (!tape_after(t, &e->output[0], k, &x)) {
            return false;
        }
        bool same = tensor_double_at(&x, x.offset) == v;
        if (same && found >= 0) {
            return true; /* it cannot be told which */
        }
        found = same ? k : found;
    }
    *out = (struct figure_cell){found, 0, 0};
    return true;
}

bool figure_cell_find(struct tape *t, int event, int part, int64_t cell, struct figure_cell *out)
{
    const struct event *e = &t->event[event];
    const struct tape_tensor *of = &e->output[part];
    struct back b = {t, of, cell, of->looked > 0 ? of->looked - 1 : event};
    bool ok = true;
    *out = (struct figure_cell){.event = -1};
    if (e->figure->part[part].input < 0) {
        return find_by_value(t, event, tensor_cell(&of->tensor, cell), out);
    }
    while (step_back(&b, out, &ok)) {
    }
    return ok;
}
