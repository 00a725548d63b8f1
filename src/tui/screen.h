/* Opens the terminal, shows grids, reads keys, and restores the terminal however the program ends.
 * Only screen.c includes curses; it is linked into the program, not the library. */
#pragma once

#include "tui/page/menu.h"
#include "tui/page/welcome.h"
#include "tui/practice.h"
#include "tui/viewer.h"

/* Whether standard input and output are terminals; piped: standard input is the code, so only the
 * output is asked. */
bool screen_is_there(bool piped);
/* Behind the code on standard input: keys come from the terminal itself. False with err: none. */
bool screen_take_keys(struct error *err);
/* Before screen_open: "auto", "never", "8", "256", "24bit", NULL: as NO_COLOR and the terminal say;
 * "light", "dark", NULL: as COLORFGBG says. False with err: it is none of these. */
bool screen_colors(const char *color, const char *theme, struct error *err);
/* Standard input and output are terminals that curses knows. False with one sentence in err. */
bool screen_open(struct error *err);
/* The terminal as it was before. Safe without screen_open. */
void screen_close(void);

/* Until the person quits, or wants another run; *reaction says which (action.h). False with
 * session->in.error: memory. */
bool screen_walk(struct viewer *v, unsigned *reaction);
/* While the code runs again: draws once, and keeps what is typed for afterwards. False: the person
 * wants it to end (Esc, ^C), and what was typed goes, too. */
bool screen_wait(struct viewer *v);
/* Until the person wishes for something that the screen cannot do. `look` is called now and then
 * while nothing is typed; it returns whether there is something new to be shown. False with err. */
bool screen_practice(struct practice *p, bool (*look)(void *self), void *self,
                     enum practice_wish *wish, struct error *err);
/* Until the person begins, asks for the list, or quits. */
enum welcome_answer screen_welcome(struct welcome *w);
/* Until the person chooses an item (m->at), quits, or goes on as text. */
enum menu_answer screen_menu(struct menu *m);
