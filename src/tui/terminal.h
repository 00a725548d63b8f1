/* Restores the terminal whatever happens: what signals do while the screen is open. It uses neither
 * curses nor the rest of the program. */
#pragma once

#include <stdbool.h>

/* Keeps the terminal's state, and takes every signal that would end or stop the program. A crash
 * writes what terminal_note was given, puts the state back and goes on as a crash; the others are
 * only noted, to be asked for by the functions below. What was ignored stays ignored. */
void terminal_guard(void);
void terminal_note(const char *bytes); /* NULL or too long: left out */
/* Signals do again what they did before; one that asked the program to leave ends it now. */
void terminal_release(void);

/* Until there is something to read, at most so long (-1: for ever); false: time, or a signal. */
bool terminal_wait(int milliseconds);
/* The signal that asked the program to leave; 0: none. */
int terminal_asked(void);
/* Whether one asked it to stop; whether it was stopped and goes on. Each is told once. */
bool terminal_stop_asked(void);
bool terminal_continued(void);
/* Stops the program as ^Z does; comes back with fg. */
void terminal_stop(void);
