/* Writes sheets as a page to print. */
#ifndef QKV_CLI_SHEET_HTML_H
#define QKV_CLI_SHEET_HTML_H

#include "cli/sheet.h"

/* A page of several sheets, each of which begins on a new sheet of paper: HTML 5 that is
 * well-formed XML too, with its style and its pictures inside. */
void sheet_page_begin(const char *title, struct buf *out);
void sheet_html(const struct sheet *s, bool key, struct buf *out);
void sheet_page_end(struct buf *out);

#endif
