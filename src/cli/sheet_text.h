/* Turns Markdown of a sheet into HTML. */
#ifndef QKV_CLI_SHEET_TEXT_H
#define QKV_CLI_SHEET_TEXT_H

#include "base/buf.h"

/* Markdown as HTML, with tables as GitHub has them (sheet_text.c). */
void sheet_text(const char *markdown, struct buf *out);
void sheet_escape(const char *text, struct buf *out);
/* Markdown of a lesson, which a stranger may have written, for a reader that would take it at its
 * word: with tags or pictures from elsewhere in it, they are shown as they are typed. */
void sheet_harmless(const char *markdown, struct buf *out);

#endif
