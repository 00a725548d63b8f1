/* Shows all of the lesson's code, cell by cell, with a line that is chosen in it. */
#include "tui/page/page_write.h"

#include "show/code.h"
#include "tui/viewer_live.h"
#include "tui/word.h"

#include <stdio.h>
#include <string.h>

/* The chosen word, where the cursor stands: as far as it is seen. `line`: all of it; the part of it
 * from `at` to `end` is drawn at a column. */
static void mark_word(struct page_writer *w, const char *line, size_t at, size_t end, int column)
{
    size_t from, to;
    int y = w->y + w->line - w->first;
    if (w->g == NULL || w->line < w->first || w->line - w->first >= w->height) {
        return;
    }
    if (at == 0) {
        w->g->cursor_x = w->x + 3;
        w->g->cursor_y = y;
    }
    if (word_find(line, strlen(line), w->v->where.word, &from, &to) && from >= at && from < end) {
        int x = w->x + column + code_width(line + at, from - at), right = w->x + w->width;
        int width = code_width(line + from, to - from);
        grid_mark(w->g, x, y, x + width > right ? right - x : width, STYLE_HERE);
        w->g->cursor_x = x < right ? x : right - 1;
        w->g->cursor_y = y;
    }
}

/* The chosen line, all of it: what does not fit goes on below. */
static void put_chosen(struct page_writer *w, const char *text, struct code_line of)
{
    size_t len = strlen(text), indent = strspn(text, " "), at = 0;
    int column = 10, more = column + 4 + (int)(indent < 20 ? indent : 20);
    w->here = w->line;
    do {
        scoped_buf part = {0};
        int room = w->width - column;
        size_t end = room < 8 ? len : at + code_break(text + at, room);
        buf_put(&part, text + at, end - at);
        page_put(w, column, STYLE_FOCUS, buf_text(&part));
        mark_word(w, text, at, end, column);
        page_spot(w, SPOT_LINE, of.cell, of.line);
        column = more;
        w->line++;
        at = end;
    } while (at < len);
}

/* "* >[ 68] x # text": a breakpoint, the stop, the chosen line, a line that is off. */
static void put_code_line(struct page_writer *w, struct code_line at, const char *all, size_t len)
{
    const struct viewer *v = w->v;
    const struct cell *c = &v->lesson->cells[at.cell];
    struct code_line stop = viewer_line(v);
    bool here = stop.cell == at.cell && stop.line == at.line;
    bool chosen = v->where.cursor.cell == at.cell && v->where.cursor.line == at.line;
    int off = viewer_is_off(v, at);
    enum style style = chosen ? STYLE_FOCUS : here ? STYLE_CURRENT : STYLE_PLAIN;
    char number[24];
    snprintf(number, sizeof number, chosen ? "[%3d]" : " %3d ",
             c->line > 1 ? c->line + at.line - 1 : at.line);
    page_put(w, 0, STYLE_WARNING, viewer_breakpoint(v, at) >= 0 ? "*" : " ");
    page_put(w, 1, STYLE_CURRENT, here ? ">" : " ");
    page_put(w, 2, chosen ? STYLE_FOCUS : STYLE_QUIET, number);
    page_put(w, 8, STYLE_WARNING,
             off >= 0                                                 ? "x"
             : viewer_is_warned(v, at, v->where.at.tape->event_count) ? "!"
                                                                      : " ");
    scoped_buf text = {0};
    size_t indent = strspn(all, " ");
    bool first = off >= 0 && v->off->at[off].first == at.line;
    size_t skip = first ? strlen(LINES_OFF_FIRST) - strlen(LINES_OFF) : 0;
    indent = indent < len ? indent : len;
    buf_put(&text, all, indent);
    buf_put(&text, all + indent + skip, len - indent - skip);
    if (chosen) {
        put_chosen(w, buf_text(&text), at);
    } else {
        code_fit(&text, w->width - 10);
        page_put(w, 10, off >= 0 ? STYLE_QUIET : style, buf_text(&text));
        page_spot(w, SPOT_LINE, at.cell, at.line);
        w->line++;
    }
}

void page_code(struct page_writer *w)
{
    const struct lesson *l = w->v->lesson;
    for (int k = 0; l != NULL && k < l->count; k++) {
        const struct cell *c = &l->cells[k];
        if (!c->code || c->len == 0) {
            continue;
        }
        if (l->format == LESSON_NOTEBOOK) {
            char title[32];
            snprintf(title, sizeof title, "cell %d", c->ordinal);
            page_line(w, STYLE_TITLE, title);
        } else if (w->line > 0) {
            page_line(w, STYLE_PLAIN, "");
        }
        int number = 1;
        for (size_t at = 0; at < c->len; number++) {
            size_t len = strcspn(c->text + at, "\n");
            put_code_line(w, (struct code_line){k, number}, c->text + at, len);
            at += len + 1;
        }
    }
}
