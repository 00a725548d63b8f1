/* Shows the list of lessons, and of files that were walked lately, to choose one: what `qkv walk`
 * and `qkv practice` open with when no file is given; on the screen, or as text. Tab turns from the
 * one to the other. */
#pragma once

#include "exercise/progress.h"
#include "lesson/lesson.h"
#include "tui/bookmarks.h"
#include "tui/pane/grid.h"

#define MENU_MOST 64
#define MENU_FILES 9 /* of which at most */
#define MENU_TYPED 24

struct menu_item {
    int number; /* a lesson's own; files are counted on behind the last lesson */
    const char *name, *title, *about; /* "weight-splits", its heading, its first paragraph; of a
                                         file: its path, its name, its path */
    const struct bookmark *bookmark;  /* NULL: it was not walked yet */
    char seen[32];                    /* of its stops or steps: "3 of 29" */
    char solved[32], tried[32];       /* of its exercises: "3 of 7"; those that are still open */
    bool begun[2];                    /* to walk, to practise */
    bool over;                        /* all of its exercises are solved */
};

struct menu {
    struct menu_item item[MENU_MOST];
    int count, at;
    int lessons; /* so many come first; then files */
    const struct progress *progress;
    bool practice;                   /* else to walk */
    bool ascii, mono;                /* as of a viewer */
    bool help;                       /* is shown instead */
    bool searching;                  /* `typed` is a search, ... */
    int from;                        /* ... which began here; */
    bool finding;                    /* it was one: n is the next match */
    char typed[MENU_TYPED];          /* or the number of an item */
    const char *note;                /* at the bottom, or NULL */
    const char *said;                /* the same until the next key */
    struct lesson lesson[MENU_MOST]; /* the texts of the items lie in them */
};

enum menu_answer { MENU_STAY, MENU_CHOSEN, MENU_QUIT, MENU_PLAIN /* on as text */ };

/* The built-in lessons, with what `b` knows of their stops and `p` of their exercises. Both must
 * outlive the menu. Begins where a person left off. False with err: a lesson cannot be read. */
bool menu_open(struct menu *m, const struct bookmarks *b, const struct progress *p, bool practice,
               struct error *err);
void menu_free(struct menu *m);
/* A file that was walked, behind the lessons; the latest first. No more than MENU_FILES are taken.
 * `l` is what it holds, NULL: it could not be read. */
void menu_add_file(struct menu *m, const struct bookmark *file, const struct lesson *l);

enum menu_answer menu_key(struct menu *m, uint32_t key);
/* The mouse at that place of a screen of that size: chooses, and opens what is chosen already. */
enum menu_answer menu_click(struct menu *m, int x, int y, int width, int height);
void menu_draw(const struct menu *m, struct grid *g);

/* Line by line, without a screen. */
void menu_text(const struct menu *m, struct buf *out);
/* A line that was typed there: a number or a name, an empty one for what is marked. MENU_STAY: no
 * such item. */
enum menu_answer menu_line(struct menu *m, const char *line);
