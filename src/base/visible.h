/* Makes text of others (code, exceptions, names of files) fit to stand on a terminal: what would
 * move the cursor, change the window or the order of letters is shown as what it is. */
#pragma once

#include "base/buf.h"

/* Which control characters stay as they are. */
#define VISIBLE_NONE ""          /* one line of a list */
#define VISIBLE_LINES "\n\t"     /* sentences, tracebacks */
#define VISIBLE_SHEET "\n\t\r"   /* what code prints: a progress line goes back to its start */
#define VISIBLE_TINTS "\n\t\033" /* a trace's bold, faint, yellow, cyan, and back; no other ESC */

/* A control character, C1 too, or a mark that turns the order of letters. */
bool visible_hides(uint32_t c);

/* Writes characters to hide as \x1b, \x9b, \u202e, bytes that are not UTF-8 as \xff. False: there
 * was none. */
bool visible_put(const char *text, size_t len, const char *keep, struct buf *out);

/* The same, as one line of a table: ends of lines and tabs are blanks. */
void visible_line(const char *text, struct buf *out);
