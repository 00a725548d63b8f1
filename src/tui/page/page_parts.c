/* A softmax part by part: the numbers of one row as far as it has come, and the arithmetic of the
 * chosen cell in this part. */
#include "tui/page/page_write.h"

#include "show/code.h"
#include "trace/axes/axes.h"
#include "tui/pane.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/softmax_part.h"
#include "tui/pane/table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LABEL 11 /* columns of the names of the lines */
#define CELL 9

/* The cells that softmax takes together: along the last axis, or along another one. Input and
 * result have the same shape, so that a cell of one is the same cell of the other. */
struct line {
    const struct explained_cell *cell;
    int64_t all, first; /* how many there are; the first that is seen ... */
    int count;          /* ... and how many of them are */
    int axis;
    int64_t chosen; /* among them */
};

static struct line line_of(const struct page_writer *w)
{
    const struct viewer *v = w->v;
    const struct explanation *e = &v->fetched.explanation;
    const struct tensor *t = &v->fetched.out.of->tensor;
    int64_t cell = plane_cell(&v->fetched.out.slice, v->fetched.cell_row, v->fetched.cell_column),
            stride = 1;
    struct line at = {.cell = e->from, .all = e->from_count, .axis = t->ndim - 1};
    for (int64_t k = 0; k < at.all; k++) {
        at.chosen = at.cell[k].cell == cell ? k : at.chosen;
    }
    for (int axis = t->ndim - 1; at.all > 1 && axis >= 0; axis--) {
        if (at.cell[1].cell - at.cell[0].cell == stride && t->shape[axis] == at.all) {
            at.axis = axis;
            break;
        }
        stride *= t->shape[axis];
    }
    int64_t room = (w->width - LABEL - 1) / CELL;
    room = room < 1 ? 1 : room > at.all ? at.all : room;
    at.first = at.chosen - room / 2;
    at.first = at.first > at.all - room ? at.all - room : at.first;
    at.first = at.first < 0 ? 0 : at.first;
    at.count = (int)room;
    return at;
}

static bool is_row(const struct viewer *v, const struct line *at)
{
    return at->axis == v->fetched.out.of->tensor.ndim - 1;
}

static void put_label_text(const struct viewer *v, const struct line *at, int64_t nth,
                           struct buf *out)
{
    const struct plane *p = &v->fetched.out.slice;
    bool rows = p->row_axes == 1 && p->row_axis[0] == at->axis;
    if (is_row(v, at)) {
        viewer_column_label(v, &v->fetched.out, nth, out);
    } else if (rows) {
        viewer_row_label(v, &v->fetched.out, nth, out);
    } else {
        buf_printf(out, "%lld", (long long)nth);
    }
}

static void put_number(struct page_writer *w, int nth, bool chosen, enum style style, double value)
{
    char text[40], cell[44];
    table_number(value, 4, true, CELL - 2, text);
    snprintf(cell, sizeof cell, chosen ? "[%*s]" : " %*s ", CELL - 2, text);
    page_put(w, LABEL + nth * CELL, chosen ? STYLE_FOCUS : style, cell);
    if (chosen && w->g != NULL && w->line >= w->first && w->line - w->first < w->height) {
        w->g->cursor_x = w->x + LABEL + nth * CELL + 1;
        w->g->cursor_y = w->y + w->line - w->first;
    }
}

static void put_labels(struct page_writer *w, const struct line *at)
{
    for (int k = 0; k < at->count; k++) {
        scoped_buf label = {0};
        put_label_text(w->v, at, at->first + k, &label);
        code_fit(&label, CELL - 2);
        int wide = grid_width(buf_text(&label));
        page_put(w, LABEL + k * CELL + (wide < CELL - 2 ? CELL - 1 - wide : 1), STYLE_LABEL,
                 buf_text(&label));
    }
    w->line++;
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

/* The input of the softmax: the scores. */
static void put_input(struct page_writer *w, const struct line *at)
{
    const struct viewer *v = w->v;
    const struct shown *in = viewer_input(v);
    if (in == NULL) {
        return;
    }
    page_put(w, 1, STYLE_LABEL, is_row(v, at) ? "row" : "numbers");
    for (int k = 0; k < at->count; k++) {
        int64_t nth = at->first + k;
        put_number(w, k, nth == at->chosen, STYLE_PLAIN, number_at(&in->then, at->cell[nth].cell));
    }
    w->line++;
}

/* One number for the row, or one for each of its cells. */
static bool is_one(enum softmax_part part)
{
    return part == PART_MAXIMUM || part == PART_SUM;
}

static void put_part(struct page_writer *w, enum softmax_part part, const struct line *at)
{
    const struct viewer *v = w->v;
    bool here = (int)part == v->where.at.part, one = is_one(part);
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    double value;
    page_put(w, 0, STYLE_CURRENT, here ? ">" : " ");
    page_put(w, 1, here ? STYLE_CURRENT : STYLE_LABEL, softmax_part_row(part)->row);
    for (int k = 0; k < (one ? 1 : at->count); k++) {
        struct explanation e;
        int64_t nth = at->first + k;
        if (one) {
            if (softmax_part_value(&v->fetched.explanation, part, &value)) {
                put_number(w, 0, false, style, value);
            }
            continue;
        }
        if (explain_cell(v->where.at.tape, v->fetched.out.event, v->where.result,
                         at->cell[nth].cell, &e) &&
            softmax_part_value(&e, part, &value)) {
            put_number(w, k, nth == at->chosen, style, value);
        }
        explain_free(&e);
        error_clear(&v->where.at.tape->session->in.error);
    }
    w->line++;
}

/* "maximum+ >SUBTRACT exp sum divide" */
static void put_stages(struct page_writer *w)
{
    const struct viewer *v = w->v;
    int x = 1;
    for (int k = 0; k < PART_COUNT; k++) {
        char name[24];
        bool here = k == v->where.at.part, done = k < v->where.at.part;
        snprintf(name, sizeof name, "%s%s%s", here ? ">" : "",
                 softmax_part_row((enum softmax_part)k)->name,
                 done ? pane_glyph(v, "\xe2\x9c\x93", "+") : "");
        for (char *c = name; here && *c != '\0'; c++) {
            *c = (char)toupper((unsigned char)*c);
        }
        page_put(w, x, here ? STYLE_CURRENT : done ? STYLE_DONE : STYLE_QUIET, name);
        x += grid_width(name) + 1;
    }
    w->line++;
}

/* Whether a line of the arithmetic is about this part; one without a name continues the one before.
 */
static bool belongs(const struct explanation *e, int k, enum softmax_part part)
{
    const struct explained_step *s = &e->step[k];
    bool more = s->part[0] == '\0' && k > 0 && softmax_part_has(part, &e->step[k - 1]);
    return s->text != NULL && (softmax_part_has(part, s) || more);
}

/* The arithmetic of the chosen cell; of a long sum what the explanation keeps of it. */
static void put_arithmetic(struct page_writer *w, enum softmax_part part, const struct line *at)
{
    const struct explanation *e = &w->v->fetched.explanation;
    scoped_buf head = {0};
    buf_printf(&head, "The %s", softmax_part_row(part)->row);
    if (!is_one(part)) {
        buf_clear(&head);
        buf_printf(&head, "%s, at ", softmax_part_row(part)->name);
        put_label_text(w->v, at, at->chosen, &head);
    }
    page_line(w, STYLE_TITLE, buf_text(&head));
    buf_free(&head);
    int widest = 0;
    for (int k = 0; k < e->step_count; k++) {
        int wide = belongs(e, k, part) ? grid_width(e->step[k].text) : 0;
        widest = wide > widest && e->step[k].after != NULL ? wide : widest;
    }
    for (int k = 0; k < e->step_count; k++) {
        const struct explained_step *s = &e->step[k];
        if (!belongs(e, k, part)) {
            continue;
        }
        scoped_buf text = {0};
        buf_puts(&text, s->text);
        if (s->after != NULL) {
            buf_printf(&text, "%*s -> %s", widest - grid_width(s->text), "", s->after);
        }
        page_text(w, STYLE_PLAIN, 3, buf_text(&text));
    }
}

/* "Row starts of attn_weights", "z along axis 1 (num_tokens)" */
static void put_title(struct page_writer *w, const struct line *at)
{
    const struct viewer *v = w->v;
    const char *axis = axis_called(v->fetched.out.of, at->axis);
    scoped_buf text = {0};
    if (is_row(v, at)) {
        buf_puts(&text, "Row ");
        viewer_row_label(v, &v->fetched.out, v->fetched.cell_row, &text);
        buf_puts(&text, " of ");
    }
    viewer_name(v, &v->fetched.out, &text);
    if (!is_row(v, at)) {
        buf_printf(&text, " along axis %d", at->axis);
        if (axis != NULL) {
            buf_printf(&text, " (%s)", axis);
        }
    }
    if (at->count < at->all) {
        buf_printf(&text, ", %lld to %lld of %lld", (long long)at->first,
                   (long long)at->first + at->count - 1, (long long)at->all);
    }
    page_line(w, STYLE_TITLE, buf_text(&text));
}

void page_parts(struct page_writer *w)
{
    const struct viewer *v = w->v;
    if (!softmax_parts_are_there(v)) {
        page_line(w, STYLE_QUIET, "This step has no parts.");
        return;
    }
    const struct line at = line_of(w);
    enum softmax_part part =
        v->where.at.part < 0 ? PART_MAXIMUM : (enum softmax_part)v->where.at.part;
    put_title(w, &at);
    put_stages(w);
    page_text(w, STYLE_PLAIN, 1, softmax_part_row(part)->sentence);
    w->line++;
    put_labels(w, &at);
    put_input(w, &at);
    for (int k = 0; k <= (int)part; k++) {
        put_part(w, (enum softmax_part)k, &at);
    }
    w->line++;
    put_arithmetic(w, part, &at);
}
