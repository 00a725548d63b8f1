/* Choosing a lesson. */
#include "tui/menu.h"

#include "tui/keys.h"
#include "tui/pane.h"
#include "tui/scene.h"

#include <stdio.h>

static enum menu_answer go(struct menu *m, int to)
{
    m->at = to < 0 ? 0 : to >= m->count ? m->count - 1 : to;
    return MENU_STAY;
}

/* The keys mean what they mean elsewhere; a lesson's number opens it. */
enum menu_answer menu_key(struct menu *m, uint32_t key)
{
    if (key >= '0' && key < '0' + (uint32_t)m->count) {
        m->at = (int)(key - '0');
        return MENU_CHOSEN;
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

void menu_draw(const struct menu *m, struct grid *g)
{
    const struct viewer plain = {.ascii = m->ascii};
    int room = g->height - 8, first = m->at - room + 1;
    if (g->width < SCENE_WIDTH || g->height < SCENE_HEIGHT) {
        scene_too_small(g);
        return;
    }
    grid_put(g, 1, 0, g->width, STYLE_TITLE, "qkv walk: attention, one operation at a time");
    pane_rule(&plain, g, (struct box){0, 1, g->width, 1}, NULL);
    first = first < 0 ? 0 : first;
    for (int k = first; k < m->count && k - first < room; k++) {
        char number[16];
        bool here = k == m->at;
        int y = 3 + k - first;
        snprintf(number, sizeof number, "%s%2d", here ? ">" : " ", k);
        grid_put(g, 1, y, g->width, here ? STYLE_CURRENT : STYLE_QUIET, number);
        grid_put(g, 6, y, g->width, here ? STYLE_CURRENT : STYLE_PLAIN, m->item[k].title);
        grid_put(g, 54, y, g->width, STYLE_QUIET, m->item[k].name);
        if (here) {
            g->cursor_x = 1;
            g->cursor_y = y;
        }
    }
    if (m->count > 0 && m->item[m->at].about != NULL) {
        struct box about = {6, g->height - 5, g->width - 12, 3};
        pane_text(&plain, g, about, STYLE_PLAIN, m->item[m->at].about);
    }
    int x = grid_put(g, 1, g->height - 1, g->width, STYLE_KEY, "Enter") + 1;
    x = grid_put(g, x, g->height - 1, g->width, STYLE_QUIET, "open") + 2;
    x = grid_put(g, x, g->height - 1, g->width, STYLE_KEY, "j k") + 1;
    x = grid_put(g, x, g->height - 1, g->width, STYLE_QUIET, "choose") + 2;
    x = grid_put(g, x, g->height - 1, g->width, STYLE_KEY, "q") + 1;
    grid_put(g, x, g->height - 1, g->width, STYLE_QUIET, "quit");
}
