/* All of the lesson's code, cell by cell, with a line that is chosen in it. */
#include "tui/page_write.h"

#include "trace/report/code.h"
#include "tui/viewer_live.h"
#include "tui/word.h"

#include <stdio.h>
#include <string.h>

/* The chosen word, where the cursor stands: as far as it is seen. `line`: as it is drawn. */
static void mark_word(struct page_writer *w, const struct buf *line)
{
    size_t from, end;
    int y = w->y + w->line - w->first;
    if (w->g == NULL || w->line < w->first || w->line - w->first >= w->height) {
        return;
    }
    w->g->cursor_x = w->x + 3;
    w->g->cursor_y = y;
    if (word_find(buf_text(line), line->len, w->v->where.word, &from, &end)) {
        struct buf before = {0}, word = {0};
        buf_put(&before, line->data, from);
        buf_put(&word, line->data + from, end - from);
        int x = w->x + 10 + grid_width(buf_text(&before)), right = w->x + w->width;
        int width = grid_width(buf_text(&word));
        grid_mark(w->g, x, y, x + width > right ? right - x : width, STYLE_HERE);
        w->g->cursor_x = x < right ? x : right - 1;
        buf_free(&before);
        buf_free(&word);
    }
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
    struct buf text = {0};
    size_t indent = strspn(all, " ");
    bool first = off >= 0 && v->off->at[off].first == at.line;
    size_t skip = first ? strlen(LINES_OFF_FIRST) - strlen(LINES_OFF) : 0;
    indent = indent < len ? indent : len;
    buf_put(&text, all, indent);
    buf_put(&text, all + indent + skip, len - indent - skip);
    code_fit(&text, w->width - 10);
    page_put(w, 10, off >= 0 && !chosen ? STYLE_QUIET : style, buf_text(&text));
    if (chosen) {
        w->here = w->line;
        mark_word(w, &text);
    }
    buf_free(&text);
    page_spot(w, SPOT_LINE, at.cell, at.line);
    w->line++;
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
