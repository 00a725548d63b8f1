/* A softmax part by part: the numbers of one row as far as it has come, and the arithmetic of the
 * chosen cell in this part. */
#include "tui/page_write.h"

#include "tui/pane.h"
#include "tui/parts.h"
#include "tui/table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LABEL 11 /* columns of the names of the lines */
#define CELL 9

struct window { /* columns of the row that are seen */
    int64_t first;
    int count;
};

static struct window columns_of(const struct page_writer *w)
{
    const struct viewer *v = w->v;
    int64_t all = v->out.plane.columns, room = (w->width - LABEL - 1) / CELL;
    room = room < 1 ? 1 : room > all ? all : room;
    int64_t first = v->cell_column - room / 2;
    first = first > all - room ? all - room : first;
    return (struct window){first < 0 ? 0 : first, (int)room};
}

static void put_number(struct page_writer *w, int nth, bool chosen, enum style style, double value)
{
    char text[40], cell[44];
    table_number(value, 4, true, CELL - 2, text);
    snprintf(cell, sizeof cell, chosen ? "[%*s]" : " %*s ", CELL - 2, text);
    page_put(w, LABEL + nth * CELL, chosen ? STYLE_FOCUS : style, cell);
}

static void put_labels(struct page_writer *w, struct window at)
{
    for (int k = 0; k < at.count; k++) {
        struct buf label = {0};
        char text[64];
        viewer_column_label(w->v, &w->v->out, at.first + k, &label);
        int wide = grid_width(buf_text(&label)), room = CELL - 2;
        snprintf(text, sizeof text, "%.*s", wide > room ? room : 60, buf_text(&label));
        page_put(w, LABEL + k * CELL + (wide < room ? 1 + room - wide : 1), STYLE_LABEL, text);
        buf_free(&label);
    }
    w->line++;
}

/* The input of the softmax: the scores. */
static void put_input(struct page_writer *w, struct window at)
{
    const struct viewer *v = w->v;
    const struct shown *in = viewer_input(v);
    if (in == NULL || in->plane.columns != v->out.plane.columns ||
        in->plane.rows != v->out.plane.rows) {
        return;
    }
    page_put(w, 1, STYLE_LABEL, "row");
    for (int k = 0; k < at.count; k++) {
        int64_t column = at.first + k;
        put_number(
            w, k, column == v->cell_column, STYLE_PLAIN,
            tensor_double_at(&in->then, plane_place(&in->plane, &in->then, v->cell_row, column)));
    }
    w->line++;
}

/* One number for the row, or one for each of its cells. */
static bool is_one(enum part part)
{
    return part == PART_MAXIMUM || part == PART_SUM;
}

static void put_part(struct page_writer *w, enum part part, struct window at)
{
    const struct viewer *v = w->v;
    bool here = (int)part == v->part, one = is_one(part);
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    double value;
    page_put(w, 0, STYLE_CURRENT, here ? ">" : " ");
    page_put(w, 1, here ? STYLE_CURRENT : STYLE_LABEL, part_row(part)->row);
    for (int k = 0; k < (one ? 1 : at.count); k++) {
        struct explanation e;
        int64_t column = at.first + k;
        if (one) {
            if (part_value(&v->explanation, part, &value)) {
                put_number(w, 0, false, style, value);
            }
            continue;
        }
        if (explain_cell(v->at.tape, v->out.event, v->result,
                         plane_cell(&v->out.plane, v->cell_row, column), &e) &&
            part_value(&e, part, &value)) {
            put_number(w, k, column == v->cell_column, style, value);
        }
        explain_free(&e);
        error_clear(&v->at.tape->session->in.error);
    }
    w->line++;
}

/* "maximum+ >SUBTRACT exp sum divide" */
static void put_road(struct page_writer *w)
{
    const struct viewer *v = w->v;
    int x = 1;
    for (int k = 0; k < PART_COUNT; k++) {
        char name[24];
        bool here = k == v->part, done = k < v->part;
        snprintf(name, sizeof name, "%s%s%s", here ? ">" : "", part_row((enum part)k)->name,
                 done ? pane_glyph(v, "\xe2\x9c\x93", "+") : "");
        for (char *c = name; here && *c != '\0'; c++) {
            *c = (char)toupper((unsigned char)*c);
        }
        page_put(w, x, here ? STYLE_CURRENT : done ? STYLE_DONE : STYLE_QUIET, name);
        x += grid_width(name) + 1;
    }
    w->line++;
}

/* The arithmetic of the chosen cell; of a long sum what the explanation keeps of it. */
static void put_arithmetic(struct page_writer *w, enum part part)
{
    const struct explanation *e = &w->v->explanation;
    struct buf head = {0};
    buf_printf(&head, "The %s", part_row(part)->row);
    if (!is_one(part)) {
        buf_clear(&head);
        buf_printf(&head, "%s, in column ", part_row(part)->name);
        viewer_column_label(w->v, &w->v->out, w->v->cell_column, &head);
    }
    page_line(w, STYLE_TITLE, buf_text(&head));
    buf_free(&head);
    for (int k = 0; k < e->step_count; k++) {
        const struct explained_step *s = &e->step[k];
        if (!part_has(part, s) &&
            !(s->part[0] == '\0' && k > 0 && part_has(part, &e->step[k - 1]))) {
            continue;
        }
        struct buf text = {0};
        buf_puts(&text, s->text != NULL ? s->text : "");
        if (s->after != NULL) {
            buf_printf(&text, "   so far %s", s->after);
        }
        page_text(w, STYLE_PLAIN, 3, buf_text(&text));
        buf_free(&text);
    }
}

static void put_title(struct page_writer *w, struct window at)
{
    const struct viewer *v = w->v;
    struct buf text = {0};
    buf_puts(&text, "Row ");
    viewer_row_label(v, &v->out, v->cell_row, &text);
    buf_puts(&text, " of ");
    viewer_name(v, &v->out, &text);
    if (at.count < v->out.plane.columns) {
        buf_printf(&text, ", columns %lld to %lld of %lld", (long long)at.first,
                   (long long)at.first + at.count - 1, (long long)v->out.plane.columns);
    }
    page_line(w, STYLE_TITLE, buf_text(&text));
    buf_free(&text);
}

void page_parts(struct page_writer *w)
{
    const struct viewer *v = w->v;
    if (!parts_are_there(v)) {
        page_line(w, STYLE_QUIET, "This step has no parts.");
        return;
    }
    struct window at = columns_of(w);
    int last = v->part < PART_COUNT ? v->part : PART_COUNT - 1;
    put_title(w, at);
    put_road(w);
    w->line++;
    for (int k = v->part < PART_COUNT ? last : 0; k <= last; k++) {
        page_text(w, STYLE_PLAIN, 1, part_row((enum part)k)->sentence);
    }
    w->line++;
    put_labels(w, at);
    put_input(w, at);
    for (int k = 0; k <= last; k++) {
        put_part(w, (enum part)k, at);
    }
    w->line++;
    for (int k = v->part < PART_COUNT ? last : 0; k <= last; k++) {
        put_arithmetic(w, (enum part)k);
    }
}
