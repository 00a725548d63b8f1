/* Markdown of a sheet as HTML. */
#ifndef QKV_CLI_SHEET_TEXT_H
#define QKV_CLI_SHEET_TEXT_H

#include "base/buf.h"

/* Markdown as HTML, with tables as GitHub has them (sheet_text.c). */
void sheet_text(const char *markdown, struct buf *out);
void sheet_escape(const char *text, struct buf *out);

#endif
