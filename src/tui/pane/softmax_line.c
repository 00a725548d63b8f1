/* Finds the cells of a softmax's row, and asks the explanation of each for its numbers. */
#include "tui/pane/softmax_line.h"

#include "trace/axes/axes.h"

#include <math.h>
#include <string.h>

#define LINE "{line}" /* in softmax_part.def */

/* The axis along which the cells follow each other. */
static int axis_of(const struct softmax_line *at, const struct tensor *t)
{
    int64_t stride = 1;
    for (int axis = t->ndim - 1; at->all > 1 && axis >= 0; axis--) {
        if (at->cell[1].cell - at->cell[0].cell == stride && t->shape[axis] == at->all) {
            return axis;
        }
        stride *= t->shape[axis];
    }
    return t->ndim - 1;
}

struct softmax_line softmax_line_of(const struct viewer *v, int64_t room)
{
    const struct explanation *e = &v->fetched.explanation;
    int64_t cell = plane_cell(&v->fetched.out.slice, v->fetched.cell_row, v->fetched.cell_column);
    struct softmax_line at = {.cell = e->from, .all = e->from_count};
    at.axis = axis_of(&at, &v->fetched.out.of->tensor);
    for (int64_t k = 0; k < at.all; k++) {
        at.chosen = at.cell[k].cell == cell ? k : at.chosen;
    }
    room = room < 1 ? 1 : room > at.all ? at.all : room;
    at.first = at.chosen - room / 2;
    at.first = at.first > at.all - room ? at.all - room : at.first;
    at.first = at.first < 0 ? 0 : at.first;
    at.count = (int)room;
    return at;
}

bool softmax_line_is_row(const struct viewer *v, const struct softmax_line *at)
{
    return at->axis == v->fetched.out.of->tensor.ndim - 1;
}

void softmax_line_label(const struct viewer *v, const struct softmax_line *at, int64_t nth,
                        struct buf *out)
{
    const struct plane *p = &v->fetched.out.slice;
    bool rows = p->row_axes == 1 && p->row_axis[0] == at->axis;
    if (softmax_line_is_row(v, at)) {
        viewer_column_label(v, &v->fetched.out, nth, out);
    } else if (rows) {
        viewer_row_label(v, &v->fetched.out, nth, out);
    } else {
        buf_printf(out, "%lld", (long long)nth);
    }
}

static double number_at(const struct tensor *t, int64_t cell)
{
    int64_t place = t->offset;
    for (int axis = t->ndim - 1; axis >= 0; axis--) {
        place += cell % t->shape[axis] * t->stride[axis];
        cell /= t->shape[axis];
    }
    return tensor_double_at(t, place);
}

bool softmax_line_score(const struct viewer *v, const struct softmax_line *at, int64_t nth,
                        double *out)
{
    const struct shown *in = viewer_input(v);
    if (in != NULL) {
        *out = number_at(&in->then, at->cell[nth].cell);
    }
    return in != NULL;
}

bool softmax_line_number(const struct viewer *v, const struct softmax_line *at,
                         const struct softmax_part_row *part, int64_t nth, double *out)
{
    struct explanation e;
    if (part->one) {
        return softmax_part_value(&v->fetched.explanation, part, out);
    }
    bool found = explain_cell(v->where.at.tape, v->fetched.out.event, v->where.result,
                              at->cell[nth].cell, &e) &&
                 softmax_part_value(&e, part, out);
    explain_free(&e);
    error_clear(&v->where.at.tape->session->in.error);
    return found;
}

void softmax_line_act(const struct viewer *v, const struct softmax_line *at,
                      const struct softmax_part_row *part, struct buf *out)
{
    if (part->one) {
        buf_printf(out, "The %s", part->row);
        return;
    }
    buf_printf(out, "%s, at ", part->name);
    softmax_line_label(v, at, at->chosen, out);
}

/* Of the tables that its last two axes are. */
static const char *noun_of(const struct viewer *v, const struct softmax_line *at)
{
    static const char *const nouns[] = {"row", "column"};
    int from_last = v->fetched.out.of->tensor.ndim - 1 - at->axis;
    return from_last < 2 ? nouns[from_last] : "line";
}

void softmax_line_sentence(const struct viewer *v, const struct softmax_line *at, int nth,
                           struct buf *out)
{
    const struct softmax_part_row *part = softmax_part_here(v, nth);
    double total = 0;
    softmax_part_sum(&v->fetched.explanation, &total);
    for (const char *c = part->astray != NULL && isnan(total) ? part->astray : part->sentence;
         *c != '\0';) {
        bool here = strncmp(c, LINE, strlen(LINE)) == 0;
        buf_put(out, here ? noun_of(v, at) : c, here ? strlen(noun_of(v, at)) : 1);
        c += here ? strlen(LINE) : 1;
    }
}

void softmax_line_title(const struct viewer *v, const struct softmax_line *at, struct buf *out)
{
    const char *axis = axis_called(v->fetched.out.of, at->axis);
    const struct shown *in = viewer_input(v);
    bool row = softmax_line_is_row(v, at);
    buf_puts(out, "How ");
    if (row) {
        buf_puts(out, "row ");
        viewer_row_label(v, &v->fetched.out, v->fetched.cell_row, out);
        buf_puts(out, " of ");
    }
    viewer_name(v, &v->fetched.out, out);
    if (!row) {
        buf_printf(out, " along axis %d", at->axis);
    }
    if (!row && axis != NULL) {
        buf_printf(out, " (%s)", axis);
    }
    buf_puts(out, " is made");
    if (in != NULL && in->name != NULL) {
        buf_printf(out, " from %s", in->name);
    }
    if (at->count < at->all) {
        buf_printf(out, ", %lld to %lld of %lld", (long long)at->first,
                   (long long)at->first + at->count - 1, (long long)at->all);
    }
}
