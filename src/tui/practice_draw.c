/* Draws a practice on the screen: the question, what was told about it, a line to type on. The
 * newest lines are in sight; Page Up and Page Down show the others. */
#include "tui/practice.h"

#include "tui/keys.h"
#include "tui/page/page_write.h"
#include "tui/pane.h"
#include "tui/pane/pane_footer.h"
#include "tui/pane/pane_head.h"
#include "tui/practice_told.h"
#include "tui/practice_word.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_WIDTH 100

/* --- lines --- */

/* "  a) an option": what is too long goes on below its first word. */
static void put_hanging(struct page_writer *w, enum style style, const char *line)
{
    size_t indent = strspn(line, " ");
    if (indent > 0) {
        indent += strcspn(line + indent, " ");
        indent += strspn(line + indent, " ");
    }
    scoped_buf head = {0};
    buf_put(&head, line, indent);
    page_put(w, 0, style, buf_text(&head));
    page_words_line(w, style, (int)indent, line + indent);
    w->line += line[indent] == '\0';
}

/* A text of Markdown: code between fences stays as it is; one empty line is enough. */
static void put_text(struct page_writer *w, const char *text, enum style style, bool numbered)
{
    bool code = false, blank = true;
    int number = 0;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        scoped_buf line = {0};
        buf_put(&line, text, len);
        if (strncmp(text, "~~~", 3) == 0 || strncmp(text, "```", 3) == 0) {
            code = !code;
        } else if (len == 0) {
            w->line += !blank || code;
            number += code; /* errors count it, too */
            blank = true;
        } else if (code) {
            char name[16] = "";
            if (numbered) {
                snprintf(name, sizeof name, "%2d  ", ++number);
            }
            page_put(w, 0, STYLE_QUIET, name);
            page_code_line(w, (int)strlen(name), buf_text(&line));
            blank = false;
        } else {
            put_hanging(w, style, buf_text(&line));
            blank = false;
        }
        text += len + (text[len] == '\n');
    }
}

void practice_draw_page(const struct practice *p, struct page_writer *w)
{
    scoped_buf text = {0};
    practice_question_text(p, &text);
    put_text(w, buf_text(&text), STYLE_PLAIN, kind_asks(p->question.kind, ASKS_LINE));
    if (p->told.len > 0) {
        w->line++;
        put_text(w, buf_text(&p->told), STYLE_CURRENT, false);
    }
}

/* --- the screen --- */

static void draw_head(const struct practice *p, struct grid *g)
{
    char text[200], points[40];
    snprintf(text, sizeof text, "%.80s \xc2\xb7 %d of %d \xc2\xb7 %.60s", p->title, p->at + 1,
             p->count, p->task[p->at].name);
    snprintf(points, sizeof points, "%g point%s", p->question.points,
             p->question.points == 1 ? "" : "s");
    for (char *c = p->ascii ? strstr(text, "\xc2\xb7") : NULL; c != NULL;
         c = strstr(text, "\xc2\xb7")) {
        *c = '-';
        memmove(c + 1, c + 2, strlen(c + 2) + 1);
    }
    grid_put(g, 1, 0, g->width - 12, STYLE_TITLE, text);
    grid_put(g, g->width - 1 - (int)strlen(points), 0, g->width, STYLE_LABEL, points);
}

static void draw_footer(const struct practice *p, struct grid *g)
{
    const struct pane_hint all[] = {{"h", "hint"},          {"s", "solution"},
                                    {"n", "next"},          {"p", "back"},
                                    {"e", "edit"},          {"?", "words"},
                                    {"r", "other numbers"}, {"q", p->listed ? "list" : "quit"}};
    struct pane_hint keys[sizeof all / sizeof all[0] + 1] = {{NULL, NULL}};
    int x = grid_put(g, 1, g->height - 1, g->width, STYLE_QUIET, "Type, then Enter.");
    for (size_t k = 0, n = 0; k < sizeof all / sizeof all[0]; k++) {
        bool idle = (*all[k].key == 'e' && !practice_takes_code(p)) ||
                    (*all[k].key == 'r' && p->task[p->at].exercise == NULL);
        if (!idle) {
            keys[n++] = all[k];
            keys[n] = (struct pane_hint){NULL, NULL};
        }
    }
    pane_hints(g, (struct box){x, g->height - 1, g->width - x, 1}, keys);
}

void practice_draw_line(const struct practice *p, struct grid *g, int y)
{
    int x = grid_put(g, 1, y, g->width, STYLE_PROMPT, "> ");
    const char *tail = grid_tail(p->typed, g->width - x - 1);
    g->cursor_x = grid_put(g, x, y, g->width, STYLE_PLAIN, tail);
    g->cursor_y = y;
}

void practice_draw(const struct practice *p, struct grid *g)
{
    const struct viewer plain = {.chosen.ascii = p->ascii, .chosen.mono = p->mono};
    struct page_writer w = {
        .v = &plain, .x = 1, .y = 2, .width = g->width - 2, .height = g->height - 6, .here = -1};
    if (!scene_fits(g->width, g->height)) {
        scene_too_small(g);
        return;
    }
    if (!p->open) {
        return;
    }
    w.width = w.width < TEXT_WIDTH ? w.width : TEXT_WIDTH;
    practice_draw_page(p, &w); /* to count the lines */
    int first = w.line - w.height - p->scroll;
    w.first = w.line > w.height && first > 0 ? first : 0;
    w.line = 0;
    w.g = g;
    practice_draw_page(p, &w);
    draw_head(p, g);
    pane_rule(&plain, g, (struct box){0, 1, g->width, 1}, p->task[p->at].name);
    if (w.first > 0) {
        grid_put(g, g->width - 12, 1, g->width, STYLE_QUIET, " more above ");
    }
    pane_rule(&plain, g, (struct box){0, g->height - 4, g->width, 1}, "your answer");
    practice_draw_line(p, g, g->height - 3);
    if (p->file[0] != '\0') {
        char text[100];
        snprintf(text, sizeof text, "looking at %.80s", p->file);
        grid_put(g, 1, g->height - 2, g->width, STYLE_QUIET, text);
    }
    draw_footer(p, g);
}

/* --- keys --- */

static void type(struct practice *p, uint32_t key)
{
    scoped_buf c = {0};
    size_t len = strlen(p->typed);
    buf_codepoint(&c, key);
    if (len + c.len < PRACTICE_LINE) {
        memcpy(p->typed + len, buf_text(&c), c.len + 1);
    }
}

static void rub_out(struct practice *p)
{
    size_t len = strlen(p->typed);
    while (len > 0 && ((unsigned char)p->typed[len - 1] & 0xc0) == 0x80) {
        len--;
    }
    p->typed[len > 0 ? len - 1 : 0] = '\0';
}

bool practice_draw_key(struct practice *p, uint32_t key, enum practice_wish *wish,
                       struct error *err)
{
    char line[PRACTICE_LINE];
    *wish = PRACTICE_STAY;
    switch (key) {
    case PRESSED_ENTER:
    case '\n':
        memcpy(line, p->typed, sizeof line);
        p->typed[0] = '\0';
        return practice_line(p, line, wish, err);
    case PRESSED_BACKSPACE:
    case '\b':
        rub_out(p);
        return true;
    case PRESSED_ESC: /* back: out of the line, then out of the practice */
        *wish = p->typed[0] == '\0' ? PRACTICE_QUIT : PRACTICE_STAY;
        p->typed[0] = '\0';
        return true;
    case 21: /* ^U */
        p->typed[0] = '\0';
        return true;
    case PRESSED_UP:
    case PRESSED_PGUP:
        p->scroll += key == PRESSED_UP ? 1 : 10;
        return true;
    case PRESSED_DOWN:
    case PRESSED_PGDN:
        p->scroll -= key == PRESSED_DOWN ? 1 : 10;
        p->scroll = p->scroll > 0 ? p->scroll : 0;
        return true;
    case 4: /* ^D */
        *wish = PRACTICE_QUIT;
        return true;
    default:
        if (key >= ' ' && key < PRESSED_SPECIAL) {
            type(p, key);
        }
        return true;
    }
}
