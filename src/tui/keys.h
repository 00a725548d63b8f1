/* The keys have one table (keys.def) for the keyboard, the line at the bottom, the help and the
 * commands. */
#pragma once

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* A key: a character, or one of these. */
enum special_key {
    PRESSED_SPECIAL = 0x110000, /* behind the last character */
    PRESSED_UP,
    PRESSED_DOWN,
    PRESSED_LEFT,
    PRESSED_RIGHT,
    PRESSED_HOME,
    PRESSED_END,
    PRESSED_PGUP,
    PRESSED_PGDN,
    PRESSED_BACKTAB,
    PRESSED_CLICK, /* the mouse: where is told beside it */
    PRESSED_WHEEL_UP,
    PRESSED_WHEEL_DOWN,
    PRESSED_PLAIN, /* on a screen that is too small: on as text */
    PRESSED_F1,    /* F2, ... follow */
    PRESSED_F12 = PRESSED_F1 + 11
};
enum {
    PRESSED_INTERRUPT = 3, /* ^C: in raw mode it is a character */
    PRESSED_TAB = '\t',
    PRESSED_ENTER = '\r',
    PRESSED_ESC = 27,
    PRESSED_BACKSPACE = 127
};

enum action {
#define KEY(action, ...) ACTION_##action,
#include "tui/keys.def"
#undef KEY
    ACTION_COUNT
};

struct key_row {
    const char *keys, *command, *label, *group, *help;
    bool on_page; /* it does something on a page in a browser, too */
    bool on_step; /* it acts on the step, its line or its tables */
};

const struct key_row *key_row(enum action a);
/* The action of a key; ACTION_COUNT: none. */
enum action key_action(uint32_t key);
/* The action of a command's word, or of a beginning that only one has; ACTION_COUNT: none. */
enum action key_command(const char *word);
/* The groups of the table, in its order; NULL behind the last one. */
const char *key_group(int nth);
int key_group_named(const char *name); /* which one that is; 0 when there is none */
/* The next key in a list of names; false at its end. */
bool key_read(const char **names, uint32_t *key);
/* The first name in a row's keys. */
void key_first_name(enum action a, char out[12]);
/* All of them; on a page in a browser those that come to it, of what does something there. */
void key_names(enum action a, bool page, struct buf *out);
