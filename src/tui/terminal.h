/* The terminal comes back as it was, whatever happens: what signals do while the screen is open.
 * It knows neither curses nor the rest of the program. */
#ifndef QKV_TUI_TERMINAL_H
#define QKV_TUI_TERMINAL_H

#include <stdbool.h>

/* Keeps the terminal's state. A crash writes what terminal_note was given and puts the state back;
 * INT, TERM, HUP and QUIT only set a flag. */
void terminal_guard(void);
void terminal_note(const char *bytes); /* NULL or too long: left out */
/* Signals do again what they did before; one that asked the program to leave ends it now. */
void terminal_release(void);
/* The signal that asked the program to leave; 0: none. */
int terminal_asked(void);
/* Stops the program as ^Z does; comes back with fg. */
void terminal_stop(void);

#endif
