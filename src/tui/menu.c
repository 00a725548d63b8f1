/* Choosing a lesson. */
#include "tui/menu.h"

#include "lesson/catalog.h"
#include "tui/keys.h"
#include "tui/pane.h"
#include "tui/scene.h"

#include <stdio.h>
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

bool menu_open(struct menu *m, const struct bookmarks *b, struct error *err)
{
    *m = (struct menu){0};
    for (int k = 0; k < lesson_count && k < MENU_MOST; k++) {
        const struct lesson_file *f = &lesson_files[k];
        struct lesson *l = &m->lesson[k];
        if (!lesson_read(l, f->name, LESSON_MARKDOWN, f->text, f->len, err)) {
            menu_free(m);
            return false;
        }
        m->item[m->count++] = (struct menu_item){.number = catalog_number(f),
                                                 .name = catalog_name(f),
                                                 .title = l->title,
                                                 .about = about(l),
                                                 .bookmark = bookmarks_find(b, catalog_name(f))};
    }
    const struct bookmark *latest = NULL;
    for (int k = 0; k < m->count; k++) { /* the latest comes first in the bookmarks */
        const struct bookmark *its = m->item[k].bookmark;
        if (its != NULL && (latest == NULL || its < latest)) {
            latest = its;
            m->at = k;
        }
    }
    return true;
}

void menu_free(struct menu *m)
{
    for (int k = 0; k < m->count; k++) {
        lesson_free(&m->lesson[k]);
    }
    m->count = 0;
}

static enum menu_answer go(struct menu *m, int to)
{
    m->at = to < 0 ? 0 : to >= m->count ? m->count - 1 : to;
    return MENU_STAY;
}

/* The keys mean what they mean elsewhere; a lesson's number opens it. */
enum menu_answer menu_key(struct menu *m, uint32_t key)
{
    for (int k = 0; k < m->count; k++) {
        if (m->item[k].number <= 9 && key == '0' + (uint32_t)m->item[k].number) {
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

/* "step 16 of 30", "all 30 steps seen" */
static void progress_text(const struct bookmark *b, char *out, size_t size)
{
    if (b == NULL) {
        snprintf(out, size, "new");
    } else if (b->furthest >= b->all) {
        snprintf(out, size, "all %d steps seen", b->all);
    } else {
        snprintf(out, size, "%d of %d steps", b->furthest, b->all);
    }
}

static void draw_item(const struct menu *m, struct grid *g, int k, int y)
{
    const struct menu_item *item = &m->item[k];
    char number[16], progress[40];
    bool here = k == m->at;
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    snprintf(number, sizeof number, "%s%2d", here ? ">" : " ", item->number);
    progress_text(item->bookmark, progress, sizeof progress);
    grid_put(g, 1, y, g->width, here ? STYLE_CURRENT : STYLE_QUIET, number);
    grid_put(g, 6, y, 41, style, item->title != NULL ? item->title : item->name);
    grid_put(g, 42, y, 60, STYLE_QUIET, item->name);
    grid_put(g, 61, y, g->width, item->bookmark == NULL ? STYLE_QUIET : STYLE_DONE, progress);
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

void menu_draw(const struct menu *m, struct grid *g)
{
    const struct viewer plain = {.ascii = m->ascii};
    int room = g->height - 10, first = m->at - room + 1;
    if (g->width < SCENE_WIDTH || g->height < SCENE_HEIGHT) {
        scene_too_small(g);
        return;
    }
    grid_put(g, 1, 0, g->width, STYLE_TITLE, "qkv walk: attention, one operation at a time");
    pane_rule(&plain, g, (struct box){0, 1, g->width, 1}, "lessons");
    first = first < 0 ? 0 : first;
    for (int k = first; k < m->count && k - first < room; k++) {
        draw_item(m, g, k, 3 + k - first);
    }
    int below = 4 + (m->count < room ? m->count : room);
    if (m->count > 0 && m->item[m->at].about != NULL) {
        struct box text = {6, below + 1, g->width - 12 > 90 ? 90 : g->width - 12,
                           g->height - below - 3};
        pane_rule(&plain, g, (struct box){0, below, g->width, 1}, "what it teaches");
        pane_text(&plain, g, text, STYLE_PLAIN, m->item[m->at].about);
    }
    draw_footer(m, g);
}
