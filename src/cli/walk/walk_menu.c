/* Fills the menu with lessons and bookmarks, and asks. */
#define _XOPEN_SOURCE 700
#include "cli/walk/walk_menu.h"

#include "cli/command.h"
#include "cli/walk/state.h"
#include "tui/page/menu.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_MOST 512

/* Lines until one chooses; the end of the input quits. */
static bool ask_by_line(struct menu *m)
{
    char line[LINE_MOST];
    scoped_buf text = {0};
    enum menu_answer answer = MENU_STAY;
    menu_text(m, &text);
    output_text(buf_text(&text), text.len);
    while (answer == MENU_STAY) {
        output_flush();
        if (!command_read_line(line, sizeof line)) {
            return false;
        }
        answer = menu_line(m, line);
        if (answer == MENU_STAY) {
            output_printf("There is no %s here.\n", line);
        }
    }
    return answer == MENU_CHOSEN;
}

static enum walk_choice ask(struct menu *m, bool *plain, struct error *err)
{
    enum menu_answer answer = MENU_PLAIN;
    if (!*plain) {
        if (!screen_open(err)) {
            return CHOICE_FAILED;
        }
        answer = screen_menu(m);
        screen_close();
    }
    *plain = answer == MENU_PLAIN;
    return answer == MENU_CHOSEN || (*plain && ask_by_line(m)) ? CHOICE_MADE : CHOICE_NONE;
}

/* Files that are still there. */
static void add_files(struct menu *m, const struct bookmarks *b)
{
    for (int k = 0; k < b->count; k++) {
        struct lesson l;
        struct error none = {0};
        if (b->at[k].name[0] != '/' || access(b->at[k].name, R_OK) != 0) {
            continue;
        }
        bool read = command_load(b->at[k].name, &l, &none);
        menu_add_file(m, &b->at[k], read ? &l : NULL);
        if (read) {
            lesson_free(&l);
        }
    }
}

enum walk_choice walk_menu(const struct options *o, bool *plain, bool *practice, struct buf *name)
{
    struct menu *m = calloc(1, sizeof *m);
    struct state state;
    struct progress progress = {0};
    struct error err = {0};
    enum walk_choice choice = CHOICE_FAILED;
    state_read(&state, o->no_state);
    state_progress(&progress, o->no_state);
    if (m == NULL) {
        error_memory(&err);
    } else if (menu_open(m, &state.bookmarks, &progress, *practice, &err)) {
        add_files(m, &state.bookmarks);
        m->note = state.note;
        for (int k = 0; k < m->count; k++) {
            m->at = strcmp(m->item[k].name, buf_text(name)) == 0 ? k : m->at;
        }
        choice = ask(m, plain, &err);
        if (choice == CHOICE_MADE) {
            buf_clear(name);
            buf_puts(name, m->item[m->at].name);
            *practice = m->practice;
        }
        menu_free(m);
    }
    if (choice == CHOICE_FAILED) {
        command_complain(err.text);
    }
    free(m);
    progress_free(&progress);
    state_free(&state);
    return choice;
}
