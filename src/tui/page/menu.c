/* Chooses a lesson. */
#include "tui/page/menu.h"

#include "exercise/exercise.h"
#include "lesson/catalog.h"
#include "show/code.h"
#include "tui/keys.h"
#include "tui/pane.h"
#include "tui/pane/pane_footer.h"
#include "tui/pane/pane_head.h"
#include "tui/pane/pane_text.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PAGE 10 /* lines of PgDn */

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
        bool later = !m->practice ? item->bookmark != NULL &&
                                        (here == NULL || item->bookmark < here->bookmark)
                                  : k < m->lessons && !item->over &&
                                        (here == NULL || item->begun[1] > here->begun[1]);
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

static void count_seen(struct menu_item *item)
{
    const struct bookmark *b = item->bookmark;
    bool other = b != NULL && !b->told && strchr(item->name, '/') == NULL; /* it counts steps */
    int seen = b != NULL && !other ? seen_steps(&b->seen) : 0;
    put_count(item->seen, seen, b != NULL ? b->all : 0);
    item->begun[0] = b != NULL;
}

/* x NULL: of a file that could not be read */
static void count_solved(const struct menu *m, struct menu_item *item, const struct exercises *x)
{
    const struct progress *p = m->progress;
    int solved = 0, tried = 0, all = x != NULL ? x->count : 0;
    bool begun = false;
    for (int k = 0; p != NULL && k < p->count; k++) {
        const struct progress_line *l = &p->at[k];
        bool its = strcmp(l->lesson, item->name) == 0 &&
                   (x == NULL || exercise_find(x, l->exercise) != NULL);
        begun = begun || its;
        solved += its && l->done == DONE_SOLVED;
        tried += its && l->done != DONE_SOLVED && l->done != DONE_NOT;
    }
    put_count(item->solved, solved, all);
    if (solved == 0 && all > 0) {
        snprintf(item->solved, sizeof item->solved, "0 of %d", all);
    }
    put_count(item->tried, tried, 0);
    item->begun[1] = begun;
    item->over = all > 0 && solved == all;
}

static bool count_exercises(const struct menu *m, struct menu_item *item, const struct lesson *l,
                            struct error *err)
{
    struct exercises x;
    struct complaints none = {.unheard = true};
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
        count_seen(item);
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
    count_seen(&m->item[m->count - 1]);
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

/* The item of the number that is typed; -1: none. */
static int numbered(const struct menu *m)
{
    for (int k = 0; k < m->lessons; k++) {
        char number[16];
        snprintf(number, sizeof number, "%d", m->item[k].number);
        if (strcmp(number, m->typed) == 0) {
            return k;
        }
    }
    return -1;
}

/* Digits one behind the other are a number; what cannot become one begins anew. */
static enum menu_answer type_digit(struct menu *m, uint32_t key)
{
    size_t len = strlen(m->typed);
    for (int fresh = len == 0 || len > 2; fresh < 2; fresh++) {
        len = fresh ? 0 : len;
        m->typed[len] = (char)key;
        m->typed[len + 1] = '\0';
        if (numbered(m) >= 0) {
            return go(m, numbered(m));
        }
    }
    m->typed[0] = '\0';
    return MENU_STAY;
}

static bool holds(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (; text != NULL && *text != '\0'; text++) {
        if (strncasecmp(text, word, len) == 0) {
            return true;
        }
    }
    return false;
}

/* The first one from `from` on, round and round, that has what was typed in its name, its title or
 * what it teaches. */
static enum menu_answer find(struct menu *m, int from, int by)
{
    for (int k = 0; k < m->count; k++) {
        int at = (from + by * k + m->count * 2) % m->count;
        const struct menu_item *item = &m->item[at];
        if (holds(item->name, m->typed) || holds(item->title, m->typed) ||
            holds(item->about, m->typed)) {
            return go(m, at);
        }
    }
    return MENU_STAY;
}

/* While a search is typed the list goes along with it. */
static enum menu_answer type_search(struct menu *m, uint32_t key)
{
    size_t len = strlen(m->typed);
    if (key == PRESSED_ENTER || key == PRESSED_ESC || key == PRESSED_INTERRUPT ||
        (key == PRESSED_BACKSPACE && len == 0)) {
        m->searching = false;
        m->finding = key == PRESSED_ENTER && len > 0;
        return MENU_STAY;
    }
    if (key == PRESSED_BACKSPACE) {
        m->typed[len - 1] = '\0';
    } else if (key >= ' ' && key < 127 && len + 1 < sizeof m->typed) {
        m->typed[len] = (char)key;
        m->typed[len + 1] = '\0';
    }
    m->at = m->from;
    return find(m, m->from, 1);
}

static enum menu_answer leave_help(struct menu *m)
{
    m->help = false;
    return MENU_STAY;
}

/* The keys mean what they mean elsewhere. */
enum menu_answer menu_key(struct menu *m, uint32_t key)
{
    bool finding = m->finding && (key == 'n' || key == 'N');
    m->said = NULL;
    if (key == PRESSED_PLAIN) {
        return MENU_PLAIN;
    }
    if (m->searching) {
        return type_search(m, key);
    }
    if (finding) {
        int from = m->at, by = key == 'n' ? 1 : -1;
        enum menu_answer answer = find(m, from + by, by);
        m->said = m->at == from                ? "There is no other match."
                  : (m->at > from) != (by > 0) ? "Round the end of the list."
                                               : NULL;
        return answer;
    }
    m->finding = false;
    if (m->help) {
        return key_action(key) == ACTION_interrupt ? MENU_QUIT : leave_help(m);
    }
    if (key >= '0' && key <= '9') {
        return type_digit(m, key);
    }
    m->typed[0] = '\0';
    if (key == PRESSED_ENTER || key == ' ') {
        return MENU_CHOSEN;
    }
    if (key == PRESSED_PGDN || key == PRESSED_PGUP) {
        return go(m, m->at + (key == PRESSED_PGDN ? PAGE : -PAGE));
    }
    switch (key_action(key)) {
    case ACTION_back: /* nobody is thrown out who wants one step back */
        m->said = "Nothing is behind this list: q quits.";
        return MENU_STAY;
    case ACTION_quit:
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
    case ACTION_focus:
    case ACTION_focus_back:
        m->practice = !m->practice;
        return MENU_STAY;
    case ACTION_search:
        m->searching = true;
        m->from = m->at;
        return MENU_STAY;
    case ACTION_help:
        m->help = true;
        return MENU_STAY;
    default:
        return key == PRESSED_WHEEL_DOWN ? go(m, m->at + 1)
               : key == PRESSED_WHEEL_UP ? go(m, m->at - 1)
                                         : MENU_STAY;
    }
}

enum menu_answer menu_click(struct menu *m, int x, int y, int width, int height)
{
    struct grid g;
    struct spot spot = {.x = x, .y = y};
    if (!grid_init(&g, width, height)) {
        return MENU_STAY;
    }
    g.asked = &spot;
    menu_draw(m, &g);
    grid_free(&g);
    bool again = spot.kind == SPOT_ITEM && spot.a == m->at;
    return spot.kind == SPOT_KEY    ? menu_key(m, (uint32_t)spot.a)
           : spot.kind != SPOT_ITEM ? MENU_STAY
           : again                  ? MENU_CHOSEN
                                    : go(m, (int)spot.a);
}

/* --- drawing --- */

/* The two columns at the right, and where the others end. */
struct columns {
    int left, title, name, first, second;
};

static struct columns columns_of(const struct grid *g)
{
    bool narrow = g->width < SCENE_WIDTH;
    return narrow ? (struct columns){5, g->width - 20, 0, g->width - 19, g->width - 9}
                  : (struct columns){6, 41, 63, 64, 73};
}

static void draw_item(const struct menu *m, struct grid *g, int k, int y)
{
    const struct menu_item *item = &m->item[k];
    const struct columns c = columns_of(g);
    char number[16];
    bool here = k == m->at;
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    enum style done = item->begun[m->practice] ? STYLE_DONE : STYLE_QUIET;
    snprintf(number, sizeof number, "%s%2d", here ? ">" : " ", item->number);
    if (k >= m->lessons) { /* a file has no number of its own */
        number[1] = '\0';
    }
    grid_put(g, 1, y, g->width, here ? STYLE_CURRENT : STYLE_QUIET, number);
    scoped_buf title = {0};
    buf_puts(&title, item->title != NULL ? item->title : item->name);
    code_fit(&title, c.title - c.left);
    grid_put(g, c.left, y, c.title, style, buf_text(&title));
    scoped_buf name = {0};
    buf_puts(&name, k < m->lessons ? item->name : "file");
    code_fit(&name, c.name - c.title - 1 > 0 ? c.name - c.title - 1 : 0);
    grid_put(g, c.title + 1, y, c.name, STYLE_QUIET, buf_text(&name));
    const char *first = m->practice ? item->tried : item->seen;
    int more = grid_width(first) - (c.second - 1 - c.first); /* steps of a file are many */
    grid_put(g, c.first - (more > 0 ? more : 0), y, c.second - 1, done, first);
    grid_put(g, c.second, y, g->width, done, item->solved);
    grid_spot(g, 0, y, g->width, SPOT_ITEM, k, 0);
    if (here) {
        g->cursor_x = 1;
        g->cursor_y = y;
    }
}

/* What stands above the last line, or "". */
static const char *last_words(const struct menu *m)
{
    return m->said != NULL ? m->said : m->note != NULL ? m->note : "";
}

static void draw_footer(const struct menu *m, struct grid *g)
{
    const struct pane_hint keys[] = {
        {"Enter", "open"}, {"j k", "choose"}, {"Tab", m->practice ? "to walk" : "to practice"},
        {"/", "search"},   {"?", "help"},     {"q", "quit"},
        {NULL, NULL}};
    static const struct pane_hint found[] = {
        {"n", "next match"}, {"Enter", "open"}, {"?", "help"}, {"q", "quit"}, {NULL, NULL}};
    static const struct pane_hint back[] = {{"q", "back to the list"}, {NULL, NULL}};
    struct box line = {0, g->height - 1, g->width, 1};
    if (*last_words(m) != '\0') {
        grid_put(g, 1, line.y - 1, g->width, STYLE_WARNING, last_words(m));
    }
    if (m->searching) {
        int x = grid_put(g, 1, line.y, g->width, STYLE_PROMPT, "/");
        g->cursor_x = grid_put(g, x, line.y, g->width, STYLE_PROMPT, m->typed);
        g->cursor_y = line.y;
        return;
    }
    pane_hints(g, line, m->help ? back : m->finding ? found : keys);
}

static void draw_help(const struct menu *m, struct grid *g)
{
    static const char *const lines[][2] = {
        {"Enter Space l", "open the lesson that is marked"},
        {"j k, arrows", "choose; g G: the first, the last"},
        {"12", "a number chooses that one, Enter opens"},
        {"/", "search in the texts, too; n: next match"},
        {"Tab", "from the walk to the practice, and back"},
        {"q", "back to the shell"},
        {"", ""},
        {"seen", "stops of the lesson where you were"},
        {"tried, solved", "its exercises: open after a try; solved"},
    };
    int y = 3;
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++, y++) {
        grid_put(g, 2, y, g->width, STYLE_KEY, lines[k][0]);
        grid_put(g, 17, y, g->width, STYLE_PLAIN, lines[k][1]);
    }
    grid_put(g, 2, y + 1, g->width, STYLE_QUIET,
             m->practice ? "In an exercise ? shows its words." : "In a lesson ? shows its keys.");
}

/* On which line of the list an item stands: the files have a heading above them. */
static int line_of(const struct menu *m, int k)
{
    return k < m->lessons ? k : k + 1;
}

static void draw_list(const struct menu *m, struct grid *g)
{
    const struct viewer plain = {.chosen.ascii = m->ascii, .chosen.mono = m->mono};
    int room = g->height - 8, lines = m->count > 0 ? line_of(m, m->count - 1) + 1 : 0;
    int first = line_of(m, m->at) - room + 1;
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
        bool note = *last_words(m) != '\0';
        struct box text = {6, below + 1, g->width - 8 > 90 ? 90 : g->width - 8,
                           g->height - below - 2 - note};
        pane_rule(&plain, g, (struct box){0, below, g->width, 1},
                  m->at < m->lessons ? "what it teaches" : "where it is");
        if (lines - first > room) {
            grid_put(g, g->width - 14, below, g->width, STYLE_QUIET, " more below ");
        }
        scoped_words about = {0};
        pane_say_line(&plain, m->item[m->at].about, strlen(m->item[m->at].about), &about);
        pane_words(&plain, g, text, STYLE_PLAIN, &about);
    }
}

void menu_draw(const struct menu *m, struct grid *g)
{
    const struct viewer plain = {.chosen.ascii = m->ascii};
    const struct columns c = columns_of(g);
    if (!scene_fits(g->width, g->height)) {
        scene_too_small(g);
        return;
    }
    grid_put(g, 1, 0, g->width, STYLE_TITLE,
             !m->practice ? "qkv walk: attention, one operation at a time"
                          : "qkv practice: exercises, asked and checked");
    pane_rule(&plain, g, (struct box){0, 1, g->width, 1}, m->help ? "keys" : "lessons");
    if (m->help) {
        draw_help(m, g);
    } else {
        grid_put(g, c.first - 1, 1, g->width, STYLE_TITLE, m->practice ? " tried " : " seen ");
        grid_put(g, c.second - 1, 1, g->width, STYLE_TITLE, " solved ");
        draw_list(m, g);
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
