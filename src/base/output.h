/* Writes standard output and standard error: nothing else in the program writes there, but for the
 * screen (src/tui), which has a terminal of its own. Only the command line calls these.
 *
 * Standard output that cannot be written is told once, on standard error, when it happens; all that
 * is put behind it goes nowhere, and output_end makes the exit status of it. A pipe that nobody
 * reads any more ends the program quietly, by SIGPIPE. */
#pragma once

#include "base/visible.h"

enum {
    EXIT_USAGE = 2, /* wrong usage, what cannot be read, what cannot be written */
    EXIT_LIMIT = 4  /* there was no memory to make it */
};

void output_begin(void);
/* Writes what is left. Returns status, or EXIT_USAGE or EXIT_LIMIT when standard output was lost.
 */
int output_end(int status);

/* To standard output; false: it is lost. Bytes as they are; text is for people, and cleaned. */
bool output_bytes(const char *bytes, size_t len);
bool output_text(const char *text, size_t len);
bool output_printf(const char *format, ...) QKV_PRINTF(1, 2);
bool output_flush(void);
bool output_is_lost(void);
bool output_is_terminal(void);

/* To standard error, cleaned, behind what standard output has got so far. */
void output_error(const char *text, size_t len, const char *keep); /* keep: VISIBLE_... */
void output_say(const char *format, ...) QKV_PRINTF(1, 2);         /* "qkv: ...\n" */
void output_progress(const char *format, ...) QKV_PRINTF(1, 2); /* a line written over: "\r..." */
