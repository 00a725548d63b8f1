/* Reads the table of keys. */
#include "tui/keys.h"

#include "base/utf8.h"

#include <string.h>

enum { SCREEN = 0, BOTH = 1, STEP = 2 };

static const struct key_row rows[] = {
#define KEY(action, keys, command, label, where, group, help)                                      \
    {keys, command, label, group, help, ((where)&BOTH) != 0, ((where)&STEP) != 0},
#include "tui/keys.def"
#undef KEY
};

/* What a browser keeps for itself: it never comes to a page. */
static bool is_browsers(uint32_t key)
{
    return key == PRESSED_TAB || key == PRESSED_BACKTAB ||
           (key >= PRESSED_F1 && key <= PRESSED_F12) ||
           (key < ' ' && key != PRESSED_ENTER && key != PRESSED_ESC);
}

static const struct {
    const char *name;
    uint32_t key;
} named[] = {
    {"Space", ' '},
    {"Enter", PRESSED_ENTER},
    {"Tab", PRESSED_TAB},
    {"Esc", PRESSED_ESC},
    {"Up", PRESSED_UP},
    {"Down", PRESSED_DOWN},
    {"Left", PRESSED_LEFT},
    {"Right", PRESSED_RIGHT},
    {"Home", PRESSED_HOME},
    {"End", PRESSED_END},
    {"PgUp", PRESSED_PGUP},
    {"PgDn", PRESSED_PGDN},
    {"F1", PRESSED_F1},
    {"F2", PRESSED_F1 + 1},
    {"F3", PRESSED_F1 + 2},
    {"F4", PRESSED_F1 + 3},
    {"F5", PRESSED_F1 + 4},
    {"F6", PRESSED_F1 + 5},
    {"BackTab", PRESSED_BACKTAB},
    {"Backspace", PRESSED_BACKSPACE},
    {"^C", PRESSED_INTERRUPT},
    {"^L", 'L' - '@'},
    {"^Z", 'Z' - '@'},
};

const struct key_row *key_row(enum action a)
{
    return &rows[a];
}

static uint32_t key_named(const char *name, size_t len)
{
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++) {
        if (strlen(named[k].name) == len && memcmp(named[k].name, name, len) == 0) {
            return named[k].key;
        }
    }
    uint32_t c = 0;
    return utf8_decode(name, len, &c) == len ? c : 0;
}

bool key_read(const char **names, uint32_t *key)
{
    *names += strspn(*names, " ");
    size_t len = strcspn(*names, " ");
    *key = key_named(*names, len);
    *names += len;
    return len > 0;
}

enum action key_action(uint32_t key)
{
    for (int k = 0; k < ACTION_COUNT; k++) {
        const char *names = rows[k].keys;
        uint32_t one;
        while (key_read(&names, &one)) {
            if (one == key) {
                return (enum action)k;
            }
        }
    }
    return ACTION_COUNT;
}

enum action key_command(const char *word)
{
    enum action found = ACTION_COUNT;
    for (int k = 0; k < ACTION_COUNT; k++) {
        if (strcmp(rows[k].command, word) == 0) {
            return (enum action)k;
        }
    }
    for (int k = 0; k < ACTION_COUNT; k++) {
        if (strncmp(rows[k].command, word, strlen(word)) == 0) {
            if (found != ACTION_COUNT) {
                return ACTION_COUNT;
            }
            found = (enum action)k;
        }
    }
    return found;
}

const char *key_group(int nth)
{
    for (int k = 0; k < ACTION_COUNT; k++) {
        bool begins = k == 0 || strcmp(rows[k].group, rows[k - 1].group) != 0;
        if (begins && nth-- == 0) {
            return rows[k].group;
        }
    }
    return NULL;
}

int key_group_named(const char *name)
{
    const char *group;
    for (int k = 0; (group = key_group(k)) != NULL; k++) {
        if (strcmp(group, name) == 0) {
            return k;
        }
    }
    return 0;
}

void key_first_name(enum action a, char out[12])
{
    size_t len = strcspn(rows[a].keys, " ");
    len = len < 11 ? len : 11;
    memcpy(out, rows[a].keys, len);
    out[len] = '\0';
}

void key_names(enum action a, bool page, struct buf *out)
{
    const char *names = rows[a].keys, *from = names;
    uint32_t key;
    while ((!page || rows[a].on_page) && key_read(&names, &key)) {
        from += strspn(from, " ");
        if (!page || !is_browsers(key)) {
            buf_puts(out, out->len > 0 ? " " : "");
            buf_put(out, from, (size_t)(names - from));
        }
        from = names;
    }
}
