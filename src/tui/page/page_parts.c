/* Tells a softmax or log_softmax part by part: the numbers of one row as far as it has come, and
 * the arithmetic of the chosen cell in this part. */
#include "tui/page/page_write.h"

#include "show/code.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/softmax_line.h"
#include "tui/pane/table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LABEL 11 /* columns of the names of the lines */
#define CELL 9

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

static void put_labels(struct page_writer *w, const struct softmax_line *at)
{
    for (int k = 0; k < at->count; k++) {
        scoped_buf label = {0};
        softmax_line_label(w->v, at, at->first + k, &label);
        code_fit(&label, CELL - 2);
        int wide = grid_width(buf_text(&label));
        page_put(w, LABEL + k * CELL + (wide < CELL - 2 ? CELL - 1 - wide : 1), STYLE_LABEL,
                 buf_text(&label));
    }
    w->line++;
}

/* The input of the softmax: the scores. */
static void put_input(struct page_writer *w, const struct softmax_line *at)
{
    if (viewer_input(w->v) == NULL) {
        return;
    }
    page_put(w, 1, STYLE_LABEL, softmax_line_is_row(w->v, at) ? "row" : "numbers");
    for (int k = 0; k < at->count; k++) {
        double value = 0;
        softmax_line_score(w->v, at, at->first + k, &value);
        put_number(w, k, at->first + k == at->chosen, STYLE_PLAIN, value);
    }
    w->line++;
}

static void put_part(struct page_writer *w, int nth, const struct softmax_line *at)
{
    const struct softmax_part_row *part = softmax_part_here(w->v, nth);
    bool here = nth == w->v->where.at.part, one = part->one;
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    page_put(w, 0, STYLE_CURRENT, here ? ">" : " ");
    page_put(w, 1, here ? STYLE_CURRENT : STYLE_LABEL, part->row);
    for (int k = 0; k < (one ? 1 : at->count); k++) {
        double value;
        if (softmax_line_number(w->v, at, part, at->first + k, &value)) {
            put_number(w, k, !one && at->first + k == at->chosen, style, value);
        }
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
        snprintf(name, sizeof name, "%s%s%s", here ? ">" : "", softmax_part_here(v, k)->name,
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
static void put_arithmetic(struct page_writer *w, const struct softmax_part_row *part,
                           const struct softmax_line *at)
{
    const struct explanation *e = &w->v->fetched.explanation;
    scoped_buf head = {0};
    softmax_line_act(w->v, at, part, &head);
    page_line(w, STYLE_TITLE, buf_text(&head));
    buf_free(&head);
    int widest = 0;
    for (int k = 0; k < e->step_count; k++) {
        int wide = softmax_part_owns(part, e, k) ? grid_width(e->step[k].text) : 0;
        widest = wide > widest && e->step[k].after != NULL ? wide : widest;
    }
    for (int k = 0; k < e->step_count; k++) {
        const struct explained_step *s = &e->step[k];
        if (!softmax_part_owns(part, e, k)) {
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

static void put_title(struct page_writer *w, const struct softmax_line *at)
{
    scoped_buf text = {0};
    softmax_line_title(w->v, at, &text);
    page_line(w, STYLE_TITLE, buf_text(&text));
}

void page_parts(struct page_writer *w)
{
    const struct viewer *v = w->v;
    if (!softmax_parts_are_there(v)) {
        page_line(w, STYLE_QUIET, "This step has no parts.");
        return;
    }
    const struct softmax_line at = softmax_line_of(v, (w->width - LABEL - 1) / CELL);
    int nth = v->where.at.part < 0 ? PART_MAXIMUM : v->where.at.part;
    const struct softmax_part_row *part = softmax_part_here(v, nth);
    put_title(w, &at);
    put_stages(w);
    scoped_buf sentence = {0};
    softmax_line_sentence(v, &at, nth, &sentence);
    page_text(w, STYLE_PLAIN, 1, buf_text(&sentence));
    w->line++;
    put_labels(w, &at);
    put_input(w, &at);
    for (int k = 0; k <= nth; k++) {
        put_part(w, k, &at);
    }
    w->line++;
    put_arithmetic(w, part, &at);
}
