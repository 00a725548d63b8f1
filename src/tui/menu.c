/* Choosing a lesson. */
#include "tui/menu.h"

#include "exercise/exercise.h"
#include "lesson/catalog.h"
#include "lesson/prose.h"
#include "tui/keys.h"
#include "tui/pane.h"
#include "tui/pane_head.h"
#include "tui/pane_text.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first paragraph behind the heading. */
static const char *about(const struct lesson *l)
{
    for (int k = 0; k < l->count; k++) {
        char *text = l->cells[k].text;
        if (l->cells[k].code || text == NULL) {
            continue;
        }
        text += strspn(text, "\n");
        if (*text == '#') {
            text += strcspn(text, "\n");
            text += strspn(text, "\n");
        }
        text[strcspn(text, "\n")] = '\0';
        return text;
    }
    return NULL;
}

/* Walking: on what was walked last. Practising: where there is something to go on with, else where
 * there is something new. */
static void stand_on_latest(struct menu *m)
{
    const struct menu_item *here = NULL;
    for (int k = 0; k < m->count; k++) {
        const struct menu_item *item = &m->item[k];
        bool later =
            !m->practice
                ? item->bookmark != NULL && (here == NULL || item->bookmark < here->bookmark)
                : k < m->lessons && !item->over && (here == NULL || item->begun > here->begun);
        if (later) { /* the latest comes first in the bookmarks */
            here = item;
            m->at = k;
        }
    }
}

static void put_count(char out[32], int some, int all)
{
    if (some == 0) {
        snprintf(out, 32, "-");
    } else if (all == 0) {
        snprintf(out, 32, "%d", some);
    } else {
        snprintf(out, 32, some == all ? "all %d" : "%d of %d", some, all);
    }
}

static void count_seen(const struct menu *m, struct menu_item *item)
{
    const struct bookmark *b = item->bookmark;
    bool other = b != NULL && !b->told && strchr(item->name, '/') == NULL; /* it counts steps */
    int seen = b != NULL && !other ? seen_steps(&b->seen) : 0;
    put_count(item->seen, seen, b != NULL ? b->all : 0);
    if (!m->practice) {
        item->begun = b != NULL;
        item->over = item->begun && seen == b->all;
    }
}

/* x NULL: of a file that could not be read */
static void count_solved(const struct menu *m, struct menu_item *item, const struct exercises *x)
{
    const struct progress *p = m->progress;
    int solved = 0, all = x != NULL ? x->count : 0;
    bool begun = false;
    for (int k = 0; p != NULL && k < p->count; k++) {
        const struct progress_line *l = &p->at[k];
        bool its = strcmp(l->lesson, item->name) == 0 &&
                   (x == NULL || exercise_find(x, l->exercise) != NULL);
        begun = begun || its;
        solved += its && l->done == DONE_SOLVED;
    }
    put_count(item->solved, solved, all);
    if (solved == 0 && all > 0) {
        snprintf(item->solved, sizeof item->solved, "0 of %d", all);
    }
    if (m->practice) {
        item->begun = begun;
        item->over = all > 0 && solved == all;
    }
}

static bool count_exercises(const struct menu *m, struct menu_item *item, const struct lesson *l,
                            struct error *err)
{
    struct exercises x;
    struct complaints none = {0};
    bool ok = exercises_read(&x, l, &none, err);
    if (ok) {
        count_solved(m, item, &x);
    }
    exercises_free(&x);
    complaints_free(&none);
    return ok;
}

bool menu_open(struct menu *m, const struct bookmarks *b, const struct progress *p, bool practice,
               struct error *err)
{
    *m = (struct menu){.progress = p, .practice = practice};
    for (int k = 0; k < lesson_count && k < MENU_MOST; k++) {
        const struct lesson_file *f = &lesson_files[k];
        struct lesson *l = &m->lesson[k];
        struct menu_item *item = &m->item[k];
        if (!lesson_read(l, f->name, LESSON_MARKDOWN, f->text, f->len, err)) {
            menu_free(m);
            return false;
        }
        m->count++;
        *item = (struct menu_item){.number = catalog_number(f),
                                   .name = catalog_name(f),
                                   .title = l->title,
                                   .bookmark = bookmarks_find(b, catalog_name(f))};
        count_seen(m, item);
        if (!count_exercises(m, item, l, err)) {
            menu_free(m);
            return false;
        }
        item->about = about(l); /* cuts the lesson's text */
    }
    m->lessons = m->count;
    stand_on_latest(m);
    return true;
}

void menu_free(struct menu *m)
{
    int read = m->lessons > 0 ? m->lessons : m->count;
    for (int k = 0; k < read; k++) {
        lesson_free(&m->lesson[k]);
    }
    m->count = m->lessons = 0;
}

void menu_add_file(struct menu *m, const struct bookmark *file, const struct lesson *l)
{
    const char *slash = strrchr(file->name, '/');
    if (m->count == MENU_MOST || m->count - m->lessons == MENU_FILES) {
        return;
    }
    int number = m->count > 0 ? m->item[m->count - 1].number + 1 : 0;
    m->item[m->count++] = (struct menu_item){.number = number,
                                             .name = file->name,
                                             .title = slash != NULL ? slash + 1 : file->name,
                                             .about = file->name,
                                             .bookmark = file};
    count_seen(m, &m->item[m->count - 1]);
    struct error none = {0};
    if (l == NULL || !count_exercises(m, &m->item[m->count - 1], l, &none)) {
        count_solved(m, &m->item[m->count - 1], NULL);
    }
    stand_on_latest(m);
}

static enum menu_answer go(struct menu *m, int to)
{
    m->at = to < 0 ? 0 : to >= m->count ? m->count - 1 : to;
    return MENU_STAY;
}

/* The keys mean what they mean elsewhere; a lesson's number opens it, if it has one digit. */
enum menu_answer menu_key(struct menu *m, uint32_t key)
{
    for (int k = 0; k < m->count; k++) {
        if (k < m->lessons && m->item[k].number <= 9 && key == '0' + (uint32_t)m->item[k].number) {
            m->at = k;
            return MENU_CHOSEN;
        }
    }
    if (key == PRESSED_ENTER || key == ' ') {
        return MENU_CHOSEN;
    }
    switch (key_action(key)) {
    case ACTION_quit:
    case ACTION_back:
    case ACTION_interrupt:
        return MENU_QUIT;
    case ACTION_into:
    case ACTION_right:
        return MENU_CHOSEN;
    case ACTION_next:
    case ACTION_down:
        return go(m, m->at + 1);
    case ACTION_prev:
    case ACTION_up:
        return go(m, m->at - 1);
    case ACTION_first:
        return go(m, 0);
    case ACTION_last:
        return go(m, m->count - 1);
    default:
        return MENU_STAY;
    }
}

/* --- drawing --- */

enum { SEEN = 61, SOLVED = 71 }; /* columns */

static void draw_item(const struct menu *m, struct grid *g, int k, int y)
{
    const struct menu_item *item = &m->item[k];
    char number[16];
    bool here = k == m->at;
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    snprintf(number, sizeof number, "%s%2d", here ? ">" : " ", item->number);
    if (k >= m->lessons) { /* a file has no number of its own */
        number[1] = '\0';
    }
    grid_put(g, 1, y, g->width, here ? STYLE_CURRENT : STYLE_QUIET, number);
    grid_put(g, 6, y, 41, style, item->title != NULL ? item->title : item->name);
    grid_put(g, 42, y, 60, STYLE_QUIET, k < m->lessons ? item->name : "file");
    grid_put(g, SEEN, y, SOLVED - 1, item->begun ? STYLE_DONE : STYLE_QUIET, item->seen);
    grid_put(g, SOLVED, y, g->width, item->begun ? STYLE_DONE : STYLE_QUIET, item->solved);
    if (here) {
        g->cursor_x = 1;
        g->cursor_y = y;
    }
}

static void draw_footer(const struct menu *m, struct grid *g)
{
    static const struct {
        const char *key, *label;
    } keys[] = {{"Enter", "open"}, {"j k", "choose"}, {"0-9", "open that one"}, {"q", "quit"}};
    int x = 1, y = g->height - 1;
    if (m->note != NULL && *m->note != '\0') {
        grid_put(g, 1, y - 1, g->width, STYLE_WARNING, m->note);
    }
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        x = grid_put(g, x, y, g->width, STYLE_KEY, keys[k].key) + 1;
        x = grid_put(g, x, y, g->width, STYLE_QUIET, keys[k].label) + 2;
    }
}

/* On which line of the list an item stands: the files have a heading above them. */
static int line_of(const struct menu *m, int k)
{
    return k < m->lessons ? k : k + 1;
}

void menu_draw(const struct menu *m, struct grid *g)
{
    const struct viewer plain = {.chosen.ascii = m->ascii};
    int room = g->height - 8, lines = m->count > 0 ? line_of(m, m->count - 1) + 1 : 0;
    int first = line_of(m, m->at) - room + 1;
    if (!scene_fits(g->width, g->height)) {
        scene_too_small(g);
        return;
    }
    grid_put(g, 1, 0, g->width, STYLE_TITLE,
             !m->practice ? "qkv walk: attention, one operation at a time"
                          : "qkv practice: exercises, asked and checked");
    pane_rule(&plain, g, (struct box){0, 1, g->width, 1}, "lessons");
    grid_put(g, SEEN - 1, 1, g->width, STYLE_TITLE, " seen ");
    grid_put(g, SOLVED - 1, 1, g->width, STYLE_TITLE, " solved ");
    first = first < 0 ? 0 : first;
    for (int k = 0; k < m->count; k++) {
        int line = line_of(m, k) - first;
        if (line >= 0 && line < room) {
            draw_item(m, g, k, 2 + line);
        }
        if (k == m->lessons && line > 0 && line <= room) {
            grid_put(g, 6, 1 + line, g->width, STYLE_TITLE, "files walked lately");
        }
    }
    int below = 2 + (lines < room ? lines : room);
    if (m->count > 0 && m->item[m->at].about != NULL) {
        bool note = m->note != NULL && *m->note != '\0';
        struct box text = {6, below + 1, g->width - 8 > 90 ? 90 : g->width - 8,
                           g->height - below - 2 - note};
        pane_rule(&plain, g, (struct box){0, below, g->width, 1},
                  m->at < m->lessons ? "what it teaches" : "where it is");
        if (lines - first > room) {
            grid_put(g, g->width - 14, below, g->width, STYLE_QUIET, " more below ");
        }
        struct buf about = {0};
        prose_line(m->item[m->at].about, strlen(m->item[m->at].about), &about);
        pane_text(&plain, g, text, STYLE_PLAIN, buf_text(&about));
        buf_free(&about);
    }
    draw_footer(m, g);
}

/* --- as text --- */

void menu_text(const struct menu *m, struct buf *out)
{
    buf_puts(out, !m->practice ? "Lessons:\n" : "Exercises of the lessons:\n");
    for (int k = 0; k < m->count; k++) {
        const struct menu_item *item = &m->item[k];
        buf_puts(out, k == m->lessons ? "Files walked lately:\n" : "");
        buf_printf(out, "%s%d  %s: %s; seen: %s; exercises solved: %s\n", k == m->at ? "> " : "  ",
                   item->number, k < m->lessons ? item->name : item->title,
                   k < m->lessons && item->title != NULL ? item->title : item->name, item->seen,
                   item->solved);
    }
    buf_printf(out, "%s%sA number or a name opens one, an empty line number %d, q quits.\n",
               m->note != NULL ? m->note : "", m->note != NULL && *m->note != '\0' ? "\n" : "",
               m->count > 0 ? m->item[m->at].number : 0);
}

enum menu_answer menu_line(struct menu *m, const char *line)
{
    char *rest;
    line += strspn(line, " ");
    size_t len = strlen(line);
    long number = strtol(line, &rest, 10);
    if (len == 0) {
        return MENU_CHOSEN;
    }
    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) {
        return MENU_QUIT;
    }
    for (int k = 0; k < m->count; k++) {
        bool named = strcmp(line, m->item[k].name) == 0 ||
                     (k >= m->lessons && strcmp(line, m->item[k].title) == 0);
        if (named || (*rest == '\0' && number == m->item[k].number)) {
            m->at = k;
            return MENU_CHOSEN;
        }
    }
    return MENU_STAY;
}
