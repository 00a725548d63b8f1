/* This is the border between lesson.c and the formats it can read. Private to src/lesson. */
#pragma once

#include "lesson/lesson.h"

/* Appends a cell; its text is copied. NULL: err is set. */
struct cell *lesson_add(struct lesson *l, bool code, const char *text, size_t len, int line,
                        struct error *err);
bool lesson_blank_magic(struct lesson *l, struct cell *c, struct error *err);

/* Of a text in Markdown: its first "# heading", if the lesson has no title yet. */
void notebook_title(struct lesson *l, const char *text);
bool notebook_read(struct lesson *l, const char *text, size_t len, struct error *err);
/* A Markdown cell of a notebook: its fences of code are text to show. *any: it has an exercise,
 * which is left out. */
bool markdown_cell(struct lesson *l, const char *text, size_t len, bool *any, struct error *err);
bool markdown_read(struct lesson *l, const char *text, size_t len, struct error *err);
