/* The list of lessons, to choose one: what `qkv walk` opens with when no file is given. */
#ifndef QKV_TUI_MENU_H
#define QKV_TUI_MENU_H

#include "tui/grid.h"

struct menu_item {
    const char *name, *title, *about; /* "weight-splits", its heading, its first sentence */
};

struct menu {
    const struct menu_item *item;
    int count, at;
    bool ascii;
};

enum menu_answer { MENU_STAY, MENU_CHOSEN, MENU_QUIT };

enum menu_answer menu_key(struct menu *m, uint32_t key);
void menu_draw(const struct menu *m, struct grid *g);

#endif
