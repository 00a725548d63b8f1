/* The list of lessons, to choose one: what `qkv walk` opens with when no file is given. */
#ifndef QKV_TUI_MENU_H
#define QKV_TUI_MENU_H

#include "lesson/lesson.h"
#include "tui/bookmarks.h"
#include "tui/grid.h"

#define MENU_MOST 64

struct menu_item {
    int number;
    const char *name, *title, *about; /* "weight-splits", its heading, its first paragraph */
    const struct bookmark *bookmark;  /* NULL: it was not walked yet */
};

struct menu {
    struct menu_item item[MENU_MOST];
    int count, at;
    bool ascii;
    const char *note;                /* at the bottom, or NULL */
    struct lesson lesson[MENU_MOST]; /* the texts of the items lie in them */
};

enum menu_answer { MENU_STAY, MENU_CHOSEN, MENU_QUIT };

/* The built-in lessons, with what `b` knows of them; it must outlive the menu. Begins on the one
 * that was walked last. False with err: a lesson cannot be read. */
bool menu_open(struct menu *m, const struct bookmarks *b, struct error *err);
void menu_free(struct menu *m);

enum menu_answer menu_key(struct menu *m, uint32_t key);
void menu_draw(const struct menu *m, struct grid *g);

#endif
