/* A practice on the screen: the question, what was told about it, a line to type on. The newest
 * lines are in sight; Page Up and Page Down show the others. */
#include "tui/practice.h"

#include "tui/keys.h"
#include "tui/pane.h"
#include "tui/pane_head.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_WIDTH 100

/* --- lines --- */

struct text_row {
    const char *at;
    size_t len;
    int number; /* of a line of code, 0: none */
    bool code, told;
};

struct text_rows {
    struct text_row at[2000];
    int count;
    int width;
    bool numbered; /* lines of code: a bug is named by its line */
};

static void add(struct text_rows *r, const char *at, size_t len, bool code, bool told)
{
    if (r->count < (int)(sizeof r->at / sizeof r->at[0])) {
        r->at[r->count++] = (struct text_row){at, len, 0, code, told};
    }
}

/* How many bytes of a line go into the width: up to a blank, if there is one. */
static size_t fit(const char *at, size_t len, int width, bool code)
{
    size_t end = 0, blank = 0;
    for (int column = 0; end < len && column < width; column++) {
        if (at[end] == ' ' && end > 0) {
            blank = end;
        }
        end++;
        while (end < len && ((unsigned char)at[end] & 0xc0) == 0x80) {
            end++;
        }
    }
    return end == len || blank == 0 || code || at[end] == ' ' ? end : blank;
}

static void add_line(struct text_rows *r, const char *at, size_t len, bool code, bool told)
{
    do {
        size_t n = fit(at, len, r->width, code);
        add(r, at, n, code, told);
        at += n;
        len -= n;
        while (!code && len > 0 && *at == ' ') {
            at++;
            len--;
        }
    } while (len > 0);
}

static void add_text(struct text_rows *r, const char *text, bool told)
{
    bool code = false;
    int number = 0;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        bool blank = len == 0 && r->count > 0 && r->at[r->count - 1].len == 0;
        if (strncmp(text, "~~~", 3) == 0 || strncmp(text, "```", 3) == 0) {
            code = !code;
        } else if (!blank || code) { /* one empty line is enough */
            int first = r->count;
            add_line(r, text, len, code, told);
            if (code && !told && r->numbered && first < r->count) {
                r->at[first].number = ++number;
            }
        }
        text += len + (text[len] == '\n');
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
    static const struct {
        const char *key, *label;
    } keys[] = {{"h", "hint"}, {"s", "solution"}, {"n", "next"}, {"p", "back"},
                {"e", "edit"}, {"?", "words"},    {"q", "quit"}, {"r", "other numbers"}};
    bool code = p->question.kind == EXERCISE_code || p->question.kind == EXERCISE_bug;
    int x = grid_put(g, 1, g->height - 1, g->width, STYLE_QUIET, "Type, then Enter.") + 1;
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        bool idle = (*keys[k].key == 'e' && !code) ||
                    (*keys[k].key == 'r' && p->task[p->at].exercise == NULL);
        if (idle || x + 1 + (int)strlen(keys[k].label) >= g->width) {
            continue; /* or there is no room for it */
        }
        x = grid_put(g, x, g->height - 1, g->width, STYLE_KEY, keys[k].key) + 1;
        x = grid_put(g, x, g->height - 1, g->width, STYLE_QUIET, keys[k].label) + 2;
    }
}

static void draw_line(const struct practice *p, struct grid *g)
{
    int x = grid_put(g, 1, g->height - 3, g->width, STYLE_PROMPT, "> ");
    int room = g->width - x - 1;
    const char *typed = p->typed;
    while (grid_width(typed) > room) { /* the end of a long line is what is being typed */
        typed++;
        while (((unsigned char)*typed & 0xc0) == 0x80) {
            typed++;
        }
    }
    g->cursor_x = grid_put(g, x, g->height - 3, g->width, STYLE_PLAIN, typed);
    g->cursor_y = g->height - 3;
    if (p->file[0] != '\0') {
        char text[100];
        snprintf(text, sizeof text, "looking at %.80s", p->file);
        grid_put(g, 1, g->height - 2, g->width, STYLE_QUIET, text);
    }
}

void practice_draw(const struct practice *p, struct grid *g)
{
    const struct viewer plain = {.chosen.ascii = p->ascii};
    struct buf text = {0};
    if (g->width < SCENE_WIDTH || g->height < SCENE_HEIGHT) {
        scene_too_small(g);
        return;
    }
    struct text_rows *r = calloc(1, sizeof *r);
    if (r == NULL || !p->open) {
        free(r);
        return;
    }
    r->width = g->width - 2 < TEXT_WIDTH ? g->width - 2 : TEXT_WIDTH;
    r->numbered = p->question.kind == EXERCISE_bug;
    practice_question_text(p, &text);
    add_text(r, buf_text(&text), false);
    if (p->told.len > 0) {
        add(r, "", 0, false, true);
        add_text(r, buf_text(&p->told), true);
    }
    draw_head(p, g);
    pane_rule(&plain, g, (struct box){0, 1, g->width, 1}, p->task[p->at].name);
    int room = g->height - 6, first = r->count - room;
    first = first < 0 ? 0 : first - p->scroll < 0 ? 0 : first - p->scroll;
    for (int k = first; k < r->count && k - first < room; k++) {
        enum style style = r->at[k].code   ? STYLE_LABEL
                           : r->at[k].told ? STYLE_CURRENT
                                           : STYLE_PLAIN;
        char number[16] = "";
        if (r->at[k].number > 0) {
            snprintf(number, sizeof number, "%2d  ", r->at[k].number);
        }
        int x = grid_put(g, 1, 2 + k - first, g->width, STYLE_QUIET, number);
        grid_put_len(g, x, 2 + k - first, g->width, style, r->at[k].at, r->at[k].len);
    }
    if (first > 0) {
        grid_put(g, g->width - 12, 1, g->width, STYLE_QUIET, " more above ");
    }
    pane_rule(&plain, g, (struct box){0, g->height - 4, g->width, 1}, "your answer");
    draw_line(p, g);
    draw_footer(p, g);
    buf_free(&text);
    free(r);
}

/* --- keys --- */

static void type(struct practice *p, uint32_t key)
{
    struct buf c = {0};
    size_t len = strlen(p->typed);
    buf_codepoint(&c, key);
    if (len + c.len < PRACTICE_LINE) {
        memcpy(p->typed + len, buf_text(&c), c.len + 1);
    }
    buf_free(&c);
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
    case PRESSED_ESC:
    case 21: /* ^U */
        p->typed[0] = '\0';
        return true;
    case PRESSED_PGUP:
        p->scroll += 10;
        return true;
    case PRESSED_PGDN:
        p->scroll = p->scroll > 10 ? p->scroll - 10 : 0;
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
