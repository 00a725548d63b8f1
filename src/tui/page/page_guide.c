/* Writes what a stop of a lesson shows when it is no operation (guide.h). */
#include "base/text.h"
#include "tui/page/page_write.h"

#include "exercise/fields.h"
#include "show/code.h"
#include "tui/pane/pane_text.h"
#include "tui/practice.h"
#include "tui/viewer_live.h"

#include <string.h>

#define CODE_MOST 60 /* lines of code below a text */

/* A table without the line below its head, which is there for Markdown alone. */
static void put_table(struct page_writer *w, const char *text)
{
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        scoped_buf line = {0};
        buf_put(&line, text, len);
        if (len == 0 || strspn(text, "|-: ") < len) {
            page_text(w, STYLE_LABEL, 2, len > 0 ? buf_text(&line) : " ");
        }
        text += len + (text[len] == '\n');
    }
}

static void put_block(struct page_writer *w, const struct prose_block *b)
{
    scoped_buf heading = {0};
    switch (b->kind) {
    case PROSE_HEADING:
        pane_say_heading(w->v, b->text, &heading);
        page_line(w, STYLE_TITLE, buf_text(&heading));
        return;
    case PROSE_PARAGRAPH:
        page_words_part(w, STYLE_PLAIN, 0, b->text, b->marks, 0, strlen(b->text));
        break;
    case PROSE_LINES:
        put_table(w, b->text);
        break;
    }
    w->line++;
}

/* But for the heading, which stands above the page. */
static void put_prose(struct page_writer *w, const struct guide_stop *s)
{
    const struct prose *p = &w->v->guide->prose;
    for (int k = s->from; k < s->end; k++) {
        if (k != s->section && !(k == 0 && p->at[k].kind == PROSE_HEADING) &&
            guide_tells(w->v->guide, s, k)) {
            put_block(w, &p->at[k]);
        }
    }
}

/* As they stand. Before them: off, wrong as far as the code has come, a
 * breakpoint. */
static void put_lines(struct page_writer *w, int cell, int number, struct buf *text)
{
    for (char *line = text->data, *end; line != NULL; line = end, number++) {
        end = strchr(line, '\n');
        if (end != NULL) {
            *end++ = '\0';
        }
        const struct viewer *v = w->v;
        const struct code_line at = {cell, number};
        scoped_buf one = {0};
        int off = viewer_is_off(v, at), indent = (int)strspn(line, " ");
        bool pass = off >= 0 && v->off->at[off].first == number; /* which is not theirs */
        buf_put(&one, line, (size_t)indent);
        buf_puts(&one, line + indent + (pass ? strlen(LINES_OFF_FIRST) - strlen(LINES_OFF) : 0));
        page_put(w, 0, STYLE_WARNING,
                 off >= 0                                         ? "x"
                 : viewer_is_warned(v, at, viewer_stop(v)->event) ? "!"
                 : viewer_breakpoint(v, at) >= 0                  ? "*"
                                                                  : "");
        page_code_line(w, 2, buf_text(&one));
    }
}

static void put_code(struct page_writer *w, int cell)
{
    const struct cell *c = &w->v->lesson->cells[cell];
    scoped_buf text = {0};
    const char *from = c->text + strspn(c->text, "\n");
    int lines = text_lines(from);
    if (c->folded || lines > CODE_MOST) {
        buf_printf(&text, "(%d lines of %s; F3 shows them)", lines, c->folded ? "set-up" : "code");
        page_line(w, STYLE_QUIET, buf_text(&text));
    } else {
        buf_put(&text, from, strlen(from));
        while (text.len > 0 && text.data[text.len - 1] == '\n') {
            text.data[--text.len] = '\0';
        }
        put_lines(w, cell, 1 + (int)(from - c->text), &text);
    }
}

/* Of code that was shown before the lines that print. */
static void put_prints(struct page_writer *w, const struct lines *at)
{
    const char *from = w->v->lesson->cells[at->cell].text, *end;
    scoped_buf text = {0};
    for (int k = 1; k < at->first; k++) {
        from += strcspn(from, "\n") + 1;
    }
    end = from;
    for (int k = at->first; k <= at->last; k++) {
        end += strcspn(end, "\n");
        end += k < at->last && *end == '\n';
    }
    if (at->last - at->first < CODE_MOST) {
        buf_put(&text, from, (size_t)(end - from));
        put_lines(w, at->cell, at->first, &text);
        w->line++;
    }
}

static void put_output(struct page_writer *w, const struct guide_stop *s)
{
    const struct tape *t = w->v->where.at.tape;
    scoped_buf text = {0};
    if (s->code >= 0) {
        put_code(w, s->code);
        w->line++;
    } else {
        put_prints(w, &s->prints);
    }
    buf_put(&text, t->printed.data + s->out_from, s->out_end - s->out_from);
    page_line(w, STYLE_QUIET, "This prints:");
    page_text(w, STYLE_LABEL, 2, buf_text(&text));
    w->line++;
}

/* A number was set, a line turned off: what stands here was written for the lesson as it was. */
static void put_changed(struct page_writer *w, const char *what)
{
    scoped_buf text = {0};
    if (w->v->changed != NULL && *w->v->changed != '\0') {
        buf_printf(&text, "The code is changed. %s about the lesson as it was written.", what);
        page_text(w, STYLE_WARNING, 0, buf_text(&text));
        w->line++;
    }
}

static void put_exercise(struct page_writer *w, const struct guide_stop *s)
{
    const struct practice *p = w->v->practice;
    if (!s->recall) {
        put_changed(w, "This exercise asks");
    }
    if (p == NULL || !p->open || p->at < s->exercise || p->at >= s->exercise + s->exercises) {
        page_line(w, STYLE_QUIET,
                  p == NULL ? "An exercise: qkv practice asks it."
                            : "This exercise cannot be asked; qkv lesson check says why.");
    } else {
        practice_draw_page(p, w);
    }
}

static void put_more(struct page_writer *w, const struct guide_stop *s)
{
    const struct practice *p = w->v->practice;
    bool all = true;
    page_line(w, STYLE_PLAIN, "Exercises of this section:");
    w->line++;
    for (int k = s->exercise; p != NULL && k < s->exercise + s->exercises; k++) {
        const struct task *t = &p->task[k];
        bool solved = t->done == DONE_SOLVED;
        all = all && solved;
        scoped_buf name = {0};
        buf_puts(&name, t->name);
        code_fit(&name, 31);
        page_put(w, 2, solved ? STYLE_DONE : STYLE_CURRENT, buf_text(&name));
        page_put(w, 34, STYLE_QUIET, exercise_kind_name(t->exercise->kind));
        page_put(w, 44, solved ? STYLE_DONE : STYLE_PLAIN, practice_state(t));
        w->line++;
    }
    w->line++;
    page_text(w, STYLE_PLAIN, 0,
              all ? "All of them are solved. Space goes on."
                  : "Enter asks the first one that is not solved; Space goes on without it.");
}

static void put_end(struct page_writer *w)
{
    const struct practice *p = w->v->practice;
    scoped_buf text = {0};
    int open = 0;
    page_line(w, STYLE_PLAIN,
              w->v->failure != NULL ? "The code fails before its end: Space shows how."
              : w->v->last_lesson   ? "This is the end of the last lesson of the course."
                                    : "This is the end of the lesson.");
    w->line++;
    for (int k = 0; p != NULL && k < p->count; k++) {
        if (p->task[k].done != DONE_SOLVED) {
            buf_printf(&text, "%s%s", open > 0 ? ", " : "", p->task[k].name);
            open++;
        }
    }
    if (open > 0) {
        scoped_buf all = {0};
        buf_printf(&all, "Exercises solved: %d of %d. Open: %s.", p->count - open, p->count,
                   buf_text(&text));
        page_text(w, STYLE_PLAIN, 0, buf_text(&all));
    } else if (p != NULL) {
        page_line(w, STYLE_PLAIN, "All of its exercises are solved.");
    }
    if (w->v->next_lesson != NULL) {
        buf_clear(&text);
        buf_printf(&text, "Next: %s. Space goes there.", w->v->next_lesson);
        w->line++;
        page_text(w, STYLE_CURRENT, 0, buf_text(&text));
    }
}

void page_guide(struct page_writer *w)
{
    const struct viewer *v = w->v;
    const struct guide_stop *s = viewer_stop(v);
    if (s == NULL) {
        page_line(w, STYLE_QUIET, "There is no text beside this code.");
        return;
    }
    switch (s->kind) {
    case GUIDE_TITLE:
    case GUIDE_TEXT:
        put_changed(w, "This text is");
        put_prose(w, s);
        if (s->cell >= 0) {
            put_code(w, s->cell);
        }
        break;
    case GUIDE_OUTPUT:
        put_changed(w, "This text is");
        put_output(w, s);
        put_prose(w, s);
        if (s->cell >= 0) {
            put_code(w, s->cell);
        }
        break;
    case GUIDE_EXERCISE:
        put_exercise(w, s);
        break;
    case GUIDE_MORE:
        if (v->where.asking) {
            put_exercise(w, s);
        } else {
            put_more(w, s);
        }
        break;
    case GUIDE_END:
        put_end(w);
        break;
    case GUIDE_STEP:
        if (s->lit >= 0) {
            const struct prose_block *b = &v->guide->prose.at[s->lit];
            page_words_part(w, STYLE_PLAIN, 0, b->text, b->marks, s->lit_from, s->lit_end);
        }
        break;
    }
}
